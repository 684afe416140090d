// Who stands in somebody's way steps aside, and where two meet for whom there is no room, one backs out. Who is held up
// makes a claim: a direction and a rank. Claims run along queues, so that whole columns give way to each other, not
// only the two at their heads. Reads what the step began with, and what Follow has written.
#include "CrowdImpl.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr float HeldUpShare = 0.4f;    // of the desired speed: slower, an agent is held up
constexpr float ClaimDelay = 0.25f;    // s held up, after which one asks others to make way
constexpr float YieldDelay = 0.4f;     // s held up, after which one who walks gives way to whoever comes against it
constexpr float MostHeldUpTime = 2.0f; // s
constexpr float YieldHold = 0.7f;      // s that one who has backed out waits for more to come
constexpr float ClaimRange = 0.5f;     // m between rims at which a claim is felt
constexpr float QueueRange = 0.4f;     // m between rims of those who stand in one queue
constexpr float LookAhead = 1.2f;      // m
constexpr float OpposingCosine = 0.2f;
constexpr float SameWayCosine = 0.5f;
constexpr float AsideGap = 0.06f;     // m between rims when one has stepped aside
constexpr float LeaningShare = 0.35f; // of the claim's direction in a step aside: it opens the way as it goes
constexpr float PaceShare = 0.7f;     // of the walking speed, at which one makes way
constexpr float TightRoom = 0.15f;    // m to a wall, within which one cannot back out

FGroundVector LeftOf(FGroundVector Direction)
{
	return {-Direction.Z, Direction.X};
}

// m from here to a wall in a direction (unit).
float RoomBesideWalls(std::span<const FAvoidanceWall> Walls, FGroundVector Towards)
{
	float Room = 1e9f;
	for (const FAvoidanceWall& Wall : Walls)
	{
		const FGroundVector Way = Wall.End - Wall.Start;
		const float Slope = Cross(Towards, Way);
		if (Slope > -1e-6f) // along it, or away from it
		{
			continue;
		}
		const float Distance = Cross(Wall.Start, Way) / Slope;
		const float Along = Cross(Wall.Start, Towards) / Slope;
		if (Distance > -0.05f && Along >= 0.0f && Along <= 1.0f)
		{
			Room = std::min(Room, std::max(Distance, 0.0f));
		}
	}
	return Room;
}

// Back, or where a wall is behind one, along it, and be it a little towards those who come.
FGroundVector SlideOut(FGroundVector Back, float Side, std::span<const FAvoidanceWall> Walls)
{
	if (RoomBesideWalls(Walls, Back) > TightRoom)
	{
		return Back;
	}
	for (const float Turn : {Side, -Side})
	{
		for (const float Retreat : {0.0f, -0.6f})
		{
			const FGroundVector Way = LeftOf(Back) * Turn + Back * Retreat;
			const FGroundVector Unit = Way * (1.0f / Length(Way));
			if (RoomBesideWalls(Walls, Unit) > 2.0f * TightRoom)
			{
				return Unit;
			}
		}
	}
	return Back;
}
} // namespace

// Those go first who could not step aside, then those who run; among equals a number decides that is as good as drawn
// by lot.
uint32_t FCrowd::FImpl::RankOf(size_t Agent) const
{
	const FAgentMemory& Memory = Memories[Agent];
	const uint32_t Haste = uint32_t(std::clamp(2.0f * Speeds[Agent], 0.0f, 62.0f)) + 1;
	return Memory.bNarrow << 31 | Haste << 24 | ((Ids[Agent].Index * 2654435769u) >> 8);
}

bool FCrowd::FImpl::IsNarrow(size_t Agent, const FSurroundings& Around) const
{
	const std::span<const FAvoidanceWall> Walls = std::span(Around.Walls).first(Around.WallCount);
	const FGroundVector Left = LeftOf(Seen[Agent].Course);
	return RoomBesideWalls(Walls, Left) + RoomBesideWalls(Walls, -Left) < 2.0f * Radii[Agent];
}

