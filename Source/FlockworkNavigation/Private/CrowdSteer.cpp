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
constexpr float PushRate = 80.0f;       // 1/s, at which overlapping agents without bodies are parted
constexpr float WallRangeShare = 0.35f; // of the range: walls are looked for anew after that way
constexpr float BrakeMargin = 1.5f;     // times the way that full braking needs
constexpr float LeastWallRange = 1.2f;  // m
constexpr float ContactSlack = 0.15f;   // m between rims: near enough to be stopped by who has arrived
constexpr float GiveUpTime = 1.0f;      // s held up so near the goal, after which that is near enough
constexpr float BesidePlace = 1.2f;     // m
constexpr float BlockedShare = 0.4f;    // of the desired speed: slower, an agent is held up
constexpr float KeepRightAngle = 0.08f; // radians
constexpr float OncomingCosine = 0.9f;  // of the cone ahead in which somebody comes towards one
constexpr float OrderRange = 1.5f;      // m between centres within which it counts who is ahead
constexpr float OrderTime = 0.6f;       // s; who runs looks farther
constexpr float AheadShare = 0.5f;      // of the evasion, that is taken off somebody straight ahead
constexpr float LotShare = 0.3f;        // of the evasion, for who is beside
constexpr float LeastShare = 0.2f;      // of the evasion: whoever is squeezed cannot evade for two
constexpr float StuckShare = 0.15f;     // of the desired speed
constexpr float StuckRange = 0.5f;      // m between rims
constexpr float StuckPeriod = 1.5f;     // s on one side, before the other one is tried
constexpr float StuckAngleRate = 0.4f;  // radians per second
constexpr float MostStuckAngle = 1.2f;  // radians
constexpr float MostStuckTime = 600.0f; // s
constexpr float LongStuckTime = 3.0f;   // s; who gets on again soon walks straight, however long it was stuck

// V turned to the right as seen from above.
FGroundVector TurnRight(FGroundVector V, float Angle)
{
	const float Cosine = std::cos(Angle);
	const float Sine = std::sin(Angle);
	return {V.X * Cosine - V.Z * Sine, V.Z * Cosine + V.X * Sine};
}

// Whose evasion is the larger of two who are side by side in a throng.
float DrawLot(uint32_t Id, uint32_t Other)
{
	return Other * 2654435769u > Id * 2654435769u ? LotShare : -LotShare;
}

// Of two who go the same way, whoever is behind evades, and of two side by side one by lot: else a throng before a door
// stands as an arch. The two shares sum up to 1.
float GetShare(FGroundVector Course, float Lot, const FSeenAgent& Other, FGroundVector Offset)
{
	if (Other.Body.Share != 0.5f)
	{
		return Other.Body.Share;
	}
	const FGroundVector Both = Course + Other.Course;
	const float Scale = LengthSquared(Both) * LengthSquared(Offset);
	if (Scale < 1e-6f)
	{
		return 0.5f;
	}
	const float Ahead = Dot(Offset, Both) / std::sqrt(Scale);
	return std::clamp(0.5f + AheadShare * Ahead + Lot * (1.0f - std::abs(Ahead)), LeastShare, 1.0f - LeastShare);
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
	const FGroundVector Course = Seen[Agent].Course;
	const bool bHeldUp = Seen[Agent].Rank != 0;
	const float Range = std::max(OrderRange, OrderTime * Speeds[Agent]);
	const bool bYieldsByOrder = Settings.HeadwayTime <= 0.0f; // a headway does as much
	for (size_t Index = 0; Index < size_t(Count); ++Index)
	{
		FAvoidanceNeighbor& Neighbor = Out.Neighbors[Index];
		const FSeenAgent& Other = Seen[size_t(Near[Index].Index)];
		Neighbor = Other.Body;
		Neighbor.Offset = Neighbor.Offset - Place;
		Out.bClaims |= Other.Rank != 0;
		if (bYieldsByOrder && Near[Index].DistanceSquared < Range * Range)
		{
			const float Lot = bHeldUp && Other.Rank != 0 ? DrawLot(Ids[Agent].Index, Other.Body.Id) : 0.0f;
			Neighbor.Share = GetShare(Course, Lot, Other, Neighbor.Offset);
		}
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
		const bool bNearer = Length(Horizontal(Goal - Positions[Other])) < Left;
		const bool bGivesUp = Memories[Agent].HeldUpTime > GiveUpTime && Left < Sum;
		if (HasArrived[Other] != 0 && bTouches && bSameGoal && (bNearer || bGivesUp))
		{
			Arrive(Agent);
			Desired[Agent] = {0.0f, 0.0f, 0.0f};
			return;
		}
	}
}

bool FCrowd::FImpl::IsAnybodyClose(size_t Agent, const FSurroundings& Around) const
{
	return Around.NeighborCount > 0 &&
	       Length(Around.Neighbors[0].Offset) < Radii[Agent] + Around.Neighbors[0].Radius + StuckRange;
}

// Who comes back to its place and finds others there stays beside it; who meets them on the way lets them pass first.
void FCrowd::FImpl::StayElsewhere(size_t Agent, const FSurroundings& Around)
{
	FAgentMemory& Memory = Memories[Agent];
	if (Memory.bReturning == 0 || Memory.HeldUpTime <= GiveUpTime || !IsAnybodyClose(Agent, Around))
	{
		return;
	}
	const FVector Place = Memory.Place;
	Arrive(Agent);
	Desired[Agent] = {0.0f, 0.0f, 0.0f};
	if (Length(Horizontal(Place - Positions[Agent])) > BesidePlace)
	{
		Memory.Place = Place;
		Memory.CalmTime = 0.0f;
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
	StayElsewhere(Agent, Around);
	FGroundVector Velocity = FGroundVector::From(Desired[Agent]);
	FAgentMemory& Memory = Memories[Agent];
	const float Wanted = Length(Velocity);
	// Somebody must be there to be stuck with: who turns round at a wall takes its time.
	const bool bClose = Around.NeighborCount > 0 &&
	                    Length(Around.Neighbors[0].Offset) < Radii[Agent] + Around.Neighbors[0].Radius + StuckRange;
	const bool bStuck =
	    bClose && Wanted > 0.3f * Speeds[Agent] && Length(Horizontal(Velocities[Agent])) < StuckShare * Wanted;
	// With a headway they shuffle on instead: its figures are of people who press from side to side all along.
	const float Longest = Settings.HeadwayTime > 0.0f ? MostStuckTime : LongStuckTime;
	Memory.StuckTime = bStuck ? std::min(Memory.StuckTime + DeltaTime, MostStuckTime)
	                          : std::max(std::min(Memory.StuckTime, Longest) - 2.0f * DeltaTime, 0.0f);
	if (Settings.bAvoidance && Orders[Agent].bAvoids != 0)
	{
		Velocity = MakeWay(Agent, Velocity, Around);
		Velocity = KeepHeadway(Agent, Velocity, Around);
		if (Memory.YieldTime <= 0.0f)
		{
			Velocity = BreakSymmetry(Agent, Velocity, Around);
		}
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
