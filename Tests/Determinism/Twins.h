#pragma once
// Twin worlds: the same busy scene, run in two ways and compared bit for bit after every step.
#include "../FlockworkGame/GameTestSupport.h"

#include <functional>

namespace Flockwork::GameTest
{
inline std::unique_ptr<UWorld> MakeTwin(int32_t Threads = 1, int32_t Boids = 60, int32_t Seed = 11)
{
	FWorldDef Def = MakeDef(Threads);
	Def.Settings.Seed = Seed;
	auto World = std::make_unique<UWorld>(std::move(Def));
	FillScene(*World, Boids);
	return World;
}

// Every actor's place, rotation and velocity, not only the hash of them.
inline void RequireSame(const UWorld& A, const UWorld& B)
{
	REQUIRE(A.GetStepCount() == B.GetStepCount());
	REQUIRE(A.ComputeStateHash() == B.ComputeStateHash());
	REQUIRE(A.GetActors().size() == B.GetActors().size());
	for (size_t Index = 0; Index < A.GetActors().size(); ++Index)
	{
		REQUIRE(A.GetActors()[Index] == B.GetActors()[Index]);
		const AActor& ActorA = *A.FindActor(A.GetActors()[Index]);
		const AActor& ActorB = *B.FindActor(B.GetActors()[Index]);
		const bool bSame = ActorA.Name == ActorB.Name && ActorA.Transform == ActorB.Transform &&
		                   A.GetPreviousTransform(ActorA.Id) == B.GetPreviousTransform(ActorB.Id) &&
		                   ActorA.Velocity == ActorB.Velocity;
		INFO(ActorA.Name << " in step " << A.GetStepCount());
		REQUIRE(bSame);
	}
}
} // namespace Flockwork::GameTest
