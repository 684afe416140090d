#pragma once
// Sorts a flock into the columns that KernelTypes.h draws, and finds the clusters around a box. In two levels, each a
// stable counting sort:
//
//	boids in order of creation --> by column --> each column by itself, into bins along it
//
// The first level writes to as many places as there are columns, the second stays within one column, which fits into
// the nearest cache. A column has bins of its own, from its lowest boid to its highest, so that a dense one is sorted
// as well as a sparse one, however far the flock is strewn.
#include "FlockworkCore/Tasks.h"
#include "FlockworkFlock/FlockTypes.h"
#include "KernelAxis.h"
#include "KernelTypes.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace Flockwork
{
struct FKernelGridShape
{
	float Reach = 5.0f; // m, > 0: the largest distance at which anything is looked for
	FVector TorusPeriod{0.0f, 0.0f, 0.0f};
	bool bPlanar = false;
};

// Which world axis (0, 1, 2) plays X, Y (along) and Z, and how its coordinates are read.
struct FKernelFrame
{
	struct FAxis
	{
		int32_t World = 0;
		float Scale = 1.0f; // 0 flattens it
		float Origin = 0.0f;
		float Period = 0.0f;
		bool bWrap = false; // positions lie further apart than a period: bring them into one first

		float Read(const FVector& V) const { return (&V.x)[World] * Scale; }
		// bPlain: IsPlain is known to hold, as it mostly does.
		template <bool bPlain>
		float ReadPosition(const FVector& V) const
		{
			const float Value = (&V.x)[World];
			if constexpr (bPlain)
			{
				return Value;
			}
			const float Flat = Value * Scale;
			return bWrap ? Wrap(Flat) : Flat;
		}
		// In double, so that only the result is rounded.
		float Wrap(float Value) const
		{
			const double Turns = std::floor((double(Value) - double(Origin)) / double(Period));
			return float(double(Value) - Turns * double(Period));
		}
		bool IsPlain() const { return Scale == 1.0f && !bWrap; }
		float InversePeriod() const { return Period > 0.0f ? 1.0f / Period : 0.0f; }
	};
	FAxis X, Y, Z;
	bool IsPlain() const { return X.IsPlain() && Y.IsPlain() && Z.IsPlain(); }
	float MaxCoordinate = 0.0f; // m, the largest in magnitude: what rounding is measured by

	void WriteToWorld(float InX, float InY, float InZ, FVector& Out) const
	{
		(&Out.x)[X.World] = InX;
		(&Out.x)[Y.World] = InY;
		(&Out.x)[Z.World] = InZ;
	}
};

// Both included.
struct FHeightRange
{
	int32_t Low = 0;
	int32_t High = 0;
};

// Heights along a column are counted in steps of one size for all columns. A column's bins are a power of two of them.
struct FKernelColumn
{
	int32_t Bottom = 0;    // the height of its lowest boid
	int32_t Shift = 0;     // 2^Shift heights to a bin
	int32_t LastBin = 1;   // bins 0 and LastBin lie below and above all its boids, and are empty
	uint32_t FirstBin = 0; // among all bins

	int32_t BinOf(int32_t Height) const { return std::clamp(((Height - Bottom) >> Shift) + 1, 0, LastBin); }
};

class FKernelGrid
{
public:
	// At least one boid.
	void Build(const FKernelGridShape& Shape, const FFlockInput& Input, ITaskScheduler& Scheduler);

	const FKernelFrame& GetFrame() const { return Frame; }
	int32_t GetClusterCount() const { return SlotCount / ClusterSize; }
	size_t GetLeastSlots() const; // that tables by slot have room for
	const FBoidRecord* GetRecords() const { return Records.data(); }
	const FPositionBlock* GetBlocks() const { return Blocks.data(); }
	// By boid; the inverse of FBoidRecord::Boid.
	const uint32_t* GetSlotOfBoid() const { return SlotOfBoid.data(); }
	// A cluster of padding alone, behind the others, with which a list of clusters can be filled up.
	uint32_t GetEmptyCluster() const { return uint32_t(GetClusterCount()); }
	const FKernelAxis& GetAxisX() const { return AxisX; }
	const FKernelAxis& GetAxisZ() const { return AxisZ; }
	// The heights of what lies in [Low, High], in at most two ranges in ascending order (two only across a torus'
	// seam).
	int32_t FindHeights(float Low, float High, FHeightRange Out[2]) const;
	// The same where the flock is no torus.
	FHeightRange FindHeights(float Low, float High) const { return {Heights.SlabOf(Low), Heights.SlabOf(High)}; }
	// The clusters of a column that hold its boids at these heights, and few others.
	FSpanRange FindClusters(int32_t X, int32_t Z, FHeightRange Range) const
	{
		const FKernelColumn& Column = Columns[size_t(Z * AxisX.GetRankCount() + X)];
		const uint32_t* Starts = &BinStarts[Column.FirstBin];
		const uint32_t First = Starts[Column.BinOf(Range.Low)];
		const uint32_t End = Starts[Column.BinOf(Range.High) + 1];
		const uint32_t RoundUp = End > First ? ClusterSize - 1 : 0; // not an empty stretch inside a cluster
		return {int32_t(First / ClusterSize), int32_t((End + RoundUp) / ClusterSize)};
	}
	size_t GetMemoryBytes() const;

private:
	// The boids of a column while they are sorted.
	struct FColumnPlace
	{
		uint32_t FirstBoid = 0; // among Unsorted
		uint32_t FirstSlot = 0; // among Records
	};

	void ChooseFrame(const FKernelGridShape& Shape);
	void ChooseColumns(ITaskScheduler& Scheduler);
	void MarkOccupied(ITaskScheduler& Scheduler);
	void CountColumns(ITaskScheduler& Scheduler);
	template <bool bPlain>
	void CountChunk(int32_t Chunk);
	void PlaceColumns();
	void SplitIntoColumns(ITaskScheduler& Scheduler);
	template <bool bPlain>
	void SplitChunk(int32_t Chunk);
	void SortColumn(size_t Column);
	void ChooseBins(size_t Column);
	void SortIntoBins(size_t Column);
	void FillColumn(size_t Column);
	FSpanRange ChunkOfBoids(int32_t Chunk) const;

	FFlockInput Input;
	FKernelFrame Frame;
	FKernelAxis AxisX;
	FKernelAxis AxisZ;
	FRankLookup Heights;
	float Extents[3] = {}; // m, of X, Y and Z
	float Reach = 1.0f;
	size_t ColumnCount = 1;
	int32_t SlotCount = 0;
	int32_t ChunkCount = 1;
	std::vector<uint32_t> ColumnOfBoid;
	std::vector<uint32_t> SlotOfBoid;
	std::vector<uint32_t> Cursors;    // [chunk][column]: first counts, then where the next boid goes
	std::vector<FColumnPlace> Places; // by column, and one more
	std::vector<FKernelColumn> Columns;
	std::vector<uint32_t> BinStarts;   // [column][bin]: first slot; the last entry of a column is its end
	std::vector<FBoidRecord> Unsorted; // by column, without padding; Slot is the height, then the bin
	std::vector<FBoidRecord> Records;
	std::vector<FPositionBlock> Blocks; // one more than there are clusters
};
} // namespace Flockwork
