#include "AllocationCounter.h"
#include "FleeTestWorld.h"
#include "FlockworkCore/Random.h"
#include "FlockworkCore/TaskPool.h"

#include <limits>

namespace Flockwork
{
namespace
{
void AddAtRandom(FFleeTestWorld& World, int32_t Count, float HalfSize)
{
	FRandomStream Random(7);
	for (int32_t Each = 0; Each < Count; ++Each)
	{
		const float X = Random.Range(-HalfSize, HalfSize);
		const float Z = Random.Range(-HalfSize, HalfSize);
		World.Add(X, Z);
	}
}

// Sees nothing: a wall is everywhere.
class FBlindQuery final : public ISceneQuery
{
public:
	bool Raycast(const FRayQuery&, const FQueryFilter&, FHit& Out) const override
	{
		++Looks;
		Out.bHit = bBlind;
		return bBlind;
	}
	bool SweepSphere(const FSphereSweep&, const FQueryFilter&, FHit&) const override { return false; }
	bool SweepCapsule(const FCapsuleSweep&, const FQueryFilter&, FHit&) const override { return false; }
	int32_t OverlapSphere(const FVector&, float, const FQueryFilter&, std::span<FOverlap>) const override { return 0; }
	int32_t OverlapCapsule(const FVector&, float, float, const FQueryFilter&, std::span<FOverlap>) const override
	{
		return 0;
	}
	int32_t OverlapBox(const FTransform&, const FVector&, const FQueryFilter&, std::span<FOverlap>) const override
	{
		return 0;
	}
	bool Push(uint64_t, const FVector&, const FVector&) override { return false; }

