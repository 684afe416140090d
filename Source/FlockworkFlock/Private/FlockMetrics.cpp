#include "FlockworkFlock/FlockMetrics.h"

#include "ClusterFinder.h"
#include "FlockworkFlock/NeighborGrid.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace Flockwork
{
namespace
{
using FVectorD = glm::dvec3;

constexpr int32_t BoidsPerChunk = 1024;
constexpr size_t NeighborSamples = 512; // boids whose neighbours are counted, evenly spread over the flock
constexpr float LowOrder = 0.35f;
constexpr float HighOrder = 0.65f;
constexpr float FinestCellShare = 1.0f / 16.0f; // of the neighbour radius

// What one chunk of boids adds up to; combined in the order of chunks, so that the threads do not matter.
struct FMotionSums
{
	FVectorD Position{0.0, 0.0, 0.0};
	FVectorD Sine{0.0, 0.0, 0.0}; // of the positions' phases on a torus
	FVectorD Cosine{0.0, 0.0, 0.0};
	FVectorD Heading{0.0, 0.0, 0.0};
	double Speed = 0.0;
};

struct FShapeSums
{
	FVectorD Turning{0.0, 0.0, 0.0};
	double RadiusSquared = 0.0;
	double Nearest = 0.0;
	float LeastNearest = std::numeric_limits<float>::max();
	int32_t WithNeighbor = 0;
};

FVector Flat(const FVector& V, bool bPlanar)
{
	return bPlanar ? Horizontal(V) : V;
}

float PhaseOf(float Value, float Period)
{
	return Period > 0.0f ? 2.0f * Pi * Value / Period : 0.0f;
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
	FNeighborGrid Grid;     // cells as large as the neighbour radius: clusters, neighbour counts
	FNeighborGrid FineGrid; // cells about as large as the nearest distance: nearest neighbours
	FClusterFinder Clusters;
	std::vector<FMotionSums> MotionChunks;
	std::vector<FShapeSums> ShapeChunks;
	std::vector<int64_t> SampleCounts;
	std::vector<float> Nearest;  // m, of each boid; negative: none
	float TypicalNearest = 0.0f; // m, of the last time: only the speed of the search depends on it, not its result

	void MeasureMotion(const FFlockMetricsInput& Input, FFlockMetrics& Metrics, ITaskScheduler& Scheduler);
	void MeasureShape(const FFlockMetricsInput& Input, FFlockMetrics& Metrics, ITaskScheduler& Scheduler);
	void CountNeighbors(const FFlockMetricsInput& Input, FFlockMetrics& Metrics, ITaskScheduler& Scheduler);
	float NearestDistance(const FFlockMetricsInput& Input, size_t Boid) const;
};

FFlockMeter::FFlockMeter() : Impl(std::make_unique<FImpl>()) {}
FFlockMeter::~FFlockMeter() = default;
FFlockMeter::FFlockMeter(FFlockMeter&&) noexcept = default;
FFlockMeter& FFlockMeter::operator=(FFlockMeter&&) noexcept = default;

void FFlockMeter::FImpl::MeasureMotion(
    const FFlockMetricsInput& Input, FFlockMetrics& Metrics, ITaskScheduler& Scheduler)
{
	const FVector& Period = Input.TorusPeriod;
	const bool bTorus = LengthSquared(Period) > 0.0f;
	ParallelFor(Scheduler, Metrics.Count, BoidsPerChunk,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    FMotionSums Sums;
		    for (size_t Boid = size_t(Begin); Boid < size_t(End); ++Boid)
		    {
			    const FVector Position = Input.Positions[Boid];
			    const FVector Velocity = Flat(Input.Velocities[Boid], Input.bPlanar);
			    Sums.Position += FVectorD(Position);
			    Sums.Heading += FVectorD(SafeNormal(Velocity));
			    Sums.Speed += double(Length(Velocity));
			    if (bTorus)
			    {
				    const FVector Phase{
				        PhaseOf(Position.x, Period.x), PhaseOf(Position.y, Period.y), PhaseOf(Position.z, Period.z)};
				    Sums.Sine += FVectorD(std::sin(Phase.x), std::sin(Phase.y), std::sin(Phase.z));
				    Sums.Cosine += FVectorD(std::cos(Phase.x), std::cos(Phase.y), std::cos(Phase.z));
			    }
		    }
		    MotionChunks[size_t(Begin / BoidsPerChunk)] = Sums;
	    });
	FMotionSums Total;
	for (const FMotionSums& Sums : MotionChunks)
	{
		Total.Position += Sums.Position;
		Total.Sine += Sums.Sine;
		Total.Cosine += Sums.Cosine;
		Total.Heading += Sums.Heading;
		Total.Speed += Sums.Speed;
	}
	const double Count = double(Metrics.Count);
	const FVectorD Mean = Total.Position / Count;
	Metrics.Centroid = {CircularMean(Mean.x, Total.Sine.x, Total.Cosine.x, Period.x),
	    CircularMean(Mean.y, Total.Sine.y, Total.Cosine.y, Period.y),
	    CircularMean(Mean.z, Total.Sine.z, Total.Cosine.z, Period.z)};
	Metrics.Polarisation = Length(FVector(Total.Heading / Count));
	Metrics.MeanSpeed = float(Total.Speed / Count);
}

// The nearest other within the neighbour radius, or a negative number. Looks near first: nearly always that is enough.
float FFlockMeter::FImpl::NearestDistance(const FFlockMetricsInput& Input, size_t Boid) const
{
	float Least = std::numeric_limits<float>::max();
	const auto Search = [&](const FNeighborGrid& In, float Radius)
	{
		In.ForEachWithin(Input.Positions[Boid], Radius,
		    [&](int32_t Index, const FVector&, float DistanceSquared)
		    {
			    if (size_t(Index) != Boid)
			    {
				    Least = std::min(Least, DistanceSquared);
			    }
		    });
		return Least < std::numeric_limits<float>::max();
	};
	const bool bFound =
	    Search(FineGrid, std::min(TypicalNearest, Input.NeighborRadius)) || Search(Grid, Input.NeighborRadius);
	return bFound ? std::sqrt(Least) : -1.0f;
}

void FFlockMeter::FImpl::MeasureShape(
    const FFlockMetricsInput& Input, FFlockMetrics& Metrics, ITaskScheduler& Scheduler)
{
	// In the grid's order for the cache's sake; what is added up goes by boid, whatever the cells are.
	const std::span<const uint32_t> Order = FineGrid.GetSortedIndices();
	Nearest.resize(Order.size());
	ParallelFor(Scheduler, Metrics.Count, BoidsPerChunk,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (int32_t Place = Begin; Place < End; ++Place)
		    {
			    const size_t Boid = Order[size_t(Place)];
			    Nearest[Boid] = NearestDistance(Input, Boid);
		    }
	    });
	ParallelFor(Scheduler, Metrics.Count, BoidsPerChunk,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    FShapeSums Sums;
		    for (size_t Boid = size_t(Begin); Boid < size_t(End); ++Boid)
		    {
			    const FVector Radius = Grid.Delta(Metrics.Centroid, Input.Positions[Boid]);
			    const FVector Heading = SafeNormal(Flat(Input.Velocities[Boid], Input.bPlanar));
			    Sums.Turning += FVectorD(glm::cross(SafeNormal(Radius), Heading));
			    Sums.RadiusSquared += double(LengthSquared(Radius));
			    if (Nearest[Boid] >= 0.0f)
			    {
				    Sums.Nearest += double(Nearest[Boid]);
				    Sums.LeastNearest = std::min(Sums.LeastNearest, Nearest[Boid]);
				    ++Sums.WithNeighbor;
			    }
		    }
		    ShapeChunks[size_t(Begin / BoidsPerChunk)] = Sums;
	    });
	FShapeSums Total;
	for (const FShapeSums& Sums : ShapeChunks)
	{
		Total.Turning += Sums.Turning;
		Total.RadiusSquared += Sums.RadiusSquared;
		Total.Nearest += Sums.Nearest;
		Total.LeastNearest = std::min(Total.LeastNearest, Sums.LeastNearest);
		Total.WithNeighbor += Sums.WithNeighbor;
	}
	Metrics.Milling = Length(FVector(Total.Turning / double(Metrics.Count)));
	Metrics.GyrationRadius = float(std::sqrt(Total.RadiusSquared / double(Metrics.Count)));
	if (Total.WithNeighbor > 0)
	{
		Metrics.MeanNearestDistance = float(Total.Nearest / double(Total.WithNeighbor));
		Metrics.MinNearestDistance = Total.LeastNearest;
	}
}

