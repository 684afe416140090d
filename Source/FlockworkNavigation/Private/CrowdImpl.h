#pragma once
// What a crowd is made of, for the files that share the work: Crowd.cpp (face), CrowdAgents.cpp (who is in it, orders),
// CrowdStep.cpp (the order of a step), one file a pass or two, CrowdSnapshot.cpp, CrowdDraw.cpp.
#include "FlockworkNavigation/AgentGrid.h"
#include "FlockworkNavigation/Avoidance.h"
#include "FlockworkNavigation/Crowd.h"
#include "FlockworkNavigation/NavMesh.h"
#include "FlockworkNavigation/NavQuery.h"

#include <array>
#include <memory>
#include <vector>

namespace Flockwork
{
class FDetourBackend;

// As given by the host; 0 stands for the settings'.
struct FAgentOrders
{
	float Radius = 0.0f;
	float Speed = 0.0f;
	float SpeedScale = 1.0f;
	float AngularSpeed = 0.0f;
	float MaxAcceleration = 0.0f;
	uint32_t Filter = 0;
	uint32_t bAvoids = 1;
};

inline constexpr float MostCalmTime = 60.0f; // s

// What an agent remembers from step to step. Four-byte fields only: snapshots copy it.
struct FAgentMemory
{
	FPolyRef GoalPoly = 0;           // of the goal, where known
	uint32_t bWantsPath = 0;         // a request waits
	uint32_t bUrgent = 0;            // that request goes first
	uint32_t RequestStep = 0;        // when it was made
	uint32_t bHasPath = 0;           // the corridor leads somewhere: to the goal, or still to an older one
	uint32_t Parts = 0;              // searches that ended for want of nodes since one came nearer
	float NearestPart = 0.0f;        // m from the goal that those came
	uint32_t bPartOnly = 0;          // the corridor ends before the goal for want of nodes
	uint32_t bNewCorners = 0;        // the known corners do not count any more
	uint32_t bReturning = 0;         // was pushed off the place where it had arrived
	FVector Place{0.0f, 0.0f, 0.0f}; // where it arrived
	uint32_t bHasPlace = 0;
	FVector Ground{0.0f, 0.0f, 0.0f}; // of an agent off the mesh: where to go back to it
	uint32_t bHasGround = 0;
	float StuckTime = 0.0f;        // s that it has wished to move and hardly has
	float HeldUpTime = 0.0f;       // s that it has got on much slower than it wished
	float YieldTime = 0.0f;        // s that it still makes way
	FGroundVector YieldDirection;  // where those want to go who it makes way for; unit
	uint32_t YieldRank = 0;        // theirs
	uint32_t bNarrow = 0;          // there is no room beside it for another one
	uint32_t QueueRank = 0;        // the highest of those who queue behind it
	float CalmTime = MostCalmTime; // s since it made way
	FVector LinkStart{0.0f, 0.0f, 0.0f};
	FVector LinkEnd{0.0f, 0.0f, 0.0f};
	float LinkTime = 0.0f; // s on it
	uint32_t LinkUserId = 0;
	uint32_t bLinkDone = 0; // the host said so
	// What is looked at in each step of FAgentWay's contents
	FVector FirstCorner{0.0f, 0.0f, 0.0f};
	FVector SecondCorner{0.0f, 0.0f, 0.0f}; // the first again where there is none
	uint32_t CornerCount = 0;
	uint32_t bFirstIsLink = 0; // that corner is a link's start
	float BehindFirst = 0.0f;  // m from the first corner to the end; large when that is not among the corners
	uint32_t WallCount = 0;
	uint32_t WallRevision = 0; // of the mesh when they were found; 0: never
	FVector WallCenter{0.0f, 0.0f, 0.0f};
};
template <>
inline constexpr bool HasNoPadding<FAgentOrders> = sizeof(FAgentOrders) == 7 * 4;
template <>
inline constexpr bool HasNoPadding<FAgentMemory> = sizeof(FAgentMemory) == 50 * 4;
template <>
inline constexpr bool HasNoPadding<FNavCorridor> = sizeof(FNavCorridor) ==
                                                   2 * sizeof(FVector) +
                                                       (FNavCorridor::MaxPolys + 3) * sizeof(FPolyRef);
template <>
inline constexpr bool HasNoPadding<FNavSegment> = sizeof(FNavSegment) == 6 * sizeof(float);

// An agent as others see it in a step: one cache line.
struct alignas(64) FSeenAgent
{
	FAvoidanceNeighbor Body; // its place in Offset
	FGroundVector Course;    // unit, where it wants to go; zero: nowhere
	// What it asks of those in its way, when it is held up (CrowdMakeWay.cpp)
	float Reach = 0.0f;  // m that it wants to go
	uint32_t Rank = 0;   // the higher goes first; 0: asks nothing
	bool bStands = true; // wants to go nowhere itself
};

// The way ahead and the walls around: large, so it stays in its slot while the arrays close up.
struct FAgentWay
{
	static constexpr size_t MaxCorners = 3;

