#include "FlockworkFlock/Facing.h"

#include "FlockworkCore/Assert.h"
#include "Kernel/MotionKernel.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr int32_t BoidsPerChunk = 512;

// The shorter way round, in (-Pi, Pi].
float WrapAngle(float Angle)
{
	return std::remainder(Angle, 2.0f * Pi);
}

FQuat AboutY(float Yaw)
{
	return {std::cos(0.5f * Yaw), 0.0f, std::sin(0.5f * Yaw), 0.0f};
}
} // namespace

float BankAngle(const FVector& Velocity, const FVector& Acceleration, float BankLimit)
{
	const FVector Ahead = SafeNormal(Horizontal(Velocity));
	const FVector Left{Ahead.z, 0.0f, -Ahead.x}; // Up x Ahead: +X of a boid that faces Ahead
	const float Sideways = glm::dot(Acceleration, Left) / StandardGravity;
	return -std::atan(std::clamp(Sideways, -BankLimit, BankLimit));
}

FQuat FaceVelocity(const FQuat& Rotation, const FVector& Velocity, const FVector& Acceleration,
    const FFacingSettings& Settings, float DeltaTime)
{
	const FVector Direction = Settings.bFull3D ? Velocity : Horizontal(Velocity);
	if (LengthSquared(Direction) <= FacingMinSpeedSquared)
	{
		return Rotation;
	}
	const float Alpha = SmoothingAlpha(Settings.RotationSpeed, DeltaTime);
	if (!Settings.bFull3D)
	{
		const float Yaw = YawOf(Rotation);
		const float Wanted = std::atan2(Direction.x, Direction.z);
		return AboutY(Yaw + WrapAngle(Wanted - Yaw) * Alpha);
	}
	FQuat Wanted = LookRotation(Direction);
	if (Settings.bBank)
	{
		const float Roll = BankAngle(Velocity, Acceleration, Settings.BankLimit);
		Wanted = Wanted * FQuat(std::cos(0.5f * Roll), 0.0f, 0.0f, std::sin(0.5f * Roll));
	}
	return glm::normalize(glm::slerp(Rotation, Wanted, Alpha));
}

void FaceVelocities(std::span<FQuat> Rotations, std::span<const FVector> Velocities,
    std::span<const FVector> Accelerations, const FFacingSettings& Settings, float DeltaTime)
{
	FW_CHECK(Velocities.size() == Rotations.size(), "one velocity a rotation");
	FW_CHECK(Accelerations.empty() || Accelerations.size() == Rotations.size(), "one acceleration a rotation");
	const auto FaceOne = [&](size_t Boid)
	{
		const FVector Acceleration = Accelerations.empty() ? FVector{0.0f, 0.0f, 0.0f} : Accelerations[Boid];
		Rotations[Boid] = FaceVelocity(Rotations[Boid], Velocities[Boid], Acceleration, Settings, DeltaTime);
	};
	const float Alpha = SmoothingAlpha(Settings.RotationSpeed, DeltaTime);
	const std::span<const FVector> Banking = Settings.bBank ? Accelerations : std::span<const FVector>();
	const bool bAllTurned = Settings.bFull3D ? FaceFullFast(Rotations, Velocities, Banking, Settings.BankLimit, Alpha)
	                                         : FaceYawFast(Rotations, Velocities, Alpha);
	for (size_t Boid = 0; !bAllTurned && Boid < Rotations.size(); ++Boid)
	{
		const bool bLeft =
		    Settings.bFull3D ? IsSteep(Velocities[Boid]) : Rotations[Boid].x != 0.0f || Rotations[Boid].z != 0.0f;
		if (bLeft)
		{
			FaceOne(Boid);
		}
	}
}

bool FFacingJob::Validate() const
{
	return Velocities.size() == Rotations.size() &&
	       (Accelerations.empty() || Accelerations.size() == Velocities.size()) && Settings.RotationSpeed >= 0.0f &&
	       DeltaTime > 0.0f;
}

void FFacingJob::Run(ITaskScheduler& Scheduler) const
{
	ParallelFor(Scheduler, int32_t(Velocities.size()), BoidsPerChunk,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    const size_t Count = size_t(End - Begin);
		    const std::span<const FVector> Pushes =
		        Accelerations.empty() ? Accelerations : Accelerations.subspan(size_t(Begin), Count);
		    FaceVelocities(Rotations.subspan(size_t(Begin), Count), Velocities.subspan(size_t(Begin), Count), Pushes,
		        Settings, DeltaTime);
	    });
}
} // namespace Flockwork
