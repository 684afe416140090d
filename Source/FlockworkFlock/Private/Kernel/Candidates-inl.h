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

// Squared distance from a box to points, at most that of any boid inside it: what culling compares with the radii.
// One for each kind of world, built by Make and asked by GapSquared.
template <bool bTorus>
struct TCullBox;

template <>
struct TCullBox<false>
{
	FVec3 Min, Max;

	// The differences are rounded like those of the boids inside, so that no neighbour is lost by a last digit.
	HWY_INLINE static TCullBox Make(const FClusterBox& Box, const FKernelFrame&)
	{
		return {{Set(Box.MinX), Set(Box.MinY), Set(Box.MinZ)}, {Set(Box.MaxX), Set(Box.MaxY), Set(Box.MaxZ)}};
	}
	HWY_INLINE V GapSquared(const FVec3& Point) const
	{
		const FVec3 Gap{hn::Sub(Point.X, hn::Min(hn::Max(Point.X, Min.X), Max.X)),
		    hn::Sub(Point.Y, hn::Min(hn::Max(Point.Y, Min.Y), Max.Y)),
		    hn::Sub(Point.Z, hn::Min(hn::Max(Point.Z, Min.Z), Max.Z))};
		return Dot(Gap, Gap);
	}
};

template <>
struct TCullBox<true>
{
	FVec3 Center, Half;
	FTorus Torus;

	// Rounded differently from the boids' differences: the radii that it is compared with need a margin.
	HWY_INLINE static TCullBox Make(const FClusterBox& Box, const FKernelFrame& Frame)
	{
		const FVec3 Min{Set(Box.MinX), Set(Box.MinY), Set(Box.MinZ)};
		const FVec3 Max{Set(Box.MaxX), Set(Box.MaxY), Set(Box.MaxZ)};
		return {(Min + Max) * Set(0.5f), (Max - Min) * Set(0.5f), LoadTorus(Frame)};
	}
	HWY_INLINE V GapSquared(const FVec3& Point) const
	{
		const FVec3 Offset = NearestImage(Point - Center, Torus);
		const V Zero = hn::Zero(FTag());
		const FVec3 Gap{hn::Max(hn::Sub(hn::Abs(Offset.X), Half.X), Zero),
		    hn::Max(hn::Sub(hn::Abs(Offset.Y), Half.Y), Zero), hn::Max(hn::Sub(hn::Abs(Offset.Z), Half.Z), Zero)};
		return Dot(Gap, Gap);
	}
};

struct FCandidateLists
{
	uint32_t* NearEnd;
	uint32_t* FarEnd;
};

// Splits the boids of these clusters into Near, Far and neither, in slot order.
template <bool bTorus>
HWY_INLINE FCandidateLists CullClusters(const FPositionBlock* HWY_RESTRICT Blocks,
    const uint32_t* HWY_RESTRICT Clusters, int32_t ClusterCount, const TCullBox<bTorus>& Box, V NearSquared,
    V FarSquared, uint32_t* HWY_RESTRICT Near, uint32_t* HWY_RESTRICT Far)
{
	const FTag Tag;
	const FSlotTag SlotTag;
	for (int32_t Index = 0; Index < ClusterCount; ++Index)
	{
		const FPositionBlock& Block = Blocks[Clusters[Index]];
		for (int32_t Part = 0; Part < ClusterSize; Part += Lanes)
		{
			const V GapSquared = Box.GapSquared(
			    {hn::Load(Tag, Block.X + Part), hn::Load(Tag, Block.Y + Part), hn::Load(Tag, Block.Z + Part)});
			const FMask IsNear = hn::Le(GapSquared, NearSquared);
			const FMask IsFar = hn::AndNot(IsNear, hn::Le(GapSquared, FarSquared));
			const FSlots Slots = SlotsFrom(int32_t(Clusters[Index]) * ClusterSize + Part);
			hn::StoreU(hn::Compress(Slots, hn::RebindMask(SlotTag, IsNear)), SlotTag, Near);
			Near += hn::CountTrue(Tag, IsNear);
			hn::StoreU(hn::Compress(Slots, hn::RebindMask(SlotTag, IsFar)), SlotTag, Far);
			Far += hn::CountTrue(Tag, IsFar);
		}
	}
	return {Near, Far};
}
} // namespace Flockwork::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
