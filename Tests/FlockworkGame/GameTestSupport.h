#pragma once
// Small worlds for tests: a library with a few prefabs of its own, and actors in it.
#include "FlockworkGame/FlockSubsystem.h"
#include "FlockworkGame/Prefabs.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"

#include <catch2/catch.hpp>
#include <memory>
#include <string>

namespace Flockwork::GameTest
{
// A Boid that flies, a Walker under gravity, a Ground, a Wall, a Ball that reports contacts, a Player, a Threat.
inline std::shared_ptr<FPrefabLibrary> MakeLibrary()
{
	auto Library = std::make_shared<FPrefabLibrary>(MakeGameRegistry());
	const char* const Prefabs[] = {
	    R"({"prefab": "Boid", "components": {
			"body": {"shape": "sphere", "radius": 0.3, "gravity": false, "lockRotation": true, "layer": "boid"},
			"flocking": {"flockId": "Boids", "flock": {"bounds": {"radius": 12}}}, "visual": {"species": "arrow"}}})",
	    R"({"prefab": "Walker", "inherits": "Boid", "components": {
			"body": {"shape": "capsule", "radius": 0.3, "halfHeight": 0.6, "mass": 70, "gravity": true, "friction": 0},
			"flocking": {"flockId": "Walkers", "flock": {"maxSpeed": 2.5}}}})",
	    R"({"prefab": "Ground", "components": {"body": {"type": "static", "shape": "box", "halfExtent": [100, 1, 100],
			"layer": "worldStatic"}, "visual": {}}})",
	    R"({"prefab": "Wall", "components": {"body": {"type": "static", "shape": "box", "halfExtent": [4, 2, 0.5],
			"layer": "worldStatic"}, "visual": {}}})",
	    R"({"prefab": "Ball", "components": {"body": {"shape": "sphere", "radius": 0.5, "reportContacts": true}}})",
	    R"({"prefab": "Player", "components": {"body": {"shape": "capsule", "radius": 0.35, "halfHeight": 0.55,
			"mass": 90, "friction": 0, "lockRotation": true, "layer": "player"}, "playerMover": {"speed": 2}}})",
	    R"({"prefab": "Threat", "components": {"threat": {}}})",
	};
	for (const char* Prefab : Prefabs)
	{
		FDiagnostics Diagnostics;
		const bool bAdded = Library->AddPrefab(Prefab, "test", Diagnostics);
		INFO(Diagnostics.ToString());
		REQUIRE(bAdded);
		REQUIRE(Diagnostics.GetAll().empty());
	}
	return Library;
}

inline FWorldDef MakeDef(int32_t Threads = 1)
{
	FWorldDef Def;
	Def.Settings.Threads = Threads;
	Def.Prefabs = MakeLibrary();
	return Def;
}

// Executes and expects that all is well.
inline FActorId Do(UWorld& World, FOrder Order)
{
	FDiagnostics Diagnostics;
	FActorId Actor;
	const bool bDone = World.Execute(std::move(Order), Diagnostics, &Actor);
	INFO(Diagnostics.ToString());
	REQUIRE(bDone);
	REQUIRE(Diagnostics.GetAll().empty());
	return Actor;
}

inline FTransform At(float X, float Y, float Z)
{
	FTransform Transform;
	Transform.Location = {X, Y, Z};
	return Transform;
}

inline FActorId SpawnAt(
    UWorld& World, const char* Prefab, const FVector& Place, const FVector& Velocity = FVector{}, std::string Name = {})
{
	FOrder Order = FOrder::Spawn(Prefab, At(Place.x, Place.y, Place.z), std::move(Name));
	Order.Vector = Velocity;
	return Do(World, std::move(Order));
}

// A busy little scene: walkers and fliers round walls, a player on a path, a threat that comes and goes.
inline void FillScene(UWorld& World, int32_t Boids = 40)
{
	SpawnAt(World, "Ground", {0.0f, -1.0f, 0.0f});
	SpawnAt(World, "Wall", {3.0f, 2.0f, 6.0f});
	SpawnAt(World, "Wall", {-6.0f, 2.0f, -2.0f});
	const FActorId Player = SpawnAt(World, "Player", {0.0f, 0.9f, 0.0f}, FVector{}, "Player");
	FOrder Path;
	Path.Kind = EOrder::SetPath;
	Path.Actor = Player;
	Path.Points = {{8.0f, 0.0f, 0.0f}, {8.0f, 0.0f, 9.0f}, {-9.0f, 0.0f, 9.0f}, {-9.0f, 0.0f, -6.0f}};
	Do(World, Path);
	Do(World, FOrder::SpawnMany("Walker", {0.0f, 0.9f, -6.0f}, 5.0f, Boids));
	FOrder Fliers = FOrder::SpawnMany("Boid", {0.0f, 6.0f, 0.0f}, 5.0f, Boids);
	Fliers.Amount = 2.0f;
	Do(World, Fliers);
	Do(World, FOrder::SetTarget("Walkers", "Player"));
	FDiagnostics Diagnostics;
	FOrder Threat;
	Threat.Kind = EOrder::DropThreat;
	Threat.Transform = At(2.0f, 6.0f, 1.0f);
	Threat.Amount = 1.0f;
	World.Enqueue(std::move(Threat).At(30), Diagnostics);
	FOrder Bang;
	Bang.Kind = EOrder::Explode;
	Bang.Transform = At(0.0f, 0.5f, -5.0f);
	Bang.Radius = 4.0f;
	Bang.Amount = 300.0f;
	World.Enqueue(std::move(Bang).At(60), Diagnostics);
	REQUIRE(Diagnostics.GetAll().empty());
}
} // namespace Flockwork::GameTest
