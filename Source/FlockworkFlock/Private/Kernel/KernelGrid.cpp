#include "KernelGrid.h"

#include "KernelBounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace Flockwork
{
namespace
{
// The number of chunks depends on the flock alone. Each has a count for every cell, so there are few.
int32_t ChooseChunkCount(size_t BoidCount)
{
	return BoidCount < 8192 ? 1 : BoidCount < 32768 ? 2 : BoidCount < 131072 ? 4 : 8;
}

constexpr int32_t BoidsPerMarkingTask = 4096;
constexpr int32_t ColumnsPerTask = 8;
// Columns that would hold fewer than this on average waste more on padding than they save in candidates.
constexpr int64_t MinBoidsPerColumn = 4;
constexpr int64_t ColumnsAlwaysAllowed = 64;
// Fine enough to sort a flock that is a millionth of the world.
constexpr int32_t LastHeight = 1 << 28;
// Where padding lies.
constexpr float Far = std::numeric_limits<float>::infinity();

FBoidRecord MakePadding(uint32_t Slot)
{
	return {Far, Far, Far, 0.0f, 0.0f, 0.0f, NoBoid, Slot};
}

// The tables of a small flock have this size from the start, so that they need not grow when it spreads.
constexpr size_t LeastTableSize = 4096;
} // namespace

void FKernelGrid::Build(const FKernelGridShape& Shape, const FFlockInput& InInput, ITaskScheduler& Scheduler)
{
	Input = InInput;
	Reach = Shape.Reach;
	ChooseFrame(Shape);
	ChooseColumns(Scheduler);
	CountColumns(Scheduler);
	PlaceColumns();
	SplitIntoColumns(Scheduler);
	ParallelFor(Scheduler, int32_t(ColumnCount), ColumnsPerTask,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (int32_t Column = Begin; Column < End; ++Column)
		    {
			    SortColumn(size_t(Column));
		    }
	    });
}

// A small flock may come to fill every column with padding when it spreads: it gets room for that from the start.
size_t FKernelGrid::GetLeastSlots() const
{
	const int64_t Count = int64_t(Input.Positions.size());
	const int64_t MaxColumns = Count / MinBoidsPerColumn + ColumnsAlwaysAllowed;
	return std::min(size_t(Count + MaxColumns * (ClusterSize - 1)), LeastTableSize);
}

FSpanRange FKernelGrid::ChunkOfBoids(int32_t Chunk) const
{
	const int64_t Count = int64_t(Input.Positions.size());
	return {int32_t(Count * Chunk / ChunkCount), int32_t(Count * (Chunk + 1) / ChunkCount)};
}

void FKernelGrid::ChooseFrame(const FKernelGridShape& Shape)
{
	FBox Bounds = MeasureBounds(Input.Positions);
	if (Shape.bPlanar)
	{
		Bounds.Min.y = Bounds.Max.y = 0.0f;
	}
	std::array<FKernelFrame::FAxis, 3> Axes;
	std::array<float, 3> WorldExtents;
	Frame.MaxCoordinate = 0.0f;
	for (size_t World = 0; World < 3; ++World)
	{
		const float Min = (&Bounds.Min.x)[World];
		const float Max = (&Bounds.Max.x)[World];
		FKernelFrame::FAxis& Axis = Axes[World];
		Axis = {int32_t(World), Shape.bPlanar && World == 1 ? 0.0f : 1.0f, Min, (&Shape.TorusPeriod.x)[World], false};
		Axis.bWrap = Axis.Period > 0.0f && Max - Min > Axis.Period;
		WorldExtents[World] = Axis.bWrap ? Axis.Period : Max - Min;
		Frame.MaxCoordinate = std::max({Frame.MaxCoordinate, std::abs(Min), std::abs(Max)});
	}
	const size_t Along = size_t(std::max_element(WorldExtents.begin(), WorldExtents.end()) - WorldExtents.begin());
	Frame.X = Axes[(Along + 1) % 3];
	Frame.Y = Axes[Along];
	Frame.Z = Axes[(Along + 2) % 3];
	Extents[0] = WorldExtents[(Along + 1) % 3];
	Extents[1] = WorldExtents[Along];
	Extents[2] = WorldExtents[(Along + 2) % 3];
}

