#pragma once
#include "FlockworkNavigation/NavMesh.h"
#include "LevelGeometry.h"
#include "TileBuild.h"
#include "TileStore.h"

#include <memory>
#include <vector>

namespace Flockwork
{
class FByteReader;
class FByteWriter;

struct FObstacleSlot
{
	FNavObstacle Obstacle;
	uint32_t Generation = 1;
	bool bLive = false;
};

struct FObstacleList
{
	std::vector<FObstacleSlot> Slots;
	std::vector<uint32_t> Free;
	std::vector<uint32_t> Waiting; // slots of tiles to be rebuilt, the longest waiting first
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
	FObstacleList Obstacles;

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
	uint64_t Stamp = 1;      // counts every change and, unlike the revision, is never set back

	dtNavMesh* GetMesh() const { return Host ? Host : Data.Tiles.GetMesh(); }
	const dtNavMesh* GetMeshReadOnly() const { return GetMesh(); }
	void Replace(FNavMeshData&& NewData)
	{
		Data = std::move(NewData);
		Host = nullptr;
		++Revision;
		++Generation;
		++Stamp;
	}
};

void WriteObstacles(const FObstacleList& Obstacles, FByteWriter& Writer);
// Checked against the tiles that Data has.
bool ReadObstacles(FByteReader& Reader, const FNavMeshData& Data, FObstacleList& Out);

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
