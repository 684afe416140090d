#pragma once
// A level as triangles: what a navmesh is built from. Whoever reads model files or colliders fills one of these.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkNavigation/NavTypes.h"

#include <cstdint>
#include <string>
#include <vector>

namespace Flockwork
{
struct FNavMeshSettings;

// World space: metres, Y up, right-handed; a floor's corners run counter-clockwise seen from above.
struct FNavMeshInput
{
	std::string Name = "level"; // stands as the file in messages
	std::vector<FVector> Vertices;
	std::vector<uint32_t> Indices;      // three a triangle
	std::vector<uint8_t> TriangleAreas; // one a triangle, below MaxAreas; empty: all are GroundArea
	std::vector<FNavArea> Areas; // by number; those beyond the end are ground. [0] is BlockedArea, whatever it says
	std::vector<FNavLink> Links;

	uint32_t GetTriangleCount() const { return uint32_t(Indices.size() / 3); }
};

// What CleanNavMeshInput found and dropped.
struct FNavInputReport
{
	uint32_t BadVertices = 0;         // not finite, or beyond 10,000 km; every triangle with one is dropped
	uint32_t BadIndices = 0;          // triangles that name a vertex which is not there, or an area beyond MaxAreas
	uint32_t DegenerateTriangles = 0; // without area
	uint32_t DuplicateTriangles = 0;  // the same three places in the same turn as an earlier one
	uint32_t BadLinks = 0;
	FBox Bounds;               // of the triangles that remain
	double WalkableArea = 0.0; // m^2 of triangles up to the slope; those that lie over each other count each
	double CeilingArea = 0.0;  // m^2 of triangles that would be walkable if they faced up
};

// Drops what cannot be used, each kind with one warning that counts it, and warns when the level seems to be in other
// units or partly upside down. False with an error that says what to do when nothing walkable is left (empty, upside
// down, another axis up, too steep); Input is then untouched.
bool CleanNavMeshInput(
    FNavMeshInput& Input, const FNavMeshSettings& Settings, FNavInputReport& OutReport, FDiagnostics& Diagnostics);
} // namespace Flockwork
