#pragma once
// What goes into a flock's step and what comes out: plain spans, owned by the caller. All spans that are not empty have
// one entry for each boid, in order of ascending creation id. World space, SI units.
#include "FlockworkCore/Math.h"

#include <cstdint>
#include <span>

namespace Flockwork
{
// The frozen state of one flock. Steering reads it and writes only FFlockOutput: no boid sees a half-updated flock.
struct FFlockInput
{
	std::span<const FVector> Positions{};  // m
	std::span<const FVector> Velocities{}; // m/s
	std::span<const uint32_t> Ids{};       // creation ids, strictly ascending: they break ties and seed random numbers
	// Each boid's share of MaxSpeed: boost x individual variation, >= 0. Empty: 1 for all.
	std::span<const float> SpeedScales{};
	// Factors on each boid's steering acceleration and so on its limit, >= 0: above 1 while it flees. Empty: 1 for all.
	std::span<const float> ForceScales{};
	// Everything that depends on the boid alone or on few things (bounds, target, predators, attractors, path ...),
	// already weighted: the sum of the terms of Behaviors.h. Joins the sum of the rules before it is normalised.
	// Empty: none.
	std::span<const FVector> ExtraSums{};
	// 0: the boid is seen by others but not steered itself (its acceleration is left as it was). A flock whose members
	// have several settings runs once per settings with such a mask. Empty: all are steered.
	std::span<const uint8_t> Steered{};
	float DeltaTime = 1.0f / 60.0f; // s, > 0
	uint64_t Seed = 0;              // with Step and the ids, the only source of randomness (Zones and Vicsek noise)
	uint64_t Step = 0;
	bool bGravity = false; // what EPlanarMode::Auto follows
};

struct FFlockOutput
{
	std::span<FVector> Accelerations{}; // m/s^2; force = mass x acceleration
};

// Boids nearer than 1e-10 m (whose squared distance would soon underflow) count as at one place: their direction is
// DirectionFromIds, and where a rule divides by the distance, it is as if they were 1 cm apart.
inline constexpr float CoincidentDistanceSquared = 1e-20f; // m^2
inline constexpr float CoincidentInverseDistance = 100.0f; // 1/m
// Sums shorter than this count as zero: no direction can be told from them.
inline constexpr float ZeroSumLength = 1e-12f;
} // namespace Flockwork
