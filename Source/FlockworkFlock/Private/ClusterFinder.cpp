#include "ClusterFinder.h"

namespace Flockwork
{
void FClusterFinder::Clear()
{
	Count = 0;
	Largest = 0;
	bNumbered = true;
	Clusters.clear();
}

void FClusterFinder::Find(const FNeighborJob& Job)
{
	if (Job.Grid.Num() == 0)
	{
		Clear();
		return;
	}
	FindGroups(Job, Groups);
	LinkGroups(Job, Groups);
	Largest = Groups.Sizes[Groups.MeasureClusters()];
	Count = 0;
	for (uint32_t Group = 0; Group < Groups.GetCount(); ++Group)
	{
		Count += Groups.Parents[Group] == Group ? 1 : 0;
	}
	bNumbered = false;
	// Here and not when they are asked for, so that asking allocates nothing.
	Clusters.resize(Job.Grid.Num());
	Numbers.reserve(Job.Grid.Num());
}

std::span<const int32_t> FClusterFinder::GetClusters()
{
	if (!bNumbered)
	{
		NumberClusters();
		bNumbered = true;
	}
	return Clusters;
}

void FClusterFinder::NumberClusters()
{
	for (uint32_t Group = 0; Group < Groups.GetCount(); ++Group)
	{
		const int32_t Root = int32_t(Groups.RootOf(Group));
		for (uint32_t Point = Groups.Starts[Group]; Point < Groups.Starts[Group + 1]; ++Point)
		{
			Clusters[Groups.Boids[Point]] = Root;
		}
	}
	Numbers.assign(Groups.GetCount(), -1);
	int32_t Next = 0;
	for (int32_t& Cluster : Clusters)
	{
		int32_t& Number = Numbers[size_t(Cluster)];
		Number = Number < 0 ? Next++ : Number;
		Cluster = Number;
	}
}
} // namespace Flockwork
