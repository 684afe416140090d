// Which boids can be neighbours of a cluster at all: those near the box around its boids. Found in two steps, whole
// clusters by column, then boid by boid.
#if defined(FLOCKWORK_KERNEL_CANDIDATES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FLOCKWORK_KERNEL_CANDIDATES_INL
#undef FLOCKWORK_KERNEL_CANDIDATES_INL
#else
#define FLOCKWORK_KERNEL_CANDIDATES_INL
#endif

#include "Kernel/ClusterJob.h"
#include "Kernel/Vectors-inl.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace Flockwork::HWY_NAMESPACE
{
struct FClusterBox
{
	float MinX, MaxX, MinY, MaxY, MinZ, MaxZ;
};

HWY_INLINE void BoundAxis(const float* HWY_RESTRICT Values, float& OutMin, float& OutMax)
{
	const V Padding = Set(hwy::HighestValue<float>()); // above any boid, below the infinity of padding
	V Min = Padding;
	V Max = hn::Neg(Padding);
	for (int32_t Part = 0; Part < ClusterSize; Part += Lanes)
	{
		const V Value = hn::Load(FTag(), Values + Part);
		Min = hn::Min(Min, Value);
		Max = hn::Max(Max, hn::IfThenElse(hn::Le(Value, Padding), Value, Max));
	}
	OutMin = hn::GetLane(hn::MinOfLanes(FTag(), Min));
	OutMax = hn::GetLane(hn::MaxOfLanes(FTag(), Max));
}

HWY_INLINE FClusterBox BoundCluster(const FPositionBlock& Block)
{
	FClusterBox Box;
	BoundAxis(Block.X, Box.MinX, Box.MaxX);
	BoundAxis(Block.Y, Box.MinY, Box.MaxY);
	BoundAxis(Block.Z, Box.MinZ, Box.MaxZ);
	return Box;
}

// Culling has no use for broadcasts, so it is done in wider vectors than the sums: two clusters at once on AVX-512.
using FCullTag = hn::CappedTag<float, 2 * ClusterSize>;
using FCullSlotTag = hn::RebindToUnsigned<FCullTag>;
using FCullVec3 = TVec3<FCullTag>;
using FCullMask = hn::Mask<FCullTag>;
inline constexpr int32_t CullLanes = int32_t(hn::MaxLanes(FCullTag()));
inline constexpr int32_t ClustersPerRound = CullLanes > ClusterSize ? CullLanes / ClusterSize : 1;

// Squared distance from a box to points, at most that of any boid inside it: what culling compares with the radii.
// One for each kind of world, built by Make and asked by GapSquared.
template <bool bTorus>
struct TCullBox;

template <>
struct TCullBox<false>
{
	FCullVec3 Min, Max;

	// The differences are rounded like those of the boids inside, so that no neighbour is lost by a last digit.
	HWY_INLINE static TCullBox Make(const FClusterBox& Box, const FKernelFrame&)
	{
		return {SetVec3<FCullTag>(Box.MinX, Box.MinY, Box.MinZ), SetVec3<FCullTag>(Box.MaxX, Box.MaxY, Box.MaxZ)};
	}
	HWY_INLINE hn::Vec<FCullTag> GapSquared(const FCullVec3& Point) const
	{
		const FCullVec3 Gap{hn::Sub(Point.X, hn::Min(hn::Max(Point.X, Min.X), Max.X)),
		    hn::Sub(Point.Y, hn::Min(hn::Max(Point.Y, Min.Y), Max.Y)),
		    hn::Sub(Point.Z, hn::Min(hn::Max(Point.Z, Min.Z), Max.Z))};
		return Dot(Gap, Gap);
	}
};

template <>
struct TCullBox<true>
{
	FCullVec3 Center, Half;
	TTorus<FCullTag> Torus;

	// Rounded differently from the boids' differences: the radii that it is compared with need a margin.
	HWY_INLINE static TCullBox Make(const FClusterBox& Box, const FKernelFrame& Frame)
	{
		const FCullVec3 Min = SetVec3<FCullTag>(Box.MinX, Box.MinY, Box.MinZ);
		const FCullVec3 Max = SetVec3<FCullTag>(Box.MaxX, Box.MaxY, Box.MaxZ);
		const hn::Vec<FCullTag> OneHalf = hn::Set(FCullTag(), 0.5f);
		return {(Min + Max) * OneHalf, (Max - Min) * OneHalf, LoadTorus<FCullTag>(Frame)};
	}
	HWY_INLINE hn::Vec<FCullTag> GapSquared(const FCullVec3& Point) const
	{
		const FCullVec3 Offset = NearestImage(Point - Center, Torus);
		const hn::Vec<FCullTag> Zero = hn::Zero(FCullTag());
		const FCullVec3 Gap{hn::Max(Zero, hn::Sub(hn::Abs(Offset.X), Half.X)),
		    hn::Max(Zero, hn::Sub(hn::Abs(Offset.Y), Half.Y)), hn::Max(Zero, hn::Sub(hn::Abs(Offset.Z), Half.Z))};
		return Dot(Gap, Gap);
	}
};

// Which lanes a mask has, packed to the front: row 0b00010110 begins 1, 2, 4. (Highway's Compress would do, but as
// packaged it copies its own table for every use on AVX2.)
struct FPackTable
{
	uint8_t Lanes[1 << ClusterSize][ClusterSize] = {};
};

constexpr FPackTable MakePackTable()
{
	FPackTable Table;
	for (uint32_t Bits = 0; Bits < (1u << ClusterSize); ++Bits)
	{
		uint32_t Count = 0;
		for (uint8_t Lane = 0; Lane < ClusterSize; ++Lane)
		{
			if (((Bits >> Lane) & 1u) != 0)
			{
				Table.Lanes[Bits][Count++] = Lane;
			}
		}
	}
	return Table;
}

alignas(64) inline constexpr FPackTable PackTable = MakePackTable();

#if HWY_TARGET == HWY_AVX3
// Two clusters, First below Second: their positions, and their boids under a mask appended to a list.
struct FCullRound
{
	HWY_INLINE FCullRound(const FPositionBlock* HWY_RESTRICT Blocks, const uint32_t* HWY_RESTRICT Clusters, int32_t)
	{
		const FPositionBlock& First = Blocks[Clusters[0]];
		const FPositionBlock& Second = Blocks[Clusters[1]];
		Point = {Join(First.X, Second.X), Join(First.Y, Second.Y), Join(First.Z, Second.Z)};
		const FSlots FirstSlots = SlotsFrom(int32_t(Clusters[0]) * ClusterSize);
		const FSlots SecondSlots = SlotsFrom(int32_t(Clusters[1]) * ClusterSize);
		Offsets = hn::ShiftLeft<RecordShift>(hn::Combine(FCullSlotTag(), SecondSlots, FirstSlots));
	}
	HWY_INLINE static hn::Vec<FCullTag> Join(const float* First, const float* Second)
	{
		return hn::Combine(FCullTag(), hn::Load(FTag(), Second), hn::Load(FTag(), First));
	}
	HWY_INLINE FRecordOffset* Append(FRecordOffset* HWY_RESTRICT List, FCullMask Mask) const
	{
		hn::StoreU(hn::Compress(Offsets, hn::RebindMask(FCullSlotTag(), Mask)), FCullSlotTag(), List);
		return List + hn::CountTrue(FCullTag(), Mask);
	}

	FCullVec3 Point;
	hn::Vec<FCullSlotTag> Offsets;
};
#else
// One cluster or a part of it: its positions, and its boids under a mask appended to a list.
struct FCullRound
{
	HWY_INLINE FCullRound(
	    const FPositionBlock* HWY_RESTRICT Blocks, const uint32_t* HWY_RESTRICT Clusters, int32_t Part)
	{
		const FPositionBlock& Block = Blocks[Clusters[0]];
		Point = {hn::Load(FCullTag(), Block.X + Part), hn::Load(FCullTag(), Block.Y + Part),
		    hn::Load(FCullTag(), Block.Z + Part)};
		FirstSlot = Clusters[0] * uint32_t(ClusterSize) + uint32_t(Part);
	}
	HWY_INLINE FRecordOffset* Append(FRecordOffset* HWY_RESTRICT List, FCullMask Mask) const
	{
		uint8_t Bytes[8];
		hn::StoreMaskBits(FCullTag(), Mask, Bytes);
		const size_t Bits = Bytes[0];
		const hn::Rebind<uint8_t, FCullSlotTag> ByteTag;
		const hn::Vec<FCullSlotTag> Packed = hn::PromoteTo(FCullSlotTag(), hn::LoadU(ByteTag, PackTable.Lanes[Bits]));
		const hn::Vec<FCullSlotTag> Slots = hn::Add(Packed, hn::Set(FCullSlotTag(), FirstSlot));
		hn::StoreU(hn::ShiftLeft<RecordShift>(Slots), FCullSlotTag(), List);
		return List + hwy::PopCount(Bits);
	}

	FCullVec3 Point;
	uint32_t FirstSlot;
};
#endif

struct FCandidateLists
{
	FRecordOffset* NearEnd;
	FRecordOffset* FarEnd;
};

// Splits the boids of these clusters into Near, Far and neither, in slot order. The list of clusters is whole rounds.
template <bool bTorus>
HWY_INLINE FCandidateLists CullClusters(const FPositionBlock* HWY_RESTRICT Blocks,
    const uint32_t* HWY_RESTRICT Clusters, int32_t ClusterCount, const TCullBox<bTorus>& Box, float NearSquared,
    float FarSquared, FRecordOffset* HWY_RESTRICT Near, uint32_t* HWY_RESTRICT Far)
{
	const hn::Vec<FCullTag> NearLimit = hn::Set(FCullTag(), NearSquared);
	const hn::Vec<FCullTag> FarLimit = hn::Set(FCullTag(), FarSquared);
	for (int32_t Index = 0; Index < ClusterCount; Index += ClustersPerRound)
	{
		for (int32_t Part = 0; Part < ClusterSize; Part += CullLanes)
		{
			const FCullRound Round(Blocks, Clusters + Index, Part);
			const hn::Vec<FCullTag> GapSquared = Box.GapSquared(Round.Point);
			const FCullMask IsNear = hn::Le(GapSquared, NearLimit);
			const FCullMask IsFar = hn::AndNot(IsNear, hn::Le(GapSquared, FarLimit));
			Near = Round.Append(Near, IsNear);
			Far = Round.Append(Far, IsFar);
		}
	}
	return {Near, Far};
}
} // namespace Flockwork::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
