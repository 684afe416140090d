#pragma once
// What the kernel is compared with: the Normalized model written down plainly.
#include "FlockworkCore/Tasks.h"
#include "FlockworkFlock/FlockSettings.h"
#include "FlockworkFlock/FlockTypes.h"

#include <cstdint>
#include <vector>

namespace Flockwork
{
// A flock of a benchmark: about 23 neighbours within 5 m, as the figures of the literature have it.
struct FFlockState
{
	std::vector<FVector> Positions;
	std::vector<FVector> Velocities;
	std::vector<FVector> Accelerations;
	std::vector<uint32_t> Ids;

	static FFlockState Make(int32_t Count, uint64_t Seed = 1);
	int32_t Num() const { return int32_t(Positions.size()); }
	FFlockInput GetInput() const;
	// Semi-implicit Euler with the speed clamp.
	void Integrate(const FFlockSettings& Settings);
	double CountNeighbors(float Radius) const; // mean over the boids
};
// What all flock benchmarks run: the defaults in an open world, so that only the neighbour rules are at work.
FFlockSettings MakeBenchSettings();

// Every boid looks at every other.
void RunBruteForce(const FFlockSettings& Settings, FFlockState& State, ITaskScheduler& Scheduler);

// A uniform grid by counting sort, cells as wide as the radius, scalar code, boids in their own order: what a good
// programmer writes first.
class FScalarGrid
{
public:
	void Run(const FFlockSettings& Settings, FFlockState& State, ITaskScheduler& Scheduler);

private:
	void Sort(const FFlockState& State, float CellSize);
	int32_t CellOf(const FVector& Point) const;

	FVector Origin{};
	float CellSize = 1.0f;
	int32_t SizeX = 1;
	int32_t SizeY = 1;
	int32_t SizeZ = 1;
	std::vector<int32_t> CellOfBoid;
	std::vector<int32_t> Starts;
	std::vector<int32_t> Sorted;
};
} // namespace Flockwork
