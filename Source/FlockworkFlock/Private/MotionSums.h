#pragma once
// Sums over many boids' motions, vectorised, for the metrics.
#include "FlockworkCore/Math.h"

#include <cstddef>

namespace Flockwork
{
struct FMotionJob
{
	const FVector* Positions;
	const FVector* Velocities;
	size_t Count;
	FVector Origin;      // offsets are taken from it
	FVector TorusPeriod; // 0: that axis is open
	bool bPlanar;        // y is 0 throughout
};

struct FMotionSums
{
	glm::dvec3 Offset{0.0, 0.0, 0.0};  // of positions from Origin, not wrapped
	glm::dvec3 Heading{0.0, 0.0, 0.0}; // unit velocities; 0 of those at rest
	double Speed = 0.0;
};

struct FShapeSums
{
	glm::dvec3 Turning{0.0, 0.0, 0.0}; // unit offset x unit velocity
	double RadiusSquared = 0.0;        // of offsets, to the nearest image
};

// The same bits for every instruction set: each sum is made of 16 partial ones, of every sixteenth boid, whatever the
// width of a vector is. A partial sum is a float: give at most some thousand boids at a time.
FMotionSums SumMotion(const FMotionJob& Job);
FShapeSums SumShape(const FMotionJob& Job);
} // namespace Flockwork
