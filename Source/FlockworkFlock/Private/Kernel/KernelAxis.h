#pragma once
// One of the two axes across the columns, cut into slabs. Where the world is so large that most slabs are empty, only
// the occupied ones get a column: a lone boid a hundred kilometres away costs one column, not a coarser grid for all.
//
//	slab       0    1    2    3    4    5
//	boids    | ** | *  |    |    |    | *  |
//	rank       0    1    2    2    2    2    3      columns of X: 3
#include "KernelTypes.h"

#include <cstddef>
#include <vector>

namespace Flockwork
{
class FKernelAxis
{
public:
	// Slabs at least MinWidth wide from Min to Max. On a torus axis Period > 0 and Max - Min <= Period.
	void Reset(float Min, float Max, float Period, float MinWidth);
	int32_t GetSlabCount() const { return SlabCount; }
	// Gives every slab a column.
	void UseAllSlabs();
	// Gives only occupied slabs a column: mark all positions between these two. Mark may run on several threads.
	void BeginMarking();
	void Mark(float Position);
	void EndMarking();
	// Merges pairs of slabs; only after EndMarking.
	void Coarsen();
	int32_t GetColumnCount() const { return ColumnCount; }

	// For a position within [Min, Max]; after marking: one that was marked.
	int32_t ColumnOf(float Position) const { return Ranks[size_t(SlabOf(Position) >> Shift)]; }
	// The columns that hold what lies in [Low, High], in at most two ranges (two only across a torus' seam).
	int32_t FindColumns(float Low, float High, FSpanRange Out[2]) const;
	size_t GetMemoryBytes() const { return Occupied.capacity() + Ranks.capacity() * sizeof(Ranks[0]); }

private:
	// The comparisons also hold NaN, which inf * 0 makes in absurdly large worlds, within the table.
	int32_t ClampSlab(float Slab) const
	{
		return !(Slab > 0.0f) ? 0 : Slab < float(SlabCount) ? int32_t(Slab) : SlabCount - 1;
	}
	int32_t SlabOf(float Position) const { return ClampSlab((Position - Origin) * InverseWidth); }
	FSpanRange ColumnsOfSlabs(int32_t FirstSlab, int32_t LastSlab) const
	{
		return {Ranks[size_t(FirstSlab >> Shift)], Ranks[size_t(LastSlab >> Shift) + 1]};
	}
	void CountRanks();

	float Origin = 0.0f;
	float InverseWidth = 1.0f;
	float Period = 0.0f;
	int32_t SlabCount = 1;
	int32_t Shift = 0; // 2^Shift slabs have been merged into one
	int32_t ColumnCount = 1;
	std::vector<uint8_t> Occupied;
	std::vector<int32_t> Ranks; // by merged slab, one more than there are: occupied slabs before it
};
} // namespace Flockwork
