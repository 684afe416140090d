#include "DetourBackend.h"

#include "FlockworkCore/Log.h"
#include "FlockworkNavigation/Interop.h"
#include "LibraryAsserts.h"

#include <DetourCrowd.h>
#include <algorithm>

namespace Flockwork
{
namespace
{
// dtCrowd's grid counts its entries, four an agent, in 16 bits; beyond that it loses neighbours without a word.
constexpr int32_t MostAgents = 16383;
constexpr int32_t FewestAgents = 64;
constexpr float OptimizationRange = 30.0f; // radii
constexpr float SeparationWeight = 2.0f;
constexpr uint32_t RetryInterval = 16; // steps, between attempts to put a strayed agent back
constexpr unsigned char HighQuality = 3;

FVector ToVector(const float* V)
{
	return {V[0], V[1], V[2]};
}

EAgentState StateOf(const dtCrowdAgent& Agent, bool bWaits, bool bStands)
{
	if (Agent.state == DT_CROWDAGENT_STATE_OFFMESH)
	{
		return EAgentState::OnLink;
	}
	if (Agent.state == DT_CROWDAGENT_STATE_INVALID)
	{
		return EAgentState::OffMesh;
	}
	const EAgentState Standing = bWaits ? EAgentState::WaitingForPath : EAgentState::Idle;
	return bStands ? Standing : EAgentState::Moving;
}
} // namespace

FDetourBackend::FDetourBackend(FCrowd::FImpl& InCrowd) : Crowd(InCrowd), Native(nullptr, dtFreeCrowd)
{
	InstallLibraryAsserts();
}

FDetourBackend::~FDetourBackend() = default;

// False while there is no mesh. A crowd of another mesh, or one that is too small, is made anew with the agents as they
// are: dtCrowd cannot grow.
bool FDetourBackend::Prepare()
{
	dtNavMesh* Mesh = FNavMeshInterop::GetDetourMesh(Crowd.Mesh);
	const int32_t Wanted = std::min(int32_t(Crowd.Num()), MostAgents);
	if (!Mesh || (Native && NativeMesh == Mesh && Wanted <= Capacity))
	{
		return Mesh != nullptr;
	}
	float LargestRadius = Crowd.Settings.BodyRadius;
	for (const FAgentOrders& Order : Crowd.Orders)
	{
		LargestRadius = std::max(LargestRadius, Order.Radius);
	}
	if (int32_t(Crowd.Num()) > MostAgents)
	{
		Log(ELogLevel::Warning, "Navigation",
		    "crowd.backend detourCrowd steers 16,383 agents at most; the others stand still");
	}
	Capacity = std::min(std::max(2 * Wanted, FewestAgents), MostAgents);
	Native.reset(dtAllocCrowd());
	NativeMesh = Mesh;
	Mirrors.clear();
	Leaving.clear();
	if (Native && !Native->init(Capacity, LargestRadius, Mesh))
	{
		Native.reset();
	}
	return Native != nullptr;
}

// Removed in the midst of a link, an agent would leave its animation to the next owner of its place: such ones first
// come to the link's end.
void FDetourBackend::DropRemoved()
{
	Mirrors.resize(Crowd.Slots.size());
	for (FMirror& Mirror : Mirrors)
	{
		if (Mirror.Index >= 0 && !Crowd.IsLive(Mirror.Id))
		{
			Leaving.push_back(Mirror.Index);
			Mirror = {};
		}
	}
	std::erase_if(Leaving,
	    [&](int32_t Index)
	    {
		    const bool bFree = Native->getAgent(Index)->state != DT_CROWDAGENT_STATE_OFFMESH;
		    if (bFree)
		    {
			    Native->removeAgent(Index);
		    }
		    return bFree;
	    });
}

void FDetourBackend::Step()
{
	if (!Prepare())
	{
		return;
	}
	for (int32_t Index = 0; Index < MaxCrowdFilters; ++Index)
	{
		*Native->getEditableFilter(Index) = FNavMeshInterop::ToDetour(Crowd.Filters[size_t(Index)]);
	}
	DropRemoved();
	const size_t Count = std::min(Crowd.Num(), size_t(MostAgents));
	for (size_t Agent = 0; Agent < Count; ++Agent)
	{
		Feed(Agent);
	}
	Native->update(Crowd.DeltaTime, nullptr);
	for (size_t Agent = 0; Agent < Count; ++Agent)
	{
		TakeBack(Agent);
	}
}

void FDetourBackend::Feed(size_t Agent)
{
	const FAgentOrders& Order = Crowd.Orders[Agent];
	const FCrowdSettings& Settings = Crowd.Settings;
	Crowd.Radii[Agent] = Order.Radius > 0.0f ? Order.Radius : Settings.BodyRadius;
	Crowd.Speeds[Agent] = (Order.Speed > 0.0f ? Order.Speed : Settings.WalkSpeed) * Order.SpeedScale;
	dtCrowdAgentParams Params{};
	Params.radius = Crowd.Radii[Agent];
	Params.height = Settings.NeighborHeight;
	Params.maxAcceleration = Crowd.AccelerationOf(Agent);
	Params.maxSpeed = Crowd.Speeds[Agent];
	Params.collisionQueryRange = Settings.NeighborRange;
	Params.pathOptimizationRange = Params.radius * OptimizationRange;
	Params.separationWeight = SeparationWeight;
	const bool bAvoids = Settings.bAvoidance && Order.bAvoids != 0;
	const int Avoidance = DT_CROWD_OBSTACLE_AVOIDANCE | DT_CROWD_SEPARATION;
	Params.updateFlags =
	    uint8_t(DT_CROWD_ANTICIPATE_TURNS | DT_CROWD_OPTIMIZE_VIS | DT_CROWD_OPTIMIZE_TOPO | (bAvoids ? Avoidance : 0));
	Params.obstacleAvoidanceType = HighQuality;
	Params.queryFilterType = uint8_t(Order.Filter);

	const FAgentId Id = Crowd.Ids[Agent];
	FMirror& Mirror = Mirrors[Id.Index];
	const bool bStrayed = Mirror.Index >= 0 && Native->getAgent(Mirror.Index)->state == DT_CROWDAGENT_STATE_INVALID;
	if (bStrayed && (Crowd.StepCount + Id.Index) % RetryInterval == 0) // dtCrowd leaves such ones alone for good
	{
		Native->removeAgent(Mirror.Index);
		Mirror = {};
	}
	if (Mirror.Index < 0)
	{
		Mirror.Id = Id;
		Mirror.Index = Native->addAgent(&Crowd.Positions[Agent].x, &Params);
		if (Mirror.Index < 0) // those who leave still take up the room
		{
			return;
		}
		if (!Crowd.IsStanding(Agent))
		{
			Crowd.GoalStates[Agent] = EGoalState::Pending;
		}
		std::copy_n(&Crowd.Velocities[Agent].x, 3, Native->getEditableAgent(Mirror.Index)->vel);
	}
	Native->updateAgentParameters(Mirror.Index, &Params);
	dtCrowdAgent& Twin = *Native->getEditableAgent(Mirror.Index);
	if (Crowd.bBodies && Twin.state == DT_CROWDAGENT_STATE_WALKING)
	{
		std::copy_n(&Crowd.Positions[Agent].x, 3, Twin.npos);
		std::copy_n(&Crowd.Velocities[Agent].x, 3, Twin.vel);
	}
	FeedGoal(Agent, Mirror);
}

void FDetourBackend::FeedGoal(size_t Agent, FMirror& Mirror)
{
	EGoalState& GoalState = Crowd.GoalStates[Agent];
	Crowd.Memories[Agent].bWantsPath = 0;
	if (GoalState == EGoalState::None)
	{
		if (Mirror.bAsked)
		{
			Native->resetMoveTarget(Mirror.Index);
			Mirror.bAsked = false;
		}
		return;
	}
	if (GoalState != EGoalState::Pending || (Mirror.bAsked && Mirror.Goal == Crowd.Goals[Agent]))
	{
		return;
	}
	const FNavLocation End =
	    Crowd.Queries[0].FindNearest(Crowd.Goals[Agent], Crowd.Settings.SearchExtent, Crowd.FilterOf(Agent));
	Mirror.Goal = Crowd.Goals[Agent];
	Mirror.bAsked = End.IsValid() && Native->requestMoveTarget(Mirror.Index, End.Poly, &End.Position.x);
	if (!Mirror.bAsked)
	{
		GoalState = EGoalState::Unreachable;
		Crowd.Tell(Agent, ECrowdEvent::Unreachable);
	}
}

void FDetourBackend::TakeBack(size_t Agent)
{
	const FMirror& Mirror = Mirrors[Crowd.Ids[Agent].Index];
	if (Mirror.Index < 0)
	{
		return;
	}
	const dtCrowdAgent& From = *Native->getAgent(Mirror.Index);
	const FVector NewVelocity = ToVector(From.vel);
	Crowd.Desired[Agent] = ToVector(From.dvel);
	Crowd.Wished[Agent] = NewVelocity;
	Crowd.Accelerations[Agent] = Horizontal(NewVelocity - Crowd.Velocities[Agent]) / Crowd.DeltaTime;
	if (!Crowd.bBodies)
	{
		Crowd.Positions[Agent] = ToVector(From.npos);
		Crowd.Velocities[Agent] = NewVelocity;
	}
	const FVector Direction = SafeNormal(Horizontal(NewVelocity), 0.02f);
	Crowd.Facings[Agent] = Direction == FVector{0.0f, 0.0f, 0.0f} ? Crowd.Facings[Agent] : Direction;
	Crowd.NextCorners[Agent] = From.ncorners > 0 ? ToVector(From.cornerVerts) : Crowd.Positions[Agent];
	const EAgentState Before = Crowd.States[Agent];
	TakeGoalState(Agent, Mirror);
	Crowd.States[Agent] = StateOf(From, Crowd.GoalStates[Agent] == EGoalState::Pending, Crowd.IsStanding(Agent));
	const auto TellChange = [&](EAgentState State, ECrowdEvent Begins, ECrowdEvent Ends)
	{
		const bool bWas = Before == State;
		const bool bIs = Crowd.States[Agent] == State;
		if (bWas != bIs)
		{
			Crowd.Tell(Agent, bIs ? Begins : Ends);
		}
	};
	TellChange(EAgentState::OnLink, ECrowdEvent::LinkStarted, ECrowdEvent::LinkEnded);
	TellChange(EAgentState::OffMesh, ECrowdEvent::OffMesh, ECrowdEvent::BackOnMesh);
}

void FDetourBackend::TakeGoalState(size_t Agent, const FMirror& Mirror)
{
	const dtCrowdAgent& From = *Native->getAgent(Mirror.Index);
	EGoalState& GoalState = Crowd.GoalStates[Agent];
	if (!Mirror.bAsked || GoalState == EGoalState::None)
	{
		return;
	}
	if (GoalState == EGoalState::Pending && From.targetState == DT_CROWDAGENT_TARGET_FAILED)
	{
		GoalState = EGoalState::Unreachable;
		Crowd.Tell(Agent, ECrowdEvent::Unreachable);
	}
	if (GoalState == EGoalState::Pending && From.targetState == DT_CROWDAGENT_TARGET_VALID)
	{
		GoalState = From.partial ? EGoalState::Partial : EGoalState::Following;
		if (From.partial)
		{
			Crowd.Tell(Agent, ECrowdEvent::Unreachable);
		}
	}
	const float Left = Length(Horizontal(ToVector(From.corridor.getTarget()) - Crowd.Positions[Agent]));
	if (!Crowd.IsStanding(Agent) && Left <= Crowd.Settings.ArrivalRadius)
	{
		const bool bThere = GoalState == EGoalState::Following;
		GoalState = bThere ? EGoalState::Arrived : EGoalState::Unreachable;
		if (bThere)
		{
			Crowd.Tell(Agent, ECrowdEvent::Arrived);
		}
	}
}
} // namespace Flockwork
