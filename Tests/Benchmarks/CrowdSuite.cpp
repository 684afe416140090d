// A crowd on a plaza with pillars, three square metres a person, everybody on the way to some other place of it: a step
// of steering, avoidance and corridors, without bodies. Ours on so many threads, and Detour's crowd on its one.
// Flee decisions: the same people, among whom somebody runs about; what a step of all decisions takes.
#include "FlockworkCore/Random.h"
#include "FlockworkCore/TaskPool.h"
#include "FlockworkNavigation/Crowd.h"
#include "FlockworkNavigation/FleePlanner.h"
#include "FlockworkNavigation/NavMesh.h"
#include "FlockworkNavigation/NavQuery.h"
#include "Suites.h"

#include <cmath>
#include <memory>
#include <vector>

namespace Flockwork
{
namespace
{
constexpr float AreaPerAgent = 3.0f; // m^2
constexpr float BlockSize = 12.0f;   // m; in the middle of each block stands a pillar
constexpr float PillarSize = 2.0f;   // m
constexpr int32_t WarmUpSteps = 40;
constexpr int32_t MostOfDetour = 5000; // one step of more takes it longer than anybody waits

void AddFloor(FNavMeshInput& Input, const FVector& Min, const FVector& Max)
{
	const uint32_t First = uint32_t(Input.Vertices.size());
	Input.Vertices.insert(Input.Vertices.end(), {Min, {Min.x, 0.0f, Max.z}, Max, {Max.x, 0.0f, Min.z}});
	for (const uint32_t Corner : {0u, 1u, 2u, 0u, 2u, 3u})
	{
		Input.Indices.push_back(First + Corner);
	}
}

FNavMeshInput MakePlaza(int32_t Agents)
{
	const int32_t Blocks = std::max(int32_t(std::sqrt(float(Agents) * AreaPerAgent) / BlockSize), 2);
	constexpr float Low = 0.5f * (BlockSize - PillarSize);
	constexpr float High = 0.5f * (BlockSize + PillarSize);
	FNavMeshInput Input;
	Input.Name = "plaza";
	for (int32_t Block = 0; Block < Blocks * Blocks; ++Block)
	{
		const FVector Corner{float(Block % Blocks) * BlockSize, 0.0f, float(Block / Blocks) * BlockSize};
		AddFloor(Input, Corner, Corner + FVector{BlockSize, 0.0f, Low});
		AddFloor(Input, Corner + FVector{0.0f, 0.0f, High}, Corner + FVector{BlockSize, 0.0f, BlockSize});
		AddFloor(Input, Corner + FVector{0.0f, 0.0f, Low}, Corner + FVector{Low, 0.0f, High});
		AddFloor(Input, Corner + FVector{High, 0.0f, Low}, Corner + FVector{BlockSize, 0.0f, High});
	}
	return Input;
}

// All of them on the way.
std::unique_ptr<FCrowd> MakeCrowd(const FNavMesh& Mesh, ECrowdBackend Backend, int32_t Count, ITaskScheduler& Scheduler)
{
	FCrowdSettings Settings;
	Settings.Backend = Backend;
	Settings.PathsPerStep = Count;
	auto Crowd = std::make_unique<FCrowd>(Mesh, Settings, Scheduler);
	const FNavQuery Query(Mesh);
	const FNavFilter Filter = Mesh.MakeFilter();
	FRandomStream Random(20261130);
	FDiagnostics Diagnostics;
	for (int32_t Agent = 0; Agent < Count; ++Agent)
	{
		FAgentDef Def;
		Def.Position = Query.RandomPoint(Random, Filter).Position;
		const FNavLocation Goal = Query.RandomPoint(Random, Filter);
		Crowd->SetGoal(Crowd->AddAgent(Def, Diagnostics), Goal.Position, EPathUrgency::Normal, Goal.Poly);
	}
	for (int32_t Step = 0; Step < WarmUpSteps; ++Step)
	{
		Crowd->Step({.DeltaTime = StepTime});
	}
	Settings.PathsPerStep = FCrowdSettings{}.PathsPerStep;
	Crowd->SetSettings(Settings);
	return Crowd;
}

void MeasureCrowd(
    const FNavMesh& Mesh, ECrowdBackend Backend, int32_t Count, int32_t Threads, const FOnMeasured& OnMeasured)
{
	FTaskPool Pool(FTaskPoolSettings{.ThreadCount = Threads});
	std::unique_ptr<FCrowd> Crowd;
	FCase Case;
	Case.Name = Backend == ECrowdBackend::Flockwork ? CrowdName : DetourCrowdName;
	Case.Count = Count;
	Case.Threads = Threads;
	Case.Begin = [&] { Crowd = MakeCrowd(Mesh, Backend, Count, Pool); };
	Case.Step = [&]
	{
		Pool.BeginFrame();
		Crowd->Step({.DeltaTime = StepTime});
	};
	OnMeasured(Measure(Case));
}

// People stand where they are: who decides is what is measured, and most do while the danger moves.
void MeasureDecisions(const FNavMesh& Mesh, int32_t Count, int32_t Threads, const FOnMeasured& OnMeasured)
{
	FTaskPool Pool(FTaskPoolSettings{.ThreadCount = Threads});
	const FNavQuery Query(Mesh);
	const FNavFilter Filter = Mesh.MakeFilter();
	FRandomStream Random(20261130);
	std::vector<FNavLocation> Places;
	std::vector<uint32_t> Ids;
	for (int32_t Agent = 0; Agent < Count; ++Agent)
	{
		Places.push_back(Query.RandomPoint(Random, Filter));
		Ids.push_back(uint32_t(Agent) + 1);
	}
	const std::vector<FVector> Velocities(Places.size(), FVector{0.0f, 0.0f, 0.0f});
	std::vector<FFleeDecision> Decisions(Places.size());
	const FFleeSettings Settings;
	FNavThreat Danger;
	FFleeInput Input;
	Input.Locations = Places;
	Input.Velocities = Velocities;
	Input.Ids = Ids;
	Input.Threats = {&Danger, 1};
	Input.DeltaTime = StepTime;
	std::unique_ptr<FFleePlanner> Planner;
	FCase Case;
	Case.Name = FleeDecisionsName;
	Case.Count = Count;
	Case.Threads = Threads;
	Case.Steps = 120; // the field is searched anew eight times
	Case.Begin = [&]
	{
		Danger.Position = Places[0].Position;
		Danger.Velocity = {6.0f, 0.0f, 0.0f};
		Danger.Speed = 6.0f;
		Danger.bMoving = true;
		Input.Step = 0;
		Planner = std::make_unique<FFleePlanner>(Mesh);
		Planner->Prepare(Settings, Pool);
	};
	Case.Step = [&]
	{
		Pool.BeginFrame();
		Planner->Run(Settings, Input, Decisions, Pool);
		Danger.Position += Danger.Velocity * StepTime;
		++Input.Step;
	};
	OnMeasured(Measure(Case));
}
} // namespace

void RunCrowdSuite(const FBenchOptions& Options, const FOnMeasured& OnMeasured)
{
	if (!Options.Wants(CrowdName) && !Options.Wants(DetourCrowdName) && !Options.Wants(FleeDecisionsName))
	{
		return;
	}
	// A run that is narrowed down has one count; otherwise those that a crowd's goals are set for.
	const std::vector<int32_t> Usual{100, 1000, 5000, 20000};
	for (const int32_t Count : Options.Counts.size() == 1 ? Options.Counts : Usual)
	{
		FTaskPool Pool;
		FNavMesh Mesh;
		FDiagnostics Diagnostics;
		if (!Mesh.Build(MakePlaza(Count), FNavMeshSettings{}, Pool, {}, Diagnostics))
		{
			Diagnostics.WriteToLog();
			continue;
		}
		for (const int32_t Threads : Options.Threads)
		{
			if (Options.Wants(CrowdName))
			{
				MeasureCrowd(Mesh, ECrowdBackend::Flockwork, Count, Threads, OnMeasured);
			}
			if (Options.Wants(FleeDecisionsName))
			{
				MeasureDecisions(Mesh, Count, Threads, OnMeasured);
			}
		}
		if (Options.Wants(DetourCrowdName) && Count <= MostOfDetour)
		{
			MeasureCrowd(Mesh, ECrowdBackend::DetourCrowd, Count, 1, OnMeasured);
		}
	}
}
} // namespace Flockwork
