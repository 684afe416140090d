#pragma once
// One axis of the grid, cut into slabs. Where the world is so large that most slabs are empty, only the occupied ones
// get a row of cells: a lone boid a hundred kilometres away costs one row, not a coarser grid for all the others.
//
//	slab       0    1    2    3    4    5
//	boids    | ** | *  |    |    |    | *  |
//	rank       0    1    2    2    2    2    3      3 ranks: 0, 1 and 2
#include "KernelTypes.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace Flockwork
{
// The whole number below Value, at least 0 and at most Last; 0 for NaN, which inf * 0 makes in absurdly large worlds.
// The upper bound is applied to the integer: as a float it would become a branch, mispredicted in every last slab.
inline int32_t FloorWithin(float Value, int32_t Last)
{
	constexpr float Convertible = 1e9f;
	const float Positive = Value > 0.0f ? Value : 0.0f;
	return std::min(int32_t(Positive < Convertible ? Positive : Convertible), Last);
}

// Position to rank, small enough to be copied into a loop.
struct FRankLookup
{
	float Origin = 0.0f;
	float InverseWidth = 1.0f;
	int32_t LastSlab = 0;
	int32_t Shift = 0;              // 2^Shift slabs have been merged into one
	const int32_t* Ranks = nullptr; // by merged slab, one more than there are: occupied slabs before it

	float Scaled(float Position) const { return (Position - Origin) * InverseWidth; }
	int32_t SlabOf(float Position) const { return FloorWithin(Scaled(Position), LastSlab); }
	int32_t RankOf(float Position) const { return Ranks[SlabOf(Position) >> Shift]; }
	FSpanRange RanksOfSlabs(float First, float Last) const
	{
		return {Ranks[FloorWithin(First, LastSlab) >> Shift], Ranks[(FloorWithin(Last, LastSlab) >> Shift) + 1]};
	}
};

class FKernelAxis
{
public:
	// Slabs at least MinWidth wide from Origin over Extent, or over Period > 0 on a torus' axis (then Extent <=
	// Period).
	void Reset(float Origin, float Extent, float Period, float MinWidth);
	int32_t GetSlabCount() const { return SlabCount; }
	// Gives every slab a rank.
	void UseAllSlabs();
	// Gives only occupied slabs a rank: mark all positions between these two. Mark may run on several threads.
	void BeginMarking();
	void Mark(float Position);
	void EndMarking();
	// Merges pairs of slabs; only after EndMarking.
	void Coarsen();
	int32_t GetRankCount() const { return RankCount; }

	// For positions from Origin to Origin + Extent; after marking: those that were marked. Valid until the next Reset.
	const FRankLookup& GetLookup() const { return Lookup; }
	// The ranks of what lies in [Low, High], in at most two ranges in ascending order (two only across a torus' seam).
	int32_t FindRanks(float Low, float High, FSpanRange Out[2]) const;
	// The same for an axis that is no torus.
	FSpanRange FindRanks(float Low, float High) const
	{
		return Lookup.RanksOfSlabs(Lookup.Scaled(Low), Lookup.Scaled(High));
	}
	size_t GetMemoryBytes() const { return Occupied.capacity() + Ranks.capacity() * sizeof(Ranks[0]); }

private:
	void CountRanks();

	FRankLookup Lookup;
	float Period = 0.0f;
	int32_t SlabCount = 1;
	int32_t RankCount = 1;
	std::vector<uint8_t> Occupied; // by merged slab
	std::vector<int32_t> Ranks;
};
} // namespace Flockwork
