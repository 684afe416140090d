#include "FlockTestSupport.h"
#include "FlockworkFlock/NeighborGrid.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <rapidcheck.h>

using namespace Flockwork;

namespace
{
std::vector<int32_t> Within(const FNeighborGrid& Grid, const FVector& Center, float Radius)
{
	std::vector<int32_t> Found;
	Grid.ForEachWithin(Center, Radius, [&](int32_t Index, const FVector&, float) { Found.push_back(Index); });
	std::sort(Found.begin(), Found.end());
	return Found;
}

std::vector<int32_t> WithinByHand(
    const std::vector<FVector>& Points, const FGridSettings& Settings, const FVector& Center, float Radius)
{
	std::vector<int32_t> Found;
	for (size_t Index = 0; Index < Points.size(); ++Index)
	{
		FVector Offset = Points[Index] - Center;
		for (int32_t Axis = 0; Axis < 3; ++Axis)
		{
			const float Period = Settings.TorusPeriod[Axis];
			Offset[Axis] -= Period > 0.0f ? Period * std::nearbyint(Offset[Axis] / Period) : 0.0f;
		}
		Offset.y = Settings.bPlanar ? 0.0f : Offset.y;
		if (LengthSquared(Offset) <= Radius * Radius)
		{
			Found.push_back(int32_t(Index));
		}
	}
	return Found;
}
} // namespace

TEST_CASE("FNeighborGrid: an empty grid finds nothing")
{
	FNeighborGrid Grid;
	FSerialScheduler Serial;
	Grid.Build({}, {}, Serial);
	CHECK(Grid.Num() == 0);
	CHECK(Within(Grid, {0.0f, 0.0f, 0.0f}, 5.0f).empty());
}

TEST_CASE("FNeighborGrid: finds each point within the radius once, and no other")
{
	CHECK(rc::check(
	    []
	    {
		    const uint64_t Seed = *rc::gen::inRange<uint64_t>(1, 1'000'000);
		    FRandomStream Random(Seed);
		    const float Extent = Random.Range(0.1f, 100.0f);
		    const FVector Far = Random.InSphere(Random.Uniform() < 0.3f ? 1e6f : 10.0f);
		    const FTestFlock Flock = RandomFlock(*rc::gen::inRange(1, 400), Extent, Seed, Far);
		    FGridSettings Settings;
		    Settings.CellSize = Random.Range(0.05f, 20.0f);
		    Settings.bPlanar = Random.Uniform() < 0.3f;
		    for (int32_t Axis = 0; Axis < 3; ++Axis)
		    {
			    Settings.TorusPeriod[Axis] = Random.Uniform() < 0.5f ? 0.0f : Random.Range(0.5f, 50.0f);
		    }
		    FSerialScheduler Serial;
		    FNeighborGrid Grid;
		    Grid.Build(Flock.Positions, Settings, Serial);
		    for (int32_t Query = 0; Query < 20; ++Query)
		    {
			    const size_t Index = size_t(Random.RangeInt(0, int32_t(Flock.Ids.size()) - 1));
			    const float Radius = Settings.CellSize * Random.Range(0.1f, 2.5f);
			    const FVector Center = Flock.Positions[Index];
			    RC_ASSERT(Within(Grid, Center, Radius) == WithinByHand(Flock.Positions, Settings, Center, Radius));
		    }
	    }));
}

TEST_CASE("FNeighborGrid: the order of a visit does not depend on the threads")
{
	const FTestFlock Flock = RandomFlock(20'000, 40.0f, 7);
	FNeighborGrid Serial;
	FNeighborGrid Parallel;
	FSerialScheduler One;
	FTaskPool Five({5});
	Serial.Build(Flock.Positions, {4.0f}, One);
	Parallel.Build(Flock.Positions, {4.0f}, Five);
	const std::span<const uint32_t> A = Serial.GetSortedIndices();
	const std::span<const uint32_t> B = Parallel.GetSortedIndices();
	CHECK(std::equal(A.begin(), A.end(), B.begin(), B.end()));
	std::vector<uint32_t> Sorted(A.begin(), A.end());
	std::sort(Sorted.begin(), Sorted.end());
	for (uint32_t Index = 0; Index < Sorted.size(); ++Index)
	{
		REQUIRE(Sorted[Index] == Index);
	}
}

TEST_CASE("FNeighborGrid: a flock that shrinks and grows is found as it is")
{
	FNeighborGrid Grid;
	FSerialScheduler Serial;
	for (const int32_t Count : {500, 3, 0, 1000, 1})
	{
		const FTestFlock Flock = RandomFlock(Count, 10.0f, uint64_t(Count) + 1);
		Grid.Build(Flock.Positions, {2.0f}, Serial);
		CHECK(
		    Within(Grid, {1.0f, 1.0f, 1.0f}, 4.0f) == WithinByHand(Flock.Positions, {2.0f}, {1.0f, 1.0f, 1.0f}, 4.0f));
	}
}

TEST_CASE("FNeighborGrid: points too far out for their cells to be numbered are still found")
{
	const std::vector<FVector> Points = {{3e38f, 0.0f, 0.0f}, {-3e38f, 1e38f, 0.0f}, {1.0f, 0.0f, 0.0f}};
	FNeighborGrid Grid;
	FSerialScheduler Serial;
	Grid.Build(Points, {0.01f}, Serial);
	CHECK(Within(Grid, Points[0], 1.0f) == std::vector<int32_t>{0});
	CHECK(Within(Grid, {0.0f, 0.0f, 0.0f}, 2.0f) == std::vector<int32_t>{2});
}

TEST_CASE("FNeighborGrid: a point that is no number does the others' memory no harm")
{
	const float Nan = std::numeric_limits<float>::quiet_NaN();
	for (size_t Broken = 0; Broken < 40; ++Broken)
	{
		for (const FVector& Period : {FVector{0.0f}, FVector{0.0f, 7.0f, 0.0f}})
		{
			FTestFlock Flock = RandomFlock(40, 5.0f, 1);
			Flock.Positions[Broken][int32_t(Broken % 3)] = Nan;
			FNeighborGrid Grid;
			FSerialScheduler Serial;
			Grid.Build(Flock.Positions, {2.0f, Period}, Serial);
			std::vector<uint32_t> Sorted(Grid.GetSortedIndices().begin(), Grid.GetSortedIndices().end());
			std::sort(Sorted.begin(), Sorted.end());
			for (uint32_t Index = 0; Index < Sorted.size(); ++Index)
			{
				REQUIRE(Sorted[Index] == Index);
			}
		}
	}
}
