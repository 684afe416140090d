#pragma once
#include "FlockworkNavigation/NavMesh.h"
#include "LevelGeometry.h"
#include "TileBuild.h"
#include "TileStore.h"

#include <memory>
#include <vector>

namespace Flockwork
{
struct FObstacleSlot
{
	FNavObstacle Obstacle;
	uint32_t Generation = 1;
	bool bLive = false;
};

// Everything that Build and Load make anew; they make it beside the old one and swap.
struct FNavMeshData
{
	std::string Name;
	FNavMeshSettings Settings;
	std::vector<FNavArea> Areas; // MaxAreas of them
	std::vector<FNavLink> Links;
	FMeshLayout Layout;
	FLevelGeometry Geometry; // empty unless kept
	FTileStore Tiles;
	std::vector<FObstacleSlot> Obstacles;
	std::vector<uint32_t> FreeObstacles;
	std::vector<uint32_t> Waiting; // slots of tiles to be rebuilt, the longest waiting first

	bool HasGeometry() const { return !Geometry.Indices.empty(); }
	FTileBuildJob MakeJob(uint32_t Slot) const;
	// Obstacles that may touch the slot's tile, by slot of their own.
	std::vector<FNavObstacle> FindObstacles(uint32_t Slot) const;
	// Tiles that an obstacle touches begin to wait.
	void Touch(const FNavObstacle& Obstacle);
};

struct FNavMesh::FImpl
{
	FNavMeshData Data;
	dtNavMesh* Host = nullptr; // adopted
	uint32_t Revision = 1;
	uint32_t Generation = 1; // counts Build, Load: another dtNavMesh

	dtNavMesh* GetMesh() const { return Host ? Host : Data.Tiles.GetMesh(); }
	const dtNavMesh* GetMeshReadOnly() const { return GetMesh(); }
	void Replace(FNavMeshData&& NewData)
	{
		Data = std::move(NewData);
		Host = nullptr;
		++Revision;
		++Generation;
	}
};

// Areas filled up to MaxAreas with ground, the blocked one first.
std::vector<FNavArea> CompleteAreas(std::vector<FNavArea>&& Areas);
FBox MeasureBounds(const dtNavMesh& Mesh);

template <typename VisitType>
void ForEachTile(const dtNavMesh& Mesh, VisitType&& Visit)
{
	for (int Index = 0; Index < Mesh.getMaxTiles(); ++Index)
	{
		const dtMeshTile* Tile = Mesh.getTile(Index);
		if (Tile && Tile->header)
		{
			Visit(*Tile);
		}
	}
}

inline FVector ToVector(const float* In)
{
	return {In[0], In[1], In[2]};
}
} // namespace Flockwork
