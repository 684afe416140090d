#include "FlockworkFlock/NeighborGrid.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr uint32_t BinBits = 6; // points are first sorted into this many bins, each then sorted by one worker
constexpr uint32_t BinCount = 1u << BinBits;
constexpr int32_t ChunkSize = 4096;
constexpr float LargestCell = 1e9f; // cell coordinates stay within int32; whatever is further out shares one cell

int32_t FloorToCell(float Value)
{
	return int32_t(std::floor(std::clamp(Value, -LargestCell, LargestCell)));
}

float WrapDelta(float Delta, float Period)
{
	return Period > 0.0f ? Delta - Period * std::rint(Delta / Period) : Delta;
}

int32_t WrapIndex(int32_t Index, int32_t Count)
{
	if (Count == 0)
	{
		return Index;
	}
	const int32_t Rest = Index % Count;
	return Rest < 0 ? Rest + Count : Rest;
}

// Cells along a torus axis, so that a whole number of them makes the period.
int32_t CellsInPeriod(float Period, float CellSize)
{
	return Period > 0.0f ? std::max(1, FloorToCell(Period / CellSize)) : 0;
}

uint32_t MixHigh(uint32_t X, uint32_t Y, uint32_t Z)
{
	return (X * 73856093u) ^ (Y * 19349663u) ^ (Z * 83492791u);
}
} // namespace

FVector FNeighborGrid::Delta(const FVector& A, const FVector& B) const
{
	const FVector& Period = Settings.TorusPeriod;
	const FVector Straight = B - A;
	return {WrapDelta(Straight.x, Period.x), Settings.bPlanar ? 0.0f : WrapDelta(Straight.y, Period.y),
	    WrapDelta(Straight.z, Period.z)};
}

FGridCell FNeighborGrid::CellOf(const FVector& Point) const
{
	const FGridCell Cell{FloorToCell(Point.x / CellSize.x), Settings.bPlanar ? 0 : FloorToCell(Point.y / CellSize.y),
	    FloorToCell(Point.z / CellSize.z)};
	return WrapCell(Cell);
}

FGridCell FNeighborGrid::WrapCell(FGridCell Cell) const
{
	return {WrapIndex(Cell.X, CellsOnTorus.X), WrapIndex(Cell.Y, CellsOnTorus.Y), WrapIndex(Cell.Z, CellsOnTorus.Z)};
}

FNeighborGrid::FCellRange FNeighborGrid::CellsAround(const FVector& Center, float Radius) const
{
	FCellRange Range;
	const auto Span = [&](float Middle, float Size, float Period, int32_t Count, int32_t& Min, int32_t& Max)
	{
		// A hair more than the radius: the difference of two coordinates is rounded, and no neighbour may be lost by
		// it.
		const float Reach = Radius * 1.000001f + Period * 1e-6f;
		Min = FloorToCell((Middle - Reach) / Size);
		Max = FloorToCell((Middle + Reach) / Size);
		if (Count > 0 && Max - Min + 1 >= Count) // all round the torus: each cell once
		{
			Min = 0;
			Max = Count - 1;
		}
	};
	const FVector& Period = Settings.TorusPeriod;
	Span(Center.x, CellSize.x, Period.x, CellsOnTorus.X, Range.Min.X, Range.Max.X);
	Span(Center.z, CellSize.z, Period.z, CellsOnTorus.Z, Range.Min.Z, Range.Max.Z);
	if (!Settings.bPlanar)
	{
		Span(Center.y, CellSize.y, Period.y, CellsOnTorus.Y, Range.Min.Y, Range.Max.Y);
	}
	return Range;
}

// The low bits of the coordinates side by side: neighbouring cells lie near in memory and a compact flock has no two
// cells in one bucket. What exceeds the low bits is mixed in, so that far-flung groups do not fall on each other.
uint32_t FNeighborGrid::BucketOf(const FGridCell& Cell) const
{
	const uint32_t X = uint32_t(Cell.X) - uint32_t(Origin.X);
	const uint32_t Y = uint32_t(Cell.Y) - uint32_t(Origin.Y);
	const uint32_t Z = uint32_t(Cell.Z) - uint32_t(Origin.Z);
	const auto Low = [](uint32_t Value, uint32_t Bits) { return Value & ((1u << Bits) - 1u); };
	const uint32_t Near = Low(X, AxisBits[0]) | (Low(Z, AxisBits[2]) << AxisBits[0]) |
	                      (Low(Y, AxisBits[1]) << (AxisBits[0] + AxisBits[2]));
	const uint32_t Far = MixHigh(X >> AxisBits[0], Y >> AxisBits[1], Z >> AxisBits[2]);
	return (Near ^ Far) & ((1u << BucketBits) - 1u);
}

