#pragma once
// Convex hulls as triangles, for whoever draws them.
#include "FlockworkCore/Math.h"

#include <cstdint>
#include <span>
#include <vector>

namespace Flockwork
{
// The surface of the convex hull of Points (m): its corners, and three indices a triangle, counter-clockwise from
// outside. False when the points span no volume, as for a body of that shape; then nothing changes.
bool MakeHullMesh(
    std::span<const FVector> Points, std::vector<FVector>& OutVertices, std::vector<uint32_t>& OutIndices);
} // namespace Flockwork
