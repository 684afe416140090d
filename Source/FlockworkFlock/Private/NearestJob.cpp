#include "NearestJob.h"

#include <algorithm>
#include <limits>
// Highway compiles this file once more for each instruction set, each time in a namespace of its own.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "NearestJob.cpp"
#include <hwy/foreach_target.h>
// This must come after it.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace Flockwork::HWY_NAMESPACE
{
namespace hn = hwy::HWY_NAMESPACE;

using FTag = hn::CappedTag<float, NeighborPadding>;
using FPlaceTag = hn::RebindToUnsigned<FTag>;
using V = hn::Vec<FTag>;
inline constexpr uint32_t Lanes = uint32_t(hn::MaxLanes(FTag()));
inline constexpr size_t MaxRuns = 2 * MaxRowsNextTo + 1; // one more may be written than is kept

// A template so that the open world does not pay for the torus.
template <bool bTorus>
HWY_INLINE V OffsetTo(const float* Coordinates, uint32_t First, V Own, float Period)
{
	const FTag Tag;
	const V Offset = hn::Sub(hn::LoadU(Tag, Coordinates + First), Own);
	if (!bTorus || Period <= 0.0f)
	{
		return Offset;
	}
	const V PeriodV = hn::Set(Tag, Period);
	return hn::Sub(Offset, hn::Mul(PeriodV, hn::Round(hn::Div(Offset, PeriodV))));
}

// Appends a run of points to Runs. One of up to two vectors, as most are, comes vector by vector: no branch depends on
// which it is, since no processor could foresee that.
HWY_INLINE size_t AddRun(FPlaceRun* Runs, size_t RunCount, uint32_t Begin, uint32_t End)
{
	if (HWY_UNLIKELY(End - Begin > 2 * Lanes))
	{
		Runs[RunCount] = {Begin, End};
		return RunCount + 1;
	}
	const uint32_t Middle = std::min(End, Begin + Lanes);
	Runs[RunCount] = {Begin, Middle};
	RunCount += size_t(Begin < Middle);
	Runs[RunCount] = {Middle, End};
	return RunCount + size_t(Middle < End);
}

template <bool bTorus>
HWY_INLINE void FindForPlace(const FNearestJob& Job, const FPlaceRun* Runs, size_t RunCount, uint32_t Place)
{
	const FTag Tag;
	const FPlaceTag PlaceTag;
	const V RadiusSquared = hn::Set(Tag, Job.Of.Radius * Job.Of.Radius);
	const V OwnX = hn::Set(Tag, Job.Of.X[Place]);
	const V OwnY = hn::Set(Tag, Job.Of.Y[Place]);
	const V OwnZ = hn::Set(Tag, Job.Of.Z[Place]);
	const V Nothing = hn::Set(Tag, std::numeric_limits<float>::max());
	V Least = Nothing;
	size_t Count = 0;
	for (size_t Run = 0; Run < RunCount; ++Run)
	{
		uint32_t First = Runs[Run].Begin;
		do
		{
			const V X = OffsetTo<bTorus>(Job.Of.X, First, OwnX, Job.Of.TorusPeriod.x);
			const V Y = OffsetTo<bTorus>(Job.Of.Y, First, OwnY, Job.Of.TorusPeriod.y);
			const V Z = OffsetTo<bTorus>(Job.Of.Z, First, OwnZ, Job.Of.TorusPeriod.z);
			const V Squared = hn::Add(hn::Add(hn::Mul(X, X), hn::Mul(Y, Y)), hn::Mul(Z, Z));
			const auto Places = hn::Add(hn::Iota(PlaceTag, 0), hn::Set(PlaceTag, First));
			const auto bOther =
			    hn::And(hn::Lt(Places, hn::Set(PlaceTag, Runs[Run].End)), hn::Ne(Places, hn::Set(PlaceTag, Place)));
			const auto bNear = hn::And(hn::RebindMask(Tag, bOther), hn::Le(Squared, RadiusSquared));
			Count += hn::CountTrue(Tag, bNear);
			Least = hn::Min(Least, hn::IfThenElse(bNear, Squared, Nothing));
			First += Lanes;
		} while (First < Runs[Run].End);
	}
	Job.NearestSquared[Place] = hn::GetLane(hn::MinOfLanes(Tag, Least));
	Job.Neighbors[Place] = int32_t(Count);
}

template <bool bTorus>
void FindNearestAs(const FNearestJob& Job, uint32_t Begin, uint32_t End, uint32_t Stride)
{
	const std::span<const FGridCell> Cells = Job.Of.Grid.GetSortedCells();
	FPlaceRun Rows[MaxRowsNextTo + 1]; // one more may be written than is kept
	FPlaceRun Runs[MaxRuns];
	size_t RunCount = 0;
	for (uint32_t Place = Begin; Place < End; Place += Stride)
	{
		if (Place == Begin || !(Cells[Place] == Cells[Place - Stride]))
		{
			RunCount = 0;
			const size_t RowCount = ListRowsNextTo(Job.Of.Grid, Cells[Place], Rows);
			for (size_t Row = 0; Row < RowCount; ++Row)
			{
				RunCount = AddRun(Runs, RunCount, Rows[Row].Begin, Rows[Row].End);
			}
		}
		FindForPlace<bTorus>(Job, Runs, RunCount, Place);
	}
}

void FindNearestOfTarget(const FNearestJob& Job, uint32_t Begin, uint32_t End, uint32_t Stride)
{
	Job.Of.HasTorus() ? FindNearestAs<true>(Job, Begin, End, Stride) : FindNearestAs<false>(Job, Begin, End, Stride);
}
} // namespace Flockwork::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace Flockwork
{
HWY_EXPORT(FindNearestOfTarget);

void FindNearest(const FNearestJob& Job, uint32_t Begin, uint32_t End, uint32_t Stride)
{
	HWY_DYNAMIC_DISPATCH(FindNearestOfTarget)(Job, Begin, End, Stride);
}
} // namespace Flockwork
#endif
