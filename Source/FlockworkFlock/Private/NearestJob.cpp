#include "NearestJob.h"

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
inline constexpr size_t MaxRuns = 18; // nine rows, each cut in two by a seam

struct FRun
{
	uint32_t Begin;
	uint32_t End;
};

HWY_INLINE V OffsetTo(const float* Coordinates, uint32_t First, float Own, float Period)
{
	const FTag Tag;
	const V Offset = hn::Sub(hn::LoadU(Tag, Coordinates + First), hn::Set(Tag, Own));
	if (Period <= 0.0f)
	{
		return Offset;
	}
	const V PeriodV = hn::Set(Tag, Period);
	return hn::Sub(Offset, hn::Mul(PeriodV, hn::Round(hn::Div(Offset, PeriodV))));
}

void FindForPlace(const FNearestJob& Job, const FRun* Runs, size_t RunCount, uint32_t Place)
{
	const FTag Tag;
	const FPlaceTag PlaceTag;
	const V RadiusSquared = hn::Set(Tag, Job.Of.Radius * Job.Of.Radius);
	const V Nothing = hn::Set(Tag, std::numeric_limits<float>::max());
	V Least = Nothing;
	size_t Count = 0;
	for (size_t Run = 0; Run < RunCount; ++Run)
	{
		for (uint32_t First = Runs[Run].Begin; First < Runs[Run].End; First += Lanes)
		{
			const V X = OffsetTo(Job.Of.X, First, Job.Of.X[Place], Job.Of.TorusPeriod.x);
			const V Y = OffsetTo(Job.Of.Y, First, Job.Of.Y[Place], Job.Of.TorusPeriod.y);
			const V Z = OffsetTo(Job.Of.Z, First, Job.Of.Z[Place], Job.Of.TorusPeriod.z);
			const V Squared = hn::Add(hn::Add(hn::Mul(X, X), hn::Mul(Y, Y)), hn::Mul(Z, Z));
			const auto Places = hn::Add(hn::Iota(PlaceTag, 0), hn::Set(PlaceTag, First));
			const auto bOther =
			    hn::And(hn::Lt(Places, hn::Set(PlaceTag, Runs[Run].End)), hn::Ne(Places, hn::Set(PlaceTag, Place)));
			const auto bNear = hn::And(hn::RebindMask(Tag, bOther), hn::Le(Squared, RadiusSquared));
			Count += hn::CountTrue(Tag, bNear);
			Least = hn::Min(Least, hn::IfThenElse(bNear, Squared, Nothing));
		}
	}
	Job.NearestSquared[Place] = hn::GetLane(hn::MinOfLanes(Tag, Least));
	Job.Neighbors[Place] = int32_t(Count);
}

void FindNearestOfTarget(const FNearestJob& Job, uint32_t Begin, uint32_t End, uint32_t Stride)
{
	const std::span<const FGridCell> Cells = Job.Of.Grid.GetSortedCells();
	FRun Runs[MaxRuns];
	size_t RunCount = 0;
	for (uint32_t Place = Begin; Place < End; Place += Stride)
	{
		if (Place == Begin || !(Cells[Place] == Cells[Place - Stride]))
		{
			RunCount = 0;
			Job.Of.Grid.ForEachRunNextTo(Cells[Place],
			    [&](uint32_t RunBegin, uint32_t RunEnd, const FGridCell*)
			    {
				    Runs[RunCount] = {RunBegin, RunEnd};
				    RunCount += RunBegin < RunEnd ? 1 : 0;
			    });
		}
		FindForPlace(Job, Runs, RunCount, Place);
	}
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