void FFlockMeter::FImpl::CountNeighbors(
    const FFlockMetricsInput& Input, FFlockMetrics& Metrics, ITaskScheduler& Scheduler)
{
	const size_t Count = size_t(Metrics.Count);
	const size_t Samples = std::min(Count, NeighborSamples);
	constexpr int32_t SamplesPerChunk = 64;
	SampleCounts.assign((Samples + SamplesPerChunk - 1) / SamplesPerChunk, 0);
	ParallelFor(Scheduler, int32_t(Samples), SamplesPerChunk,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    int64_t Found = 0;
		    for (int32_t Sample = Begin; Sample < End; ++Sample)
		    {
			    const size_t Boid = size_t(Sample) * Count / Samples;
			    Grid.ForEachWithin(
			        Input.Positions[Boid], Input.NeighborRadius, [&](int32_t, const FVector&, float) { ++Found; });
		    }
		    SampleCounts[size_t(Begin / SamplesPerChunk)] = Found - (End - Begin); // without the boids themselves
	    });
	int64_t Total = 0;
	for (const int64_t Found : SampleCounts)
	{
		Total += Found;
	}
	Metrics.MeanNeighbors = float(double(Total) / double(Samples));
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
	Impl->ShapeChunks.resize(ChunkCount);
	const float Known = Impl->TypicalNearest > 0.0f ? Impl->TypicalNearest : 0.5f * Input.NeighborRadius;
	Impl->TypicalNearest = std::clamp(Known, FinestCellShare * Input.NeighborRadius, Input.NeighborRadius);
	Impl->Grid.Build(Input.Positions, {Input.NeighborRadius, Input.TorusPeriod, Input.bPlanar}, Scheduler);
	Impl->FineGrid.Build(Input.Positions, {Impl->TypicalNearest, Input.TorusPeriod, Input.bPlanar}, Scheduler);
	Impl->MeasureMotion(Input, Metrics, Scheduler);
	Impl->MeasureShape(Input, Metrics, Scheduler);
	Impl->CountNeighbors(Input, Metrics, Scheduler);
	Impl->Clusters.Find(Impl->Grid, Input.NeighborRadius);
	Metrics.ClusterCount = Impl->Clusters.GetCount();
	Metrics.LargestCluster = Impl->Clusters.GetLargest();
	Metrics.State = StateOf(Metrics.Polarisation, Metrics.Milling);
	Impl->TypicalNearest = 1.5f * Metrics.MeanNearestDistance;
	return Metrics;
}

std::span<const int32_t> FFlockMeter::GetClusters() const
{
	return Impl->Clusters.GetClusters();
}
} // namespace Flockwork
