// Physics level of detail: the whole step of boids that the flock moves itself, and of automatic ones among which a
// player runs about, so that some hundred are rigid bodies at any time.
#include "FlockworkCore/TaskPool.h"
#include "FlockworkGame/FlockSubsystem.h"
#include "FlockworkGame/Prefabs.h"
#include "WorldCase.h"

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

std::unique_ptr<UWorld> MakeWorld(const FFlockState& State, bool bAutomatic, ITaskScheduler& Scheduler)
{
	FWorldDef Def = MakeBareDef(State.Num(), Scheduler);
	Def.Prefabs = std::make_shared<FPrefabLibrary>(MakeGameRegistry());
	FDiagnostics Diagnostics;
	for (const char* const Prefab : {BoidPrefab, PlayerPrefab, WallPrefab})
	{
		Require(Def.Prefabs->AddPrefab(Prefab, "bench", Diagnostics), Diagnostics);
	}
	auto World = std::make_unique<UWorld>(std::move(Def));
	SpawnBoids(*World, State);
	if (!bAutomatic)
	{
		const FOrder Kinematic = FOrder::SetSetting("flock.physics", std::string("kinematic"), "Bench");
		Require(World->Execute(Kinematic, Diagnostics), Diagnostics);
		return World;
	}
	FTransform Place;
	for (const FVector& Position : State.Positions)
	{
		Place.Location += Position / float(State.Num()); // among them
	}
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
	MeasureWorld(bAutomatic ? AutomaticName : KinematicName, Count, Threads, OnMeasured,
	    [&] { return MakeWorld(Fresh, bAutomatic, Pool); });
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
