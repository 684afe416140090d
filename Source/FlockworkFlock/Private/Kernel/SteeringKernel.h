#pragma once
// The fast path: neighbour terms of the metric models, vectorised. FFlockSteering decides whether a flock is on it.
#include "FlockworkCore/Tasks.h"
#include "FlockworkFlock/FlockTypes.h"

#include <cstddef>
#include <memory>

namespace Flockwork
{
enum class EKernelModel : uint8_t
{
	Normalized,
	AdditiveLiteral,
	AdditiveReynolds
};

// The rule for boid i, from frozen state. x, v: position and velocity; with bPlanar the y of every position, velocity
// and extra sum is taken as 0. Over all others j:
//	d = x_j - x_i; on each axis with TorusPeriod > 0, d -= period * round(d / period), ties to even: each j counts
//	once, at its nearest image
//	visible = CosVisible <= -1 or dot(d, v_i) >= CosVisible * |d| * |v_i|
//	coincident = |d|^2 < CoincidentDistanceSquared
//	separation set: |d| <= SeparationRadius (the blind angle never applies)
//	alignment set:  |d| <= AlignmentRadius and visible;  cohesion set: |d| <= CohesionRadius and visible
// A rule of weight 0 contributes nothing. SafeNormal(u) is u/|u|, or 0 where |u| <= ZeroSumLength.
// e = ExtraSums[i] (0 when empty); S = MaxSpeed * SpeedScales[i] (scale 1 when empty);
// Steer(u) = ClampLength(SafeNormal(u) * S - v_i, MaxSteerForce), and 0 when SafeNormal(u) is 0.
//
// Normalized:
//	separation = SafeNormal(sum of -d/|d|), coincident pairs add DirectionFromIds(Ids[i], Ids[j])
//	alignment  = SafeNormal(sum of v_j);  cohesion = SafeNormal(sum of d)
//	sum = ws*separation + wa*alignment + wc*cohesion + e;  acceleration = Steer(sum)
// AdditiveLiteral:
//	separation = sum of -d/|d|^2, coincident pairs add DirectionFromIds(...) * CoincidentInverseDistance
//	alignment  = mean(v_j) - v_i;  cohesion = mean(d);  each 0 when its set is empty
//	a = ws*separation + wa*alignment + wc*cohesion + MaxSteerForce * e
//	acceleration = a, but where |v_i + a*DeltaTime| > S: (ClampLength(v_i + a*DeltaTime, S) - v_i) / DeltaTime
// AdditiveReynolds:
//	a = ws*Steer(separation as in AdditiveLiteral) + wa*Steer(sum of v_j) + wc*Steer(sum of d) + |e| * Steer(e)
//	acceleration: limited as in AdditiveLiteral
// Boids with Steered[i] == 0 keep their acceleration. With bPlanar the acceleration's y is 0.
// Same bits at every thread count and vector width: each boid's sums are made in one order that depends on the state
// alone; exact square roots and divisions, no fused multiply-add.
struct FKernelParams
{
	EKernelModel Model = EKernelModel::Normalized;
	float SeparationWeight = 1.5f;
	float AlignmentWeight = 1.0f;
	float CohesionWeight = 1.0f;
	float SeparationRadius = 2.0f; // m, > 0, as the others; any of the three may be the largest
	float AlignmentRadius = 5.0f;
	float CohesionRadius = 5.0f;
	float CosVisible = -1.0f;              // cosine of half the field of view; -1: sees all round
	FVector TorusPeriod{0.0f, 0.0f, 0.0f}; // m; 0: that axis is open
	bool bPlanar = false;
	float MaxSpeed = 5.0f;      // m/s, > 0
	float MaxSteerForce = 5.0f; // m/s^2, > 0
};

// Owns its scratch memory; after the first steps of a size it allocates nothing.
class FSteeringKernel
{
public:
	FSteeringKernel();
	~FSteeringKernel();
	FSteeringKernel(const FSteeringKernel&) = delete;
	FSteeringKernel& operator=(const FSteeringKernel&) = delete;

	// Input has been validated: finite, spans of one length. 0 boids are fine.
	void Run(const FKernelParams& Params, const FFlockInput& Input, FFlockOutput& Output, ITaskScheduler& Scheduler);
	// Of scratch memory, all told.
	size_t GetMemoryBytes() const;

private:
	struct FImpl;
	std::unique_ptr<FImpl> Impl;
};
} // namespace Flockwork