	bool bBlind = true;
	mutable int32_t Looks = 0;
};
} // namespace

TEST_CASE("FFleePlanner: rejects input that does not fit together")
{
	const std::vector<FNavLocation> Places(2);
	const std::vector<FVector> Velocities(2);
	const std::vector<uint32_t> Ids{2, 1};
	FFleeInput Input;
	Input.Locations = Places;
	Input.Velocities = Velocities;
	Input.Ids = Ids;
	FDiagnostics Diagnostics;
	CHECK_FALSE(FFleePlanner::Validate({}, Input, Diagnostics));
	const std::vector<uint32_t> Ascending{1, 2};
	Input.Ids = Ascending;
	FDiagnostics Good;
	CHECK(FFleePlanner::Validate({}, Input, Good));
	Input.Velocities = {};
	CHECK_FALSE(FFleePlanner::Validate({}, Input, Diagnostics));
}

TEST_CASE("FFleePlanner: without a threat everybody stays calm")
{
	FFleeTestWorld World(Field());
	AddAtRandom(World, 20, 40.0f);
	World.Step(30);
	for (const FFleeDecision& Decision : World.Decisions)
	{
		CHECK(Decision.State == EFleeState::Calm);
	}
	CHECK(World.EventCounts.empty());
}

TEST_CASE("FFleePlanner: one begins at the detection radius and is safe at the larger safe radius")
{
	FFleeTestWorld World(Field());
	World.Add(20.5f, 0.0f);
	World.Drop(0.0f, 0.0f);
	World.Step(60);
	CHECK(World.Decisions[0].State == EFleeState::Calm);
	const auto Put = [&](float X)
	{
		World.Locations[0] = World.Query->FindNearest({X, 0.0f, 0.0f}, {0.5f, 1.0f, 0.5f}, World.Filter);
		World.Decide();
		return World.Decisions[0].State;
	};
	CHECK(Put(19.5f) == EFleeState::Reacting);
	World.Step(20);
	CHECK(World.Decisions[0].State == EFleeState::Fleeing);
	CHECK(Put(24.5f) == EFleeState::Fleeing);
	CHECK(Put(25.5f) == EFleeState::Safe);
	CHECK(Put(21.0f) == EFleeState::Safe);
	CHECK(Put(19.5f) == EFleeState::Fleeing);
	CHECK(World.EventCounts[EFleeEvent::Started] == 2);
	CHECK(World.EventCounts[EFleeEvent::Safe] == 1);
}

TEST_CASE("FFleePlanner: all run to refuges beyond the margin and calm down there")
{
	FFleeTestWorld World(Field());
	AddAtRandom(World, 60, 12.0f);
	World.Drop(0.0f, 0.0f);
	World.Step(60 * 5);
	for (size_t Agent = 0; Agent < World.Ids.size(); ++Agent)
	{
		CHECK(World.DistanceOf(Agent) > World.Settings.SafeRadius);
	}
	World.Step(60 * 5);
	for (const FFleeDecision& Decision : World.Decisions)
	{
		CHECK(Decision.State == EFleeState::Calm);
	}
	CHECK(World.EventCounts[EFleeEvent::Started] == 60);
	CHECK(World.EventCounts[EFleeEvent::Safe] == 60);
	CHECK(World.EventCounts[EFleeEvent::Calm] == 60);
}

TEST_CASE("FFleePlanner: no refuge takes in more than its share")
{
	FFleeTestWorld World(Field());
	AddAtRandom(World, 200, 8.0f);
	World.Drop(0.0f, 0.0f);
	World.Step(60 * 5);
	// 1 agent/m^2 asked for: no circle of 2 m holds more than four cells' worth and those on their borders.
	for (const FNavLocation& Center : World.Locations)
	{
		const auto Near = std::count_if(World.Locations.begin(), World.Locations.end(),
		    [&](const FNavLocation& Other) { return Length(Other.Position - Center.Position) < 2.0f; });
		CHECK(Near <= 25);
	}
}

TEST_CASE("FFleePlanner: reactions come within two ticks of their times")
{
	FFleeTestWorld World(Field());
	AddAtRandom(World, 600, 13.0f);
	World.Drop(0.0f, 0.0f);
	World.Settings.PanicProbability = 0.0f;
	SECTION("the same time for all")
	{
		World.Settings.ReactionSpread = 0.0f;
		World.Step(30);
		int32_t Good = 0;
		for (const uint32_t Id : World.Ids)
		{
			const int64_t Tick = int64_t(World.LastEventStep.at({Id, EFleeEvent::Started}));
			Good += std::abs(Tick - 9) <= 2;
		}
		CHECK(Good >= 594);
	}
	SECTION("a spread of 0.1 s either way")
	{
		World.Step(30);
		double Sum = 0.0;
		int32_t Early = 0;
		int32_t Late = 0;
		for (const uint32_t Id : World.Ids)
		{
			const int64_t Tick = int64_t(World.LastEventStep.at({Id, EFleeEvent::Started}));
			CHECK(Tick >= 3);
			CHECK(Tick <= 15 + 2);
			Sum += double(Tick) / 600.0;
			Early += Tick <= 5;
			Late += Tick >= 13;
		}
		// Uniform over 3 to 15: deviation of the mean 3.46 / sqrt(600) = 0.14; each end has 2.5 of 12 parts.
		CHECK(Sum == Approx(9.0).margin(0.6));
		CHECK(Early > 80);
		CHECK(Late > 80);
	}
}

TEST_CASE("FFleePlanner: panic catches with its probability, after its delay")
{
	int32_t Caught = 0;
	const float Probability = GENERATE(0.0f, 0.5f, 1.0f);
	for (uint64_t Seed = 1; Seed <= 40; ++Seed)
	{
		FFleeTestWorld World(Field());
		World.Seed = Seed;
		World.Settings.PanicProbability = Probability;
		World.Drop(0.0f, 0.0f);
		for (int32_t Pair = 0; Pair < 10; ++Pair) // one inside the detection radius, one outside and 3 m from it
		{
			const float Angle = 0.2f * Pi * float(Pair);
			World.Add(19.0f * std::cos(Angle), 19.0f * std::sin(Angle));
			World.Add(22.0f * std::cos(Angle), 22.0f * std::sin(Angle));
		}
		for (int32_t Step = 0; Step < 90; ++Step) // nobody moves
		{
			World.Decide();
		}
		for (uint32_t Id = 2; Id <= 20; Id += 2)
		{
			const auto Started = World.LastEventStep.find({Id, EFleeEvent::Started});
			if (Started != World.LastEventStep.end())
			{
				++Caught;
				CHECK(Started->second >= 3 + 18 + 3); // the neighbour's reaction, the delay, its own reaction
			}
		}
	}
	// 400 draws: deviation 10 at one half; within 3.3 of them in 999 of 1,000 cases.
	CHECK(std::abs(float(Caught) - 400.0f * Probability) <= (Probability == 0.5f ? 33.0f : 0.0f));
}

TEST_CASE("FFleePlanner: in a dead end behind the threat one cowers at its end, and gets up when it is gone")
{
	FTestLevel Level;
	Level.Floor(0.0f, 0.0f, 60.0f, 2.4f); // 1.6 m wide once the walls' distance is taken off
	FFleeTestWorld World(Level);
	World.Add(8.0f, 1.2f);
	World.Drop(14.0f, 1.2f);
	World.Step(120);
	CHECK(World.Decisions[0].State == EFleeState::Cowering);
	CHECK(World.Decisions[0].Speed == 0.0f);
	CHECK(World.Locations[0].Position.x < 4.0f); // the last refuge lies at 2 m
	CHECK(World.EventCounts[EFleeEvent::Cornered] == 1);
	CHECK(World.EventCounts[EFleeEvent::Cowering] == 1);
	const FVector There = World.Locations[0].Position;
	World.Step(300);
	CHECK(World.Locations[0].Position == There);
	CHECK(World.EventCounts[EFleeEvent::Cowering] == 1);
	World.Threats.clear();
	World.Step(2);
	CHECK(World.Decisions[0].State == EFleeState::Safe);
	World.Step(60 * 4);
	CHECK(World.Decisions[0].State == EFleeState::Calm);
}

TEST_CASE("FFleePlanner: cornered agents break past where there is room, without being touched")
{
	FTestLevel Level;
	Level.Floor(0.0f, -6.0f, 80.0f, 6.0f); // a hall with one open end
	FFleeTestWorld World(Level);
	for (int32_t Each = 0; Each < 8; ++Each)
	{
		World.Add(4.0f + 0.5f * float(Each), -3.5f + float(Each));
	}
	World.Drop(14.0f, 0.0f);
	for (int32_t Step = 0; Step < 60 * 10; ++Step)
	{
		World.Step();
		for (size_t Agent = 0; Agent < World.Ids.size(); ++Agent)
		{
			REQUIRE(World.DistanceOf(Agent) > 1.6f);
		}
	}
	for (size_t Agent = 0; Agent < World.Ids.size(); ++Agent)
	{
		CHECK(World.DistanceOf(Agent) > World.Settings.SafeRadius);
	}
}

TEST_CASE("FFleePlanner: with the threat at one of two exits everybody takes the other")
{
	FTestLevel Level;
	Level.Floor(-10.0f, -10.0f, 10.0f, 10.0f); // a room with a corridor east and one west
	Level.Floor(10.0f, -1.5f, 60.0f, 1.5f);
	Level.Floor(-60.0f, -1.5f, -10.0f, 1.5f);
	FFleeTestWorld World(Level);
	AddAtRandom(World, 40, 7.0f); // all within the detection radius
	World.Drop(10.0f, 0.0f);
	World.Step(60 * 10);
	for (size_t Agent = 0; Agent < World.Ids.size(); ++Agent)
	{
		CHECK(World.Locations[Agent].Position.x < -12.0f);
		CHECK(World.DistanceOf(Agent) > World.Settings.SafeRadius);
	}
}

TEST_CASE("FFleePlanner: a runner never stops or turns back and forth on its way")
{
	FFleeTestWorld World(Field());
	AddAtRandom(World, 40, 15.0f);
	FNavThreat& Threat = World.Drop(0.0f, 0.0f);
	Threat.bMoving = true;
	Threat.Speed = 6.0f;
	std::vector<FVector> Former;
	int32_t Turns = 0;
	int32_t Stops = 0;
	for (int32_t Step = 0; Step < 120; ++Step)
	{
		World.Threats[0].Velocity = {6.0f, 0.0f, 0.0f};
		World.Threats[0].Position.x += 0.1f;
		World.Step();
		for (size_t Agent = 0; Agent < World.Ids.size() && Former.size() == World.Ids.size(); ++Agent)
		{
			const bool bRuns = World.Decisions[Agent].State == EFleeState::Fleeing;
			Stops += bRuns && LengthSquared(Former[Agent]) > 0.0f && Length(World.Velocities[Agent]) < 0.5f;
			Turns += bRuns && glm::dot(SafeNormal(Former[Agent]), SafeNormal(World.Velocities[Agent])) < -0.7f;
		}
		Former = World.Velocities;
	}
	CHECK(Stops == 0);
	CHECK(Turns <= 2); // of 40 agents in 2 s: who is overtaken by the threat's new way turns once
}

TEST_CASE("FFleePlanner: a thousand threats, threats off the mesh and at an agent, and nonsense")
{
	FFleeTestWorld World(Field());
	AddAtRandom(World, 50, 40.0f);
	SECTION("a thousand")
	{
		FRandomStream Random(3);
		for (uint32_t Each = 0; Each < 1000; ++Each)
		{
			const float X = Random.Range(-45.0f, 45.0f);
			const float Z = Random.Range(-45.0f, 45.0f);
			FNavThreat& Threat = World.Drop(X, Z, Each + 1);
			Threat.bMoving = Each % 2 == 0;
			Threat.Speed = Random.Range(1.0f, 9.0f);
		}
		World.Step(60);
		CHECK(World.Planner->GetReport().Fleeing + World.Planner->GetReport().Cowering == 50);
	}
	SECTION("off the mesh, above it")
	{
		World.Drop(0.0f, 0.0f).Position.y = 12.0f;
		World.Threats[0].bMoving = true;
		World.Threats[0].Speed = 6.0f;
		World.Step(60);
		CHECK(World.EventCounts[EFleeEvent::Started] > 0);
	}
	SECTION("exactly at an agent")
	{
		World.Drop(World.Locations[0].Position.x, World.Locations[0].Position.z).Position = World.Locations[0].Position;
		World.Step(60 * 6);
		CHECK(World.DistanceOf(0) > World.Settings.SafeRadius);
	}
	SECTION("not a number")
	{
		World.Drop(0.0f, 0.0f).Position.x = std::numeric_limits<float>::quiet_NaN();
		World.Step(60);
		CHECK(World.EventCounts.empty());
	}
	for (const FFleeDecision& Decision : World.Decisions)
	{
		CHECK(IsFinite(Decision.Goal.Position));
	}
}

TEST_CASE("FFleePlanner: agents come and go, and one off the mesh keeps what it was told")
{
	FFleeTestWorld World(Field());
	AddAtRandom(World, 60, 12.0f);
	World.Drop(0.0f, 0.0f);
	World.Step(40);
	const FFleeDecision Before = World.Decisions[10];
	World.Locations[10].Poly = 0;
	for (size_t Agent = World.Ids.size(); Agent-- > 0;)
	{
		if (Agent % 3 == 2)
		{
			World.Ids.erase(World.Ids.begin() + int64_t(Agent));
			World.Locations.erase(World.Locations.begin() + int64_t(Agent));
			World.Velocities.erase(World.Velocities.begin() + int64_t(Agent));
		}
	}
	World.Decisions.resize(World.Ids.size());
	const size_t Kept = size_t(std::find(World.Ids.begin(), World.Ids.end(), 11u) - World.Ids.begin());
	World.Decide();
	REQUIRE(Kept < World.Ids.size());
	CHECK(World.Decisions[Kept].State == Before.State);
	CHECK(World.Decisions[Kept].Goal == Before.Goal);
	World.Add(5.0f, 5.0f);
	World.Ids.back() = 1000;
	World.Step(60 * 5);
	CHECK(World.DistanceOf(World.Ids.size() - 1) > World.Settings.SafeRadius);
}

TEST_CASE("FFleePlanner: the mesh may change under runners")
{
	FFleeTestWorld World(Field());
	AddAtRandom(World, 40, 12.0f);
	World.Drop(0.0f, 0.0f);
	World.Step(30);
	FNavObstacle Wall;
	Wall.Center = {18.0f, 0.5f, 0.0f};
	Wall.HalfExtent = {0.5f, 1.0f, 12.0f};
	FDiagnostics Diagnostics;
	REQUIRE(World.Mesh.AddObstacle(Wall, Diagnostics).IsValid());
	bool bBuilt = false;
	for (int32_t Step = 0; Step < 60 * 8; ++Step)
	{
		World.Mesh.Update(World.Serial, Diagnostics);
		for (FNavLocation& Place : World.Locations)
		{
			if (!World.Mesh.IsValidPoly(Place.Poly))
			{
				Place = World.Query->FindNearest(Place.Position, {3.0f, 2.0f, 3.0f}, World.Filter);
			}
		}
		World.Step();
		bBuilt = bBuilt || World.Planner->GetReport().bGraphBuilt;
	}
	CHECK(bBuilt);
	for (size_t Agent = 0; Agent < World.Ids.size(); ++Agent)
	{
		CHECK(World.DistanceOf(Agent) > World.Settings.SafeRadius);
	}
}

TEST_CASE("FFleePlanner: with line of sight a hidden threat is perceived by ear alone")
{
	FFleeTestWorld World(Field());
	AddAtRandom(World, 60, 10.0f);
	World.Drop(0.0f, 0.0f);
	World.Settings.bLineOfSight = true;
	World.Settings.PanicProbability = 0.0f;
	World.Settings.SightChecksPerStep = 5;
	FBlindQuery Sight;
	World.Sight = &Sight;
	const auto NearBefore = std::count_if(World.Locations.begin(), World.Locations.end(),
	    [](const FNavLocation& Place) { return Length(Place.Position) <= 8.0f; });
	World.Step(60);
	CHECK(World.EventCounts[EFleeEvent::Started] == NearBefore);
	CHECK(Sight.Looks <= 5 * 60);
	CHECK(Sight.Looks > 5 * 30);
	Sight.bBlind = false;
	World.Step(60);
	CHECK(World.EventCounts[EFleeEvent::Started] == 60);
}

TEST_CASE("FFleePlanner: decisions are sliced, and nobody waits for ever")
{
	FFleeTestWorld World(Field());
	AddAtRandom(World, 200, 10.0f);
	World.Drop(0.0f, 0.0f);
	World.Settings.DecisionsPerStep = 5;
	World.Settings.ReactionSpread = 0.0f;
	int32_t MostWaiting = 0;
	for (int32_t Step = 0; Step < 60 * 6; ++Step)
	{
		World.Step();
		CHECK(World.Planner->GetReport().Decided <= 5);
		MostWaiting = std::max(MostWaiting, World.Planner->GetReport().Waiting);
	}
	CHECK(MostWaiting > 100);
	for (size_t Agent = 0; Agent < World.Ids.size(); ++Agent)
	{
		CHECK(World.DistanceOf(Agent) > World.Settings.SafeRadius);
	}
}

TEST_CASE("FFleePlanner: the same bits at any thread count, and after save and continue")
{
	FTaskPoolSettings Two;
	Two.ThreadCount = 2;
	FTaskPool Pool(Two);
	FFleeTestWorld One(Field());
	FFleeTestWorld Other(Field());
	Other.Scheduler = &Pool;
	for (FFleeTestWorld* World : {&One, &Other})
	{
		AddAtRandom(*World, 120, 25.0f);
		World->Drop(0.0f, 0.0f);
		FNavThreat& Moving = World->Drop(5.0f, -3.0f, 2);
		Moving.bMoving = true;
		Moving.Speed = 6.0f;
		Moving.Velocity = {0.0f, 0.0f, 6.0f};
	}
	for (int32_t Step = 0; Step < 180; ++Step)
	{
		One.Threats[1].Position.z += 0.1f;
		Other.Threats[1].Position.z += 0.1f;
		One.Step();
		Other.Step();
		REQUIRE(One.Hash() == Other.Hash());
		if (Step % 50 == 7)
		{
			FByteWriter Writer;
			Other.Planner->Save(Writer);
			auto Fresh = std::make_unique<FFleePlanner>(Other.Mesh);
			FByteReader Reader(Writer.GetBytes());
			REQUIRE(Fresh->Restore(Reader, Pool));
			Other.Planner = std::move(Fresh);
		}
	}
}

TEST_CASE("FFleePlanner: damaged snapshots are refused, and nothing changes")
{
	FFleeTestWorld World(Field());
	AddAtRandom(World, 10, 10.0f);
	World.Drop(0.0f, 0.0f);
	World.Step(30);
	FByteWriter Writer;
	World.Planner->Save(Writer);
	const uint64_t Before = World.Hash();
	const std::vector<uint8_t> Bytes = Writer.GetBytes();
	for (size_t Size = 0; Size < Bytes.size(); Size += Bytes.size() / 23)
	{
		FByteReader Reader(std::span<const uint8_t>(Bytes).first(Size));
		CHECK_FALSE(World.Planner->Restore(Reader, World.Serial));
	}
	CHECK(World.Hash() == Before);
}

TEST_CASE("FFleePlanner: a steady step asks for no memory")
{
	FFleeTestWorld World(Field());
	AddAtRandom(World, 120, 25.0f);
	FNavThreat& Threat = World.Drop(0.0f, 0.0f);
	Threat.bMoving = true;
	Threat.Speed = 6.0f;
	const auto Chase = [&](int32_t Steps)
	{
		for (int32_t Step = 0; Step < Steps; ++Step)
		{
			const float Angle = 0.02f * float(World.StepCount);
			World.Threats[0].Position = {8.0f * std::cos(Angle), 0.0f, 8.0f * std::sin(Angle)};
			FFleeInput Input;
			Input.Locations = World.Locations;
			Input.Velocities = World.Velocities;
			Input.Ids = World.Ids;
			Input.Threats = World.Threats;
			Input.Step = World.StepCount++;
			World.Planner->Run(World.Settings, Input, World.Decisions, World.Serial);
		}
	};
	World.Step();
	Chase(400);
	const FAllocationCounter Counter;
	Chase(120);
	CHECK(Counter.GetCount() == 0);
}
} // namespace Flockwork
