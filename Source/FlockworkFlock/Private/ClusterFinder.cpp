#include "ClusterFinder.h"

#include <algorithm>

namespace Flockwork
{
void FClusterFinder::Clear()
{
	Count = 0;
	Largest = 0;
	Clusters.clear();
}

void FClusterFinder::Find(const FNeighborGrid& Grid, float Radius)
{
	const std::span<const uint32_t> Indices = Grid.GetSortedIndices();
	const std::span<const uint32_t> Starts = Grid.GetBucketStarts();
	Count = 0;
	Largest = 0;
	Clusters.assign(Indices.size(), -1);
	Places.resize(Indices.size());
	Waiting.resize(Indices.size());
	Front.clear();
	Front.reserve(Indices.size());
	Remaining.resize(Starts.size() - 1);
	for (size_t Bucket = 0; Bucket + 1 < Starts.size(); ++Bucket)
	{
		Remaining[Bucket] = Starts[Bucket + 1] - Starts[Bucket];
	}
	for (uint32_t Place = 0; Place < Indices.size(); ++Place)
	{
		Places[Indices[Place]] = Place;
		Waiting[Place] = Place;
	}
	for (size_t Point = 0; Point < Indices.size(); ++Point)
	{
		if (Clusters[Point] < 0)
		{
			Largest = std::max(Largest, Flood(Grid, Radius, Places[Point]));
			++Count;
		}
	}
}

int32_t FClusterFinder::Flood(const FNeighborGrid& Grid, float Radius, uint32_t FirstPlace)
{
	const std::span<const uint32_t> Indices = Grid.GetSortedIndices();
	const std::span<const uint32_t> Starts = Grid.GetBucketStarts();
	const std::span<const FVector> Points = Grid.GetSortedPoints();
	const float RadiusSquared = Radius * Radius;
	Front.assign(1, FirstPlace);
	Clusters[Indices[FirstPlace]] = Count;
	for (size_t Next = 0; Next < Front.size(); ++Next)
	{
		const FVector Center = Points[Front[Next]];
		Grid.ForEachBucketAround(Center, Radius,
		    [&](uint32_t Bucket)
		    {
			    uint32_t* Entries = &Waiting[Starts[Bucket]];
			    uint32_t Entry = 0;
			    while (Entry < Remaining[Bucket])
			    {
				    const uint32_t Place = Entries[Entry];
				    const bool bReached = Clusters[Indices[Place]] >= 0; // the first boid, still in its bucket
				    if (!bReached && LengthSquared(Grid.Delta(Center, Points[Place])) > RadiusSquared)
				    {
					    ++Entry;
					    continue;
				    }
				    if (!bReached)
				    {
					    Clusters[Indices[Place]] = Count;
					    Front.push_back(Place);
				    }
				    --Remaining[Bucket];
				    std::swap(Entries[Entry], Entries[Remaining[Bucket]]);
			    }
		    });
	}
	return int32_t(Front.size());
}
} // namespace Flockwork
