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
} // namespace

void FKernelAxis::Reset(float Min, float Max, float InPeriod, float MinWidth)
{
	Origin = Min;
	Period = InPeriod;
	const float Extent = Period > 0.0f ? Period : Max - Min;
	const bool bUsable = Extent > 0.0f && std::isfinite(Extent);
	SlabCount = bUsable ? int32_t(std::clamp(Extent / MinWidth, 1.0f, MaxSlabs)) : 1;
	InverseWidth = bUsable ? float(SlabCount) / Extent : 0.0f;
	Shift = 0;
}

void FKernelAxis::UseAllSlabs()
{
	ColumnCount = SlabCount;
	Ranks.resize(size_t(SlabCount) + 1);
	for (int32_t Slab = 0; Slab <= SlabCount; ++Slab)
	{
		Ranks[size_t(Slab)] = Slab;
	}
}

void FKernelAxis::BeginMarking()
{
	Occupied.assign(size_t(SlabCount), 0);
}

void FKernelAxis::Mark(float Position)
{
	std::atomic_ref<uint8_t>(Occupied[size_t(SlabOf(Position))]).store(1, std::memory_order_relaxed);
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
	++Shift;
	CountRanks();
}

void FKernelAxis::CountRanks()
{
	Ranks.resize(Occupied.size() + 1);
	ColumnCount = 0;
	for (size_t Slab = 0; Slab < Occupied.size(); ++Slab)
	{
		Ranks[Slab] = ColumnCount;
		ColumnCount += Occupied[Slab];
	}
	Ranks[Occupied.size()] = ColumnCount;
}

int32_t FKernelAxis::FindColumns(float Low, float High, FSpanRange Out[2]) const
{
	const float First = std::floor((Low - Origin) * InverseWidth);
	const float Last = std::floor((High - Origin) * InverseWidth);
	const float Count = float(SlabCount);
	if (Period > 0.0f && (First < 0.0f || Last >= Count))
	{
		// Across the seam: from the first slab up to some, and from some up to the last.
		Out[0] = ColumnsOfSlabs(0, ClampSlab(First < 0.0f ? Last : Last - Count));
		Out[1] = ColumnsOfSlabs(ClampSlab(First < 0.0f ? First + Count : First), SlabCount - 1);
		if (Last - First + 1.0f < Count && Out[0].End <= Out[1].First)
		{
			return 2;
		}
		Out[0] = {0, ColumnCount}; // the two meet: every column, but only once
		return 1;
	}
	Out[0] = ColumnsOfSlabs(ClampSlab(First), ClampSlab(Last));
	return 1;
}
} // namespace Flockwork
