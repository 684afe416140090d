// All behaviours in one call, and what they remember when boids come and go.
#include "FlockTestSupport.h"
#include "FlockworkFlock/FlockBehaviors.h"

#include <catch2/catch.hpp>

using namespace Flockwork;

namespace
{
FFlockSettings Quiet()
{
	FFlockSettings Settings;
	Settings.WorldShape = EWorldShape::Open;
	return Settings;
}

FVector SumOf(
    const FFlockSettings& Settings, const FTestFlock& Flock, const FFlockSurroundings& Around, size_t Boid = 0)
{
	FFlockBehaviors Behaviors;
	FSerialScheduler Serial;
	Behaviors.Run(Settings, Flock.Input(), Around, Serial);
	return Behaviors.GetExtraSums()[Boid];
}

bool IsNear(const FVector& A, const FVector& B)
{
	return Length(A - B) < 1e-4f;
}
} // namespace

TEST_CASE("FFlockBehaviors: an empty flock, and one that nothing concerns")
{
	FFlockBehaviors Behaviors;
	FSerialScheduler Serial;
	Behaviors.Run(FFlockSettings{}, FFlockInput{}, {}, Serial);
	CHECK(Behaviors.GetExtraSums().empty());
	CHECK(!Behaviors.IsFleeing(0));
	FTestFlock Flock = RandomFlock(3, 5.0f, 1);
	Behaviors.Run(Quiet(), Flock.Input(), {}, Serial);
	for (size_t Boid = 0; Boid < 3; ++Boid)
	{
		CHECK(Behaviors.GetExtraSums()[Boid] == FVector{0.0f, 0.0f, 0.0f});
		CHECK(Behaviors.GetSpeedScales()[Boid] == 1.0f);
		CHECK(Behaviors.GetBoosts()[Boid] == 1.0f);
	}
}

TEST_CASE("FFlockBehaviors: each setting brings its term in")
{
	FTestFlock Flock;
	Flock.Add({100.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f});
	FFlockSettings Bounds;
	CHECK(IsNear(SumOf(Bounds, Flock, {}), {-1.0f, 0.0f, 0.0f}));
	FFlockSettings Box;
	Box.WorldShape = EWorldShape::Box;
	CHECK(IsNear(SumOf(Box, Flock, {}), {-4.0f, 0.0f, 0.0f}));
	FFlockSettings Contained = Quiet();
	Contained.ContainmentWeight = 2.0f;
	CHECK(IsNear(SumOf(Contained, Flock, {}), {-2.0f, 0.0f, 0.0f}));

	FFlockSurroundings Target;
	Target.Target = FVector{100.0f, 5.0f, 0.0f};
	CHECK(IsNear(SumOf(Quiet(), Flock, Target), {0.0f, 0.8f, 0.0f}));
	const FVector Corner{90.0f, 0.0f, 0.0f};
	Target.Targets = {&Corner, 1};
	CHECK(IsNear(SumOf(Quiet(), Flock, Target), {-0.8f, 0.0f, 0.0f})); // a corner takes the target's place

	FFlockSurroundings Threatened;
	const FThreat Threat{{100.0f, 0.0f, -7.5f}, {}, 1.0f};
	Threatened.Threats = {&Threat, 1};
	CHECK(IsNear(SumOf(Quiet(), Flock, Threatened), {0.0f, 0.0f, 8.0f}));

	FFlockSurroundings Attracted;
	const FAttractor Attractor{{110.0f, 0.0f, 0.0f}, 20.0f, 1.0f};
	Attracted.Attractors = {&Attractor, 1};
	CHECK(IsNear(SumOf(Quiet(), Flock, Attracted), {1.0f, 0.0f, 0.0f}));

	FFlockSettings Follower = Quiet();
	Follower.LeaderCohesionWeight = 2.0f;
	FFlockSurroundings Led;
	Led.Leader = FLeader{999, {100.0f, 3.0f, 0.0f}, {1.0f, 0.0f, 0.0f}};
	CHECK(IsNear(SumOf(Follower, Flock, Led), {0.0f, 2.0f, 0.0f}));
	Led.Leader.reset(); // the leader died
	CHECK(IsNear(SumOf(Follower, Flock, Led), {0.0f, 0.0f, 0.0f}));

	FFlockSettings Hunter = Quiet();
	Hunter.PursueWeight = 1.5f;
	FFlockSurroundings Hunting;
	Hunting.Quarry = FQuarry{{100.0f, 0.0f, -3.0f}, {}};
	CHECK(IsNear(SumOf(Hunter, Flock, Hunting), {0.0f, 0.0f, -1.5f}));

	FFlockSettings OnPath = Quiet();
	OnPath.PathWeight = 1.0f;
	const FVector Path[] = {{100.0f, 0.0f, 0.0f}, {100.0f, 0.0f, 50.0f}};
	FFlockSurroundings WithPath;
	WithPath.Path = Path;
	CHECK(IsNear(SumOf(OnPath, Flock, WithPath), {0.0f, 0.0f, 1.0f}));

	FFlockSettings Formed = Quiet();
	Formed.FormationWeight = 2.0f;
	FFlockSurroundings Parade;
	Parade.Formation = FFormationFrame{{90.0f, 0.0f, 0.0f}};
	CHECK(IsNear(SumOf(Formed, Flock, Parade), {-2.0f, 0.0f, 0.0f}));

	FFlockSettings Wanderer = Quiet();
	Wanderer.WanderWeight = 0.5f;
	CHECK(Length(SumOf(Wanderer, Flock, {})) == Approx(0.5f));
}

