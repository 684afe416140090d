#pragma once
// What queries need to know of a convex hull: its corners, its faces' planes and its edges' directions.
#include "FlockworkCore/Math.h"

#include <LinearMath/btVector3.h>
#include <span>
#include <vector>

namespace Flockwork
{
struct FHullPlane
{
	btVector3 Normal; // unit, outward
	float Offset;     // Normal . p == Offset on the plane
};

struct FHullGeometry
{
	std::vector<btVector3> Corners;
	std::vector<FHullPlane> Planes;
	std::vector<btVector3> EdgeDirections; // unit, each line once

	// False when the points span no volume; then nothing changes.
	bool Build(std::span<const FVector> Points);
	// Distance from the origin to the nearest face; negative when the origin lies outside.
	float InnerRadius() const;
};

// Corners of the same hull with its faces moved inward, and by how much (at most Margin, less for thin hulls). Bullet
// collides hulls as "corners plus a rounding margin": shrunk by the margin first, the whole has the size asked for.
float ShrinkHull(std::span<const FVector> Points, float Margin, std::vector<btVector3>& OutCorners);
} // namespace Flockwork
