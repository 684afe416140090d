#pragma once
#include "FlockworkNavigation/NavMesh.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
inline bool IsGoodObstaclePlace(const FVector& Center, float Yaw)
{
	constexpr float MaxPlace = 1e6f; // m
	return IsFinite(Center) && std::isfinite(Yaw) && LengthSquared(Center) < MaxPlace * MaxPlace;
}

// Finite, somewhere, and of some size; what the other shape would have counts too, so that no damage stays hidden.
inline bool IsGoodObstacle(const FNavObstacle& Obstacle)
{
	const auto IsGoodLength = [](float Size) { return std::isfinite(Size) && Size > 0.0f && Size < 1e6f; };
	const FVector& Half = Obstacle.HalfExtent;
	return IsGoodObstaclePlace(Obstacle.Center, Obstacle.Yaw) && IsGoodLength(Half.x) && IsGoodLength(Half.y) &&
	       IsGoodLength(Half.z) && IsGoodLength(Obstacle.Radius) && IsGoodLength(Obstacle.HalfHeight);
}

// Seen from above: whether a point lies in an obstacle grown by Margin (m).
inline bool IsInObstacle(const FNavObstacle& Obstacle, const FVector& Point, float Margin)
{
	const FVector Offset = Horizontal(Point - Obstacle.Center);
	if (Obstacle.Shape == ENavObstacleShape::Cylinder)
	{
		return Length(Offset) <= Obstacle.Radius + Margin;
	}
	const float Cos = std::cos(Obstacle.Yaw);
	const float Sin = std::sin(Obstacle.Yaw);
	const float AlongX = Cos * Offset.x - Sin * Offset.z;
	const float AlongZ = Sin * Offset.x + Cos * Offset.z;
	return std::abs(AlongX) <= Obstacle.HalfExtent.x + Margin && std::abs(AlongZ) <= Obstacle.HalfExtent.z + Margin;
}

// Margin only widens it; the heights are its own.
inline FBox GetObstacleBounds(const FNavObstacle& Obstacle, float Margin)
{
	FVector Half{Obstacle.Radius, Obstacle.HalfHeight, Obstacle.Radius};
	if (Obstacle.Shape == ENavObstacleShape::Box)
	{
		const float Cos = std::abs(std::cos(Obstacle.Yaw));
		const float Sin = std::abs(std::sin(Obstacle.Yaw));
		const FVector& Extent = Obstacle.HalfExtent;
		Half = {Cos * Extent.x + Sin * Extent.z, Extent.y, Sin * Extent.x + Cos * Extent.z};
	}
	Half += FVector{Margin, 0.0f, Margin};
	return {Obstacle.Center - Half, Obstacle.Center + Half};
}
} // namespace Flockwork
