#pragma once
// What the metrics' vectorised passes over neighbours read.
#include "FlockworkFlock/NeighborGrid.h"

namespace Flockwork
{
// Rows of coordinates may be read this many entries past their end.
inline constexpr size_t NeighborPadding = 16;

struct FPlaceRun
{
	uint32_t Begin; // sorted places
	uint32_t End;
};
inline constexpr size_t MaxRowsNextTo = 18; // nine, each cut in two by a seam

// Runs with all points of a dense grid's cell and of the cells around it; returns how many there are. Not a part of the
// vectorised passes, for which it is called: a compiler does not melt those together with the grid's own code.
inline size_t ListRowsNextTo(const FNeighborGrid& Grid, const FGridCell& Cell, FPlaceRun* Out)
{
	size_t Count = 0;
	Grid.ForEachRunNextTo(Cell,
	    [&](uint32_t Begin, uint32_t End, const FGridCell*)
	    {
		    Out[Count] = {Begin, End};
		    Count += Begin < End ? 1 : 0;
	    });
	return Count;
}

struct FNeighborJob
{
	const FNeighborGrid& Grid; // its cells at least as wide as Radius, and a hair more for rounding
	const float* X;            // of the grid's sorted points, padded; Y is 0 throughout when planar
	const float* Y;
	const float* Z;
	FVector TorusPeriod; // m; 0: that axis is open
	float Radius;        // m

	bool HasTorus() const { return TorusPeriod.x > 0.0f || TorusPeriod.y > 0.0f || TorusPeriod.z > 0.0f; }
};
} // namespace Flockwork
