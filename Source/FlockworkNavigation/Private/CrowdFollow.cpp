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
constexpr uint32_t TopologyInterval = 128;  // and by a small search
constexpr float VisibilityRange = 10.0f;    // m
constexpr size_t FewPolys = 32;             // so few left of a corridor that was cut off: the rest is wanted
constexpr float PartEndDistance = 3.0f;     // m before the end of a path that was cut short: more is wanted
constexpr float ReturnDelay = 1.5f;         // s after one has made way: more may come
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
	const uint32_t Turn = StepCount + Ids[Agent].Index;
	const float Ahead = std::max(LookAgainDistance, 2.0f * Speeds[Agent] * DeltaTime * float(Settings.CornerInterval));
	const bool bDue = Memory.bNewCorners != 0 || Memory.CornerCount == 0 ||
	                  Turn % uint32_t(Settings.CornerInterval) == 0 ||
	                  LengthSquared(Horizontal(Memory.FirstCorner - Positions[Agent])) < Ahead * Ahead;
	if (!bDue)
	{
		return;
	}
	FAgentWay& Way = WayOf(Agent);
	if (Memory.CornerCount > 0 && Memory.bNewCorners == 0 && Memory.bFirstIsLink == 0)
	{
		if (Turn % VisibilityInterval == 0)
		{
			Way.Corridor.OptimizeVisibility(Query, Memory.FirstCorner, VisibilityRange, FilterOf(Agent));
		}
		if (Turn % TopologyInterval == 0)
		{
			Way.Corridor.OptimizeTopology(Query, FilterOf(Agent));
		}
	}
	Memory.CornerCount = uint32_t(Way.Corridor.FindCorners(Query, Way.Corners));
	Memory.bNewCorners = 0;
	RememberCorners(Agent);
	const bool bCutOff = Way.Corridor.IsTruncated() && Way.Corridor.GetPolys().size() < FewPolys;
	const bool bPartEnds = Memory.bPartOnly != 0 && DistanceToEnd(Agent) < PartEndDistance;
	if (bCutOff || bPartEnds)
	{
		WantPath(Agent);
	}
}

// What each step asks of them, so that most steps need not look at them.
void FCrowd::FImpl::RememberCorners(size_t Agent)
{
	FAgentMemory& Memory = Memories[Agent];
	const FAgentWay& Way = WayOf(Agent);
	const bool bAny = Memory.CornerCount > 0;
	Memory.FirstCorner = bAny ? Way.Corners[0].Position : Positions[Agent];
	const bool bTwo = Memory.CornerCount > 1 && !Way.Corners[0].bLinkStart;
	Memory.SecondCorner = bTwo ? Way.Corners[1].Position : Memory.FirstCorner;
	Memory.bFirstIsLink = bAny && Way.Corners[0].bLinkStart ? 1 : 0;
	Memory.BehindFirst = 0.0f;
	bool bEnd = bAny ? Way.Corners[0].bEnd : !Way.Corridor.IsTruncated(); // without any it is within a hair of the end
	for (uint32_t Corner = 1; Corner < Memory.CornerCount && !bEnd; ++Corner)
	{
		Memory.BehindFirst += Length(Horizontal(Way.Corners[Corner].Position - Way.Corners[Corner - 1].Position));
		bEnd = Way.Corners[Corner].bEnd;
	}
	Memory.BehindFirst = bEnd ? Memory.BehindFirst : FarAway;
}

float FCrowd::FImpl::DistanceToEnd(size_t Agent) const
{
	const FAgentMemory& Memory = Memories[Agent];
	const float ToFirst = Memory.CornerCount > 0 ? Length(Horizontal(Memory.FirstCorner - Positions[Agent])) : 0.0f;
	return ToFirst + Memory.BehindFirst;
}

void FCrowd::FImpl::Desire(size_t Agent)
{
	const FAgentMemory& Memory = Memories[Agent];
	const float Distance = DistanceToEnd(Agent);
	if (Distance <= Settings.ArrivalRadius)
	{
		Arrive(Agent);
		return;
	}
	if (Memory.CornerCount == 0)
	{
		return;
	}
	NextCorners[Agent] = Memory.FirstCorner;
	const float Speed = Speeds[Agent];
	const float BrakeDistance = Speed * Speed / (2.0f * BrakeShare * AccelerationOf(Agent));
	const float SlowDown = std::max(Settings.SlowDownDistance, BrakeDistance);
	// Constant deceleration: speed falls with the square root of what is left.
	const float Share = Distance < SlowDown ? std::sqrt(Distance / SlowDown) : 1.0f;
	Desired[Agent] = SafeNormal(Horizontal(NextCorners[Agent] - Positions[Agent])) * (Speed * Share);
}

bool FCrowd::FImpl::BeginLink(size_t Agent, const FNavQuery& Query)
{
	FAgentMemory& Memory = Memories[Agent];
	if (Memory.CornerCount == 0 || Memory.bFirstIsLink == 0)
	{
		return false;
	}
	FAgentWay& Way = WayOf(Agent);
	const float Reach = std::max(Radii[Agent], Speeds[Agent] * DeltaTime);
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
	Memory.CornerCount = 0;
	Memory.WallCount = 0;
	Memory.WallRevision = 0;
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
	Memories[Agent].CornerCount = 0;
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
	                     Length(Horizontal(Positions[Agent] - Memory.Place)) > Settings.ReturnDistance &&
	                     Memory.CalmTime > ReturnDelay;
	if (bPushed && Memory.bReturning == 0)
	{
		Memory.bReturning = 1;
		GoalStates[Agent] = EGoalState::Pending;
		WantPath(Agent);
	}
}
} // namespace Flockwork
