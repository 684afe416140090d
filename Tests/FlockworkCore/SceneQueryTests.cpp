#include "FlockworkCore/SceneQuery.h"

#include "FlockworkCore/Assert.h"

#include <catch2/catch.hpp>
#include <stdexcept>
#include <vector>

namespace Flockwork
{
namespace
{
// A host's own world: nothing but the ground plane y = 0.
class FGroundQuery final : public ISceneQuery
{
public:
	bool Raycast(const FRayQuery& Query, const FQueryFilter&, FHit& Out) const override
	{
		Out = FHit();
		Out.bHit = Query.Start.y > 0.0f && Query.End.y < 0.0f;
		Out.Fraction = Out.bHit ? Query.Start.y / (Query.Start.y - Query.End.y) : 1.0f;
		return Out.bHit;
	}
	bool SweepSphere(const FSphereSweep& Query, const FQueryFilter& Filter, FHit& Out) const override
	{
		const FVector Down{0.0f, Query.Radius, 0.0f};
		return Raycast({Query.Start - Down, Query.End - Down}, Filter, Out);
	}
	bool SweepCapsule(const FCapsuleSweep&, const FQueryFilter&, FHit&) const override { return false; }
	int32_t OverlapSphere(const FVector&, float, const FQueryFilter&, std::span<FOverlap>) const override { return 0; }
	int32_t OverlapCapsule(const FVector&, float, float, const FQueryFilter&, std::span<FOverlap>) const override
	{
		return 0;
	}
	int32_t OverlapBox(const FTransform&, const FVector&, const FQueryFilter&, std::span<FOverlap>) const override
	{
		return 0;
	}
	bool Push(uint64_t, const FVector&, const FVector&) override { return false; }
};

[[noreturn]] void Throw(const char*, const char*, int, const char* Message)
{
	throw std::logic_error(Message);
}
} // namespace

TEST_CASE("ISceneQuery: a batch answers each query in its place")
{
	const FGroundQuery Ground;
	const ISceneQuery& Query = Ground;
	const std::vector<FRayQuery> Rays{{{0, 1, 0}, {0, -1, 0}}, {{0, 1, 0}, {0, 0.5f, 0}}, {{0, 3, 0}, {0, -1, 0}}};
	std::vector<FHit> Hits(3);
	Query.RaycastBatch(Rays, {}, Hits);
	CHECK(Hits[0].Fraction == 0.5f);
	CHECK_FALSE(Hits[1].bHit);
	CHECK(Hits[2].Fraction == 0.75f);
	const std::vector<FSphereSweep> Sweeps{{{0, 1, 0}, {0, -1, 0}, 0.5f}, {{0, 9, 0}, {0, 8, 0}, 0.5f}};
	Query.SweepSphereBatch(Sweeps, {}, Hits);
	CHECK(Hits[0].Fraction == 0.25f);
	CHECK_FALSE(Hits[1].bHit);
}

TEST_CASE("ISceneQuery: a batch with too few hits is a misuse")
{
	const FAssertHandler Former = SetAssertHandler(&Throw);
	const std::vector<FRayQuery> Rays(2);
	std::vector<FHit> Hits(1);
	CHECK_THROWS_WITH(FGroundQuery().RaycastBatch(Rays, {}, Hits), Catch::Contains("one hit for each query"));
	SetAssertHandler(Former);
}
} // namespace Flockwork