// Towards the point of the way so far ahead: round the next bend, so that those who come to a door from both sides do
// not seem to come against each other, and those do who meet at a bend.
FGroundVector FCrowd::FImpl::FindCourse(size_t Agent) const
{
	const FAgentMemory& Memory = Memories[Agent];
	const FGroundVector Wanted = FGroundVector::From(Desired[Agent]);
	const FGroundVector Here = FGroundVector::From(Positions[Agent]);
	const FGroundVector ToFirst = FGroundVector::From(Memory.FirstCorner) - Here;
	const FGroundVector Beyond = FGroundVector::From(Memory.SecondCorner - Memory.FirstCorner);
	const float Left = LookAhead - Length(ToFirst);
	const float BeyondLength = Length(Beyond);
	FGroundVector Course = Wanted;
	if (Memory.CornerCount > 0 && Left > 0.0f && BeyondLength > 0.0f)
	{
		Course = ToFirst + Beyond * (std::min(Left, BeyondLength) / BeyondLength);
	}
	const float CourseLength = Length(Course);
	return CourseLength > 1e-3f ? Course * (1.0f / CourseLength) : Wanted * (1.0f / Length(Wanted));
}

void FCrowd::FImpl::MakeClaim(size_t Agent)
{
	FAgentMemory& Memory = Memories[Agent];
	const FGroundVector Wanted = FGroundVector::From(Desired[Agent]);
	const float Speed = Length(Wanted);
	const bool bHeldUp = Speed > 0.2f * Speeds[Agent] &&
	                     Dot(FGroundVector::From(Velocities[Agent]), Wanted) < HeldUpShare * Speed * Speed;
	Memory.HeldUpTime = bHeldUp ? std::min(Memory.HeldUpTime + DeltaTime, MostHeldUpTime)
	                            : std::max(Memory.HeldUpTime - 2.0f * DeltaTime, 0.0f);
	Memory.YieldTime = std::max(Memory.YieldTime - DeltaTime, 0.0f);
	FSeenAgent& Claim = Seen[Agent];
	Claim.Course = Speed > 0.0f ? FindCourse(Agent) : FGroundVector{};
	Claim.Reach = 0.0f;
	Claim.Rank = 0;
	Claim.bStands = Speed <= 0.0f;
	if (Memory.YieldTime > 0.0f)
	{
		Claim.Course = Memory.YieldDirection;
		Claim.Reach = 1e9f;
		Claim.Rank = Memory.YieldRank;
	}
	else if (Speed > 0.0f && Memory.HeldUpTime > ClaimDelay && Memory.bReturning == 0)
	{
		Claim.Reach = DistanceToEnd(Agent);
		Claim.Rank = std::max(RankOf(Agent), Memory.QueueRank);
	}
}

// The highest rank of those who queue behind: it is theirs that a queue's head stands for.
uint32_t FCrowd::FImpl::FindQueueRank(size_t Agent, FGroundVector Course, const FSurroundings& Around) const
{
	uint32_t Rank = 0;
	for (size_t Index = 0; Index < Around.NeighborCount; ++Index)
	{
		const FAvoidanceNeighbor& Other = Around.Neighbors[Index];
		const FSeenAgent& Claim = Seen[size_t(Around.Agents[Index])];
		const float Sum = Radii[Agent] + Other.Radius;
		if (Claim.Rank > Rank && Dot(Claim.Course, Course) > SameWayCosine &&
		    Dot(Other.Offset, Claim.Course) < -0.5f * Sum &&
		    LengthSquared(Other.Offset) < (Sum + QueueRange) * (Sum + QueueRange))
		{
			Rank = Claim.Rank;
		}
	}
	return Rank;
}

// Whose claim it is that an agent is in the way of; -1: nobody's that counts.
int32_t FCrowd::FImpl::FindClaimant(size_t Agent, FGroundVector Course, const FSurroundings& Around) const
{
	const FAgentMemory& Memory = Memories[Agent];
	const bool bStands = Seen[Agent].bStands;
	uint32_t Least = 0;
	if (!bStands)
	{
		if (Memory.HeldUpTime < YieldDelay)
		{
			return -1;
		}
		Least = Memory.bReturning != 0 ? 0 : std::max(RankOf(Agent), Memory.QueueRank);
	}
	int32_t Found = -1;
	for (size_t Index = 0; Index < Around.NeighborCount; ++Index)
	{
		const FAvoidanceNeighbor& Other = Around.Neighbors[Index];
		const size_t Place = size_t(Around.Agents[Index]);
		const FSeenAgent& Claim = Seen[Place];
		if (Claim.Rank <= Least)
		{
			continue;
		}
		const float Sum = Radii[Agent] + Other.Radius;
		const float Along = -Dot(Other.Offset, Claim.Course);
		const bool bInTheWay = Along > 0.0f && Along < Claim.Reach &&
		                       std::abs(Cross(Other.Offset, Claim.Course)) < Sum &&
		                       LengthSquared(Other.Offset) < (Sum + ClaimRange) * (Sum + ClaimRange);
		const bool bOpposes = bStands || Dot(Claim.Course, Course) < OpposingCosine;
		// Who wants to the same place stops beside it.
		const bool bSameGoal =
		    bStands && HasArrived[Agent] != 0 && Length(Goals[Place] - Goals[Agent]) < Sum + Settings.ArrivalRadius;
		if (bInTheWay && bOpposes && !bSameGoal)
		{
			Least = Claim.Rank;
			Found = int32_t(Index);
		}
	}
	return Found;
}

