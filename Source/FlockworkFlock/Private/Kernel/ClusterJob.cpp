#include "ClusterJob.h"

// Highway compiles this file once more for each instruction set, each time in a namespace of its own. SSSE3 and the
// second kind of AVX-512 have nothing that this code uses.
#include <hwy/base.h>
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#endif
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Kernel/ClusterJob.cpp"
#include <hwy/foreach_target.h>
// These must come after it.
#include "Kernel/Candidates-inl.h"
#include "Kernel/NeighborSums-inl.h"
#include "Kernel/Steering-inl.h"
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace Flockwork::HWY_NAMESPACE
{
constexpr int32_t Parts = ClusterSize / Lanes;

// The boids of the cluster being steered, turned from records into lanes.
struct FOwnBoids
{
	explicit FOwnBoids(const FClusterJob& Job, int32_t Cluster);
	FSteeredLanes LoadLanes(const FClusterJob& Job, int32_t Part) const;

	int32_t Cluster;
	bool bAnySteered = false;
	uint32_t Boid[ClusterSize]; // NoBoid in padding and where the boid is not steered
	HWY_ALIGN float Velocity[3][ClusterSize];
	HWY_ALIGN float Extra[3][ClusterSize];
	HWY_ALIGN float MaxSpeed[ClusterSize];
};

FOwnBoids::FOwnBoids(const FClusterJob& Job, int32_t InCluster) : Cluster(InCluster)
{
	const FKernelFrame& Frame = Job.Grid.GetFrame();
	const FBoidRecord* Records = Job.Grid.GetRecords() + size_t(Cluster) * ClusterSize;
	for (int32_t Lane = 0; Lane < ClusterSize; ++Lane)
	{
		const FBoidRecord& Record = Records[Lane];
		Velocity[0][Lane] = Record.VelocityX;
		Velocity[1][Lane] = Record.VelocityY;
		Velocity[2][Lane] = Record.VelocityZ;
		const bool bReal = Record.Boid != NoBoid;
		const FVector ExtraSum =
		    bReal && !Job.Input.ExtraSums.empty() ? Job.Input.ExtraSums[Record.Boid] : FVector{0.0f, 0.0f, 0.0f};
		Extra[0][Lane] = Frame.X.Read(ExtraSum);
		Extra[1][Lane] = Frame.Y.Read(ExtraSum);
		Extra[2][Lane] = Frame.Z.Read(ExtraSum);
		MaxSpeed[Lane] =
		    Job.Params.MaxSpeed * (bReal && !Job.Input.SpeedScales.empty() ? Job.Input.SpeedScales[Record.Boid] : 1.0f);
		const bool bSteered = bReal && (Job.Input.Steered.empty() || Job.Input.Steered[Record.Boid] != 0);
		Boid[Lane] = bSteered ? Record.Boid : NoBoid;
		bAnySteered = bAnySteered || bSteered;
	}
}

FVec3 Periods(const FKernelFrame& Frame)
{
	return {Set(Frame.X.Period), Set(Frame.Y.Period), Set(Frame.Z.Period)};
}

FVec3 InversePeriods(const FKernelFrame& Frame)
{
	const auto Inverse = [](float Period) { return Period > 0.0f ? 1.0f / Period : 0.0f; };
	return {Set(Inverse(Frame.X.Period)), Set(Inverse(Frame.Y.Period)), Set(Inverse(Frame.Z.Period))};
}

FSteeredLanes FOwnBoids::LoadLanes(const FClusterJob& Job, int32_t Part) const
{
	const FTag Tag;
	const FKernelParams& Params = Job.Params;
	const FPositionBlock& Block = Job.Grid.GetBlocks()[Cluster];
	FSteeredLanes Own;
	Own.Position = {hn::Load(Tag, Block.X + Part), hn::Load(Tag, Block.Y + Part), hn::Load(Tag, Block.Z + Part)};
	Own.Velocity = {
	    hn::Load(Tag, Velocity[0] + Part), hn::Load(Tag, Velocity[1] + Part), hn::Load(Tag, Velocity[2] + Part)};
	Own.Slot = hn::Iota(FSlotTag(), uint32_t(Cluster * ClusterSize + Part));
	Own.SeparationSquared = Set(Params.SeparationRadius * Params.SeparationRadius);
	Own.AlignmentSquared = Set(Params.AlignmentRadius * Params.AlignmentRadius);
	Own.CohesionSquared = Set(Params.CohesionRadius * Params.CohesionRadius);
	// -2 instead of -1: a boid straight behind counts as seen in spite of rounding.
	const float CosVisible = Params.CosVisible <= -1.0f ? -2.0f : Params.CosVisible;
	Own.VisibleLimit = hn::Mul(Set(CosVisible), hn::Sqrt(Dot(Own.Velocity, Own.Velocity)));
	Own.Period = Periods(Job.Grid.GetFrame());
	Own.InversePeriod = InversePeriods(Job.Grid.GetFrame());
	return Own;
}

// Pairs at one place: pushed apart in the direction that their ids give. Rare, so it takes its time.
template <typename Variant>
HWY_NOINLINE void AddCoincident(const FClusterJob& Job, const FOwnBoids& Boids, int32_t Part, const FSteeredLanes& Own,
    const uint32_t* List, const uint32_t* ListEnd, FNeighborSums& Sums)
{
	const FTag Tag;
	const FBoidRecord* Records = Job.Grid.GetRecords();
	const FKernelFrame& Frame = Job.Grid.GetFrame();
	const float Strength = Variant::bPerDistance ? CoincidentInverseDistance : 1.0f;
	HWY_ALIGN float Apart[3][Lanes];
	HWY_ALIGN float Coincident[Lanes];
	hn::Store(Sums.Apart.X, Tag, Apart[0]);
	hn::Store(Sums.Apart.Y, Tag, Apart[1]);
	hn::Store(Sums.Apart.Z, Tag, Apart[2]);
	for (; List != ListEnd; ++List)
	{
		const FBoidRecord& Other = Records[*List];
		const FVec3 Offset = OffsetTo<Variant>(Other, Own);
		const FMask Shares = hn::Lt(Dot(Offset, Offset), Set(CoincidentDistanceSquared));
		hn::Store(hn::IfThenElseZero(Shares, Set(1.0f)), Tag, Coincident);
		for (int32_t Lane = 0; Lane < Lanes; ++Lane)
		{
			const uint32_t Self = Boids.Boid[Part + Lane];
			if (Coincident[Lane] != 0.0f && Self != NoBoid && Self != Other.Boid)
			{
				const FVector Away = DirectionFromIds(Job.Input.Ids[Self], Job.Input.Ids[Other.Boid]) * Strength;
				Apart[0][Lane] += Frame.X.Read(Away);
				Apart[1][Lane] += Frame.Y.Read(Away);
				Apart[2][Lane] += Frame.Z.Read(Away);
			}
		}
	}
	Sums.Apart = {hn::Load(Tag, Apart[0]), hn::Load(Tag, Apart[1]), hn::Load(Tag, Apart[2])};
}

// Adds all that a batch of clusters contributes to the sums of one cluster.
template <typename Variant>
HWY_NOINLINE void SumBatch(const FClusterJob& Job, const FOwnBoids& Boids, const FCullBox& Box,
    FClusterScratch& Scratch, int32_t ClusterCount, FNeighborSums* HWY_RESTRICT OutSums)
{
	const FBoidRecord* Records = Job.Grid.GetRecords();
	const FCandidateLists Lists =
	    CullClusters<Variant>(Job.Grid.GetBlocks(), Scratch.Clusters, ClusterCount, Box, Scratch.Near, Scratch.Far);
	for (int32_t Part = 0; Part < Parts; ++Part)
	{
		const FSteeredLanes Own = Boids.LoadLanes(Job, Part * Lanes);
		FNeighborSums Sums = OutSums[Part];
		const uint32_t* CloseEnd = SumNear<Variant>(Records, Scratch.Near, Lists.NearEnd, Own, Sums, Scratch.Close);
		SumFar<Variant>(Records, Scratch.Far, Lists.FarEnd, Own, Sums);
		if (SumClose<Variant>(Records, Scratch.Close, CloseEnd, Own, Sums))
		{
			AddCoincident<Variant>(Job, Boids, Part * Lanes, Own, Scratch.Close, CloseEnd, Sums);
		}
		OutSums[Part] = Sums;
	}
}

template <typename Variant>
FCullBox MakeCullBox(const FClusterJob& Job, const FClusterBox& Box, float Margin)
{
	const float Separation = Job.Params.SeparationWeight != 0.0f ? Job.Params.SeparationRadius : 0.0f;
	const auto Middle = [](float A, float B) { return 0.5f * (A + B); };
	const auto Half = [](float A, float B) { return 0.5f * (B - A); };
	FCullBox Out;
	Out.Min = {Set(Box.MinX), Set(Box.MinY), Set(Box.MinZ)};
	Out.Max = {Set(Box.MaxX), Set(Box.MaxY), Set(Box.MaxZ)};
	Out.Center = {Set(Middle(Box.MinX, Box.MaxX)), Set(Middle(Box.MinY, Box.MaxY)), Set(Middle(Box.MinZ, Box.MaxZ))};
	Out.Half = {Set(Half(Box.MinX, Box.MaxX)), Set(Half(Box.MinY, Box.MaxY)), Set(Half(Box.MinZ, Box.MaxZ))};
	Out.Period = Periods(Job.Grid.GetFrame());
	Out.InversePeriod = InversePeriods(Job.Grid.GetFrame());
	const float Extra = Variant::bTorus ? Margin : 0.0f;
	Out.NearSquared = Set((Separation + Extra) * (Separation + Extra));
	Out.FarSquared = Set((Job.Reach + Extra) * (Job.Reach + Extra));
	return Out;
}

// Appends the clusters of a range to the list, and works the list off whenever it is full.
template <typename Variant>
HWY_INLINE int32_t AppendClusters(const FClusterJob& Job, const FOwnBoids& Boids, const FCullBox& Box,
    FClusterScratch& Scratch, FSpanRange Range, int32_t Listed, FNeighborSums* Sums)
{
	while (HWY_UNLIKELY(Range.End - Range.First > FClusterScratch::MaxClusters - Listed))
	{
		for (; Listed < FClusterScratch::MaxClusters; ++Listed)
		{
			Scratch.Clusters[Listed] = uint32_t(Range.First++);
		}
		SumBatch<Variant>(Job, Boids, Box, Scratch, Listed, Sums);
		Listed = 0;
	}
	for (int32_t First = Range.First; First < Range.End; First += Lanes)
	{
		hn::StoreU(hn::Iota(FSlotTag(), uint32_t(First)), FSlotTag(), Scratch.Clusters + Listed + First - Range.First);
	}
	return Listed + Range.End - Range.First;
}

template <typename Variant>
HWY_INLINE void SumNeighbors(
    const FClusterJob& Job, const FOwnBoids& Boids, FClusterScratch& Scratch, FNeighborSums* Sums)
{
	const FKernelGrid& Grid = Job.Grid;
	const FClusterBox Box = BoundCluster(Grid.GetBlocks()[Boids.Cluster]);
	// A few units in the last place, for coordinates that were rounded on their way into a column.
	const float Margin = Job.Reach * 1e-5f + Grid.GetFrame().MaxCoordinate * 4e-7f;
	const float Reach = Job.Reach + Margin;
	const FCullBox CullBox = MakeCullBox<Variant>(Job, Box, Margin);
	FSpanRange RangesX[2];
	FSpanRange RangesZ[2];
	FSpanRange Ranges[2];
	const int32_t CountX = Grid.GetAxisX().FindColumns(Box.MinX - Reach, Box.MaxX + Reach, RangesX);
	const int32_t CountZ = Grid.GetAxisZ().FindColumns(Box.MinZ - Reach, Box.MaxZ + Reach, RangesZ);
	int32_t Listed = 0;
	for (int32_t PartZ = 0; PartZ < CountZ; ++PartZ)
	{
		for (int32_t Z = RangesZ[PartZ].First; Z < RangesZ[PartZ].End; ++Z)
		{
			for (int32_t PartX = 0; PartX < CountX; ++PartX)
			{
				for (int32_t X = RangesX[PartX].First; X < RangesX[PartX].End; ++X)
				{
					const FKernelColumn& Column = Grid.GetColumn(X, Z);
					int32_t Count = 1;
					if constexpr (Variant::bTorus)
					{
						Count = Grid.FindClustersOnTorus(Column, Box.MinY - Reach, Box.MaxY + Reach, Ranges);
					}
					else
					{
						Ranges[0] = Grid.FindClusters(Column, Box.MinY - Reach, Box.MaxY + Reach);
					}
					for (int32_t Part = 0; Part < Count; ++Part)
					{
						Listed = AppendClusters<Variant>(Job, Boids, CullBox, Scratch, Ranges[Part], Listed, Sums);
					}
				}
			}
		}
	}
	SumBatch<Variant>(Job, Boids, CullBox, Scratch, Listed, Sums);
}

template <typename Variant>
HWY_INLINE void WriteAccelerations(const FClusterJob& Job, const FOwnBoids& Boids, const FNeighborSums* Sums)
{
	const FTag Tag;
	const FKernelFrame& Frame = Job.Grid.GetFrame();
	HWY_ALIGN float Out[3][ClusterSize];
	for (int32_t Part = 0; Part < Parts; ++Part)
	{
		const int32_t Lane = Part * Lanes;
		const FSteerLimits Limits{hn::Load(Tag, Boids.MaxSpeed + Lane), Set(Job.Params.MaxSteerForce),
		    {hn::Load(Tag, Boids.Extra[0] + Lane), hn::Load(Tag, Boids.Extra[1] + Lane),
		        hn::Load(Tag, Boids.Extra[2] + Lane)}};
		const FVec3 Acceleration =
		    SteerByModel<Variant>(Job.Params, Job.Input.DeltaTime, Boids.LoadLanes(Job, Lane), Sums[Part], Limits);
		hn::Store(Acceleration.X, Tag, Out[0] + Lane);
		hn::Store(Acceleration.Y, Tag, Out[1] + Lane);
		hn::Store(Acceleration.Z, Tag, Out[2] + Lane);
	}
	for (int32_t Lane = 0; Lane < ClusterSize; ++Lane)
	{
		if (Boids.Boid[Lane] != NoBoid)
		{
			Job.Output.Accelerations[Boids.Boid[Lane]] = Frame.ToWorld(Out[0][Lane], Out[1][Lane], Out[2][Lane]);
		}
	}
}

template <typename Variant>
void SteerAs(const FClusterJob& Job, FClusterScratch& Scratch, int32_t First, int32_t End)
{
	for (int32_t Cluster = First; Cluster < End; ++Cluster)
	{
		const FOwnBoids Boids(Job, Cluster);
		if (Boids.bAnySteered)
		{
			FNeighborSums Sums[Parts];
			for (FNeighborSums& PartSums : Sums)
			{
				PartSums = ZeroSums();
			}
			SumNeighbors<Variant>(Job, Boids, Scratch, Sums);
			WriteAccelerations<Variant>(Job, Boids, Sums);
		}
	}
}

template <bool bTorus, bool bSelective>
void SteerModel(const FClusterJob& Job, FClusterScratch& Scratch, int32_t First, int32_t End)
{
	switch (Job.Params.Model)
	{
	case EKernelModel::Normalized:
		return SteerAs<TVariant<bTorus, bSelective, EKernelModel::Normalized>>(Job, Scratch, First, End);
	case EKernelModel::AdditiveLiteral:
		return SteerAs<TVariant<bTorus, bSelective, EKernelModel::AdditiveLiteral>>(Job, Scratch, First, End);
	case EKernelModel::AdditiveReynolds:
		return SteerAs<TVariant<bTorus, bSelective, EKernelModel::AdditiveReynolds>>(Job, Scratch, First, End);
	}
}

void SteerClustersOfTarget(const FClusterJob& Job, FClusterScratch& Scratch, int32_t First, int32_t End)
{
	const FVector& Period = Job.Params.TorusPeriod;
	const bool bTorus = Period.x > 0.0f || Period.y > 0.0f || Period.z > 0.0f;
	const bool bSelective = Job.Params.CosVisible > -1.0f || Job.Params.AlignmentRadius != Job.Params.CohesionRadius;
	if (bTorus)
	{
		bSelective ? SteerModel<true, true>(Job, Scratch, First, End)
		           : SteerModel<true, false>(Job, Scratch, First, End);
	}
	else
	{
		bSelective ? SteerModel<false, true>(Job, Scratch, First, End)
		           : SteerModel<false, false>(Job, Scratch, First, End);
	}
}
} // namespace Flockwork::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace Flockwork
{
HWY_EXPORT(SteerClustersOfTarget);

void SteerClusters(const FClusterJob& Job, FClusterScratch& Scratch, int32_t First, int32_t End)
{
	HWY_DYNAMIC_DISPATCH(SteerClustersOfTarget)(Job, Scratch, First, End);
}

std::vector<FKernelTarget> GetKernelTargets()
{
	std::vector<FKernelTarget> Targets;
	for (const int64_t Bit : hwy::SupportedAndGeneratedTargets())
	{
		Targets.push_back({Bit, hwy::TargetName(Bit)});
	}
	return Targets;
}

void ForceKernelTarget(int64_t Bit)
{
	hwy::SetSupportedTargetsForTest(Bit);
	hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}
} // namespace Flockwork
#endif