void FKernelGrid::ChooseColumns(ITaskScheduler& Scheduler)
{
	const int64_t MaxColumns = int64_t(Input.Positions.size()) / MinBoidsPerColumn + ColumnsAlwaysAllowed;
	AxisX.Reset(Frame.X.Origin, Extents[0], Frame.X.Period, Reach);
	AxisZ.Reset(Frame.Z.Origin, Extents[2], Frame.Z.Period, Reach);
	Heights = {Frame.Y.Origin, Extents[1] > 0.0f ? float(LastHeight) / Extents[1] : 0.0f, LastHeight};
	if (int64_t(AxisX.GetSlabCount()) * AxisZ.GetSlabCount() <= MaxColumns)
	{
		AxisX.UseAllSlabs();
		AxisZ.UseAllSlabs();
	}
	else
	{
		// A large and mostly empty world.
		MarkOccupied(Scheduler);
		while (int64_t(AxisX.GetRankCount()) * AxisZ.GetRankCount() > MaxColumns)
		{
			(AxisX.GetRankCount() >= AxisZ.GetRankCount() ? AxisX : AxisZ).Coarsen();
		}
	}
	ColumnCount = size_t(AxisX.GetRankCount()) * size_t(AxisZ.GetRankCount());
}

void FKernelGrid::MarkOccupied(ITaskScheduler& Scheduler)
{
	AxisX.BeginMarking();
	AxisZ.BeginMarking();
	ParallelFor(Scheduler, int32_t(Input.Positions.size()), BoidsPerMarkingTask,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (int32_t Boid = Begin; Boid < End; ++Boid)
		    {
			    AxisX.Mark(Frame.X.ReadPosition<false>(Input.Positions[size_t(Boid)]));
			    AxisZ.Mark(Frame.Z.ReadPosition<false>(Input.Positions[size_t(Boid)]));
		    }
	    });
	AxisX.EndMarking();
	AxisZ.EndMarking();
}

void FKernelGrid::CountColumns(ITaskScheduler& Scheduler)
{
	ChunkCount = ChooseChunkCount(Input.Positions.size());
	GrowTo(ColumnOfBoid, Input.Positions.size());
	GrowTo(Cursors, ColumnCount * size_t(ChunkCount), LeastTableSize);
	const bool bPlain = Frame.IsPlain();
	ForEachChunk(Scheduler, ChunkCount,
	    [&](int32_t Chunk, int32_t) { bPlain ? CountChunk<true>(Chunk) : CountChunk<false>(Chunk); });
}

template <bool bPlain>
void FKernelGrid::CountChunk(int32_t Chunk)
{
	uint32_t* Counts = &Cursors[size_t(Chunk) * ColumnCount];
	std::fill(Counts, Counts + ColumnCount, 0u);
	// Copies, which stores into the arrays cannot change.
	const FKernelFrame Axes = Frame;
	const FRankLookup X = AxisX.GetLookup();
	const FRankLookup Z = AxisZ.GetLookup();
	const uint32_t RowLength = uint32_t(AxisX.GetRankCount());
	const FVector* Positions = Input.Positions.data();
	uint32_t* OutColumns = ColumnOfBoid.data();
	const FSpanRange Boids = ChunkOfBoids(Chunk);
	for (int32_t Boid = Boids.First; Boid < Boids.End; ++Boid)
	{
		const FVector& Position = Positions[Boid];
		const uint32_t Column = uint32_t(Z.RankOf(Axes.Z.ReadPosition<bPlain>(Position))) * RowLength +
		                        uint32_t(X.RankOf(Axes.X.ReadPosition<bPlain>(Position)));
		OutColumns[Boid] = Column;
		++Counts[Column];
	}
}

