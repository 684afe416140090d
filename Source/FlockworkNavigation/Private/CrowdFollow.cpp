// From corridors to desired velocities: the next corner, slowing down before the goal, arriving, keeping the place.
#include "CrowdImpl.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr float FarAway = 1e9f;             // m
constexpr float LookAgainDistance = 0.3f;   // m from a corner, at which the one behind it is looked for
constexpr uint32_t VisibilityInterval = 16; // steps between attempts to shorten the corridor by sight
constexpr uint32_t TopologyInterval = 64;   // and by a small search
constexpr float VisibilityRange = 10.0f;    // m
constexpr size_t FewPolys = 32;             // so few left of a corridor that was cut off: the rest is wanted
constexpr float PartEndDistance = 3.0f;     // m before the end of a path that was cut short: more is wanted
constexpr float BrakeShare = 0.5f;          // of the acceleration limit, for braking before a goal
} // namespace

void FCrowd::FImpl::Follow(size_t Agent, const FNavQuery& Query)
{
	FAgentMemory& Memory = Memories[Agent];
	const FVector& Here = Positions[Agent];
	Desired[Agent] = {0.0f, 0.0f, 0.0f};
	NextCorners[Agent] = Here;
	if (States[Agent] == EAgentState::OnLink)
	{
		NextCorners[Agent] = Memory.LinkEnd;
		Desired[Agent] = SafeNormal(Memory.LinkEnd - Here) * Speeds[Agent];
		return;
	}
	if (States[Agent] == EAgentState::OffMesh)
	{
		if (Memory.bHasGround != 0)
		{
			NextCorners[Agent] = Memory.Ground;
			Desired[Agent] = ClampLength((Memory.Ground - Here) * 5.0f, Speeds[Agent]);
		}
		return;
	}
	KeepPlace(Agent);
	if (Memory.bHasPath == 0)
	{
		States[Agent] = Memory.bWantsPath != 0 ? EAgentState::WaitingForPath : EAgentState::Idle;
		return;
	}
	FindCorners(Agent, Query);
	if (!BeginLink(Agent, Query))
	{
		Desire(Agent);
	}
}

void FCrowd::FImpl::FindCorners(size_t Agent, const FNavQuery& Query)
{
	FAgentMemory& Memory = Memories[Agent];
	FAgentWay& Way = WayOf(Agent);
	const uint32_t Turn = StepCount + Ids[Agent].Index;
	const float Ahead = std::max(LookAgainDistance, 2.0f * Speeds[Agent] * DeltaTime * float(Settings.CornerInterval));
	const bool bDue = Memory.bNewCorners != 0 || Way.CornerCount == 0 ||
	                  Turn % uint32_t(Settings.CornerInterval) == 0 ||
	                  LengthSquared(Horizontal(Way.Corners[0].Position - Positions[Agent])) < Ahead * Ahead;
	if (!bDue)
	{
		return;
	}
	if (Way.CornerCount > 0 && Memory.bNewCorners == 0 && !Way.Corners[0].bLinkStart)
	{
		if (Turn % VisibilityInterval == 0)
		{
			Way.Corridor.OptimizeVisibility(Query, Way.Corners[0].Position, VisibilityRange, FilterOf(Agent));
		}
		if (Turn % TopologyInterval == 0)
		{
			Way.Corridor.OptimizeTopology(Query, FilterOf(Agent));
		}
	}
	Way.CornerCount = uint32_t(Way.Corridor.FindCorners(Query, Way.Corners));
	Memory.bNewCorners = 0;
	const bool bCutOff = Way.Corridor.IsTruncated() && Way.Corridor.GetPolys().size() < FewPolys;
	const bool bPartEnds = Memory.bPartOnly != 0 && DistanceToEnd(Agent) < PartEndDistance;
	if (bCutOff || bPartEnds)
	{
		WantPath(Agent);
	}
}

float FCrowd::FImpl::DistanceToEnd(size_t Agent) const
{
	const FAgentWay& Way = WayOf(Agent);
	if (Way.CornerCount == 0) // within a hair of it
	{
		return Way.Corridor.IsTruncated() ? FarAway : 0.0f;
	}
	float Distance = 0.0f;
	FVector From = Positions[Agent];
	for (uint32_t Corner = 0; Corner < Way.CornerCount; ++Corner)
	{
		const FNavCorner& To = Way.Corners[Corner];
		Distance += Length(Horizontal(To.Position - From));
		From = To.Position;
		if (To.bEnd)
		{
			return Distance;
		}
	}
	return FarAway;
}

