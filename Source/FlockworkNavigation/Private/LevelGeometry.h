#pragma once
// What tiles are made from: the level's triangles, cleaned, and where the tiles lie.
#include "BuildConfig.h"
#include "FlockworkNavigation/NavMesh.h"
#include "TriangleTree.h"

#include <string>

namespace Flockwork
{
struct FLevelGeometry
{
	std::vector<FVector> Vertices;
	std::vector<uint32_t> Indices;
	std::vector<uint8_t> Areas; // one a triangle; BlockedArea where it is too steep
	FTriangleTree Tree;

	size_t GetBytes() const
	{
		return Vertices.size() * sizeof(FVector) + Indices.size() * sizeof(uint32_t) + Areas.size() + Tree.GetBytes();
	}
};

// Columns of voxels and tiles of them over the level's rectangle.
struct FMeshLayout
{
	FBox Bounds;
	int32_t CellsX = 0;
	int32_t CellsZ = 0;
	int32_t TilesX = 0;
	int32_t TilesZ = 0;
	float TileWidth = 0.0f; // m, along X
	float TileDepth = 0.0f; // m, along Z; equal unless there is one solo tile

	float GetX(int32_t Tile) const { return Bounds.Min.x + float(Tile) * TileWidth; }
	float GetZ(int32_t Tile) const { return Bounds.Min.z + float(Tile) * TileDepth; }
};

// False with an error when there would be more cells or tiles than can be held.
bool MakeLayout(const FBox& Bounds, const FNavMeshSettings& Settings, const std::string& Level, FMeshLayout& Out,
    FDiagnostics& Diagnostics);
// Takes the triangles out of a cleaned input.
FLevelGeometry MakeGeometry(FNavMeshInput& Input, float MaxSlope);
} // namespace Flockwork
