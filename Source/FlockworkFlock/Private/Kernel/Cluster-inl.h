// One cluster's way through the kernel:
//
//	records --> box --> clusters around it, by column --> near and far candidates --> sums --> accelerations
//
// All eight boids share the steps up to the candidates; that is what makes them cheap.
#if defined(FLOCKWORK_KERNEL_CLUSTER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FLOCKWORK_KERNEL_CLUSTER_INL
#undef FLOCKWORK_KERNEL_CLUSTER_INL
#else
#define FLOCKWORK_KERNEL_CLUSTER_INL
#endif

#include "Kernel/Candidates-inl.h"
#include "Kernel/OwnBoids-inl.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace Flockwork::HWY_NAMESPACE
{
inline constexpr int32_t Parts = ClusterSize / Lanes;

// A cluster in work.
template <typename Variant>
struct TWork
{
	TWork(const FClusterJob& InJob, FClusterScratch& InScratch) : Job(InJob), Scratch(InScratch) {}

	const FClusterJob& Job;
	FClusterScratch& Scratch;
	int32_t Cluster;
	FOwnBoids Boids;
	TCullBox<Variant::bTorus> Box;
	float Margin;    // m: what culling allows for rounding
	int32_t Listed;  // clusters in the list
	bool bAnySummed; // the list was full and has been worked off, into Sums
	FNeighborSums Sums[Parts];
};

// Pairs at one place: pushed apart in the direction that their ids give. Rare, so it takes its time. InOut: the sums of
// one part's boids, axis by axis.
template <typename Variant>
HWY_NOINLINE void AddCoincident(
    const TWork<Variant>& Work, int32_t Part, const FRecordOffset* List, const FRecordOffset* ListEnd, float* InOut)
{
	const FKernelFrame& Frame = Work.Job.Grid.GetFrame();
	const std::span<const uint32_t> Ids = Work.Job.Input.Ids;
	const FSteeredLanes Own = LoadLanes<Variant>(Work.Job, Work.Cluster, Work.Boids, Part);
	const float Strength = Variant::bPerDistance ? CoincidentInverseDistance : 1.0f;
	HWY_ALIGN float Coincident[Lanes];
	for (; List != ListEnd; ++List)
	{
		const FBoidRecord& Other = RecordAt(Work.Job.Grid.GetRecords(), *List);
		const FVec3 Away = AwayFrom<Variant>(Other, Own);
		const FMask Shares = hn::Lt(Dot(Away, Away), Set(CoincidentDistanceSquared));
		hn::Store(hn::IfThenElseZero(Shares, Set(1.0f)), FTag(), Coincident);
		for (int32_t Lane = 0; Lane < Lanes; ++Lane)
		{
			const uint32_t Self = Work.Boids.Boid[Part + Lane];
			if (Coincident[Lane] != 0.0f && Self != NoBoid && Self != Other.Boid)
			{
				const FVector Away = DirectionFromIds(Ids[Self], Ids[Other.Boid]) * Strength;
				InOut[Lane] += Frame.X.Read(Away);
				InOut[Lanes + Lane] += Frame.Y.Read(Away);
				InOut[2 * Lanes + Lane] += Frame.Z.Read(Away);
			}
		}
	}
}

// The neighbours of one part among the candidates in the scratch lists, and in its own cluster unless that is counted
// elsewhere.
template <typename Variant, bool bOwnCluster>
HWY_INLINE FNeighborSums SumPart(
    const TWork<Variant>& Work, int32_t Part, const FSteeredLanes& Own, const FCandidateLists& Lists)
{
	const FTag Tag;
	const FBoidRecord* Records = Work.Job.Grid.GetRecords();
	FClusterScratch& Scratch = Work.Scratch;
	FNeighborSums Sums = ZeroSums();
	FRecordOffset* CloseEnd = Scratch.Close;
	if constexpr (bOwnCluster)
	{
		CloseEnd = SumOwn<Variant>(Records, Work.Cluster, Own, Sums, CloseEnd);
	}
	CloseEnd = SumNear<Variant>(Records, Scratch.Near, Lists.NearEnd, Own, Sums, CloseEnd);
	SumFar<Variant>(Records, Scratch.Far, Lists.FarEnd, Own, Sums);
	if (HWY_UNLIKELY(SumClose<Variant>(Records, Scratch.Close, CloseEnd, Own, Sums)))
	{
		// By way of an array: a vector whose address is taken would not stay in a register above.
		HWY_ALIGN float Apart[3 * Lanes];
		hn::Store(Sums.Apart.X, Tag, Apart);
		hn::Store(Sums.Apart.Y, Tag, Apart + Lanes);
		hn::Store(Sums.Apart.Z, Tag, Apart + 2 * Lanes);
		AddCoincident<Variant>(Work, Part, Scratch.Close, CloseEnd, Apart);
		Sums.Apart = {hn::Load(Tag, Apart), hn::Load(Tag, Apart + Lanes), hn::Load(Tag, Apart + 2 * Lanes)};
	}
	return Sums;
}

template <typename Variant>
HWY_INLINE FCandidateLists CullListed(const TWork<Variant>& Work)
{
	const FKernelParams& Params = Work.Job.Params;
	const float Margin = Variant::bTorus ? Work.Margin : 0.0f;
	const float Near = (Params.SeparationWeight != 0.0f ? Params.SeparationRadius : 0.0f) + Margin;
	const float Far = Work.Job.Reach + Margin;
	// Fills the last round.
	std::fill_n(Work.Scratch.Clusters + Work.Listed, ClustersPerRound - 1, Work.Job.Grid.GetEmptyCluster());
	return CullClusters(Work.Job.Grid.GetBlocks(), Work.Scratch.Clusters, Work.Listed, Work.Box, Near * Near, Far * Far,
	    Work.Scratch.Near, Work.Scratch.Far);
}

// A full list, only met in crowds: worked off at once, to make room.
template <typename Variant>
HWY_NOINLINE void SumFullList(TWork<Variant>& Work)
{
	const FCandidateLists Lists = CullListed(Work);
	for (int32_t Part = 0; Part < Parts; ++Part)
	{
		const FSteeredLanes Own = LoadLanes<Variant>(Work.Job, Work.Cluster, Work.Boids, Part * Lanes);
		const FNeighborSums Sums = SumPart<Variant, false>(Work, Part * Lanes, Own, Lists);
		Work.Sums[Part] = Work.bAnySummed ? AddSums(Work.Sums[Part], Sums) : Sums;
	}
	Work.bAnySummed = true;
	Work.Listed = 0;
}

// All clusters of a range but the own one, whose boids SumOwn knows.
template <typename Variant>
HWY_INLINE void ListClusters(TWork<Variant>& Work, FSpanRange Range)
{
	const uint32_t Empty = Work.Job.Grid.GetEmptyCluster();
	while (HWY_UNLIKELY(Range.End - Range.First > FClusterScratch::MaxClusters - Work.Listed))
	{
		for (; Work.Listed < FClusterScratch::MaxClusters; ++Work.Listed)
		{
			Work.Scratch.Clusters[Work.Listed] = Range.First != Work.Cluster ? uint32_t(Range.First) : Empty;
			++Range.First;
		}
		SumFullList(Work);
	}
	// Few ranges are longer than a vector, so the first store is made without asking: the list has room behind.
	uint32_t* Out = Work.Scratch.Clusters + Work.Listed;
	const int32_t Count = std::max(Range.End - Range.First, 0);
	hn::StoreU(SlotsFrom(Range.First), FSlotTag(), Out);
	for (int32_t Index = Lanes; Index < Count; Index += Lanes)
	{
		hn::StoreU(SlotsFrom(Range.First + Index), FSlotTag(), Out + Index);
	}
	const uint32_t OwnPlace = uint32_t(Work.Cluster - Range.First);
	if (OwnPlace < uint32_t(Count))
	{
		Out[OwnPlace] = Empty;
	}
	Work.Listed += Count;
}

// The clusters, column by column, that may hold neighbours of some boid in the box.
template <typename Variant>
HWY_INLINE void ListAround(TWork<Variant>& Work, const FClusterBox& Box)
{
	const FKernelGrid& Grid = Work.Job.Grid;
	const float Reach = Work.Job.Reach + Work.Margin;
	const FSpanRange RangeX = Grid.GetAxisX().FindRanks(Box.MinX - Reach, Box.MaxX + Reach);
	const FSpanRange RangeZ = Grid.GetAxisZ().FindRanks(Box.MinZ - Reach, Box.MaxZ + Reach);
	const FHeightRange Heights = Grid.FindHeights(Box.MinY - Reach, Box.MaxY + Reach);
	for (int32_t Z = RangeZ.First; Z < RangeZ.End; ++Z)
	{
		for (int32_t X = RangeX.First; X < RangeX.End; ++X)
		{
			ListClusters(Work, Grid.FindClusters(X, Z, Heights));
		}
	}
}

// The same on a torus, where each axis may have two ranges.
template <typename Variant>
HWY_INLINE void ListAroundOnTorus(TWork<Variant>& Work, const FClusterBox& Box)
{
	const FKernelGrid& Grid = Work.Job.Grid;
	const float Reach = Work.Job.Reach + Work.Margin;
	FSpanRange RangesX[2];
	FSpanRange RangesZ[2];
	FHeightRange Heights[2];
	const int32_t CountX = Grid.GetAxisX().FindRanks(Box.MinX - Reach, Box.MaxX + Reach, RangesX);
	const int32_t CountZ = Grid.GetAxisZ().FindRanks(Box.MinZ - Reach, Box.MaxZ + Reach, RangesZ);
	const int32_t CountY = Grid.FindHeights(Box.MinY - Reach, Box.MaxY + Reach, Heights);
	for (int32_t Quarter = 0; Quarter < CountX * CountZ; ++Quarter)
	{
		const FSpanRange RangeX = RangesX[Quarter % CountX];
		const FSpanRange RangeZ = RangesZ[Quarter / CountX];
		for (int32_t Z = RangeZ.First; Z < RangeZ.End; ++Z)
		{
			for (int32_t X = RangeX.First; X < RangeX.End; ++X)
			{
				const FSpanRange Lower = Grid.FindClusters(X, Z, Heights[0]);
				ListClusters(Work, Lower);
				if (CountY == 2)
				{
					// Both ranges may end in one cluster, which must not come twice.
					const FSpanRange Upper = Grid.FindClusters(X, Z, Heights[1]);
					ListClusters(Work, {std::max(Lower.End, Upper.First), Upper.End});
				}
			}
		}
	}
}

template <typename Variant>
HWY_INLINE void SteerCluster(TWork<Variant>& Work)
{
	LoadBoids(Work.Job, Work.Job.Grid.GetRecords() + size_t(Work.Cluster) * ClusterSize, Work.Boids);
	if (Work.Boids.SteeredCount == 0)
	{
		return;
	}
	const FClusterBox Box = BoundCluster(Work.Job.Grid.GetBlocks()[Work.Cluster]);
	Work.Box = TCullBox<Variant::bTorus>::Make(Box, Work.Job.Grid.GetFrame());
	Work.Listed = 0;
	Work.bAnySummed = false;
	if constexpr (Variant::bTorus)
	{
		ListAroundOnTorus(Work, Box);
	}
	else
	{
		ListAround(Work, Box);
	}
	const FCandidateLists Lists = CullListed(Work);
	for (int32_t Part = 0; Part < Parts; ++Part)
	{
		const FSteeredLanes Own = LoadLanes<Variant>(Work.Job, Work.Cluster, Work.Boids, Part * Lanes);
		FNeighborSums Sums = SumPart<Variant, true>(Work, Part * Lanes, Own, Lists);
		if (HWY_UNLIKELY(Work.bAnySummed))
		{
			Sums = AddSums(Work.Sums[Part], Sums);
		}
		WriteAccelerations<Variant>(Work.Job, Work.Cluster, Work.Boids, Part * Lanes, Own, Sums);
	}
}

template <typename Variant>
void SteerAs(const FClusterJob& Job, FClusterScratch& Scratch, int32_t First, int32_t End)
{
	TWork<Variant> Work(Job, Scratch);
	// A few units in the last place, for coordinates that were rounded on their way into a column.
	Work.Margin = Job.Reach * 1e-5f + Job.Grid.GetFrame().MaxCoordinate * 4e-7f;
	for (Work.Cluster = First; Work.Cluster < End; ++Work.Cluster)
	{
		SteerCluster(Work);
	}
}
} // namespace Flockwork::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
