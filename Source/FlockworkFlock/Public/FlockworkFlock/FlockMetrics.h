#pragma once
// What a flock is doing, in numbers: those the literature uses. Cheap enough for every step.
#include "FlockworkCore/Math.h"
#include "FlockworkCore/Tasks.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace Flockwork
{
enum class EFlockState : uint8_t
{
	Swarm,     // neither
	Mill,      // milling > 0.65 and polarisation < 0.35
	Polarised, // polarisation > 0.65 and milling < 0.35
};
std::string_view ToString(EFlockState State);

// The three measures of neighbours are exact up to 2,048 boids; above that they are taken at 1,024 or a few more of the
// boids, spread evenly through space: the two means then have a standard error of about 1 % (of a thirty-second of
// their spread among the boids), and the least distance is the least of the sampled boids, whose own may be undercut
// elsewhere. All else is exact. All 0 for an empty flock. Boids at rest have no direction and add nothing to the
// means of unit velocities.
struct FFlockMetrics
{
	int32_t Count = 0;
	float Polarisation = 0.0f;          // |mean unit velocity|, 0..1
	float Milling = 0.0f;               // |mean (unit radius from centroid x unit velocity)|, 0..1
	float MeanNearestDistance = 0.0f;   // m, over the boids that have any other within the neighbour radius
	float MinNearestDistance = 0.0f;    // m
	int32_t ClusterCount = 0;           // groups linked by steps of at most the neighbour radius; loners count
	int32_t LargestCluster = 0;         // boids
	float MeanSpeed = 0.0f;             // m/s
	float MeanNeighbors = 0.0f;         // others within the neighbour radius
	float GyrationRadius = 0.0f;        // m, root mean square distance from the centroid
	FVector Centroid{0.0f, 0.0f, 0.0f}; // on a torus axis: the circular mean
	EFlockState State = EFlockState::Swarm;
};

struct FFlockMetricsInput
{
	std::span<const FVector> Positions{};
	std::span<const FVector> Velocities{};
	float NeighborRadius = 5.0f; // m, > 0
	FVector TorusPeriod{0.0f, 0.0f, 0.0f};
	bool bPlanar = false;
};

// Owns its scratch memory.
class FFlockMeter
{
public:
	FFlockMeter();
	~FFlockMeter();
	FFlockMeter(FFlockMeter&&) noexcept;
	FFlockMeter& operator=(FFlockMeter&&) noexcept;

	FFlockMetrics Compute(const FFlockMetricsInput& Input, ITaskScheduler& Scheduler);
	// Of the last Compute: each boid's cluster, numbered 0.. by their first boid. For colouring; worked out when it is
	// first asked for, so not from two threads at once.
	std::span<const int32_t> GetClusters() const;

private:
	struct FImpl;
	std::unique_ptr<FImpl> Impl;
};
} // namespace Flockwork
