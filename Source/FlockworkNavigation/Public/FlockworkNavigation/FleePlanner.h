#pragma once
// Who flees, when, and where to. A job over arrays: it moves nobody. Each step: senses, reactions, panic, then a fixed
// number of decisions, the longest waiting first.
#include "FlockworkCore/Hash.h"
#include "FlockworkCore/SceneQuery.h"
#include "FlockworkCore/Serialize.h"
#include "FlockworkCore/Tasks.h"
#include "FlockworkNavigation/FleeSettings.h"
#include "FlockworkNavigation/NavMesh.h"
#include "FlockworkNavigation/NavQuery.h"
#include "FlockworkNavigation/NavThreat.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace Flockwork
{
class IDebugDraw;

enum class EFleeState : uint8_t
{
	Calm,     // does what it did: the other fields of its decision say nothing
	Reacting, // has seen it, goes on as before until its reaction time is over
	Fleeing,  // runs to Goal
	Cowering, // no way out, or none that does not lead into the threat: stays where it is
	Safe      // beyond SafeRadius; runs on to Goal, stays there, and calms down
};

enum class EFleeEvent : uint8_t
{
	Started,  // begins to run
	Safe,     // has got beyond SafeRadius, or the threat is gone
	Cornered, // has no way to a refuge; runs to the least bad place, or cowers
	Cowering, // begins to cower
	Calm      // has calmed down, and may resume what it did
};
// The animation trigger that goes with an event: "isRunning", "isCowering"; empty for the others.
std::string_view GetAnimationTrigger(EFleeEvent Event);

struct FFleeEventRecord
{
	uint32_t Id = 0; // agent
	EFleeEvent Event = EFleeEvent::Started;
	friend bool operator==(const FFleeEventRecord&, const FFleeEventRecord&) = default;
};

// Spans by agent, in order of ascending id. A place that is not on the mesh (Poly 0 or stale), or not finite: that
// agent keeps its last decision.
struct FFleeInput
{
	std::span<const FNavLocation> Locations{};
	std::span<const FVector> Velocities{};
	std::span<const uint32_t> Ids{};       // ascending, never used twice
	std::span<const float> Speeds{};       // m/s, each one's own flee speed; empty: FleeSpeed for all
	std::span<const FNavThreat> Threats{}; // ascending by id; those that are not finite are left out
	uint64_t Step = 0;                     // of the world
	float DeltaTime = 1.0f / 60.0f;        // s, > 0
	uint64_t Seed = 0;                     // the world's
	const ISceneQuery* Sight = nullptr;    // for line of sight; null: threats are perceived through walls
	FQueryFilter SightFilter{};            // what stands in the way of a look
};

struct FFleeDecision
{
	EFleeState State = EFleeState::Calm;
	bool bNewGoal = false;     // in this step
	bool bVia = false;         // Goal is on the way: do not slow down for it, the next comes before it is reached
	FNavLocation Goal;         // of Fleeing and Safe. Flockwork's policy: in sight, or a few metres round the next bend
	float Speed = 0.0f;        // m/s to run at; 0: stand still
	float AngularSpeed = 0.0f; // degrees/s

	bool IsDriven() const { return State >= EFleeState::Fleeing; }
};

struct FFleeReport
{
	int32_t Reacting = 0, Fleeing = 0, Cowering = 0, Safe = 0; // agents by state
	int32_t Waiting = 0;                                       // decisions that did not fit into this step
	int32_t Decided = 0;                                       // in this step
	uint32_t Nodes = 0;                                        // of the graph of refuges
	bool bGraphBuilt = false;                                  // in this step: the mesh has changed
};

class FFleePlanner
{
public:
	explicit FFleePlanner(const FNavMesh& Mesh); // must outlive this
	~FFleePlanner();
	FFleePlanner(FFleePlanner&&) noexcept;
	FFleePlanner& operator=(FFleePlanner&&) noexcept;

	// Lengths agree, ids ascend, numbers in range. One error a violation.
	static bool Validate(const FFleeSettings& Settings, const FFleeInput& Input, FDiagnostics& Diagnostics);
	// Out: one for each agent, what the step's decisions are. Allocates nothing once the arrays have grown.
	void Run(const FFleeSettings& Settings, const FFleeInput& Input, std::span<FFleeDecision> Out,
	    ITaskScheduler& Scheduler);
	// Of the last Run, by ascending id, then in the order they came to pass.
	std::span<const FFleeEventRecord> GetEvents() const;
	const FFleeReport& GetReport() const;

	// The graph of refuges is built in the first Run and whenever the mesh has changed; here at a time that suits.
	void Prepare(const FFleeSettings& Settings, ITaskScheduler& Scheduler);
	// Everything that the next Run depends on. Restoring needs the mesh as it was; false, unchanged, on bad bytes.
	void Save(FByteWriter& Writer) const;
	bool Restore(FByteReader& Reader, ITaskScheduler& Scheduler);
	void AddToHash(FStateHash& Hash) const;

	// The escape field (ways, coloured by cost), threat radii, and a line from each fleeing agent to its goal.
	void Draw(IDebugDraw& DebugDraw, const FFleeSettings& Settings, const FFleeInput& Input) const;

private:
	struct FImpl;
	std::unique_ptr<FImpl> Impl;
};
} // namespace Flockwork
