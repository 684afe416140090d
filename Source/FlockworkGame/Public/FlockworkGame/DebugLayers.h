#pragma once
#include "FlockworkCore/DebugDraw.h"
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
	bool bVision = false;    // of Selected: how far it sees its neighbours, and the cone behind it that it does not see
	bool bRules = false;     // of Selected: separation, alignment, cohesion and all other wishes, an arrow each
	bool bNavMesh = false;   // the navmesh and its obstacles
	bool bCrowd = false;     // agents' corridors, corners, velocities and states
	bool bEscape = false;    // escape fields, threats' radii, who flees where
	bool bSkeletons = false; // characters' bones; of Selected the joints' axes too
	FActorId Selected;
	// Of bRules, in the order named there, for a legend.
	static constexpr FColor RuleColors[] = {{1.0f, 0.45f, 0.40f, 1.0f}, {0.40f, 0.95f, 0.45f, 1.0f},
	    {0.50f, 0.72f, 1.0f, 1.0f}, {0.95f, 0.85f, 0.45f, 1.0f}};
};
} // namespace Flockwork
