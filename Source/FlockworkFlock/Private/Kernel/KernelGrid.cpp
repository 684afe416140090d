#include "KernelGrid.h"

#include "KernelBounds.h"
#include "SpatialTasks.h"

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
constexpr int32_t ColumnsPerTask = 16;
constexpr int32_t ClustersPerTask = 128;
// Columns that would hold fewer than this on average waste more on padding than they save in candidates.
constexpr int64_t MinBoidsPerColumn = 4;
constexpr int64_t ColumnsAlwaysAllowed = 64;
// Where padding lies.
constexpr float Far = std::numeric_limits<float>::infinity();
// Two boids in a bin on average: clusters are then sorted well enough, and the tables stay small.
constexpr int64_t MinBoidsPerCell = 2;

// The tables of a small flock have this size from the start, so that they need not grow when it spreads.
constexpr size_t LeastTableSize = 4096;
} // namespace

void FKernelGrid::Build(const FKernelGridShape& Shape, const FFlockInput& InInput, ITaskScheduler& Scheduler)
{
	Input = InInput;
	Reach = Shape.Reach;
	ChooseFrame(Shape);
	ChooseCells(Scheduler);
	CountCells(Scheduler);
	PlaceColumns(Scheduler);
	FillSlots(Scheduler);
	CopyPositions(Scheduler);
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

void FKernelGrid::ChooseCells(ITaskScheduler& Scheduler)
{
	const int64_t Count = int64_t(Input.Positions.size());
	const int64_t MaxColumns = Count / MinBoidsPerColumn + ColumnsAlwaysAllowed;
	const int64_t MaxCells = Count / MinBoidsPerCell + ColumnsAlwaysAllowed;
	AxisX.Reset(Frame.X.Origin, Extents[0], Frame.X.Period, Reach);
	AxisZ.Reset(Frame.Z.Origin, Extents[2], Frame.Z.Period, Reach);
	const int64_t Columns = int64_t(AxisX.GetSlabCount()) * AxisZ.GetSlabCount();
	const int64_t Bins = std::max<int64_t>(MaxCells / Columns, 1);
	if (Columns <= MaxColumns && Extents[1] / float(Bins) <= Reach)
	{
		AxisY.Reset(Frame.Y.Origin, Extents[1], Frame.Y.Period, Extents[1] / float(Bins));
		AxisX.UseAllSlabs();
		AxisY.UseAllSlabs();
		AxisZ.UseAllSlabs();
	}
	else
	{
		// A large and mostly empty world.
		constexpr float BinsInReach = 8.0f;
		AxisY.Reset(Frame.Y.Origin, Extents[1], Frame.Y.Period, Reach / BinsInReach);
		MarkOccupied(Scheduler);
		while (int64_t(AxisX.GetRankCount()) * AxisZ.GetRankCount() > MaxColumns)
		{
			(AxisX.GetRankCount() >= AxisZ.GetRankCount() ? AxisX : AxisZ).Coarsen();
		}
		while (int64_t(AxisX.GetRankCount()) * AxisZ.GetRankCount() * AxisY.GetRankCount() > MaxCells)
		{
			AxisY.Coarsen();
		}
	}
	ColumnCount = size_t(AxisX.GetRankCount()) * size_t(AxisZ.GetRankCount());
	BinStride = size_t(AxisY.GetRankCount()) + 1;
}

void FKernelGrid::MarkOccupied(ITaskScheduler& Scheduler)
{
	AxisX.BeginMarking();
	AxisY.BeginMarking();
	AxisZ.BeginMarking();
	ParallelFor(Scheduler, int32_t(Input.Positions.size()), BoidsPerMarkingTask,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (int32_t Boid = Begin; Boid < End; ++Boid)
		    {
			    AxisX.Mark(Frame.X.ReadPosition<false>(Input.Positions[size_t(Boid)]));
			    AxisY.Mark(Frame.Y.ReadPosition<false>(Input.Positions[size_t(Boid)]));
			    AxisZ.Mark(Frame.Z.ReadPosition<false>(Input.Positions[size_t(Boid)]));
		    }
	    });
	AxisX.EndMarking();
	AxisY.EndMarking();
	AxisZ.EndMarking();
}

void FKernelGrid::CountCells(ITaskScheduler& Scheduler)
{
	ChunkCount = ChooseChunkCount(Input.Positions.size());
	GrowTo(CellOfBoid, Input.Positions.size());
	GrowTo(Cursors, ColumnCount * BinStride * size_t(ChunkCount), LeastTableSize);
	const bool bPlain = Frame.IsPlain();
	ForEachChunk(Scheduler, ChunkCount,
	    [&](int32_t Chunk, int32_t) { bPlain ? CountChunk<true>(Chunk) : CountChunk<false>(Chunk); });
}

