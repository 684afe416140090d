// One step of the fast path:
//
//	boids in order of creation    3 1 4 0 2 ...
//	            |                                             KernelGrid: sorted by place, the map is in KernelTypes.h
//	            v
//	clusters    [a b c d e f g h] [i j ...                    8 boids that lie side by side
//	            |
//	            v        . k .
//	         .  +-------+  l                                  Candidates-inl.h: who is within reach of the box around
//	         m  |abcdefgh|  .                                 the cluster, found once for all eight
//	            +-------+ n                                   (Cluster-inl.h leads a cluster through all this)
//	            |
//	            v
//	sums of     a b c d e f g h   over  k l m n ...           NeighborSums-inl.h: the hot loop, eight boids at once
//	            |                                             against one candidate after the other
//	            v
//	accelerations, back in order of creation                  Steering-inl.h, and CopyToBoids below
//
// What all this must come to, one boid at a time, is written down in ScalarTwin.cpp.
#include "SteeringKernel.h"

#include "ClusterJob.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
// Small enough for stealing to even out crowded regions, large enough for a claim to cost nothing beside it.
constexpr int32_t ClustersPerTask = 16;
constexpr int32_t BoidsPerTask = 2048;

// The largest distance at which a rule that has a weight looks.
float ReachOf(const FKernelParams& Params)
{
	const auto RadiusIf = [](float Weight, float Radius) { return Weight != 0.0f ? Radius : 0.0f; };
	return std::max({RadiusIf(Params.SeparationWeight, Params.SeparationRadius),
	    RadiusIf(Params.AlignmentWeight, Params.AlignmentRadius),
	    RadiusIf(Params.CohesionWeight, Params.CohesionRadius),
	    1e-3f}); // no rule at all: the smallest columns do no harm
}

// From the order of slots to that of boids. In a pass of its own: boids that are neighbours in space are strangers in
// memory, so workers that wrote to them at once would take the cache lines from each other.
void CopyToBoids(const FKernelGrid& Grid, const FPositionBlock* Accelerations, const FFlockInput& Input,
    FSpanRange Boids, FFlockOutput& Output)
{
	const FKernelFrame Frame = Grid.GetFrame();
	const uint32_t* SlotOfBoid = Grid.GetSlotOfBoid();
	for (int32_t Boid = Boids.First; Boid < Boids.End; ++Boid)
	{
		if (Input.Steered.empty() || Input.Steered[size_t(Boid)] != 0)
		{
			const FPositionBlock& Block = Accelerations[SlotOfBoid[Boid] / ClusterSize];
			const uint32_t Lane = SlotOfBoid[Boid] % ClusterSize;
			Frame.WriteToWorld(Block.X[Lane], Block.Y[Lane], Block.Z[Lane], Output.Accelerations[size_t(Boid)]);
		}
	}
}
} // namespace

struct FSteeringKernel::FImpl
{
	FKernelGrid Grid;
	std::vector<FPositionBlock> Accelerations; // by cluster
	std::vector<FClusterScratch> Scratch;      // one a worker
};

FSteeringKernel::FSteeringKernel() : Impl(std::make_unique<FImpl>()) {}
FSteeringKernel::~FSteeringKernel() = default;

void FSteeringKernel::Run(
    const FKernelParams& Params, const FFlockInput& Input, FFlockOutput& Output, ITaskScheduler& Scheduler)
{
	if (Input.Positions.empty())
	{
		return;
	}
	const float Reach = ReachOf(Params);
	Impl->Grid.Build({Reach, Params.TorusPeriod, Params.bPlanar}, Input, Scheduler);
	if (Impl->Scratch.size() < size_t(Scheduler.GetThreadCount()))
	{
		Impl->Scratch.resize(size_t(Scheduler.GetThreadCount()));
	}
	GrowTo(Impl->Accelerations, size_t(Impl->Grid.GetClusterCount()), Impl->Grid.GetLeastSlots() / ClusterSize);
	const FClusterJob Job{Impl->Grid, Params, Input, Impl->Accelerations.data(), Reach};
	ParallelFor(Scheduler, Impl->Grid.GetClusterCount(), ClustersPerTask,
	    [&](int32_t First, int32_t End, int32_t Worker)
	    { SteerClusters(Job, Impl->Scratch[size_t(Worker)], First, End); });
	ParallelFor(Scheduler, int32_t(Input.Positions.size()), BoidsPerTask,
	    [&](int32_t First, int32_t End, int32_t) {
		    CopyToBoids(Impl->Grid, Impl->Accelerations.data(), Input, {First, End}, Output);
	    });
}

size_t FSteeringKernel::GetMemoryBytes() const
{
	return Impl->Grid.GetMemoryBytes() + Impl->Accelerations.capacity() * sizeof(FPositionBlock) +
	       Impl->Scratch.capacity() * sizeof(FClusterScratch);
}
} // namespace Flockwork
