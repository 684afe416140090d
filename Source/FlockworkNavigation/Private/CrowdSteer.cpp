// From desired to avoiding velocities: the nearest neighbours, the walls around, whoever blocks the goal, and the
// reciprocal avoidance of all of them. Reads what the step began with, so that no agent sees a half-updated crowd.
#include "CrowdImpl.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr float SeparationTime = 0.2f;  // s, in which an overlap is to end
constexpr float LightOverlap = 0.1f;    // share of the radii's sum, beyond which parting may be faster than walking
constexpr float PushRate = 12.0f;       // 1/s, at which overlapping agents without bodies are parted
constexpr float WallRangeShare = 0.35f; // of the range: walls are looked for anew after that way
constexpr float BrakeMargin = 1.5f;     // times the way that full braking needs
constexpr float LeastWallRange = 1.2f;  // m
constexpr float ContactSlack = 0.15f;   // m between rims: near enough to be stopped by who has arrived
constexpr float BlockedShare = 0.4f;    // of the desired speed: slower, an agent is held up
constexpr float KeepRightAngle = 0.08f; // radians
constexpr float OncomingCosine = 0.9f;  // of the cone ahead in which somebody comes towards one
constexpr float StuckShare = 0.15f;     // of the desired speed
constexpr float StuckPeriod = 1.5f;     // s on one side, before the other one is tried
constexpr float StuckAngleRate = 0.4f;  // radians per second
constexpr float MostStuckAngle = 1.2f;  // radians
constexpr float MostStuckTime = 600.0f; // s

// V turned to the right as seen from above.
FGroundVector TurnRight(FGroundVector V, float Angle)
{
	const float Cosine = std::cos(Angle);
	const float Sine = std::sin(Angle);
	return {V.X * Cosine - V.Z * Sine, V.Z * Cosine + V.X * Sine};
}
} // namespace

void FCrowd::FImpl::LookAround(size_t Agent, FSurroundings& Out) const
{
	const FVector& Here = Positions[Agent];
	std::array<FAgentNeighbor, FAvoidanceJob::MaxNeighbors> Near;
	const int32_t Count = Grid.FindNearest(Here, Settings.NeighborRange, Settings.NeighborHeight, int32_t(Agent),
	    std::span(Near).first(size_t(Settings.NeighborCount)));
	Out.NeighborCount = size_t(Count);
	const FGroundVector Place = FGroundVector::From(Here);
	for (size_t Index = 0; Index < size_t(Count); ++Index)
	{
		FAvoidanceNeighbor& Neighbor = Out.Neighbors[Index];
		Neighbor = Seen[size_t(Near[Index].Index)];
		Neighbor.Offset = Neighbor.Offset - Place;
		Out.Agents[Index] = Near[Index].Index;
		const float Sum = Radii[Agent] + Neighbor.Radius;
		if (Near[Index].DistanceSquared < Sum * Sum)
		{
			Out.DeepestOverlap = std::max(Out.DeepestOverlap, 1.0f - std::sqrt(Near[Index].DistanceSquared) / Sum);
		}
	}
	const FAgentMemory& Memory = Memories[Agent];
	Out.WallCount = Memory.WallCount;
	// Who is fast must begin to brake earlier, and leave some acceleration for all else.
	const float BrakeTime = BrakeMargin * Length(Horizontal(Velocities[Agent])) / AccelerationOf(Agent);
	Out.WallHorizon = std::max(Settings.WallTimeHorizon, BrakeTime);
	for (size_t Wall = 0; Wall < Memory.WallCount; ++Wall)
	{
		const FNavSegment& Segment = WayOf(Agent).Walls[Wall];
		Out.Walls[Wall] = {FGroundVector::From(Segment.Start - Here), FGroundVector::From(Segment.End - Here)};
	}
}

// The boundary around, kept until the agent has gone a good part of the range.
void FCrowd::FImpl::FindWalls(size_t Agent, const FNavQuery& Query)
{
	FAgentMemory& Memory = Memories[Agent];
	const float Fastest = std::max(Speeds[Agent], Length(Horizontal(Velocities[Agent])));
	const float Horizon = std::max(Settings.WallTimeHorizon, BrakeMargin * Fastest / AccelerationOf(Agent));
	const float Range = std::max(LeastWallRange, Fastest * Horizon / (1.0f - WallRangeShare));
	const float Moved = LengthSquared(Positions[Agent] - Memory.WallCenter);
	if (Memory.WallRevision == Mesh.GetRevision() && Moved < Range * Range * WallRangeShare * WallRangeShare)
	{
		return;
	}
	FAgentWay& Way = WayOf(Agent);
	Memory.WallCount = uint32_t(Query.FindBoundary(Way.Corridor.GetLocation(), Range, FilterOf(Agent), Way.Walls));
	Memory.WallCenter = Positions[Agent];
	Memory.WallRevision = Mesh.GetRevision();
}

