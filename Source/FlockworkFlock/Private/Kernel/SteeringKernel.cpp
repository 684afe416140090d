#include "SteeringKernel.h"

#include "ClusterJob.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
// Small enough for stealing to even out crowded regions, large enough for a claim to cost nothing beside it.
constexpr int32_t ClustersPerTask = 16;

// The largest distance at which a rule that has a weight looks.
float ReachOf(const FKernelParams& Params)
{
	const auto RadiusIf = [](float Weight, float Radius) { return Weight != 0.0f ? Radius : 0.0f; };
	return std::max({RadiusIf(Params.SeparationWeight, Params.SeparationRadius),
	    RadiusIf(Params.AlignmentWeight, Params.AlignmentRadius),
	    RadiusIf(Params.CohesionWeight, Params.CohesionRadius),
	    1e-3f}); // no rule at all: the smallest columns do no harm
}
} // namespace

struct FSteeringKernel::FImpl
{
	FKernelGrid Grid;
	std::vector<FClusterScratch> Scratch; // one a worker
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
	const FClusterJob Job{Impl->Grid, Params, Input, Output, Reach};
	ParallelFor(Scheduler, Impl->Grid.GetClusterCount(), ClustersPerTask,
	    [&](int32_t First, int32_t End, int32_t Worker)
	    { SteerClusters(Job, Impl->Scratch[size_t(Worker)], First, End); });
}

size_t FSteeringKernel::GetMemoryBytes() const
{
	return Impl->Grid.GetMemoryBytes() + Impl->Scratch.capacity() * sizeof(FClusterScratch);
}
} // namespace Flockwork
