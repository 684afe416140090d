#include "ClusterJob.h"

#include "KernelBounds.h"

// Highway compiles this file once more for each instruction set, each time in a namespace of its own.
#include "KernelTargets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Kernel/ClusterJob.cpp"
#include <hwy/foreach_target.h>
// These must come after it.
#include "Kernel/Bounds-inl.h"
#include "Kernel/Cluster-inl.h"
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace Flockwork::HWY_NAMESPACE
{
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
HWY_EXPORT(MeasureBoundsOfTarget);

void SteerClusters(const FClusterJob& Job, FClusterScratch& Scratch, int32_t First, int32_t End)
{
	HWY_DYNAMIC_DISPATCH(SteerClustersOfTarget)(Job, Scratch, First, End);
}

FBox MeasureBounds(std::span<const FVector> Positions)
{
	FBox Out;
	HWY_DYNAMIC_DISPATCH(MeasureBoundsOfTarget)(Positions, Out);
	return Out;
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
