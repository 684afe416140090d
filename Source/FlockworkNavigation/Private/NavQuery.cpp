// Points, walls and rays. Paths are in NavPaths.cpp, random points in NavRandom.cpp.
#include "FlockworkNavigation/NavQuery.h"

#include "FlockworkNavigation/Interop.h"
#include "NavMeshImpl.h"
#include "NavQueryImpl.h"

#include <DetourCommon.h>
#include <algorithm>
#include <cfloat>
#include <cstring>

namespace Flockwork
{
namespace
{
// The nearest of the polygons that Detour finds in a box.
class FNearestPoly final : public dtPolyQuery
{
public:
	FNearestPoly(const dtNavMeshQuery& InQuery, const FVector& InPoint) : Query(InQuery), Point(InPoint) {}

	void process(const dtMeshTile* Tile, dtPoly**, dtPolyRef* Refs, int Count) override
	{
		for (int Index = 0; Index < Count; ++Index)
		{
			Consider(*Tile, Refs[Index]);
		}
	}

	FNavLocation Best;
	bool bBestOver = false;

private:
	void Consider(const dtMeshTile& Tile, dtPolyRef Ref)
	{
		FVector Closest{};
		bool bOver = false;
		if (dtStatusFailed(Query.closestPointOnPoly(Ref, &Point.x, &Closest.x, &bOver)))
		{
			return;
		}
		const FVector Way = Closest - Point;
		const float Height = std::max(std::abs(Way.y) - Tile.header->walkableClimb, 0.0f);
		const float Distance = bOver ? Height * Height : LengthSquared(Way);
		// Of two floors within the climb, the one nearer in height.
		if (Distance < BestDistance || (Distance == BestDistance && std::abs(Way.y) < BestHeight))
		{
			Best = {Closest, Ref};
			bBestOver = bOver;
			BestDistance = Distance;
			BestHeight = std::abs(Way.y);
		}
	}

