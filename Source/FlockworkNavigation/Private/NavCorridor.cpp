#include "FlockworkNavigation/NavCorridor.h"

#include "FlockworkNavigation/NavMesh.h"
#include "NavMeshImpl.h"
#include "NavQueryImpl.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace Flockwork
{
static_assert(std::is_trivially_copyable_v<FNavCorridor>, "snapshots copy corridors");

namespace
{
constexpr size_t MaxVisited = 32;

// The last of Path that is also in Visited, and where it stands there first; false when they have none in common.
bool FindLastCommon(
    std::span<const FPolyRef> Path, std::span<const FPolyRef> Visited, size_t& OutInPath, size_t& OutInVisited)
{
	for (size_t InPath = Path.size(); InPath-- > 0;)
	{
		const auto Found = std::find(Visited.begin(), Visited.end(), Path[InPath]);
		if (Found != Visited.end())
		{
			OutInPath = InPath;
			OutInVisited = size_t(Found - Visited.begin());
			return true;
		}
	}
	return false;
}
} // namespace

void FNavCorridor::Reset(const FNavLocation& Location)
{
	Position = Location.Position;
	Target = Location.Position;
	Polys[0] = Location.Poly;
	Count = Location.IsValid() ? 1 : 0;
	CheckedRevision = 0;
	bTruncated = 0;
}

bool FNavCorridor::SetPath(std::span<const FPolyRef> Path, const FVector& InTarget)
{
	if (Path.empty() || Path[0] != GetFirstPoly() || !IsFinite(InTarget))
	{
		return false;
	}
	const size_t Kept = std::min(Path.size(), size_t(MaxPolys));
	std::copy_n(Path.begin(), Kept, Polys.begin());
	Count = int32_t(Kept);
	bTruncated = Kept < Path.size() ? 1 : 0;
	Target = InTarget;
	CheckedRevision = 0;
	return true;
}

void FNavCorridor::ReplaceStart(int32_t Drop, std::span<const FPolyRef> New)
{
	const int32_t Added = int32_t(New.size());
	const int32_t Kept = std::min(Count - Drop, MaxPolys - Added);
	bTruncated = Kept < Count - Drop ? 1 : bTruncated;
	std::memmove(&Polys[0] + Added, &Polys[0] + Drop, size_t(Kept) * sizeof(FPolyRef));
	std::copy(New.begin(), New.end(), Polys.begin());
	Count = Added + Kept;
	CheckedRevision = 0;
}

void FNavCorridor::MergeStart(std::span<const FPolyRef> Visited)
{
	size_t InPath = 0;
	size_t InVisited = 0;
	if (!FindLastCommon(GetPolys(), Visited, InPath, InVisited))
	{
		return;
	}
	// Back from where the start is now to the polygon in common: what was passed after it, in reverse.
	FPolyRef Back[MaxVisited];
	size_t Length = 0;
	for (size_t Index = Visited.size(); Index-- > InVisited;)
	{
		Back[Length] = Visited[Index];
		++Length;
	}
	ReplaceStart(int32_t(InPath) + 1, {Back, Length});
}

void FNavCorridor::MergeEnd(std::span<const FPolyRef> Visited)
{
	for (size_t InPath = 0; InPath < size_t(Count); ++InPath)
	{
		const auto Found = std::find(Visited.rbegin(), Visited.rend(), Polys[InPath]);
		if (Found == Visited.rend())
		{
			continue;
		}
		const std::span<const FPolyRef> Rest = Visited.subspan(size_t(Visited.rend() - Found));
		const size_t Added = std::min(Rest.size(), size_t(MaxPolys) - InPath - 1);
		std::copy_n(Rest.begin(), Added, Polys.begin() + std::ptrdiff_t(InPath) + 1);
		Count = int32_t(InPath + 1 + Added);
		bTruncated = Added < Rest.size() ? 1 : bTruncated;
		CheckedRevision = 0;
		return;
	}
}

bool FNavCorridor::MergeShortcut(std::span<const FPolyRef> Visited)
{
	size_t InPath = 0;
	size_t InVisited = 0;
	if (!FindLastCommon(GetPolys(), Visited, InPath, InVisited) || InVisited == 0)
	{
		return false;
	}
	ReplaceStart(int32_t(InPath), Visited.first(InVisited));
	return true;
}

bool FNavCorridor::MovePosition(const FNavQuery& Query, const FVector& To, const FNavFilter& Filter)
{
	FPolyRef Visited[MaxVisited];
	int32_t VisitedCount = 0;
	const FNavLocation Moved = Query.MoveAlongSurface(GetLocation(), To, Filter, Visited, &VisitedCount);
	if (VisitedCount == 0)
	{
		return false;
	}
	// A longer way than Visited holds ends in a polygon that is not in it.
	if (Visited[VisitedCount - 1] != Moved.Poly)
	{
		Reset(Moved);
		bTruncated = 1;
		return true;
	}
	if (VisitedCount > 1 || Visited[0] != GetFirstPoly()) // most steps stay within a polygon
	{
		MergeStart({Visited, size_t(VisitedCount)});
	}
	Position = Moved.Position;
	return true;
}

bool FNavCorridor::MoveTarget(const FNavQuery& Query, const FVector& To, const FNavFilter& Filter)
{
	FPolyRef Visited[MaxVisited];
	int32_t VisitedCount = 0;
	const FNavLocation Moved = Query.MoveAlongSurface({Target, GetLastPoly()}, To, Filter, Visited, &VisitedCount);
	if (bTruncated != 0 || VisitedCount == 0 || Visited[VisitedCount - 1] != Moved.Poly)
	{
		return false;
	}
	MergeEnd({Visited, size_t(VisitedCount)});
	Target = Moved.Position;
	return true;
}

void FNavCorridor::OptimizeVisibility(
    const FNavQuery& Query, const FVector& Next, float Range, const FNavFilter& Filter)
{
	dtNavMeshQuery* Detour = Query.Impl->GetQuery(GetLocation());
	const float Distance = Length(Horizontal(Next - Position));
	if (!Detour || !IsFinite(Next) || Distance < 0.01f || !std::isfinite(Range))
	{
		return;
	}
	// As far as Range, so that a corner that is just hidden is looked past.
	const FVector Goal = Position + (Next - Position) * (Range / std::min(Distance + 0.01f, Range));
	FPolyRef Passed[MaxVisited];
	int PassedCount = 0;
	float Share = 0.0f;
	FVector Normal{};
	Detour->raycast(GetFirstPoly(), &Position.x, &Goal.x, &Query.Impl->ToDetour(Filter), &Share, &Normal.x, Passed,
	    &PassedCount, int(MaxVisited));
	constexpr float NearlyAll = 0.99f;
	if (PassedCount > 1 && Share > NearlyAll)
	{
		MergeShortcut({Passed, size_t(PassedCount)});
	}
}

bool FNavCorridor::OptimizeTopology(const FNavQuery& Query, const FNavFilter& Filter)
{
	dtNavMeshQuery* Detour = Query.Impl->GetQuery(GetLocation());
	if (!Detour || Count < 3 || !IsValid(Query, Filter))
	{
		return false;
	}
	constexpr int MaxIterations = 32;
	FPolyRef Found[MaxVisited];
	int FoundCount = 0;
	const dtQueryFilter& DetourFilter = Query.Impl->ToDetour(Filter);
	if (dtStatusFailed(
	        Detour->initSlicedFindPath(GetFirstPoly(), GetLastPoly(), &Position.x, &Target.x, &DetourFilter)))
	{
		return false;
	}
	Detour->updateSlicedFindPath(MaxIterations, nullptr);
	const dtStatus Status =
	    Detour->finalizeSlicedFindPathPartial(Polys.data(), Count, Found, &FoundCount, int(MaxVisited));
	return dtStatusSucceed(Status) && FoundCount > 0 && MergeShortcut({Found, size_t(FoundCount)});
}

bool FNavCorridor::IsValid(const FNavQuery& Query, const FNavFilter& Filter, int32_t LookAhead)
{
	const uint32_t Revision = Query.GetMesh().GetRevision();
	if (CheckedRevision == Revision)
	{
		return Count > 0;
	}
	const dtNavMeshQuery* Detour = Query.Impl->GetQuery();
	const dtQueryFilter& DetourFilter = Query.Impl->ToDetour(Filter);
	const int32_t Looked = std::min(LookAhead, Count);
	for (int32_t Index = 0; Index < Looked; ++Index)
	{
		if (!Detour || !Detour->isValidPolyRef(Polys[size_t(Index)], &DetourFilter))
		{
			return false;
		}
	}
	CheckedRevision = Looked == Count ? Revision : CheckedRevision;
	return Count > 0;
}

bool FNavCorridor::Repair(const FNavQuery& Query, const FNavFilter& Filter, const FVector& SearchExtent)
{
	const dtNavMeshQuery* Detour = Query.Impl->GetQuery();
	const dtQueryFilter DetourFilter = Query.Impl->ToDetour(Filter);
	const auto IsGood = [&](FPolyRef Poly) { return Detour && Detour->isValidPolyRef(Poly, &DetourFilter); };
	if (!IsGood(GetFirstPoly()))
	{
		const FNavLocation Ground = Query.FindNearest(Position, SearchExtent, Filter);
		const auto End = Polys.begin() + Count;
		const auto OnWay = std::find(Polys.begin(), End, Ground.Poly);
		if (!Ground.IsValid())
		{
			Count = 0;
			bTruncated = 1;
			return false;
		}
		const bool bOnWay = OnWay != End;
		ReplaceStart(bOnWay ? int32_t(OnWay - Polys.begin()) + 1 : Count, std::span(&Ground.Poly, 1));
		bTruncated = bOnWay ? bTruncated : 1;
		Position = Ground.Position;
	}
	const auto Bad = std::find_if_not(Polys.begin(), Polys.begin() + Count, IsGood);
	const int32_t Good = int32_t(Bad - Polys.begin());
	bTruncated = Good < Count ? 1 : bTruncated;
	Count = Good;
	CheckedRevision = Query.GetMesh().GetRevision();
	return true;
}

int32_t FNavCorridor::FindCorners(const FNavQuery& Query, std::span<FNavCorner> Out) const
{
	constexpr float Reached = 0.01f; // m
	const int32_t Found = Query.FindCorners(Position, Target, GetPolys(), Out);
	int32_t First = 0;
	while (First < Found && !Out[size_t(First)].bLinkStart &&
	       Length(Horizontal(Out[size_t(First)].Position - Position)) < Reached)
	{
		++First;
	}
	std::copy(Out.begin() + First, Out.begin() + Found, Out.begin());
	int32_t Kept = Found - First;
	for (int32_t Index = 0; Index < Kept; ++Index)
	{
		FNavCorner& Corner = Out[size_t(Index)];
		Corner.bEnd = Corner.bEnd && bTruncated == 0;
		Kept = Corner.bLinkStart ? Index + 1 : Kept;
	}
	return Kept;
}

bool FNavCorridor::CrossLink(const FNavQuery& Query, FPolyRef Link, FVector& OutStart, FVector& OutEnd)
{
	const dtNavMeshQuery* Detour = Query.Impl->GetQuery();
	const auto Found = std::find(Polys.begin(), Polys.begin() + Count, Link);
	const int32_t At = int32_t(Found - Polys.begin());
	// With ground before it and behind it.
	if (!Detour || At == 0 || At + 1 >= Count)
	{
		return false;
	}
	FVector Start{};
	FVector End{};
	const FPolyRef Before = Polys[size_t(At) - 1];
	if (dtStatusFailed(Detour->getAttachedNavMesh()->getOffMeshConnectionPolyEndPoints(Before, Link, &Start.x, &End.x)))
	{
		return false;
	}
	ReplaceStart(At + 1, {});
	Position = End;
	OutStart = Start;
	OutEnd = End;
	return true;
}
} // namespace Flockwork
