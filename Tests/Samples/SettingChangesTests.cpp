// What the settings panel does to a world: presets as a whole, all of it taken back, all of it once more.
#include "FlockworkGame/FlockSubsystem.h"
#include "FlockworkGame/Prefabs.h"
#include "FlockworkGame/World.h"
#include "SettingChanges.h"

#include <catch2/catch.hpp>
#include <memory>

using namespace Flockwork;

namespace
{
std::unique_ptr<UWorld> MakeWorld()
{
	FDiagnostics Diagnostics;
	FWorldDef Def;
	Def.Settings.Threads = 1;
	Def.Prefabs = std::make_shared<FPrefabLibrary>(MakeGameRegistry());
	Def.Prefabs->AddPrefab(R"({"prefab": "Boid", "components": {"body": {}, "flocking": {"flockId": "Boids",
		"flock": {"neighborRadius": 6, "separation": {"radius": 4}, "maxSpeed": 7}}}})",
	    "Boid.json", Diagnostics);
	auto World = std::make_unique<UWorld>(std::move(Def));
	World->Enqueue(FOrder::Spawn("Boid", {}), Diagnostics);
	INFO(Diagnostics.ToString());
	REQUIRE(Diagnostics.GetAll().empty());
	return World;
}

void Do(UWorld& World, FOrder Order)
{
	FDiagnostics Diagnostics;
	const bool bDone = World.Execute(std::move(Order), Diagnostics);
	INFO(Diagnostics.ToString());
	REQUIRE(bDone);
	REQUIRE(Diagnostics.GetAll().empty());
}

std::string Written(const FFlockSettings& Settings)
{
	return WriteJson(FFlockSettings::Table().Write(&Settings));
}
} // namespace

TEST_CASE("FSettingChanges: presets of wide and of narrow radii are taken as a whole, whichever came before")
{
	const std::unique_ptr<UWorld> World = MakeWorld();
	World->Step();
	FFlockSettings Wide;
	Wide.NeighborRadius = 40.0f;
	Wide.SeparationRadius = Wide.AlignmentRadius = Wide.CohesionRadius = 30.0f;
	Wide.PromoteRadius = 20.0f;
	Wide.DemoteRadius = 30.0f;
	FFlockSettings Narrow;
	Narrow.NeighborRadius = 1.0f;
	Narrow.SeparationRadius = 0.5f;
	Narrow.PromoteRadius = 1.0f;
	Narrow.DemoteRadius = 2.0f;
	FSettingChanges Changes;
	for (const FFlockSettings& Preset : {Wide, Narrow, Wide})
	{
		Do(*World, Changes.SetFlock(*World, "Boids", Preset));
		CHECK(Written(ReadFlock(*World, "Boids")) == Written(Preset));
	}
	CHECK(Changes.IsTuned("flock.neighborRadius", "Boids"));
	CHECK_FALSE(Changes.IsTuned("flock.topologicalCount", "Boids")); // the preset has what was there
}

TEST_CASE("FSettingChanges: undo brings everything back, what is back at its value is no longer tuned")
{
	const std::unique_ptr<UWorld> World = MakeWorld();
	World->Step();
	const std::string Start = Written(ReadFlock(*World, "Boids"));
	FSettingChanges Changes;
	FFlockSettings Narrow; // undone one by one in the order of their names, separation.radius would not go
	Narrow.NeighborRadius = 1.0f;
	Narrow.SeparationRadius = 0.5f;
	Do(*World, Changes.SetFlock(*World, "Boids", Narrow));
	Do(*World, Changes.Set(*World, "flock.maxSpeed", "Boids", 9.0f));
	Do(*World, Changes.Set(*World, "world.killHeight", "", -7.0f));
	for (FOrder& Order : Changes.Undo())
	{
		Do(*World, std::move(Order));
	}
	CHECK(Written(ReadFlock(*World, "Boids")) == Start);
	CHECK(World->GetSettings().KillHeight == FWorldSettings{}.KillHeight);
	CHECK(Changes.IsEmpty());
	Do(*World, Changes.Set(*World, "flock.maxSpeed", "Boids", 9.0f));
	Do(*World, Changes.Set(*World, "flock.maxSpeed", "Boids", 7.0f));
	CHECK(Changes.IsEmpty());
}

TEST_CASE("FSettingChanges: a scene that starts anew gets what was tuned, and keeps its own in the rest")
{
	const std::unique_ptr<UWorld> World = MakeWorld();
	World->Step();
	FSettingChanges Changes;
	FFlockSettings Tuned = ReadFlock(*World, "Boids");
	Tuned.NeighborRadius = 2.0f;
	Tuned.SeparationRadius = 1.0f;
	Do(*World, Changes.SetFlock(*World, "Boids", Tuned));
	const std::unique_ptr<UWorld> Anew = MakeWorld();
	FDiagnostics Diagnostics;
	for (FOrder& Order : Changes.Reapply()) // there is no flock yet: its spawn waits before them
	{
		Anew->Enqueue(std::move(Order), Diagnostics);
	}
	Anew->Step();
	CHECK(Diagnostics.GetAll().empty());
	CHECK(Anew->TakeDiagnostics().ToString() == "");
	CHECK(Written(ReadFlock(*Anew, "Boids")) == Written(Tuned));
	CHECK(ReadFlock(*Anew, "Boids").MaxSpeed == 7.0f);
}
