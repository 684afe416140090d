#pragma once
// The demo player: velocity straight from the keys, no inertia.
#include "FlockworkCore/Math.h"

namespace Flockwork
{
struct FPlayerInput
{
	float Right = 0.0f;   // [-1, 1]: D minus A
	float Forward = 0.0f; // [-1, 1]: W minus S
};

// m/s of the demo player.
inline constexpr float PlayerSpeed = 6.0f;

// The horizontal velocity for this input, diagonals no faster than straight, an analogue stick slower in proportion.
// CameraYaw: the direction that Forward means, radians about Y (0: +Z, growing toward +X). Right is to the right of it
// as seen from above with Y up: at yaw 0, -X. VerticalVelocity (falling) is kept. NaN input counts as 0.
FVector PlayerVelocity(
    const FPlayerInput& Input, float CameraYaw = 0.0f, float Speed = PlayerSpeed, float VerticalVelocity = 0.0f);
} // namespace Flockwork
