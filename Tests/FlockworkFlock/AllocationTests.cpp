// A flock that has reached its size steps without asking for memory, on every path.
#include "AllocationCounter.h"
#include "DistanceScene.h"
#include "FlockTestSupport.h"
#include "FlockworkFlock/FlockBehaviors.h"
#include "FlockworkFlock/FlockMetrics.h"
#include "FlockworkFlock/ObstacleAvoidance.h"

#include <catch2/catch.hpp>

using namespace Flockwork;

namespace
{
int64_t CountAllocations(const FFlockSettings& Settings)
{
	const FDistanceScene Wall([](const FVector& P) { return ToPlane(P, {0.0f, 0.0f, -1.0f}, -20.0f); });
	FTaskPool Pool({2});
	FTestFlock Flock = RandomFlock(3000, 12.0f, 1);
	FFlockBehaviors Behaviors;
	FFlockSteering Steering;
	FObstacleAvoidance Avoidance;
	FFlockMeter Meter;
	const FThreat Threat{{1.0f, 2.0f, 3.0f}, {}, 1.0f};
	FFlockSurroundings Around;
	Around.Threats = {&Threat, 1};
	Around.Target = FVector{5.0f, 5.0f, 5.0f};
	const auto Step = [&]()
	{
		FFlockInput Input = Flock.Input();
		Behaviors.Run(Settings, Input, Around, Pool);
		Input.ExtraSums = Behaviors.GetExtraSums();
		Input.SpeedScales = Behaviors.GetSpeedScales();
		FFlockOutput Output{Flock.Accelerations};
		Steering.Run(Settings, Input, Output, Pool);
		Avoidance.Run({}, Input, Output, Wall);
		Meter.Compute({Flock.Positions, Flock.Velocities, Settings.NeighborRadius}, Pool);
		for (size_t Boid = 0; Boid < Flock.Ids.size(); ++Boid)
		{
			Flock.Velocities[Boid] = ClampLength(Flock.Velocities[Boid] + Flock.Accelerations[Boid] * 0.016f, 5.0f);
			Flock.Positions[Boid] += Flock.Velocities[Boid] * 0.016f;
		}
		++Flock.Step;
	};
	for (int32_t Warm = 0; Warm < 30; ++Warm)
	{
		Step();
	}
	const FAllocationCounter Counter;
	for (int32_t Steady = 0; Steady < 10; ++Steady)
	{
		Step();
	}
	return Counter.GetCount();
}
} // namespace

TEST_CASE("Flock: the counter of allocations counts")
{
	const FAllocationCounter Counter;
	void* const Memory = ::operator new(1000); // a vector's, unused, is left out by compilers
	CHECK(Counter.GetCount() == 1);
	::operator delete(Memory);
}

TEST_CASE("Flock: a steady step allocates nothing, on the fast path")
{
	FFlockSettings Settings;
	Settings.WanderWeight = 0.3f;
	CHECK(CountAllocations(Settings) == 0);
}

TEST_CASE("Flock: a steady step allocates nothing, on the general path")
{
	FFlockSettings Topological;
	Topological.Neighborhood = ENeighborhood::Topological;
	CHECK(CountAllocations(Topological) == 0);
	FFlockSettings Zones;
	Zones.Model = EFlockModel::Zones;
	Zones.ZoneAttractionWidth = 3.0f;
	CHECK(CountAllocations(Zones) == 0);
}
