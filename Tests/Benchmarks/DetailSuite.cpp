// Physics level of detail: the whole step of boids that the flock moves itself, and of automatic ones among which a
// player runs about, so that some hundred are rigid bodies at any time.
#include "FlockworkCore/TaskPool.h"
#include "FlockworkGame/FlockSubsystem.h"
#include "FlockworkGame/Prefabs.h"
#include "FlockworkGame/World.h"
#include "References.h"
#include "Suites.h"

#include <stdexcept>

namespace Flockwork
{
namespace
{
constexpr const char* BoidPrefab = R"({"prefab": "BenchBoid", "components": {
	"body": {"shape": "sphere", "radius": 0.3, "gravity": false, "lockRotation": true, "layer": "boid"},
	"flocking": {"flockId": "Bench", "flock": {"world": {"shape": "open"}, "physics": "automatic",
		"lod": {"promoteRadius": 6, "demoteRadius": 9}}}}})";
constexpr const char* PlayerPrefab = R"({"prefab": "BenchPlayer", "components": {
	"body": {"shape": "sphere", "radius": 1, "mass": 90, "gravity": false, "lockRotation": true, "layer": "player"}}})";
constexpr const char* WallPrefab = R"({"prefab": "BenchWall", "components": {
	"body": {"type": "static", "shape": "box", "halfExtent": [4, 8, 4], "layer": "worldStatic"}}})";

void Require(bool bDone, const FDiagnostics& Diagnostics)
{
	if (!bDone || Diagnostics.HasErrors())
	{
		throw std::runtime_error(Diagnostics.ToString());
	}
}

std::unique_ptr<UWorld> MakeWorld(const FFlockState& State, bool bAutomatic, ITaskScheduler& Scheduler)
{
	FWorldDef Def;
	Def.Prefabs = std::make_shared<FPrefabLibrary>(MakeGameRegistry());
	FDiagnostics Diagnostics;
	for (const char* const Prefab : {BoidPrefab, PlayerPrefab, WallPrefab})
	{
		Require(Def.Prefabs->AddPrefab(Prefab, "bench", Diagnostics), Diagnostics);
	}
	Def.Scheduler = &Scheduler;
	Def.Settings.MaxActors = State.Num() + 10;
	Def.Settings.MaxDistance = 1e6f;
	Def.Settings.KillHeight = -1e6f;
	Def.Settings.HashInterval = 0;
	Def.Settings.MetricsInterval = 1e6f;
	auto World = std::make_unique<UWorld>(std::move(Def));
	FVector Center{};
	for (size_t Index = 0; Index < State.Positions.size(); ++Index)
	{
		FTransform Place;
		Place.Location = State.Positions[Index];
		FOrder Order = FOrder::Spawn("BenchBoid", Place);
		Order.Vector = State.Velocities[Index];
		Require(World->Execute(std::move(Order), Diagnostics), Diagnostics);
		Center += State.Positions[Index] / float(State.Num());
	}
	if (!bAutomatic)
	{
		const FOrder Kinematic = FOrder::SetSetting("flock.physics", std::string("kinematic"), "Bench");
		Require(World->Execute(Kinematic, Diagnostics), Diagnostics);
		return World;
	}
	FTransform Place;
	Place.Location = Center;
	FOrder Player = FOrder::Spawn("BenchPlayer", Place);
	Player.Vector = {6.0f, 0.0f, 0.0f};
	Require(World->Execute(std::move(Player), Diagnostics), Diagnostics);
	Place.Location += FVector{12.0f, 0.0f, 12.0f};
	Require(World->Execute(FOrder::Spawn("BenchWall", Place), Diagnostics), Diagnostics);
	return World;
}

void MeasureDetail(
    int32_t Count, int32_t Threads, bool bAutomatic, const FFlockState& Fresh, const FOnMeasured& OnMeasured)
{
	FTaskPool Pool(FTaskPoolSettings{.ThreadCount = Threads});
	std::unique_ptr<UWorld> World;
	double BytesPerBoid = 0.0;
	FCase Case;
	Case.Name = bAutomatic ? AutomaticName : KinematicName;
	Case.Count = Count;
	Case.Threads = Threads;
	Case.Begin = [&]
	{
		World.reset();
		const int64_t Before = GetAllocationCount().LiveBytes;
		World = MakeWorld(Fresh, bAutomatic, Pool);
		World->Step();
		World->GetProfile().Reset();
		BytesPerBoid = double(GetAllocationCount().LiveBytes - Before) / double(Count);
	};
	Case.Step = [&] { World->Step(); };
	FMeasured Result = Measure(Case);
	Result.BytesPerBoid = BytesPerBoid;
	for (int32_t Phase = 0; Phase < PhaseCount; ++Phase)
	{
		Result.Phases.emplace_back(ToString(EPhase(Phase)), World->GetProfile().GetAverage(EPhase(Phase)));
	}
	OnMeasured(Result);
}
} // namespace

void RunDetailSuite(const FBenchOptions& Options, const FOnMeasured& OnMeasured)
{
	for (const int32_t Count : Options.Counts)
	{
		const FFlockState Fresh = FFlockState::Make(Count);
		for (const int32_t Threads : Options.Threads)
		{
			for (const bool bAutomatic : {false, true})
			{
				if (Options.Wants(bAutomatic ? AutomaticName : KinematicName))
				{
					MeasureDetail(Count, Threads, bAutomatic, Fresh, OnMeasured);
				}
			}
		}
	}
}
} // namespace Flockwork
