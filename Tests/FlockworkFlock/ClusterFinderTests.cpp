// The clusters of a flock against a count over all pairs, boid by boid, with every instruction set that this processor
// has: they go through cells, vectors and floods, none of which may show.
#include "FlockworkFlock/FlockMetrics.h"
#include "KernelTestSupport.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

using namespace Flockwork;

namespace
{
using FPositions = std::vector<FVector>;

struct FWorld
{
	FPositions Positions;
	float Radius = 1.0f;
	FVector TorusPeriod{0.0f, 0.0f, 0.0f};
	bool bPlanar = false;
};

std::vector<int32_t> FindClusters(const FWorld& World, int32_t Threads = 1)
{
	FTaskPool Pool({Threads});
	FFlockMeter Meter;
	const FPositions Velocities(World.Positions.size(), FVector{1.0f, 0.0f, 0.0f});
	const FFlockMetrics Metrics =
	    Meter.Compute({World.Positions, Velocities, World.Radius, World.TorusPeriod, World.bPlanar}, Pool);
	const std::vector<int32_t> Clusters(Meter.GetClusters().begin(), Meter.GetClusters().end());
	// The numbers that each step reports are of these clusters.
	std::vector<int32_t> Sizes(World.Positions.size(), 0);
	for (const int32_t Cluster : Clusters)
	{
		++Sizes[size_t(Cluster)];
	}
	CHECK(Metrics.ClusterCount == *std::max_element(Clusters.begin(), Clusters.end()) + 1);
	CHECK(Metrics.LargestCluster == *std::max_element(Sizes.begin(), Sizes.end()));
	return Clusters;
}

bool AreLinked(const FWorld& World, size_t A, size_t B)
{
	FVector Offset = World.Positions[B] - World.Positions[A];
	for (int32_t Axis = 0; Axis < 3; ++Axis)
	{
		const float Period = World.TorusPeriod[Axis];
		Offset[Axis] -= Period > 0.0f ? Period * std::nearbyint(Offset[Axis] / Period) : 0.0f;
	}
	Offset.y = World.bPlanar ? 0.0f : Offset.y;
	return LengthSquared(Offset) <= World.Radius * World.Radius;
}

// From boid to boid, numbered by the first of each cluster.
std::vector<int32_t> FindClustersByHand(const FWorld& World)
{
	std::vector<int32_t> Clusters(World.Positions.size(), -1);
	int32_t Next = 0;
	for (size_t First = 0; First < Clusters.size(); ++First)
	{
		if (Clusters[First] >= 0)
		{
			continue;
		}
		std::vector<size_t> Reached = {First};
		Clusters[First] = Next;
		while (!Reached.empty())
		{
			const size_t From = Reached.back();
			Reached.pop_back();
			for (size_t To = 0; To < Clusters.size(); ++To)
			{
				if (Clusters[To] < 0 && AreLinked(World, From, To))
				{
					Clusters[To] = Next;
					Reached.push_back(To);
				}
			}
		}
		++Next;
	}
	return Clusters;
}

// Crowds and loners, of one boid to a few hundred in a cell.
FWorld RandomWorld(uint64_t Seed)
{
	FRandomStream Random(Seed);
	FWorld World;
	World.Radius = Random.Range(0.3f, 6.0f);
	const int32_t CrowdCount = Random.RangeInt(1, 8);
	const float Extent = Random.Range(1.0f, 4.0f) * World.Radius;
	const float FarAway = Random.Uniform() < 0.2f ? 1e5f : 0.0f;
	for (int32_t Crowd = 0; Crowd < CrowdCount; ++Crowd)
	{
		const FVector Center = Random.InBox(FVector(-Extent), FVector(Extent)) +
		                       FVector{FarAway * float(Crowd % 2), 0.0f, FarAway * float(Crowd % 3)};
		const float Width = Random.Range(0.0f, 1.5f) * World.Radius;
		const int32_t Size = Random.RangeInt(1, Random.Uniform() < 0.5f ? 10 : 200);
		for (int32_t Boid = 0; Boid < Size; ++Boid)
		{
			World.Positions.push_back(Center + Random.InBox(FVector(-Width), FVector(Width)));
		}
	}
	World.bPlanar = Random.Uniform() < 0.3f;
	if (Random.Uniform() < 0.4f)
	{
		World.TorusPeriod = {Random.Range(0.5f, 9.0f) * World.Radius, 0.0f, Random.Range(0.5f, 9.0f) * World.Radius};
	}
	return World;
}

void AddCrowd(FWorld& World, int32_t Count, const FVector& Center, float Width, uint64_t Seed)
{
	FRandomStream Random(Seed);
	for (int32_t Boid = 0; Boid < Count; ++Boid)
	{
		World.Positions.push_back(Center + Random.InBox(FVector(-Width), FVector(Width)));
	}
}

int32_t CountClusters(const FWorld& World)
{
	const std::vector<int32_t> Clusters = FindClusters(World);
	return *std::max_element(Clusters.begin(), Clusters.end()) + 1;
}
} // namespace

