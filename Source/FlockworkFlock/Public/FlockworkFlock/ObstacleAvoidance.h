#pragma once
// Keeps boids out of static geometry: a sphere is cast ahead of each; where a hit is nearer than the boid can stop, the
// flock's acceleration gives way to one along the surface, in the direction of least deviation that is free.
#include "FlockworkCore/SceneQuery.h"
#include "FlockworkCore/Tasks.h"
#include "FlockworkFlock/FlockTypes.h"

#include <vector>

namespace Flockwork
{
struct FObstacleAvoidanceSettings
{
	float LookAhead = 1.0f;     // s, > 0: the cast's length at the present speed, never below the stopping distance
	float Radius = 0.5f;        // m, > 0: of the cast sphere; the body's own radius or a little more
	float MaxSpeed = 5.0f;      // m/s, > 0
	float MaxSteerForce = 5.0f; // m/s^2, > 0
	bool bPlanar = false;       // casts and steers horizontally; floors that a walker stands on are no obstacle
	int32_t Interval = 4;       // [1, 60] steps between a boid's casts while nothing is ahead of it; 1: every step
	uint32_t LayerMask = 1;     // what is an obstacle: world static
};

class FObstacleAvoidance
{
public:
	// Overrides Output.Accelerations where needed. Query must be thread-safe where the scheduler has several threads.
	void Run(const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input, FFlockOutput& Output,
	    const ISceneQuery& Query, ITaskScheduler& Scheduler);
	// Boids whose acceleration the last Run replaced.
	int32_t GetOverrideCount() const { return OverrideCount; }

private:
	void GatherCasts(const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input);
	void GatherWaysOut(const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input);
	void Override(const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input, FFlockOutput& Output);

	std::vector<FSphereSweep> Sweeps;
	std::vector<FHit> Hits;
	std::vector<uint32_t> SweepBoids; // which boid each sweep is for
	std::vector<FSphereSweep> WaySweeps;
	std::vector<FHit> WayHits;
	std::vector<uint32_t> Endangered; // index into Sweeps
	int32_t OverrideCount = 0;
};
} // namespace Flockwork
