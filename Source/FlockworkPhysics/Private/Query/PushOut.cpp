// The shortest way out. While the cores are apart, it is along the line of their nearest points. When they meet, the
// difference of the two polytopes has only so many kinds of faces - those of each, and those spanned by an edge of each
// - and the nearest of these is the way (the separating axis test; Gottschalk 1996).
#include "ConvexCore.h"

#include <limits>

namespace Flockwork
{
namespace
{
// Keeps the axis along which the least move separates X from Y.
class FBestAxis
{
public:
	FBestAxis(const FCore& InX, const FCore& InY) : X(InX), Y(InY) {}
	void Try(const FVectorD& Direction)
	{
		const double Length = glm::length(Direction);
		if (!(Length > 1.0e-9))
		{
			return; // parallel edges span no face
		}
		bTried = true;
		TryUnit(Direction / Length);
		TryUnit(-Direction / Length);
	}
	bool WasTried() const { return bTried; }
	FVectorD Axis{0.0};
	double Move = std::numeric_limits<double>::infinity(); // along Axis; negative: apart by so much

private:
	void TryUnit(const FVectorD& Unit)
	{
		const double Needed = glm::dot(Unit, Y.Support(Unit)) - glm::dot(Unit, X.Support(-Unit));
		if (Needed < Move)
		{
			Move = Needed;
			Axis = Unit;
		}
	}
	const FCore& X;
	const FCore& Y;
	bool bTried = false;
};

template <typename VisitorType>
void VisitFaceNormals(const FCore& Core, VisitorType&& Visit)
{
	switch (Core.Type)
	{
	case ECoreType::Triangle:
		Visit(glm::cross(Core.B - Core.A, Core.C - Core.A));
		break;
	case ECoreType::Box:
		for (const FVectorD& Axis : Core.Pose.Axis)
		{
			Visit(Axis);
		}
		break;
	case ECoreType::Hull:
		for (const FHullPlane& Plane : Core.Hull->Planes)
		{
			Visit(Core.Pose.ToWorldDirection(ToDouble(Plane.Normal)));
		}
		break;
	default:
		break;
	}
}

template <typename VisitorType>
void VisitEdges(const FCore& Core, VisitorType&& Visit)
{
	switch (Core.Type)
	{
	case ECoreType::Segment:
		Visit(Core.B - Core.A);
		break;
	case ECoreType::Triangle:
		Visit(Core.B - Core.A);
		Visit(Core.C - Core.B);
		Visit(Core.A - Core.C);
		break;
	case ECoreType::Box:
		for (const FVectorD& Axis : Core.Pose.Axis)
		{
			Visit(Axis);
		}
		break;
	case ECoreType::Hull:
		for (const btVector3& Edge : Core.Hull->EdgeDirections)
		{
			Visit(Core.Pose.ToWorldDirection(ToDouble(Edge)));
		}
		break;
	default:
		break;
	}
}

FVectorD FallbackAxis(const FCore& X, const FCore& Y)
{
	const FCore& Long = X.Type == ECoreType::Segment ? X : Y;
	return Long.Type == ECoreType::Segment ? AnyPerpendicular(Long.B - Long.A) : FVectorD(0.0, 1.0, 0.0);
}
} // namespace

bool PushOut(const FCore& X, const FCore& Y, FVectorD& Direction, double& Depth)
{
	const double Radii = X.Radius + Y.Radius;
	const FCoreDistance Apart = DistanceOf(X, Y);
	if (Apart.Distance > 0.0)
	{
		Direction = Apart.Normal;
		Depth = Radii - Apart.Distance;
		return Depth > TouchTolerance;
	}
	FBestAxis Best(X, Y);
	VisitFaceNormals(X, [&](const FVectorD& Normal) { Best.Try(Normal); });
	VisitFaceNormals(Y, [&](const FVectorD& Normal) { Best.Try(Normal); });
	VisitEdges(X, [&](const FVectorD& EdgeX)
	    { VisitEdges(Y, [&](const FVectorD& EdgeY) { Best.Try(glm::cross(EdgeX, EdgeY)); }); });
	if (X.Type == ECoreType::Convex || Y.Type == ECoreType::Convex)
	{
		Best.Try(X.Center() - Y.Center());
		Best.Try({0.0, 1.0, 0.0});
	}
	if (!Best.WasTried())
	{
		Best.Try(FallbackAxis(X, Y));
	}
	Direction = Best.Axis;
	Depth = Radii + std::max(0.0, Best.Move);
	return Depth > TouchTolerance;
}
} // namespace Flockwork