// A goal that many share is reached by one; the others have arrived when they stand against those who have.
void FCrowd::FImpl::ArriveByContact(size_t Agent, const FSurroundings& Around)
{
	const FVector& Here = Positions[Agent];
	const FVector& Goal = Goals[Agent];
	const float Left = Length(Horizontal(Goal - Here));
	const float Speed = Length(Desired[Agent]);
	if (GoalStates[Agent] != EGoalState::Following || Memories[Agent].bHasPath == 0 ||
	    DistanceToEnd(Agent) > 1.5f * Left + Settings.ArrivalRadius ||
	    Dot(FGroundVector::From(Velocities[Agent]), FGroundVector::From(Desired[Agent])) > BlockedShare * Speed * Speed)
	{
		return;
	}
	for (size_t Index = 0; Index < Around.NeighborCount; ++Index)
	{
		const size_t Other = size_t(Around.Agents[Index]);
		const float Sum = Radii[Agent] + Around.Neighbors[Index].Radius;
		const bool bTouches = Length(Around.Neighbors[Index].Offset) < Sum + ContactSlack;
		const bool bSameGoal = Length(Goals[Other] - Goal) < Sum + Settings.ArrivalRadius;
		if (HasArrived[Other] != 0 && bTouches && bSameGoal && Length(Horizontal(Goal - Positions[Other])) < Left)
		{
			Arrive(Agent);
			Desired[Agent] = {0.0f, 0.0f, 0.0f};
			return;
		}
	}
}

// Nobody walks faster than what leaves the time gap to whoever is ahead (Tordeux, Chraibi and Seyfried 2016).
FGroundVector FCrowd::FImpl::KeepHeadway(size_t Agent, FGroundVector Wanted, const FSurroundings& Around) const
{
	const float Speed = Length(Wanted);
	if (Settings.HeadwayTime <= 0.0f || Speed <= 0.0f)
	{
		return Wanted;
	}
	const FGroundVector Ahead = Wanted * (1.0f / Speed);
	float Allowed = Speed;
	for (size_t Index = 0; Index < Around.NeighborCount; ++Index)
	{
		const FAvoidanceNeighbor& Other = Around.Neighbors[Index];
		const float Sum = Radii[Agent] + Other.Radius;
		if (Dot(Other.Offset, Ahead) > 0.0f && std::abs(Cross(Other.Offset, Ahead)) < Sum)
		{
			const float StopDistance = Settings.HeadwayDistance > 0.0f ? Settings.HeadwayDistance : Sum;
			const float Gap = std::max(Length(Other.Offset) - StopDistance, 0.0f);
			Allowed = std::min(Allowed, Gap / Settings.HeadwayTime);
		}
	}
	return Ahead * Allowed;
}

// Two who walk straight into each other would both only slow down: everybody keeps a little to the right when somebody
// comes, and who is stuck tries one side, then the other, ever farther round.
FGroundVector FCrowd::FImpl::BreakSymmetry(size_t Agent, FGroundVector Wanted, const FSurroundings& Around) const
{
	const float Speed = Length(Wanted);
	if (Speed <= 0.0f)
	{
		return Wanted;
	}
	float Angle = 0.0f;
	const float AheadSquared = OncomingCosine * OncomingCosine * Speed * Speed;
	for (size_t Index = 0; Index < Around.NeighborCount; ++Index)
	{
		const FAvoidanceNeighbor& Other = Around.Neighbors[Index];
		const float Along = Dot(Other.Offset, Wanted);
		const bool bAhead = Along > 0.0f && Along * Along > AheadSquared * LengthSquared(Other.Offset);
		if (bAhead && Dot(Other.Velocity, Wanted) <= 0.0f)
		{
			Angle = KeepRightAngle;
			break;
		}
	}
	const float StuckTime = Memories[Agent].StuckTime;
	if (StuckTime > 0.5f)
	{
		const uint32_t Period = uint32_t(StuckTime / StuckPeriod) + Ids[Agent].Index;
		const float Side = Period % 2 == 0 ? 1.0f : -1.0f;
		Angle += Side * std::min(StuckTime * StuckAngleRate, MostStuckAngle);
	}
	return Angle != 0.0f ? TurnRight(Wanted, Angle) : Wanted;
}