// To the side where there is room, and else back.
FGroundVector FCrowd::FImpl::FindWayOut(
    size_t Agent, const FSeenAgent& Claim, size_t Claimant, const FSurroundings& Around) const
{
	const FAvoidanceNeighbor& From = Around.Neighbors[Claimant];
	const float Sum = Radii[Agent] + From.Radius + AsideGap;
	const FGroundVector Left = LeftOf(Claim.Course);
	const float Lateral = -Dot(From.Offset, Left);
	const bool bUndecided = std::abs(Lateral) < 0.02f;
	float Side = bUndecided ? (Ids[Agent].Index % 2 == 0 ? 1.0f : -1.0f) : (Lateral > 0.0f ? 1.0f : -1.0f);
	for (int32_t Try = 0; Try < 2; ++Try, Side = -Side)
	{
		const FGroundVector Aside = Left * Side;
		const float Needed = Sum - Side * Lateral;
		float Room = RoomBesideWalls(std::span(Around.Walls).first(Around.WallCount), Aside);
		for (size_t Index = 0; Index < Around.NeighborCount; ++Index)
		{
			const FAvoidanceNeighbor& Other = Around.Neighbors[Index];
			const float Both = Radii[Agent] + Other.Radius;
			const float Ahead = Dot(Other.Offset, Aside);
			if (Index != Claimant && Ahead > 0.0f && std::abs(Cross(Other.Offset, Aside)) < 0.8f * Both)
			{
				Room = std::min(Room, std::max(Ahead - Both, 0.0f));
			}
		}
		if (Room >= Needed)
		{
			const FGroundVector Leaning = Aside + Claim.Course * LeaningShare;
			return Leaning * (1.0f / Length(Leaning));
		}
	}
	return SlideOut(Claim.Course, Side, std::span(Around.Walls).first(Around.WallCount));
}

FGroundVector FCrowd::FImpl::MakeWay(size_t Agent, FGroundVector Wanted, const FSurroundings& Around)
{
	FAgentMemory& Memory = Memories[Agent];
	// By its own course, also while it gives way.
	const bool bHeldUp = Around.bClaims && Memory.HeldUpTime > ClaimDelay && LengthSquared(Wanted) > 0.0f;
	const FGroundVector Course = bHeldUp ? FindCourse(Agent) : FGroundVector{};
	const uint32_t QueueRank = bHeldUp ? FindQueueRank(Agent, Course, Around) : 0;
	const int32_t Found = Around.bClaims ? FindClaimant(Agent, Course, Around) : -1;
	Memory.QueueRank = QueueRank;
	Memory.bNarrow = Seen[Agent].Rank != 0 && IsNarrow(Agent, Around) ? 1 : 0;
	const float Pace = PaceShare * std::min(Speeds[Agent], Settings.WalkSpeed * Orders[Agent].SpeedScale);
	Memory.CalmTime = std::min(Memory.CalmTime + DeltaTime, MostCalmTime);
	if (Found >= 0)
	{
		const FSeenAgent& Claim = Seen[size_t(Around.Agents[size_t(Found)])];
		Memory.YieldDirection = Claim.Course;
		Memory.YieldRank = Claim.Rank;
		Memory.YieldTime = LengthSquared(Wanted) > 0.0f ? YieldHold : 2.0f * DeltaTime;
		Memory.CalmTime = 0.0f;
		return FindWayOut(Agent, Claim, size_t(Found), Around) * Pace;
	}
	const bool bWaits = Memory.YieldTime > 0.0f;
	return bWaits ? FGroundVector{} : Wanted;
}
} // namespace Flockwork
