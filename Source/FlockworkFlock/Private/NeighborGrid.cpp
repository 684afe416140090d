#include "FlockworkFlock/NeighborGrid.h"

#include "CellKeys.h"
#include "Kernel/KernelBounds.h"

#include <bit>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr uint32_t BinBits = 6; // points are first sorted into this many bins, each then sorted by one worker
constexpr uint32_t BinCount = 1u << BinBits;
constexpr int32_t ChunkSize = 4096;
constexpr uint64_t DenseCellsPerPoint = 8; // more cells than that are hashed

int32_t FloorToCell(float Value)
{
	// In this order a value that is no number becomes -LargestCell too; std::clamp would hand it on to the cast.
	const float Clamped = std::max(-LargestCell, std::min(Value, LargestCell));
	const int32_t Truncated = int32_t(Clamped);
	return Truncated - (Clamped < float(Truncated) ? 1 : 0);
}

// Cells along a torus axis, so that a whole number of them makes the period.
int32_t CellsInPeriod(float Period, float CellSize)
{
	return Period > 0.0f ? std::max(1, FloorToCell(Period / CellSize)) : 0;
}

uint64_t Extent(int32_t Min, int32_t Max)
{
	return uint64_t(int64_t(Max) - int64_t(Min) + 1);
}
} // namespace

FGridCell FNeighborGrid::CellOf(const FVector& Point) const
{
	return {WrapIndex(FloorToCell(Point.x * CellsPerMetre.x), CellsOnTorus.X),
	    Settings.bPlanar ? 0 : WrapIndex(FloorToCell(Point.y * CellsPerMetre.y), CellsOnTorus.Y),
	    WrapIndex(FloorToCell(Point.z * CellsPerMetre.z), CellsOnTorus.Z)};
}

FNeighborGrid::FCellRange FNeighborGrid::CellsAround(const FVector& Center, float Radius) const
{
	FCellRange Range;
	const auto Span = [&](int32_t Axis, int32_t& Min, int32_t& Max)
	{
		// A hair more than the radius: the difference of two coordinates is rounded, and no neighbour may be lost by
		// it.
		const float Reach = Radius * 1.000001f + Settings.TorusPeriod[Axis] * 1e-6f;
		Min = FloorToCell((Center[Axis] - Reach) * CellsPerMetre[Axis]);
		Max = FloorToCell((Center[Axis] + Reach) * CellsPerMetre[Axis]);
	};
	Span(0, Range.Min.X, Range.Max.X);
	Span(1, Range.Min.Y, Range.Max.Y);
	Span(2, Range.Min.Z, Range.Max.Z);
	return ClipToOccupied(Range);
}

FNeighborGrid::FCellRange FNeighborGrid::CellsNextTo(const FGridCell& Cell) const
{
	return ClipToOccupied({{Cell.X - 1, Cell.Y - 1, Cell.Z - 1}, {Cell.X + 1, Cell.Y + 1, Cell.Z + 1}});
}

FNeighborGrid::FCellRange FNeighborGrid::ClipToOccupied(FCellRange Range) const
{
	if (SortedIndices.empty())
	{
		return {{0, 0, 0}, {-1, -1, -1}};
	}
	const auto Clip = [](int32_t Count, int32_t OccupiedMin, int32_t OccupiedMax, int32_t& Min, int32_t& Max)
	{
		if (Count == 0) // nothing lies outside the occupied box
		{
			Min = std::max(Min, OccupiedMin);
			Max = std::min(Max, OccupiedMax);
		}
		else if (Max - Min + 1 >= Count) // all round the torus: each cell once
		{
			Min = 0;
			Max = Count - 1;
		}
	};
	Clip(CellsOnTorus.X, Occupied.Min.X, Occupied.Max.X, Range.Min.X, Range.Max.X);
	Clip(CellsOnTorus.Z, Occupied.Min.Z, Occupied.Max.Z, Range.Min.Z, Range.Max.Z);
	if (Settings.bPlanar)
	{
		Range.Min.Y = 0;
		Range.Max.Y = 0;
	}
	else
	{
		Clip(CellsOnTorus.Y, Occupied.Min.Y, Occupied.Max.Y, Range.Min.Y, Range.Max.Y);
	}
	return Range;
}

