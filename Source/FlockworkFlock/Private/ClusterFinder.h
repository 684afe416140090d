#pragma once
// Clusters of a flock: boids linked by steps of at most a radius.
#include "FlockworkFlock/NeighborGrid.h"

#include <vector>

namespace Flockwork
{
// Floods from boid to boid. A boid that has been reached leaves its bucket, so that each is looked at only a few times
// however dense the flock is.
class FClusterFinder
{
public:
	// Grid: built with cells of about Radius.
	void Find(const FNeighborGrid& Grid, float Radius);
	void Clear();
	int32_t GetCount() const { return Count; }
	int32_t GetLargest() const { return Largest; }
	std::span<const int32_t> GetClusters() const { return Clusters; } // of each point, numbered by their first point

private:
	int32_t Flood(const FNeighborGrid& Grid, float Radius, uint32_t FirstPlace);

	int32_t Count = 0;
	int32_t Largest = 0;
	std::vector<int32_t> Clusters;
	std::vector<uint32_t> Places;    // of each point in the grid's order
	std::vector<uint32_t> Waiting;   // places, bucket by bucket, those not yet reached first
	std::vector<uint32_t> Remaining; // of each bucket: how many are not yet reached
	std::vector<uint32_t> Front;
};
} // namespace Flockwork