TEST_CASE("Clusters: those of a count over all pairs, with every instruction set")
{
	CHECK(rc::check(
	    []
	    {
		    const FWorld World = RandomWorld(*rc::gen::inRange<uint64_t>(1, 1'000'000));
		    const std::vector<int32_t> Expected = FindClustersByHand(World);
		    for (const FKernelTarget& Target : GetKernelTargets())
		    {
			    const FForcedTarget Forced(Target.Bit);
			    RC_ASSERT(FindClusters(World) == Expected);
		    }
	    }));
}

TEST_CASE("Clusters: two crowds on two sides of one cell are two until somebody stands between them")
{
	FWorld World;
	World.Radius = 5.0f;
	AddCrowd(World, 3000, {0.2f, 0.2f, 0.2f}, 0.1f, 1);
	AddCrowd(World, 3000, {4.8f, 4.8f, 0.2f}, 0.1f, 2);
	for (const FVector& Period : {FVector{0.0f}, FVector{40.0f, 40.0f, 40.0f}})
	{
		World.TorusPeriod = Period;
		CHECK(CountClusters(World) == 2);
	}
	World.Positions.push_back({2.5f, 2.5f, 0.2f});
	CHECK(CountClusters(World) == 1);
}

TEST_CASE("Clusters: two crowds in neighbouring cells, a little too far from each other, are two")
{
	FWorld World;
	AddCrowd(World, 2000, {0.5f, 0.5f, 0.5f}, 0.45f, 1);
	AddCrowd(World, 2000, {2.46f, 0.5f, 0.5f}, 0.45f, 2);
	CHECK(CountClusters(World) == 2);
	World.Radius = 1.3f;
	CHECK(CountClusters(World) == 1);
}

TEST_CASE("Clusters: any number at one place is one")
{
	for (const size_t Count : {1u, 2u, 16u, 17u, 64u, 65u, 5000u})
	{
		const FWorld World{FPositions(Count, FVector{3.0f, -7.0f, 1e4f})};
		CHECK(CountClusters(World) == 1);
	}
}

TEST_CASE("Clusters: two flocks a hundred kilometres apart are two")
{
	FWorld World;
	World.Radius = 5.0f;
	AddCrowd(World, 3000, {0.0f, 0.0f, 0.0f}, 20.0f, 1);
	AddCrowd(World, 3000, {1e5f, 0.0f, 0.0f}, 20.0f, 2);
	const std::vector<int32_t> Clusters = FindClusters(World);
	CHECK(std::count(Clusters.begin(), Clusters.begin() + 3000, 0) == 3000);
	CHECK(std::count(Clusters.begin() + 3000, Clusters.end(), 1) == 3000);
}

TEST_CASE("Clusters: boids exactly the radius apart are linked, a hair further they are not")
{
	for (int32_t Axis = 0; Axis < 3; ++Axis)
	{
		FWorld World;
		World.Radius = 3.0f;
		for (int32_t Boid = -50; Boid < 50; ++Boid)
		{
			FVector Position{0.0f, 0.0f, 0.0f};
			Position[Axis] = 3.0f * float(Boid);
			World.Positions.push_back(Position);
		}
		CHECK(CountClusters(World) == 1);
		World.Radius = std::nextafter(3.0f, 0.0f);
		CHECK(CountClusters(World) == 100);
		// A ring that lacks one boid is linked across the seam.
		World.Radius = 3.0f;
		World.TorusPeriod[Axis] = 300.0f;
		World.Positions.erase(World.Positions.begin() + 20);
		CHECK(CountClusters(World) == 1);
	}
}

TEST_CASE("Clusters: the same at one, two and five threads")
{
	FWorld World;
	World.Radius = 1.6f;
	AddCrowd(World, 20'000, {0.0f, 0.0f, 0.0f}, 25.0f, 3);
	const std::vector<int32_t> Expected = FindClusters(World, 1);
	CHECK(*std::max_element(Expected.begin(), Expected.end()) > 100);
	CHECK(FindClusters(World, 2) == Expected);
	CHECK(FindClusters(World, 5) == Expected);
}
