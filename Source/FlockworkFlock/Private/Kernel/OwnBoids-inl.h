// The boids of the cluster being steered: from records and the caller's spans to lanes, and back to accelerations.
#if defined(FLOCKWORK_KERNEL_OWN_BOIDS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FLOCKWORK_KERNEL_OWN_BOIDS_INL
#undef FLOCKWORK_KERNEL_OWN_BOIDS_INL
#else
#define FLOCKWORK_KERNEL_OWN_BOIDS_INL
#endif

#include "Kernel/ClusterJob.h"
#include "Kernel/NeighborSums-inl.h"
#include "Kernel/Steering-inl.h"

HWY_BEFORE_NAMESPACE();
namespace Flockwork::HWY_NAMESPACE
{
struct FOwnBoids
{
	int32_t SteeredCount;
	uint32_t Boid[ClusterSize]; // NoBoid in padding and where the boid is not steered
	HWY_ALIGN float Velocity[3][ClusterSize];
	HWY_ALIGN float Extra[3][ClusterSize];
	HWY_ALIGN float MaxSpeed[ClusterSize];
};

// What only some flocks have.
HWY_NOINLINE void LoadInputs(const FClusterJob& Job, FOwnBoids& Boids)
{
	const FKernelFrame& Frame = Job.Grid.GetFrame();
	const FFlockInput& Input = Job.Input;
	for (int32_t Lane = 0; Lane < ClusterSize && Boids.Boid[Lane] != NoBoid; ++Lane)
	{
		const uint32_t Index = Boids.Boid[Lane];
		if (!Input.ExtraSums.empty())
		{
			Boids.Extra[0][Lane] = Frame.X.Read(Input.ExtraSums[Index]);
			Boids.Extra[1][Lane] = Frame.Y.Read(Input.ExtraSums[Index]);
			Boids.Extra[2][Lane] = Frame.Z.Read(Input.ExtraSums[Index]);
		}
		if (!Input.SpeedScales.empty())
		{
			Boids.MaxSpeed[Lane] *= Input.SpeedScales[Index];
		}
		if (!Input.Steered.empty() && Input.Steered[Index] == 0)
		{
			Boids.Boid[Lane] = NoBoid;
			--Boids.SteeredCount;
		}
	}
}

HWY_INLINE void LoadBoids(const FClusterJob& Job, const FBoidRecord* HWY_RESTRICT Records, FOwnBoids& Boids)
{
	Boids.SteeredCount = ClusterSize;
	for (int32_t Lane = 0; Lane < ClusterSize; ++Lane)
	{
		const FBoidRecord& Record = Records[Lane];
		Boids.Velocity[0][Lane] = Record.VelocityX;
		Boids.Velocity[1][Lane] = Record.VelocityY;
		Boids.Velocity[2][Lane] = Record.VelocityZ;
		Boids.Boid[Lane] = Record.Boid;
		Boids.SteeredCount -= Record.Boid == NoBoid ? 1 : 0;
	}
	for (int32_t Lane = 0; Lane < ClusterSize; Lane += Lanes)
	{
		hn::Store(hn::Zero(FTag()), FTag(), Boids.Extra[0] + Lane);
		hn::Store(hn::Zero(FTag()), FTag(), Boids.Extra[1] + Lane);
		hn::Store(hn::Zero(FTag()), FTag(), Boids.Extra[2] + Lane);
		hn::Store(Set(Job.Params.MaxSpeed), FTag(), Boids.MaxSpeed + Lane);
	}
	if (!Job.Input.ExtraSums.empty() || !Job.Input.SpeedScales.empty() || !Job.Input.Steered.empty())
	{
		LoadInputs(Job, Boids);
	}
}

HWY_INLINE FVec3 LoadVec3(const float (&Values)[3][ClusterSize], int32_t Part)
{
	return {hn::Load(FTag(), Values[0] + Part), hn::Load(FTag(), Values[1] + Part), hn::Load(FTag(), Values[2] + Part)};
}

// Lanes [Part, Part + Lanes) of the cluster.
template <typename Variant>
HWY_INLINE FSteeredLanes LoadLanes(const FClusterJob& Job, int32_t Cluster, const FOwnBoids& Boids, int32_t Part)
{
	const FTag Tag;
	const FKernelParams& Params = Job.Params;
	const FPositionBlock& Block = Job.Grid.GetBlocks()[Cluster];
	FSteeredLanes Own;
	Own.Position = {hn::Load(Tag, Block.X + Part), hn::Load(Tag, Block.Y + Part), hn::Load(Tag, Block.Z + Part)};
	Own.Velocity = LoadVec3(Boids.Velocity, Part);
	Own.Slot = SlotsFrom(Cluster * ClusterSize + Part);
	Own.SeparationSquared = Set(Params.SeparationRadius * Params.SeparationRadius);
	Own.AlignmentSquared = Set(Params.AlignmentRadius * Params.AlignmentRadius);
	Own.CohesionSquared = Set(Params.CohesionRadius * Params.CohesionRadius);
	if constexpr (Variant::bSelective)
	{
		// -2 instead of -1: then a boid straight behind counts as seen in spite of rounding.
		const float CosVisible = Params.CosVisible <= -1.0f ? -2.0f : Params.CosVisible;
		Own.VisibleLimit = hn::Mul(Set(CosVisible), hn::Sqrt(Dot(Own.Velocity, Own.Velocity)));
	}
	if constexpr (Variant::bTorus)
	{
		Own.Torus = LoadTorus<FTag>(Job.Grid.GetFrame());
	}
	return Own;
}

// Steers one part of the cluster by its sums.
template <typename Variant>
HWY_INLINE void WriteAccelerations(const FClusterJob& Job, int32_t Cluster, const FOwnBoids& Boids, int32_t Part,
    const FSteeredLanes& Own, const FNeighborSums& Sums)
{
	const FTag Tag;
	const FSteerLimits Limits{
	    hn::Load(Tag, Boids.MaxSpeed + Part), Set(Job.Params.MaxSteerForce), LoadVec3(Boids.Extra, Part)};
	const FVec3 Acceleration = SteerByModel<Variant>(Job.Params, Job.Input.DeltaTime, Own.Velocity, Sums, Limits);
	FPositionBlock& Out = Job.Accelerations[Cluster];
	hn::Store(Acceleration.X, Tag, Out.X + Part);
	hn::Store(Acceleration.Y, Tag, Out.Y + Part);
	hn::Store(Acceleration.Z, Tag, Out.Z + Part);
}
} // namespace Flockwork::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
