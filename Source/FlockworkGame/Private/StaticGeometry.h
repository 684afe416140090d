#pragma once
// A world's static bodies as the triangles that a navmesh is built from.
#include "FlockworkNavigation/NavMeshInput.h"
#include "FlockworkPhysics/PhysicsTypes.h"

#include <functional>

namespace Flockwork
{
class FPhysicsWorld;

struct FStaticGeometryJob
{
	const FPhysicsWorld* Physics = nullptr;
	std::function<bool(FBodyId)> LeavesOut; // asked for each static body; empty: none is left out
	const FBox* Region = nullptr;           // only what lies in it; null: all
	float AgentHeight = 1.8f;               // m

	// All static bodies but triggers, in order of creation.
	FNavMeshInput Run() const;
};
} // namespace Flockwork
