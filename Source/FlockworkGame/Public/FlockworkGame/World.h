#pragma once
// A world: actors, their components' subsystems, physics, and the frame that moves them.
//
//	FWorldDef Def;
//	Def.Prefabs = MyPrefabs;                      // FPrefabLibrary with the game's content roots
//	UWorld World(std::move(Def));
//	World.Execute(FOrder::SpawnMany("Zombie", {0, 1, 0}, 10.0f, 50), Diagnostics);
//	while (bRunning) { World.Tick(DeltaTime); Draw(World, World.GetAlpha()); }
//
// A host that owns the loop calls BeginStep, RunPhase for each phase in order, EndStep instead of Step; with a Bullet
// world of its own it steps that after RunPhase(EPhase::Simulate). The result is the same bit for bit.
#include "FlockworkCore/Profile.h"
#include "FlockworkCore/Random.h"
#include "FlockworkCore/Tasks.h"
#include "FlockworkGame/Actor.h"
#include "FlockworkGame/CameraWish.h"
#include "FlockworkGame/Checks.h"
#include "FlockworkGame/Events.h"
#include "FlockworkGame/Metrics.h"
#include "FlockworkGame/OrderQueue.h"
#include "FlockworkGame/Registry.h"
#include "FlockworkGame/WorldSettings.h"
#include "FlockworkPhysics/PhysicsSettings.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace Flockwork
{
class FPhysicsWorld;
class FPrefabLibrary;
struct FPrefab;
class FReplayRecorder;
class IDebugDraw;
struct FDebugLayers;

struct FWorldDef
{
	FWorldDef();
	~FWorldDef();
	FWorldDef(FWorldDef&&) noexcept;
	FWorldDef& operator=(FWorldDef&&) noexcept;

	FWorldSettings Settings;                     // out of range: the nearest good value, and a word by TakeDiagnostics
	FPhysicsSettings Physics;                    // MaxDeltaTime is at least Settings.FixedStep
	std::shared_ptr<FPrefabLibrary> Prefabs;     // null: none; brings the registry of component classes
	ITaskScheduler* Scheduler = nullptr;         // null: an own pool of Settings.Threads; must outlive the world
	std::unique_ptr<FPhysicsWorld> PhysicsWorld; // null: an own one; or one made by FPhysicsInterop::Adopt
	bool bHostStepsPhysics = false;              // with an adopted world: the host steps it after the Simulate phase
};

struct FTickReport
{
	int32_t Steps = 0;
	float DroppedTime = 0.0f;   // s that were beyond MaxStepsPerTick
	bool bBadDeltaTime = false; // negative, NaN or infinite: nothing was done
};

class UWorld
{
public:
	explicit UWorld(FWorldDef Def = {});
	~UWorld();
	UWorld(const UWorld&) = delete;
	UWorld& operator=(const UWorld&) = delete;

	// --- Time. Tick runs as many fixed steps as fit into the time saved up; a DeltaTime of 0 runs none.
	FTickReport Tick(float DeltaTime);
	void Step();
	void BeginStep();
	void RunPhase(EPhase Phase); // each phase once, in order, between BeginStep and EndStep; anything else is a misuse
	void EndStep();
	// [0, 1]: where drawing is between the last two states. Tick sets it; a step that the host takes itself leaves 1,
	// the newest state, until the host says otherwise.
	float GetAlpha() const;
	void SetAlpha(float Alpha);   // clamped; NaN counts as 1
	int64_t GetStepCount() const; // complete steps; in a step: the index of the current one
	double GetTime() const;       // s: complete steps x fixed step
	bool IsInStep() const;
	int32_t GetNextPhase() const; // the phase that must run next, or is running; -1 between steps
	const FStepProfile& GetProfile() const;
	FStepProfile& GetProfile();

	// --- Orders. Enqueue answers the id that the actor will have (single spawns; otherwise an invalid id) or, when the
	// order was refused, bOutAccepted false. Execute runs the order at once, also in the middle of a step.
	FActorId Enqueue(FOrder Order, FDiagnostics& Diagnostics, bool* bOutAccepted = nullptr);
	bool Execute(FOrder Order, FDiagnostics& Diagnostics, FActorId* OutActor = nullptr);
	// What went wrong in orders since the last call; hosts log or show it.
	FDiagnostics TakeDiagnostics();
	// What a subsystem has found, for TakeDiagnostics.
	void AddDiagnostics(const FDiagnostics& Found);

	// --- Actors, by creation.
	// The living ones. Good until an actor is spawned, or destroyed between steps (then at once).
	std::span<const FActorId> GetActors() const;
	const AActor* FindActor(FActorId Actor) const; // null when reserved, destroyed or never there
	AActor* FindActor(FActorId Actor);
	// Before the last step: draw Interpolate of this and AActor::Transform by GetAlpha(). Identity when there is none.
	const FTransform& GetPreviousTransform(FActorId Actor) const;
	FActorId FindActorByName(std::string_view Name) const;
	// Spawns at once; the same as Execute with a Spawn order.
	FActorId SpawnActor(
	    std::string_view Prefab, const FTransform& Transform, FDiagnostics& Diagnostics, std::string_view Name = {});
	// What the actor was made of (prefab and changes together); null when there is no such actor.
	const FPrefab* GetSource(FActorId Actor) const;
	// At the end of the step, or at once between steps; the same as Execute with a Destroy order. Its name is free at
	// once. False when there is no such actor.
	bool DestroyActor(FActorId Actor);
	// The same for code inside the frame (subsystems), whose doings a replay need not record: they follow again.
	bool KillActor(FActorId Actor);
	// After something other than physics has put the actor elsewhere in one leap: drawing does not slide it there.
	void MarkTeleported(FActorId Actor);
	// After code inside the frame gave the actor a moving body or took it away.
	void MarkBodyChanged(FActorId Actor);

	// --- Settings by dotted name. "flock.*": Name is a FlockId (empty: all flocks). "flock" by itself takes a JSON
	// object of fields, a whole preset for one, all at once or none. "flee.*": Name is a CrowdId (empty: all crowds).
	// "world.*", "physics.*", "crowd.*", "navmesh.*" (of the next build): Name is empty. A
	// component's ("body.friction"): Name is an actor.
	bool SetSetting(
	    std::string_view DottedName, std::string_view Name, const FSettingValue& Value, FDiagnostics& Diagnostics);
	bool GetSetting(std::string_view DottedName, std::string_view Name, FSettingValue& Out) const;

	// --- Parts. References end when a snapshot is restored.
	const FWorldSettings& GetSettings() const;
	FPhysicsWorld& GetPhysics();
	const FPhysicsWorld& GetPhysics() const;
	ITaskScheduler& GetScheduler() const;
	const FGameRegistry& GetRegistry() const;
	FPrefabLibrary& GetPrefabs() const;
	// World.Get<UFlockSubsystem>(); a misuse when the world has none.
	template <typename Subsystem>
	Subsystem& Get()
	{
		return static_cast<Subsystem&>(GetSubsystem(Subsystem::Name));
	}
	template <typename Subsystem>
	const Subsystem& Get() const
	{
		return static_cast<const Subsystem&>(GetSubsystem(Subsystem::Name));
	}
	USubsystem& GetSubsystem(std::string_view Name) const;
	USubsystem* FindSubsystem(std::string_view Name) const; // null when the world has none
	FEventList& GetEvents();
	const FEventList& GetEvents() const;
	FMetricsRecorder& GetMetrics();
	const FMetricsRecorder& GetMetrics() const;
	const FCrowdRecorder& GetCrowdMetrics() const;
	const FFlowRecorder& GetFlowMetrics() const; // of UCrowdSubsystem's measuring area
	FCheckList& GetChecks();
	const FCheckList& GetChecks() const;
	const FCameraWish& GetCameraWish() const;
	FRandomStream& GetRandom(std::string_view Purpose); // one stream for each purpose, part of state and hash

	// --- State. The hash covers bodies, boids, actors, waiting orders and random streams.
	uint64_t ComputeStateHash() const;
	uint64_t GetStateHash() const;               // of the last step whose Report phase computed it
	void SetRecorder(FReplayRecorder* Recorder); // null: none; see Replay.h
	// Changes no state.
	void DrawDebug(IDebugDraw& Draw, const FDebugLayers& Layers) const;

private:
	friend class FSnapshot;
	friend class FOrderRunner;
	friend class FSnapshotParts;
	struct FState;
	void ReadBack();
	void Report();
	void RaiseContacts();
	void SampleMetrics();
	void SampleCrowds();
	void DetachComponents(AActor& Actor);
	void EndKilledActors();
	std::unique_ptr<FState> State;
};
} // namespace Flockwork
