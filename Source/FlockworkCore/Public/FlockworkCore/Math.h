#pragma once
// Vectors, rotations and transforms. SI units, Y up, right-handed, forward is -Z only for cameras: actors face +Z.
// glm gives the types and their operators; this header gives them the project's names.
// Trap: glm's vectors do not initialise themselves. Write `FVector Location{};`, never `FVector Location;`.
#include <cmath>
#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace Flockwork
{
using FVector = glm::vec3;
using FVector2D = glm::vec2;
// Component order in memory x, y, z, w; constructor order w, x, y, z (glm's).
using FQuat = glm::quat;

inline constexpr float Pi = 3.14159265358979323846f;
inline constexpr FVector UpVector{0.0f, 1.0f, 0.0f};
inline constexpr FVector ForwardVector{0.0f, 0.0f, 1.0f};
inline constexpr FQuat IdentityQuat{1.0f, 0.0f, 0.0f, 0.0f};

// Location in metres, rotation a unit quaternion, one uniform scale > 0. Applied as scale, rotate, translate.
struct FTransform
{
	FVector Location{0.0f, 0.0f, 0.0f};
	FQuat Rotation{1.0f, 0.0f, 0.0f, 0.0f};
	float Scale = 1.0f;

	FVector TransformPoint(const FVector& Point) const { return Location + Rotation * (Point * Scale); }
	FVector TransformDirection(const FVector& Direction) const { return Rotation * Direction; }
	FVector InverseTransformPoint(const FVector& Point) const
	{
		return (glm::conjugate(Rotation) * (Point - Location)) / Scale;
	}
	friend bool operator==(const FTransform& A, const FTransform& B)
	{
		return A.Location == B.Location && A.Rotation == B.Rotation && A.Scale == B.Scale;
	}
};

struct FBox
{
	FVector Min{0.0f, 0.0f, 0.0f};
	FVector Max{0.0f, 0.0f, 0.0f};
};

inline float LengthSquared(const FVector& V)
{
	return V.x * V.x + V.y * V.y + V.z * V.z;
}
inline float Length(const FVector& V)
{
	return std::sqrt(LengthSquared(V));
}
inline FVector Horizontal(const FVector& V)
{
	return {V.x, 0.0f, V.z};
}
inline bool IsFinite(const FVector& V)
{
	return std::isfinite(V.x) && std::isfinite(V.y) && std::isfinite(V.z);
}
inline bool IsFinite(const FQuat& Q)
{
	return std::isfinite(Q.x) && std::isfinite(Q.y) && std::isfinite(Q.z) && std::isfinite(Q.w);
}
inline bool IsFinite(const FTransform& T)
{
	return IsFinite(T.Location) && IsFinite(T.Rotation) && std::isfinite(T.Scale);
}

// The unit vector, or zero when the length is at most Tolerance: never a division by zero.
FVector SafeNormal(const FVector& V, float Tolerance = 1e-12f);
// V, shortened to MaxLength where it is longer. MaxLength >= 0.
FVector ClampLength(const FVector& V, float MaxLength);
// 1 - exp(-Rate * DeltaTime): the share of the way a smoothed value moves in DeltaTime. Unlike a plain lerp by
// Rate * DeltaTime, the result after a given time does not depend on the frame rate.
float SmoothingAlpha(float Rate, float DeltaTime);
// The rotation that turns +Z to Forward while keeping Up above; identity when Forward is zero, any roll when parallel.
FQuat LookRotation(const FVector& Forward, const FVector& Up = UpVector);
// The rotation about Y that turns +Z to the horizontal part of Forward; identity when that is zero.
FQuat YawRotation(const FVector& Forward);
// Angle about Y of a rotation's +Z axis, radians in (-Pi, Pi]; 0 faces +Z, positive turns toward +X.
float YawOf(const FQuat& Rotation);
// A unit vector that depends on the two ids alone: the direction used where two things share one place.
// Antisymmetric: DirectionFromIds(A, B) == -DirectionFromIds(B, A). Zero when A == B.
FVector DirectionFromIds(uint32_t A, uint32_t B);
} // namespace Flockwork
