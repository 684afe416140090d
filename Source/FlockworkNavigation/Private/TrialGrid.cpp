#include "TrialGrid.h"

#include <algorithm>
#include <cmath>
#include <queue>

namespace Flockwork
{
namespace
{
constexpr float NoWay = 1e9f;
constexpr float FloorHeight = 1.5f; // m

bool Contains(const FNavPoly& Poly, float X, float Z)
{
	bool bIn = false;
	for (int32_t A = 0, B = Poly.VertexCount - 1; A < Poly.VertexCount; B = A++)
	{
		const FVector& P = Poly.Vertices[A];
		const FVector& Q = Poly.Vertices[B];
		if ((P.z > Z) != (Q.z > Z) && X < (Q.x - P.x) * (Z - P.z) / (Q.z - P.z) + P.x)
		{
			bIn = !bIn;
		}
	}
	return bIn;
}

float SegmentDistance(const FVector& From, const FVector& To, const FVector& Point)
{
	const FVector Way = To - From;
	const float Square = glm::dot(Way, Way);
	const float Share = Square > 0.0f ? std::clamp(glm::dot(Point - From, Way) / Square, 0.0f, 1.0f) : 0.0f;
	return Length(From + Way * Share - Point);
}
} // namespace

FTrialGrid::FTrialGrid(const FNavMesh& Mesh, float InSpacing) : Spacing(InSpacing), Filter(Mesh.MakeFilter())
{
	const FNavQuery Query(Mesh);
	FNavPoly Poly;
	for (const FPolyRef Ref : Mesh.GetPolys())
	{
		if (Mesh.GetPoly(Ref, Poly) && !Poly.bLink && Poly.VertexCount >= 3)
		{
			AddPoints(Poly, Query);
		}
	}
	std::stable_sort(Points.begin(), Points.end(),
	    [](const FPoint& A, const FPoint& B) { return A.X != B.X ? A.X < B.X : A.Z < B.Z; });
	Join(Query);
	FindIslands();
}

void FTrialGrid::AddPoints(const FNavPoly& Poly, const FNavQuery& Query)
{
	FVector Min = Poly.Vertices[0];
	FVector Max = Min;
	float Height = 0.0f;
	for (int32_t At = 0; At < Poly.VertexCount; ++At)
	{
		Min = glm::min(Min, Poly.Vertices[At]);
		Max = glm::max(Max, Poly.Vertices[At]);
		Height += Poly.Vertices[At].y / float(Poly.VertexCount);
	}
	for (int32_t X = int32_t(std::ceil(Min.x / Spacing)); float(X) * Spacing <= Max.x; ++X)
	{
		for (int32_t Z = int32_t(std::ceil(Min.z / Spacing)); float(Z) * Spacing <= Max.z; ++Z)
		{
			FNavLocation Place{{float(X) * Spacing, Height, float(Z) * Spacing}, Poly.Ref};
			if (Contains(Poly, Place.Position.x, Place.Position.z))
			{
				float Found = Height;
				Place.Position.y = Query.GetHeight(Place, Found) ? Found : Height;
				Points.push_back({Place, X, Z});
			}
		}
	}
}

void FTrialGrid::Join(const FNavQuery& Query)
{
	Links.resize(Points.size());
	const auto Key = [this](const FPoint& Point) { return KeyOf(Point.X, Point.Z); };
	constexpr int32_t Steps[4][2] = {{0, 1}, {1, -1}, {1, 0}, {1, 1}};
	for (uint32_t At = 0; At < Points.size(); ++At)
	{
		for (const auto& Step : Steps)
		{
			const uint64_t Wanted = KeyOf(Points[At].X + Step[0], Points[At].Z + Step[1]);
			auto Other = std::lower_bound(Points.begin(), Points.end(), Wanted,
			    [&](const FPoint& Point, uint64_t Value)
			    {
				    const int32_t X = int32_t(uint32_t(Value >> 32));
				    const int32_t Z = int32_t(uint32_t(Value));
				    return Point.X != X ? Point.X < X : Point.Z < Z;
			    });
			for (; Other != Points.end() && Key(*Other) == Wanted; ++Other)
			{
				const FVector Way = Other->Place.Position - Points[At].Place.Position;
				const FNavRayHit Hit = Query.Raycast(Points[At].Place, Other->Place.Position, Filter);
				if (std::abs(Way.y) < FloorHeight && !Hit.bHit && Hit.LastPoly == Other->Place.Poly)
				{
					const uint32_t To = uint32_t(Other - Points.begin());
					Links[At].push_back({To, Length(Way)});
					Links[To].push_back({At, Length(Way)});
				}
			}
		}
	}
}

void FTrialGrid::FindIslands()
{
	constexpr uint32_t Unseen = 0xffffffffu;
	Islands.assign(Points.size(), Unseen);
	size_t Largest = 0;
	std::vector<uint32_t> Open;
	for (uint32_t First = 0; First < Points.size(); ++First)
	{
		if (Islands[First] != Unseen)
		{
			continue;
		}
		Open.assign(1, First);
		Islands[First] = First;
		size_t Size = 0;
		while (!Open.empty())
		{
			const uint32_t Point = Open.back();
			Open.pop_back();
			++Size;
			for (const FLinkTo& Link : Links[Point])
			{
				if (Islands[Link.To] == Unseen)
				{
					Islands[Link.To] = First;
					Open.push_back(Link.To);
				}
			}
		}
		if (Size > Largest)
		{
			Largest = Size;
			MainIsland = First;
		}
	}
}

std::vector<uint32_t> FTrialGrid::FindNear(const FVector& Position) const
{
	std::vector<uint32_t> Near;
	const int32_t X = int32_t(std::floor(Position.x / Spacing));
	const int32_t Z = int32_t(std::floor(Position.z / Spacing));
	for (int32_t Row = X - 1; Row <= X + 2; ++Row)
	{
		auto At = std::lower_bound(Points.begin(), Points.end(), Row,
		    [&](const FPoint& Point, int32_t Value) { return Point.X != Value ? Point.X < Value : Point.Z < Z - 1; });
		for (; At != Points.end() && At->X == Row && At->Z <= Z + 2; ++At)
		{
			if (std::abs(At->Place.Position.y - Position.y) < FloorHeight)
			{
				Near.push_back(uint32_t(At - Points.begin()));
			}
		}
	}
	return Near;
}

bool FTrialGrid::IsOnMainIsland(const FNavLocation& Place) const
{
	for (const uint32_t Point : FindNear(Place.Position))
	{
		if (Points[Point].Place.Poly == Place.Poly)
		{
			return Islands[Point] == MainIsland;
		}
	}
	return false;
}

std::vector<float> FTrialGrid::FindWaysOut(const FVector& Threat, float SafeRadius, float Clearance) const
{
	std::vector<float> Ways(Points.size(), NoWay);
	using FItem = std::pair<float, uint32_t>;
	std::priority_queue<FItem, std::vector<FItem>, std::greater<>> Open;
	for (uint32_t Point = 0; Point < Points.size(); ++Point)
	{
		if (Length(Points[Point].Place.Position - Threat) > SafeRadius)
		{
			Ways[Point] = 0.0f;
			Open.push({0.0f, Point});
		}
	}
	while (!Open.empty())
	{
		const auto [Way, Point] = Open.top();
		Open.pop();
		if (Way > Ways[Point])
		{
			continue;
		}
		for (const FLinkTo& Link : Links[Point])
		{
			const float Next = Way + Link.Length;
			if (Next < Ways[Link.To] &&
			    SegmentDistance(Points[Point].Place.Position, Points[Link.To].Place.Position, Threat) >= Clearance)
			{
				Ways[Link.To] = Next;
				Open.push({Next, Link.To});
			}
		}
	}
	return Ways;
}

float FTrialGrid::GetWay(const std::vector<float>& WaysOut, const FNavLocation& Place, const FVector& Threat,
    float Clearance, const FNavQuery& Query) const
{
	float Least = NoWay;
	for (const uint32_t Point : FindNear(Place.Position))
	{
		const FNavLocation& To = Points[Point].Place;
		const float Way = WaysOut[Point] + Length(To.Position - Place.Position);
		if (Way < Least && SegmentDistance(Place.Position, To.Position, Threat) >= Clearance &&
		    !Query.Raycast(Place, To.Position, Filter).bHit)
		{
			Least = Way;
		}
	}
	return Least;
}
} // namespace Flockwork
