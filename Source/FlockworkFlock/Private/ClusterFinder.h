#pragma once
// Clusters of a flock: boids linked by steps of at most a radius.
#include "FlockworkFlock/NeighborGrid.h"

#include <vector>

namespace Flockwork
{
// Union-find (Tarjan 1975) over neighbouring cells. Each cell is flooded first, which nearly always shows that all its
// points are in one cluster. Two such cells are joined by their first near pair, and when they are in one cluster
// already, none of their pairs is looked at. Cells are linked with the next of their row only; all cells around are
// then looked at by those outside the cluster that is largest by then, since a link that is still missing has an end
// there.
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
	// IsNear(PointA, PointB); a template so that the open world does not pay for the torus.
	template <typename NearTest>
	void FindWith(const FNeighborGrid& Grid, const NearTest& IsNear);
	template <typename NearTest>
	void Flood(const FNeighborGrid& Grid, const NearTest& IsNear, uint32_t Bucket);
	template <typename NearTest>
	void LinkBuckets(const FNeighborGrid& Grid, const NearTest& IsNear, uint32_t A, uint32_t B);
	template <typename NearTest>
	void LinkAllAround(const FNeighborGrid& Grid, const NearTest& IsNear, uint32_t LargestRoot);
	bool IsOneCluster(const FNeighborGrid& Grid, uint32_t Bucket);
	uint32_t FindLargestRoot();
	void NumberClusters(const FNeighborGrid& Grid);

	int32_t Count = 0;
	int32_t Largest = 0;
	std::vector<int32_t> Clusters;
	std::vector<uint32_t> Parents; // by sorted place
	std::vector<uint8_t> Whole;    // by bucket: all its points are known to be in one cluster
	std::vector<uint8_t> Linked;   // by bucket: linked with all around it
	std::vector<int32_t> Numbers;  // by root: the cluster's number, -1 before it is met
	std::vector<int32_t> Sizes;    // by root, then by number
	std::vector<uint32_t> Reached; // while flooding: places of one bucket, those reached so far first
};
} // namespace Flockwork
