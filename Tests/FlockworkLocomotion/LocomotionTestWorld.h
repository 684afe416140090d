#pragma once
// What the locomotion tests share: a world of Bullet bodies to walk in, built in few words.
#include "FlockworkCore/Tasks.h"
#include "FlockworkPhysics/PhysicsWorld.h"

#include <catch2/catch.hpp>
#include <utility>

namespace Flockwork
{
struct FWalkWorld
{
	FWalkWorld() : World(FPhysicsSettings{}, Scheduler) {}
	FBodyId Add(FShapeDef Shape, const FTransform& Place, EBodyType Type = EBodyType::Static, float Mass = 1.0f)
	{
		FBodyDef Def;
		Def.Shape = std::move(Shape);
		Def.Transform = Place;
		Def.Type = Type;
		Def.Mass = Mass;
		Def.Layer = uint32_t(Type == EBodyType::Static ? ELayer::WorldStatic : ELayer::WorldDynamic);
		FDiagnostics Diagnostics;
		const FBodyId Id = World.CreateBody(Def, Diagnostics);
		INFO(Diagnostics.ToString());
		REQUIRE(Id.IsValid());
		return Id;
	}
	FBodyId AddBox(
	    const FVector& Center, const FVector& HalfExtent, EBodyType Type = EBodyType::Static, float Mass = 1.0f)
	{
		return Add(FShapeDef::MakeBox(HalfExtent), {Center}, Type, Mass);
	}
	// Ground whose top is y = 0.
	FBodyId AddFloor() { return AddBox({0.0f, -1.0f, 0.0f}, {50.0f, 1.0f, 50.0f}); }
	// A plane that rises by Degrees toward +Z from the line z = 0, y = 0.
	FBodyId AddSlope(float Degrees)
	{
		const float Angle = Degrees * Pi / 180.0f;
		const FQuat Tilt = glm::angleAxis(-Angle, FVector{1.0f, 0.0f, 0.0f});
		const FVector Top{0.0f, 10.0f * std::sin(Angle), 10.0f * std::cos(Angle)};
		return Add(FShapeDef::MakeBox({5.0f, 0.5f, 10.0f}), {Top - Tilt * FVector{0.0f, 0.5f, 0.0f}, Tilt});
	}
	// Count steps toward +Z; the first edge is at z = 2.
	void AddStairs(float Rise, float Run, int32_t Count)
	{
		for (int32_t Step = 0; Step < Count; ++Step)
		{
			const float Top = Rise * float(Step + 1);
			const float Front = 2.0f + Run * float(Step);
			const float Back = 2.0f + Run * float(Count) + 4.0f;
			AddBox({0.0f, 0.5f * Top, 0.5f * (Front + Back)}, {3.0f, 0.5f * Top, 0.5f * (Back - Front)});
		}
	}
	FSerialScheduler Scheduler;
	FPhysicsWorld World;
};
} // namespace Flockwork