uint32_t FNeighborGrid::HashOf(uint32_t X, uint32_t Y, uint32_t Z) const
{
	const uint32_t Mixed = (X * CellHash::X) ^ (Y * CellHash::Y) ^ (Z * CellHash::Z);
	return (Mixed * CellHash::Last) >> (32u - BucketBits);
}

// Finds the occupied box and decides whether its cells are numbered row by row or hashed.
void FNeighborGrid::NumberCells(std::span<const FVector> Points)
{
	Occupied = {};
	if (!Points.empty())
	{
		// Rounding keeps the order of coordinates, so the outermost points are in the outermost cells.
		const FBox Bounds = MeasureBounds(Points);
		Occupied = {CellOf(Bounds.Min), CellOf(Bounds.Max)};
	}
	// A query on a torus may come to any of its cells, occupied or not.
	const auto WholePeriod = [](int32_t Count, int32_t& Min, int32_t& Max)
	{
		Min = Count > 0 ? 0 : Min;
		Max = Count > 0 ? Count - 1 : Max;
	};
	WholePeriod(CellsOnTorus.X, Occupied.Min.X, Occupied.Max.X);
	WholePeriod(CellsOnTorus.Z, Occupied.Min.Z, Occupied.Max.Z);
	if (!Settings.bPlanar)
	{
		WholePeriod(CellsOnTorus.Y, Occupied.Min.Y, Occupied.Max.Y);
	}
	const uint64_t Width = Extent(Occupied.Min.X, Occupied.Max.X);
	const uint64_t Height = Extent(Occupied.Min.Y, Occupied.Max.Y);
	const uint64_t Depth = Extent(Occupied.Min.Z, Occupied.Max.Z);
	const uint64_t MostCells = std::max<uint64_t>(BinCount, Points.size() * DenseCellsPerPoint);
	bDense = Width <= MostCells && Depth <= MostCells && Height <= MostCells && Width * Depth <= MostCells &&
	         Width * Depth * Height <= MostCells;
	Size = bDense ? FGridSize{uint32_t(Width), uint32_t(Depth)} : FGridSize{};
	const uint64_t LastBucket = bDense ? Width * Depth * Height - 1 : Points.size() * 2;
	BucketBits = std::max(BinBits, uint32_t(std::bit_width(LastBucket)));
}

void FNeighborGrid::Build(std::span<const FVector> Points, const FGridSettings& InSettings, ITaskScheduler& Scheduler)
{
	Settings = InSettings;
	const FVector& Period = Settings.TorusPeriod;
	CellsOnTorus = {CellsInPeriod(Period.x, Settings.CellSize), CellsInPeriod(Period.y, Settings.CellSize),
	    CellsInPeriod(Period.z, Settings.CellSize)};
	const auto Fit = [&](float AxisPeriod, int32_t Count)
	{ return Count > 0 ? float(Count) / AxisPeriod : 1.0f / Settings.CellSize; };
	CellsPerMetre = {Fit(Period.x, CellsOnTorus.X), Fit(Period.y, CellsOnTorus.Y), Fit(Period.z, CellsOnTorus.Z)};

	const size_t Count = Points.size();
	Cells.resize(Count);
	SortedCells.resize(Count);
	SortedPoints.resize(Count);
	SortedIndices.resize(Count);
	Buckets.resize(Count);
	BinnedKeys.resize(Count);
	NumberCells(Points);
	// As many as there ever can be at this size, so that a flock that spreads does not allocate.
	BucketStarts.reserve((size_t(1) << std::bit_width(std::max<size_t>(BinCount, Count * DenseCellsPerPoint))) + 1);
	BucketStarts.resize((size_t(1) << BucketBits) + 1);
	SortIntoBins(Points, Scheduler);
	SortBins(Points, Scheduler);
}

// The cells and buckets of the points from Begin up to End.
void FNeighborGrid::FindBuckets(std::span<const FVector> Points, size_t Begin, size_t End)
{
	if (CellsOnTorus == FGridCell{})
	{
		const FVector Scale = Settings.bPlanar ? CellsPerMetre * FVector{1.0f, 0.0f, 1.0f} : CellsPerMetre;
		const FCellNumbering Numbering{Scale, Occupied.Min, Occupied.Max, Size.X, Size.Z, 32u - BucketBits, bDense};
		const size_t Count = End - Begin;
		FindCells(Numbering, Points.subspan(Begin, Count), {&Cells[Begin], Count}, {&Buckets[Begin], Count});
		return;
	}
	for (size_t Point = Begin; Point < End; ++Point)
	{
		const FGridCell Cell = CellOf(Points[Point]);
		Cells[Point] = {std::max(Occupied.Min.X, std::min(Cell.X, Occupied.Max.X)),
		    std::max(Occupied.Min.Y, std::min(Cell.Y, Occupied.Max.Y)),
		    std::max(Occupied.Min.Z, std::min(Cell.Z, Occupied.Max.Z))};
		Buckets[Point] = BucketOf(Cells[Point]);
	}
}

