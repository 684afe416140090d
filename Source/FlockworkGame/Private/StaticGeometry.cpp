#include "StaticGeometry.h"

#include "FlockworkPhysics/PhysicsWorld.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr float SliceShare = 0.5f; // of the agent's height, between two slices

// Cuts and sheets leave slivers, which would be told of as faults of the level.
void AddTriangle(FNavMeshInput& Out, const FVector& A, const FVector& B, const FVector& C, uint8_t Area)
{
	constexpr float Sliver = 1e-5f; // m^2
	if (LengthSquared(glm::cross(B - A, C - A)) < Sliver * Sliver)
	{
		return;
	}
	const uint32_t First = uint32_t(Out.Vertices.size());
	Out.Vertices.insert(Out.Vertices.end(), {A, B, C});
	Out.Indices.insert(Out.Indices.end(), {First, First + 1, First + 2});
	Out.TriangleAreas.push_back(Area);
}

// A convex polygon, cut by a plane (Sutherland and Hodgman 1974): what lies below Limit along Sign x Axis.
void Clip(std::vector<FVector>& Polygon, int32_t Axis, float Sign, float Limit, std::vector<FVector>& Scratch)
{
	Scratch.clear();
	for (size_t Index = 0; Index < Polygon.size(); ++Index)
	{
		const FVector& From = Polygon[Index];
		const FVector& To = Polygon[(Index + 1) % Polygon.size()];
		const float Inside = Limit - Sign * From[Axis];
		const float NextInside = Limit - Sign * To[Axis];
		if (Inside >= 0.0f)
		{
			Scratch.push_back(From);
		}
		if ((Inside >= 0.0f) != (NextInside >= 0.0f))
		{
			Scratch.push_back(From + (To - From) * (Inside / (Inside - NextInside)));
		}
	}
	Polygon.swap(Scratch);
}

class FCollector
{
public:
	FCollector(const FBox* InRegion, FNavMeshInput& InOut) : Region(InRegion), Out(InOut) {}

	void Add(const FVector& A, const FVector& B, const FVector& C, uint8_t Area)
	{
		if (!Region)
		{
			AddTriangle(Out, A, B, C, Area);
			return;
		}
		Polygon.assign({A, B, C});
		for (int32_t Axis = 0; Axis < 3; ++Axis)
		{
			Clip(Polygon, Axis, 1.0f, Region->Max[Axis], Scratch);
			Clip(Polygon, Axis, -1.0f, -Region->Min[Axis], Scratch);
		}
		for (size_t Corner = 2; Corner < Polygon.size(); ++Corner)
		{
			AddTriangle(Out, Polygon[0], Polygon[Corner - 1], Polygon[Corner], Area);
		}
	}

private:
	const FBox* Region;
	FNavMeshInput& Out;
	std::vector<FVector> Polygon;
	std::vector<FVector> Scratch;
};

// Where the surface crosses a height: points of the outline, sorted round their middle.
std::vector<FVector> SliceOutline(const std::vector<FVector>& Vertices, const std::vector<uint32_t>& Indices, float Y)
{
	std::vector<FVector> Points;
	for (size_t Index = 0; Index < Indices.size(); ++Index)
	{
		const size_t Next = Index % 3 == 2 ? Index - 2 : Index + 1;
		const FVector& A = Vertices[Indices[Index]];
		const FVector& B = Vertices[Indices[Next]];
		if ((A.y < Y) != (B.y < Y))
		{
			Points.push_back(A + (B - A) * ((Y - A.y) / (B.y - A.y)));
		}
	}
	FVector Middle{};
	for (const FVector& Point : Points)
	{
		Middle += Point / float(Points.size());
	}
	const auto AngleOf = [&](const FVector& Point) { return std::atan2(Point.x - Middle.x, Point.z - Middle.z); };
	std::sort(
	    Points.begin(), Points.end(), [&](const FVector& A, const FVector& B) { return AngleOf(A) < AngleOf(B); });
	return Points;
}

// Recast sees surfaces alone: the floor under a large block would be ground with a roof over it. Sheets through the
// block, lower than an agent is tall, leave no room for one.
void FillInside(
    const std::vector<FVector>& Vertices, const std::vector<uint32_t>& Indices, float Spacing, FCollector& Collector)
{
	const auto [Low, High] = std::minmax_element(
	    Vertices.begin(), Vertices.end(), [](const FVector& A, const FVector& B) { return A.y < B.y; });
	for (float Y = Low->y + Spacing; Y < High->y; Y += Spacing)
	{
		const std::vector<FVector> Outline = SliceOutline(Vertices, Indices, Y);
		for (size_t Corner = 2; Corner < Outline.size(); ++Corner)
		{
			Collector.Add(Outline[0], Outline[Corner - 1], Outline[Corner], BlockedArea);
		}
	}
}
} // namespace

FNavMeshInput FStaticGeometryJob::Run() const
{
	FNavMeshInput Out;
	Out.Name = "the world's static bodies";
	FCollector Collector(Region, Out);
	std::vector<FVector> Vertices;
	std::vector<uint32_t> Indices;
	for (const FBodyId Body : Physics->GetBodies())
	{
		Vertices.clear();
		Indices.clear();
		if (Physics->GetType(Body) != EBodyType::Static || (LeavesOut && LeavesOut(Body)) ||
		    !Physics->AppendSurface(Body, Vertices, Indices))
		{
			continue;
		}
		for (size_t Index = 0; Index + 2 < Indices.size(); Index += 3)
		{
			Collector.Add(
			    Vertices[Indices[Index]], Vertices[Indices[Index + 1]], Vertices[Indices[Index + 2]], GroundArea);
		}
		if (Physics->GetShapeType(Body) != EShapeType::Mesh && !Vertices.empty())
		{
			FillInside(Vertices, Indices, SliceShare * AgentHeight, Collector);
		}
	}
	return Out;
}
} // namespace Flockwork
