#pragma once
// What the metrics' vectorised passes over neighbours read.
#include "FlockworkFlock/NeighborGrid.h"

namespace Flockwork
{
// Rows of coordinates may be read this many entries past their end.
inline constexpr size_t NeighborPadding = 16;

struct FNeighborJob
{
	const FNeighborGrid& Grid; // its cells at least as wide as Radius, and a hair more for rounding
	const float* X;            // of the grid's sorted points, padded; Y is 0 throughout when planar
	const float* Y;
	const float* Z;
	FVector TorusPeriod; // m; 0: that axis is open
	float Radius;        // m
};
} // namespace Flockwork
