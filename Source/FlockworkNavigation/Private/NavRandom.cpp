// Random points, weighted by area. Detour's own draw a tile first, whatever its size, and put most of those "around a
// circle" outside it.
#include "FlockworkCore/Random.h"
#include "NavMeshImpl.h"
#include "NavQueryImpl.h"
#include "PolyArea.h"

#include <DetourCommon.h>
#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
FVector PointIn(const FNavPoly& Poly, FRandomStream& Random)
{
	const float Which = Random.Uniform();
	const float Along = Random.Uniform();
	float Corners[6 * 3];
	float Areas[6];
	for (int32_t Corner = 0; Corner < Poly.VertexCount; ++Corner)
	{
		std::copy_n(&Poly.Vertices[Corner].x, 3, &Corners[Corner * 3]);
	}
	FVector Point{};
	dtRandomPointInConvexPoly(Corners, Poly.VertexCount, Areas, Which, Along, &Point.x);
	return Point;
}

// Which entry of ascending sums a draw falls on.
size_t Choose(const double* Sums, size_t Count, FRandomStream& Random)
{
	const double Draw = double(Random.Uniform()) * Sums[Count - 1];
	return std::min(size_t(std::upper_bound(Sums, Sums + Count, Draw) - Sums), Count - 1);
}

bool IsOver(const FNavPoly& Poly, const FVector& Point)
{
	return dtPointInPolygon(&Point.x, &Poly.Vertices[0].x, Poly.VertexCount);
}
} // namespace

const FAreaTable& FNavQuery::FImpl::GetAreas(const FNavFilter& Filter)
{
	const bool bSame = Areas.Stamp == Mesh->Impl->Stamp && Areas.Filter.IncludeFlags == Filter.IncludeFlags &&
	                   Areas.Filter.ExcludeFlags == Filter.ExcludeFlags;
	if (bSame)
	{
		return Areas;
	}
	Areas.Stamp = Mesh->Impl->Stamp;
	Areas.Filter = Filter;
	Areas.Polys.clear();
	Areas.Sums.clear();
	double Sum = 0.0;
	for (const FPolyRef Ref : Mesh->GetPolys())
	{
		FNavPoly Poly;
		if (Mesh->GetPoly(Ref, Poly) && Passes(Poly, Filter))
		{
			Sum += AreaFromAbove(Poly);
			Areas.Polys.push_back(Ref);
			Areas.Sums.push_back(Sum);
		}
	}
	return Areas;
}

FNavLocation FNavQuery::RandomPoint(FRandomStream& Random, const FNavFilter& Filter) const
{
	const FAreaTable& Areas = Impl->GetAreas(Filter);
	if (Areas.Polys.empty())
	{
		return {};
	}
	FNavPoly Poly;
	const FPolyRef Ref = Areas.Polys[Choose(Areas.Sums.data(), Areas.Sums.size(), Random)];
	Impl->Mesh->GetPoly(Ref, Poly);
	return {ClosestPointOnPoly({PointIn(Poly, Random), Ref}), Ref};
}

FNavLocation FNavQuery::RandomPointInCircle(
    FRandomStream& Random, const FNavLocation& Center, float Radius, const FNavFilter& Filter) const
{
	constexpr size_t MaxPolys = 1024;
	constexpr int32_t DrawsEach = 32; // in the circle (good where it is mostly ground), then in its polygons
	Impl->Polys.resize(MaxPolys);
	Impl->Costs.resize(MaxPolys);
	const int32_t Count = FindPolysAround(Center, Radius, Filter, Impl->Polys, Impl->Costs);
	std::vector<FNavPoly> Polys;
	std::vector<double> Sums;
	for (int32_t Index = 0; Index < Count; ++Index)
	{
		FNavPoly Poly;
		if (Impl->Mesh->GetPoly(Impl->Polys[size_t(Index)], Poly) && Passes(Poly, Filter))
		{
			Sums.push_back((Sums.empty() ? 0.0 : Sums.back()) + AreaFromAbove(Poly));
			Polys.push_back(Poly);
		}
	}
	if (Polys.empty())
	{
		return Center;
	}
	for (int32_t Draw = 0; Draw < DrawsEach; ++Draw)
	{
		const float Angle = Random.Range(0.0f, 2.0f * Pi);
		const float Away = Radius * std::sqrt(Random.Uniform());
		const FVector Point = Center.Position + FVector{std::cos(Angle) * Away, 0.0f, std::sin(Angle) * Away};
		for (const FNavPoly& Poly : Polys)
		{
			if (IsOver(Poly, Point))
			{
				return {ClosestPointOnPoly({Point, Poly.Ref}), Poly.Ref};
			}
		}
	}
	for (int32_t Draw = 0; Draw < DrawsEach; ++Draw)
	{
		const FNavPoly& Poly = Polys[Choose(Sums.data(), Sums.size(), Random)];
		const FVector Point = PointIn(Poly, Random);
		if (Length(Horizontal(Point - Center.Position)) <= Radius)
		{
			return {ClosestPointOnPoly({Point, Poly.Ref}), Poly.Ref};
		}
	}
	return Center;
}
} // namespace Flockwork
