#pragma once
// The parts that one boid's steering is made of, for drawing and for understanding a flock. Reads only.
#include "FlockworkCore/Tasks.h"
#include "FlockworkFlock/FlockSettings.h"
#include "FlockworkFlock/FlockTypes.h"

namespace Flockwork
{
// Weighted, as they are added up. Normalized: shares of the direction wanted, each rule's at most its weight long.
// Additive and Reynolds: m/s^2, before the speed limit.
struct FRuleForces
{
	FVector Separation{0.0f, 0.0f, 0.0f};
	FVector Alignment{0.0f, 0.0f, 0.0f};
	FVector Cohesion{0.0f, 0.0f, 0.0f};
	FVector Others{0.0f, 0.0f, 0.0f}; // target, bounds, threats ...: FFlockInput::ExtraSums
};

// Of the boid at place Boid (< number of boids) as Input is now. False for models that do not add up rules (Zones,
// Vicsek, Pedestrian): Out is then left alone. Builds a grid of the whole flock: meant for a boid or two a frame.
bool ComputeRuleForces(
    const FFlockSettings& Settings, const FFlockInput& Input, size_t Boid, ITaskScheduler& Scheduler, FRuleForces& Out);
} // namespace Flockwork
