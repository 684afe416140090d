// The whole step, UWorld::Step: bodies, flock, physics, speed clamp, facing, state hash off.
#include "FlockworkCore/TaskPool.h"
#include "FlockworkGame/Prefabs.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"
#include "References.h"
#include "Suites.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <stdexcept>

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
	FWorldDef Def;
	Def.Prefabs = Prefabs;
	Def.Scheduler = &Scheduler;
	Def.Physics.Gravity = FVector{0.0f, 0.0f, 0.0f};
	Def.Settings.MaxActors = int32_t(State.Positions.size()) + 1;
	Def.Settings.MaxDistance = 1e6f;
	Def.Settings.KillHeight = -1e6f;
	Def.Settings.HashInterval = 0;
	Def.Settings.MetricsInterval = 1e6f;
	auto World = std::make_unique<UWorld>(std::move(Def));
	FDiagnostics Diagnostics;
	for (size_t Index = 0; Index < State.Positions.size(); ++Index)
	{
		FTransform Place;
		Place.Location = State.Positions[Index];
		FOrder Order = FOrder::Spawn("BenchBoid", Place);
		Order.Vector = State.Velocities[Index];
		World->Execute(std::move(Order), Diagnostics);
	}
	if (Diagnostics.HasErrors())
	{
		throw std::runtime_error(Diagnostics.ToString());
	}
	return World;
}

void MeasureStep(
    int32_t Count, int32_t Threads, bool bContacts, const FFlockState& Fresh, const FOnMeasured& OnMeasured)
{
	FTaskPool Pool(FTaskPoolSettings{.ThreadCount = Threads});
	auto Prefabs = std::make_shared<FPrefabLibrary>(MakeGameRegistry());
	FDiagnostics Diagnostics;
	if (!Prefabs->AddPrefab(MakePrefab(bContacts), "BenchBoid", Diagnostics))
	{
		throw std::runtime_error(Diagnostics.ToString());
	}
	std::unique_ptr<UWorld> World;
	double BytesPerBoid = 0.0;
	FCase Case;
	Case.Name = bContacts ? StepContactsName : StepName;
	Case.Count = Count;
	Case.Threads = Threads;
	Case.Begin = [&]
	{
		World.reset();
		const int64_t Before = GetAllocationCount().LiveBytes;
		World = MakeWorld(Prefabs, Fresh, Pool);
		World->Step();
		World->GetProfile().Reset();
		// The pool's records hold the Bullet bodies, which do not count.
		BytesPerBoid = double(GetAllocationCount().LiveBytes - Before) / double(Count) - double(sizeof(btRigidBody));
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
