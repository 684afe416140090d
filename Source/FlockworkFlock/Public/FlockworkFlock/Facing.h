#pragma once
// Turning boids toward where they go. A walker turns about Y; a flyer may face its full velocity and bank into turns.
#include "FlockworkCore/Math.h"
#include "FlockworkCore/Tasks.h"

#include <span>

namespace Flockwork
{
struct FFacingSettings
{
	float RotationSpeed = 10.0f; // 1/s, >= 0: the gap to the wanted direction shrinks by exp(-RotationSpeed * time)
	bool bFull3D = false;        // face the full velocity, nose up and down too
	bool bBank = false;          // roll into turns as a coordinated turn does; needs bFull3D
	float BankLimit = 2.0f;      // g, >= 0: the sideways acceleration that gets the steepest bank
};

// Horizontal speed^2 (full speed^2 with bFull3D) at or below which a boid keeps its facing.
inline constexpr float FacingMinSpeedSquared = 1e-4f; // m^2/s^2

inline constexpr float StandardGravity = 9.80665f; // m/s^2, of the bank

// The rotation after DeltaTime. Independent of the frame rate: two steps of half the time give the same for a constant
// velocity. Acceleration is used for the bank only.
FQuat FaceVelocity(const FQuat& Rotation, const FVector& Velocity, const FVector& Acceleration,
    const FFacingSettings& Settings, float DeltaTime);

// The same for many: what FaceVelocity gives, within 1e-6 rad. Accelerations may be empty: no bank. Any thread.
void FaceVelocities(std::span<FQuat> Rotations, std::span<const FVector> Velocities,
    std::span<const FVector> Accelerations, const FFacingSettings& Settings, float DeltaTime);

// Roll about the boid's forward axis, radians, of a coordinated turn: atan(sideways acceleration / g), at most
// atan(BankLimit); positive lowers its right wing (-X of the boid), as a turn to the right wants.
float BankAngle(const FVector& Velocity, const FVector& Acceleration, float BankLimit);

struct FFacingJob
{
	std::span<const FVector> Velocities{};
	std::span<const FVector> Accelerations{}; // may be empty: no bank
	std::span<FQuat> Rotations{};             // in and out
	FFacingSettings Settings{};
	float DeltaTime = 1.0f / 60.0f;

	bool Validate() const;
	void Run(ITaskScheduler& Scheduler) const;
};
} // namespace Flockwork
