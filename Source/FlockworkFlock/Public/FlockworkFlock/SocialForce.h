#pragma once
// Walls for pedestrians (Helbing and Molnar 1995): the Pedestrian model gives the forces between walkers and toward the
// goal; this adds the push away from walls, which it feels through ISceneQuery.
#include "FlockworkCore/SceneQuery.h"
#include "FlockworkCore/Tasks.h"
#include "FlockworkFlock/FlockTypes.h"

namespace Flockwork
{
// Adds Strength * exp((BodyRadius - distance) / Range) away from each static thing within Reach to the accelerations,
// horizontally. Run it after the steering.
struct FWallForce
{
	const ISceneQuery* Query = nullptr;
	std::span<const FVector> Positions{};
	std::span<FVector> Accelerations{}; // in and out
	float BodyRadius = 0.3f;            // m, > 0
	float Strength = 10.0f;             // m/s^2
	float Range = 0.2f;                 // m, > 0
	float Reach = 1.5f;                 // m, > 0, from the body's centre
	uint32_t LayerMask = 1;
	std::span<const uint8_t> Steered{}; // 1: this boid; empty: all

	bool Validate() const;
	void Run(ITaskScheduler& Scheduler) const;
};
} // namespace Flockwork
