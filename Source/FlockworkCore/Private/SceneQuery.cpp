#include "FlockworkCore/SceneQuery.h"

#include "FlockworkCore/Assert.h"

#include <algorithm>

namespace Flockwork
{
bool ISceneQuery::GetBodyTransform(uint64_t, FTransform&) const
{
	return false;
}

void ISceneQuery::RaycastBatch(
    std::span<const FRayQuery> Queries, const FQueryFilter& Filter, std::span<FHit> Out) const
{
	FW_CHECK(Out.size() >= Queries.size(), "a batch needs one hit for each query");
	const size_t Count = std::min(Queries.size(), Out.size());
	for (size_t Index = 0; Index < Count; ++Index)
	{
		Raycast(Queries[Index], Filter, Out[Index]);
	}
}

void ISceneQuery::SweepSphereBatch(
    std::span<const FSphereSweep> Queries, const FQueryFilter& Filter, std::span<FHit> Out) const
{
	FW_CHECK(Out.size() >= Queries.size(), "a batch needs one hit for each query");
	const size_t Count = std::min(Queries.size(), Out.size());
	for (size_t Index = 0; Index < Count; ++Index)
	{
		SweepSphere(Queries[Index], Filter, Out[Index]);
	}
}
} // namespace Flockwork
