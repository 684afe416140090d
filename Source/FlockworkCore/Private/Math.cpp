#include "FlockworkCore/Math.h"

#include "FlockworkCore/Random.h"

#include <algorithm>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

namespace Flockwork
{
FVector SafeNormal(const FVector& V, float Tolerance)
{
	const float VLength = Length(V);
	if (!(VLength > Tolerance)) // also when it is NaN
	{
		return FVector{0.0f};
	}
	if (!std::isfinite(VLength)) // the square overflowed: bring the components to 1 first
	{
		const float Largest = std::max({std::abs(V.x), std::abs(V.y), std::abs(V.z)});
		return std::isfinite(Largest) ? SafeNormal(V / Largest) : FVector{0.0f};
	}
	return V / VLength;
}

FVector ClampLength(const FVector& V, float MaxLength)
{
	const float VLength = Length(V);
	return VLength > MaxLength ? V * (MaxLength / VLength) : V;
}

float SmoothingAlpha(float Rate, float DeltaTime)
{
	// expm1 keeps its digits where Rate * DeltaTime is small.
	return -std::expm1(-Rate * DeltaTime);
}

FQuat LookRotation(const FVector& Forward, const FVector& Up)
{
	const FVector ZAxis = SafeNormal(Forward);
	if (ZAxis == FVector{0.0f})
	{
		return IdentityQuat;
	}
	constexpr float ParallelTolerance = 1e-6f;
	FVector XAxis = SafeNormal(glm::cross(SafeNormal(Up), ZAxis), ParallelTolerance);
	if (XAxis == FVector{0.0f})
	{
		const FVector Other = std::abs(ZAxis.x) < 0.9f ? FVector{1.0f, 0.0f, 0.0f} : FVector{0.0f, 0.0f, 1.0f};
		XAxis = SafeNormal(glm::cross(Other, ZAxis));
	}
	const FVector YAxis = glm::cross(ZAxis, XAxis);
	return glm::normalize(glm::quat_cast(glm::mat3(XAxis, YAxis, ZAxis)));
}

FQuat YawRotation(const FVector& Forward)
{
	const FVector Flat = SafeNormal(Horizontal(Forward));
	if (Flat == FVector{0.0f})
	{
		return IdentityQuat;
	}
	// (cos, sin) of half the angle, up to length: (1 + cos, sin), or the form that does not cancel behind the back.
	const float CosPart = Flat.z >= 0.0f ? 1.0f + Flat.z : std::abs(Flat.x);
	const float SinPart = Flat.z >= 0.0f ? Flat.x : std::copysign(1.0f - Flat.z, Flat.x);
	const float Norm = std::sqrt(CosPart * CosPart + SinPart * SinPart);
	return FQuat{CosPart / Norm, 0.0f, SinPart / Norm, 0.0f};
}

float YawOf(const FQuat& Rotation)
{
	const FVector Facing = Rotation * ForwardVector;
	const float Yaw = std::atan2(Facing.x, Facing.z);
	return Yaw <= -Pi ? Pi : Yaw;
}

FVector DirectionFromIds(uint32_t A, uint32_t B)
{
	if (A == B)
	{
		return FVector{0.0f};
	}
	const uint64_t Pair = (uint64_t(std::min(A, B)) << 32) | std::max(A, B);
	const FVector Direction = FRandomStream(Pair).UnitVector();
	return A < B ? Direction : -Direction;
}
} // namespace Flockwork
