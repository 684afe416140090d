#pragma once
// Speed clamp and facing of many boids at once. Each boid by itself, and with exact operations only, so the bits depend
// neither on the vector width nor on where a caller cuts.
#include "FlockworkCore/Math.h"

#include <span>

namespace Flockwork
{
// As ClampSpeed, to the bit.
void ClampSpeedsFast(std::span<FVector> Velocities, std::span<const float> Limits, bool bPlanar);
// As FaceVelocity without bFull3D, within 1e-6 rad. Alpha: the share of the way to the wanted yaw. Only boids that
// stand upright (their rotation is one about Y) are turned; false: there were others, which are left as they are.
bool FaceYawFast(std::span<FQuat> Rotations, std::span<const FVector> Velocities, float Alpha);
// As FaceVelocity with bFull3D, within 1e-6 rad; Accelerations are for the bank, empty: none. False: some fly steeply
// (IsSteep), and these are left as they are.
bool FaceFullFast(std::span<FQuat> Rotations, std::span<const FVector> Velocities,
    std::span<const FVector> Accelerations, float BankLimit, float Alpha);

// Within a few thousandths of a degree of straight up or down, where a heading has no digits left.
inline constexpr float SteepShareSquared = 1e-8f;
inline bool IsSteep(const FVector& Velocity)
{
	return Velocity.x * Velocity.x + Velocity.z * Velocity.z <= SteepShareSquared * (Velocity.y * Velocity.y);
}
} // namespace Flockwork
