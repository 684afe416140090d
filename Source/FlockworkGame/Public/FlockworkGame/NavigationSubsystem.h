#pragma once
// The world's navmesh: built from the static bodies, or from triangles that somebody hands over, or loaded, or a host's
// own. Obstacle actors change it while crowds walk on it (Sense phase of each step).
#include "FlockworkGame/CrowdComponents.h"
#include "FlockworkGame/Subsystem.h"
#include "FlockworkNavigation/NavMesh.h"
#include "FlockworkNavigation/NavQuery.h"

#include <memory>
#include <string>

namespace Flockwork
{
class UNavigationSubsystem final : public USubsystem
{
public:
	static constexpr std::string_view Name = "navigation";
	UNavigationSubsystem();
	~UNavigationSubsystem() override;

	// --- The mesh. All of these answer false with diagnostics, and leave the mesh as it was, when they cannot be done.
	// Between steps, or in the Script phase (orders): never while crowds step.
	// From all static bodies that are no triggers and no obstacles. Solid ones (boxes, balls, capsules, hulls) have no
	// ground inside. Region: only what lies in this box; null: all.
	bool BuildFromWorld(UWorld& World, const FBox* Region, FDiagnostics& Diagnostics);
	bool Build(UWorld& World, FNavMeshInput Input, FDiagnostics& Diagnostics);
	bool Load(UWorld& World, const std::string& Path, FDiagnostics& Diagnostics);
	bool Save(const std::string& Path, FDiagnostics& Diagnostics) const;
	// Another mesh in its place: one made elsewhere, or an adopted one (FNavMeshInterop::Adopt), which a snapshot
	// cannot hold.
	void SetMesh(UWorld& World, std::unique_ptr<FNavMesh> Mesh);
	const FNavMesh& GetMesh() const;
	bool IsBuilt() const { return GetMesh().IsBuilt(); }
	// Counts Build, Load and SetMesh; obstacles do not count.
	uint32_t GetBuildCount() const;
	// Of the next build. "navmesh.*" by dotted name.
	const FNavMeshSettings& GetSettings() const;
	bool SetSettings(const FNavMeshSettings& Settings, FDiagnostics& Diagnostics);

	// --- Questions, on the world's thread. For others make an FNavQuery of GetMesh() for each thread.
	const FNavQuery& GetQuery() const;
	const FNavFilter& GetFilter() const; // the areas' costs
	// The ground within Extent (half) of Place; an invalid location when there is none.
	FNavLocation FindGround(const FVector& Place, const FVector& Extent = {2.0f, 4.0f, 2.0f}) const;
	bool IsOnMesh(const FVector& Place, float VerticalReach = 0.5f) const;
	// m along the shortest way; negative when there is no whole one.
	float FindPathLength(const FVector& From, const FVector& To) const;
	// Uniform over the ground; invalid without any.
	FNavLocation FindRandomPoint(FRandomStream& Random) const;
	// On the ground that hangs together with From, within Radius of it (0: anywhere); From itself when there is no
	// other.
	FNavLocation FindRandomPointAround(FRandomStream& Random, const FNavLocation& From, float Radius) const;

	// --- Obstacles ("navObstacle").
	void AttachObstacle(UWorld& World, const AActor& Actor, const FNavObstacleSettings& Settings);
	void DetachObstacle(FActorId Actor);
	const FNavObstacleSettings* GetObstacleSettings(FActorId Actor) const; // null: none
	bool SetObstacleSettings(FActorId Actor, const FNavObstacleSettings& Settings);
	// How many the mesh holds now.
	int32_t GetObstacleCount() const;

	// --- USubsystem
	std::string_view GetName() const override { return Name; }
	void Run(UWorld& World, EPhase Phase) override;
	void Save(const UWorld& World, FByteWriter& Writer) const override;
	bool Restore(UWorld& World, FByteReader& Reader, FDiagnostics& Diagnostics) override;
	void AddToHash(FStateHash& Hash) const override;
	void DrawDebug(const UWorld& World, IDebugDraw& Draw, const FDebugLayers& Layers) const override;

private:
	struct FImpl;
	std::unique_ptr<FImpl> Impl;
};
} // namespace Flockwork
