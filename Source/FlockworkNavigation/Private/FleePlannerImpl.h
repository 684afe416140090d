#pragma once
// What FFleePlanner remembers, and its passes over all agents, in the order of Run.
#include "FlockworkCore/Random.h"
#include "FlockworkNavigation/EscapeField.h"
#include "FlockworkNavigation/FleePlanner.h"

#include <vector>

namespace Flockwork
{
struct FFleeMemory
{
	enum EFlag : uint8_t
	{
		Via = 1,      // the goal is on the way
		Wants = 2,    // waits for a decision
		Panicked = 4, // by neighbours, not by a threat
		Cornered = 8, // was told so
		Exposed = 16, // to fleeing neighbours, and has drawn its lot
		Held = 32,    // has a place in its refuge
		HasGoal = 64,
		NewGoal = 128
	};
	uint32_t Id = 0;
	EFleeState State = EFleeState::Calm;
	uint8_t Flags = 0;
	uint16_t Epoch = 0;       // of the field by which it took its place
	float Timer = 0.0f;       // s left, of reaction, cowering, calming down
	float ExposedTime = 0.0f; // s left of one meeting with fleeing neighbours
	float LegAge = 0.0f;      // s since its last decision
	float LookAge = 0.0f;     // s since it last looked for a threat behind walls
	uint32_t Refuge = FEscapeField::None;
	uint32_t Leg = FEscapeField::None; // node that it runs to
	uint64_t WaitingSince = 0;         // step
	uint64_t Random = 0;               // state of its stream
	FNavLocation Goal;

	bool Has(EFlag Flag) const { return (Flags & Flag) != 0; }
	void Set(EFlag Flag, bool bOn) { Flags = uint8_t(bOn ? Flags | Flag : Flags & ~Flag); }
};

struct FFleeSense
{
	float Distance = 1e9f; // m to the nearest threat, divided by its strength; threats are felt ahead of their way, too
	uint32_t Threat = 0;   // that one
	bool bGood = false;    // the agent is on the mesh
	bool bPerceives = false;        // a threat within its detection radius
	bool bExposed = false;          // near fleeing neighbours
	FVector Away{0.0f, 0.0f, 0.0f}; // from the nearest of these; zero without
};

// What a decision found, before places in refuges are given away.
struct FFleeLeg
{
	uint32_t Node = FEscapeField::None; // to run to
	uint32_t Refuge = FEscapeField::None;
	FNavLocation Goal;
	bool bFound = false;
	bool bVia = false;
	bool bCornered = false;
	bool bCower = false;
	bool bDirect = false; // straight to the place that it has
};

struct FFleePlanner::FImpl
{
	explicit FImpl(const FNavMesh& InMesh) : Mesh(&InMesh) {}

	void Run(const FFleeSettings& InSettings, const FFleeInput& InInput, std::span<FFleeDecision> Out,
	    ITaskScheduler& Scheduler);

	// FleeSenses.cpp
	void MatchAgents();
	void Sense(ITaskScheduler& Scheduler);
	void LookForThreats();
	void UpdateStates();
	void UpdateState(FFleeMemory& Agent, const FFleeSense& Now, size_t Index);
	void BecomeFleeing(FFleeMemory& Agent, size_t Index);
	void BecomeSafe(FFleeMemory& Agent);
	bool SeesThreat(const FVector& Position, int32_t& LooksLeft) const;

	// FleePanic.cpp
	void GatherRunners();
	void FindExposed(ITaskScheduler& Scheduler);
	void SpreadPanic();

	// FleeFields.cpp
	void PrepareGraph(ITaskScheduler& Scheduler);
	void MakeQueries(ITaskScheduler& Scheduler);
	void TakeThreats();
	void UpdateField();
	void BeginField();
	bool HaveThreatsChanged() const;
	void ForgetNodes();

