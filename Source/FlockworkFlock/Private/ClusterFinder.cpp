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

bool FClusterFinder::IsOneCluster(const FNeighborGrid& Grid, uint32_t Bucket)
{
	const std::span<const uint32_t> Starts = Grid.GetBucketStarts();
	const uint32_t Root = RootOf(Starts[Bucket]);
	for (uint32_t Place = Starts[Bucket] + 1; Place < Starts[Bucket + 1]; ++Place)
	{
		if (RootOf(Place) != Root)
		{
			return false;
		}
	}
	return true;
}

void FClusterFinder::LinkBuckets(const FNeighborGrid& Grid, float RadiusSquared, uint32_t A, uint32_t B)
{
	const std::span<const uint32_t> Starts = Grid.GetBucketStarts();
	const std::span<const FVector> Points = Grid.GetSortedPoints();
	// Links made since may have joined a bucket's points.
	Whole[A] = Whole[A] != 0 || IsOneCluster(Grid, A) ? 1 : 0;
	Whole[B] = Whole[B] != 0 || IsOneCluster(Grid, B) ? 1 : 0;
	const bool bBothWhole = Whole[A] != 0 && Whole[B] != 0;
	if (bBothWhole && (A == B || RootOf(Starts[A]) == RootOf(Starts[B])))
	{
		return;
	}
	for (uint32_t First = Starts[A]; First < Starts[A + 1]; ++First)
	{
		const uint32_t Begin = A == B ? First + 1 : Starts[B];
		for (uint32_t Second = Begin; Second < Starts[B + 1]; ++Second)
		{
			if (LengthSquared(Grid.Delta(Points[First], Points[Second])) > RadiusSquared)
			{
				continue;
			}
			const uint32_t FirstRoot = RootOf(First);
			const uint32_t SecondRoot = RootOf(Second);
			Parents[std::max(FirstRoot, SecondRoot)] = std::min(FirstRoot, SecondRoot);
			if (bBothWhole)
			{
				return; // one link joins them all
			}
		}
		if (A == B && IsOneCluster(Grid, A)) // in a dense cell after a row or two
		{
			return;
		}
	}
}

// Each bucket with itself and with the occupied ones that follow it.
void FClusterFinder::LinkRows(const FNeighborGrid& Grid, float RadiusSquared)
{
	const std::span<const uint32_t> Starts = Grid.GetBucketStarts();
	uint32_t Before = 0;
	bool bAnyBefore = false;
	for (uint32_t Bucket = 0; Bucket + 1 < Starts.size(); ++Bucket)
	{
		if (Starts[Bucket] == Starts[Bucket + 1])
		{
			continue;
		}
		LinkBuckets(Grid, RadiusSquared, Bucket, Bucket);
		if (bAnyBefore)
		{
			LinkBuckets(Grid, RadiusSquared, Before, Bucket);
		}
		Before = Bucket;
		bAnyBefore = true;
	}
}

uint32_t FClusterFinder::FindLargestRoot()
{
	Sizes.assign(Parents.size(), 0);
	uint32_t LargestRoot = 0;
	for (uint32_t Place = 0; Place < Parents.size(); ++Place)
	{
		const uint32_t Root = RootOf(Place);
		++Sizes[Root];
		LargestRoot = Sizes[Root] > Sizes[LargestRoot] ? Root : LargestRoot;
	}
	return LargestRoot;
}

void FClusterFinder::LinkAllAround(const FNeighborGrid& Grid, float RadiusSquared, uint32_t LargestRoot)
{
	const std::span<const uint32_t> Starts = Grid.GetBucketStarts();
	const std::span<const FGridCell> Cells = Grid.GetSortedCells();
	for (uint32_t Bucket = 0; Bucket + 1 < Starts.size(); ++Bucket)
	{
		const bool bEmpty = Starts[Bucket] == Starts[Bucket + 1];
		if (bEmpty || (IsOneCluster(Grid, Bucket) && RootOf(Starts[Bucket]) == RootOf(LargestRoot)))
		{
			continue;
		}
		for (uint32_t Place = Starts[Bucket]; Place < Starts[Bucket + 1]; ++Place)
		{
			// A bucket of a hashed grid may hold several cells; each has its own neighbours.
			if (Place > Starts[Bucket] && Cells[Place] == Cells[Place - 1])
			{
				continue;
			}
			Grid.ForEachBucketNextTo(Cells[Place],
			    [&](uint32_t Other)
			    {
				    if (Other != Bucket && Starts[Other] < Starts[Other + 1])
				    {
					    LinkBuckets(Grid, RadiusSquared, Bucket, Other);
				    }
			    });
		}
	}
}

void FClusterFinder::Find(const FNeighborGrid& Grid, float Radius)
{
	const float RadiusSquared = Radius * Radius;
	Parents.resize(Grid.Num());
	for (uint32_t Place = 0; Place < Parents.size(); ++Place)
	{
		Parents[Place] = Place;
	}
	Whole.reserve(Grid.GetMaxBucketStarts());
	Whole.assign(Grid.GetBucketStarts().size(), 0);
	LinkRows(Grid, RadiusSquared);
	if (!Parents.empty())
	{
		LinkAllAround(Grid, RadiusSquared, FindLargestRoot());
	}
	NumberClusters(Grid);
}

void FClusterFinder::NumberClusters(const FNeighborGrid& Grid)
{
	const std::span<const uint32_t> Indices = Grid.GetSortedIndices();
	Clusters.resize(Indices.size());
	Numbers.assign(Indices.size(), -1);
	Sizes.assign(Indices.size(), 0);
	for (uint32_t Place = 0; Place < Indices.size(); ++Place)
	{
		Clusters[Indices[Place]] = int32_t(RootOf(Place));
	}
	Count = 0;
	Largest = 0;
	for (int32_t& Cluster : Clusters)
	{
		int32_t& Number = Numbers[size_t(Cluster)];
		Number = Number < 0 ? Count++ : Number;
		Cluster = Number;
		Largest = std::max(Largest, ++Sizes[size_t(Number)]);
	}
}
} // namespace Flockwork
