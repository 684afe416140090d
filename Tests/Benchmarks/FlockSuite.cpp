// The flock alone: positions and velocities in, accelerations out.
#include "FlockworkCore/TaskPool.h"
#include "FlockworkFlock/FlockSteering.h"
#include "References.h"
#include "Suites.h"

namespace Flockwork
{
namespace
{
constexpr double ClumpedNeighbors = 95.0;
constexpr int32_t ClumpedLimit = 4000; // steps; the flock clumps well before

FCase MakeCase(const char* Name, int32_t Count, int32_t Threads, int32_t Steps)
{
	FCase Case;
	Case.Name = Name;
	Case.Count = Count;
	Case.Threads = Threads;
	Case.Steps = Steps;
	return Case;
}

// Lets a fresh flock run until it is as dense as flocks become.
FFlockState MakeClumped(int32_t Count, ITaskScheduler& Scheduler)
{
	const FFlockSettings Settings = MakeBenchSettings();
	FFlockState State = FFlockState::Make(Count);
	FFlockSteering Steering;
	for (int32_t Step = 0; Step < ClumpedLimit; ++Step)
	{
		if (Step % 50 == 0 && State.CountNeighbors(Settings.NeighborRadius) >= ClumpedNeighbors)
		{
			break;
		}
		FFlockOutput Output{State.Accelerations};
		Steering.Run(Settings, State.GetInput(), Output, Scheduler);
		State.Integrate(Settings);
	}
	return State;
}

// Steering runs on State; the flock moves between the steps, outside the measured time of the rules themselves.
template <typename RunType>
void MeasureFrom(FCase Case, const FFlockState& Start, RunType&& Run, const FOnMeasured& OnMeasured)
{
	const FFlockSettings Settings = MakeBenchSettings();
	FFlockState State;
	Case.Begin = [&] { State = Start; };
	Case.Step = [&] { Run(Settings, State); };
	Case.After = [&] { State.Integrate(Settings); };
	FMeasured Result = Measure(Case);
	Result.Neighbors = State.CountNeighbors(Settings.NeighborRadius);
	OnMeasured(Result);
}
} // namespace

void RunFlockSuite(const FBenchOptions& Options, const FOnMeasured& OnMeasured)
{
	for (const int32_t Threads : Options.Threads)
	{
		FTaskPool Pool(FTaskPoolSettings{.ThreadCount = Threads});
		for (const int32_t Count : Options.Counts)
		{
			FFlockSteering Steering;
			FScalarGrid Grid;
			const FFlockState Fresh = FFlockState::Make(Count);
			const auto Fast = [&](const FFlockSettings& Settings, FFlockState& State)
			{
				FFlockOutput Output{State.Accelerations};
				Pool.BeginFrame();
				Steering.Run(Settings, State.GetInput(), Output, Pool);
			};
			const auto General = [&](const FFlockSettings& Settings, FFlockState& State)
			{
				FFlockOutput Output{State.Accelerations};
				Pool.BeginFrame();
				Steering.RunGeneral(Settings, State.GetInput(), Output, Pool);
			};
			const auto Scalar = [&](const FFlockSettings& Settings, FFlockState& State)
			{ Grid.Run(Settings, State, Pool); };
			const auto EveryPair = [&](const FFlockSettings& Settings, FFlockState& State)
			{ RunBruteForce(Settings, State, Pool); };
			const bool bSmall = Count <= Options.BruteForceLimit;
			const auto MeasureIf = [&](bool bPossible, const char* Name, int32_t Steps, const auto& Run)
			{
				if (bPossible && Options.Wants(Name))
				{
					const bool bClumped = std::string_view(Name) == ClumpedName;
					MeasureFrom(MakeCase(Name, Count, Threads, Steps), bClumped ? MakeClumped(Count, Pool) : Fresh, Run,
					    OnMeasured);
				}
			};
			MeasureIf(true, KernelName, 20, Fast);
			MeasureIf(true, ClumpedName, 20, Fast);
			MeasureIf(true, GeneralName, 10, General);
			MeasureIf(true, ScalarGridName, 10, Scalar);
			MeasureIf(bSmall, BruteForceName, 3, EveryPair);
		}
	}
}
} // namespace Flockwork
