#include "FlockTestSupport.h"
#include "FlockworkCore/Hash.h"
#include "FlockworkFlock/FlockBehaviors.h"
#include "FlockworkFlock/FlockMetrics.h"
#include "FlockworkFlock/SpeedClamp.h"

#include <catch2/catch.hpp>

using namespace Flockwork;

namespace
{
// Everything that a flock does in a step, on a pool of so many threads; the hash of where it got to.
uint64_t RunWhole(const FFlockSettings& Settings, int32_t Threads, int32_t Steps)
{
	FTaskPool Pool({Threads});
	FTestFlock Flock = RandomFlock(3000, 15.0f, 99);
	FFlockSteering Steering;
	FFlockBehaviors Behaviors;
	FFlockMeter Meter;
	FStateHash Hash;
	const FThreat Threat{{3.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}};
	for (int32_t Step = 0; Step < Steps; ++Step)
	{
		Flock.Step = uint64_t(Step);
		FFlockSurroundings Around;
		Around.Target = FVector{10.0f, 0.0f, 0.0f};
		Around.Threats = {&Threat, 1};
		FFlockInput Input = Flock.Input();
		Behaviors.Run(Settings, Input, Around, Pool);
		Input.ExtraSums = Behaviors.GetExtraSums();
		Input.SpeedScales = Behaviors.GetSpeedScales();
		FFlockOutput Output{Flock.Accelerations};
		Steering.Run(Settings, Input, Output, Pool);
		for (size_t Boid = 0; Boid < Flock.Ids.size(); ++Boid)
		{
			Flock.Velocities[Boid] += Flock.Accelerations[Boid] * Flock.DeltaTime;
		}
		FSpeedClampJob Clamp;
		Clamp.Velocities = Flock.Velocities;
		Clamp.SpeedScales = Behaviors.GetBoosts();
		Clamp.MaxSpeed = Settings.MaxSpeed;
		Clamp.Run(Pool);
		for (size_t Boid = 0; Boid < Flock.Ids.size(); ++Boid)
		{
			Flock.Positions[Boid] += Flock.Velocities[Boid] * Flock.DeltaTime;
		}
		const FFlockMetrics Metrics = Meter.Compute({Flock.Positions, Flock.Velocities, Settings.NeighborRadius}, Pool);
		Hash.Add(std::span<const FVector>(Flock.Positions));
		Hash.Add(std::span<const FVector>(Flock.Velocities));
		Hash.Add(Metrics.Polarisation);
		Hash.Add(Metrics.Milling);
		Hash.Add(Metrics.MeanNearestDistance);
		Hash.Add(uint64_t(Metrics.ClusterCount));
	}
	return Hash.Get();
}
} // namespace

TEST_CASE("FFlockSteering: the same bits at one, two and five threads, in every model")
{
	for (uint8_t Model = 0; Model <= uint8_t(EFlockModel::Pedestrian); ++Model)
	{
		FFlockSettings Settings;
		Settings.Model = EFlockModel(Model);
		Settings.WanderWeight = 0.5f;
		Settings.SpeedVariation = 0.2f;
		Settings.ZoneAttractionWidth = 3.0f;
		const uint64_t Expected = RunWhole(Settings, 1, 8);
		CHECK(RunWhole(Settings, 2, 8) == Expected);
		CHECK(RunWhole(Settings, 5, 8) == Expected);
	}
}

TEST_CASE("FFlockSteering: the same bits at every thread count with topological neighbours")
{
	FFlockSettings Settings;
	Settings.Neighborhood = ENeighborhood::Topological;
	const uint64_t Expected = RunWhole(Settings, 1, 8);
	CHECK(RunWhole(Settings, 2, 8) == Expected);
	CHECK(RunWhole(Settings, 5, 8) == Expected);
}

TEST_CASE("FFlockSteering: another seed takes another course where there is noise")
{
	FFlockSettings Settings;
	Settings.Model = EFlockModel::Zones;
	FTestFlock A = RandomFlock(50, 5.0f, 1);
	FTestFlock B = A;
	B.Seed = 2;
	Steer(Settings, A, ETestPath::AsChosen);
	Steer(Settings, B, ETestPath::AsChosen);
	CHECK(!SameBits(A.Accelerations, B.Accelerations));
}

TEST_CASE("FFlockSteering: a boid's noise does not depend on who else is in the flock")
{
	FFlockSettings Settings;
	Settings.Model = EFlockModel::Vicsek;
	FTestFlock Two;
	Two.Add({0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f});
	Two.Add({100.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f});
	FTestFlock Second;
	Second.Add({100.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f});
	Second.Ids[0] = Two.Ids[1];
	CHECK(Steer(Settings, Two, ETestPath::AsChosen)[1] == Steer(Settings, Second, ETestPath::AsChosen)[0]);
}