void FCrowd::FImpl::Desire(size_t Agent)
{
	const FAgentWay& Way = WayOf(Agent);
	const float Distance = DistanceToEnd(Agent);
	if (Distance <= Settings.ArrivalRadius)
	{
		Arrive(Agent);
		return;
	}
	if (Way.CornerCount == 0)
	{
		return;
	}
	NextCorners[Agent] = Way.Corners[0].Position;
	const float Speed = Speeds[Agent];
	const float BrakeDistance = Speed * Speed / (2.0f * BrakeShare * AccelerationOf(Agent));
	const float SlowDown = std::max(Settings.SlowDownDistance, BrakeDistance);
	// Constant deceleration: speed falls with the square root of what is left.
	const float Share = Distance < SlowDown ? std::sqrt(Distance / SlowDown) : 1.0f;
	Desired[Agent] = SafeNormal(Horizontal(NextCorners[Agent] - Positions[Agent])) * (Speed * Share);
}

bool FCrowd::FImpl::BeginLink(size_t Agent, const FNavQuery& Query)
{
	FAgentWay& Way = WayOf(Agent);
	if (Way.CornerCount == 0 || !Way.Corners[0].bLinkStart)
	{
		return false;
	}
	const float Reach = std::max(Radii[Agent], Speeds[Agent] * DeltaTime);
	FAgentMemory& Memory = Memories[Agent];
	const FPolyRef Link = Way.Corners[0].Poly;
	FNavPoly LinkPoly;
	if (Length(Horizontal(Way.Corners[0].Position - Positions[Agent])) > Reach ||
	    !Way.Corridor.CrossLink(Query, Link, Memory.LinkStart, Memory.LinkEnd))
	{
		return false;
	}
	Memory.LinkStart = Positions[Agent];
	Memory.LinkTime = 0.0f;
	Memory.LinkUserId = Mesh.GetPoly(Link, LinkPoly) ? LinkPoly.LinkUserId : 0;
	Memory.bLinkDone = 0;
	Way.CornerCount = 0;
	Way.WallCount = 0;
	Way.WallRevision = 0;
	States[Agent] = EAgentState::OnLink;
	Tell(Agent, ECrowdEvent::LinkStarted);
	NextCorners[Agent] = Memory.LinkEnd;
	Desired[Agent] = SafeNormal(Memory.LinkEnd - Positions[Agent]) * Speeds[Agent];
	return true;
}

void FCrowd::FImpl::Arrive(size_t Agent)
{
	FAgentMemory& Memory = Memories[Agent];
	if (GoalStates[Agent] == EGoalState::Pending || Memory.bPartOnly != 0)
	{
		return; // the end of a path to an older goal, or of a part: the next path is on its way
	}
	FNavCorridor& Corridor = WayOf(Agent).Corridor;
	Corridor.Reset(Corridor.GetLocation());
	WayOf(Agent).CornerCount = 0;
	Memory.bHasPath = 0;
	Memory.bWantsPath = 0;
	States[Agent] = EAgentState::Idle;
	if (GoalStates[Agent] == EGoalState::Partial)
	{
		GoalStates[Agent] = EGoalState::Unreachable;
		return;
	}
	GoalStates[Agent] = EGoalState::Arrived;
	if (Memory.bReturning == 0)
	{
		Tell(Agent, ECrowdEvent::Arrived);
	}
	Memory.bReturning = 0;
	Memory.Place = Positions[Agent];
	Memory.bHasPlace = 1;
}

void FCrowd::FImpl::KeepPlace(size_t Agent)
{
	FAgentMemory& Memory = Memories[Agent];
	const bool bPushed = GoalStates[Agent] == EGoalState::Arrived && Memory.bHasPlace != 0 &&
	                     Length(Horizontal(Positions[Agent] - Memory.Place)) > Settings.ReturnDistance;
	if (bPushed && Memory.bReturning == 0)
	{
		Memory.bReturning = 1;
		GoalStates[Agent] = EGoalState::Pending;
		WantPath(Agent);
	}
}
} // namespace Flockwork
