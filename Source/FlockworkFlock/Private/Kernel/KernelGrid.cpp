#include "KernelGrid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace Flockwork
{
namespace
{
// The number of chunks depends on the flock alone, so the order of the sort does too.
constexpr int32_t BoidsPerChunk = 1024;
constexpr int32_t MaxChunks = 16; // each has a count for every column
constexpr int32_t ColumnsPerTask = 8;
// Columns that would hold fewer than this on average waste more on padding than they save in candidates.
constexpr int32_t MinBoidsPerColumn = 4;
constexpr int32_t ColumnsAlwaysAllowed = 64;

struct FBounds
{
	FVector Min;
	FVector Max;
};

// Four positions a round, one accumulator for each of their twelve floats: plain code that compilers vectorise.
FBounds MeasureBounds(std::span<const FVector> Positions)
{
	constexpr size_t Width = 12;
	std::array<float, Width> Low;
	std::array<float, Width> High;
	for (size_t Lane = 0; Lane < Width; ++Lane)
	{
		Low[Lane] = High[Lane] = Positions[0][int(Lane % 3)];
	}
	const float* Values = &Positions[0].x;
	const size_t Count = Positions.size() * 3;
	for (size_t First = 0; First < Count; First += Width)
	{
		// The last round overlaps the one before.
		const size_t At = First + Width <= Count ? First : (Count >= Width ? Count - Width : 0);
		const size_t Used = std::min(Width, Count);
		for (size_t Lane = 0; Lane < Used; ++Lane)
		{
			const float Value = Values[At + Lane];
			Low[Lane] = Value < Low[Lane] ? Value : Low[Lane];
			High[Lane] = Value > High[Lane] ? Value : High[Lane];
		}
	}
	FBounds Out{{Low[0], Low[1], Low[2]}, {High[0], High[1], High[2]}};
	for (size_t Lane = 3; Lane < Width; ++Lane)
	{
		Out.Min[int(Lane % 3)] = std::min(Out.Min[int(Lane % 3)], Low[Lane]);
		Out.Max[int(Lane % 3)] = std::max(Out.Max[int(Lane % 3)], High[Lane]);
	}
	return Out;
}

template <typename Value>
void GrowTo(std::vector<Value>& Vector, size_t Size)
{
	if (Vector.size() < Size)
	{
		Vector.resize(std::max(Size, Vector.size() + Vector.size() / 2));
	}
}
} // namespace

void FKernelGrid::Build(const FKernelGridShape& Shape, const FFlockInput& InInput, ITaskScheduler& Scheduler)
{
	Input = InInput;
	const int32_t Count = int32_t(Input.Positions.size());
	ChunkCount = std::clamp(Count / BoidsPerChunk, 1, MaxChunks);
	ChooseFrame(Shape);
	ChooseColumns(Scheduler);
	CountColumns(Scheduler);
	PlaceColumns();
	ListByColumn(Scheduler);
	ParallelFor(Scheduler, int32_t(Columns.size()), ColumnsPerTask,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (int32_t Column = Begin; Column < End; ++Column)
		    {
			    SortColumn(Columns[size_t(Column)]);
		    }
	    });
}

FSpanRange FKernelGrid::ChunkOfBoids(int32_t Chunk) const
{
	const int64_t Count = int64_t(Input.Positions.size());
	return {int32_t(Count * Chunk / ChunkCount), int32_t(Count * (Chunk + 1) / ChunkCount)};
}

void FKernelGrid::ChooseFrame(const FKernelGridShape& Shape)
{
	FBounds Bounds = MeasureBounds(Input.Positions);
	if (Shape.bPlanar)
	{
		Bounds.Min.y = Bounds.Max.y = 0.0f;
	}
	std::array<FKernelFrame::FAxis, 3> Axes;
	std::array<float, 3> Extents;
	Frame.MaxCoordinate = 0.0f;
	for (int World = 0; World < 3; ++World)
	{
		FKernelFrame::FAxis& Axis = Axes[size_t(World)];
		Axis = {World, Shape.bPlanar && World == 1 ? 0.0f : 1.0f, Bounds.Min[World], Shape.TorusPeriod[World], false};
		const float Spread = Bounds.Max[World] - Bounds.Min[World];
		Axis.bWrap = Axis.Period > 0.0f && Spread > Axis.Period;
		Extents[size_t(World)] = Axis.bWrap ? Axis.Period : Spread;
		Frame.MaxCoordinate = std::max({Frame.MaxCoordinate, std::abs(Bounds.Min[World]), std::abs(Bounds.Max[World])});
	}
	const size_t Along = size_t(std::max_element(Extents.begin(), Extents.end()) - Extents.begin());
	Frame.X = Axes[(Along + 1) % 3];
	Frame.Y = Axes[Along];
	Frame.Z = Axes[(Along + 2) % 3];
	AxisX.Reset(Frame.X.Origin, Frame.X.Origin + Extents[(Along + 1) % 3], Frame.X.Period, Shape.Reach);
	AxisZ.Reset(Frame.Z.Origin, Frame.Z.Origin + Extents[(Along + 2) % 3], Frame.Z.Period, Shape.Reach);
}

