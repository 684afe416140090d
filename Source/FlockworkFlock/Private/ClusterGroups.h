#pragma once
// Points in groups, and which groups belong together.
#include "NeighborJob.h"

#include <cstdint>
#include <vector>

namespace Flockwork
{
// A group lies in one bucket of the grid and is linked within itself, so one near pair between two groups joins all
// their points: everything that comes after looks at groups, of which there are far fewer than points, and mostly one a
// bucket. Groups are kept in the order of the buckets, and the points group by group.
struct FClusterGroups
{
	std::vector<float> X; // of the points, padded
	std::vector<float> Y;
	std::vector<float> Z;
	std::vector<uint32_t> Boids;        // of the points: their indices
	std::vector<uint32_t> Starts;       // by group: its first point; one more than there are groups
	std::vector<uint32_t> BucketGroups; // by bucket: its first group; one more than there are buckets
	std::vector<uint32_t> Parents;      // by group: union-find (Tarjan 1975)
	std::vector<int32_t> Sizes;         // by root: points; filled by MeasureClusters
	std::vector<uint8_t> LinkedAround;  // by group: linked with all that it is near to

	void Add(uint32_t FirstPoint)
	{
		Parents.push_back(GetCount());
		Starts.push_back(FirstPoint);
	}
	void AddJoinedWithLast(uint32_t FirstPoint)
	{
		Parents.push_back(RootOf(GetCount() - 1));
		Starts.push_back(FirstPoint);
	}
	uint32_t GetCount() const { return uint32_t(Parents.size()); }
	uint32_t GetSize(uint32_t Group) const { return Starts[Group + 1] - Starts[Group]; }
	uint32_t CountPoints(uint32_t FirstGroup, uint32_t EndGroup) const { return Starts[EndGroup] - Starts[FirstGroup]; }
	uint32_t RootOf(uint32_t Group)
	{
		while (true)
		{
			const uint32_t Parent = Parents[Group];
			const uint32_t Next = Parents[Parent];
			if (Next == Parent)
			{
				return Parent;
			}
			Parents[Group] = Next; // halves the path for whoever comes next
			Group = Next;
		}
	}
	void Join(uint32_t RootA, uint32_t RootB)
	{
		Parents[RootA < RootB ? RootB : RootA] = RootA < RootB ? RootA : RootB;
	}
	// The root of the largest cluster that has been found so far. At least one group.
	uint32_t MeasureClusters()
	{
		Sizes.assign(GetCount(), 0);
		uint32_t Largest = 0;
		for (uint32_t Group = 0; Group < GetCount(); ++Group)
		{
			const uint32_t Root = RootOf(Group);
			Sizes[Root] += int32_t(GetSize(Group));
			Largest = Sizes[Root] > Sizes[Largest] ? Root : Largest;
		}
		return Largest;
	}

	// While a bucket falls apart into several groups: bits of its points, 64 a word, and the points reached so far.
	std::vector<uint64_t> Unreached;
	std::vector<uint32_t> Reached;
};

// Both vectorised; the same groups and links for every instruction set. At least one point.
void FindGroups(const FNeighborJob& Job, FClusterGroups& OutGroups);
void LinkGroups(const FNeighborJob& Job, FClusterGroups& InOutGroups);
} // namespace Flockwork