	// FleeDecisions.cpp
	void Decide(ITaskScheduler& Scheduler);
	void GatherWaiting();
	FFleeLeg FindLeg(size_t Index, const FNavQuery& Query, FNavPath& Path) const;
	uint32_t FindFirstNode(size_t Index, const FNavQuery& Query, float& OutCost) const;
	bool IsVisible(const FNavLocation& From, uint32_t Node, const FNavQuery& Query, FPolyRef& OutPoly) const;
	void PullString(size_t Index, uint32_t First, float FirstCost, const FNavQuery& Query, FFleeLeg& Leg) const;
	void Apply(size_t Index, FFleeLeg& Leg);
	void Cower(FFleeMemory& Agent, size_t Index);
	bool FindDirectLeg(size_t Index, const FNavQuery& Query, FNavPath& Path, FFleeLeg& Leg) const;
	bool TakePlace(FFleeMemory& Agent, uint32_t Wanted);
	uint32_t FindFreePlace(uint32_t Wanted);
	void Release(FFleeMemory& Agent);
	void SetGoal(FFleeMemory& Agent, const FNavLocation& Goal, bool bVia);
	bool RunStraightAway(FFleeMemory& Agent, size_t Index, float Distance);
	void RequestDecision(FFleeMemory& Agent);

	// FleeClassic.cpp
	void RunClassic(ITaskScheduler& Scheduler);
	void UpdateClassicState(FFleeMemory& Agent, const FFleeSense& Now, size_t Index);

	void Tell(const FFleeMemory& Agent, EFleeEvent Event) { Events.push_back({Agent.Id, Event}); }
	void SortEvents();
	void Write(std::span<FFleeDecision> Out);
	void Prepare(float Spacing, float Capacity, ITaskScheduler& Scheduler);
	float GetSpeed(size_t Index) const { return Input.Speeds.empty() ? Settings.FleeSpeed : Input.Speeds[Index]; }
	const FEscapeField& Field() const { return Fields[Current]; }

	const FNavMesh* Mesh;
	FNavFilter Filter;
	// This step's
	FFleeSettings Settings;
	FFleeInput Input;
	FFleeReport Report;
	std::vector<FFleeEventRecord> Events;
	std::vector<FFleeSense> Senses;
	std::vector<FNavThreat> Threats; // those that count
	// Kept
	std::vector<FFleeMemory> Agents; // as the input's
	FEscapeGraph Graph;
	float GraphSpacing = 0.0f, GraphCapacity = 0.0f;
	FEscapeField Fields[2]; // one to go by, one in the making
	uint32_t Current = 0;
	bool bFieldGood = false;              // Fields[Current] can be gone by
	bool bFieldPending = false;           // the other one is in the making
	bool bOverflow = false;               // somebody found no place: the field knows too little of what is taken
	uint16_t Epoch = 0;                   // counts fields
	float FieldAge = 0.0f;                // s since the last one was begun
	float ReplanAge = 0.0f;               // s, of the classic policy
	std::vector<FNavThreat> FieldThreats; // of the field begun last
	std::vector<uint32_t> KnownThreats;   // ids of the last step
	std::vector<int32_t> Occupied;        // agents with a place in each node
	// Scratch
	std::vector<FNavQuery> Queries; // by worker
	std::vector<FNavPath> Paths;    // so, too
	std::vector<FFleeMemory> NewAgents;
	std::vector<FNavLocation> Places;
	std::vector<int32_t> Staying;
	std::vector<uint32_t> Waiting;
	std::vector<FFleeLeg> Legs;
	std::vector<uint32_t> NewThreats;
	std::vector<uint64_t> EventOrder;
	std::vector<FFleeEventRecord> SortedEvents;
	struct FRunner
	{
		FVector Position{0.0f, 0.0f, 0.0f};
		uint32_t Agent = 0;
	};
	std::vector<FRunner> Runners, SortedRunners;
	std::vector<uint32_t> RunnerStarts;
	std::vector<uint32_t> Stamps, Frontier;
	uint32_t Stamp = 0;
};
} // namespace Flockwork
