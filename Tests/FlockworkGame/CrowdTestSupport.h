#pragma once
// A small walled yard with people in it.
#include "FlockworkGame/CrowdSubsystem.h"
#include "FlockworkGame/NavigationSubsystem.h"
#include "GameTestSupport.h"

#include <algorithm>
#include <vector>

namespace Flockwork::GameTest
{
// Besides what MakeLibrary has: a Person with a body, a Ghost without one, a Zombie that flocks, a Door.
inline std::shared_ptr<FPrefabLibrary> MakeCrowdLibrary()
{
	std::shared_ptr<FPrefabLibrary> Library = MakeLibrary();
	const char* const Prefabs[] = {
	    R"({"prefab": "Person", "components": {
			"body": {"shape": "capsule", "radius": 0.3, "halfHeight": 0.575, "mass": 70, "friction": 0,
				"lockRotation": true, "layer": "character"},
			"navAgent": {}, "flee": {"detectionRadius": 6, "safeRadius": 8, "fleeSpeed": 5}, "visual": {}}})",
	    R"({"prefab": "Ghost", "components": {"navAgent": {"crowdId": "Ghosts", "radius": 0.3}, "visual": {}}})",
	    R"({"prefab": "Zombie", "inherits": "Walker", "components": {"navAgent": {}}})",
	    R"({"prefab": "Door", "components": {
			"body": {"type": "kinematic", "shape": "box", "halfExtent": [0.9, 1.2, 0.1], "layer": "worldDynamic"},
			"navObstacle": {"settleTime": 0.1}}})",
	    R"({"prefab": "Yard", "components": {"body": {"type": "static", "shape": "box", "halfExtent": [12, 0.5, 12],
			"layer": "worldStatic"}}})",
	    R"({"prefab": "Block", "components": {"body": {"type": "static", "shape": "box", "halfExtent": [3, 1.5, 3],
			"layer": "worldStatic"}}})",
	};
	for (const char* Prefab : Prefabs)
	{
		FDiagnostics Diagnostics;
		const bool bAdded = Library->AddPrefab(Prefab, "test", Diagnostics);
		INFO(Diagnostics.ToString());
		REQUIRE(bAdded);
	}
	return Library;
}

inline std::unique_ptr<UWorld> MakeYard(int32_t Threads = 1)
{
	FWorldDef Def;
	Def.Settings.Threads = Threads;
	Def.Prefabs = MakeCrowdLibrary();
	auto World = std::make_unique<UWorld>(std::move(Def));
	SpawnAt(*World, "Yard", {0.0f, -0.5f, 0.0f}, FVector{}, "Yard"); // its top is at 0
	return World;
}

inline void BuildMesh(UWorld& World)
{
	FDiagnostics Diagnostics;
	const bool bBuilt = World.Execute(FOrder::BuildNavMesh(), Diagnostics);
	INFO(Diagnostics.ToString());
	REQUIRE(bBuilt);
}

// The feet are at the given place.
inline FActorId SpawnPerson(UWorld& World, const FVector& Feet, std::string Name = {})
{
	return SpawnAt(World, "Person", Feet + FVector{0.0f, 0.875f, 0.0f}, FVector{}, std::move(Name));
}

inline void Run(UWorld& World, int32_t Steps)
{
	for (int32_t Step = 0; Step < Steps; ++Step)
	{
		World.Step();
	}
}

inline FVector PlaceOnGround(const UWorld& World, FActorId Actor)
{
	return Horizontal(World.FindActor(Actor)->Transform.Location);
}

inline int32_t CountEvents(const UWorld& World, EEvent Kind, FActorId Actor = {})
{
	const std::span<const FEvent> All = World.GetEvents().GetAll();
	return int32_t(std::count_if(All.begin(), All.end(),
	    [&](const FEvent& Event) { return Event.Id == Kind && (!Actor.IsValid() || Event.A == Actor); }));
}

inline FActorId DropThreat(UWorld& World, const FVector& Place, float Seconds = 0.0f)
{
	FOrder Order;
	Order.Kind = EOrder::DropThreat;
	Order.Transform.Location = Place;
	Order.Amount = Seconds;
	Order.Name = "Danger";
	FDiagnostics Diagnostics;
	REQUIRE(World.Execute(std::move(Order), Diagnostics));
	return World.FindActorByName("Danger");
}
} // namespace Flockwork::GameTest
