#include "FlockworkFlock/PlayerMover.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
float CleanAxis(float Value)
{
	return std::isnan(Value) ? 0.0f : std::clamp(Value, -1.0f, 1.0f);
}
} // namespace

FVector PlayerVelocity(const FPlayerInput& Input, float CameraYaw, float Speed, float VerticalVelocity)
{
	const FVector Ahead{std::sin(CameraYaw), 0.0f, std::cos(CameraYaw)};
	const FVector ToTheRight{-Ahead.z, 0.0f, Ahead.x}; // Ahead x Up
	const FVector Wish = ToTheRight * CleanAxis(Input.Right) + Ahead * CleanAxis(Input.Forward);
	const FVector Velocity = ClampLength(Wish, 1.0f) * Speed;
	return {Velocity.x, VerticalVelocity, Velocity.z};
}
} // namespace Flockwork
