#pragma once
// Steering that depends on the boid alone or on few things. Each behaviour is a job: inputs in, one pass over the
// boids, and its weighted terms ADDED to ExtraSums, which join the sum of the neighbour rules before that is
// normalised. So a flock with any of them stays on the fast path. A weight of 0 costs nothing. Speed changes (boost,
// arrival) MULTIPLY SpeedScales. FlockBehaviors.h runs those that a flock's settings ask for; a host may run single
// ones.
#include "FlockworkCore/Tasks.h"
#include "FlockworkFlock/FlockTypes.h"

namespace Flockwork
{
// What every term reads and writes; one entry for each boid, by ascending id.
struct FTermSpans
{
	std::span<const FVector> Positions{};
	std::span<const FVector> Velocities{};
	std::span<const uint32_t> Ids{};
	std::span<FVector> ExtraSums{}; // added to
	std::span<float> SpeedScales{}; // multiplied; may be empty where the term's header does not ask for it
	std::span<float> ForceScales{}; // multiplied; may be empty, then steering forces stay as they are
	FVector TorusPeriod{0.0f, 0.0f, 0.0f};
	bool bPlanar = false;

	bool Validate() const; // lengths agree
};

// Weight toward Center when outside Radius.
struct FBoundsTerm
{
	FTermSpans Spans;
	FVector Center{0.0f, 0.0f, 0.0f};
	float Radius = 30.0f; // m, > 0
	float Weight = 1.0f;

	bool Validate() const;
	void Run(ITaskScheduler& Scheduler) const;
};

// Soft walls: from Margin inside a wall, a push inward that grows linearly to Weight at the wall, and beyond it on at
// the same slope, up to four times Weight.
struct FBoxTerm
{
	FTermSpans Spans;
	FVector Center{0.0f, 0.0f, 0.0f};
	FVector HalfExtent{30.0f, 30.0f, 30.0f}; // m, > 0
	float Margin = 5.0f;                     // m, > 0
	float Weight = 1.0f;

	bool Validate() const;
	void Run(ITaskScheduler& Scheduler) const;
};

// Weight toward Target, or toward each boid's own Targets[i] (a nav corner, a goal) when that span is not empty.
// Within ArrivalRadius > 0 of it the speed scale falls linearly to 0 at the target.
struct FTargetTerm
{
	FTermSpans Spans;
	FVector Target{0.0f, 0.0f, 0.0f};
	std::span<const FVector> Targets{};
	std::span<const float> Weights{}; // multiply Weight (fleeing raises it); empty: 1; 0: that boid has no target
	float Weight = 0.8f;
	float ArrivalRadius = 0.0f; // m

	bool Validate() const;
	void Run(ITaskScheduler& Scheduler) const;
};

// Anything to flee from, moving or not.
struct FThreat
{
	FVector Position{0.0f, 0.0f, 0.0f};
	FVector Velocity{0.0f, 0.0f, 0.0f};
	float RadiusScale = 1.0f; // multiplies the flock's PredatorRadius
	float Radius = 0.0f;      // m; where above 0 it takes the place of both

	float GetReach(float PredatorRadius) const { return Radius > 0.0f ? Radius : PredatorRadius * RadiusScale; }
};

// A boid's memory of the threats it fled from.
struct FThreatMemory
{
	FVector Away{0.0f, 0.0f, 0.0f}; // unit, or zero when it never fled
	float TimeLeft = 0.0f;          // s, > 0 while it flees, now or from memory
};

// Away from each threat within Radius, with Weight * Radius / distance (at most MaxFleeStrength * Weight). Once out of
// reach the boid flees on in the last direction, fading over MemoryTime. While it flees, SpeedScales (required) rises
// to Boost and ForceScales to SteerBoost.
inline constexpr float MaxFleeStrength = 20.0f;
struct FPredatorTerm
{
	FTermSpans Spans;
	std::span<const FThreat> Threats{};
	std::span<FThreatMemory> Memories{}; // in and out
	float Radius = 15.0f;                // m, > 0
	float Weight = 4.0f;
	float MemoryTime = 1.5f; // s
	float Boost = 1.5f;      // >= 1
	float SteerBoost = 1.0f; // >= 1
	float DeltaTime = 1.0f / 60.0f;

	bool Validate() const;
	void Run(ITaskScheduler& Scheduler) const;
};

struct FAttractor
{
	FVector Position{0.0f, 0.0f, 0.0f};
	float Radius = 20.0f; // m; no pull outside
	float Strength = 1.0f;
};

// Toward each attractor in reach; within ArrivalRadius of one, SpeedScales (required) falls linearly toward
// MinSpeedScale.
struct FAttractorTerm
{
	FTermSpans Spans;
	std::span<const FAttractor> Attractors{};
	float Weight = 1.0f;
	float ArrivalRadius = 3.0f;

	bool Validate() const;
	void Run(ITaskScheduler& Scheduler) const;
};

// One boid of the flock that the others within Radius follow: toward it and along with it. The leader itself is not
// steered by this. A leader that is gone is simply not passed on.
struct FLeaderTerm
{
	FTermSpans Spans;
	uint32_t LeaderId = 0;
	FVector Position{0.0f, 0.0f, 0.0f};
	FVector Velocity{0.0f, 0.0f, 0.0f};
	float Radius = 20.0f;
	float CohesionWeight = 2.0f;
	float AlignmentWeight = 2.0f;

	bool Validate() const;
	void Run(ITaskScheduler& Scheduler) const;
};
} // namespace Flockwork
