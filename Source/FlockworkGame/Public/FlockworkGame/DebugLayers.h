#pragma once
#include "FlockworkGame/Actor.h"

namespace Flockwork
{
// What UWorld::DrawDebug draws. The default draws nothing.
struct FDebugLayers
{
	bool bVelocity = false; // arrow of 1 s of velocity
	bool bForces = false;   // arrow of the boid's acceleration
	bool bRadius = false;   // neighbour and separation radius (of Selected, where that is a boid; otherwise of all)
	bool bLinks = false;    // lines to the neighbours of Selected
	bool bGrid = false;     // occupied cells of the neighbour grid
	bool bTargets = false;  // targets, attractors, paths
	bool bThreats = false;  // threats and their radius; fleeing boids
	bool bBodies = false;   // collision shapes
	bool bNames = false;
	FActorId Selected;
};
} // namespace Flockwork
