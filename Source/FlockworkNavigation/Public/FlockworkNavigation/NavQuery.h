#pragma once
// Questions to a navmesh. It keeps the search's scratch memory: ONE FOR EACH THREAD, though its methods answer without
// changing the mesh (a shared one hangs). Points are world space, metres; a point that is not finite, a stale polygon
// or an empty mesh finds nothing and never asserts.
#include "FlockworkCore/Math.h"
#include "FlockworkNavigation/NavTypes.h"

#include <memory>
#include <span>
#include <vector>

namespace Flockwork
{
class FNavMesh;
class FRandomStream;

enum class ENavPathStatus : uint8_t
{
	Invalid, // one of the ends is not on the mesh, or not passable to this filter: there is no path at all
	Partial, // the goal is not reachable (or the search ran out of nodes): as near as it came
	Complete
};

// Where a taut string along the path bends.
struct FNavCorner
{
	FVector Position{0.0f, 0.0f, 0.0f};
	FPolyRef Poly = 0;       // entered at this corner; 0 at the end
	bool bEnd = false;       // the last corner
	bool bLinkStart = false; // an off-mesh link, Poly, begins here
};

// Used again, it allocates no more.
struct FNavPath
{
	ENavPathStatus Status = ENavPathStatus::Invalid;
	bool bOutOfNodes = false;        // Partial only because the search was cut short: FNavQuery's MaxNodes
	std::vector<FPolyRef> Polys;     // from the start's to the last one reached
	std::vector<FNavCorner> Corners; // the start first, the end last
	float Length = 0.0f;             // m along the corners, links as straight lines

	void Clear();
	// The last corner: the goal, or as near as a partial path came. Zero when Invalid.
	FVector GetEnd() const { return Corners.empty() ? FVector{0.0f, 0.0f, 0.0f} : Corners.back().Position; }
};

struct FNavRayHit
{
	bool bHit = false;
	float Share = 1.0f; // of the way from start to end that is free, 0..1
	FVector Position{0.0f, 0.0f, 0.0f};
	FVector Normal{0.0f, 0.0f, 0.0f}; // horizontal, off the wall; zero without a hit
	FPolyRef LastPoly = 0;            // where the ray ends
};

struct FNavWall
{
	float Distance = 0.0f; // the radius asked for when there is none so near
	bool bFound = false;
	FVector Position{0.0f, 0.0f, 0.0f}; // nearest point of the wall
	FVector Normal{0.0f, 0.0f, 0.0f};   // horizontal, from the wall to the asker
};

// A stretch of the mesh's outer boundary. The ground lies left of Start -> End seen from above.
struct FNavSegment
{
	FVector Start{0.0f, 0.0f, 0.0f};
	FVector End{0.0f, 0.0f, 0.0f};
};

class FNavQuery
{
public:
	// MaxNodes: [64, 65535] polygons that one search may look at; 28 bytes each. Mesh must outlive this, may be built,
	// loaded or updated anew between queries.
	explicit FNavQuery(const FNavMesh& Mesh, int32_t MaxNodes = 16384);
	~FNavQuery();
	FNavQuery(FNavQuery&&) noexcept;
	FNavQuery& operator=(FNavQuery&&) noexcept;
	const FNavMesh& GetMesh() const;

	// The nearest point of the mesh in the box of HalfExtent round Point. What lies straight above or below counts as
	// near as its height is beyond the climb. An invalid location when there is none.
	FNavLocation FindNearest(const FVector& Point, const FVector& HalfExtent, const FNavFilter& Filter) const;
	// Whether the mesh lies at Point, at most VerticalReach above or below it.
	bool IsOnMesh(const FVector& Point, const FNavFilter& Filter, float VerticalReach = 0.5f) const;
	// The mesh's height under or over a point of this polygon. False outside it.
	bool GetHeight(const FNavLocation& Location, float& OutHeight) const;
	// The polygon's nearest point, also for points outside it. Location itself when its polygon is stale.
	FVector ClosestPointOnPoly(const FNavLocation& Location) const;

	// A path between two places (A* over polygons, then a taut string). Out is cleared first.
	ENavPathStatus FindPath(
	    const FNavLocation& Start, const FNavLocation& End, const FNavFilter& Filter, FNavPath& Out) const;
	// The taut string through polygons that are already known, at most Out.size() corners, the start not among them.
	int32_t FindCorners(
	    const FVector& Start, const FVector& End, std::span<const FPolyRef> Polys, std::span<FNavCorner> Out) const;

	// Straight along the surface until a boundary stops it; heights do not count. Links are not taken.
	FNavRayHit Raycast(const FNavLocation& Start, const FVector& End, const FNavFilter& Filter) const;
	// Walks from Start towards End and slides along boundaries; for short ways (it looks about 64 polygons far).
	// OutVisited, where given, gets the polygons passed, Start's first, at most its size; OutVisitedCount their number.
	FNavLocation MoveAlongSurface(const FNavLocation& Start, const FVector& End, const FNavFilter& Filter,
	    std::span<FPolyRef> OutVisited = {}, int32_t* OutVisitedCount = nullptr) const;

	FNavWall FindWall(const FNavLocation& Location, float MaxRadius, const FNavFilter& Filter) const;
	// The boundary within Radius, the nearest first, as much as Out holds. Answers how many were written.
	int32_t FindBoundary(
	    const FNavLocation& Location, float Radius, const FNavFilter& Filter, std::span<FNavSegment> Out) const;

	// Uniform over the walkable area. Invalid when nothing passes the filter.
	FNavLocation RandomPoint(FRandomStream& Random, const FNavFilter& Filter) const;
	// A point that can be walked to from Center and lies within Radius of it (horizontally); Center itself when the
	// draws (64) found none.
	FNavLocation RandomPointInCircle(
	    FRandomStream& Random, const FNavLocation& Center, float Radius, const FNavFilter& Filter) const;
	// Reachable polygons by ascending walking cost within Radius of Center: a prefix of both spans; their number.
	int32_t FindPolysAround(const FNavLocation& Center, float Radius, const FNavFilter& Filter,
	    std::span<FPolyRef> OutPolys, std::span<float> OutCosts) const;

	struct FImpl;

private:
	friend struct FNavMeshInterop;
	friend class FNavCorridor;

	std::unique_ptr<FImpl> Impl;
};
} // namespace Flockwork