	const dtNavMeshQuery& Query;
	FVector Point;
	float BestDistance = FLT_MAX;
	float BestHeight = FLT_MAX;
};

// Of a box round a point, what the mesh's bounds leave: Detour walks over every tile that a box touches, there or not.
bool ClipBox(const FBox& Bounds, const FVector& Point, const FVector& HalfExtent, FVector& OutCenter, FVector& OutHalf)
{
	const FVector Slack{1.0f, 1.0f, 1.0f};
	const FVector Min = glm::max(Point - HalfExtent, Bounds.Min - Slack);
	const FVector Max = glm::min(Point + HalfExtent, Bounds.Max + Slack);
	OutCenter = (Min + Max) * 0.5f;
	OutHalf = (Max - Min) * 0.5f;
	return Min.x <= Max.x && Min.y <= Max.y && Min.z <= Max.z;
}

FNearestPoly FindNearestPoly(const FNavMesh& Mesh, const dtNavMeshQuery& Query, const FVector& Point,
    const FVector& HalfExtent, const dtQueryFilter& Filter)
{
	FNearestPoly Nearest(Query, Point);
	FVector Center{};
	FVector Half{};
	if (ClipBox(Mesh.GetBounds(), Point, glm::max(HalfExtent, FVector{0.0f, 0.0f, 0.0f}), Center, Half))
	{
		Query.queryPolygons(&Center.x, &Half.x, &Filter, &Nearest);
	}
	return Nearest;
}
} // namespace

FNavQuery::FNavQuery(const FNavMesh& Mesh, int32_t MaxNodes)
    : Impl(std::make_unique<FImpl>(Mesh, std::clamp(MaxNodes, 64, 65535)))
{
}

FNavQuery::~FNavQuery() = default;
FNavQuery::FNavQuery(FNavQuery&&) noexcept = default;
FNavQuery& FNavQuery::operator=(FNavQuery&&) noexcept = default;

const FNavMesh& FNavQuery::GetMesh() const
{
	return *Impl->Mesh;
}

dtNavMeshQuery* FNavQuery::FImpl::GetQuery()
{
	const FNavMesh::FImpl& MeshImpl = *Mesh->Impl;
	if (!MeshImpl.GetMesh())
	{
		return nullptr;
	}
	if (!Query || Generation != MeshImpl.Generation)
	{
		Query.reset(dtAllocNavMeshQuery());
		Generation = MeshImpl.Generation;
		if (!Query || dtStatusFailed(Query->init(MeshImpl.GetMesh(), MaxNodes)))
		{
			Query.reset();
		}
	}
	return Query.get();
}

dtNavMeshQuery* FNavQuery::FImpl::GetQuery(const FNavLocation& Location)
{
	return IsFinite(Location.Position) && Mesh->IsValidPoly(Location.Poly) ? GetQuery() : nullptr;
}

const dtQueryFilter& FNavQuery::FImpl::ToDetour(const FNavFilter& Filter)
{
	const bool bSame =
	    bFilterKept && Filter.IncludeFlags == FilterGiven.IncludeFlags &&
	    Filter.ExcludeFlags == FilterGiven.ExcludeFlags &&
	    std::memcmp(Filter.AreaCosts.data(), FilterGiven.AreaCosts.data(), sizeof(Filter.AreaCosts)) == 0;
	if (!bSame)
	{
		FilterGiven = Filter;
		FilterKept = FNavMeshInterop::ToDetour(Filter);
		bFilterKept = true;
	}
	return FilterKept;
}

FNavLocation FNavQuery::FindNearest(const FVector& Point, const FVector& HalfExtent, const FNavFilter& Filter) const
{
	const dtNavMeshQuery* Query = Impl->GetQuery();
	if (!Query || !IsFinite(Point) || !IsFinite(HalfExtent))
	{
		return {};
	}
	const FNearestPoly Nearest = FindNearestPoly(*Impl->Mesh, *Query, Point, HalfExtent, Impl->ToDetour(Filter));
	const FVector Way = glm::abs(Nearest.Best.Position - Point);
	const FVector Reach = HalfExtent + FVector{1e-3f, 1e-3f, 1e-3f};
	// A polygon's box may reach into the one asked for although its surface does not.
	const bool bInside = Way.x <= Reach.x && Way.y <= Reach.y && Way.z <= Reach.z;
	return bInside ? Nearest.Best : FNavLocation{};
}

bool FNavQuery::IsOnMesh(const FVector& Point, const FNavFilter& Filter, float VerticalReach) const
{
	constexpr float Rounding = 0.01f; // m; a point slid along the boundary lies on it as nearly as floats can tell
	return FindNearest(Point, {Rounding, VerticalReach, Rounding}, Filter).IsValid();
}

bool FNavQuery::GetHeight(const FNavLocation& Location, float& OutHeight) const
{
	const dtNavMeshQuery* Query = Impl->GetQuery(Location);
	float Height = 0.0f;
	if (!Query || dtStatusFailed(Query->getPolyHeight(Location.Poly, &Location.Position.x, &Height)))
	{
		return false;
	}
	OutHeight = Height;
	return true;
}

FVector FNavQuery::ClosestPointOnPoly(const FNavLocation& Location) const
{
	const dtNavMeshQuery* Query = Impl->GetQuery(Location);
	FVector Closest{};
	const bool bFound =
	    Query && dtStatusSucceed(Query->closestPointOnPoly(Location.Poly, &Location.Position.x, &Closest.x, nullptr));
	return bFound ? Closest : Location.Position;
}

FNavRayHit FNavQuery::Raycast(const FNavLocation& Start, const FVector& End, const FNavFilter& Filter) const
{
	FNavRayHit Result;
	Result.Position = Start.Position;
	Result.LastPoly = Start.Poly;
	const dtNavMeshQuery* Query = Impl->GetQuery(Start);
	if (!Query || !IsFinite(End))
	{
		Result.bHit = true;
		Result.Share = 0.0f;
		return Result;
	}
	constexpr size_t MaxPassed = 512;
	FPolyRef Passed[MaxPassed];
	dtRaycastHit Hit{};
	Hit.path = Passed;
	Hit.maxPath = int(MaxPassed);
	// Outside its polygon by a rounding, a ray would be taken to be stopped at once.
	FVector From{};
	Query->closestPointOnPolyBoundary(Start.Poly, &Start.Position.x, &From.x);
	if (dtStatusFailed(Query->raycast(Start.Poly, &From.x, &End.x, &Impl->ToDetour(Filter), 0, &Hit)))
	{
		Hit.t = 0.0f;
	}
	Result.bHit = Hit.t < 1.0f;
	Result.Share = std::clamp(Hit.t, 0.0f, 1.0f);
	Result.Position = From + (End - From) * Result.Share;
	Result.Normal = Result.bHit ? ToVector(Hit.hitNormal) : FVector{0.0f, 0.0f, 0.0f};
	Result.LastPoly = Hit.pathCount > 0 ? Passed[Hit.pathCount - 1] : Start.Poly;
	// Over the last polygon, on its surface.
	Result.Position = ClosestPointOnPoly({Result.Position, Result.LastPoly});
	return Result;
}

FNavLocation FNavQuery::MoveAlongSurface(const FNavLocation& Start, const FVector& End, const FNavFilter& Filter,
    std::span<FPolyRef> OutVisited, int32_t* OutVisitedCount) const
{
	constexpr int MaxVisited = 64;
	FPolyRef Visited[MaxVisited];
	int Count = 0;
	if (OutVisitedCount)
	{
		*OutVisitedCount = 0;
	}
	const dtNavMeshQuery* Query = Impl->GetQuery(Start);
	FVector Result{};
	if (!Query || !IsFinite(End) ||
	    dtStatusFailed(Query->moveAlongSurface(
	        Start.Poly, &Start.Position.x, &End.x, &Impl->ToDetour(Filter), &Result.x, Visited, &Count, MaxVisited)) ||
	    Count == 0)
	{
		return Start;
	}
	const int Written = std::min(Count, int(OutVisited.size()));
	std::copy_n(Visited, Written, OutVisited.begin());
	if (OutVisitedCount)
	{
		*OutVisitedCount = Written;
	}
	FNavLocation Reached{Result, Visited[Count - 1]};
	float Height = 0.0f;
	Reached.Position.y = GetHeight(Reached, Height) ? Height : Result.y;
	return Reached;
}

FNavWall FNavQuery::FindWall(const FNavLocation& Location, float MaxRadius, const FNavFilter& Filter) const
{
	FNavWall Wall;
	Wall.Distance = MaxRadius;
	const dtNavMeshQuery* Query = Impl->GetQuery(Location);
	float Distance = 0.0f;
	FVector Position{};
	FVector Normal{};
	if (!Query || !std::isfinite(MaxRadius) || MaxRadius <= 0.0f ||
	    dtStatusFailed(Query->findDistanceToWall(Location.Poly, &Location.Position.x, MaxRadius,
	        &Impl->ToDetour(Filter), &Distance, &Position.x, &Normal.x)))
	{
		return Wall;
	}
	// Without a wall, Detour leaves the point and the direction as they were.
	Wall.bFound = Distance < MaxRadius;
	if (Wall.bFound)
	{
		Wall.Distance = Distance;
		Wall.Position = Position;
		Wall.Normal = SafeNormal(Horizontal(Location.Position - Position));
	}
	return Wall;
}

int32_t FNavQuery::FindBoundary(
    const FNavLocation& Location, float Radius, const FNavFilter& Filter, std::span<FNavSegment> Out) const
{
	const dtNavMeshQuery* Query = Impl->GetQuery(Location);
	if (!Query || Out.empty() || !std::isfinite(Radius) || Radius <= 0.0f)
	{
		return 0;
	}
	constexpr int MaxPolys = 48;
	constexpr int MaxSegments = 32;
	FPolyRef Polys[MaxPolys];
	int PolyCount = 0;
	const dtQueryFilter& Detour = Impl->ToDetour(Filter);
	Query->findLocalNeighbourhood(
	    Location.Poly, &Location.Position.x, Radius, &Detour, Polys, nullptr, &PolyCount, MaxPolys);
	float Ends[MaxSegments * 6];
	size_t Count = 0;
	float Distances[64];
	const size_t Room = std::min(Out.size(), std::size(Distances));
	for (int Poly = 0; Poly < PolyCount; ++Poly)
	{
		int SegmentCount = 0;
		Query->getPolyWallSegments(Polys[Poly], &Detour, Ends, nullptr, &SegmentCount, MaxSegments);
		for (int Segment = 0; Segment < SegmentCount; ++Segment)
		{
			const float* End = &Ends[Segment * 6];
			float Along = 0.0f;
			const float Distance = dtDistancePtSegSqr2D(&Location.Position.x, End, End + 3, Along);
			if (Distance > Radius * Radius || (Count == Room && Distance >= Distances[Count - 1]))
			{
				continue;
			}
			// Kept in order of distance; the farthest falls out when there is no more room.
			Count = std::min(Count + 1, Room);
			size_t At = Count - 1;
			for (; At > 0 && Distances[At - 1] > Distance; --At)
			{
				Distances[At] = Distances[At - 1];
				Out[At] = Out[At - 1];
			}
			Distances[At] = Distance;
			Out[At] = {ToVector(End), ToVector(End + 3)};
		}
	}
	return int32_t(Count);
}
} // namespace Flockwork
