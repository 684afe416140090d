// THE HOT LOOP: one cluster against its list of candidates. Lanes are the cluster's boids; each candidate's record is
// broadcast to all of them, and those for which it is a neighbour add it under a mask:
//
//	                 boids of the cluster
//	candidate        a  b  c  d  e  f  g  h
//	   k             x  .  x  x  .  .  x  .      x: within the radius, added
//	   l             .  .  x  .  .  .  .  .
//	   m             x  x  x  x  x  x  x  x
//
// No branch depends on a boid, so nothing is mispredicted, and each boid's sum runs down the list in one order whatever
// the number of lanes. ScalarTwin.cpp has the same rules one boid at a time.
#if defined(FLOCKWORK_KERNEL_NEIGHBOR_SUMS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FLOCKWORK_KERNEL_NEIGHBOR_SUMS_INL
#undef FLOCKWORK_KERNEL_NEIGHBOR_SUMS_INL
#else
#define FLOCKWORK_KERNEL_NEIGHBOR_SUMS_INL
#endif

#include "Kernel/ClusterJob.h"
#include "Kernel/Vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace Flockwork::HWY_NAMESPACE
{
// What is compiled in. The plain case (no torus, one radius for alignment and cohesion, no blind angle) is the one that
// counts; each of the others costs it nothing.
template <bool InTorus, bool InSelective, EKernelModel InModel>
struct TVariant
{
	static constexpr bool bTorus = InTorus;
	static constexpr bool bSelective = InSelective;
	static constexpr EKernelModel Model = InModel;
	static constexpr bool bMeans = Model == EKernelModel::AdditiveLiteral;  // needs the numbers of neighbours
	static constexpr bool bPerDistance = Model != EKernelModel::Normalized; // separation falls with the distance
};

// The boids being steered, one a lane, with what the loop needs of the settings.
struct FSteeredLanes
{
	FVec3 Position;
	FVec3 Velocity;
	FSlots Slot;
	V SeparationSquared; // radii squared
	V AlignmentSquared;
	V CohesionSquared;
	V VisibleLimit; // cosine of half the field of view x speed
	TTorus<FTag> Torus;
};

struct FNeighborSums
{
	FVec3 Apart;    // sum of -d/|d|, or of -d/|d|^2
	FVec3 Velocity; // sum of v
	FVec3 Offset;   // sum of d
	V AlignmentCount;
	V CohesionCount;
};

HWY_INLINE FNeighborSums ZeroSums()
{
	const V Zero = hn::Zero(FTag());
	return {ZeroVec3(), ZeroVec3(), ZeroVec3(), Zero, Zero};
}

HWY_INLINE FNeighborSums AddSums(const FNeighborSums& A, const FNeighborSums& B)
{
	return {A.Apart + B.Apart, A.Velocity + B.Velocity, A.Offset + B.Offset,
	    hn::Add(A.AlignmentCount, B.AlignmentCount), hn::Add(A.CohesionCount, B.CohesionCount)};
}

// From the other to its own place, which is -d: subtracting what is broadcast takes one instruction, subtracting from
// it two.
template <typename Variant>
HWY_INLINE FVec3 AwayFrom(const FBoidRecord& Other, const FSteeredLanes& Own)
{
	const FVec3 Away = Own.Position - SetVec3(Other.X, Other.Y, Other.Z);
	if constexpr (Variant::bTorus)
	{
		return NearestImage(Away, Own.Torus);
	}
	return Away;
}

// Alignment and cohesion with one candidate, for the lanes in whose radius it lies.
template <typename Variant>
HWY_INLINE void AddFlockmate(const FBoidRecord& Other, const FSteeredLanes& Own, const FVec3& Away, V DistanceSquared,
    FMask Aligns, FMask Coheres, FNeighborSums& Sums)
{
	if constexpr (Variant::bSelective)
	{
		const V SightLimit = hn::Mul(Own.VisibleLimit, hn::Sqrt(DistanceSquared));
		const FMask Seen = hn::Ge(hn::Neg(Dot(Away, Own.Velocity)), SightLimit);
		Aligns = hn::And(Seen, Aligns);
		Coheres = hn::And(Seen, Coheres);
	}
	SubtractWhere(Coheres, Sums.Offset, Away);
	AddWhere(Aligns, Sums.Velocity, SetVec3(Other.VelocityX, Other.VelocityY, Other.VelocityZ));
	if constexpr (Variant::bMeans)
	{
		Sums.AlignmentCount = AddWhere(Aligns, Sums.AlignmentCount, Set(1.0f));
		Sums.CohesionCount = AddWhere(Coheres, Sums.CohesionCount, Set(1.0f));
	}
}

// Candidates that lie beyond the separation radius of all lanes, and so are none of them.
template <typename Variant>
HWY_INLINE void SumFar(const FBoidRecord* HWY_RESTRICT Records, const FRecordOffset* HWY_RESTRICT List,
    const FRecordOffset* ListEnd, const FSteeredLanes& Own, FNeighborSums& Sums)
{
	for (; List != ListEnd; ++List)
	{
		const FBoidRecord& Other = RecordAt(Records, *List);
		const FVec3 Away = AwayFrom<Variant>(Other, Own);
		const V DistanceSquared = Dot(Away, Away);
		const FMask Aligns = hn::Le(DistanceSquared, Own.AlignmentSquared);
		const FMask Coheres = Variant::bSelective ? hn::Le(DistanceSquared, Own.CohesionSquared) : Aligns;
		AddFlockmate<Variant>(Other, Own, Away, DistanceSquared, Aligns, Coheres, Sums);
	}
}

// One candidate that may lie within the separation radius of some lane. If it does, it goes into the list Close, whose
// new end is returned: square root and division are left to a loop that has few of them. Only in its own cluster can a
// boid meet itself.
template <typename Variant, bool bOwnCluster>
HWY_INLINE FRecordOffset* AddNear(const FBoidRecord* HWY_RESTRICT Records, FRecordOffset Candidate,
    const FSteeredLanes& Own, FNeighborSums& Sums, FRecordOffset* HWY_RESTRICT Close)
{
	const FBoidRecord& Other = RecordAt(Records, Candidate);
	const FVec3 Away = AwayFrom<Variant>(Other, Own);
	const V DistanceSquared = Dot(Away, Away);
	FMask Aligns = hn::Le(DistanceSquared, Own.AlignmentSquared);
	FMask Coheres = Variant::bSelective ? hn::Le(DistanceSquared, Own.CohesionSquared) : Aligns;
	FMask Separates = hn::Le(DistanceSquared, Own.SeparationSquared);
	if constexpr (bOwnCluster)
	{
		const FMask NotSelf = hn::RebindMask(FTag(), hn::Ne(Own.Slot, hn::Set(FSlotTag(), Other.Slot)));
		Aligns = hn::And(NotSelf, Aligns);
		Coheres = hn::And(NotSelf, Coheres);
		Separates = hn::And(NotSelf, Separates);
	}
	AddFlockmate<Variant>(Other, Own, Away, DistanceSquared, Aligns, Coheres, Sums);
	*Close = Candidate;
	return Close + (hn::AllFalse(FTag(), Separates) ? 0 : 1);
}

template <typename Variant>
HWY_INLINE FRecordOffset* SumOwn(const FBoidRecord* HWY_RESTRICT Records, int32_t Cluster, const FSteeredLanes& Own,
    FNeighborSums& Sums, FRecordOffset* HWY_RESTRICT Close)
{
	const FRecordOffset First = FRecordOffset(Cluster * ClusterSize) << RecordShift;
	for (FRecordOffset Index = 0; Index < ClusterSize; ++Index)
	{
		Close = AddNear<Variant, true>(Records, First + (Index << RecordShift), Own, Sums, Close);
	}
	return Close;
}

template <typename Variant>
HWY_INLINE FRecordOffset* SumNear(const FBoidRecord* HWY_RESTRICT Records, const FRecordOffset* HWY_RESTRICT List,
    const FRecordOffset* ListEnd, const FSteeredLanes& Own, FNeighborSums& Sums, FRecordOffset* HWY_RESTRICT Close)
{
	for (; List != ListEnd; ++List)
	{
		Close = AddNear<Variant, false>(Records, *List, Own, Sums, Close);
	}
	return Close;
}

// Separation from the list Close. Returns whether some pair shares one place: it has no direction yet.
template <typename Variant>
HWY_INLINE bool SumClose(const FBoidRecord* HWY_RESTRICT Records, const FRecordOffset* HWY_RESTRICT List,
    const FRecordOffset* ListEnd, const FSteeredLanes& Own, FNeighborSums& Sums)
{
	FMask AnyCoincident = hn::Lt(Set(0.0f), Set(0.0f));
	for (; List != ListEnd; ++List)
	{
		const FBoidRecord& Other = RecordAt(Records, *List);
		const FVec3 Away = AwayFrom<Variant>(Other, Own);
		const V DistanceSquared = Dot(Away, Away);
		const FMask NotSelf = hn::RebindMask(FTag(), hn::Ne(Own.Slot, hn::Set(FSlotTag(), Other.Slot)));
		const FMask Separates = hn::And(NotSelf, hn::Le(DistanceSquared, Own.SeparationSquared));
		const FMask Coincident = hn::Lt(DistanceSquared, Set(CoincidentDistanceSquared));
		const V Divisor = Variant::bPerDistance ? DistanceSquared : hn::Sqrt(DistanceSquared);
		const FMask Directed = hn::AndNot(Coincident, Separates);
		const V Inverse = hn::IfThenElseZero(Directed, hn::Div(Set(1.0f), Divisor));
		Sums.Apart = Sums.Apart + Away * Inverse;
		AnyCoincident = hn::Or(AnyCoincident, hn::And(Separates, Coincident));
	}
	return !hn::AllFalse(FTag(), AnyCoincident);
}
} // namespace Flockwork::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
