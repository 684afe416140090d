// Paths: A* over polygons, then the taut string through them.
#include "NavMeshImpl.h"
#include "NavQueryImpl.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr size_t FirstRoom = 256; // polygons; paths that need more double it

// The polygons of the best way; grows Polys until they fit.
dtStatus FindPolys(const dtNavMeshQuery& Query, const FNavLocation& Start, const FNavLocation& End,
    const dtQueryFilter& Filter, std::vector<FPolyRef>& Polys)
{
	constexpr size_t MaxRoom = 1 << 17;
	size_t Room = std::max(Polys.capacity(), FirstRoom);
	while (true)
	{
		Polys.resize(Room);
		int Count = 0;
		const dtStatus Status = Query.findPath(
		    Start.Poly, End.Poly, &Start.Position.x, &End.Position.x, &Filter, Polys.data(), &Count, int(Room));
		Polys.resize(size_t(std::max(Count, 0)));
		if (dtStatusFailed(Status) || !dtStatusDetail(Status, DT_BUFFER_TOO_SMALL) || Room >= MaxRoom)
		{
			return Status;
		}
		Room *= 2;
	}
}

FNavCorner MakeCorner(const float* Position, unsigned char Flags, dtPolyRef Poly)
{
	FNavCorner Corner;
	Corner.Position = ToVector(Position);
	Corner.Poly = Poly;
	Corner.bEnd = (Flags & DT_STRAIGHTPATH_END) != 0;
	Corner.bLinkStart = (Flags & DT_STRAIGHTPATH_OFFMESH_CONNECTION) != 0;
	return Corner;
}
} // namespace

void FNavPath::Clear()
{
	Status = ENavPathStatus::Invalid;
	bOutOfNodes = false;
	Polys.clear();
	Corners.clear();
	Length = 0.0f;
}

ENavPathStatus FNavQuery::FindPath(
    const FNavLocation& Start, const FNavLocation& End, const FNavFilter& Filter, FNavPath& Out) const
{
	Out.Clear();
	const dtNavMeshQuery* Query = Impl->GetQuery(Start);
	if (!Query || !Impl->GetQuery(End))
	{
		return Out.Status;
	}
	const dtStatus Status = FindPolys(*Query, Start, End, Impl->ToDetour(Filter), Out.Polys);
	if (dtStatusFailed(Status) || Out.Polys.empty())
	{
		Out.Clear();
		return Out.Status;
	}
	const bool bComplete = Out.Polys.back() == End.Poly;
	FVector Goal = End.Position;
	if (!bComplete)
	{
		Goal = ClosestPointOnPoly({End.Position, Out.Polys.back()});
	}
	const size_t Room = Out.Polys.size() * 2 + 8;
	Impl->Corners.resize(Room * 3);
	Impl->CornerFlags.resize(Room);
	Impl->CornerPolys.resize(Room);
	int Count = 0;
	Query->findStraightPath(&Start.Position.x, &Goal.x, Out.Polys.data(), int(Out.Polys.size()), Impl->Corners.data(),
	    Impl->CornerFlags.data(), Impl->CornerPolys.data(), &Count, int(Room));
	for (size_t Index = 0; Index < size_t(std::max(Count, 0)); ++Index)
	{
		Out.Corners.push_back(
		    MakeCorner(&Impl->Corners[Index * 3], Impl->CornerFlags[Index], Impl->CornerPolys[Index]));
		const size_t Last = Out.Corners.size() - 1;
		Out.Length += Last > 0 ? Length(Out.Corners[Last].Position - Out.Corners[Last - 1].Position) : 0.0f;
	}
	Out.bOutOfNodes = !bComplete && dtStatusDetail(Status, DT_OUT_OF_NODES);
	Out.Status = Out.Corners.empty() ? ENavPathStatus::Invalid
	             : bComplete         ? ENavPathStatus::Complete
	                                 : ENavPathStatus::Partial;
	return Out.Status;
}

int32_t FNavQuery::FindCorners(
    const FVector& Start, const FVector& End, std::span<const FPolyRef> Polys, std::span<FNavCorner> Out) const
{
	const dtNavMeshQuery* Query = Impl->GetQuery();
	if (!Query || Polys.empty() || Out.empty() || !IsFinite(Start) || !IsFinite(End))
	{
		return 0;
	}
	const size_t Room = Out.size() + 1; // the start comes first
	Impl->Corners.resize(std::max(Impl->Corners.size(), Room * 3));
	Impl->CornerFlags.resize(std::max(Impl->CornerFlags.size(), Room));
	Impl->CornerPolys.resize(std::max(Impl->CornerPolys.size(), Room));
	int Count = 0;
	Query->findStraightPath(&Start.x, &End.x, Polys.data(), int(Polys.size()), Impl->Corners.data(),
	    Impl->CornerFlags.data(), Impl->CornerPolys.data(), &Count, int(Room));
	size_t Written = 0;
	for (size_t Index = 0; Index < size_t(std::max(Count, 0)) && Written < Out.size(); ++Index)
	{
		const FNavCorner Corner =
		    MakeCorner(&Impl->Corners[Index * 3], Impl->CornerFlags[Index], Impl->CornerPolys[Index]);
		const bool bStart = Index == 0 && !Corner.bLinkStart && !Corner.bEnd;
		if (!bStart)
		{
			Out[Written] = Corner;
			++Written;
		}
	}
	return int32_t(Written);
}

int32_t FNavQuery::FindPolysAround(const FNavLocation& Center, float Radius, const FNavFilter& Filter,
    std::span<FPolyRef> OutPolys, std::span<float> OutCosts) const
{
	const dtNavMeshQuery* Query = Impl->GetQuery(Center);
	const int Room = int(std::min(OutPolys.size(), OutCosts.size()));
	int Count = 0;
	if (!Query || Room == 0 || !std::isfinite(Radius) || Radius <= 0.0f ||
	    dtStatusFailed(Query->findPolysAroundCircle(Center.Poly, &Center.Position.x, Radius, &Impl->ToDetour(Filter),
	        OutPolys.data(), nullptr, OutCosts.data(), &Count, Room)))
	{
		return 0;
	}
	return Count;
}
} // namespace Flockwork
