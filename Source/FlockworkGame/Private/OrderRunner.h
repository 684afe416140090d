#pragma once
// Carries out orders on a world: one small function for each kind.
#include "FlockworkGame/OrderQueue.h"
#include "FlockworkGame/World.h"

namespace Flockwork
{
class FOrderRunner
{
public:
	explicit FOrderRunner(UWorld& InWorld) : World(InWorld), State(*InWorld.State) {}
	FActorId Enqueue(FOrder Order, FDiagnostics& Diagnostics, bool* bOutAccepted);
	bool Execute(FOrder Order, FDiagnostics& Diagnostics, FActorId* OutActor);
	// The Script phase: everything due, in order. What goes wrong is kept in the world's diagnostics.
	void RunDue();

	// World, physics, flock and component settings; see UWorld::SetSetting. Actor, where valid, goes before Name.
	bool SetSetting(std::string_view DottedName, std::string_view Name, FActorId Actor, const FSettingValue& Value,
	    FDiagnostics& Diagnostics);

private:
	bool Apply(const FOrder& Order, FDiagnostics& Diagnostics);
	// Null with diagnostics when there is none.
	AActor* FindActor(const FOrder& Order, FDiagnostics& Diagnostics);
	// Waiting: actors that are to come before it and count as here.
	bool CheckRoom(const FOrder& Order, int64_t Waiting, FDiagnostics& Diagnostics) const;

	bool Spawn(const FOrder& Order, FDiagnostics& Diagnostics);
	bool SpawnAll(const FOrder& Order, const std::shared_ptr<const FPrefab>& Source, FDiagnostics& Diagnostics);
	bool SpawnOne(const FOrder& Order, FActorId Id, const std::string& Name, const FTransform& Transform,
	    const std::shared_ptr<const FPrefab>& Source, FDiagnostics& Diagnostics);
	void Withdraw(std::span<const FActorId> Spawned);
	void VarySize(AActor& Actor, const FPrefab& Source);
	bool AttachComponents(AActor& Actor, const FPrefab& Source, FDiagnostics& Diagnostics);
	FTransform PlaceInDisc(const FOrder& Order, int32_t Index);
	bool Drop(const FOrder& Order, std::string_view Component, FDiagnostics& Diagnostics);

	bool SetTarget(const FOrder& Order, FDiagnostics& Diagnostics);
	bool SetBoidTarget(const FOrder& Order, FDiagnostics& Diagnostics);
	bool SetRelation(const FOrder& Order, FDiagnostics& Diagnostics);
	bool Teleport(const FOrder& Order, FDiagnostics& Diagnostics);
	bool SetVelocity(const FOrder& Order, FDiagnostics& Diagnostics);
	bool ApplyImpulse(const FOrder& Order, FDiagnostics& Diagnostics);
	bool Explode(const FOrder& Order);
	bool Move(const FOrder& Order, FDiagnostics& Diagnostics);
	bool SetFlocking(const FOrder& Order, FDiagnostics& Diagnostics);
	bool BuildNavMesh(const FOrder& Order, FDiagnostics& Diagnostics);
	bool SetGoal(const FOrder& Order, FDiagnostics& Diagnostics);
	bool SetCrowdGoal(const FOrder& Order, FDiagnostics& Diagnostics);
	bool SetCrowdPath(const FOrder& Order, FDiagnostics& Diagnostics);
	bool SetMeasuringArea(const FOrder& Order);
	bool Animate(const FOrder& Order, FDiagnostics& Diagnostics);
	bool SetCamera(const FOrder& Order, FDiagnostics& Diagnostics);
	bool RaiseEvent(const FOrder& Order);

	bool SetWorldSetting(std::string_view Field, const FSettingValue& Value, FDiagnostics& Diagnostics);
	bool SetPhysicsSetting(std::string_view Field, const FSettingValue& Value, FDiagnostics& Diagnostics);
	bool SetNavMeshSetting(std::string_view Field, const FSettingValue& Value, FDiagnostics& Diagnostics);

	UWorld& World;
	UWorld::FState& State;
};
} // namespace Flockwork
