#pragma once
// What goes into a crowd and what comes out of it.
#include "FlockworkCore/Ids.h"
#include "FlockworkCore/Math.h"
#include "FlockworkNavigation/NavTypes.h"

#include <cstdint>
#include <span>

namespace Flockwork
{
using FAgentId = TId<struct FAgentTag>;

inline constexpr int32_t MaxCrowdFilters = 16;

// A new agent. What is 0 is taken from the settings, each step anew.
struct FAgentDef
{
	FVector Position{0.0f, 0.0f, 0.0f}; // of its feet; world space, m
	FVector Velocity{0.0f, 0.0f, 0.0f}; // m/s
	FVector Facing{0.0f, 0.0f, 1.0f};   // its horizontal part counts
	float Radius = 0.0f;                // m
	float Speed = 0.0f;                 // m/s
	float SpeedScale = 1.0f;            // of every speed: age (WalkSpeedScaleOfAge), a limp, a load
	float AngularSpeed = 0.0f;          // deg/s
	float MaxAcceleration = 0.0f;       // m/s^2
	uint8_t Filter = 0;                 // whose costs and flags count (FCrowd::SetFilter)
	bool bAvoids = true;                // false: others make way for it, as for one that somebody else steers
	uint64_t UserData = 0;              // the host's own
};

enum class EAgentState : uint8_t
{
	Idle,           // no goal, or there already
	WaitingForPath, // stands, its path is to come
	Moving,
	OnLink, // crosses an off-mesh link
	OffMesh // was shoved off, or born there; goes to the nearest ground
};

enum class EGoalState : uint8_t
{
	None,
	Pending,    // a path to it is wanted; meanwhile an older path may be followed
	Following,  // on the way
	Partial,    // on the way to as near as one gets: the goal itself was told unreachable
	Arrived,    // there, and stays there
	Unreachable // as near as one gets, or no way at all
};

enum class EPathUrgency : uint8_t
{
	Normal,
	Urgent // its path is searched before all normal ones
};

enum class ECrowdEvent : uint8_t
{
	Arrived,
	Unreachable, // once for each goal
	OffMesh,
	BackOnMesh,
	LinkStarted,
	LinkEnded
};

struct FCrowdEvent
{
	ECrowdEvent Type = ECrowdEvent::Arrived;
	FAgentId Agent;
	FVector Position{0.0f, 0.0f, 0.0f}; // of the agent; for LinkStarted of the link's far end
	uint32_t LinkUserId = 0;
};

// Of one step. Spans in the crowd's order (FCrowd::GetIds): ascending creation.
struct FCrowdInput
{
	// Where bodies truly are (their feet), and how they move. Both empty: the crowd moves its agents itself, along the
	// mesh. What is not finite counts as where the agent was last.
	std::span<const FVector> Positions{};
	std::span<const FVector> Velocities{};
	float DeltaTime = 1.0f / 60.0f; // s, > 0
};

struct FCrowdStats
{
	int32_t Agents = 0;
	int32_t Moving = 0;
	int32_t OnLinks = 0;
	int32_t OffMesh = 0;
	int32_t WaitingPaths = 0; // requests that the next steps serve
	int32_t PathsFound = 0;   // in the last step
	int32_t Infeasible = 0;   // agents for whom no velocity avoided everybody, in the last step
};

// How fast people of an age (years) walk, as a share of those of 20: from 0.29 (a child of three) to 1 (Weidmann 1993).
float WalkSpeedScaleOfAge(float Age);
} // namespace Flockwork
