#pragma once
// A uniform grid over points, rebuilt each step by a parallel counting sort: O(n), whatever the extent of the flock,
// since cells are hashed and only occupied ones cost anything (Teschner et al. 2003, here with a stable order).
// Cells, and the points of a cell, are visited in an order that depends on the points alone.
#include "FlockworkCore/Math.h"
#include "FlockworkCore/Tasks.h"

#include <cstdint>
#include <span>
#include <vector>

namespace Flockwork
{
struct FGridCell
{
	int32_t X = 0;
	int32_t Y = 0;
	int32_t Z = 0;
	friend bool operator==(const FGridCell&, const FGridCell&) = default;
};

struct FGridSettings
{
	float CellSize = 5.0f;                 // m, > 0; a query of this radius looks into 27 cells (9 when planar)
	FVector TorusPeriod{0.0f, 0.0f, 0.0f}; // m; 0: that axis is open
	bool bPlanar = false;                  // y counts as 0
};

class FNeighborGrid
{
public:
	// Points: finite. Keeps a copy of them in cell order. Allocates only when there are more points than ever before.
	void Build(std::span<const FVector> Points, const FGridSettings& Settings, ITaskScheduler& Scheduler);

	// Calls Visit(int32_t Index, const FVector& Delta, float DistanceSquared) for each point within Radius (> 0) of
	// Center, the centre's own point included; Delta leads from Center to the point's nearest image. Each point once,
	// also on a torus smaller than the radius. Radius may exceed CellSize, at the cost of more cells.
	template <typename Visitor>
	void ForEachWithin(const FVector& Center, float Radius, Visitor&& Visit) const
	{
		const FCellRange Range = CellsAround(Center, Radius);
		const float RadiusSquared = Radius * Radius;
		if (Range.CellCount() > int64_t(SortedIndices.size())) // fewer points than cells
		{
			VisitEntries(0, uint32_t(SortedIndices.size()), nullptr, Center, RadiusSquared, Visit);
			return;
		}
		for (int32_t Y = Range.Min.Y; Y <= Range.Max.Y; ++Y)
		{
			for (int32_t Z = Range.Min.Z; Z <= Range.Max.Z; ++Z)
			{
				for (int32_t X = Range.Min.X; X <= Range.Max.X; ++X)
				{
					const FGridCell Cell = WrapCell({X, Y, Z});
					const uint32_t Bucket = BucketOf(Cell);
					VisitEntries(BucketStarts[Bucket], BucketStarts[Bucket + 1], &Cell, Center, RadiusSquared, Visit);
				}
			}
		}
	}

	// Calls Visit(uint32_t Bucket) for every bucket that can hold points within Radius of Center. A bucket may hold
	// other points too, and may come twice.
	template <typename Visitor>
	void ForEachBucketAround(const FVector& Center, float Radius, Visitor&& Visit) const
	{
		const FCellRange Range = CellsAround(Center, Radius);
		for (int32_t Y = Range.Min.Y; Y <= Range.Max.Y; ++Y)
		{
			for (int32_t Z = Range.Min.Z; Z <= Range.Max.Z; ++Z)
			{
				for (int32_t X = Range.Min.X; X <= Range.Max.X; ++X)
				{
					Visit(BucketOf(WrapCell({X, Y, Z})));
				}
			}
		}
	}

	// Shortest vector from A to B: across the seam where that is nearer; without y when planar.
	FVector Delta(const FVector& A, const FVector& B) const;
	size_t Num() const { return SortedIndices.size(); }
	// Point indices in cell order: boids that are near in it are near in space, so walk this for better caching.
	std::span<const uint32_t> GetSortedIndices() const { return SortedIndices; }
	std::span<const FVector> GetSortedPoints() const { return SortedPoints; }
	// One more than there are buckets: bucket b holds the sorted entries from [b] up to [b + 1].
	std::span<const uint32_t> GetBucketStarts() const { return BucketStarts; }

private:
	struct FCellRange
	{
		FGridCell Min;
		FGridCell Max;
		int64_t CellCount() const
		{
			return (int64_t(Max.X) - Min.X + 1) * (int64_t(Max.Y) - Min.Y + 1) * (int64_t(Max.Z) - Min.Z + 1);
		}
	};

	template <typename Visitor>
	void VisitEntries(uint32_t Begin, uint32_t End, const FGridCell* Cell, const FVector& Center, float RadiusSquared,
	    Visitor&& Visit) const
	{
		for (uint32_t Entry = Begin; Entry < End; ++Entry)
		{
			if (Cell && !(SortedCells[Entry] == *Cell)) // another cell of the same hash
			{
				continue;
			}
			const FVector Offset = Delta(Center, SortedPoints[Entry]);
			const float DistanceSquared = LengthSquared(Offset);
			if (DistanceSquared <= RadiusSquared)
			{
				Visit(int32_t(SortedIndices[Entry]), Offset, DistanceSquared);
			}
		}
	}
	FGridCell CellOf(const FVector& Point) const;
	FGridCell WrapCell(FGridCell Cell) const;
	FCellRange CellsAround(const FVector& Center, float Radius) const;
	uint32_t BucketOf(const FGridCell& Cell) const;
	void ShareBits(const FGridCell& Min, const FGridCell& Max);
	void SortIntoBins(ITaskScheduler& Scheduler);
	void SortBins(std::span<const FVector> Points, ITaskScheduler& Scheduler);

	FGridSettings Settings;
	FGridCell CellsOnTorus;             // 0 on open axes
	FVector CellSize{1.0f, 1.0f, 1.0f}; // on a torus axis: fitted to the period
	FGridCell Origin;                   // the least cell: buckets are numbered from it
	uint32_t BucketBits = 0;
	uint32_t AxisBits[3] = {};    // of x, y and z in a bucket's number
	std::vector<FGridCell> Cells; // of each point
	std::vector<FGridCell> SortedCells;
	std::vector<FVector> SortedPoints;
	std::vector<uint32_t> SortedIndices;
	std::vector<uint32_t> BucketStarts;
	std::vector<uint64_t> Keys; // bucket in the high half, point in the low one
	std::vector<uint64_t> BinnedKeys;
	std::vector<uint32_t> BinCounts; // of each chunk
	std::vector<uint32_t> BinStarts;
};
} // namespace Flockwork
