#pragma once
// What stands behind UNavigationSubsystem: the mesh, and the actors that stand in the way.
#include "ActorArray.h"
#include "FlockworkGame/NavigationSubsystem.h"
#include "FlockworkNavigation/NavIslands.h"

#include <memory>

namespace Flockwork
{
struct FBodySetup;

struct FObstacleActor
{
	FNavObstacleSettings Settings;
	const FBodySetup* Body = nullptr; // null: none, and nothing stands in the way
	FNavObstacleId Id;                // invalid: not in the mesh
	FNavObstacle Given;               // as the mesh has it
	FVector SeenCenter{0.0f, 0.0f, 0.0f};
	float SeenYaw = 0.0f;
	float StillTime = 0.0f;  // s that it has been at rest
	float SinceGiven = 0.0f; // s
	bool bRefused = false;   // told so once
};

struct UNavigationSubsystem::FImpl
{
	// The mesh has changed as a whole.
	void TakeMesh();

	// NavObstacleActors.cpp
	void UpdateObstacles(UWorld& World);
	void Follow(UWorld& World, const AActor& Actor, FObstacleActor& Obstacle, FDiagnostics& Diagnostics);
	void TakeOut(FObstacleActor& Obstacle);
	void SaveObstacles(FByteWriter& Writer);
	bool RestoreObstacles(FByteReader& Reader, FDiagnostics& Diagnostics);

	FNavMeshSettings Settings;
	std::unique_ptr<FNavMesh> Mesh; // never null
	std::unique_ptr<FNavMesh> Former;
	std::unique_ptr<FNavQuery> Query;
	FNavFilter Filter;
	FNavPath ScratchPath;
	uint32_t BuildCount = 0;
	FNavIslands Islands;
	uint64_t IslandsRevision = 0; // of the mesh that they are of
	TActorArray<FObstacleActor> Obstacles;
};
} // namespace Flockwork
