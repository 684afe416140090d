#pragma once
// The recipe that most crowd tutorials teach, kept exactly, as an option and as a baseline: straight away from the
// threat by FleeRadius, a path there, and on to the path's last corner, whether or not that is any better.
#include "FlockworkNavigation/NavQuery.h"

namespace Flockwork
{
// direction = normalize(P - T); goal = P + direction * FleeRadius, on the nearest ground within SearchExtent. Where the
// path's status is not invalid, its last corner is where to go.
struct FClassicRecipe
{
	const FNavQuery* Query = nullptr;
	FNavLocation Agent;
	FVector Threat{0.0f, 0.0f, 0.0f};
	FVector FallbackDirection{1.0f, 0.0f, 0.0f}; // unit; for an agent exactly at the threat
	float FleeRadius = 10.0f;                    // m, > 0
	FVector SearchExtent{2.0f, 4.0f, 2.0f};      // m
	FNavFilter Filter;

	bool Validate() const;
	// False when there is no such path: nothing is to be done. Scratch is used again.
	bool Run(FNavPath& Scratch, FNavLocation& OutGoal) const;
};
} // namespace Flockwork