// Gives the bucket's bits to the axes by their extent.
void FNeighborGrid::ShareBits(const FGridCell& Min, const FGridCell& Max)
{
	Origin = Min;
	int64_t Extents[3] = {int64_t(Max.X) - Min.X + 1, int64_t(Max.Y) - Min.Y + 1, int64_t(Max.Z) - Min.Z + 1};
	std::fill(std::begin(AxisBits), std::end(AxisBits), 0u);
	for (uint32_t Bit = 0; Bit < BucketBits; ++Bit)
	{
		const size_t Axis = size_t(std::max_element(std::begin(Extents), std::end(Extents)) - std::begin(Extents));
		++AxisBits[Axis];
		Extents[Axis] = (Extents[Axis] + 1) / 2;
	}
}

void FNeighborGrid::Build(std::span<const FVector> Points, const FGridSettings& InSettings, ITaskScheduler& Scheduler)
{
	Settings = InSettings;
	const FVector& Period = Settings.TorusPeriod;
	CellsOnTorus = {CellsInPeriod(Period.x, Settings.CellSize), CellsInPeriod(Period.y, Settings.CellSize),
	    CellsInPeriod(Period.z, Settings.CellSize)};
	const auto Fit = [&](float AxisPeriod, int32_t Count)
	{ return Count > 0 ? AxisPeriod / float(Count) : Settings.CellSize; };
	CellSize = {Fit(Period.x, CellsOnTorus.X), Fit(Period.y, CellsOnTorus.Y), Fit(Period.z, CellsOnTorus.Z)};

	const size_t Count = Points.size();
	BucketBits = std::max(BinBits, uint32_t(std::bit_width(Count * 2)));
	Cells.resize(Count);
	SortedCells.resize(Count);
	SortedPoints.resize(Count);
	SortedIndices.resize(Count);
	Keys.resize(Count);
	BinnedKeys.resize(Count);
	BucketStarts.resize((size_t(1) << BucketBits) + 1);
	ParallelFor(Scheduler, int32_t(Count), ChunkSize,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (int32_t Point = Begin; Point < End; ++Point)
		    {
			    Cells[size_t(Point)] = CellOf(Points[size_t(Point)]);
		    }
	    });
	FGridCell Min = Count > 0 ? Cells[0] : FGridCell{};
	FGridCell Max = Min;
	for (const FGridCell& Cell : Cells)
	{
		Min = {std::min(Min.X, Cell.X), std::min(Min.Y, Cell.Y), std::min(Min.Z, Cell.Z)};
		Max = {std::max(Max.X, Cell.X), std::max(Max.Y, Cell.Y), std::max(Max.Z, Cell.Z)};
	}
	ShareBits(Min, Max);
	SortIntoBins(Scheduler);
	SortBins(Points, Scheduler);
}

// First pass: by the bucket's top bits, stable, every chunk knowing where its share of a bin begins.
void FNeighborGrid::SortIntoBins(ITaskScheduler& Scheduler)
{
	const int32_t Count = int32_t(Cells.size());
	const int32_t ChunkCount = (Count + ChunkSize - 1) / ChunkSize;
	const uint32_t Shift = 32 + BucketBits - BinBits;
	BinCounts.assign(size_t(ChunkCount) * BinCount, 0);
	BinStarts.assign(BinCount + 1, 0);
	ParallelFor(Scheduler, Count, ChunkSize,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    uint32_t* Counts = &BinCounts[size_t(Begin / ChunkSize) * BinCount];
		    for (int32_t Point = Begin; Point < End; ++Point)
		    {
			    const uint64_t Key = (uint64_t(BucketOf(Cells[size_t(Point)])) << 32) | uint32_t(Point);
			    Keys[size_t(Point)] = Key;
			    ++Counts[Key >> Shift];
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
			    const uint64_t Key = Keys[size_t(Point)];
			    BinnedKeys[Next[Key >> Shift]++] = Key;
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
