// Where agents truly are: corridors follow bodies, are mended when the mesh has changed, and strayed agents come back.
#include "CrowdImpl.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr float BackDistance = 0.1f;      // m from the ground, at which an agent is back on it
constexpr float LinkEndDistance = 0.5f;   // m from a link's far end, at which a body has crossed
constexpr float LinkPatience = 4.0f;      // times the time it should take, and two seconds
constexpr uint32_t StrayInterval = 4;     // steps between searches for the ground
constexpr uint32_t FarStrayInterval = 64; // between searches ten times as far
constexpr float FarFactor = 10.0f;
} // namespace

void FCrowd::FImpl::Sense(size_t Agent, const FNavQuery& Query)
{
	const FAgentOrders& Order = Orders[Agent];
	Radii[Agent] = Order.Radius > 0.0f ? Order.Radius : Settings.BodyRadius;
	Speeds[Agent] = (Order.Speed > 0.0f ? Order.Speed : Settings.WalkSpeed) * Order.SpeedScale;
	switch (States[Agent])
	{
	case EAgentState::OnLink:
		CrossLink(Agent);
		break;
	case EAgentState::OffMesh:
		ReturnToMesh(Agent, Query);
		break;
	default:
		if (bMeshChanged)
		{
			MendCorridor(Agent, Query);
		}
		if (bBodies && States[Agent] != EAgentState::OffMesh)
		{
			FollowBody(Agent, Query);
		}
		break;
	}
	HasArrived[Agent] = GoalStates[Agent] == EGoalState::Arrived ? 1 : 0;
	InGrid[Agent] = States[Agent] != EAgentState::OnLink ? 1 : 0;
	Seen[Agent].Body = {FGroundVector::From(Positions[Agent]), FGroundVector::From(Velocities[Agent]), Radii[Agent],
	    Order.bAvoids != 0 ? 0.5f : 1.0f, Ids[Agent].Index};
}

void FCrowd::FImpl::FollowBody(size_t Agent, const FNavQuery& Query)
{
	FNavCorridor& Corridor = WayOf(Agent).Corridor;
	const FVector& Body = Positions[Agent];
	const float VerticalReach = Settings.OffMeshDistance + Mesh.GetSettings().MaxClimb;
	const auto IsNear = [&](const FVector& Ground)
	{
		return Length(Horizontal(Ground - Body)) <= Settings.OffMeshDistance &&
		       std::abs(Ground.y - Body.y) <= VerticalReach;
	};
	if (Corridor.MovePosition(Query, Body, FilterOf(Agent)) && IsNear(Corridor.GetPosition()))
	{
		return;
	}
	// Not to be reached along the surface: thrown over a wall or to another floor, it may stand on other ground.
	const float Near = Settings.OffMeshDistance;
	const FNavLocation Ground = Query.FindNearest(Body, {Near, VerticalReach, Near}, FilterOf(Agent));
	if (Ground.IsValid() && IsNear(Ground.Position))
	{
		Land(Agent, Ground);
	}
	else
	{
		LeaveMesh(Agent);
	}
}

void FCrowd::FImpl::MendCorridor(size_t Agent, const FNavQuery& Query)
{
	FAgentWay& Way = WayOf(Agent);
	FAgentMemory& Memory = Memories[Agent];
	Memory.bNewCorners = 1;
	Memory.WallRevision = 0;
	if (Way.Corridor.IsValid(Query, FilterOf(Agent)))
	{
		return;
	}
	const bool bFound = Way.Corridor.Repair(Query, FilterOf(Agent), Settings.SearchExtent);
	if (!bFound || Length(Way.Corridor.GetPosition() - Positions[Agent]) > Settings.OffMeshDistance)
	{
		LeaveMesh(Agent);
		return;
	}
	if (!bBodies)
	{
		Positions[Agent] = Way.Corridor.GetPosition();
	}
	if (Memory.bHasPath != 0)
	{
		Memory.bUrgent = 1; // its way is cut, the others only want another one
		WantPath(Agent);
	}
}

