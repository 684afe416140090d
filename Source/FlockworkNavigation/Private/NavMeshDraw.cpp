// The mesh as lines and as a surface: reads only.
#include "FlockworkCore/DebugDraw.h"
#include "NavMeshImpl.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr FColor OuterColor{0.1f, 0.3f, 0.9f, 1.0f};
constexpr FColor InnerColor{0.3f, 0.6f, 0.8f, 0.4f};
constexpr FColor LinkColor{0.9f, 0.6f, 0.1f, 1.0f};
constexpr FColor ObstacleColor{0.9f, 0.2f, 0.2f, 1.0f};
constexpr FVector Lift{0.0f, 0.05f, 0.0f}; // so that lines are not lost in the floor

FVector GetCorner(const dtMeshTile& Tile, const dtPoly& Poly, size_t Corner)
{
	return ToVector(&Tile.verts[size_t(Poly.verts[Corner % Poly.vertCount]) * 3]);
}

bool IsNear(const FVector& Point, const FVector& Center, float Radius)
{
	return Radius <= 0.0f || LengthSquared(Point - Center) <= Radius * Radius;
}

bool IsOuterEdge(const dtMeshTile& Tile, const dtPoly& Poly, size_t Edge)
{
	if (Poly.neis[Edge] != 0 && (Poly.neis[Edge] & DT_EXT_LINK) == 0)
	{
		return false;
	}
	for (uint32_t Link = Poly.firstLink; Link != DT_NULL_LINK; Link = Tile.links[Link].next)
	{
		if (Tile.links[Link].edge == Edge)
		{
			return false;
		}
	}
	return true;
}

void DrawPoly(IDebugDraw& DebugDraw, const dtMeshTile& Tile, const dtPoly& Poly)
{
	if (Poly.getType() == DT_POLYTYPE_OFFMESH_CONNECTION)
	{
		DebugDraw.Arrow(GetCorner(Tile, Poly, 0) + Lift, GetCorner(Tile, Poly, 1) + Lift, LinkColor);
		return;
	}
	for (size_t Edge = 0; Edge < Poly.vertCount; ++Edge)
	{
		const bool bOuter = IsOuterEdge(Tile, Poly, Edge);
		// An inner edge belongs to two polygons; the one that comes first draws it.
		const bool bSecond = !bOuter && (Poly.neis[Edge] & DT_EXT_LINK) == 0 &&
		                     int32_t(Poly.neis[Edge]) - 1 < int32_t(&Poly - Tile.polys);
		if (!bSecond)
		{
			DebugDraw.Line(GetCorner(Tile, Poly, Edge) + Lift, GetCorner(Tile, Poly, Edge + 1) + Lift,
			    bOuter ? OuterColor : InnerColor);
		}
	}
}

void DrawObstacle(IDebugDraw& DebugDraw, const FNavObstacle& Obstacle)
{
	if (Obstacle.Shape == ENavObstacleShape::Box)
	{
		FTransform Place;
		Place.Location = Obstacle.Center;
		Place.Rotation = glm::angleAxis(Obstacle.Yaw, UpVector);
		DebugDraw.Box(Place, Obstacle.HalfExtent, ObstacleColor);
		return;
	}
	const FVector Up{0.0f, Obstacle.HalfHeight, 0.0f};
	DebugDraw.Circle(Obstacle.Center - Up, UpVector, Obstacle.Radius, ObstacleColor);
	DebugDraw.Circle(Obstacle.Center + Up, UpVector, Obstacle.Radius, ObstacleColor);
}

// One corner of a polygon's height triangle.
FVector GetDetailCorner(const dtMeshTile& Tile, const dtPoly& Poly, const dtPolyDetail& Detail, uint8_t Corner)
{
	if (Corner < Poly.vertCount)
	{
		return GetCorner(Tile, Poly, Corner);
	}
	return ToVector(&Tile.detailVerts[(size_t(Detail.vertBase) + Corner - Poly.vertCount) * 3]);
}
} // namespace

void FNavMesh::Draw(IDebugDraw& DebugDraw, const FVector& Center, float Radius) const
{
	if (!IsBuilt())
	{
		return;
	}
	ForEachTile(*Impl->GetMeshReadOnly(),
	    [&](const dtMeshTile& Tile)
	    {
		    for (int32_t Index = 0; Index < Tile.header->polyCount; ++Index)
		    {
			    const dtPoly& Poly = Tile.polys[Index];
			    if (IsNear(GetCorner(Tile, Poly, 0), Center, Radius))
			    {
				    DrawPoly(DebugDraw, Tile, Poly);
			    }
		    }
	    });
	for (const FObstacleSlot& Slot : Impl->Data.Obstacles.Slots)
	{
		if (Slot.bLive && IsNear(Slot.Obstacle.Center, Center, Radius))
		{
			DrawObstacle(DebugDraw, Slot.Obstacle);
		}
	}
}

void FNavMesh::GetSurface(std::vector<FVector>& OutVertices, std::vector<uint8_t>& OutTriangleAreas) const
{
	OutVertices.clear();
	OutTriangleAreas.clear();
	if (!IsBuilt())
	{
		return;
	}
	ForEachTile(*Impl->GetMeshReadOnly(),
	    [&](const dtMeshTile& Tile)
	    {
		    for (int32_t Index = 0; Index < Tile.header->detailMeshCount; ++Index)
		    {
			    const dtPoly& Poly = Tile.polys[Index];
			    const dtPolyDetail& Detail = Tile.detailMeshes[Index];
			    for (uint32_t Triangle = 0; Triangle < Detail.triCount; ++Triangle)
			    {
				    const uint8_t* Corners = &Tile.detailTris[size_t(Detail.triBase + Triangle) * 4];
				    for (size_t Corner = 0; Corner < 3; ++Corner)
				    {
					    OutVertices.push_back(GetDetailCorner(Tile, Poly, Detail, Corners[Corner]));
				    }
				    OutTriangleAreas.push_back(Poly.getArea());
			    }
		    }
	    });
}
} // namespace Flockwork