// Where each column's boids, slots and bins begin.
void FKernelGrid::PlaceColumns()
{
	GrowTo(Places, ColumnCount + 1, LeastTableSize);
	GrowTo(Columns, ColumnCount, LeastTableSize);
	FColumnPlace Next;
	uint32_t NextBin = 0;
	for (size_t Column = 0; Column < ColumnCount; ++Column)
	{
		Places[Column] = Next;
		for (size_t Chunk = 0; Chunk < size_t(ChunkCount); ++Chunk)
		{
			uint32_t& Cursor = Cursors[Chunk * ColumnCount + Column];
			const uint32_t Count = Cursor;
			Cursor = Next.FirstBoid;
			Next.FirstBoid += Count;
		}
		const uint32_t Count = Next.FirstBoid - Places[Column].FirstBoid;
		Next.FirstSlot += (Count + ClusterSize - 1) / ClusterSize * ClusterSize;
		Columns[Column].FirstBin = NextBin;
		NextBin += Count + 3; // those below and above all boids, and the end of the last
	}
	Places[ColumnCount] = Next;
	SlotCount = int32_t(Next.FirstSlot);
	GrowTo(BinStarts, NextBin, LeastTableSize);
	GrowTo(Records, size_t(SlotCount + ClusterSize), GetLeastSlots() + ClusterSize);
	GrowTo(Blocks, size_t(SlotCount / ClusterSize) + 1, GetLeastSlots() / ClusterSize + 1);
	FPositionBlock& Empty = Blocks[GetEmptyCluster()];
	for (uint32_t Lane = 0; Lane < ClusterSize; ++Lane)
	{
		Empty.X[Lane] = Empty.Y[Lane] = Empty.Z[Lane] = Far;
		Records[Next.FirstSlot + Lane] = MakePadding(Next.FirstSlot + Lane);
	}
}

void FKernelGrid::SplitIntoColumns(ITaskScheduler& Scheduler)
{
	GrowTo(Unsorted, Input.Positions.size());
	GrowTo(SlotOfBoid, Input.Positions.size());
	const bool bPlain = Frame.IsPlain();
	ForEachChunk(Scheduler, ChunkCount,
	    [&](int32_t Chunk, int32_t) { bPlain ? SplitChunk<true>(Chunk) : SplitChunk<false>(Chunk); });
}

template <bool bPlain>
void FKernelGrid::SplitChunk(int32_t Chunk)
{
	const FKernelFrame Axes = Frame;
	const FVector* Positions = Input.Positions.data();
	const FVector* Velocities = Input.Velocities.data();
	const uint32_t* InColumns = ColumnOfBoid.data();
	const FRankLookup Along = Heights;
	uint32_t* Next = &Cursors[size_t(Chunk) * ColumnCount];
	FBoidRecord* OutRecords = Unsorted.data();
	const FSpanRange Boids = ChunkOfBoids(Chunk);
	for (int32_t Boid = Boids.First; Boid < Boids.End; ++Boid)
	{
		const float X = Axes.X.ReadPosition<bPlain>(Positions[Boid]);
		const float Y = Axes.Y.ReadPosition<bPlain>(Positions[Boid]);
		const float Z = Axes.Z.ReadPosition<bPlain>(Positions[Boid]);
		FBoidRecord& Out = OutRecords[Next[InColumns[Boid]]++];
		__builtin_prefetch(&Out + 2, 1); // the line that this column is going to write next
		Out = {X, Y, Z, Axes.X.Read(Velocities[Boid]), Axes.Y.Read(Velocities[Boid]), Axes.Z.Read(Velocities[Boid]),
		    uint32_t(Boid), uint32_t(Along.SlabOf(Y))};
	}
}

void FKernelGrid::SortColumn(size_t Column)
{
	ChooseBins(Column);
	SortIntoBins(Column);
	FillColumn(Column);
}

// At most as many bins as boids, so that most hold one or two.
void FKernelGrid::ChooseBins(size_t Column)
{
	const FBoidRecord* First = Unsorted.data() + Places[Column].FirstBoid;
	const FBoidRecord* End = Unsorted.data() + Places[Column + 1].FirstBoid;
	const FBoidRecord* Sorted = Records.data() + Places[Column].FirstSlot;
	int32_t Bottom = LastHeight;
	int32_t Top = 0;
	for (const FBoidRecord* Boid = First; Boid != End; ++Boid)
	{
		Bottom = std::min(Bottom, int32_t(Boid->Slot));
		Top = std::max(Top, int32_t(Boid->Slot));
		__builtin_prefetch(Sorted + (Boid - First), 1); // SortIntoBins will fill them in no order
	}
	FKernelColumn& Out = Columns[Column];
	Out.Bottom = Bottom;
	Out.Shift = 0;
	while (((Top - Bottom) >> Out.Shift) >= End - First)
	{
		++Out.Shift;
	}
	Out.LastBin = First != End ? ((Top - Bottom) >> Out.Shift) + 2 : 1;
}

