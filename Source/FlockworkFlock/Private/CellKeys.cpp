#include "CellKeys.h"

#include <algorithm>
#include <array>
// Highway compiles this file once more for each instruction set, each time in a namespace of its own.
#include "Kernel/KernelTargets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "CellKeys.cpp"
#include <hwy/foreach_target.h>
// This must come after it.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace Flockwork::HWY_NAMESPACE
{
namespace hn = hwy::HWY_NAMESPACE;

using FTag = hn::CappedTag<float, 16>;
using FIntTag = hn::RebindToSigned<FTag>;
using FBucketTag = hn::RebindToUnsigned<FTag>;
using V = hn::Vec<FTag>;
using FBuckets = hn::Vec<FBucketTag>;
inline constexpr size_t Lanes = hn::MaxLanes(FTag());

// First and Last hold all finite points anyway: what is no number goes somewhere between them, not past a table's end.
HWY_INLINE hn::Vec<FIntTag> CellsOf(V Values, float CellsPerMetre, int32_t First, int32_t Last)
{
	const FTag Tag;
	const FIntTag IntTag;
	const V Largest = hn::Set(Tag, LargestCell);
	const V Scaled = hn::Mul(Values, hn::Set(Tag, CellsPerMetre));
	const auto Cells = hn::ConvertTo(IntTag, hn::Floor(hn::Max(hn::Min(Scaled, Largest), hn::Neg(Largest))));
	return hn::Min(hn::Max(Cells, hn::Set(IntTag, First)), hn::Set(IntTag, Last));
}

HWY_INLINE FBuckets From(hn::Vec<FIntTag> Cells, int32_t First)
{
	return hn::Sub(hn::BitCast(FBucketTag(), Cells), hn::Set(FBucketTag(), uint32_t(First)));
}

HWY_INLINE FBuckets Times(FBuckets Values, uint32_t Factor)
{
	return hn::Mul(Values, hn::Set(FBucketTag(), Factor));
}

// One vector of points.
HWY_INLINE void FindSome(
    const FCellNumbering& Numbering, const FVector* Points, FGridCell* OutCells, uint32_t* OutBuckets)
{
	V PointX, PointY, PointZ;
	hn::LoadInterleaved3(FTag(), &Points->x, PointX, PointY, PointZ);
	const auto CellX = CellsOf(PointX, Numbering.CellsPerMetre.x, Numbering.First.X, Numbering.Last.X);
	const auto CellY = CellsOf(PointY, Numbering.CellsPerMetre.y, Numbering.First.Y, Numbering.Last.Y);
	const auto CellZ = CellsOf(PointZ, Numbering.CellsPerMetre.z, Numbering.First.Z, Numbering.Last.Z);
	hn::StoreInterleaved3(CellX, CellY, CellZ, FIntTag(), &OutCells->X);
	const FBuckets X = From(CellX, Numbering.First.X);
	const FBuckets Y = From(CellY, Numbering.First.Y);
	const FBuckets Z = From(CellZ, Numbering.First.Z);
	FBuckets Buckets;
	if (Numbering.bDense)
	{
		Buckets = hn::Add(X, Times(hn::Add(Z, Times(Y, Numbering.SizeZ)), Numbering.SizeX));
	}
	else
	{
		const FBuckets Mixed = hn::Xor(hn::Xor(Times(X, CellHash::X), Times(Y, CellHash::Y)), Times(Z, CellHash::Z));
		Buckets = hn::ShiftRightSame(Times(Mixed, CellHash::Last), int(Numbering.HashShift));
	}
	hn::StoreU(Buckets, FBucketTag(), OutBuckets);
}

void FindCellsOfTarget(
    const FCellNumbering& Numbering, std::span<const FVector> Points, FGridCell* OutCells, uint32_t* OutBuckets)
{
	const size_t Whole = Points.size() / Lanes * Lanes;
	for (size_t First = 0; First < Whole; First += Lanes)
	{
		FindSome(Numbering, &Points[First], OutCells + First, OutBuckets + First);
	}
	std::array<FVector, Lanes> LastPoints{};
	std::array<FGridCell, Lanes> LastCells;
	std::array<uint32_t, Lanes> LastBuckets;
	const size_t Rest = Points.size() - Whole;
	std::copy_n(Points.begin() + std::ptrdiff_t(Whole), Rest, LastPoints.begin());
	FindSome(Numbering, LastPoints.data(), LastCells.data(), LastBuckets.data());
	std::copy_n(LastCells.begin(), Rest, OutCells + Whole);
	std::copy_n(LastBuckets.begin(), Rest, OutBuckets + Whole);
}
} // namespace Flockwork::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace Flockwork
{
HWY_EXPORT(FindCellsOfTarget);

void FindCells(const FCellNumbering& Numbering, std::span<const FVector> Points, std::span<FGridCell> OutCells,
    std::span<uint32_t> OutBuckets)
{
	HWY_DYNAMIC_DISPATCH(FindCellsOfTarget)(Numbering, Points, OutCells.data(), OutBuckets.data());
}
} // namespace Flockwork
#endif
