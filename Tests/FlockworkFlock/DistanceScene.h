#pragma once
// A scene given by its distance function: sweeps march along it, so that obstacle tests need no physics module.
#include "FlockworkCore/SceneQuery.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace Flockwork
{
class FDistanceScene final : public ISceneQuery
{
public:
	using FDistance = std::function<float(const FVector&)>;
	explicit FDistanceScene(FDistance InDistance) : FDistanceScene(std::vector<FDistance>{std::move(InDistance)}) {}
	// Several bodies: an overlap answers with each.
	explicit FDistanceScene(std::vector<FDistance> InBodies) : Bodies(std::move(InBodies)) {}

	float Distance(const FVector& P) const
	{
		float Least = 1e9f;
		for (const FDistance& Body : Bodies)
		{
			Least = std::min(Least, Body(P));
		}
		return Least;
	}

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
		int32_t Count = 0;
		for (const FDistance& Body : Bodies)
		{
			const float Gap = Body(Center);
			if (Gap < Radius && size_t(Count) < Out.size())
			{
				Out[size_t(Count)] = FOverlap{};
				Out[size_t(Count)].Push = NormalAt(Center, Body) * (Radius - Gap);
			}
			Count += Gap < Radius ? 1 : 0;
		}
		return Count;
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

	std::vector<FDistance> Bodies;

private:
	FVector NormalAt(const FVector& P) const
	{
		return NormalAt(P, [this](const FVector& Place) { return Distance(Place); });
	}
	static FVector NormalAt(const FVector& P, const FDistance& Distance)
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
