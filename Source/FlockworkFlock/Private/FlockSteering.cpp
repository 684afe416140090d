#include "FlockworkFlock/FlockSteering.h"

#include "Kernel/SteeringKernel.h"
#include "NeighborRules.h"

#include <algorithm>
#include <string>

namespace Flockwork
{
namespace
{
constexpr int32_t BoidsPerChunk = 256;

using FSteerFunction = FVector (*)(const FSteerContext&, size_t);

FSteerFunction SteerFunction(EFlockModel Model)
{
	switch (Model)
	{
	case EFlockModel::Zones:
		return SteerByZones;
	case EFlockModel::Vicsek:
		return SteerByVicsek;
	case EFlockModel::Pedestrian:
		return SteerPedestrian;
	default:
		return SteerByRules;
	}
}

bool HasRightLength(size_t Length, size_t Count)
{
	return Length == 0 || Length == Count;
}

template <typename Value>
bool AllFinite(std::span<const Value> Values)
{
	for (const Value& Each : Values)
	{
		if constexpr (std::is_same_v<Value, float>)
		{
			if (!std::isfinite(Each))
			{
				return false;
			}
		}
		else if (!IsFinite(Each))
		{
			return false;
		}
	}
	return true;
}

void ScaleAccelerations(const FFlockInput& Input, FFlockOutput& Output, ITaskScheduler& Scheduler)
{
	constexpr int32_t Grain = 4096; // it is but one product a boid
	ParallelFor(Scheduler, int32_t(Input.ForceScales.size()), Grain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (size_t Boid = size_t(Begin); Boid < size_t(End); ++Boid)
		    {
			    if (Input.Steered.empty() || Input.Steered[Boid] != 0)
			    {
				    Output.Accelerations[Boid] *= Input.ForceScales[Boid];
			    }
		    }
	    });
}

bool AreScales(std::span<const float> Scales)
{
	return AllFinite(Scales) && std::all_of(Scales.begin(), Scales.end(), [](float Scale) { return Scale >= 0.0f; });
}
} // namespace

struct FFlockSteering::FImpl
{
	FNeighborGrid Grid;
	FSteeringKernel Kernel;
	ESteeringPath Path = ESteeringPath::General;
	std::string_view Reason = "general: not yet run";
};

FFlockSteering::FFlockSteering() : Impl(std::make_unique<FImpl>()) {}
FFlockSteering::~FFlockSteering() = default;
FFlockSteering::FFlockSteering(FFlockSteering&&) noexcept = default;
FFlockSteering& FFlockSteering::operator=(FFlockSteering&&) noexcept = default;

ESteeringPath ChooseSteeringPath(const FFlockSettings& Settings)
{
	return IsSumOfRules(Settings.Model) && Settings.Neighborhood == ENeighborhood::Metric ? ESteeringPath::Fast
	                                                                                      : ESteeringPath::General;
}

std::string_view ExplainSteeringPath(const FFlockSettings& Settings)
{
	const bool bFast = ChooseSteeringPath(Settings) == ESteeringPath::Fast;
	switch (Settings.Model)
	{
	case EFlockModel::Normalized:
		return bFast ? "fast: Normalized model with metric neighbours"
		             : "general: topological neighbours need each boid's own nearest list";
	case EFlockModel::Additive:
		return bFast ? "fast: Additive model with metric neighbours"
		             : "general: topological neighbours need each boid's own nearest list";
	case EFlockModel::Reynolds:
		return bFast ? "fast: Reynolds model with metric neighbours"
		             : "general: topological neighbours need each boid's own nearest list";
	case EFlockModel::Zones:
		return "general: the Zones model turns a heading, with noise";
	case EFlockModel::Vicsek:
		return "general: the Vicsek model turns a heading, with noise";
	case EFlockModel::Pedestrian:
		return "general: the Pedestrian model needs an exponential of each distance";
	}
	return "general";
}