void FKernelGrid::ChooseColumns(ITaskScheduler& Scheduler)
{
	const int32_t Count = int32_t(Input.Positions.size());
	const int64_t Limit = Count / MinBoidsPerColumn + ColumnsAlwaysAllowed;
	if (int64_t(AxisX.GetSlabCount()) * AxisZ.GetSlabCount() <= Limit)
	{
		AxisX.UseAllSlabs();
		AxisZ.UseAllSlabs();
		return;
	}
	AxisX.BeginMarking();
	AxisZ.BeginMarking();
	ParallelFor(Scheduler, Count, BoidsPerChunk,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (int32_t Boid = Begin; Boid < End; ++Boid)
		    {
			    AxisX.Mark(Frame.X.ReadPosition(Input.Positions[size_t(Boid)]));
			    AxisZ.Mark(Frame.Z.ReadPosition(Input.Positions[size_t(Boid)]));
		    }
	    });
	AxisX.EndMarking();
	AxisZ.EndMarking();
	while (int64_t(AxisX.GetColumnCount()) * AxisZ.GetColumnCount() > Limit)
	{
		FKernelAxis& Finer = AxisX.GetColumnCount() >= AxisZ.GetColumnCount() ? AxisX : AxisZ;
		Finer.Coarsen();
	}
}

void FKernelGrid::CountColumns(ITaskScheduler& Scheduler)
{
	const size_t ColumnCount = size_t(AxisX.GetColumnCount()) * size_t(AxisZ.GetColumnCount());
	Columns.resize(ColumnCount);
	GrowTo(ColumnOfBoid, Input.Positions.size());
	GrowTo(ChunkCursors, ColumnCount * size_t(ChunkCount));
	ForEachChunk(Scheduler, ChunkCount,
	    [&](int32_t Chunk, int32_t)
	    {
		    uint32_t* Counts = &ChunkCursors[size_t(Chunk) * ColumnCount];
		    std::fill(Counts, Counts + ColumnCount, 0u);
		    const FSpanRange Boids = ChunkOfBoids(Chunk);
		    for (size_t Boid = size_t(Boids.First); Boid < size_t(Boids.End); ++Boid)
		    {
			    const int32_t X = AxisX.ColumnOf(Frame.X.ReadPosition(Input.Positions[Boid]));
			    const int32_t Z = AxisZ.ColumnOf(Frame.Z.ReadPosition(Input.Positions[Boid]));
			    const int32_t Column = Z * AxisX.GetColumnCount() + X;
			    ColumnOfBoid[Boid] = Column;
			    ++Counts[Column];
		    }
	    });
}

void FKernelGrid::PlaceColumns()
{
	uint32_t Entry = 0;
	int32_t Bin = 0;
	SlotCount = 0;
	for (size_t Index = 0; Index < Columns.size(); ++Index)
	{
		const uint32_t First = Entry;
		for (size_t Chunk = 0; Chunk < size_t(ChunkCount); ++Chunk)
		{
			uint32_t& Cursor = ChunkCursors[Chunk * Columns.size() + Index];
			const uint32_t Count = Cursor;
			Cursor = Entry;
			Entry += Count;
		}
		FKernelColumn& Column = Columns[Index];
		Column.FirstSlot = SlotCount;
		Column.FirstEntry = int32_t(First);
		Column.Count = int32_t(Entry - First);
		Column.FirstBin = Bin;
		Column.BinCount = Column.Count / 2 + 1;
		Bin += Column.BinCount + 1;
		SlotCount += (Column.Count + ClusterSize - 1) / ClusterSize * ClusterSize;
	}
	GrowTo(Entries, Input.Positions.size());
	GrowTo(BinStarts, size_t(Bin));
	GrowTo(Records, size_t(SlotCount));
	GrowTo(Blocks, size_t(SlotCount / ClusterSize));
}

void FKernelGrid::ListByColumn(ITaskScheduler& Scheduler)
{
	ForEachChunk(Scheduler, ChunkCount,
	    [&](int32_t Chunk, int32_t)
	    {
		    uint32_t* Cursors = &ChunkCursors[size_t(Chunk) * Columns.size()];
		    const FSpanRange Boids = ChunkOfBoids(Chunk);
		    for (size_t Boid = size_t(Boids.First); Boid < size_t(Boids.End); ++Boid)
		    {
			    const uint32_t Place = Cursors[ColumnOfBoid[Boid]]++;
			    Entries[Place] = {uint32_t(Boid), Frame.Y.ReadPosition(Input.Positions[Boid])};
		    }
	    });
}