	FNavCorridor Corridor;
	std::array<FNavCorner, MaxCorners> Corners{};
	std::array<FNavSegment, FAvoidanceJob::MaxWalls> Walls{};
};

// One event bit a kind, by ECrowdEvent.
inline constexpr uint8_t EventBit(ECrowdEvent Event)
{
	return uint8_t(1u << uint32_t(Event));
}

struct FCrowd::FImpl
{
	FImpl(const FNavMesh& InMesh, const FCrowdSettings& InSettings, ITaskScheduler& InScheduler);
	~FImpl();

	// CrowdStep.cpp: the passes of a step, in order.
	void Step(const FCrowdInput& Input);
	void BeginStep(const FCrowdInput& Input);
	void SearchPaths();
	void BuildGrid();
	void MoveWithoutBodies();
	void CollectEvents();
	template <typename Visitor>
	void ForEachAgent(Visitor&& Visit);

	// CrowdSense.cpp: where agents truly are.
	void Sense(size_t Agent, const FNavQuery& Query);
	void FollowBody(size_t Agent, const FNavQuery& Query);
	void MendCorridor(size_t Agent, const FNavQuery& Query);
	void LeaveMesh(size_t Agent);
	void ReturnToMesh(size_t Agent, const FNavQuery& Query);
	void CrossLink(size_t Agent);
	void Land(size_t Agent, const FNavLocation& Location);

	// CrowdPaths.cpp: from goals to corridors.
	void WantPath(size_t Agent);
	void ChooseRequests();
	void SearchPath(size_t Agent, const FNavQuery& Query, FNavPath& Path);
	void TakePath(size_t Agent, const FNavQuery& Query, const FNavPath& Path, const FNavLocation& End);
	void GiveUpGoal(size_t Agent);

	// CrowdFollow.cpp: from corridors to desired velocities.
	void Follow(size_t Agent, const FNavQuery& Query);
	void FindCorners(size_t Agent, const FNavQuery& Query);
	void Desire(size_t Agent);
	bool BeginLink(size_t Agent, const FNavQuery& Query);
	void Arrive(size_t Agent);
	void KeepPlace(size_t Agent);
	void RememberCorners(size_t Agent);
	float DistanceToEnd(size_t Agent) const; // m along the corners; large when the end is not among them

	// CrowdSteer.cpp: from desired to wished velocities.
	struct FSurroundings // as one agent sees them
	{
		std::array<int32_t, FAvoidanceJob::MaxNeighbors> Agents;
		std::array<FAvoidanceNeighbor, FAvoidanceJob::MaxNeighbors> Neighbors;
		size_t NeighborCount = 0;
		std::array<FAvoidanceWall, FAvoidanceJob::MaxWalls> Walls;
		size_t WallCount = 0;
		float WallHorizon = 0.2f;    // s
		float DeepestOverlap = 0.0f; // share of the radii's sum
		bool bClaims = false;        // some neighbour asks others to make way
	};
	void Steer(size_t Agent, const FNavQuery& Query);
	void LookAround(size_t Agent, FSurroundings& Out) const;
	void FindWalls(size_t Agent, const FNavQuery& Query);
	void ArriveByContact(size_t Agent, const FSurroundings& Around);
	void StayElsewhere(size_t Agent, const FSurroundings& Around);
	bool IsAnybodyClose(size_t Agent, const FSurroundings& Around) const;
	FGroundVector KeepHeadway(size_t Agent, FGroundVector Wanted, const FSurroundings& Around) const;
	FGroundVector BreakSymmetry(size_t Agent, FGroundVector Wanted, const FSurroundings& Around) const;
	FGroundVector Avoid(size_t Agent, FGroundVector Wanted, const FSurroundings& Around);
	FVector PushApart(size_t Agent, const FSurroundings& Around) const;
	// CrowdMakeWay.cpp
	void MakeClaim(size_t Agent);
	FGroundVector FindCourse(size_t Agent) const;
	uint32_t RankOf(size_t Agent) const;
	bool IsNarrow(size_t Agent, const FSurroundings& Around) const;
	uint32_t FindQueueRank(size_t Agent, FGroundVector Course, const FSurroundings& Around) const;
	int32_t FindClaimant(size_t Agent, FGroundVector Course, const FSurroundings& Around) const;
	FGroundVector FindWayOut(size_t Agent, const FSeenAgent& Claim, size_t Claimant, const FSurroundings& Around) const;
	FGroundVector MakeWay(size_t Agent, FGroundVector Wanted, const FSurroundings& Around);
	// CrowdLimits.cpp
	void LimitTurning(size_t Agent, FGroundVector& InOutVelocity);
	void KeepOffWalls(
	    size_t Agent, const FSurroundings& Around, const FNavQuery& Query, FGroundVector& InOutVelocity) const;
	void Wish(size_t Agent, FGroundVector Velocity);
	void MoveAlongMesh(size_t Agent, const FNavQuery& Query);

