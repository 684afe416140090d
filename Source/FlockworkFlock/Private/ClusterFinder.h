#pragma once
// Clusters of a flock: boids linked by steps of at most a radius.
#include "FlockworkFlock/NeighborGrid.h"

#include <vector>

namespace Flockwork
{
// Union-find (Tarjan 1975) over pairs of neighbouring cells. Once two cells are known to lie in one cluster each, and
// in the same one, none of their pairs is looked at: in a dense flock that is nearly always so.
class FClusterFinder
{
public:
	// Grid: its cells at least as wide as Radius.
	void Find(const FNeighborGrid& Grid, float Radius);
	void Clear();
	int32_t GetCount() const { return Count; }
	int32_t GetLargest() const { return Largest; }
	std::span<const int32_t> GetClusters() const { return Clusters; } // of each point, numbered by their first point

private:
	uint32_t RootOf(uint32_t Place)
	{
		while (Parents[Place] != Place)
		{
			Parents[Place] = Parents[Parents[Place]]; // halves the path for whoever comes next
			Place = Parents[Place];
		}
		return Place;
	}
	void LinkRows(const FNeighborGrid& Grid, float RadiusSquared);
	void LinkAllAround(const FNeighborGrid& Grid, float RadiusSquared, uint32_t LargestRoot);
	uint32_t FindLargestRoot();
	// Links the pairs of two buckets, or of one with itself, that are within the radius.
	void LinkBuckets(const FNeighborGrid& Grid, float RadiusSquared, uint32_t A, uint32_t B);
	bool IsOneCluster(const FNeighborGrid& Grid, uint32_t Bucket);
	void NumberClusters(const FNeighborGrid& Grid);

	int32_t Count = 0;
	int32_t Largest = 0;
	std::vector<int32_t> Clusters;
	std::vector<uint32_t> Parents; // by sorted place
	std::vector<uint8_t> Whole;    // by bucket: all its points are known to be in one cluster
	std::vector<int32_t> Numbers;  // by root: the cluster's number, -1 before it is met
	std::vector<int32_t> Sizes;    // by root, then by number
};
} // namespace Flockwork
