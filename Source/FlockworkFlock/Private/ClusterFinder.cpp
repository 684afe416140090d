#include "ClusterFinder.h"

#include <algorithm>
#include <utility>

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
	if (Whole[Bucket] != 0)
	{
		return true;
	}
	// Links made since the flood may have joined its points.
	const std::span<const uint32_t> Starts = Grid.GetBucketStarts();
	const uint32_t Root = RootOf(Starts[Bucket]);
	for (uint32_t Place = Starts[Bucket] + 1; Place < Starts[Bucket + 1]; ++Place)
	{
		if (RootOf(Place) != Root)
		{
			return false;
		}
	}
	Whole[Bucket] = 1;
	return true;
}

// Clusters within one bucket. Every point that is reached leaves those that are still looked for.
template <typename NearTest>
void FClusterFinder::Flood(const FNeighborGrid& Grid, const NearTest& IsNear, uint32_t Bucket)
{
	const std::span<const FVector> Points = Grid.GetSortedPoints();
	const uint32_t Begin = Grid.GetBucketStarts()[Bucket];
	const uint32_t End = Grid.GetBucketStarts()[Bucket + 1];
	Reached.clear();
	for (uint32_t Place = Begin; Place < End; ++Place)
	{
		Reached.push_back(Place);
	}
	uint32_t Seed = 0;
	size_t ReachedCount = 0;
	int32_t Floods = 0;
	for (size_t Next = 0; Next < Reached.size(); ++Next)
	{
		if (Next == ReachedCount) // nobody new: the next point begins another cluster
		{
			Seed = Reached[Next];
			Parents[Seed] = Seed;
			++ReachedCount;
			++Floods;
		}
		const FVector& Point = Points[Reached[Next]];
		for (size_t Other = ReachedCount; Other < Reached.size(); ++Other)
		{
			if (IsNear(Point, Points[Reached[Other]]))
			{
				Parents[Reached[Other]] = Seed;
				std::swap(Reached[Other], Reached[ReachedCount++]);
			}
		}
	}
	Whole[Bucket] = Floods == 1 ? 1 : 0;
}

template <typename NearTest>
void FClusterFinder::LinkBuckets(const FNeighborGrid& Grid, const NearTest& IsNear, uint32_t A, uint32_t B)
{
	const std::span<const uint32_t> Starts = Grid.GetBucketStarts();
	const std::span<const FVector> Points = Grid.GetSortedPoints();
	const bool bBothWhole = IsOneCluster(Grid, A) && IsOneCluster(Grid, B);
	if (bBothWhole && RootOf(Starts[A]) == RootOf(Starts[B]))
	{
		return;
	}
	for (uint32_t First = Starts[A]; First < Starts[A + 1]; ++First)
	{
		for (uint32_t Second = Starts[B]; Second < Starts[B + 1]; ++Second)
		{
			if (!IsNear(Points[First], Points[Second]))
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

template <typename NearTest>
void FClusterFinder::LinkAllAround(const FNeighborGrid& Grid, const NearTest& IsNear, uint32_t LargestRoot)
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
				    if (Linked[Other] == 0 && Other != Bucket && Starts[Other] < Starts[Other + 1])
				    {
					    LinkBuckets(Grid, IsNear, Bucket, Other);
				    }
			    });
		}
		Linked[Bucket] = 1;
	}
}

template <typename NearTest>
void FClusterFinder::FindWith(const FNeighborGrid& Grid, const NearTest& IsNear)
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
		Flood(Grid, IsNear, Bucket);
		if (bAnyBefore)
		{
			LinkBuckets(Grid, IsNear, Before, Bucket);
		}
		Before = Bucket;
		bAnyBefore = true;
	}
	if (bAnyBefore)
	{
		LinkAllAround(Grid, IsNear, FindLargestRoot());
	}
}

void FClusterFinder::Find(const FNeighborGrid& Grid, float Radius)
{
	const float RadiusSquared = Radius * Radius;
	Parents.resize(Grid.Num());
	Reached.reserve(Grid.Num());
	Whole.reserve(Grid.GetMaxBucketStarts());
	Whole.assign(Grid.GetBucketStarts().size(), 0);
	Linked.reserve(Grid.GetMaxBucketStarts());
	Linked.assign(Grid.GetBucketStarts().size(), 0);
	const FGridSettings& Settings = Grid.GetSettings();
	if (LengthSquared(Settings.TorusPeriod) > 0.0f || Settings.bPlanar)
	{
		FindWith(
		    Grid, [&](const FVector& A, const FVector& B) { return LengthSquared(Grid.Delta(A, B)) <= RadiusSquared; });
	}
	else
	{
		FindWith(Grid, [&](const FVector& A, const FVector& B) { return LengthSquared(B - A) <= RadiusSquared; });
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
