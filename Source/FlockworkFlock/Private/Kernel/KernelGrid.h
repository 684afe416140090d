#pragma once
// Sorts a flock into the columns that KernelTypes.h draws, and finds the clusters around a box. A counting sort by
// column, then by height within it; stable, so that boids of one bin stay in order of creation.
#include "FlockworkCore/Tasks.h"
#include "FlockworkFlock/FlockTypes.h"
#include "KernelAxis.h"
#include "KernelTypes.h"

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
	// A cluster of padding alone, with which a list of clusters can be filled up.
	uint32_t GetEmptyCluster() const { return uint32_t(GetClusterCount()); }
	const FKernelAxis& GetAxisX() const { return AxisX; }
	const FKernelAxis& GetAxisY() const { return AxisY; } // its slabs are the bins
	const FKernelAxis& GetAxisZ() const { return AxisZ; }
	// The clusters of a column that hold its boids in these bins, and few others.
	FSpanRange FindClusters(int32_t X, int32_t Z, FSpanRange Bins) const
	{
		const uint32_t* Starts = &BinStarts[size_t(Z * AxisX.GetRankCount() + X) * BinStride];
		return {int32_t(Starts[Bins.First] / ClusterSize), int32_t((Starts[Bins.End] + ClusterSize - 1) / ClusterSize)};
	}
	size_t GetMemoryBytes() const;

private:
	void ChooseFrame(const FKernelGridShape& Shape);
	void ChooseCells(ITaskScheduler& Scheduler);
	void MarkOccupied(ITaskScheduler& Scheduler);
	void CountCells(ITaskScheduler& Scheduler);
	template <bool bPlain>
	void CountChunk(int32_t Chunk);
	void PlaceColumns(ITaskScheduler& Scheduler);
	void PlaceBins(size_t Column);
	void FillSlots(ITaskScheduler& Scheduler);
	void AssignSlots(int32_t Chunk);
	std::span<const uint32_t> ListStretch(int32_t Stretch, int32_t StretchCount);
	template <bool bPlain>
	void FillRecords(std::span<const uint32_t> Boids);
	void CopyPositions(ITaskScheduler& Scheduler);
	FSpanRange ChunkOfBoids(int32_t Chunk) const;

	FFlockInput Input;
	FKernelFrame Frame;
	FKernelAxis AxisX;
	FKernelAxis AxisY;
	FKernelAxis AxisZ;
	float Extents[3] = {}; // m, of X, Y and Z
	float Reach = 1.0f;
	size_t ColumnCount = 1;
	size_t BinStride = 2; // bins of a column and one more
	int32_t SlotCount = 0;
	int32_t ChunkCount = 1;
	std::vector<uint32_t> CellOfBoid; // and then, stretch by stretch, the boids that belong there
	std::vector<uint32_t> SlotOfBoid;
	std::vector<uint32_t> Cursors;     // [chunk][column][bin]: first counts, then where the next boid goes
	std::vector<uint32_t> ColumnSlots; // by column: first counts, then the first slot
	std::vector<uint32_t> BinStarts;   // [column][bin]: first slot; the last entry of a column is its end
	std::vector<FBoidRecord> Records;
	std::vector<FPositionBlock> Blocks; // one more than there are clusters
};
} // namespace Flockwork
