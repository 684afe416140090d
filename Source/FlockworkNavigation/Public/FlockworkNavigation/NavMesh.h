#pragma once
// The ground that agents walk on: convex polygons in tiles, built from a level's triangles by Recast, or read from a
// file, or a host's own (Interop.h). What is asked of it is asked by FNavQuery, one for each thread.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkCore/Ids.h"
#include "FlockworkCore/Tasks.h"
#include "FlockworkNavigation/NavMeshInput.h"
#include "FlockworkNavigation/NavMeshSettings.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace Flockwork
{
class FByteReader;
class FByteWriter;
class IDebugDraw;

// Called on the building thread now and then with the share done, 0..1. False ends the build.
using FNavProgress = std::function<bool(float Done)>;

using FNavObstacleId = TId<struct FNavObstacleTag>;

enum class ENavObstacleShape : uint8_t
{
	Box,
	Cylinder
};

// Something that stands in the way for a while: a closed door, a crate, a car. The mesh keeps the agent's radius away
// from it. Boxes are upright: of a rotation only the turn about Y counts.
struct FNavObstacle
{
	ENavObstacleShape Shape = ENavObstacleShape::Box;
	FVector Center{0.0f, 0.0f, 0.0f};
	FVector HalfExtent{0.5f, 0.5f, 0.5f}; // m, > 0; of a box
	float Yaw = 0.0f;                     // radians about Y; of a box
	float Radius = 0.5f;                  // m, > 0; of a cylinder
	float HalfHeight = 0.5f;              // m, > 0; of a cylinder
};

struct FNavMeshStats
{
	int32_t Tiles = 0; // that have ground
	int32_t Polys = 0;
	int32_t Vertices = 0;
	int32_t Links = 0;         // off-mesh, that are connected at both ends
	int32_t Triangles = 0;     // of the level, kept for obstacles
	size_t MeshBytes = 0;      // of the tiles
	size_t GeometryBytes = 0;  // of the level's triangles and their tree
	double WalkableArea = 0.0; // m^2, seen from above; one floor over another counts twice
};

// One polygon. Corners run clockwise seen from above (Detour's order). A link has two: its start and its end.
struct FNavPoly
{
	FPolyRef Ref = 0;
	uint8_t Area = GroundArea;
	uint16_t Flags = WalkFlag;
	bool bLink = false;
	uint32_t LinkUserId = 0; // of a link
	int32_t VertexCount = 0;
	FVector Vertices[6] = {};
};

// Where one polygon opens into the next. Left and Right as seen on leaving; the same point where a link begins.
struct FNavPortal
{
	FPolyRef To = 0;
	FVector Left{0.0f, 0.0f, 0.0f};
	FVector Right{0.0f, 0.0f, 0.0f};
};

class FNavMesh
{
public:
	FNavMesh();
	~FNavMesh();
	FNavMesh(const FNavMesh&) = delete; // queries hold its address
	FNavMesh& operator=(const FNavMesh&) = delete;

	// Cleans the input (see CleanNavMeshInput) and builds. On error, or when Progress ends it, this stays as it was.
	// Tiles are built in parallel; the bits are the same at any thread count. It begins without obstacles.
	bool Build(FNavMeshInput Input, const FNavMeshSettings& Settings, ITaskScheduler& Scheduler,
	    const FNavProgress& Progress, FDiagnostics& Diagnostics);
	// The whole of it: mesh, settings, areas, links, obstacles, references, and the level's triangles where they are
	// kept. Loading gives the same references and the same bits. What is damaged, truncated, foreign or of another
	// version is an error, and this stays as it was. An adopted mesh cannot be saved: Save fails.
	bool Save(const std::string& Path, FDiagnostics& Diagnostics) const;
	bool Load(const std::string& Path, FDiagnostics& Diagnostics);
	std::vector<uint8_t> SaveBytes() const;
	bool LoadBytes(std::span<const uint8_t> Bytes, const std::string& File, FDiagnostics& Diagnostics);

	// What obstacles have made of the mesh since Build or Load, for a world's snapshot: small, and references mean the
	// same after restoring it to the same mesh. Restore builds tiles anew that have changed since; false, with this
	// unchanged, when the bytes are damaged or another mesh's.
	void SaveState(FByteWriter& Writer) const;
	bool RestoreState(FByteReader& Reader, ITaskScheduler& Scheduler, FDiagnostics& Diagnostics);

	bool IsBuilt() const; // false: every query finds nothing
	bool IsAdopted() const;
	const FNavMeshSettings& GetSettings() const;
	const FBox& GetBounds() const;
	FNavMeshStats GetStats() const;

	// Areas by number and by name; an unknown name gives BlockedArea.
	const FNavArea& GetArea(uint8_t Area) const;
	uint8_t FindArea(std::string_view Name) const;
	FNavFilter MakeFilter() const;

	// Obstacles need the level's triangles (bKeepGeometry) and take effect in Update. Add gives an invalid id with an
	// error when the obstacle is not finite, has no size, or cannot be. False: no such obstacle, or not finite.
	FNavObstacleId AddObstacle(const FNavObstacle& Obstacle, FDiagnostics& Diagnostics);
	bool MoveObstacle(FNavObstacleId Id, const FVector& Center, float Yaw);
	bool RemoveObstacle(FNavObstacleId Id);
	// Null when there is no such obstacle.
	const FNavObstacle* FindObstacle(FNavObstacleId Id) const;
	// Rebuilds at most TilesPerUpdate of the touched tiles, the longest waiting first, and answers how many. Not while
	// another thread queries. A tile that no longer fits its limits stays as it was, with an error.
	int32_t Update(ITaskScheduler& Scheduler, FDiagnostics& Diagnostics);
	int32_t GetWaitingTileCount() const;

	// Counts every change of the mesh; a corridor compares it before it looks at its polygons. Never 0.
	uint32_t GetRevision() const;
	// Counts how often the polygon's tile was rebuilt since Build; 0 for a stale or foreign reference.
	uint32_t GetTileRevision(FPolyRef Poly) const;
	bool IsValidPoly(FPolyRef Poly) const;

	// All polygons, links included, in a fixed order.
	std::vector<FPolyRef> GetPolys() const;
	// False for a stale or foreign reference.
	bool GetPoly(FPolyRef Ref, FNavPoly& Out) const;
	// Ways out of the polygon, links included, in a fixed order: a prefix of Out (64 hold those of all but the oddest
	// meshes). Answers how many were written.
	int32_t GetPortals(FPolyRef Ref, std::span<FNavPortal> Out) const;

	// Outer edges, inner edges, links and obstacles. Polygons within Radius of Center; Radius 0: all.
	void Draw(IDebugDraw& DebugDraw, const FVector& Center = {0.0f, 0.0f, 0.0f}, float Radius = 0.0f) const;
	// The surface as triangles on the ground, three vertices each, with each triangle's area, for a host that fills it.
	void GetSurface(std::vector<FVector>& OutVertices, std::vector<uint8_t>& OutTriangleAreas) const;

	struct FImpl;

private:
	friend struct FNavMeshInterop;
	friend class FNavQuery;

	explicit FNavMesh(std::unique_ptr<FImpl> InImpl);

	std::unique_ptr<FImpl> Impl;
};
} // namespace Flockwork