template <bool bPlain>
void FKernelGrid::CountChunk(int32_t Chunk)
{
	uint32_t* Counts = &Cursors[size_t(Chunk) * ColumnCount * BinStride];
	std::fill(Counts, Counts + ColumnCount * BinStride, 0u);
	// Copies, which stores into the arrays cannot change.
	const FKernelFrame Axes = Frame;
	const FRankLookup X = AxisX.GetLookup();
	const FRankLookup Y = AxisY.GetLookup();
	const FRankLookup Z = AxisZ.GetLookup();
	const uint32_t RowLength = uint32_t(AxisX.GetRankCount());
	const uint32_t Stride = uint32_t(BinStride);
	const FVector* Positions = Input.Positions.data();
	uint32_t* OutCells = CellOfBoid.data();
	const FSpanRange Boids = ChunkOfBoids(Chunk);
	for (int32_t Boid = Boids.First; Boid < Boids.End; ++Boid)
	{
		const FVector& Position = Positions[Boid];
		const uint32_t Column = uint32_t(Z.RankOf(Axes.Z.ReadPosition<bPlain>(Position))) * RowLength +
		                        uint32_t(X.RankOf(Axes.X.ReadPosition<bPlain>(Position)));
		const uint32_t Cell = Column * Stride + uint32_t(Y.RankOf(Axes.Y.ReadPosition<bPlain>(Position)));
		OutCells[Boid] = Cell;
		++Counts[Cell];
	}
}

void FKernelGrid::PlaceColumns(ITaskScheduler& Scheduler)
{
	GrowTo(ColumnSlots, ColumnCount, LeastTableSize);
	GrowTo(BinStarts, ColumnCount * BinStride, LeastTableSize);
	ParallelFor(Scheduler, int32_t(ColumnCount), ColumnsPerTask,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (size_t Column = size_t(Begin); Column < size_t(End); ++Column)
		    {
			    uint32_t Count = 0;
			    for (size_t Chunk = 0; Chunk < size_t(ChunkCount); ++Chunk)
			    {
				    const uint32_t* Counts = &Cursors[(Chunk * ColumnCount + Column) * BinStride];
				    for (size_t Bin = 0; Bin < BinStride; ++Bin)
				    {
					    Count += Counts[Bin];
				    }
			    }
			    ColumnSlots[Column] = Count;
		    }
	    });
	uint32_t Slot = 0;
	for (size_t Column = 0; Column < ColumnCount; ++Column)
	{
		const uint32_t Count = ColumnSlots[Column];
		ColumnSlots[Column] = Slot;
		Slot += (Count + ClusterSize - 1) / ClusterSize * ClusterSize;
	}
	SlotCount = int32_t(Slot);
	GrowTo(Records, size_t(SlotCount), GetLeastSlots());
	GrowTo(Blocks, size_t(SlotCount / ClusterSize) + 1, GetLeastSlots() / ClusterSize + 1);
	ParallelFor(Scheduler, int32_t(ColumnCount), ColumnsPerTask,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (size_t Column = size_t(Begin); Column < size_t(End); ++Column)
		    {
			    PlaceBins(Column);
		    }
	    });
}

void FKernelGrid::PlaceBins(size_t Column)
{
	uint32_t Slot = ColumnSlots[Column];
	uint32_t* Starts = &BinStarts[Column * BinStride];
	uint32_t* Counts = &Cursors[Column * BinStride];
	const size_t ChunkStride = ColumnCount * BinStride;
	for (size_t Bin = 0; Bin < BinStride; ++Bin)
	{
		Starts[Bin] = Slot;
		for (int32_t Chunk = 0; Chunk < ChunkCount; ++Chunk)
		{
			uint32_t& Cursor = Counts[size_t(Chunk) * ChunkStride + Bin];
			const uint32_t Count = Cursor;
			Cursor = Slot;
			Slot += Count;
		}
	}
	for (; Slot % ClusterSize != 0; ++Slot)
	{
		Records[Slot] = {Far, Far, Far, 0.0f, 0.0f, 0.0f, NoBoid, Slot};
	}
}

// First every boid learns its slot, then the records are filled, each stretch of space by one worker: as many stretches
// as there are workers, since each boid has its slot already and nothing depends on who fills it. Chunk by chunk of
// boids, as they are counted, the workers would write to the same cache lines all the time.
void FKernelGrid::FillSlots(ITaskScheduler& Scheduler)
{
	GrowTo(SlotOfBoid, Input.Positions.size());
	ForEachChunk(Scheduler, ChunkCount, [&](int32_t Chunk, int32_t) { AssignSlots(Chunk); });
	const int32_t StretchCount = std::min(ChunkCount, Scheduler.GetThreadCount());
	GrowTo(CellOfBoid, size_t(SlotCount + StretchCount), GetLeastSlots() + size_t(StretchCount));
	const bool bPlain = Frame.IsPlain();
	ForEachChunk(Scheduler, StretchCount,
	    [&](int32_t Stretch, int32_t)
	    {
		    const std::span<const uint32_t> Members = ListStretch(Stretch, StretchCount);
		    bPlain ? FillRecords<true>(Members) : FillRecords<false>(Members);
	    });
}

