#pragma once
// How a crowd's agents walk, how they make way for each other, and how much of it a step may do.
#include "FlockworkCore/Settings.h"

#include <cstdint>

namespace Flockwork
{
enum class ECrowdBackend : uint8_t
{
	Flockwork,  // ours
	DetourCrowd // Detour's own dtCrowd: a baseline to compare with
};

struct FCrowdSettings
{
	ECrowdBackend Backend = ECrowdBackend::Flockwork;
	// Agents; each may have its own (FAgentDef)
	float BodyRadius = 0.3f;         // m; of the person, apart from the mesh's agent radius and not above it
	float WalkSpeed = 1.4f;          // m/s
	float FleeSpeed = 10.0f;         // m/s; who decides to flee orders it (FCrowd::SetSpeed)
	float WalkAngularSpeed = 120.0f; // deg/s
	float FleeAngularSpeed = 500.0f; // deg/s
	float MaxAcceleration = 20.0f;   // m/s^2; lower is softer, and fewer collisions are avoided
	float SideStepShare = 0.25f;     // of the speed, that needs no turning: people step aside without turning round
	// Arriving
	float ArrivalRadius = 0.2f;    // m; so near, an agent has arrived
	float SlowDownDistance = 1.0f; // m before the goal, where braking begins (earlier when too fast for that)
	float ReturnDistance = 0.6f;   // m; an arrived agent that was pushed farther than that comes back
	// Avoidance (van den Berg et al. 2011)
	bool bAvoidance = true;
	int32_t NeighborCount = 10;   // the nearest so many; [1, 32]
	float NeighborRange = 3.6f;   // m, between centres
	float TimeHorizon = 1.0f;     // s; collisions later than that are nobody's worry yet
	float WallTimeHorizon = 0.2f; // s; the same for walls; larger keeps a distance, and slows agents down beside them
	float SeparationSpeed = 2.5f; // m/s; agents that overlap part at most this fast
	float HeadwayTime = 0.0f;     // s behind whoever walks ahead (Tordeux et al. 2016); 0: keeps none
	float HeadwayDistance = 0.0f; // m between centres at which that headway has stopped an agent; 0: the radii's sum
	float NeighborHeight = 1.8f;  // m; who is farther above or below is on another floor
	// Paths
	int32_t PathsPerStep = 32;              // searches; a number, not a time, so that a replay takes the same steps
	int32_t CornerInterval = 8;             // steps between looks for the next corner, sooner when it is near
	int32_t MaxSearchNodes = 8192;          // polygons that a search may look at
	FVector SearchExtent{2.0f, 4.0f, 2.0f}; // m, half; how far from the mesh a goal, or an agent shoved off it, may be
	float OffMeshDistance = 0.5f; // m beside the mesh (and above or below it) at which an agent counts as off it

	// "crowd"
	static const FSettingsTable& Table();
};
} // namespace Flockwork
