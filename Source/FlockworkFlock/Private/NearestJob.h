#pragma once
// For each boid: how many others are within a radius, and how near the nearest is. Vectorised, for the metrics.
#include "NeighborJob.h"

#include <cstdint>

namespace Flockwork
{
struct FNearestJob
{
	FNeighborJob Of;       // of a dense grid
	float* NearestSquared; // out, by sorted place: m^2, the largest float where nobody is within the radius
	int32_t* Neighbors;    // out, by sorted place
};

// The sorted places Begin, Begin + Stride, ... below End. The same bits for every instruction set: minima and counts
// have no rounding, and each distance is made of exact operations.
void FindNearest(const FNearestJob& Job, uint32_t Begin, uint32_t End, uint32_t Stride);
} // namespace Flockwork