	// CrowdAgents.cpp
	void CloseGaps(); // drops those whose slot is dead
	template <typename Visitor>
	void ForEachArray(Visitor&& Visit);

	size_t Num() const { return Ids.size(); }
	FAgentWay& WayOf(size_t Agent) { return Ways[Ids[Agent].Index]; }
	const FAgentWay& WayOf(size_t Agent) const { return Ways[Ids[Agent].Index]; }
	const FNavFilter& FilterOf(size_t Agent) const { return Filters[Orders[Agent].Filter]; }
	float AccelerationOf(size_t Agent) const
	{
		return Orders[Agent].MaxAcceleration > 0.0f ? Orders[Agent].MaxAcceleration : Settings.MaxAcceleration;
	}
	bool IsLive(FAgentId Id) const
	{
		return Id.Index < Slots.size() && Slots[Id.Index].Generation == Id.Generation && Slots[Id.Index].bLive != 0;
	}
	bool IsStanding(size_t Agent) const
	{
		return GoalStates[Agent] != EGoalState::Following && GoalStates[Agent] != EGoalState::Partial;
	}
	void Tell(size_t Agent, ECrowdEvent Event) { EventBits[Agent] = uint8_t(EventBits[Agent] | EventBit(Event)); }

	const FNavMesh& Mesh;
	FCrowdSettings Settings;
	ITaskScheduler& Scheduler;
	std::array<FNavFilter, MaxCrowdFilters> Filters;
	std::vector<FNavQuery> Queries; // one for each worker
	std::vector<FNavPath> Paths;    // so, too
	FAgentGrid Grid;
	std::unique_ptr<FDetourBackend> Detour; // null while the backend is ours

	// By slot
	struct FSlot
	{
		uint32_t Generation = 1;
		uint32_t bLive = 0;
		int32_t Place = -1; // in the arrays
	};
	std::vector<FSlot> Slots;
	std::vector<uint32_t> FreeSlots;
	std::vector<FAgentWay> Ways;

	// By place: one for each agent, in order of ascending creation
	std::vector<FAgentId> Ids;
	std::vector<uint64_t> UserData;
	std::vector<FAgentOrders> Orders;
	std::vector<FAgentMemory> Memories;
	std::vector<FVector> Positions;
	std::vector<FVector> Velocities;
	std::vector<FVector> Facings;
	std::vector<FVector> Goals;
	std::vector<FVector> Desired;
	std::vector<FVector> Wished;
	std::vector<FVector> Accelerations;
	std::vector<FVector> NextCorners;
	std::vector<FVector> Pushes; // m; that part those who overlap, where no bodies do
	std::vector<EAgentState> States;
	std::vector<EGoalState> GoalStates;
	std::vector<float> Radii;
	std::vector<float> Speeds;
	std::vector<FSeenAgent> Seen;
	std::vector<uint8_t> EventBits;
	std::vector<uint8_t> InGrid;     // takes part in avoidance
	std::vector<uint8_t> HasArrived; // as of the step's beginning, so that no agent sees a half-updated crowd
	std::vector<uint8_t> Infeasible;

	std::vector<uint64_t> RequestKeys; // urgency, age and place of each waiting request
	std::vector<FCrowdEvent> Events;
	FCrowdStats Stats;
	bool bBodies = false;
	bool bMeshChanged = true;  // since the last step
	uint32_t SeenRevision = 0; // of the mesh
	float DeltaTime = 1.0f / 60.0f;
	uint32_t StepCount = 0;
};

template <typename Visitor>
void FCrowd::FImpl::ForEachArray(Visitor&& Visit)
{
	Visit(Ids);
	Visit(UserData);
	Visit(Orders);
	Visit(Memories);
	Visit(Positions);
	Visit(Velocities);
	Visit(Facings);
	Visit(Goals);
	Visit(Desired);
	Visit(Wished);
	Visit(Accelerations);
	Visit(NextCorners);
	Visit(Pushes);
	Visit(States);
	Visit(GoalStates);
	Visit(Radii);
	Visit(Speeds);
	Visit(Seen);
	Visit(EventBits);
	Visit(InGrid);
	Visit(HasArrived);
	Visit(Infeasible);
}

// Chunks of this many agents, whatever the thread count.
inline constexpr int32_t CrowdChunk = 64;

// Visit(size_t Agent, const FNavQuery& Query) for each agent.
template <typename Visitor>
void FCrowd::FImpl::ForEachAgent(Visitor&& Visit)
{
	ParallelFor(Scheduler, int32_t(Num()), CrowdChunk,
	    [&](int32_t Begin, int32_t End, int32_t Worker)
	    {
		    for (int32_t Agent = Begin; Agent < End; ++Agent)
		    {
			    Visit(size_t(Agent), Queries[size_t(Worker)]);
		    }
	    });
}
} // namespace Flockwork
