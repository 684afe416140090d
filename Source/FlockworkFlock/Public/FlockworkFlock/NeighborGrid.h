#pragma once
// A uniform grid over points, rebuilt each step by a parallel counting sort: O(n). While the occupied box has no more
// than a few cells a point, cells are numbered row by row, so that a query reads whole rows; a flock strewn further is
// hashed (Teschner et al. 2003), so that the extent costs nothing. Cells, and the points of a cell, are visited in an
// order that depends on the points alone.
#include "FlockworkCore/Math.h"
#include "FlockworkCore/Tasks.h"

#include <algorithm>
#include <array>
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

	// Calls Visit(int32_t Index, const FVector& Delta, float DistanceSquared) for each point within Radius (>= 0) of
	// Center, the centre's own point included; Delta leads from Center to the point's nearest image. Each point once,
	// also on a torus smaller than the radius. Radius may exceed CellSize, at the cost of more cells.
	template <typename Visitor>
	void ForEachWithin(const FVector& Center, float Radius, Visitor&& Visit) const
	{
		const float RadiusSquared = Radius * Radius;
		ForEachRun(CellsAround(Center, Radius),
		    [&](uint32_t Begin, uint32_t End, const FGridCell* Cell)
		    {
			    for (uint32_t Entry = Begin; Entry < End; ++Entry)
			    {
				    const FVector Offset = Delta(Center, SortedPoints[Entry]);
				    const float DistanceSquared = LengthSquared(Offset);
				    if (DistanceSquared <= RadiusSquared && (!Cell || SortedCells[Entry] == *Cell))
				    {
					    Visit(int32_t(SortedIndices[Entry]), Offset, DistanceSquared);
				    }
			    }
		    });
	}

	// For passes over whole cells. Calls Visit(uint32_t Begin, uint32_t End, const FGridCell* Cell) for runs of sorted
	// entries that hold all points of Cell and the cells around it. Cell is null where a run holds no others.
	template <typename Visitor>
	void ForEachRunNextTo(const FGridCell& Cell, Visitor&& Visit) const
	{
		ForEachRun(CellsNextTo(Cell), Visit);
	}

	// Calls Visit(uint32_t First, uint32_t End) for runs of buckets that hold all points of Cell and the cells around
	// it.
	template <typename Visitor>
	void ForEachBucketRunNextTo(const FGridCell& Cell, Visitor&& Visit) const
	{
		ForEachRow(CellsNextTo(Cell),
		    [&](const FGridCell& First, const FGridCell& Last)
		    {
			    if (bDense)
			    {
				    Visit(BucketOf(First), BucketOf(Last) + 1);
				    return;
			    }
			    for (FGridCell Each = First; Each.X <= Last.X; ++Each.X)
			    {
				    const uint32_t Bucket = BucketOf(Each);
				    Visit(Bucket, Bucket + 1);
			    }
		    });
	}
	// How far apart the buckets of cells are that lie next to each other along x, z and y. For dense grids.
	std::array<uint32_t, 3> GetBucketSteps() const { return {1, Size.X, Size.X * Size.Z}; }

	// Shortest vector from A to B: across the seam where that is nearer; without y when planar.
	FVector Delta(const FVector& A, const FVector& B) const
	{
		const FVector& Period = Settings.TorusPeriod;
		return {NearestImage(B.x - A.x, Period.x), Settings.bPlanar ? 0.0f : NearestImage(B.y - A.y, Period.y),
		    NearestImage(B.z - A.z, Period.z)};
	}
	const FGridSettings& GetSettings() const { return Settings; }
	size_t Num() const { return SortedIndices.size(); }
	// Point indices in cell order: boids that are near in it are near in space, so walk this for better caching.
	std::span<const uint32_t> GetSortedIndices() const { return SortedIndices; }
	std::span<const FVector> GetSortedPoints() const { return SortedPoints; }
	std::span<const FGridCell> GetSortedCells() const { return SortedCells; }
	bool IsDense() const { return bDense; } // no bucket holds points of two cells
	// One more than there are buckets: bucket b holds the sorted entries from [b] up to [b + 1].
	std::span<const uint32_t> GetBucketStarts() const { return BucketStarts; }
	size_t GetMaxBucketStarts() const { return BucketStarts.capacity(); } // as many as there ever can be at this size

