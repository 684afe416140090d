#pragma once
// The settings in voxels, as Recast counts.
#include "FlockworkNavigation/NavMeshSettings.h"

#include <cstdint>

namespace Flockwork
{
// Recast keeps distances to walls in a byte, in halves of a cell; heights of rooms in a byte too (255: that or more).
inline constexpr int32_t MaxRadiusCells = 100;
inline constexpr int32_t MaxHeightCells = 254;
inline constexpr int32_t MinTileCells = 16;

struct FBuildConfig
{
	float CellSize = 0.0f;
	float CellHeight = 0.0f;
	int32_t Radius = 0;    // cells, rounded up
	int32_t Height = 0;    // cell heights, rounded up
	int32_t Climb = 0;     // cell heights, rounded down
	int32_t SlopeRise = 0; // cell heights that the steepest walkable ground rises over two cells, and one of rounding
	int32_t TileCells = 0; // without border; 0: solo
	int32_t Border = 0;    // cells round a tile that its edges are worked out with
	int32_t MinRegion = 0; // cells
	int32_t MergeRegion = 0;
	int32_t EdgeLength = 0;
	float EdgeError = 0.0f;
	float DetailDistance = 0.0f; // m
	float DetailError = 0.0f;    // m
};

FBuildConfig MakeBuildConfig(const FNavMeshSettings& Settings);
} // namespace Flockwork
