#pragma once
// Sorts a flock into the columns that KernelTypes.h draws, and finds the clusters around a box. A counting sort in two
// stages, both stable, so that boids of one bin stay in order of creation:
//
//	1. all boids into their columns          (chunks of boids, each with its own counts)
//	2. each column's boids by height         (columns are independent of each other)
#include "FlockworkCore/Tasks.h"
#include "FlockworkFlock/FlockTypes.h"
#include "KernelAxis.h"
#include "KernelTypes.h"

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
		float ReadPosition(const FVector& V) const
		{
			const float Value = Read(V);
			return bWrap ? Value - Period * std::floor((Value - Origin) / Period) : Value;
		}
	};
	FAxis X, Y, Z;
	float MaxCoordinate = 0.0f; // m, the largest in magnitude: what rounding is measured by

	FVector ToWorld(float InX, float InY, float InZ) const
	{
		FVector Out{0.0f, 0.0f, 0.0f};
		(&Out.x)[X.World] = InX;
		(&Out.x)[Y.World] = InY;
		(&Out.x)[Z.World] = InZ;
		return Out;
	}
};

struct FKernelColumn
{
	int32_t FirstSlot = 0; // a multiple of ClusterSize
	int32_t FirstEntry = 0;
	int32_t Count = 0;
	int32_t FirstBin = 0; // into BinStarts, where it has BinCount + 1 entries
	int32_t BinCount = 1;
	float Low = 0.0f; // m, of its boids along the column
	float High = 0.0f;
	float InverseBinHeight = 0.0f;

	int32_t BinOf(float Y) const
	{
		const float Bin = (Y - Low) * InverseBinHeight;
		return !(Bin > 0.0f) ? 0 : Bin < float(BinCount) ? int32_t(Bin) : BinCount - 1;
	}
};

class FKernelGrid
{
public:
	// At least one boid.
	void Build(const FKernelGridShape& Shape, const FFlockInput& Input, ITaskScheduler& Scheduler);

	const FKernelFrame& GetFrame() const { return Frame; }
	int32_t GetClusterCount() const { return SlotCount / ClusterSize; }
	const FBoidRecord* GetRecords() const { return Records.data(); }
	const FPositionBlock* GetBlocks() const { return Blocks.data(); }
	const FKernelAxis& GetAxisX() const { return AxisX; }
	const FKernelAxis& GetAxisZ() const { return AxisZ; }
	const FKernelColumn& GetColumn(int32_t X, int32_t Z) const
	{
		return Columns[size_t(Z) * size_t(AxisX.GetColumnCount()) + size_t(X)];
	}
	// Clusters of a column that hold everything with Low <= Y <= High, and little more.
	FSpanRange FindClusters(const FKernelColumn& Column, float Low, float High) const
	{
		if (!(Low <= Column.High && High >= Column.Low))
		{
			return {};
		}
		const uint32_t* Starts = &BinStarts[size_t(Column.FirstBin)];
		return {int32_t(Starts[Column.BinOf(Low)] / ClusterSize),
		    int32_t((Starts[Column.BinOf(High) + 1] + ClusterSize - 1) / ClusterSize)};
	}
	// The same where the column's axis may be a torus: up to two ranges that do not meet; returns how many.
	int32_t FindClustersOnTorus(const FKernelColumn& Column, float Low, float High, FSpanRange Out[2]) const;
	size_t GetMemoryBytes() const;

private:
	struct FEntry // a boid on its way from stage 1 to stage 2
	{
		uint32_t Boid;
		float Y;
	};

	void ChooseFrame(const FKernelGridShape& Shape);
	void ChooseColumns(ITaskScheduler& Scheduler);
	void CountColumns(ITaskScheduler& Scheduler);
	void PlaceColumns();
	void ListByColumn(ITaskScheduler& Scheduler);
	void SortColumn(FKernelColumn& Column);
	void Store(size_t Slot, const FEntry& Entry);
	void Pad(size_t Slot);
	FSpanRange ChunkOfBoids(int32_t Chunk) const;

	FFlockInput Input;
	FKernelFrame Frame;
	FKernelAxis AxisX;
	FKernelAxis AxisZ;
	int32_t SlotCount = 0;
	int32_t ChunkCount = 1;
	std::vector<int32_t> ColumnOfBoid;
	std::vector<uint32_t> ChunkCursors; // [chunk][column]: first counts, then where the next boid goes
	std::vector<FEntry> Entries;
	std::vector<FKernelColumn> Columns;
	std::vector<uint32_t> BinStarts;
	std::vector<FBoidRecord> Records;
	std::vector<FPositionBlock> Blocks;
};
} // namespace Flockwork
