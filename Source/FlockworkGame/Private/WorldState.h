#pragma once
// All that a world holds, in one place, so that a restored snapshot can take the place of the old state in one move.
#include "ActorTable.h"
#include "BodyLink.h"
#include "FlockworkCore/TaskPool.h"
#include "FlockworkGame/Prefabs.h"
#include "FlockworkGame/Replay.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace Flockwork
{
struct UWorld::FState
{
	// In this order: each may use those above it as long as it lives.
	FWorldSettings Settings;
	std::shared_ptr<FPrefabLibrary> Prefabs;
	std::unique_ptr<FTaskPool> OwnPool;
	ITaskScheduler* Scheduler = nullptr;
	std::unique_ptr<FPhysicsWorld> Physics;
	bool bHostStepsPhysics = false;
	FActorTable Actors;
	FBodyLink Bodies;
	std::vector<std::unique_ptr<USubsystem>> Subsystems;

	FOrderQueue Orders;
	int64_t SpawnsWaiting = 0; // actors that orders in the queue will spawn
	FEventList Events;
	FMetricsRecorder Metrics;
	FCrowdRecorder CrowdMetrics;
	FFlowRecorder FlowMetrics;
	FCheckList Checks;
	FCameraWish CameraWish;
	std::map<std::string, FRandomStream, std::less<>> Random;
	FDiagnostics Diagnostics;
	FReplayRecorder* Recorder = nullptr;
	std::vector<FActorId> Kills;  // pending until the step ends
	std::vector<FActorId> Fallen; // scratch of ReadBack
	std::vector<FActorId> Lost;

	FStepProfile Profile;
	int64_t StepCount = 0;
	double Accumulator = 0.0; // s saved up by Tick
	float Alpha = 0.0f;
	bool bInStep = false;
	int32_t NextPhase = 0; // in a step: the phase that must run next
	uint64_t StateHash = 0;
	std::vector<uint64_t> ChunkHashes; // scratch of ComputeStateHash
	int64_t BodiesReset = 0;           // as physics counted them at the last step

	// Beyond this many messages between two TakeDiagnostics the rest is only counted: a scene gone wild must not fill
	// the memory with complaints.
	static constexpr size_t MaxDiagnostics = 1000;
	void Keep(const FDiagnostics& Found);
	// The first actor that fell out of the world, and the first that was put back into it, are told of in words.
	void TellOfLosses();
	bool bToldOfFall = false;
	bool bToldOfReset = false;
};
} // namespace Flockwork
