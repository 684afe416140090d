#pragma once
// One tile, from triangles to Detour's data: Recast's pipeline (Mononen 2009) as numbered stages.
#include "LevelGeometry.h"
#include "RecastOwners.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace Flockwork
{
struct FTileBuildJob
{
	// In; all of it is only read, so that tiles are built side by side.
	const FLevelGeometry* Geometry = nullptr;
	const FMeshLayout* Layout = nullptr;
	FBuildConfig Config;
	const FNavMeshSettings* Settings = nullptr;
	std::array<uint16_t, MaxAreas> AreaFlags{};
	std::span<const FNavLink> Links;         // all of the level's
	std::span<const FNavObstacle> Obstacles; // those that may touch the tile
	int32_t TileX = 0;
	int32_t TileZ = 0;
	int32_t MaxPolys = 0;
	// Out
	FTileData Data;
	std::string Error;   // why there is none; empty otherwise
	std::string Warning; // what Recast complained about; the tile is there

	bool Validate() const;
	// False with Error.
	bool Run();

private:
	class FLog;

	// Triangles over the tile and its border, and the heights they span.
	bool Gather();
	bool Rasterize(FLog& Log);
	void FilterSpans(FLog& Log);
	bool Compact(FLog& Log);
	bool KeepOff(FLog& Log);
	bool Partition(FLog& Log);
	bool MakePolygons(FLog& Log);
	bool MakeData();
	bool Fail(const FLog& Log, const char* Stage);

	std::vector<uint32_t> Triangles;
	FBox VoxelBounds;
	int32_t Border = 0;
	FHeightfieldOwner Solid;
	FCompactOwner Open;
	FPolyMeshOwner Polys;
	FPolyDetailOwner Detail;
};
} // namespace Flockwork
