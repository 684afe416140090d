#include "BulletAllocations.h"
#include "FlockworkCore/TaskPool.h"
#include "FlockworkPhysics/Interop.h"
#include "PhysicsTestSupport.h"
#include "QueryReference.h"

using namespace Flockwork;

TEST_CASE("FPhysicsWorld: a steady step of the fast world allocates nothing")
{
	CountBulletAllocations();
	FTaskPool Pool(FTaskPoolSettings{2, 0.0f, false});
	FPhysicsWorld World(SettingsOf(EPhysicsWorldKind::Fast), Pool);
	FDiagnostics Diagnostics;
	World.CreateBody(Static(FShapeDef::MakeBox({50.0f, 1.0f, 50.0f}), {0.0f, -1.0f, 0.0f}), Diagnostics);
	World.CreateBody(Static(FlatMesh(20.0f, 20), {0.0f, 0.1f, 0.0f}), Diagnostics);
	FTestRandom Random(1);
	std::vector<FBodyId> Ids;
	for (int Index = 0; Index < 1500; ++Index)
	{
		FBodyDef Def = Boid(Random.Vector(12.0f) + FVector(0.0f, 12.0f, 0.0f));
		Def.bContinuous = Index % 3 == 0;
		Def.bReportContacts = Index % 10 == 0;
		Def.bGravity = Index % 5 == 0;
		Ids.push_back(World.CreateBody(Def, Diagnostics));
	}
	for (int Index = 0; Index < 20; ++Index)
	{
		FBodyDef Def = Dynamic(FShapeDef::MakeBox({0.3f, 0.3f, 0.3f}), {float(Index), 1.0f, 15.0f});
		Def.bCanSleep = true;
		World.CreateBody(Def, Diagnostics);
	}
	REQUIRE(!Diagnostics.HasErrors());
	std::vector<FVector> Positions(Ids.size());
	std::vector<FVector> Velocities(Ids.size());
	std::vector<FVector> Accelerations(Ids.size());
	std::vector<FQuat> Rotations(Ids.size(), IdentityQuat);
	std::vector<FTransform> Transforms(Ids.size());
	std::vector<FSphereSweep> Sweeps(200);
	std::vector<FHit> Hits(Sweeps.size());
	std::vector<FOverlap> Overlaps(32);
	const auto Frame = [&](int Number)
	{
		Pool.BeginFrame();
		World.ReadBodies(Ids, Positions, Velocities);
		for (size_t Index = 0; Index < Ids.size(); ++Index)
		{
			// Round and round, so that the crowd neither grows nor thins.
			const FVector Out = Horizontal(Positions[Index]);
			Accelerations[Index] =
			    FVector(-Out.z, 0.0f, Out.x) * 0.5f - Out * 0.3f +
			    FVector(0.0f, 5.0f * std::sin(float(Number) * 0.1f) - 0.4f * (Positions[Index].y - 8.0f), 0.0f) -
			    Velocities[Index] * 0.2f;
		}
		World.ApplyAccelerations(Ids, Accelerations);
		for (size_t Index = 0; Index < Sweeps.size(); ++Index)
		{
			Sweeps[Index] = {Positions[Index], Positions[Index] + Velocities[Index] + FVector(0.0f, -3.0f, 0.1f), 0.3f};
		}
		World.SweepSphereBatch(Sweeps, {}, Hits);
		World.OverlapSphere({0.0f, 8.0f, 0.0f}, 3.0f, {}, Overlaps);
		World.Step(StepTime);
		World.WriteRotations(Ids, Rotations);
		World.ReadTransforms(Ids, Transforms);
		if (Number % 20 == 0)
		{
			World.SetVelocity(Ids[size_t(Number)], {0.0f, -30.0f, 0.0f}); // one for the sweep
		}
	};
	for (int Number = 0; Number < 600; ++Number)
	{
		Frame(Number);
	}
	REQUIRE(World.GetStats().bFastStep);
	REQUIRE(World.GetStats().Manifolds > 50);
	int64_t Counted = 0;
	{
		const FAllocationCounter Count;
		for (int Number = 600; Number < 660; ++Number)
		{
			Frame(Number);
		}
		Counted = Count.GetCount();
	}
	REQUIRE(Counted == 0);
	{
		// The counter counts.
		const FAllocationCounter Count;
		::operator delete(::operator new(64));
		btAlignedFree(btAlignedAlloc(64, 16));
		REQUIRE(Count.GetCount() == 2);
	}
}
