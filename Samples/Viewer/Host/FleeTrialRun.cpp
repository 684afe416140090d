#include "FleeTrialRun.h"

#include "FleeTrialReport.h"
#include "FlockworkCore/TaskPool.h"
#include "FlockworkImport/LevelCache.h"
#include "Interrupt.h"
#include "Progress.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace Flockwork
{
namespace
{
constexpr float StandingTime = 10.0f; // s; of a trial whose threat stands
constexpr float HuntTime = 20.0f;

// Tells the progress of each step, and is a crowd otherwise.
class FWatchedMover final : public IFleeTrialMover
{
public:
	FWatchedMover(std::unique_ptr<IFleeTrialMover> InMover, FProgress& InProgress, int64_t& InSteps)
	    : Mover(std::move(InMover)), Progress(InProgress), Steps(InSteps)
	{
	}
	void Add(const FNavLocation& Place) override { Mover->Add(Place); }
	void Remove(int32_t Agent) override { Mover->Remove(Agent); }
	void SetGoal(int32_t Agent, const FNavLocation& Goal, bool bVia, float Speed, float AngularSpeed) override
	{
		Mover->SetGoal(Agent, Goal, bVia, Speed, AngularSpeed);
	}
	void Stop(int32_t Agent) override { Mover->Stop(Agent); }
	void Step(float DeltaTime, ITaskScheduler& Scheduler) override
	{
		Mover->Step(DeltaTime, Scheduler);
		Progress.Update(++Steps);
	}
	FNavLocation GetLocation(int32_t Agent) const override { return Mover->GetLocation(Agent); }
	FVector GetVelocity(int32_t Agent) const override { return Mover->GetVelocity(Agent); }

private:
	std::unique_ptr<IFleeTrialMover> Mover;
	FProgress& Progress;
	int64_t& Steps;
};

FFleeTrialSettings MakeSettings(const FHostOptions& Options)
{
	const FFleeTrialOptions& Trial = Options.FleeTrial;
	FFleeTrialSettings Settings;
	Settings.Agents = Trial.Agents.value_or(Settings.Agents);
	Settings.Trials = Trial.Trials.value_or(Settings.Trials);
	Settings.PursuerSpeed = float(Trial.Pursuer.value_or(0.0));
	Settings.Time = float(Options.Seconds.value_or(double(Trial.Pursuer ? HuntTime : StandingTime)));
	Settings.Seed = uint64_t(Options.Seed);
	Settings.Flee.FleeSpeed = float(Trial.FleeSpeed.value_or(double(Settings.Flee.FleeSpeed)));
	Settings.Flee.Policy = Trial.Policy == "classic" ? EFleePolicy::Classic : EFleePolicy::Flockwork;
	return Settings;
}

bool LoadGround(
    const std::string& File, FFleeTrialRun& Run, ITaskScheduler& Scheduler, FNavMesh& Mesh, FDiagnostics& Diagnostics)
{
	const FLevelImportSettings Settings;
	FImportedLevel Level;
	if (!LoadLevel(File, Settings, Level, Diagnostics))
	{
		return false;
	}
	FProgress Progress("navmesh", 1000);
	const FNavProgress Tell = [&](float Done)
	{
		Progress.Update(int64_t(Done * 1000.0f));
		return GetInterrupt() == 0;
	};
	if (!LoadOrBuildNavMesh(File, Level, Settings, Run.NavMesh, Scheduler, Tell, Mesh, Diagnostics))
	{
		return false;
	}
	Run.WalkableArea = float(Mesh.GetStats().WalkableArea);
	return true;
}

// One call a trial, so that a signal ends the run after the trial at hand.
void RunTrials(FFleeTrialRun& Run, const FNavMesh& Mesh, ITaskScheduler& Scheduler)
{
	const ECrowdBackend Backend = Run.Policy == "detourcrowd" ? ECrowdBackend::DetourCrowd : ECrowdBackend::Flockwork;
	const int64_t StepsOfTrial = std::max<int64_t>(1, std::lround(Run.Settings.Time / Run.Settings.DeltaTime));
	FProgress Progress(FleeTrialName, StepsOfTrial * Run.Settings.Trials);
	int64_t Steps = 0;
	const FFleeTrialMoverMaker Maker = [&](const FNavMesh& Ground, float BodyRadius) {
		return std::make_unique<FWatchedMover>(MakeCrowdMover(Ground, BodyRadius, Backend, Scheduler), Progress, Steps);
	};
	FFleeTrialSettings Each = Run.Settings;
	Each.Trials = 1;
	for (int32_t Trial = 0; Trial < Run.Settings.Trials && GetInterrupt() == 0; ++Trial)
	{
		Each.Seed = Run.Settings.Seed + uint64_t(Trial);
		for (FFleeTrialResult& Result : RunFleeTrials(Mesh, Each, Maker, Scheduler))
		{
			Run.Results.push_back(std::move(Result));
		}
	}
}
} // namespace

int32_t RunFleeTrial(const FHostOptions& Options, std::string& OutSummary, FDiagnostics& Diagnostics)
{
	const auto Start = std::chrono::steady_clock::now();
	if (!Options.ReportFile.empty() && !CheckWritable("--report", Options.ReportFile, Diagnostics))
	{
		return ExitBadInput;
	}
	FTaskPoolSettings PoolSettings;
	PoolSettings.ThreadCount = Options.Threads;
	FTaskPool Pool(PoolSettings);
	FFleeTrialRun Run;
	Run.LevelFile = Options.FleeTrial.LevelFile;
	Run.Policy = Options.FleeTrial.Policy;
	Run.Settings = MakeSettings(Options);
	Run.Threads = Pool.GetThreadCount();
	FNavMesh Mesh;
	if (!LoadGround(Run.LevelFile, Run, Pool, Mesh, Diagnostics))
	{
		return GetInterrupt() != 0 ? ExitSignal + GetInterrupt() : ExitBadInput;
	}
	RunTrials(Run, Mesh, Pool);
	const int Signal = GetInterrupt();
	if (Run.Results.empty() && Signal == 0)
	{
		Diagnostics.Error({Run.LevelFile}, "--level", "there is no ground that people could stand on");
		return ExitBadInput;
	}
	const std::chrono::duration<double> Elapsed = std::chrono::steady_clock::now() - Start;
	Run.WallSeconds = Elapsed.count();
	OutSummary = MakeFleeTrialSummary(Run);
	if (!Options.ReportFile.empty())
	{
		if (!WriteTextFile(Options.ReportFile, WriteJson(MakeFleeTrialReport(Run)), Diagnostics))
		{
			return ExitBadInput;
		}
		OutSummary += "  wrote " + Options.ReportFile + "\n";
	}
	if (Signal != 0)
	{
		return ExitSignal + Signal;
	}
	const std::vector<FFleeTrialCheck> Checks = MakeFleeTrialChecks(Run);
	const bool bPass =
	    std::all_of(Checks.begin(), Checks.end(), [](const FFleeTrialCheck& Check) { return Check.bPass; });
	return bPass ? ExitOk : ExitCheckFailed;
}
} // namespace Flockwork
