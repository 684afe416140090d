#pragma once
// A scene given by its distance function: sweeps march along it, so that obstacle tests need no physics module.
#include "FlockworkCore/SceneQuery.h"

#include <algorithm>
#include <functional>

namespace Flockwork
{
class FDistanceScene final : public ISceneQuery
{
public:
	using FDistance = std::function<float(const FVector&)>;
	explicit FDistanceScene(FDistance InDistance) : Distance(std::move(InDistance)) {}

	bool SweepSphere(const FSphereSweep& Query, const FQueryFilter&, FHit& Out) const override
	{
		Out = FHit{};
		const FVector Way = Query.End - Query.Start;
		const float Total = Length(Way);
		const FVector Direction = SafeNormal(Way);
		Out.bStartPenetrating = Distance(Query.Start) < Query.Radius;
		float Travelled = 0.0f;
		while (Travelled <= Total)
		{
			const FVector Center = Query.Start + Direction * Travelled;
			const float Gap = Distance(Center) - Query.Radius;
			if (Gap < 1e-4f)
			{
				Out.Normal = NormalAt(Center);
				Out.bHit = Out.bStartPenetrating || glm::dot(Out.Normal, Direction) < -1e-3f; // grazing is no hit
				Out.Distance = Travelled;
				Out.Fraction = Travelled / Total;
				Out.Position = Center - Out.Normal * Query.Radius;
				return Out.bHit;
			}
			Travelled += std::max(Gap, 1e-3f);
		}
		return false;
	}
	bool Raycast(const FRayQuery&, const FQueryFilter&, FHit&) const override { return false; }
	bool SweepCapsule(const FCapsuleSweep&, const FQueryFilter&, FHit&) const override { return false; }
	int32_t OverlapSphere(
	    const FVector& Center, float Radius, const FQueryFilter&, std::span<FOverlap> Out) const override
	{
		const float Gap = Distance(Center);
		if (Gap >= Radius)
		{
			return 0;
		}
		if (!Out.empty())
		{
			Out[0] = FOverlap{};
			Out[0].Push = NormalAt(Center) * (Radius - Gap);
		}
		return 1;
	}
	int32_t OverlapCapsule(const FVector&, float, float, const FQueryFilter&, std::span<FOverlap>) const override
	{
		return 0;
	}
	// Whether the ball around the box touches anything.
	int32_t OverlapBox(
	    const FTransform& Transform, const FVector& HalfExtent, const FQueryFilter&, std::span<FOverlap>) const override
	{
		return Distance(Transform.Location) < Length(HalfExtent) ? 1 : 0;
	}
	bool Push(uint64_t, const FVector&, const FVector&) override { return false; }

	FDistance Distance;

private:
	FVector NormalAt(const FVector& P) const
	{
		constexpr float H = 1e-3f;
		const FVector X{H, 0.0f, 0.0f};
		const FVector Y{0.0f, H, 0.0f};
		const FVector Z{0.0f, 0.0f, H};
		return SafeNormal(
		    {Distance(P + X) - Distance(P - X), Distance(P + Y) - Distance(P - Y), Distance(P + Z) - Distance(P - Z)});
	}
};

// Distance functions.
inline float ToPlane(const FVector& P, const FVector& Normal, float Offset)
{
	return glm::dot(P, Normal) - Offset;
}
inline float ToPillar(const FVector& P, float X, float Z, float Radius)
{
	return std::sqrt((P.x - X) * (P.x - X) + (P.z - Z) * (P.z - Z)) - Radius;
}
inline float ToBox(const FVector& P, const FVector& Center, const FVector& Half)
{
	const FVector Q = glm::abs(P - Center) - Half;
	const FVector Outside = glm::max(Q, FVector{0.0f, 0.0f, 0.0f});
	return Length(Outside) + std::min(std::max(Q.x, std::max(Q.y, Q.z)), 0.0f);
}
} // namespace Flockwork
