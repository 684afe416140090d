#pragma once
// How a level becomes a navmesh. The agent's measures here are those of the mesh: the radius of a person's body is a
// setting of the crowd's own, and may be smaller.
#include "FlockworkCore/Settings.h"

#include <cstdint>

namespace Flockwork
{
// How the walkable ground is cut into regions before polygons are made of it.
enum class ENavPartition : uint8_t
{
	Watershed, // the fewest and best polygons; the slowest
	Monotone,  // the quickest; long thin polygons, and paths that hug them
	Layers     // between the two; made for small tiles
};

struct FNavMeshSettings
{
	// Agent
	float AgentRadius = 0.4f; // m; walls are kept this far away. 0: the mesh reaches the walls
	float AgentHeight = 1.8f; // m; lower ceilings are no way through
	float MaxClimb = 0.35f;   // m; steps up to this height are walked over (rounded down to whole cell heights)
	float MaxSlope = 45.0f;   // degrees; steeper triangles are not walkable
	// Voxels
	float CellSize = 0.2f;    // m; half the radius is good: larger closes doors, smaller costs its square in time
	float CellHeight = 0.05f; // m; errors in heights and climbs are up to one of it
	int32_t TileSize = 64;    // cells a side; 0: one solo tile, best paths, but an obstacle rebuilds all of it
	// Regions
	ENavPartition Partition = ENavPartition::Watershed;
	float MinRegionArea = 0.5f;    // m^2; smaller islands (table tops) are left out
	float MergeRegionArea = 16.0f; // m^2; smaller regions join their neighbours
	// Edges
	float EdgeMaxLength = 12.0f; // m; longer outer edges are split. 0: never
	float EdgeMaxError =
	    0.9f; // cells; how far an outer edge may leave the voxels' outline. 1: strips one cell wide are lost
	// Heights
	float DetailSampleDistance = 1.2f; // m; 0: heights are those of the polygons
	float DetailMaxError = 0.1f;       // m
	// Obstacles
	bool bKeepGeometry = true;  // keeps the level's triangles (also in the file), which obstacles need
	int32_t TilesPerUpdate = 4; // rebuilt in one Update at most

	// "navmesh"
	static const FSettingsTable& Table();
};

// Rules across fields (radius, height and climb in cells within what the voxels can hold), and each range. One error a
// violation; false when there is any.
bool ValidateNavMeshSettings(const FNavMeshSettings& Settings, FDiagnostics& Diagnostics);

// Adds "navmesh", "crowd" and "flee".
void RegisterNavigationSettings(FSettingsRegistry& Registry);
} // namespace Flockwork
