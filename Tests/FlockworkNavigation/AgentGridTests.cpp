#include "AllocationCounter.h"
#include "FlockworkCore/Random.h"
#include "FlockworkNavigation/AgentGrid.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <rapidcheck.h>

namespace Flockwork
{
namespace
{
struct FQuestion
{
	float Range = 3.0f;
	float Height = 1.8f;
	size_t Room = 10;
};

// Every point against every point.
std::vector<FAgentNeighbor> BruteForce(
    const std::vector<FVector>& Points, const std::vector<uint8_t>& Included, size_t Self, const FQuestion& Question)
{
	std::vector<FAgentNeighbor> All;
	for (size_t Index = 0; Index < Points.size(); ++Index)
	{
		const float X = Points[Index].x - Points[Self].x;
		const float Z = Points[Index].z - Points[Self].z;
		const float Squared = X * X + Z * Z;
		const bool bLevel = std::abs(Points[Index].y - Points[Self].y) <= Question.Height;
		if (Index != Self && Squared <= Question.Range * Question.Range && bLevel &&
		    (Included.empty() || Included[Index] != 0))
		{
			All.push_back({Squared, int32_t(Index)});
		}
	}
	std::sort(All.begin(), All.end(),
	    [](const FAgentNeighbor& A, const FAgentNeighbor& B)
	    { return A.DistanceSquared != B.DistanceSquared ? A.DistanceSquared < B.DistanceSquared : A.Index < B.Index; });
	All.resize(std::min(All.size(), Question.Room));
	return All;
}

bool SameForAll(
    const std::vector<FVector>& Points, const std::vector<uint8_t>& Included, float CellSize, const FQuestion& Question)
{
	FAgentGrid Grid;
	Grid.Build(Points, Included, CellSize);
	std::vector<FAgentNeighbor> Found(Question.Room);
	for (size_t Self = 0; Self < Points.size(); ++Self)
	{
		const int32_t Count = Grid.FindNearest(Points[Self], Question.Range, Question.Height, int32_t(Self), Found);
		const std::vector<FAgentNeighbor> Expected = BruteForce(Points, Included, Self, Question);
		const bool bSame = size_t(Count) == Expected.size() &&
		                   std::equal(Expected.begin(), Expected.end(), Found.begin(),
		                       [](const FAgentNeighbor& A, const FAgentNeighbor& B) { return A.Index == B.Index; });
		if (!bSame)
		{
			return false;
		}
	}
	return true;
}
} // namespace

TEST_CASE("FAgentGrid: finds exactly the nearest, as every point against every point does")
{
	REQUIRE(rc::check("crowds of any size, density and spread",
	    []
	    {
		    FRandomStream Random(*rc::gen::arbitrary<uint64_t>());
		    const int32_t Count = *rc::gen::inRange(0, 300);
		    const float Extent = *rc::gen::element(0.5f, 5.0f, 30.0f, 2000.0f, 1e6f);
		    const float CellSize = *rc::gen::element(0.3f, 1.8f, 7.0f);
		    const bool bSome = *rc::gen::arbitrary<bool>();
		    std::vector<FVector> Points;
		    std::vector<uint8_t> Included;
		    for (int32_t Index = 0; Index < Count; ++Index)
		    {
			    Points.push_back(Random.InBox({-Extent, -3.0f, -Extent}, {Extent, 3.0f, Extent}));
			    Included.push_back(Random.Uniform() < 0.8f ? 1 : 0);
		    }
		    const FQuestion Question{*rc::gen::element(0.5f, 3.6f, 20.0f), 1.8f, size_t(*rc::gen::inRange(1, 33))};
		    RC_ASSERT(SameForAll(Points, bSome ? Included : std::vector<uint8_t>{}, CellSize, Question));
	    }));
}

TEST_CASE("FAgentGrid: a lattice of touching people misses no neighbour, and equal distances go by index")
{
	std::vector<FVector> Points;
	for (int32_t X = 0; X < 30; ++X)
	{
		for (int32_t Z = 0; Z < 30; ++Z)
		{
			Points.push_back({0.6f * float(X), 0.0f, 0.6f * float(Z)});
		}
	}
	CHECK(SameForAll(Points, {}, 1.8f, {3.6f, 1.8f, 10}));
	CHECK(SameForAll(Points, {}, 0.6f, {3.6f, 1.8f, 32}));
}

TEST_CASE("FAgentGrid: another floor is not near, and many in one place are all found")
{
	std::vector<FVector> Points(40, FVector{1.0f, 0.0f, 1.0f});
	Points.push_back({1.0f, 2.5f, 1.0f});
	CHECK(SameForAll(Points, {}, 1.8f, {3.6f, 1.8f, 32}));
	FAgentGrid Grid;
	Grid.Build(Points, {}, 1.8f);
	std::array<FAgentNeighbor, 4> Found;
	CHECK(Grid.FindNearest(Points.back(), 3.6f, 1.8f, 40, Found) == 0);
	CHECK(Grid.FindNearest(Points.back(), 3.6f, 3.0f, 40, Found) == 4);
}

TEST_CASE("FAgentGrid: a crowd that spreads over a whole country is found again, without more memory")
{
	FRandomStream Random(3);
	std::vector<FVector> Points;
	for (int32_t Index = 0; Index < 2000; ++Index)
	{
		Points.push_back(Random.InBox({-20.0f, 0.0f, -20.0f}, {20.0f, 0.0f, 20.0f}));
	}
	FAgentGrid Grid;
	Grid.Build(Points, {}, 1.8f);
	int64_t Allocations = 0;
	for (const float Spread : {2.0f, 10.0f, 1e5f, 1e30f})
	{
		for (FVector& Point : Points)
		{
			Point *= Spread;
		}
		const FAllocationCounter Counter;
		Grid.Build(Points, {}, 1.8f);
		Allocations += Counter.GetCount();
	}
	CHECK(Allocations == 0);
	CHECK(Grid.GetSortedIndices().size() == Points.size());
	std::array<FAgentNeighbor, 4> Found;
	CHECK(Grid.FindNearest(Points[0], 3.6f, 1.8f, 0, Found) == 0); // and the search ends
}
} // namespace Flockwork
