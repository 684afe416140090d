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

// The box as the culling loop wants it, and the distances that decide.
struct FCullBox
{
	FVec3 Min, Max;
	FVec3 Center, Half, Period, InversePeriod; // torus only
	V NearSquared;
	V FarSquared;
};

// Vector from the box to the nearest image of a point: 0 inside. Open worlds: the subtraction is one that the point's
// distance to a boid inside would round no lower, so no neighbour is ever lost. On a torus FarSquared has a margin.
template <typename Variant>
HWY_INLINE V GapSquared(const FPositionBlock& Block, int32_t Part, const FCullBox& Box)
{
	const FVec3 Point{
	    hn::Load(FTag(), Block.X + Part), hn::Load(FTag(), Block.Y + Part), hn::Load(FTag(), Block.Z + Part)};
	FVec3 Gap;
	if constexpr (Variant::bTorus)
	{
		const FVec3 Offset = Point - Box.Center;
		const auto Axis = [](V Value, V Half, V Period, V InversePeriod) HWY_ATTR
		{
			const V Turns = hn::Round(hn::Mul(Value, InversePeriod));
			const V Nearest = hn::Abs(hn::Sub(Value, hn::Mul(Turns, Period)));
			return hn::Max(hn::Sub(Nearest, Half), hn::Zero(FTag()));
		};
		Gap = {Axis(Offset.X, Box.Half.X, Box.Period.X, Box.InversePeriod.X),
		    Axis(Offset.Y, Box.Half.Y, Box.Period.Y, Box.InversePeriod.Y),
		    Axis(Offset.Z, Box.Half.Z, Box.Period.Z, Box.InversePeriod.Z)};
	}
	else
	{
		Gap = {hn::Sub(Point.X, hn::Min(hn::Max(Point.X, Box.Min.X), Box.Max.X)),
		    hn::Sub(Point.Y, hn::Min(hn::Max(Point.Y, Box.Min.Y), Box.Max.Y)),
		    hn::Sub(Point.Z, hn::Min(hn::Max(Point.Z, Box.Min.Z), Box.Max.Z))};
	}
	return Dot(Gap, Gap);
}

struct FCandidateLists
{
	uint32_t* NearEnd;
	uint32_t* FarEnd;
};

// Splits the boids of these clusters into Near, Far and neither, in slot order.
template <typename Variant>
HWY_INLINE FCandidateLists CullClusters(const FPositionBlock* HWY_RESTRICT Blocks,
    const uint32_t* HWY_RESTRICT Clusters, int32_t ClusterCount, const FCullBox& Box, uint32_t* HWY_RESTRICT Near,
    uint32_t* HWY_RESTRICT Far)
{
	const FSlotTag SlotTag;
	for (int32_t Index = 0; Index < ClusterCount; ++Index)
	{
		const uint32_t Cluster = Clusters[Index];
		for (int32_t Part = 0; Part < ClusterSize; Part += Lanes)
		{
			const V Distance = GapSquared<Variant>(Blocks[Cluster], Part, Box);
			const FMask bNear = hn::Le(Distance, Box.NearSquared);
			const FMask bFar = hn::AndNot(bNear, hn::Le(Distance, Box.FarSquared));
			const FSlots Slots = hn::Iota(SlotTag, Cluster * uint32_t(ClusterSize) + uint32_t(Part));
			hn::StoreU(hn::Compress(Slots, hn::RebindMask(SlotTag, bNear)), SlotTag, Near);
			Near += hn::CountTrue(FTag(), bNear);
			hn::StoreU(hn::Compress(Slots, hn::RebindMask(SlotTag, bFar)), SlotTag, Far);
			Far += hn::CountTrue(FTag(), bFar);
		}
	}
	return {Near, Far};
}
} // namespace Flockwork::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
