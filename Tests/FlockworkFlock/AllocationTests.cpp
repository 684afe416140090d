// A flock that has reached its size steps without asking for memory, on every path.
#include "DistanceScene.h"
#include "FlockTestSupport.h"
#include "FlockworkFlock/FlockBehaviors.h"
#include "FlockworkFlock/FlockMetrics.h"
#include "FlockworkFlock/ObstacleAvoidance.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <cstdlib>
#include <new>

using namespace Flockwork;

namespace
{
// Counts while a test asks for it; in all threads of this program.
std::atomic<bool> bCounting{false};
std::atomic<int64_t> Allocations{0};

void* Allocate(size_t Size, size_t Alignment)
{
	Allocations += bCounting ? 1 : 0;
	const size_t Least = std::max(Alignment, alignof(std::max_align_t));
	void* Memory = std::aligned_alloc(Least, (std::max<size_t>(Size, 1) + Least - 1) / Least * Least);
	if (!Memory)
	{
		std::abort();
	}
	return Memory;
}

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
	Allocations = 0;
	bCounting = true;
	for (int32_t Steady = 0; Steady < 10; ++Steady)
	{
		Step();
	}
	bCounting = false;
	return Allocations;
}
} // namespace

// Not inlined: g++ would otherwise see free() meet new and warn.
[[gnu::noinline]] void* operator new(size_t Size)
{
	return Allocate(Size, 1);
}
[[gnu::noinline]] void* operator new(size_t Size, std::align_val_t Alignment)
{
	return Allocate(Size, size_t(Alignment));
}
[[gnu::noinline]] void operator delete(void* Memory) noexcept
{
	std::free(Memory);
}
[[gnu::noinline]] void operator delete(void* Memory, size_t) noexcept
{
	std::free(Memory);
}
[[gnu::noinline]] void operator delete(void* Memory, std::align_val_t) noexcept
{
	std::free(Memory);
}
[[gnu::noinline]] void operator delete(void* Memory, size_t, std::align_val_t) noexcept
{
	std::free(Memory);
}

TEST_CASE("Flock: the counter of allocations counts")
{
	Allocations = 0;
	bCounting = true;
	const std::vector<int32_t> Some(1000);
	bCounting = false;
	CHECK(Some.size() == 1000);
	CHECK(Allocations >= 1);
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
