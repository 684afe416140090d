#pragma once
// For each boid: how many others are within a radius, and how near the nearest is. Vectorised, for the metrics.
#include "FlockworkFlock/NeighborGrid.h"

#include <cstdint>

namespace Flockwork
{
// Rows of the arrays may be read this many entries past their end.
inline constexpr size_t NearestPadding = 16;

struct FNearestJob
{
	const FNeighborGrid& Grid; // dense; its cells at least as wide as Radius, and a hair more for rounding
	const float* X;            // of the grid's sorted points, padded; Y is 0 throughout when planar
	const float* Y;
	const float* Z;
	FVector TorusPeriod;
	float Radius;
	float* NearestSquared; // out, by sorted place: m^2, the largest float where nobody is within Radius
	int32_t* Neighbors;    // out, by sorted place
};

// The sorted places Begin, Begin + Stride, ... below End. The same bits for every instruction set: minima and counts
// have no rounding, and each distance is made of exact operations.
void FindNearest(const FNearestJob& Job, uint32_t Begin, uint32_t End, uint32_t Stride);
} // namespace Flockwork
