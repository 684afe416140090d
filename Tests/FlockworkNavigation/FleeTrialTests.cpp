// The flight measured: on a level made here, and on every .obj in the folder that FLOCKWORK_LEVELS names.
#include "FleeTestSupport.h"
#include "FlockworkCore/TaskPool.h"
#include "NavTestLevels.h"

#include <cstdlib>
#include <filesystem>
#include <numeric>

namespace Flockwork
{
namespace
{
// Halls and corridors with dead ends, 80 x 60 m.
FTestLevel Halls()
{
	FTestLevel Level;
	Level.Floor(0.0f, 0.0f, 30.0f, 24.0f).Floor(50.0f, 0.0f, 80.0f, 24.0f).Floor(20.0f, 36.0f, 60.0f, 60.0f);
	Level.Floor(30.0f, 8.0f, 50.0f, 12.0f).Floor(24.0f, 24.0f, 28.0f, 36.0f).Floor(54.0f, 24.0f, 58.0f, 36.0f);
	Level.Floor(0.0f, 44.0f, 20.0f, 47.0f).Floor(60.0f, 50.0f, 80.0f, 53.0f); // dead ends
	return Level;
}

struct FTotals
{
	int32_t Countable = 0, SafeCountable = 0, Contacts = 0, Caught = 0, OffMesh = 0;
};

FTotals RunTrials(const FNavMesh& Mesh, const FFleeTrialSettings& Settings)
{
	FTaskPool Scheduler;
	const auto Maker = [&](const FNavMesh& Ground, float Radius)
	{ return MakeCrowdMover(Ground, Radius, ECrowdBackend::Flockwork, Scheduler); };
	FTotals Totals;
	for (const FFleeTrialResult& Result : RunFleeTrials(Mesh, Settings, Maker, Scheduler))
	{
		Totals.Countable += Result.Countable;
		Totals.SafeCountable += Result.SafeCountable;
		Totals.Contacts += Result.Contacts;
		Totals.Caught += Result.Caught;
		Totals.OffMesh += Result.OffMesh;
	}
	return Totals;
}
} // namespace

TEST_CASE("FFleeTrial: figures have Student's interval")
{
	const double Values[] = {1.0, 2.0, 3.0, 4.0, 5.0};
	const FFleeTrialFigure Figure = Summarize(Values);
	CHECK(Figure.Mean == Approx(3.0));
	CHECK(Figure.HalfWidth == Approx(2.776 * std::sqrt(2.5 / 5.0)).epsilon(1e-4));
	CHECK(Summarize({}).Mean == 0.0);
}

TEST_CASE("FFleeTrial: who is shut in by the threat is not counted, and who has a way out is")
{
	FTestLevel Level;
	Level.Floor(0.0f, 0.0f, 60.0f, 2.4f); // no room to pass a threat
	FNavMesh Mesh;
	BuildInto(Mesh, Level);
	FFleeTrialSettings Settings;
	Settings.Trials = 6;
	Settings.Agents = 30;
	Settings.Time = 0.1f;
	FSerialScheduler Scheduler;
	for (const FFleeTrialResult& Result : RunFleeTrials(Mesh, Settings, MakeSimpleMover, Scheduler))
	{
		CHECK(Result.Triggered == 30);
		CHECK(Result.Countable < 30); // at most one side of the corridor is 25 m long and more
	}
	FNavMesh Open;
	FTestLevel Ground;
	Ground.Floor(-60.0f, -60.0f, 60.0f, 60.0f);
	BuildInto(Open, Ground);
	Settings.Trials = 2;
	for (const FFleeTrialResult& Result : RunFleeTrials(Open, Settings, MakeSimpleMover, Scheduler))
	{
		CHECK(Result.Countable >= 28); // all but those who begin within the threat's reach
	}
}

TEST_CASE("FFleeTrial: a mesh without ground gives no trial")
{
	FNavMesh Mesh;
	FSerialScheduler Scheduler;
	CHECK(RunFleeTrials(Mesh, {}, MakeSimpleMover, Scheduler).empty());
}

TEST_CASE("FFleeTrial: nearly everybody who can gets away, and more than by the classic recipe")
{
	FNavMesh Mesh;
	BuildInto(Mesh, Halls());
	FFleeTrialSettings Settings;
	Settings.Agents = 60;
	Settings.Trials = 4;
	const FTotals Ours = RunTrials(Mesh, Settings);
	CHECK(float(Ours.SafeCountable) >= 0.97f * float(Ours.Countable));
	CHECK(Ours.Contacts == 0);
	CHECK(Ours.OffMesh == 0);
	Settings.Flee.Policy = EFleePolicy::Classic;
	const FTotals Classic = RunTrials(Mesh, Settings);
	CHECK(Classic.SafeCountable < Ours.SafeCountable);
}

TEST_CASE("FFleeTrial: a pursuer takes fewer than half of those whom it takes by the classic recipe")
{
	FNavMesh Mesh;
	BuildInto(Mesh, Halls());
	FFleeTrialSettings Settings;
	Settings.Agents = 60;
	Settings.Trials = 3;
	Settings.bAllNear = false;
	Settings.PursuerSpeed = 6.0f;
	const FTotals Ours = RunTrials(Mesh, Settings);
	Settings.Flee.Policy = EFleePolicy::Classic;
	const FTotals Classic = RunTrials(Mesh, Settings);
	CHECK(2 * Ours.Caught < Classic.Caught);
}

TEST_CASE("FFleeTrial: on real levels, where there are any, at least 99 percent of those who can get away")
{
	const char* Folder = std::getenv("FLOCKWORK_LEVELS");
	if (!Folder)
	{
		return;
	}
	for (const auto& Entry : std::filesystem::directory_iterator(Folder))
	{
		FTestLevel Level;
		if (Entry.path().extension() != ".obj" || !ReadObj(Entry.path().string(), Level.Input))
		{
			continue;
		}
		FNavMesh Mesh;
		BuildInto(Mesh, Level, FNavMeshSettings{});
		const FTotals Totals = RunTrials(Mesh, FFleeTrialSettings{});
		INFO(Entry.path().filename());
		CHECK(float(Totals.SafeCountable) >= 0.99f * float(Totals.Countable));
	}
}
} // namespace Flockwork
