#pragma once
// What a level file holds, ready to be used: ground for a navmesh, meshes to draw, and places with a meaning. World
// space: metres, Y up, right-handed; faces run counter-clockwise seen from outside. Instances are copies.
#include "FlockworkNavigation/NavMeshInput.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
// The beginning of a node's name says what it is; Content/Levels/README.md has the list.
enum class ELevelMarker : uint8_t
{
	Spawn,  // Spawn_*: people come from here
	Goal,   // Goal_*: people go here
	Exit,   // Exit_*: who gets here has left
	Seat,   // Seat_*: where a seat's owner stands; the node may have a mesh
	LinkEnd // Link_<n>_a and Link_<n>_b; the pairs are in Ground.Links
};

struct FLevelMarker
{
	ELevelMarker Kind = ELevelMarker::Spawn;
	std::string Name; // whole, as in the file
	FVector Position{0.0f, 0.0f, 0.0f};
	float Yaw = 0.0f; // where its +Z looks (its -Y where its Z stands upright); radians, as YawOf
};

// A node's triangles: a stretch of Ground's.
struct FLevelPart
{
	std::string Name;
	uint8_t Area = GroundArea; // BlockedArea of NoWalk_*: an obstacle, nobody walks on top of it
	uint32_t FirstTriangle = 0;
	uint32_t TriangleCount = 0;
	FBox Bounds;
};

// All that is drawn with one material.
struct FLevelMesh
{
	std::string Material;
	FVector BaseColor{0.8f, 0.8f, 0.8f}; // 0..1, as in the file (linear in glTF)
	float Opacity = 1.0f;                // 0..1
	std::vector<FVector> Positions;
	std::vector<FVector> Normals;  // unit, one a position
	std::vector<uint32_t> Indices; // three a triangle
};

// A file that was read, or looked for and not found.
struct FLevelSource
{
	std::string Name; // from the level's folder
	uint64_t Checksum = 0;
	bool bFound = true;
};

struct FImportedLevel
{
	std::string Format;         // "OBJ", "glTF", "FBX" or "DAE"
	float MetersPerUnit = 1.0f; // of the file, the settings' scale included
	std::string UpAxis = "Y";   // of the file: "Y", "Z", "-X" and so on
	FBox Bounds;                // of all triangles
	FNavMeshInput Ground;       // Areas: [0] blocked, [1] ground
	std::vector<FLevelPart> Parts;
	std::vector<FLevelMesh> Meshes; // by material; the triangles are those of Ground
	std::vector<FLevelMarker> Markers;
	std::vector<FLevelSource> Sources; // the level's own file first

	// The marker of exactly that name; null when there is none.
	const FLevelMarker* FindMarker(std::string_view Name) const;
	std::vector<const FLevelMarker*> GetMarkers(ELevelMarker Kind) const; // in the file's order
};
} // namespace Flockwork