// First pass: by the bucket's top bits, stable, every chunk knowing where its share of a bin begins.
void FNeighborGrid::SortIntoBins(std::span<const FVector> Points, ITaskScheduler& Scheduler)
{
	const int32_t Count = int32_t(Points.size());
	const int32_t ChunkCount = (Count + ChunkSize - 1) / ChunkSize;
	const uint32_t Shift = BucketBits - BinBits;
	BinCounts.assign(size_t(ChunkCount) * BinCount, 0);
	BinStarts.assign(BinCount + 1, 0);
	ParallelFor(Scheduler, Count, ChunkSize,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    FindBuckets(Points, size_t(Begin), size_t(End));
		    uint32_t* Counts = &BinCounts[size_t(Begin / ChunkSize) * BinCount];
		    for (int32_t Point = Begin; Point < End; ++Point)
		    {
			    ++Counts[Buckets[size_t(Point)] >> Shift];
		    }
	    });
	uint32_t Start = 0;
	for (uint32_t Bin = 0; Bin < BinCount; ++Bin)
	{
		BinStarts[Bin] = Start;
		for (int32_t Chunk = 0; Chunk < ChunkCount; ++Chunk)
		{
			uint32_t& Entry = BinCounts[size_t(Chunk) * BinCount + Bin];
			const uint32_t Share = Entry;
			Entry = Start;
			Start += Share;
		}
	}
	BinStarts[BinCount] = Start;
	ParallelFor(Scheduler, Count, ChunkSize,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    uint32_t* Next = &BinCounts[size_t(Begin / ChunkSize) * BinCount];
		    for (int32_t Point = Begin; Point < End; ++Point)
		    {
			    const uint32_t Bucket = Buckets[size_t(Point)];
			    BinnedKeys[Next[Bucket >> Shift]++] = (uint64_t(Bucket) << 32) | uint32_t(Point);
		    }
	    });
}

// Second pass: each bin by bucket, stable, so that the points of a cell stay in the order they came in.
void FNeighborGrid::SortBins(std::span<const FVector> Points, ITaskScheduler& Scheduler)
{
	const uint32_t BucketsPerBin = 1u << (BucketBits - BinBits);
	ForEachChunk(Scheduler, int32_t(BinCount),
	    [&](int32_t Bin, int32_t)
	    {
		    uint32_t* Starts = &BucketStarts[size_t(Bin) * BucketsPerBin];
		    const uint32_t Begin = BinStarts[size_t(Bin)];
		    const uint32_t End = BinStarts[size_t(Bin) + 1];
		    const uint32_t FirstBucket = uint32_t(Bin) * BucketsPerBin;
		    std::fill(Starts, Starts + BucketsPerBin, 0u);
		    for (uint32_t Entry = Begin; Entry < End; ++Entry)
		    {
			    ++Starts[uint32_t(BinnedKeys[Entry] >> 32) - FirstBucket];
		    }
		    uint32_t Next = End;
		    for (uint32_t Bucket = BucketsPerBin; Bucket-- > 0;)
		    {
			    Next -= Starts[Bucket];
			    Starts[Bucket] = Next + Starts[Bucket]; // the bucket's end; filling it backward leaves its start
		    }
		    for (uint32_t Entry = End; Entry-- > Begin;)
		    {
			    const uint32_t Point = uint32_t(BinnedKeys[Entry]);
			    const uint32_t Place = --Starts[uint32_t(BinnedKeys[Entry] >> 32) - FirstBucket];
			    SortedIndices[Place] = Point;
			    SortedCells[Place] = Cells[Point];
			    SortedPoints[Place] = Points[Point];
		    }
	    });
	BucketStarts.back() = uint32_t(Points.size());
}
} // namespace Flockwork