TEST_CASE("FFlockBehaviors: boost raises the speed limit, arrival only what is steered to")
{
	FTestFlock Flock;
	Flock.Add({0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f});
	FFlockSettings Settings = Quiet();
	Settings.TargetArrivalRadius = 10.0f;
	FFlockSurroundings Around;
	Around.Target = FVector{5.0f, 0.0f, 0.0f};
	const FThreat Threat{{0.0f, 0.0f, 3.0f}, {}, 1.0f};
	Around.Threats = {&Threat, 1};
	const float Outside = 1.2f;
	Around.Boosts = {&Outside, 1};
	FFlockBehaviors Behaviors;
	FSerialScheduler Serial;
	Behaviors.Run(Settings, Flock.Input(), Around, Serial);
	CHECK(Behaviors.GetBoosts()[0] == Approx(1.2f * Settings.PredatorBoost));
	CHECK(Behaviors.GetSpeedScales()[0] == Approx(0.5f * 1.2f * Settings.PredatorBoost));
	CHECK(Behaviors.IsFleeing(0));
	CHECK(Behaviors.GetMemoryLeft(0) == Settings.PredatorMemory);
}

TEST_CASE("FFlockBehaviors: who flees steers harder, if the flock is set to")
{
	FTestFlock Flock;
	Flock.Add({0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f});
	Flock.Add({90.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f});
	FFlockSettings Settings = Quiet();
	const FThreat Threat{{0.0f, 0.0f, 3.0f}, {}, 1.0f};
	FFlockSurroundings Around;
	Around.Threats = {&Threat, 1};
	FFlockBehaviors Behaviors;
	FSerialScheduler Serial;
	Behaviors.Run(Settings, Flock.Input(), Around, Serial);
	CHECK(Behaviors.GetForceScales().empty());
	Settings.PredatorSteerBoost = 2.5f;
	Behaviors.Run(Settings, Flock.Input(), Around, Serial);
	REQUIRE(Behaviors.GetForceScales().size() == 2);
	CHECK(Behaviors.GetForceScales()[0] == 2.5f);
	CHECK(Behaviors.GetForceScales()[1] == 1.0f);
}

