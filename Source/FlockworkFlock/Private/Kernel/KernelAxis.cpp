#include "KernelAxis.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace Flockwork
{
namespace
{
// Bounds the tables; a world longer than this many radii gets wider slabs.
constexpr float MaxSlabs = 65536.0f;
// Room for a flock that spreads: its tables must not grow with each new slab.
constexpr size_t UsualSlabs = 1024;

template <typename Value>
void ReserveInStrides(std::vector<Value>& Table, size_t Count)
{
	if (Table.capacity() < Count)
	{
		Table.reserve(std::max(2 * Count, UsualSlabs + 1));
	}
}
} // namespace

void FKernelAxis::Reset(float Origin, float Extent, float InPeriod, float MinWidth)
{
	Period = InPeriod;
	const float Length = Period > 0.0f ? Period : Extent;
	const bool bUsable = Length > 0.0f && std::isfinite(Length);
	SlabCount = bUsable ? int32_t(std::clamp(Length / MinWidth, 1.0f, MaxSlabs)) : 1;
	Lookup = {Origin, bUsable ? float(SlabCount) / Length : 0.0f, SlabCount - 1};
	ReserveInStrides(Occupied, size_t(SlabCount));
	ReserveInStrides(Ranks, size_t(SlabCount) + 1);
}

void FKernelAxis::UseAllSlabs()
{
	RankCount = SlabCount;
	Ranks.resize(size_t(SlabCount) + 1);
	for (int32_t Slab = 0; Slab <= SlabCount; ++Slab)
	{
		Ranks[size_t(Slab)] = Slab;
	}
	Lookup.Ranks = Ranks.data();
}

void FKernelAxis::BeginMarking()
{
	const size_t Count = size_t(SlabCount);
	Occupied.assign(Count, 0);
}

void FKernelAxis::Mark(float Position)
{
	std::atomic_ref<uint8_t>(Occupied[size_t(Lookup.SlabOf(Position))]).store(1, std::memory_order_relaxed);
}

void FKernelAxis::EndMarking()
{
	CountRanks();
}

void FKernelAxis::Coarsen()
{
	const size_t Half = (Occupied.size() + 1) / 2;
	for (size_t Slab = 0; Slab < Half; ++Slab)
	{
		const bool bSecond = 2 * Slab + 1 < Occupied.size() && Occupied[2 * Slab + 1] != 0;
		Occupied[Slab] = Occupied[2 * Slab] != 0 || bSecond ? 1 : 0;
	}
	Occupied.resize(Half);
	++Lookup.Shift;
	CountRanks();
}

void FKernelAxis::CountRanks()
{
	Ranks.resize(Occupied.size() + 1);
	RankCount = 0;
	for (size_t Slab = 0; Slab < Occupied.size(); ++Slab)
	{
		Ranks[Slab] = RankCount;
		RankCount += Occupied[Slab];
	}
	Ranks[Occupied.size()] = RankCount;
	Lookup.Ranks = Ranks.data();
}

int32_t FKernelAxis::FindRanks(float Low, float High, FSpanRange Out[2]) const
{
	const float First = Lookup.Scaled(Low);
	const float Last = Lookup.Scaled(High);
	const float Count = float(SlabCount);
	if (Period > 0.0f && (First < 0.0f || Last >= Count))
	{
		// Across the seam: from the first slab up to some, and from some up to the last.
		Out[0] = Lookup.RanksOfSlabs(0.0f, First < 0.0f ? Last : Last - Count);
		Out[1] = Lookup.RanksOfSlabs(First < 0.0f ? First + Count : First, Count);
		if (Last - First < Count && Out[0].End <= Out[1].First)
		{
			return 2;
		}
		Out[0] = {0, RankCount}; // the two meet: every rank, but only once
		return 1;
	}
	Out[0] = Lookup.RanksOfSlabs(First, Last);
	return 1;
}
} // namespace Flockwork
