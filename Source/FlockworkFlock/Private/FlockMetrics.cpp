#include "FlockworkFlock/FlockMetrics.h"

#include "ClusterFinder.h"
#include "FlockworkFlock/NeighborGrid.h"
#include "MotionSums.h"
#include "NearestJob.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace Flockwork
{
namespace
{
using FVectorD = glm::dvec3;

constexpr int32_t BoidsPerChunk = 1024;
// Above ExactBoids, neighbours are measured on at least half of NeighborSamples boids, spread evenly through space: the
// means' standard error is then about 1 %.
constexpr uint32_t NeighborSamples = 1024;
constexpr uint32_t ExactBoids = 2048;
constexpr float LowOrder = 0.35f;
constexpr float HighOrder = 0.65f;
// Cells a little wider than the radius: rounding never puts neighbours two cells apart, out to 100,000 cells.
constexpr float CellMargin = 1.02f;

// Of positions' phases on a torus.
struct FPhaseSums
{
	FVectorD Sine{0.0, 0.0, 0.0};
	FVectorD Cosine{0.0, 0.0, 0.0};
};

float PhaseOf(float Value, float Period)
{
	return Period > 0.0f ? 2.0f * Pi * Value / Period : 0.0f;
}

FPhaseSums SumPhases(std::span<const FVector> Positions, const FVector& Period)
{
	FPhaseSums Sums;
	for (const FVector& Position : Positions)
	{
		const FVector Phase{
		    PhaseOf(Position.x, Period.x), PhaseOf(Position.y, Period.y), PhaseOf(Position.z, Period.z)};
		Sums.Sine += FVectorD(std::sin(Phase.x), std::sin(Phase.y), std::sin(Phase.z));
		Sums.Cosine += FVectorD(std::cos(Phase.x), std::cos(Phase.y), std::cos(Phase.z));
	}
	return Sums;
}

float CircularMean(double Straight, double Sine, double Cosine, float Period)
{
	return Period > 0.0f ? float(std::atan2(Sine, Cosine)) * Period / (2.0f * Pi) : float(Straight);
}

EFlockState StateOf(float Polarisation, float Milling)
{
	if (Milling > HighOrder && Polarisation < LowOrder)
	{
		return EFlockState::Mill;
	}
	return Polarisation > HighOrder && Milling < LowOrder ? EFlockState::Polarised : EFlockState::Swarm;
}
} // namespace

std::string_view ToString(EFlockState State)
{
	switch (State)
	{
	case EFlockState::Mill:
		return "mill";
	case EFlockState::Polarised:
		return "polarised";
	default:
		return "swarm";
	}
}

struct FFlockMeter::FImpl
{
	FNeighborGrid Grid;
	FClusterFinder Clusters;
	// What each chunk of boids adds up to; combined in their order, so that the threads do not matter.
	std::vector<FMotionSums> MotionChunks;
	std::vector<FPhaseSums> PhaseChunks;
	std::vector<FShapeSums> ShapeChunks;
	std::vector<float> Coordinates[3]; // of the sorted points, padded
	std::vector<float> NearestSquared; // by sorted place
	std::vector<int32_t> Neighbors;    // by sorted place
	uint32_t Stride = 1;               // every so many of them has been measured

	FMotionJob MakeJob(const FFlockMetricsInput& Input, int32_t Chunk, const FVector& Origin) const;
	void MeasureMotion(const FFlockMetricsInput& Input, int32_t Chunk);
	void AddUpMotion(const FFlockMetricsInput& Input, FFlockMetrics& Metrics) const;
	void MeasureShape(const FFlockMetricsInput& Input, FFlockMetrics& Metrics, ITaskScheduler& Scheduler);
	void SpreadCoordinates(const FFlockMetricsInput& Input);
	void MeasureNeighbors(const FFlockMetricsInput& Input, ITaskScheduler& Scheduler);
	void AddUpNeighbors(FFlockMetrics& Metrics) const;
	void FindNearestHashed(float Radius, uint32_t Begin, uint32_t End);
};

FFlockMeter::FFlockMeter() : Impl(std::make_unique<FImpl>()) {}
FFlockMeter::~FFlockMeter() = default;
FFlockMeter::FFlockMeter(FFlockMeter&&) noexcept = default;
FFlockMeter& FFlockMeter::operator=(FFlockMeter&&) noexcept = default;

// Of one chunk. The first boid is the origin, so that offsets are small numbers.
FMotionJob FFlockMeter::FImpl::MakeJob(const FFlockMetricsInput& Input, int32_t Chunk, const FVector& Origin) const
{
	const size_t Begin = size_t(Chunk) * size_t(BoidsPerChunk);
	const size_t Count = std::min(Input.Positions.size() - Begin, size_t(BoidsPerChunk));
	return {&Input.Positions[Begin], &Input.Velocities[Begin], Count, Origin, Input.TorusPeriod, Input.bPlanar};
}

void FFlockMeter::FImpl::MeasureMotion(const FFlockMetricsInput& Input, int32_t Chunk)
{
	const FMotionJob Job = MakeJob(Input, Chunk, Input.Positions[0]);
	MotionChunks[size_t(Chunk)] = SumMotion(Job);
	if (LengthSquared(Input.TorusPeriod) > 0.0f)
	{
		PhaseChunks[size_t(Chunk)] = SumPhases({Job.Positions, Job.Count}, Input.TorusPeriod);
	}
}

void FFlockMeter::FImpl::AddUpMotion(const FFlockMetricsInput& Input, FFlockMetrics& Metrics) const
{
	FMotionSums Total;
	FPhaseSums Phases;
	for (size_t Chunk = 0; Chunk < MotionChunks.size(); ++Chunk)
	{
		Total.Offset += MotionChunks[Chunk].Offset;
		Total.Heading += MotionChunks[Chunk].Heading;
		Total.Speed += MotionChunks[Chunk].Speed;
		Phases.Sine += PhaseChunks[Chunk].Sine;
		Phases.Cosine += PhaseChunks[Chunk].Cosine;
	}
	const double Count = double(Metrics.Count);
	const FVectorD Mean = FVectorD(Input.Positions[0]) + Total.Offset / Count;
	const FVector& Period = Input.TorusPeriod;
	Metrics.Centroid = {CircularMean(Mean.x, Phases.Sine.x, Phases.Cosine.x, Period.x),
	    CircularMean(Mean.y, Phases.Sine.y, Phases.Cosine.y, Period.y),
	    CircularMean(Mean.z, Phases.Sine.z, Phases.Cosine.z, Period.z)};
	Metrics.Polarisation = Length(FVector(Total.Heading / Count));
	Metrics.MeanSpeed = float(Total.Speed / Count);
}

void FFlockMeter::FImpl::SpreadCoordinates(const FFlockMetricsInput& Input)
{
	const std::span<const FVector> Points = Grid.GetSortedPoints();
	for (std::vector<float>& Axis : Coordinates)
	{
		Axis.resize(Points.size() + NeighborPadding);
	}
	NearestSquared.resize(Points.size());
	Neighbors.resize(Points.size());
	for (uint32_t Place = 0; Place < Points.size(); ++Place)
	{
		Coordinates[0][Place] = Points[Place].x;
		Coordinates[1][Place] = Input.bPlanar ? 0.0f : Points[Place].y;
		Coordinates[2][Place] = Points[Place].z;
	}
}

// Nearest distances and neighbour counts, and motions, in all chunks but the first, which finds the clusters meanwhile.
void FFlockMeter::FImpl::MeasureNeighbors(const FFlockMetricsInput& Input, ITaskScheduler& Scheduler)
{
	SpreadCoordinates(Input);
	const FNeighborJob Job{Grid, Coordinates[0].data(), Coordinates[1].data(), Coordinates[2].data(), Input.TorusPeriod,
	    Input.NeighborRadius};
	const FNearestJob NearestJob{Job, NearestSquared.data(), Neighbors.data()};
	const uint32_t Count = uint32_t(Grid.Num());
	Stride = Count <= ExactBoids ? 1 : Count / NeighborSamples;
	const uint32_t SamplesPerChunk = 128;
	const uint32_t PlacesPerChunk = SamplesPerChunk * Stride;
	const int32_t ChunkCount = int32_t((Count + PlacesPerChunk - 1) / PlacesPerChunk);
	ForEachChunk(Scheduler, 1 + ChunkCount + int32_t(MotionChunks.size()),
	    [&](int32_t Chunk, int32_t)
	    {
		    if (Chunk == 0)
		    {
			    Clusters.Find(Job);
			    return;
		    }
		    if (Chunk > ChunkCount)
		    {
			    MeasureMotion(Input, Chunk - 1 - ChunkCount);
			    return;
		    }
		    const uint32_t Begin = uint32_t(Chunk - 1) * PlacesPerChunk;
		    const uint32_t End = std::min(Count, Begin + PlacesPerChunk);
		    Grid.IsDense() ? FindNearest(NearestJob, Begin, End, Stride)
		                   : FindNearestHashed(Input.NeighborRadius, Begin, End);
	    });
}

// In the order of the points in space, which the threads do not change.
void FFlockMeter::FImpl::AddUpNeighbors(FFlockMetrics& Metrics) const
{
	double Sum = 0.0;
	float LeastSquared = std::numeric_limits<float>::max();
	int64_t Found = 0;
	int32_t Samples = 0;
	int32_t WithNeighbor = 0;
	for (size_t Place = 0; Place < NearestSquared.size(); Place += Stride)
	{
		++Samples;
		Found += Neighbors[Place];
		if (Neighbors[Place] > 0)
		{
			Sum += std::sqrt(double(NearestSquared[Place]));
			LeastSquared = std::min(LeastSquared, NearestSquared[Place]);
			++WithNeighbor;
		}
	}
	Metrics.MeanNeighbors = float(double(Found) / double(Samples));
	if (WithNeighbor > 0)
	{
		Metrics.MeanNearestDistance = float(Sum / double(WithNeighbor));
		Metrics.MinNearestDistance = std::sqrt(LeastSquared);
	}
}

void FFlockMeter::FImpl::FindNearestHashed(float Radius, uint32_t Begin, uint32_t End)
{
	for (uint32_t Place = Begin; Place < End; Place += Stride)
	{
		const int32_t Self = int32_t(Grid.GetSortedIndices()[Place]);
		float Least = std::numeric_limits<float>::max();
		int32_t Found = 0;
		Grid.ForEachWithin(Grid.GetSortedPoints()[Place], Radius,
		    [&](int32_t Index, const FVector&, float DistanceSquared)
		    {
			    if (Index != Self)
			    {
				    Least = std::min(Least, DistanceSquared);
				    ++Found;
			    }
		    });
		NearestSquared[Place] = Least;
		Neighbors[Place] = Found;
	}
}

void FFlockMeter::FImpl::MeasureShape(
    const FFlockMetricsInput& Input, FFlockMetrics& Metrics, ITaskScheduler& Scheduler)
{
	ForEachChunk(Scheduler, int32_t(ShapeChunks.size()),
	    [&](int32_t Chunk, int32_t)
	    { ShapeChunks[size_t(Chunk)] = SumShape(MakeJob(Input, Chunk, Metrics.Centroid)); });
	FShapeSums Total;
	for (const FShapeSums& Sums : ShapeChunks)
	{
		Total.Turning += Sums.Turning;
		Total.RadiusSquared += Sums.RadiusSquared;
	}
	Metrics.Milling = Length(FVector(Total.Turning / double(Metrics.Count)));
	Metrics.GyrationRadius = float(std::sqrt(Total.RadiusSquared / double(Metrics.Count)));
}

FFlockMetrics FFlockMeter::Compute(const FFlockMetricsInput& Input, ITaskScheduler& Scheduler)
{
	FFlockMetrics Metrics;
	Metrics.Count = int32_t(Input.Positions.size());
	if (Metrics.Count == 0)
	{
		Impl->Clusters.Clear();
		return Metrics;
	}
	const size_t ChunkCount = size_t((Metrics.Count + BoidsPerChunk - 1) / BoidsPerChunk);
	Impl->MotionChunks.resize(ChunkCount);
	Impl->PhaseChunks.resize(ChunkCount);
	Impl->ShapeChunks.resize(ChunkCount);
	const FGridSettings GridSettings{Input.NeighborRadius * CellMargin, Input.TorusPeriod, Input.bPlanar};
	Impl->Grid.Build(Input.Positions, GridSettings, Scheduler);
	Impl->MeasureNeighbors(Input, Scheduler);
	Impl->AddUpNeighbors(Metrics);
	Impl->AddUpMotion(Input, Metrics);
	Impl->MeasureShape(Input, Metrics, Scheduler);
	Metrics.ClusterCount = Impl->Clusters.GetCount();
	Metrics.LargestCluster = Impl->Clusters.GetLargest();
	Metrics.State = StateOf(Metrics.Polarisation, Metrics.Milling);
	return Metrics;
}

std::span<const int32_t> FFlockMeter::GetClusters() const
{
	return Impl->Clusters.GetClusters();
}
} // namespace Flockwork
