#include "FlockworkNavigation/Interop.h"

#include "NavMeshImpl.h"
#include "NavQueryImpl.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
FNavMesh FNavMeshInterop::Adopt(dtNavMesh& Host, std::vector<FNavArea> Areas)
{
	auto Impl = std::make_unique<FNavMesh::FImpl>();
	Impl->Host = &Host;
	Impl->Data.Areas = CompleteAreas(std::move(Areas));
	Impl->Data.Layout.Bounds = MeasureBounds(Host);
	return FNavMesh(std::move(Impl));
}

void FNavMeshInterop::NotifyChanged(FNavMesh& Mesh)
{
	++Mesh.Impl->Revision;
	++Mesh.Impl->Stamp;
	if (Mesh.Impl->Host)
	{
		Mesh.Impl->Data.Layout.Bounds = MeasureBounds(*Mesh.Impl->Host);
	}
}

dtNavMesh* FNavMeshInterop::GetDetourMesh(const FNavMesh& Mesh)
{
	return Mesh.Impl->GetMesh();
}

dtNavMeshQuery* FNavMeshInterop::GetDetourQuery(const FNavQuery& Query)
{
	return Query.Impl->GetQuery();
}

dtQueryFilter FNavMeshInterop::ToDetour(const FNavFilter& Filter)
{
	const auto IsGood = [](float Cost) { return std::isfinite(Cost) && Cost > 0.0f; };
	float Cheapest = 0.0f;
	for (const float Cost : Filter.AreaCosts)
	{
		Cheapest = IsGood(Cost) && (Cheapest == 0.0f || Cost < Cheapest) ? Cost : Cheapest;
	}
	dtQueryFilter Out;
	Out.setIncludeFlags(Filter.IncludeFlags);
	Out.setExcludeFlags(Filter.ExcludeFlags);
	for (int Area = 0; Area < MaxAreas; ++Area)
	{
		const float Cost = Filter.AreaCosts[size_t(Area)];
		Out.setAreaCost(Area, IsGood(Cost) ? Cost / Cheapest : 1.0f);
	}
	return Out;
}
} // namespace Flockwork
