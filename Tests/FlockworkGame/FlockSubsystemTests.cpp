#include "GameTestSupport.h"

#include <array>
#include <cmath>

namespace Flockwork
{
namespace
{
using namespace GameTest;

// A world without gravity and without what disturbs a single rule.
std::unique_ptr<UWorld> MakeOpenSpace()
{
	auto World = std::make_unique<UWorld>(MakeDef());
	Do(*World, FOrder::SetSetting("physics.gravity", FVector{0.0f, 0.0f, 0.0f}));
	return World;
}

UFlockSubsystem& FlocksOf(UWorld& World)
{
	return World.Get<UFlockSubsystem>();
}

// A boid whose flock settings have these changes laid over the prefab's.
FOrder SpawnVariant(const FVector& Place, const std::string& Changes)
{
	FOrder Order = FOrder::Spawn("Boid", At(Place.x, Place.y, Place.z));
	Order.Text = R"({"flocking": {"flock": )" + Changes + "}}";
	return Order;
}

FOrder DropThreat(const FVector& Place, float Radius, std::string Name = {})
{
	FOrder Drop;
	Drop.Kind = EOrder::DropThreat;
	Drop.Transform.Location = Place;
	Drop.Radius = Radius;
	Drop.Name = std::move(Name);
	return Drop;
}

bool Flees(UWorld& World, FActorId Boid)
{
	UFlockSubsystem::FBoidInfo Info;
	REQUIRE(FlocksOf(World).GetBoidInfo(Boid, Info));
	return Info.bFleeing;
}
} // namespace

TEST_CASE("UFlockSubsystem: boids of one FlockId are one flock, by creation, registering twice is harmless")
{
	UWorld World(MakeDef());
	const FActorId A = SpawnAt(World, "Boid", {0.0f, 5.0f, 0.0f});
	const FActorId B = SpawnAt(World, "Walker", {0.0f, 1.0f, 0.0f});
	const FActorId C = SpawnAt(World, "Boid", {3.0f, 5.0f, 0.0f});
	const UFlockSubsystem& Flocks = FlocksOf(World);
	REQUIRE(Flocks.GetFlockCount() == 2);
	CHECK(Flocks.GetFlockIds() == std::vector<std::string_view>{"Boids", "Walkers"});
	const FFlockView Boids = Flocks.GetFlock(0);
	REQUIRE(Boids.Actors.size() == 2);
	CHECK(Boids.Actors[0] == A);
	CHECK(Boids.Actors[1] == C);
	CHECK(Boids.Ids[0] < Boids.Ids[1]);
	CHECK(Flocks.GetFlock(1).Actors[0] == B);

	REQUIRE(FlocksOf(World).SetEnabled(World, A, true));
	REQUIRE(FlocksOf(World).SetEnabled(World, A, true));
	World.Step();
	CHECK(Flocks.GetFlock(0).Actors.size() == 2);
}

TEST_CASE("UFlockSubsystem: one that is disabled leaves its flock and drifts on, enabled again it is back in its place")
{
	const std::unique_ptr<UWorld> World = MakeOpenSpace();
	const FActorId A = SpawnAt(*World, "Boid", {0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f});
	const FActorId B = SpawnAt(*World, "Boid", {3.0f, 0.0f, 0.0f});
	UFlockSubsystem& Flocks = FlocksOf(*World);
	FOrder Disable;
	Disable.Kind = EOrder::SetFlocking;
	Disable.Actor = A;
	Do(*World, Disable);
	CHECK_FALSE(Flocks.IsRegistered(A));
	for (int32_t Step = 0; Step < 60; ++Step)
	{
		World->Step();
	}
	CHECK(World->FindActor(A)->Velocity == FVector{1.0f, 0.0f, 0.0f}); // nobody steers it
	CHECK(Flocks.GetFlock(0).Actors.size() == 1);
	Disable.Amount = 1.0f;
	Do(*World, Disable);
	World->Step();
	REQUIRE(Flocks.GetFlock(0).Actors.size() == 2);
	CHECK(Flocks.GetFlock(0).Actors[0] == A); // by creation, though it came last
	CHECK(Flocks.GetFlock(0).Actors[1] == B);
	CHECK(World->FindActor(A)->Velocity != FVector{1.0f, 0.0f, 0.0f});
}

TEST_CASE("UFlockSubsystem: removal and re-registration in the middle of a step: the last word counts")
{
	// In each pair of phases: one leaves and comes back, one leaves, one is destroyed, one comes new.
	const EPhase First = GENERATE(EPhase::Script, EPhase::Decide, EPhase::Simulate, EPhase::Animate);
	UWorld World(MakeDef());
	std::vector<FActorId> Boids;
	for (int32_t Index = 0; Index < 8; ++Index)
	{
		Boids.push_back(SpawnAt(World, "Boid", {2.0f * float(Index), 5.0f, 0.0f}));
	}
	UFlockSubsystem& Flocks = FlocksOf(World);
	World.Step();
	FActorId New;
	World.BeginStep();
	for (int32_t Phase = 0; Phase < PhaseCount; ++Phase)
	{
		if (EPhase(Phase) == First)
		{
			Flocks.Unregister(Boids[2]);
			Flocks.SetEnabled(World, Boids[2], true);
			Flocks.Unregister(Boids[3]);
			Flocks.SetEnabled(World, Boids[3], true);
			Flocks.Unregister(Boids[3]);
			World.DestroyActor(Boids[4]);
			World.DestroyActor(Boids[4]); // twice is once
			New = SpawnAt(World, "Boid", {1.0f, 8.0f, 0.0f});
		}
		World.RunPhase(EPhase(Phase));
	}
	World.EndStep();
	CHECK(World.FindActor(Boids[4]) == nullptr);
	for (int32_t Step = 0; Step < 3; ++Step)
	{
		const FFlockView View = Flocks.GetFlock(0);
		const std::vector<FActorId> Expected = {Boids[0], Boids[1], Boids[2], Boids[5], Boids[6], Boids[7], New};
		CHECK(std::vector<FActorId>(View.Actors.begin(), View.Actors.end()) == Expected);
		CHECK(std::is_sorted(View.Ids.begin(), View.Ids.end()));
		for (size_t Boid = 0; Boid < View.Actors.size(); ++Boid)
		{
			CHECK(View.Positions[Boid] == World.FindActor(View.Actors[Boid])->Transform.Location);
		}
		World.Step();
	}
}

TEST_CASE("UFlockSubsystem: a lone boid makes for its flock's target, an actor by name or a point")
{
	const std::unique_ptr<UWorld> World = MakeOpenSpace();
	const FActorId Boid = SpawnAt(*World, "Boid", {0.0f, 0.0f, 0.0f});
	SpawnAt(*World, "Threat", {0.0f, 0.0f, 8.0f}, FVector{}, "Goal");
	FOrder Harmless = FOrder::SetSetting("threat.enabled", false, "Goal");
	Do(*World, Harmless);
	Do(*World, FOrder::SetTarget("Boids", "Goal"));
	World->Step();
	// normalised sum (0,0,1) x maxSpeed 5 - v, clamped to maxSteerForce 5: 5 m/s^2 for one step
	CHECK(World->FindActor(Boid)->Velocity.z == Approx(5.0f / 60.0f).epsilon(1e-4));
	Do(*World, FOrder::SetTargetPoint("Boids", {8.0f, 0.0f, 0.0f}));
	World->Step();
	CHECK(World->FindActor(Boid)->Velocity.x > 0.0f);
	FDiagnostics Diagnostics;
	CHECK_FALSE(World->Execute(FOrder::SetTarget("Boyds", "Goal"), Diagnostics));
	CHECK(Diagnostics.ToString().find("did you mean \"Boids\"?") != std::string::npos);
	CHECK_FALSE(World->Execute(FOrder::SetTarget("Boids", "Goal", "prey"), Diagnostics));
}

TEST_CASE("Order setBoidTarget: one boid goes its own way, its flock another, until it is told to rejoin")
{
	const std::unique_ptr<UWorld> World = MakeOpenSpace();
	const FActorId Own = SpawnAt(*World, "Boid", {0.0f, 0.0f, 0.0f});
	const FActorId Other = SpawnAt(*World, "Boid", {40.0f, 0.0f, 0.0f}); // out of sight
	Do(*World, FOrder::SetTargetPoint("Boids", {20.0f, 0.0f, 50.0f}));
	Do(*World, FOrder::SetBoidTarget(Own, {0.0f, 0.0f, -50.0f}));
	World->Step();
	// Alone: maxSpeed toward its target - 0, clamped to maxSteerForce 5 m/s^2.
	CHECK(World->FindActor(Own)->Velocity.z == Approx(-5.0f / 60.0f).epsilon(1e-4));
	CHECK(World->FindActor(Other)->Velocity.z > 0.0f);
	Do(*World, FOrder::ClearBoidTarget(Own));
	const float Before = World->FindActor(Own)->Velocity.z;
	World->Step();
	CHECK(World->FindActor(Own)->Velocity.z > Before);
}

TEST_CASE("Order setBoidTarget: bad ones are refused by name, written and read it is the same")
{
	const std::unique_ptr<UWorld> World = MakeOpenSpace();
	const FActorId Boid = SpawnAt(*World, "Boid", {0.0f, 0.0f, 0.0f});
	const FActorId Wall = SpawnAt(*World, "Wall", {50.0f, 0.0f, 0.0f}, FVector{}, "Rampart");
	FDiagnostics Diagnostics;
	CHECK_FALSE(World->Execute(FOrder::SetBoidTarget(Wall, {}), Diagnostics));
	CHECK(Diagnostics.ToString().find("\"Rampart\" is no boid") != std::string::npos);
	CHECK_FALSE(World->Execute(FOrder::SetBoidTarget(Boid, {}, -1.0f), Diagnostics));
	CHECK_FALSE(World->Execute(FOrder::SetBoidTarget(Boid, {std::nanf(""), 0.0f, 0.0f}), Diagnostics));
	CHECK_FALSE(World->Execute(FOrder::SetBoidTarget({}, {}), Diagnostics));
	Do(*World, FOrder::SetBoidTarget(Boid, {30.0f, 0.0f, 0.0f}, 2.0f));
	FByteWriter Writer;
	FOrder::SetBoidTarget(Boid, {30.0f, 0.0f, 0.0f}, 2.0f).Write(Writer);
	FByteReader Reader(Writer.GetBytes());
	const FOrder Copy = FOrder::Read(Reader);
	REQUIRE(Reader.IsOk());
	CHECK(Copy.Kind == EOrder::SetBoidTarget);
	CHECK(Copy.Vector == FVector{30.0f, 0.0f, 0.0f});
	CHECK(ToString(Copy.Kind) == "setBoidTarget");
}

TEST_CASE("UFlockSubsystem: a target that is not there yet, or gone, is no target")
{
	const std::unique_ptr<UWorld> World = MakeOpenSpace();
	const FActorId Boid = SpawnAt(*World, "Boid", {0.0f, 0.0f, 0.0f});
	Do(*World, FOrder::SetTarget("Boids", "Later"));
	World->Step();
	CHECK(World->FindActor(Boid)->Velocity == FVector{});
	const FActorId Later = SpawnAt(*World, "Ball", {0.0f, 0.0f, 9.0f}, FVector{}, "Later");
	World->Step();
	CHECK(World->FindActor(Boid)->Velocity.z > 0.0f);
	World->DestroyActor(Later);
	World->Step();
	const FVector Velocity = World->FindActor(Boid)->Velocity;
	World->Step();
	CHECK(World->FindActor(Boid)->Velocity == Velocity);
}

TEST_CASE("UFlockSubsystem: a walking boid falls freely while its speed over the ground is clamped")
{
	FWorldDef Def = MakeDef();
	Def.Settings.KillHeight = -1000.0f;
	UWorld World(std::move(Def));
	const FActorId Walker = SpawnAt(World, "Walker", {0.0f, 60.0f, 0.0f});
	Do(World, FOrder::SetSetting("flock.world.shape", std::string("open"), "Walkers"));
	Do(World, FOrder::SetTargetPoint("Walkers", {100.0f, 0.0f, 0.0f}));
	double Fall = 0.0;
	double Walk = 0.0;
	for (int32_t Step = 0; Step < 120; ++Step)
	{
		World.Step();
		Fall += 9.81 / 60.0;
		Walk += (2.5 - Walk) / 60.0; // normalize(sum) x maxSpeed - v, below maxSteerForce
		const FVector Velocity = World.FindActor(Walker)->Velocity;
		CHECK(double(-Velocity.y) == Approx(Fall).epsilon(1e-3));
		CHECK(double(Length(Horizontal(Velocity))) == Approx(Walk).epsilon(1e-3));
	}
	World.GetPhysics().SetVelocity(World.FindActor(Walker)->Body, {4.0f, -20.0f, 0.0f});
	for (int32_t Step = 0; Step < 40; ++Step) // longer than impulseTime
	{
		World.Step();
	}
	CHECK(Length(Horizontal(World.FindActor(Walker)->Velocity)) <= 2.5f * 1.0001f);
	CHECK(World.FindActor(Walker)->Velocity.y < -20.0f);
}

TEST_CASE("UFlockSubsystem: a push between steps is noticed and lifts the clamp for impulseTime")
{
	const std::unique_ptr<UWorld> World = MakeOpenSpace();
	const FActorId Boid = SpawnAt(*World, "Boid", {0.0f, 0.0f, 0.0f});
	World->Step();
	World->GetPhysics().SetVelocity(World->FindActor(Boid)->Body, {30.0f, 0.0f, 0.0f});
	int32_t Free = 0;
	while (Length(World->FindActor(Boid)->Velocity) > 5.001f || Free == 0)
	{
		World->Step();
		++Free;
		REQUIRE(Free < 100);
	}
	CHECK(Free >= 30); // 0.5 s
	CHECK(Free <= 33);
}

TEST_CASE("UFlockSubsystem: boids flee a threat, tell it once, remember it, and calm down")
{
	const std::unique_ptr<UWorld> World = MakeOpenSpace();
	const FActorId Boid = SpawnAt(*World, "Boid", {0.0f, 0.0f, 0.0f});
	World->Step();
	FOrder Drop;
	Drop.Kind = EOrder::DropThreat;
	Drop.Transform = At(-1.0f, 0.0f, 0.0f);
	Drop.Amount = 1.0f;
	Drop.Name = "Hawk";
	Do(*World, Drop);
	const FActorId Hawk = World->FindActorByName("Hawk");
	int32_t Sensed = 0;
	int32_t Lost = 0;
	int32_t HawkGone = 0;
	for (int32_t Step = 0; Step < 360; ++Step)
	{
		World->Step();
		for (const FEvent& Event : World->GetEvents().GetAll())
		{
			if (Event.Id == EEvent::ThreatSensed)
			{
				++Sensed;
				CHECK(Event.A == Boid);
				CHECK(Event.B == Hawk);
			}
			Lost += Event.Id == EEvent::ThreatLost ? 1 : 0;
			HawkGone += Event.Id == EEvent::Destroyed && Event.A == Hawk ? 1 : 0;
		}
		if (Step == 30)
		{
			UFlockSubsystem::FBoidInfo Info;
			REQUIRE(FlocksOf(*World).GetBoidInfo(Boid, Info));
			CHECK(Info.bFleeing);
			CHECK(Info.MemoryLeft > 0.0f);
			CHECK(Info.SpeedLimit == Approx(5.0f * 1.5f)); // maxSpeed x predator boost
			CHECK(World->FindActor(Boid)->Velocity.x > 0.0f);
		}
	}
	CHECK(HawkGone == 1); // after its second
	CHECK(Sensed == 1);
	CHECK(Lost == 1);
}

TEST_CASE("UFlockSubsystem: a fleeing boid turns harder than the flock's limit by predator.steerBoost")
{
	const std::unique_ptr<UWorld> World = MakeOpenSpace();
	SpawnAt(*World, "Boid", {0.0f, 0.0f, 0.0f});
	Do(*World, FOrder::SetSetting("flock.predator.steerBoost", 3.0f, "Boids"));
	Do(*World, FOrder::SetSetting("flock.maxSteerForce", 2.0f, "Boids"));
	FOrder Drop;
	Drop.Kind = EOrder::DropThreat;
	Drop.Transform = At(-1.0f, 0.0f, 0.0f);
	Drop.Amount = 1.0f;
	Do(*World, Drop);
	World->Step();
	World->Step();
	CHECK(Length(FlocksOf(*World).GetFlock(0).Accelerations[0]) == Approx(6.0f));
}

TEST_CASE("UFlockSubsystem: where only maxSpeed differs the flock is one, each keeps its own limit")
{
	const std::unique_ptr<UWorld> World = MakeOpenSpace();
	const FActorId Slow = SpawnAt(*World, "Boid", {0.0f, 0.0f, 0.0f});
	FOrder Order = FOrder::Spawn("Boid", At(0.0f, 0.0f, 3.0f));
	Order.Text = R"({"flocking": {"flock": {"maxSpeed": 10}}})";
	const FActorId Quick = Do(*World, Order);
	Order.Text = R"({"flocking": {"flock": {"separation": {"weight": 9}}, "speedScale": 0.5}})";
	Order.Transform = At(0.0f, 0.0f, -3.0f);
	const FActorId Half = Do(*World, Order);
	Do(*World, FOrder::SetTargetPoint("Boids", {1000.0f, 0.0f, 0.0f}));
	Do(*World, FOrder::SetSetting("flock.target.weight", 50.0f, "Boids"));
	for (int32_t Step = 0; Step < 300; ++Step)
	{
		World->Step();
	}
	CHECK(FlocksOf(*World).GetFlockCount() == 1);
	CHECK(Length(World->FindActor(Slow)->Velocity) == Approx(5.0f).epsilon(0.01));
	CHECK(Length(World->FindActor(Quick)->Velocity) == Approx(10.0f).epsilon(0.01));
	CHECK(Length(World->FindActor(Half)->Velocity) == Approx(2.5f).epsilon(0.01));
}

TEST_CASE("UFlockSubsystem: a boid without a body is moved by the flock itself, as Bullet would move it")
{
	const std::unique_ptr<UWorld> World = MakeOpenSpace();
	const FActorId WithBody = SpawnAt(*World, "Boid", {0.0f, 0.0f, 0.0f});
	FOrder Order = FOrder::Spawn("Boid", At(0.0f, 0.0f, 0.0f));
	Order.Text = R"({"body": null, "flocking": {"flockId": "Ghosts"}})";
	const FActorId Without = Do(*World, Order);
	Do(*World, FOrder::SetTargetPoint("Boids", {7.0f, 1.0f, 3.0f}));
	Do(*World, FOrder::SetTargetPoint("Ghosts", {7.0f, 1.0f, 3.0f}));
	for (int32_t Step = 0; Step < 240; ++Step)
	{
		World->Step();
		const FVector Gap =
		    World->FindActor(WithBody)->Transform.Location - World->FindActor(Without)->Transform.Location;
		CHECK(Length(Gap) < 1e-3f);
	}
}

TEST_CASE("UFlockSubsystem: on a torus what leaves on one side comes in on the other with the same velocity")
{
	const std::unique_ptr<UWorld> World = MakeOpenSpace();
	const FActorId Boid = SpawnAt(*World, "Boid", {9.99f, 0.0f, 0.0f}, {3.0f, 0.0f, 0.0f});
	Do(*World, FOrder::SetSetting("flock.world.shape", std::string("torus"), "Boids"));
	Do(*World, FOrder::SetSetting("flock.torus.size", FVector{20.0f, 20.0f, 20.0f}, "Boids"));
	World->Step();
	const AActor& Actor = *World->FindActor(Boid);
	CHECK(Actor.Transform.Location.x == Approx(9.99f + 3.0f / 60.0f - 20.0f).margin(1e-4));
	CHECK(Actor.Velocity.x == Approx(3.0f).margin(1e-4));
	CHECK(World->GetPreviousTransform(Boid) == Actor.Transform); // drawing must not slide it across
}

TEST_CASE("UFlockSubsystem: neighbours of a boid are those within its radius, by creation")
{
	const std::unique_ptr<UWorld> World = MakeOpenSpace();
	const FActorId A = SpawnAt(*World, "Boid", {0.0f, 0.0f, 0.0f});
	const FActorId B = SpawnAt(*World, "Boid", {4.9f, 0.0f, 0.0f});
	SpawnAt(*World, "Boid", {0.0f, 5.1f, 0.0f});
	UFlockSubsystem::FBoidInfo Info;
	REQUIRE(FlocksOf(*World).GetBoidInfo(A, Info));
	CHECK(Info.Neighbors == std::vector<FActorId>{B});
	CHECK_FALSE(FlocksOf(*World).GetBoidInfo(FActorId{}, Info));
}

TEST_CASE("UMoverSubsystem: a player walks its path, says when it ends, and obeys keys before the path")
{
	UWorld World(MakeDef());
	SpawnAt(World, "Ground", {0.0f, -1.0f, 0.0f});
	const FActorId Player = SpawnAt(World, "Player", {0.0f, 0.9f, 0.0f}, FVector{}, "Player");
	Do(World, FOrder::SetSetting("playerMover.loop", false, "Player"));
	FOrder Path;
	Path.Kind = EOrder::SetPath;
	Path.Name = "Player";
	Path.Points = {{3.0f, 0.0f, 0.0f}, {3.0f, 0.0f, 4.0f}};
	Do(World, Path);
	int32_t Ended = 0;
	int32_t EndStep = 0;
	for (int32_t Step = 0; Step < 300; ++Step)
	{
		World.Step();
		for (const FEvent& Event : World.GetEvents().GetAll())
		{
			if (Event.Id == EEvent::PathEnded)
			{
				++Ended;
				EndStep = Step;
				CHECK(Event.A == Player);
			}
		}
	}
	CHECK(Ended == 1);
	// About 2.5 + 3.5 m (within arrivalRadius 0.5 m of each point) at 2 m/s.
	CHECK(EndStep == Approx(3.1 * 60.0).margin(20.0));
	CHECK(Length(Horizontal(World.FindActor(Player)->Transform.Location - FVector{3.0f, 0.0f, 4.0f})) < 0.6f);
	CHECK(Length(Horizontal(World.FindActor(Player)->Velocity)) < 1e-3f);

	Do(World, FOrder::Input(Player, {1.0f, 0.0f, 1.0f}));
	World.Step();
	CHECK(Length(Horizontal(World.FindActor(Player)->Velocity)) == Approx(2.0f).epsilon(1e-3)); // diagonals no faster
	FDiagnostics Diagnostics;
	CHECK_FALSE(World.Execute(FOrder::Input(World.GetActors()[0], {1.0f, 0.0f, 0.0f}), Diagnostics));
	CHECK(Diagnostics.ToString().find("playerMover") != std::string::npos);
}

TEST_CASE("UFlockSubsystem: boids of more different settings than fit into one flock are refused with the reason")
{
	const std::unique_ptr<UWorld> World = MakeOpenSpace();
	const auto Make = [](int32_t Kind) {
		return SpawnVariant(
		    {float(Kind), 0.0f, 0.0f}, R"({"bounds": {"weight": )" + std::to_string(Kind * 0.01) + "}}");
	};
	for (int32_t Kind = 0; Kind < 255; ++Kind)
	{
		Do(*World, Make(Kind));
	}
	FDiagnostics Diagnostics;
	CHECK_FALSE(World->Execute(Make(255), Diagnostics));
	CHECK(Diagnostics.ToString().find("255 different settings") != std::string::npos);
	CHECK(World->GetActors().size() == 255);
	CHECK(World->GetPhysics().GetBodyCount() == 255);
	Do(*World, Make(7)); // one of a kind that is there
	World->Step();
	CHECK(FlocksOf(*World).GetFlock(0).Ids.size() == 256);
}

TEST_CASE("UFlockSubsystem: a threat's radius is in metres for boids of every kind")
{
	const std::unique_ptr<UWorld> World = MakeOpenSpace();
	Do(*World, SpawnVariant({0.0f, 90.0f, 0.0f}, R"({"predator": {"radius": 20}})")); // the first kind of the flock
	const FActorId Near = Do(*World, SpawnVariant({3.5f, 0.0f, 0.0f}, R"({"predator": {"radius": 5}})"));
	const FActorId Far = Do(*World, SpawnVariant({0.0f, 0.0f, 4.5f}, R"({"predator": {"radius": 5}})"));
	Do(*World, DropThreat({0.0f, 0.0f, 0.0f}, 4.0f));
	World->Step();
	CHECK(Flees(*World, Near));
	CHECK_FALSE(Flees(*World, Far));
}

TEST_CASE("UFlockSubsystem: the threat that is named is one whose reach the boid is in")
{
	const std::unique_ptr<UWorld> World = MakeOpenSpace();
	SpawnAt(*World, "Boid", {0.0f, 0.0f, 0.0f});
	Do(*World, DropThreat({3.0f, 0.0f, 0.0f}, 1.0f, "Wasp"));
	Do(*World, DropThreat({0.0f, 0.0f, 8.0f}, 20.0f, "Hawk"));
	World->Step();
	int32_t Sensed = 0;
	for (const FEvent& Event : World->GetEvents().GetAll())
	{
		Sensed += Event.Id == EEvent::ThreatSensed && Event.B == World->FindActorByName("Hawk") ? 1 : 0;
	}
	CHECK(Sensed == 1);
}

TEST_CASE("UFlockSubsystem: a boid that no longer heeds threats is no longer fleeing")
{
	const std::unique_ptr<UWorld> World = MakeOpenSpace();
	const FActorId Boid = SpawnAt(*World, "Boid", {0.0f, 0.0f, 0.0f});
	Do(*World, DropThreat({1.0f, 0.0f, 0.0f}, 5.0f));
	World->Step();
	REQUIRE(Flees(*World, Boid));
	Do(*World, FOrder::SetSetting("flock.predator.weight", 0.0f, "Boids"));
	World->Step();
	CHECK_FALSE(Flees(*World, Boid));
	CHECK(World->GetEvents().GetAll().back().Id == EEvent::ThreatLost);
}

TEST_CASE("UFlockSubsystem: walls push each pedestrian once, however many kinds its flock has")
{
	const auto PushOf = [](const char* OfSecond)
	{
		const std::unique_ptr<UWorld> World = MakeOpenSpace();
		const char* const Wall = R"({"body": {"halfExtent": [50, 5, 0.5]}})";
		FOrder Long = FOrder::Spawn("Wall", At(0.0f, 0.0f, 0.0f));
		Long.Text = Wall;
		Do(*World, Long);
		const std::string Pedestrian = R"({"model": "pedestrian", "predator": {"radius": )";
		Do(*World, SpawnVariant({-30.0f, 0.0f, 1.2f}, Pedestrian + "9}}"));
		Do(*World, SpawnVariant({30.0f, 0.0f, 1.2f}, Pedestrian + OfSecond + "}}"));
		World->Step();
		const std::span<const FVector> Accelerations = FlocksOf(*World).GetFlock(0).Accelerations;
		return std::array<FVector, 2>{Accelerations[0], Accelerations[1]};
	};
	const std::array<FVector, 2> OneKind = PushOf("9");
	const std::array<FVector, 2> TwoKinds = PushOf("8"); // which nothing here depends on
	REQUIRE(OneKind[0].z > 0.1f);
	CHECK(TwoKinds[0] == OneKind[0]);
	CHECK(TwoKinds[1] == OneKind[1]);
}

TEST_CASE("UFlockSubsystem: a setting that one kind of boids cannot take changes none of them, in no flock")
{
	const std::unique_ptr<UWorld> World = MakeOpenSpace();
	Do(*World, SpawnVariant({0.0f, 0.0f, 0.0f}, R"({"neighborRadius": 9, "separation": {"radius": 2}})"));
	Do(*World, SpawnVariant({5.0f, 0.0f, 0.0f}, R"({"neighborRadius": 9, "separation": {"radius": 6}})"));
	FOrder Other = FOrder::Spawn("Boid", At(0.0f, 20.0f, 0.0f));
	Other.Text = R"({"flocking": {"flockId": "Others", "flock": {"neighborRadius": 9, "separation": {"radius": 2}}}})";
	Do(*World, Other);
	const auto IsRefused = [&](const char* FlockId)
	{
		FDiagnostics Diagnostics;
		const bool bSet = World->SetSetting("flock.neighborRadius", FlockId, 4.0f, Diagnostics);
		return !bSet && Diagnostics.HasErrors() && FlocksOf(*World).GetFlock(0).Settings->NeighborRadius == 9.0f &&
		       FlocksOf(*World).GetFlock(1).Settings->NeighborRadius == 9.0f;
	};
	CHECK(IsRefused("Boids"));
	CHECK(IsRefused(""));
	CHECK_FALSE(IsRefused("Others")); // which has no such boid
}

TEST_CASE("UFlockSubsystem: several settings at once are taken as a whole or not at all")
{
	const std::unique_ptr<UWorld> World = MakeOpenSpace();
	Do(*World, SpawnVariant({0.0f, 0.0f, 0.0f}, R"({"neighborRadius": 9, "separation": {"radius": 6}})"));
	const FFlockSettings& Settings = *FlocksOf(*World).GetFlock(0).Settings;
	// One by one neither order would do for both ways: the radii are bound to each other.
	Do(*World,
	    FOrder::SetSetting("flock", std::string(R"({"neighborRadius": 4, "separation": {"radius": 3}})"), "Boids"));
	CHECK(Settings.NeighborRadius == 4.0f);
	CHECK(Settings.SeparationRadius == 3.0f);
	Do(*World,
	    FOrder::SetSetting("flock", std::string(R"({"separation": {"radius": 8}, "neighborRadius": 9})"), "Boids"));
	CHECK(Settings.NeighborRadius == 9.0f);
	CHECK(Settings.SeparationRadius == 8.0f);
	FDiagnostics Diagnostics;
	CHECK_FALSE(World->SetSetting("flock", "Boids", std::string(R"({"maxSpeed": 3, "maxSped": 3})"), Diagnostics));
	CHECK(Diagnostics.ToString().find("maxSped") != std::string::npos);
	CHECK_FALSE(World->SetSetting("flock", "Bords", std::string("{}"), Diagnostics));
	CHECK(Settings.MaxSpeed != 3.0f);
	const FNamedSetting Mixed[] = {{"maxSpeed", 3.0f}, {"separation.radius", 20.0f}};
	CHECK_FALSE(FlocksOf(*World).SetFlockSettings("Boids", Mixed, Diagnostics));
	CHECK(Settings.MaxSpeed != 3.0f);
}

TEST_CASE("UFlockSubsystem: boids whose bodies fall walk, and fly where nothing falls, and their metrics agree")
{
	for (const bool bGravity : {true, false})
	{
		const std::unique_ptr<UWorld> World = bGravity ? std::make_unique<UWorld>(MakeDef()) : MakeOpenSpace();
		for (const float Height : {50.0f, 53.0f})
		{
			FOrder Order = FOrder::Spawn("Boid", At(Height - 50.0f, Height, 0.0f));
			Order.Text = R"({"body": {"gravity": true}})";
			Do(*World, Order);
		}
		UFlockSubsystem& Flocks = FlocksOf(*World);
		CHECK(Flocks.IsFlockPlanar(*World, 0) == bGravity);
		// 3 m apart along X and 3 m in height
		const float Nearest = Flocks.ComputeMetrics(*World, 0).MeanNearestDistance;
		CHECK(Nearest == Approx(bGravity ? 3.0f : 3.0f * std::sqrt(2.0f)).margin(0.01));
	}
}
} // namespace Flockwork