bool FFlockSteering::Validate(const FFlockSettings& Settings, const FFlockInput& Input, const FFlockOutput& Output,
    FDiagnostics& Diagnostics) const
{
	bool bValid = ValidateFlockSettings(Settings, Diagnostics);
	const auto Require = [&](bool bCondition, std::string_view Field, std::string_view Expected)
	{
		if (!bCondition)
		{
			Diagnostics.Error({}, Field, std::string(Expected));
			bValid = false;
		}
	};
	const size_t Count = Input.Positions.size();
	Require(Input.Velocities.size() == Count, "Velocities", "one velocity a boid is expected");
	Require(Input.Ids.size() == Count, "Ids", "one id a boid is expected");
	Require(Output.Accelerations.size() == Count, "Accelerations", "room for one acceleration a boid is expected");
	Require(HasRightLength(Input.SpeedScales.size(), Count), "SpeedScales", "one a boid, or none, is expected");
	Require(HasRightLength(Input.ForceScales.size(), Count), "ForceScales", "one a boid, or none, is expected");
	Require(HasRightLength(Input.ExtraSums.size(), Count), "ExtraSums", "one a boid, or none, is expected");
	Require(HasRightLength(Input.Steered.size(), Count), "Steered", "one a boid, or none, is expected");
	Require(
	    Input.DeltaTime > 0.0f && std::isfinite(Input.DeltaTime), "DeltaTime", "a finite time above 0 s is expected");
	Require(std::adjacent_find(Input.Ids.begin(), Input.Ids.end(), std::greater_equal<>()) == Input.Ids.end(), "Ids",
	    "strictly ascending ids are expected");
	Require(AllFinite(Input.Positions), "Positions", "finite positions are expected");
	Require(AllFinite(Input.Velocities), "Velocities", "finite velocities are expected");
	Require(AllFinite(Input.ExtraSums), "ExtraSums", "finite sums are expected");
	Require(AreScales(Input.SpeedScales), "SpeedScales", "finite scales of at least 0 are expected");
	Require(AreScales(Input.ForceScales), "ForceScales", "finite scales of at least 0 are expected");
	return bValid;
}

void FFlockSteering::Run(
    const FFlockSettings& Settings, const FFlockInput& Input, FFlockOutput& Output, ITaskScheduler& Scheduler)
{
	if (ChooseSteeringPath(Settings) == ESteeringPath::General)
	{
		RunGeneral(Settings, Input, Output, Scheduler);
		return;
	}
	Impl->Path = ESteeringPath::Fast;
	Impl->Reason = ExplainSteeringPath(Settings);
	Impl->Kernel.Run(MakeRules(Settings, Input.bGravity), Input, Output, Scheduler);
	ScaleAccelerations(Input, Output, Scheduler);
}

void FFlockSteering::RunGeneral(
    const FFlockSettings& Settings, const FFlockInput& Input, FFlockOutput& Output, ITaskScheduler& Scheduler)
{
	Impl->Path = ESteeringPath::General;
	Impl->Reason = ChooseSteeringPath(Settings) == ESteeringPath::Fast ? "general: asked for by the caller"
	                                                                   : ExplainSteeringPath(Settings);
	const FKernelParams Rules = MakeRules(Settings, Input.bGravity);
	const FSteerContext Context{Settings, Input, Impl->Grid, Rules};
	Impl->Grid.Build(Input.Positions, {GridCellSize(Settings, Rules), Rules.TorusPeriod, Rules.bPlanar}, Scheduler);
	const FSteerFunction Steer = SteerFunction(Settings.Model);
	const std::span<const uint32_t> Order = Impl->Grid.GetSortedIndices();
	ParallelFor(Scheduler, int32_t(Order.size()), BoidsPerChunk,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (int32_t Place = Begin; Place < End; ++Place)
		    {
			    const size_t Boid = Order[size_t(Place)];
			    if (Input.Steered.empty() || Input.Steered[Boid] != 0)
			    {
				    Output.Accelerations[Boid] = Steer(Context, Boid);
			    }
		    }
	    });
	ScaleAccelerations(Input, Output, Scheduler);
}

ESteeringPath FFlockSteering::GetPath() const
{
	return Impl->Path;
}

std::string_view FFlockSteering::GetPathReason() const
{
	return Impl->Reason;
}
} // namespace Flockwork