void FKernelGrid::SortColumn(FKernelColumn& Column)
{
	const std::span<const FEntry> InColumn(Entries.data() + Column.FirstEntry, size_t(Column.Count));
	Column.Low = std::numeric_limits<float>::infinity(); // an empty column holds nothing
	Column.High = -Column.Low;
	for (const FEntry& Entry : InColumn)
	{
		Column.Low = std::min(Column.Low, Entry.Y);
		Column.High = std::max(Column.High, Entry.Y);
	}
	const float Extent = Column.High - Column.Low;
	Column.InverseBinHeight = Extent > 0.0f && std::isfinite(Extent) ? float(Column.BinCount) / Extent : 0.0f;

	// Starts[Bin + 1] first counts the bin, then says where its next boid goes: at the end, where the next bin starts.
	uint32_t* Starts = &BinStarts[size_t(Column.FirstBin)];
	std::fill(Starts, Starts + Column.BinCount + 1, 0u);
	for (const FEntry& Entry : InColumn)
	{
		++Starts[Column.BinOf(Entry.Y) + 1];
	}
	uint32_t Slot = uint32_t(Column.FirstSlot);
	Starts[0] = Slot;
	for (int32_t Bin = 1; Bin <= Column.BinCount; ++Bin)
	{
		const uint32_t Count = Starts[Bin];
		Starts[Bin] = Slot;
		Slot += Count;
	}
	for (const FEntry& Entry : InColumn)
	{
		Store(Starts[Column.BinOf(Entry.Y) + 1]++, Entry);
	}
	for (; Slot % ClusterSize != 0; ++Slot)
	{
		Pad(Slot);
	}
}

void FKernelGrid::Store(size_t Slot, const FEntry& Entry)
{
	const FVector& Position = Input.Positions[Entry.Boid];
	const FVector& Velocity = Input.Velocities[Entry.Boid];
	const float X = Frame.X.ReadPosition(Position);
	const float Z = Frame.Z.ReadPosition(Position);
	FPositionBlock& Block = Blocks[Slot / ClusterSize];
	Block.X[Slot % ClusterSize] = X;
	Block.Y[Slot % ClusterSize] = Entry.Y;
	Block.Z[Slot % ClusterSize] = Z;
	Records[Slot] = {X, Entry.Y, Z, Frame.X.Read(Velocity), Frame.Y.Read(Velocity), Frame.Z.Read(Velocity), Entry.Boid};
}

void FKernelGrid::Pad(size_t Slot)
{
	constexpr float Far = std::numeric_limits<float>::infinity();
	FPositionBlock& Block = Blocks[Slot / ClusterSize];
	Block.X[Slot % ClusterSize] = Block.Y[Slot % ClusterSize] = Block.Z[Slot % ClusterSize] = Far;
	Records[Slot] = {Far, Far, Far, 0.0f, 0.0f, 0.0f, NoBoid};
}

int32_t FKernelGrid::FindClustersOnTorus(const FKernelColumn& Column, float Low, float High, FSpanRange Out[2]) const
{
	const float Period = Frame.Y.Period;
	Out[0] = FindClusters(Column, Low, High);
	if (Period <= 0.0f)
	{
		return 1;
	}
	// The images of the range one period up and down: what lies across the seam. Where two of the three share a
	// cluster, or nearly all the column is covered, one range takes all: no cluster may come twice.
	int32_t Count = Out[0].First < Out[0].End ? 1 : 0;
	for (const float Shift : {-Period, Period})
	{
		const FSpanRange Image = FindClusters(Column, Low + Shift, High + Shift);
		if (Image.First >= Image.End)
		{
			continue;
		}
		const bool bMeets = Count == 1 && Image.First < Out[0].End && Out[0].First < Image.End;
		if (bMeets || Count == 2)
		{
			Out[0] = FindClusters(Column, Column.Low, Column.High);
			return 1;
		}
		Out[Count++] = Image;
	}
	return Count;
}

size_t FKernelGrid::GetMemoryBytes() const
{
	return ColumnOfBoid.capacity() * sizeof(ColumnOfBoid[0]) + ChunkCursors.capacity() * sizeof(ChunkCursors[0]) +
	       Entries.capacity() * sizeof(FEntry) + Columns.capacity() * sizeof(FKernelColumn) +
	       BinStarts.capacity() * sizeof(BinStarts[0]) + Records.capacity() * sizeof(FBoidRecord) +
	       Blocks.capacity() * sizeof(FPositionBlock) + AxisX.GetMemoryBytes() + AxisZ.GetMemoryBytes();
}
} // namespace Flockwork