// Counts the bins, and lays each one's end where its start will be when it has been filled from behind.
void FKernelGrid::SortIntoBins(size_t Column)
{
	const FKernelColumn Bins = Columns[Column];
	uint32_t* Starts = &BinStarts[Bins.FirstBin];
	std::fill_n(Starts, Bins.LastBin + 2, 0u);
	FBoidRecord* First = Unsorted.data() + Places[Column].FirstBoid;
	FBoidRecord* End = Unsorted.data() + Places[Column + 1].FirstBoid;
	for (FBoidRecord* Boid = First; Boid != End; ++Boid)
	{
		Boid->Slot = uint32_t(Bins.BinOf(int32_t(Boid->Slot)));
		++Starts[Boid->Slot];
	}
	uint32_t Slot = Places[Column].FirstSlot;
	for (int32_t Bin = 0; Bin < Bins.LastBin + 2; ++Bin)
	{
		Slot += Starts[Bin];
		Starts[Bin] = Slot;
	}
	for (const FBoidRecord* Boid = End; Boid-- != First;)
	{
		const uint32_t Place = --Starts[Boid->Slot];
		SlotOfBoid[Boid->Boid] = Place;
		Records[Place] = *Boid;
		Records[Place].Slot = Place;
	}
}

// Padding behind the boids, and their positions once more.
void FKernelGrid::FillColumn(size_t Column)
{
	const uint32_t FirstSlot = Places[Column].FirstSlot;
	const uint32_t EndSlot = Places[Column + 1].FirstSlot;
	const uint32_t Count = Places[Column + 1].FirstBoid - Places[Column].FirstBoid;
	for (uint32_t Slot = FirstSlot + Count; Slot < EndSlot; ++Slot)
	{
		Records[Slot] = MakePadding(Slot);
	}
	for (uint32_t Slot = FirstSlot; Slot < EndSlot; Slot += ClusterSize)
	{
		FPositionBlock& Block = Blocks[Slot / ClusterSize];
		for (uint32_t Lane = 0; Lane < ClusterSize; ++Lane)
		{
			Block.X[Lane] = Records[Slot + Lane].X;
			Block.Y[Lane] = Records[Slot + Lane].Y;
			Block.Z[Lane] = Records[Slot + Lane].Z;
		}
	}
}

int32_t FKernelGrid::FindHeights(float Low, float High, FHeightRange Out[2]) const
{
	const float Period = Frame.Y.Period;
	const float Seam = Frame.Y.Origin;
	if (Period > 0.0f && High - Low >= Period)
	{
		Out[0] = {0, LastHeight};
		return 1;
	}
	if (Period > 0.0f && (Low < Seam || High > Seam + Period))
	{
		Out[0] = {0, Heights.SlabOf(Low < Seam ? High : High - Period)};
		Out[1] = {Heights.SlabOf(Low < Seam ? Low + Period : Low), LastHeight};
		return 2;
	}
	Out[0] = FindHeights(Low, High);
	return 1;
}

size_t FKernelGrid::GetMemoryBytes() const
{
	return (ColumnOfBoid.capacity() + SlotOfBoid.capacity() + Cursors.capacity() + BinStarts.capacity()) *
	           sizeof(uint32_t) +
	       Places.capacity() * sizeof(FColumnPlace) + Columns.capacity() * sizeof(FKernelColumn) +
	       (Unsorted.capacity() + Records.capacity()) * sizeof(FBoidRecord) +
	       Blocks.capacity() * sizeof(FPositionBlock) + AxisX.GetMemoryBytes() + AxisZ.GetMemoryBytes();
}
} // namespace Flockwork
