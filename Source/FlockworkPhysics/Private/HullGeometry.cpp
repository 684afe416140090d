#include "HullGeometry.h"

#include "BulletMath.h"

#include <LinearMath/btConvexHullComputer.h>
#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr float SameDirection = 0.99999f;
// A hull thinner than this share of its size has no usable inside.
constexpr float MinThickness = 1.0e-4f;

void AddPlane(std::vector<FHullPlane>& Planes, const btVector3& Normal, std::span<const btVector3> Corners)
{
	for (const FHullPlane& Plane : Planes)
	{
		if (Plane.Normal.dot(Normal) > SameDirection)
		{
			return;
		}
	}
	// The farthest corner, so that rounding never cuts a corner off.
	float Offset = Normal.dot(Corners.front());
	for (const btVector3& Corner : Corners)
	{
		Offset = std::max(Offset, Normal.dot(Corner));
	}
	Planes.push_back({Normal, Offset});
}

void AddDirection(std::vector<btVector3>& Directions, const btVector3& Direction)
{
	const bool bKnown = std::any_of(Directions.begin(), Directions.end(),
	    [&](const btVector3& Known) { return std::fabs(Known.dot(Direction)) > SameDirection; });
	if (!bKnown)
	{
		Directions.push_back(Direction);
	}
}

float Thickness(const FHullGeometry& Hull)
{
	float Smallest = 3.0e38f;
	for (const FHullPlane& Plane : Hull.Planes)
	{
		float Lowest = Plane.Offset;
		for (const btVector3& Corner : Hull.Corners)
		{
			Lowest = std::min(Lowest, float(Plane.Normal.dot(Corner)));
		}
		Smallest = std::min(Smallest, Plane.Offset - Lowest);
	}
	return Smallest;
}

float Extent(std::span<const FVector> Points)
{
	FVector Min = Points.front();
	FVector Max = Points.front();
	for (const FVector& Point : Points)
	{
		Min = {std::min(Min.x, Point.x), std::min(Min.y, Point.y), std::min(Min.z, Point.z)};
		Max = {std::max(Max.x, Point.x), std::max(Max.y, Point.y), std::max(Max.z, Point.z)};
	}
	return Length(Max - Min);
}
} // namespace

bool FHullGeometry::Build(std::span<const FVector> Points)
{
	if (Points.size() < 4)
	{
		return false;
	}
	btConvexHullComputer Computer;
	Computer.compute(&Points[0].x, int(sizeof(FVector)), int(Points.size()), 0.0f, 0.0f);
	FHullGeometry Result;
	// The computer works on a coarse integer grid: take the exact corners by their index.
	for (int Index = 0; Index < Computer.vertices.size(); ++Index)
	{
		const int Original = Computer.original_vertex_index[Index];
		Result.Corners.push_back(Original >= 0 ? ToBullet(Points[size_t(Original)]) : Computer.vertices[Index]);
	}
	for (int Face = 0; Face < Computer.faces.size(); ++Face)
	{
		// Newell's sum of cross products: the normal of a polygon that need not be quite flat.
		btVector3 Normal(0, 0, 0);
		const btConvexHullComputer::Edge* First = &Computer.edges[Computer.faces[Face]];
		const btConvexHullComputer::Edge* Edge = First;
		const btVector3 Base = Result.Corners[size_t(First->getSourceVertex())];
		do
		{
			const btVector3 From = Result.Corners[size_t(Edge->getSourceVertex())];
			const btVector3 To = Result.Corners[size_t(Edge->getTargetVertex())];
			Normal += (From - Base).cross(To - Base);
			if ((To - From).length2() > 0.0f)
			{
				AddDirection(Result.EdgeDirections, (To - From).normalized());
			}
			Edge = Edge->getNextEdgeOfFace();
		} while (Edge != First);
		if (Normal.length2() > 0.0f)
		{
			AddPlane(Result.Planes, Normal.normalized(), Result.Corners);
		}
	}
	if (Result.Planes.size() < 4 || !(Thickness(Result) > MinThickness * Extent(Points)))
	{
		return false;
	}
	*this = std::move(Result);
	return true;
}

float FHullGeometry::InnerRadius() const
{
	float Smallest = 3.0e38f;
	for (const FHullPlane& Plane : Planes)
	{
		Smallest = std::min(Smallest, Plane.Offset);
	}
	return Smallest;
}

float ShrinkHull(std::span<const FVector> Points, float Margin, std::vector<btVector3>& OutCorners)
{
	constexpr float MostOfInside = 0.2f;
	btConvexHullComputer Computer;
	const float Moved = Computer.compute(&Points[0].x, int(sizeof(FVector)), int(Points.size()), Margin, MostOfInside);
	if (!(Moved > 0.0f) || Computer.vertices.size() < 4)
	{
		OutCorners.clear();
		return 0.0f;
	}
	OutCorners.clear();
	for (int Index = 0; Index < Computer.vertices.size(); ++Index)
	{
		OutCorners.push_back(Computer.vertices[Index]);
	}
	return Moved;
}
} // namespace Flockwork
