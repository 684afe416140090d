#pragma once
// The speed limit, applied after the physics step. A push from outside (an explosion) lifts it for a while, so that the
// boid really flies off instead of stopping dead at MaxSpeed.
#include "FlockworkCore/Math.h"
#include "FlockworkCore/Tasks.h"

#include <span>

namespace Flockwork
{
// Velocity with its length (its horizontal length when planar: a boid falls as fast as gravity has it) at most
// MaxSpeed.
FVector ClampSpeed(const FVector& Velocity, float MaxSpeed, bool bPlanar);

// The same for many, to the bit: Limits in m/s, one each; infinity leaves a velocity alone. Any thread.
void ClampSpeeds(std::span<FVector> Velocities, std::span<const float> Limits, bool bPlanar);

struct FSpeedClampJob
{
	std::span<FVector> Velocities{};      // in and out
	std::span<const float> SpeedScales{}; // boost x variation; empty: 1
	std::span<float> ImpulseTimesLeft{};  // s, in and out: > 0 lifts the clamp and runs down; empty: never lifted
	float MaxSpeed = 5.0f;                // m/s
	bool bPlanar = false;
	float DeltaTime = 1.0f / 60.0f;

	bool Validate() const;
	void Run(ITaskScheduler& Scheduler) const;
};
} // namespace Flockwork
