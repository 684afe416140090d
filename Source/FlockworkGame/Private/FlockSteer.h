#pragma once
// Accelerations of a flock's boids.
#include "FlockworkCore/Math.h"

#include <cstdint>
#include <span>

namespace Flockwork
{
class UWorld;
struct FFlock;
struct FFlockInput;
struct FFlockVariant;

bool HasWorldGravity(const UWorld& World);
// Whether boids of this kind fall: only then does planar "auto" mean a flock that walks.
bool IsPulledDown(const UWorld& World, const FFlockVariant& Variant);
// The layers that boids avoid by casts.
uint32_t GetObstacleLayers();

// What the steering of one kind of its boids sees: Sense's state.
FFlockInput MakeFlockInput(const UWorld& World, const FFlock& Flock, const FFlockVariant& Variant);

// This step's, from the state that Sense has read, into Flock.Accelerations.
void SteerFlock(UWorld& World, FFlock& Flock);

// After SteerFlock: what the accelerations would be if the boids were elsewhere, for an integrator's inner stages.
// Worked out anew: neighbours, all terms of the boid's own place and velocity (target, bounds, threats, arrival ...),
// pedestrians' walls. As SteerFlock found it: where everybody else is (targets, threats, leaders, other flocks), what
// boids remember, the step's random numbers, and the acceleration of those that obstacle avoidance had to save.
void SteerTrial(UWorld& World, FFlock& Flock, std::span<const FVector> Positions, std::span<const FVector> Velocities,
    std::span<FVector> OutAccelerations);
} // namespace Flockwork
