#pragma once
// The named behaviours of Reynolds, "Steering Behaviors for Autonomous Characters" (1999): pure functions first, each
// for one boid, then the jobs that add them to a flock's sums. Directions are unit vectors, or zero where none is
// wanted.
#include "FlockworkFlock/Behaviors.h"

#include <optional>

namespace Flockwork
{
FVector SeekDirection(const FVector& Position, const FVector& Target);
FVector FleeDirection(const FVector& Position, const FVector& Threat);
// Share of full speed at which to approach: 1 outside ArrivalRadius, falling linearly to 0 at the target.
float ArrivalScale(float Distance, float ArrivalRadius);
// Where a quarry will be when a pursuer of PursuerSpeed can be there, looking ahead at most MaxPrediction seconds.
FVector PredictInterception(const FVector& Position, float PursuerSpeed, const FVector& QuarryPosition,
    const FVector& QuarryVelocity, float MaxPrediction);
FVector PursueDirection(const FVector& Position, float Speed, const FVector& QuarryPosition,
    const FVector& QuarryVelocity, float MaxPrediction);
FVector EvadeDirection(const FVector& Position, float Speed, const FVector& PursuerPosition,
    const FVector& PursuerVelocity, float MaxPrediction);

// Boids that have a target wander at full weight within Radius of it; farther out wandering fades, to FarShare at twice
// that, and what of it leads away from the target to nothing. So a hunter comes straight and is restless where it
// arrives. Whoever has no target wanders everywhere.
struct FWanderTarget
{
	std::optional<FVector> Target{};
	std::span<const FVector> Targets{}; // one for each boid: take the place of Target
	std::span<const float> Weights{};   // 0: that boid has no target; empty: all have
	float Radius = 0.0f;                // m; 0: targets make no difference
	float FarShare = 0.0f;              // of the weight, 0..1: a little of it gets a hunter round what is in its way
};

// A point wanders on a sphere (a circle when planar) held out ahead of the boid, pushed by a little noise each step:
// turning that is smooth yet never repeats. Offsets: each boid's point, kept from step to step.
struct FWanderTerm
{
	FTermSpans Spans;
	std::span<FVector> Offsets{}; // in and out; zero starts at random
	float Weight = 1.0f;
	float Radius = 1.0f;   // m, of the sphere, > 0
	float Distance = 2.0f; // m, of its centre ahead of the boid, >= 0
	float Jitter = 3.0f;   // m per root second
	float DeltaTime = 1.0f / 60.0f;
	uint64_t Seed = 0;
	uint64_t Step = 0;
	FWanderTarget Near{};

	bool Validate() const;
	void Run(ITaskScheduler& Scheduler) const;
};

// Pursues (PursueWeight) and evades (EvadeWeight) one moving thing.
struct FPursuitTerm
{
	FTermSpans Spans;
	FVector Position{0.0f, 0.0f, 0.0f};
	FVector Velocity{0.0f, 0.0f, 0.0f};
	float MaxSpeed = 5.0f;
	float PredictionTime = 1.0f;
	float PursueWeight = 0.0f;
	float EvadeWeight = 0.0f;

	bool Validate() const;
	void Run(ITaskScheduler& Scheduler) const;
};

// Follows a polyline: where the boid will be in PredictionTime is compared with the path; outside the path's Radius, or
// when it would go the wrong way, it seeks a point of the path further on.
struct FPathTerm
{
	FTermSpans Spans;
	std::span<const FVector> Points{}; // at least 2, or nothing happens
	bool bLoop = true;
	float Radius = 1.0f; // m, >= 0
	float PredictionTime = 1.0f;
	float Weight = 1.0f;

	bool Validate() const;
	void Run(ITaskScheduler& Scheduler) const;
};

// Stays inside a box: where the boid will be in PredictionTime lies outside, it steers by the inward part only, so that
// it slides along the wall instead of turning back.
struct FContainmentTerm
{
	FTermSpans Spans;
	FVector Center{0.0f, 0.0f, 0.0f};
	FVector HalfExtent{30.0f, 30.0f, 30.0f};
	float PredictionTime = 1.0f;
	float Weight = 1.0f;

	bool Validate() const;
	void Run(ITaskScheduler& Scheduler) const;
};
} // namespace Flockwork
