// The whole step, UWorld::Step: bodies, flock, physics, speed clamp, facing, state hash off.
#include "FlockworkCore/TaskPool.h"
#include "FlockworkGame/Prefabs.h"
#include "WorldCase.h"

#include <BulletCollision/BroadphaseCollision/btBroadphaseProxy.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

namespace Flockwork
{
namespace
{
std::string MakePrefab(bool bContacts)
{
	return std::string(R"({"prefab": "BenchBoid", "components": {
		"body": {"shape": "sphere", "radius": 0.3, "gravity": false, "lockRotation": true, "layer": "boid",
			"collidesWith": ")") +
	       (bContacts ? "boid" : "none") + R"("},
		"flocking": {"flockId": "Bench", "flock": {"world": {"shape": "open"}, "obstacle": {"avoid": false}}}}})";
}

std::unique_ptr<UWorld> MakeWorld(
    const std::shared_ptr<FPrefabLibrary>& Prefabs, const FFlockState& State, ITaskScheduler& Scheduler)
{
	FWorldDef Def = MakeBareDef(State.Num(), Scheduler);
	Def.Prefabs = Prefabs;
	Def.Physics.Gravity = FVector{0.0f, 0.0f, 0.0f};
	auto World = std::make_unique<UWorld>(std::move(Def));
	SpawnBoids(*World, State);
	return World;
}

void MeasureStep(
    int32_t Count, int32_t Threads, bool bContacts, const FFlockState& Fresh, const FOnMeasured& OnMeasured)
{
	FTaskPool Pool(FTaskPoolSettings{.ThreadCount = Threads});
	auto Prefabs = std::make_shared<FPrefabLibrary>(MakeGameRegistry());
	FDiagnostics Diagnostics;
	Require(Prefabs->AddPrefab(MakePrefab(bContacts), "BenchBoid", Diagnostics), Diagnostics);
	// The pool's records hold the Bullet bodies, and each proxy of ours begins with Bullet's.
	MeasureWorld(
	    bContacts ? StepContactsName : StepName, Count, Threads, OnMeasured,
	    [&] { return MakeWorld(Prefabs, Fresh, Pool); }, double(sizeof(btRigidBody) + sizeof(btBroadphaseProxy)));
}
} // namespace

void RunStepSuite(const FBenchOptions& Options, const FOnMeasured& OnMeasured)
{
	for (const int32_t Count : Options.Counts)
	{
		const FFlockState Fresh = FFlockState::Make(Count);
		for (const int32_t Threads : Options.Threads)
		{
			for (const bool bContacts : {false, true})
			{
				if (Options.Wants(bContacts ? StepContactsName : StepName))
				{
					MeasureStep(Count, Threads, bContacts, Fresh, OnMeasured);
				}
			}
		}
	}
}
} // namespace Flockwork