private:
	struct FCellRange
	{
		FGridCell Min;
		FGridCell Max;
	};

	static float NearestImage(float Offset, float Period)
	{
		const bool bNear = Period <= 0.0f || std::abs(Offset) < 0.5f * Period;
		return bNear ? Offset : Offset - Period * std::rint(Offset / Period);
	}

	template <typename Visitor>
	void ForEachRun(const FCellRange& Range, Visitor&& Visit) const
	{
		ForEachRow(Range,
		    [&](const FGridCell& First, const FGridCell& Last)
		    {
			    if (bDense)
			    {
				    Visit(BucketStarts[BucketOf(First)], BucketStarts[BucketOf(Last) + 1], nullptr);
				    return;
			    }
			    for (FGridCell Cell = First; Cell.X <= Last.X; ++Cell.X)
			    {
				    const uint32_t Bucket = BucketOf(Cell);
				    Visit(BucketStarts[Bucket], BucketStarts[Bucket + 1], &Cell);
			    }
		    });
	}

	// Visit(First, Last) for each row of cells along X; rows that cross a torus' seam come in two parts.
	template <typename Visitor>
	void ForEachRow(const FCellRange& Range, Visitor&& Visit) const
	{
		for (int32_t Y = Range.Min.Y; Y <= Range.Max.Y; ++Y)
		{
			const int32_t RowY = WrapIndex(Y, CellsOnTorus.Y);
			for (int32_t Z = Range.Min.Z; Z <= Range.Max.Z; ++Z)
			{
				const int32_t RowZ = WrapIndex(Z, CellsOnTorus.Z);
				if (CellsOnTorus.X == 0 && Range.Min.X <= Range.Max.X)
				{
					Visit(FGridCell{Range.Min.X, RowY, RowZ}, FGridCell{Range.Max.X, RowY, RowZ});
				}
				for (int32_t X = Range.Min.X; CellsOnTorus.X > 0 && X <= Range.Max.X;)
				{
					const int32_t FirstX = WrapIndex(X, CellsOnTorus.X);
					const int32_t Length = std::min(Range.Max.X - X, CellsOnTorus.X - 1 - FirstX);
					Visit(FGridCell{FirstX, RowY, RowZ}, FGridCell{FirstX + Length, RowY, RowZ});
					X += Length + 1;
				}
			}
		}
	}

	static int32_t WrapIndex(int32_t Index, int32_t Count)
	{
		if (Count == 0 || (Index >= 0 && Index < Count))
		{
			return Index;
		}
		const int32_t Rest = Index % Count;
		return Rest < 0 ? Rest + Count : Rest;
	}

	uint32_t BucketOf(const FGridCell& Cell) const
	{
		const uint32_t X = uint32_t(Cell.X) - uint32_t(Occupied.Min.X);
		const uint32_t Y = uint32_t(Cell.Y) - uint32_t(Occupied.Min.Y);
		const uint32_t Z = uint32_t(Cell.Z) - uint32_t(Occupied.Min.Z);
		return bDense ? X + Size.X * (Z + Size.Z * Y) : HashOf(X, Y, Z);
	}

	struct FGridSize
	{
		uint32_t X = 1;
		uint32_t Z = 1;
	};

	FGridCell CellOf(const FVector& Point) const;
	FCellRange CellsAround(const FVector& Center, float Radius) const;
	FCellRange CellsNextTo(const FGridCell& Cell) const;
	FCellRange ClipToOccupied(FCellRange Range) const;
	uint32_t HashOf(uint32_t X, uint32_t Y, uint32_t Z) const;
	void NumberCells(std::span<const FVector> Points);
	void FindBuckets(std::span<const FVector> Points, size_t Begin, size_t End);
	void SortIntoBins(std::span<const FVector> Points, ITaskScheduler& Scheduler);
	void SortBins(std::span<const FVector> Points, ITaskScheduler& Scheduler);

	FGridSettings Settings;
	FGridCell CellsOnTorus;                  // 0 on open axes
	FVector CellsPerMetre{1.0f, 1.0f, 1.0f}; // on a torus axis: fitted to the period
	FCellRange Occupied;                     // the box of all points' cells
	FGridSize Size;                          // cells of that box along X and Z, when dense
	bool bDense = true;
	uint32_t BucketBits = 0;      // buckets are numbered below 2^BucketBits
	std::vector<FGridCell> Cells; // of each point
	std::vector<FGridCell> SortedCells;
	std::vector<FVector> SortedPoints;
	std::vector<uint32_t> SortedIndices;
	std::vector<uint32_t> BucketStarts;
	std::vector<uint32_t> Buckets;    // of each point
	std::vector<uint64_t> BinnedKeys; // bucket in the high half, point in the low one
	std::vector<uint32_t> BinCounts;  // of each chunk
	std::vector<uint32_t> BinStarts;
};
} // namespace Flockwork
