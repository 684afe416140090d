#pragma once
// What the physics tests share: worlds of both kinds and bodies in few words.
#include "FlockworkCore/Tasks.h"
#include "FlockworkPhysics/PhysicsWorld.h"

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

// Runs the test once for each kind of world.
#define EACH_KIND GENERATE(EPhysicsWorldKind::Stock, EPhysicsWorldKind::Fast)

namespace Flockwork
{
inline constexpr float StepTime = 1.0f / 60.0f;

inline FPhysicsSettings SettingsOf(EPhysicsWorldKind Kind, const FVector& Gravity = {0.0f, -9.81f, 0.0f})
{
	FPhysicsSettings Settings;
	Settings.World = Kind;
	Settings.Gravity = Gravity;
	return Settings;
}

// A world and its scheduler, with bodies made without a diagnostic in sight.
struct FTestWorld
{
	explicit FTestWorld(EPhysicsWorldKind Kind, const FVector& Gravity = {0.0f, -9.81f, 0.0f})
	    : World(SettingsOf(Kind, Gravity), Scheduler)
	{
	}
	FBodyId Add(const FBodyDef& Def)
	{
		FDiagnostics Diagnostics;
		const FBodyId Id = World.CreateBody(Def, Diagnostics);
		INFO(Diagnostics.ToString());
		REQUIRE(Id.IsValid());
		REQUIRE(!Diagnostics.HasErrors());
		return Id;
	}
	void Step(int Count = 1)
	{
		for (int Index = 0; Index < Count; ++Index)
		{
			REQUIRE(World.Step(StepTime));
		}
	}
	FSerialScheduler Scheduler;
	FPhysicsWorld World;
};

inline FBodyDef Dynamic(FShapeDef Shape, const FVector& Location)
{
	FBodyDef Def;
	Def.Shape = std::move(Shape);
	Def.Transform.Location = Location;
	return Def;
}

inline FBodyDef Static(FShapeDef Shape, const FVector& Location)
{
	FBodyDef Def = Dynamic(std::move(Shape), Location);
	Def.Type = EBodyType::Static;
	Def.Layer = uint32_t(ELayer::WorldStatic);
	return Def;
}

// The boid's normal case: steered from outside.
inline FBodyDef Boid(const FVector& Location, float Radius = 0.3f)
{
	FBodyDef Def = Dynamic(FShapeDef::MakeSphere(Radius), Location);
	Def.bGravity = false;
	Def.bLockRotation = true;
	Def.Layer = uint32_t(ELayer::Boid);
	return Def;
}

// A flat square in y = 0, of Cells x Cells squares of two triangles each, seen from above.
inline FShapeDef FlatMesh(float HalfSize, int Cells)
{
	std::vector<FVector> Vertices;
	std::vector<uint32_t> Indices;
	for (int Z = 0; Z <= Cells; ++Z)
	{
		for (int X = 0; X <= Cells; ++X)
		{
			const float Size = 2.0f * HalfSize / float(Cells);
			Vertices.push_back({float(X) * Size - HalfSize, 0.0f, float(Z) * Size - HalfSize});
		}
	}
	for (int Z = 0; Z < Cells; ++Z)
	{
		for (int X = 0; X < Cells; ++X)
		{
			const uint32_t Corner = uint32_t(Z * (Cells + 1) + X);
			const uint32_t Below = Corner + uint32_t(Cells) + 1;
			for (const uint32_t Index : {Corner, Below, Corner + 1, Corner + 1, Below, Below + 1})
			{
				Indices.push_back(Index);
			}
		}
	}
	return FShapeDef::MakeMesh(std::move(Vertices), std::move(Indices));
}

// The twelve triangles of a box.
inline FShapeDef BoxMesh(const FVector& Half)
{
	std::vector<FVector> Vertices;
	for (int Corner = 0; Corner < 8; ++Corner)
	{
		Vertices.push_back(
		    {(Corner & 1) ? Half.x : -Half.x, (Corner & 2) ? Half.y : -Half.y, (Corner & 4) ? Half.z : -Half.z});
	}
	return FShapeDef::MakeMesh(std::move(Vertices),
	    {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6});
}

inline uint64_t HashOf(const FPhysicsWorld& World)
{
	FStateHash Hash;
	World.AddToHash(Hash);
	return Hash.Get();
}
} // namespace Flockwork
