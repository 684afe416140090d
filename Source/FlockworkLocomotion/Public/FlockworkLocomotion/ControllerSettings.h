#pragma once
// The capsule that carries a character over the ground.
#include "FlockworkCore/Settings.h"

namespace Flockwork
{
struct FControllerSettings
{
	// Capsule
	float Radius = 0.3f; // m
	float Height = 1.8f; // m, whole; at least 2 * Radius
	// Ground
	float StepHeight = 0.35f; // m; edges up to this height are climbed in stride
	float MaxSlope = 45.0f;   // deg; steeper ground is not stood on
	float SnapDistance =
	    0.4f; // m; ground so far below is followed downhill and downstairs; not above StepHeight: falls
	// Motion
	float Acceleration = 20.0f;   // m/s^2, toward the wished velocity, on the ground
	float AirAcceleration = 4.0f; // m/s^2, the same in the air
	float Gravity = 9.81f;        // m/s^2
	float JumpSpeed = 4.5f;       // m/s, upward; 4.5 reaches a metre
	float MaxFallSpeed = 50.0f;   // m/s
	bool bRidePlatforms = true;   // go and turn with the body stood on
	float PushForce = 300.0f;     // N, on dynamic bodies walked into
	int32_t SolidLayers = -1;     // layers that stop it, a bit each; -1 all

	// "controller"
	static const FSettingsTable& Table();
};
} // namespace Flockwork