TEST_CASE("FFlockBehaviors: a boid keeps its memory when others come and go")
{
	FTestFlock Flock = RandomFlock(4, 1.0f, 1); // ids 10 to 13
	Flock.Positions[2] = {60.0f, 0.0f, 0.0f};
	const FThreat Threat{{61.0f, 0.0f, 0.0f}, {}, 1.0f};
	FFlockSurroundings Around;
	Around.Threats = {&Threat, 1};
	FFlockBehaviors Behaviors;
	FSerialScheduler Serial;
	Behaviors.Run(Quiet(), Flock.Input(), Around, Serial);
	REQUIRE(Behaviors.IsFleeing(2));
	REQUIRE(!Behaviors.IsFleeing(0));
	FTestFlock Fewer = RandomFlock(3, 1.0f, 1);
	Fewer.Ids = {5, 11, 12}; // 10 and 13 left, 5 is new
	Behaviors.Run(Quiet(), Fewer.Input(), {}, Serial);
	CHECK(!Behaviors.IsFleeing(0));
	CHECK(!Behaviors.IsFleeing(1));
	CHECK(Behaviors.IsFleeing(2));
	CHECK(Behaviors.GetExtraSums()[2].x < -1.0f);
}

TEST_CASE("FFlockBehaviors: saved and restored, it goes on with the same bits")
{
	FFlockSettings Settings = Quiet();
	Settings.WanderWeight = 1.0f;
	Settings.FormationWeight = 1.0f;
	FTestFlock Flock = RandomFlock(20, 8.0f, 3);
	const FThreat Threat{{2.0f, 0.0f, 0.0f}, {}, 0.3f};
	FFlockSurroundings Around;
	Around.Threats = {&Threat, 1};
	Around.Formation = FFormationFrame{};
	FFlockBehaviors Behaviors;
	FSerialScheduler Serial;
	for (; Flock.Step < 20; ++Flock.Step)
	{
		Behaviors.Run(Settings, Flock.Input(), Around, Serial);
	}
	FByteWriter Writer;
	Behaviors.Save(Writer);
	FFlockBehaviors Restored;
	FByteReader Reader(Writer.GetBytes());
	REQUIRE(Restored.Restore(Reader));
	Around.Threats = {};
	for (; Flock.Step < 40; ++Flock.Step)
	{
		Behaviors.Run(Settings, Flock.Input(), Around, Serial);
		Restored.Run(Settings, Flock.Input(), Around, Serial);
		for (size_t Boid = 0; Boid < Flock.Ids.size(); ++Boid)
		{
			REQUIRE(Behaviors.GetExtraSums()[Boid] == Restored.GetExtraSums()[Boid]);
			REQUIRE(Behaviors.GetSpeedScales()[Boid] == Restored.GetSpeedScales()[Boid]);
		}
	}
	for (const size_t Size : {size_t(0), size_t(10), Writer.GetBytes().size() - 1})
	{
		FByteReader Cut(std::span<const uint8_t>(Writer.GetBytes()).first(Size));
		CHECK(!Restored.Restore(Cut));
	}
}

TEST_CASE("FFlockBehaviors: a trial elsewhere answers for there, and nothing of it is remembered")
{
	FFlockSettings Settings = Quiet();
	Settings.WanderWeight = 1.0f;
	Settings.PredatorMemory = 5.0f;
	FTestFlock Flock = RandomFlock(20, 40.0f, 7);
	FFlockSurroundings Around;
	const FThreat Threat{Flock.Positions[0], {}, 1.0f};
	Around.Threats = {&Threat, 1};
	FFlockBehaviors Behaviors;
	FSerialScheduler Serial;
	Behaviors.Run(Settings, Flock.Input(), Around, Serial);
	FByteWriter Before;
	Behaviors.Save(Before);
	const std::vector<FVector> Sums(Behaviors.GetExtraSums().begin(), Behaviors.GetExtraSums().end());

	// At the same place the trial says the same, bit for bit: no time passes in it.
	Behaviors.RunTrial(Settings, Flock.Input(), Around, Serial);
	CHECK(std::equal(Sums.begin(), Sums.end(), Behaviors.GetExtraSums().begin()));
	FTestFlock Elsewhere = Flock;
	for (FVector& Position : Elsewhere.Positions)
	{
		Position = Threat.Position + (Position - Threat.Position) * 0.1f; // all in reach
	}
	Behaviors.RunTrial(Settings, Elsewhere.Input(), Around, Serial);
	CHECK_FALSE(std::equal(Sums.begin(), Sums.end(), Behaviors.GetExtraSums().begin()));
	FByteWriter After;
	Behaviors.Save(After);
	CHECK(Before.GetBytes() == After.GetBytes());
}
