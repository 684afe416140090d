#pragma once
// What all of navigation speaks in: polygons by reference, places on the mesh, areas, filters.
#include "FlockworkCore/Math.h"

#include <array>
#include <cstdint>
#include <string>

namespace Flockwork
{
// A polygon of the navmesh; 0 is none. It goes stale when its tile is rebuilt (FNavMesh::IsValidPoly).
using FPolyRef = uint32_t;

// A place on the mesh: Position lies on (or above or below) the polygon. World space, metres.
struct FNavLocation
{
	FVector Position{0.0f, 0.0f, 0.0f};
	FPolyRef Poly = 0;

	bool IsValid() const { return Poly != 0; }
	friend bool operator==(const FNavLocation&, const FNavLocation&) = default;
};

// Areas are numbers below 64. 0 is never walkable: a triangle of it (deep water) is there, but no ground.
inline constexpr uint8_t BlockedArea = 0;
inline constexpr uint8_t GroundArea = 1;
inline constexpr int32_t MaxAreas = 64;

// Flags say what it takes to use an area: a bit of the project's own choosing each, such as Swim. Walk is the default.
inline constexpr uint16_t WalkFlag = 1;

struct FNavArea
{
	std::string Name = "ground";
	float Cost = 1.0f; // > 0, a metre's worth; 2: a way round may be twice as long
	uint16_t Flags = WalkFlag;
};

// Whose path it is: what each area costs, and where it may go. A polygon is passed when it has any of IncludeFlags and
// none of ExcludeFlags. Get one with the mesh's own costs from FNavMesh::MakeFilter.
struct FNavFilter
{
	std::array<float, MaxAreas> AreaCosts; // > 0
	uint16_t IncludeFlags = 0xffff;
	uint16_t ExcludeFlags = 0;

	FNavFilter() { AreaCosts.fill(1.0f); }
};

// A way that no ground gives: a jump, a ladder, a drop, a teleporter.
struct FNavLink
{
	FVector Start{0.0f, 0.0f, 0.0f}; // within Radius (horizontally) and the climb (vertically) of the mesh
	FVector End{0.0f, 0.0f, 0.0f};   // so, too; in a tiled mesh in the same tile as Start or a neighbouring one
	float Radius = 0.5f;             // m, > 0
	bool bBothWays = true;
	uint8_t Area = GroundArea;
	uint32_t UserId = 0; // the host's own
};
} // namespace Flockwork