void FKernelGrid::AssignSlots(int32_t Chunk)
{
	uint32_t* NextSlot = &Cursors[size_t(Chunk) * ColumnCount * BinStride];
	const uint32_t* Cells = CellOfBoid.data();
	uint32_t* OutSlots = SlotOfBoid.data();
	const FSpanRange Boids = ChunkOfBoids(Chunk);
	for (int32_t Boid = Boids.First; Boid < Boids.End; ++Boid)
	{
		OutSlots[Boid] = NextSlot[Cells[Boid]]++;
	}
}

// The boids whose slots lie in a stretch, in order of creation: found by looking at all of them, without a branch that
// nobody could foresee.
std::span<const uint32_t> FKernelGrid::ListStretch(int32_t Stretch, int32_t StretchCount)
{
	const int64_t Clusters = GetClusterCount();
	const uint32_t First = uint32_t(Clusters * Stretch / StretchCount) * ClusterSize;
	const uint32_t Length = uint32_t(Clusters * (Stretch + 1) / StretchCount) * ClusterSize - First;
	const uint32_t BoidCount = uint32_t(Input.Positions.size());
	const uint32_t* Slots = SlotOfBoid.data();
	// A stretch has no more boids than slots; one place more, since each boid is written before it is known to belong.
	uint32_t* Members = &CellOfBoid[First + uint32_t(Stretch)];
	uint32_t MemberCount = 0;
	for (uint32_t Boid = 0; Boid < BoidCount; ++Boid)
	{
		Members[MemberCount] = Boid;
		MemberCount += Slots[Boid] - First < Length ? 1 : 0;
	}
	return {Members, MemberCount};
}

template <bool bPlain>
void FKernelGrid::FillRecords(std::span<const uint32_t> Boids)
{
	const FKernelFrame Axes = Frame;
	const FVector* Positions = Input.Positions.data();
	const FVector* Velocities = Input.Velocities.data();
	const uint32_t* Slots = SlotOfBoid.data();
	FBoidRecord* OutRecords = Records.data();
	for (const uint32_t Boid : Boids)
	{
		const uint32_t Slot = Slots[Boid];
		const float X = Axes.X.ReadPosition<bPlain>(Positions[Boid]);
		const float Y = Axes.Y.ReadPosition<bPlain>(Positions[Boid]);
		const float Z = Axes.Z.ReadPosition<bPlain>(Positions[Boid]);
		OutRecords[Slot] = {X, Y, Z, Axes.X.Read(Velocities[Boid]), Axes.Y.Read(Velocities[Boid]),
		    Axes.Z.Read(Velocities[Boid]), Boid, Slot};
	}
}

// In a pass of its own: scattered over two places, each boid would cost three cache misses instead of one.
void FKernelGrid::CopyPositions(ITaskScheduler& Scheduler)
{
	ParallelInSpace(Scheduler, GetClusterCount(), ClustersPerTask,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (int32_t Cluster = Begin; Cluster < End; ++Cluster)
		    {
			    const FBoidRecord* InRecords = &Records[size_t(Cluster) * ClusterSize];
			    FPositionBlock& Block = Blocks[size_t(Cluster)];
			    for (int32_t Lane = 0; Lane < ClusterSize; ++Lane)
			    {
				    Block.X[Lane] = InRecords[Lane].X;
				    Block.Y[Lane] = InRecords[Lane].Y;
				    Block.Z[Lane] = InRecords[Lane].Z;
			    }
		    }
	    });
	FPositionBlock& Empty = Blocks[GetEmptyCluster()];
	for (int32_t Lane = 0; Lane < ClusterSize; ++Lane)
	{
		Empty.X[Lane] = Empty.Y[Lane] = Empty.Z[Lane] = Far;
	}
}

size_t FKernelGrid::GetMemoryBytes() const
{
	return (CellOfBoid.capacity() + SlotOfBoid.capacity() + Cursors.capacity() + ColumnSlots.capacity() +
	           BinStarts.capacity()) *
	           sizeof(uint32_t) +
	       Records.capacity() * sizeof(FBoidRecord) + Blocks.capacity() * sizeof(FPositionBlock) +
	       AxisX.GetMemoryBytes() + AxisY.GetMemoryBytes() + AxisZ.GetMemoryBytes();
}
} // namespace Flockwork