FGroundVector FCrowd::FImpl::Avoid(size_t Agent, FGroundVector Wanted, const FSurroundings& Around)
{
	FAvoidanceJob Job;
	Job.Velocity = FGroundVector::From(Velocities[Agent]);
	Job.Desired = Wanted;
	Job.Radius = Radii[Agent];
	const bool bDeep = Around.DeepestOverlap > LightOverlap;
	Job.MaxSpeed = bDeep ? std::max(Speeds[Agent], Settings.SeparationSpeed) : Speeds[Agent];
	Job.TimeHorizon = Settings.TimeHorizon;
	Job.WallTimeHorizon = Around.WallHorizon;
	Job.SeparationTime = SeparationTime;
	Job.Id = Ids[Agent].Index;
	Job.Neighbors = std::span(Around.Neighbors).first(Around.NeighborCount);
	Job.Walls = std::span(Around.Walls).first(Around.WallCount);
	Job.Run();
	Infeasible[Agent] = Job.bFeasible ? 0 : 1;
	return Job.Result;
}

// What bodies do by their contacts, done here where there are none.
FVector FCrowd::FImpl::PushApart(size_t Agent, const FSurroundings& Around) const
{
	FGroundVector Sum;
	if (Around.DeepestOverlap <= 0.0f)
	{
		return {0.0f, 0.0f, 0.0f};
	}
	for (size_t Index = 0; Index < Around.NeighborCount; ++Index)
	{
		const FAvoidanceNeighbor& Other = Around.Neighbors[Index];
		const float Distance = Length(Other.Offset);
		const float Depth = Radii[Agent] + Other.Radius - Distance;
		if (Depth > 0.0f)
		{
			const FGroundVector Away = Distance > 1e-4f
			                               ? Other.Offset * (-1.0f / Distance)
			                               : FGroundVector::From(DirectionFromIds(Ids[Agent].Index, Other.Id));
			Sum = Sum + Away * (Depth * Other.Share);
		}
	}
	const FVector Push = Sum.ToVector() * SmoothingAlpha(PushRate, DeltaTime);
	return ClampLength(Push, Settings.SeparationSpeed * DeltaTime);
}

void FCrowd::FImpl::Steer(size_t Agent, const FNavQuery& Query)
{
	const FGroundVector AlongPath = FGroundVector::From(Desired[Agent]);
	Pushes[Agent] = {0.0f, 0.0f, 0.0f};
	Infeasible[Agent] = 0;
	if (States[Agent] == EAgentState::OnLink)
	{
		Wish(Agent, AlongPath);
		return;
	}
	if (States[Agent] != EAgentState::OffMesh)
	{
		FindWalls(Agent, Query);
	}
	FSurroundings Around;
	LookAround(Agent, Around);
	ArriveByContact(Agent, Around);
	FGroundVector Velocity = FGroundVector::From(Desired[Agent]);
	FAgentMemory& Memory = Memories[Agent];
	const float Wanted = Length(Velocity);
	const bool bStuck = Wanted > 0.3f * Speeds[Agent] && Length(Horizontal(Velocities[Agent])) < StuckShare * Wanted;
	Memory.StuckTime = bStuck ? std::min(Memory.StuckTime + DeltaTime, MostStuckTime)
	                          : std::max(Memory.StuckTime - 2.0f * DeltaTime, 0.0f);
	if (Settings.bAvoidance && Orders[Agent].bAvoids != 0)
	{
		Velocity = KeepHeadway(Agent, Velocity, Around);
		Velocity = BreakSymmetry(Agent, Velocity, Around);
		Velocity = Avoid(Agent, Velocity, Around);
	}
	LimitTurning(Agent, Velocity);
	KeepOffWalls(Agent, Around, Query, Velocity);
	Wish(Agent, Velocity);
	if (!bBodies)
	{
		Pushes[Agent] = PushApart(Agent, Around);
	}
}
} // namespace Flockwork