void FCrowd::FImpl::LeaveMesh(size_t Agent)
{
	FAgentMemory& Memory = Memories[Agent];
	States[Agent] = EAgentState::OffMesh;
	Tell(Agent, ECrowdEvent::OffMesh);
	WayOf(Agent).Corridor.Reset({Positions[Agent], 0});
	Memories[Agent].CornerCount = 0;
	Memories[Agent].WallCount = 0;
	Memory.bHasPath = 0;
	Memory.bHasGround = 0;
	GoalStates[Agent] = IsStanding(Agent) ? GoalStates[Agent] : EGoalState::Pending;
}

// The goal is kept; a path to it is wanted from here.
void FCrowd::FImpl::Land(size_t Agent, const FNavLocation& Location)
{
	FAgentMemory& Memory = Memories[Agent];
	WayOf(Agent).Corridor.Reset(Location);
	Memory.CornerCount = 0;
	Memory.WallRevision = 0;
	Memory.bHasPath = 0;
	States[Agent] = EAgentState::Idle;
	if (!IsStanding(Agent) || GoalStates[Agent] == EGoalState::Pending)
	{
		GoalStates[Agent] = EGoalState::Pending;
		WantPath(Agent);
	}
}

void FCrowd::FImpl::ReturnToMesh(size_t Agent, const FNavQuery& Query)
{
	FAgentMemory& Memory = Memories[Agent];
	const uint32_t Turn = StepCount + Ids[Agent].Index;
	const FVector& Body = Positions[Agent];
	const auto IsBack = [&](const FVector& Ground)
	{
		return Length(Horizontal(Ground - Body)) <= BackDistance &&
		       std::abs(Ground.y - Body.y) <= Settings.OffMeshDistance + Mesh.GetSettings().MaxClimb;
	};
	const bool bNear = Memory.bHasGround != 0 && Length(Memory.Ground - Body) < 2.0f * Settings.OffMeshDistance;
	if (!bNear && Turn % StrayInterval != 0 && !bMeshChanged)
	{
		return;
	}
	FNavLocation Ground = Query.FindNearest(Body, Settings.SearchExtent, FilterOf(Agent));
	if (!Ground.IsValid() && Turn % FarStrayInterval == 0)
	{
		Ground = Query.FindNearest(Body, Settings.SearchExtent * FarFactor, FilterOf(Agent));
	}
	if (!Ground.IsValid())
	{
		return; // on towards what was found before, if anything was
	}
	Memory.Ground = Ground.Position;
	Memory.bHasGround = 1;
	if (IsBack(Ground.Position))
	{
		Positions[Agent] = bBodies ? Body : Ground.Position;
		Tell(Agent, ECrowdEvent::BackOnMesh);
		Land(Agent, Ground);
	}
}

void FCrowd::FImpl::CrossLink(size_t Agent)
{
	FAgentMemory& Memory = Memories[Agent];
	Memory.LinkTime += DeltaTime;
	const float LinkLength = Length(Memory.LinkEnd - Memory.LinkStart);
	const float NeededTime = LinkLength / std::max(Speeds[Agent], 0.01f);
	const FVector Left = Memory.LinkEnd - Positions[Agent];
	const bool bNear = Length(Horizontal(Left)) < LinkEndDistance && std::abs(Left.y) < 2.0f * LinkEndDistance;
	const bool bCrossed = bBodies ? bNear && Memory.LinkTime >= 0.5f * NeededTime : Memory.LinkTime >= NeededTime;
	if (bCrossed || Memory.bLinkDone != 0)
	{
		Tell(Agent, ECrowdEvent::LinkEnded);
		Positions[Agent] = bBodies ? Positions[Agent] : Memory.LinkEnd;
		States[Agent] = EAgentState::Moving;
		Memory.bNewCorners = 1;
		if (bMeshChanged || !Mesh.IsValidPoly(WayOf(Agent).Corridor.GetFirstPoly()))
		{
			LeaveMesh(Agent); // the ground may have changed meanwhile: it is looked for anew
		}
	}
	else if (Memory.LinkTime > 2.0f + LinkPatience * NeededTime)
	{
		Tell(Agent, ECrowdEvent::LinkEnded);
		LeaveMesh(Agent);
	}
}
} // namespace Flockwork
