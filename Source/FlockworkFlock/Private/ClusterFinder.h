#pragma once
// Clusters of a flock: boids linked by steps of at most a radius.
#include "ClusterGroups.h"

#include <span>

namespace Flockwork
{
// Exact, and mostly without looking at most pairs:
//
//	points --flood each cell--> groups --link neighbouring cells--> clusters
//
// A cell is as wide as the radius, so its first point nearly always reaches all others at once: one group. Groups of
// neighbouring cells are joined by their first near pair, and when they are in one cluster already, none of their pairs
// is looked at.
class FClusterFinder
{
public:
	void Find(const FNeighborJob& Job);
	void Clear();
	int32_t GetCount() const { return Count; }
	int32_t GetLargest() const { return Largest; }
	// Of each point, numbered by their first point. Worked out when it is first asked for.
	std::span<const int32_t> GetClusters();

private:
	void NumberClusters();

	FClusterGroups Groups;
	int32_t Count = 0;
	int32_t Largest = 0;
	bool bNumbered = true;
	std::vector<int32_t> Clusters;
	std::vector<int32_t> Numbers; // by root: the cluster's number, -1 before it is met
};
} // namespace Flockwork
