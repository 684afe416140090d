#include "FlockworkNavigation/Avoidance.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr float Parallel = 1e-5f;
// Bodies that overlap no deeper than this share of their radii's sum only touch: crowds at rest shall not tremble.
constexpr float TouchShare = 0.03f;
// A centre this far outside a wall is led back; farther out, it is another wall's back that one sees.
constexpr float WallSlack = 0.15f; // m
constexpr float WallEnd = 0.002f;  // m

struct FLineProblem
{
	std::span<const FVelocityLine> Lines;
	float MaxSpeed = 0.0f;
};

FGroundVector UnitOf(FGroundVector V)
{
	const float VLength = Length(V);
	return VLength > 1e-12f ? V * (1.0f / VLength) : FGroundVector{};
}

// Best velocity on line Index that keeps to the lines before it. With bDirection, Wanted is a unit vector to go as far
// along as possible, otherwise a velocity to come close to. False when there is none.
bool SolveOnLine(
    const FLineProblem& Problem, size_t Index, FGroundVector Wanted, bool bDirection, FGroundVector& InOutResult)
{
	const FVelocityLine& Line = Problem.Lines[Index];
	const float Along = Dot(Line.Point, Line.Direction);
	const float Discriminant = Along * Along + Problem.MaxSpeed * Problem.MaxSpeed - LengthSquared(Line.Point);
	if (Discriminant < 0.0f) // the disc of speeds lies wholly off the line
	{
		return false;
	}
	const float Root = std::sqrt(Discriminant);
	float Left = -Along - Root;
	float Right = -Along + Root;
	for (size_t Other = 0; Other < Index; ++Other)
	{
		const FVelocityLine& OtherLine = Problem.Lines[Other];
		const float Denominator = Cross(Line.Direction, OtherLine.Direction);
		const float Numerator = Cross(OtherLine.Direction, Line.Point - OtherLine.Point);
		if (std::abs(Denominator) <= Parallel)
		{
			if (Numerator < 0.0f)
			{
				return false;
			}
			continue;
		}
		const float At = Numerator / Denominator;
		Right = Denominator >= 0.0f ? std::min(Right, At) : Right;
		Left = Denominator >= 0.0f ? Left : std::max(Left, At);
		if (Left > Right)
		{
			return false;
		}
	}
	const float Best = bDirection ? (Dot(Wanted, Line.Direction) > 0.0f ? Right : Left)
	                              : std::clamp(Dot(Line.Direction, Wanted - Line.Point), Left, Right);
	InOutResult = Line.Point + Line.Direction * Best;
	return true;
}

// Two-dimensional linear program with a disc (de Berg et al., "Computational Geometry"). Answers the number of lines
// that could be kept; the first that could not has that index.
size_t SolveInPlane(const FLineProblem& Problem, FGroundVector Wanted, bool bDirection, FGroundVector& OutResult)
{
	const float WantedSquared = LengthSquared(Wanted);
	if (bDirection)
	{
		OutResult = Wanted * Problem.MaxSpeed;
	}
	else
	{
		const bool bTooFast = WantedSquared > Problem.MaxSpeed * Problem.MaxSpeed;
		OutResult = bTooFast ? Wanted * (Problem.MaxSpeed / std::sqrt(WantedSquared)) : Wanted;
	}
	for (size_t Index = 0; Index < Problem.Lines.size(); ++Index)
	{
		const FVelocityLine& Line = Problem.Lines[Index];
		if (Cross(Line.Direction, OutResult - Line.Point) < 0.0f)
		{
			const FGroundVector Before = OutResult;
			if (!SolveOnLine(Problem, Index, Wanted, bDirection, OutResult))
			{
				OutResult = Before;
				return Index;
			}
		}
	}
	return Problem.Lines.size();
}

// Where nothing satisfies all: the walls stay, and the deepest violation of the others is made as small as possible.
void SolveLeastViolation(const FLineProblem& Problem, size_t WallCount, size_t FirstFailed, FGroundVector& InOutResult)
{
	std::array<FVelocityLine, FAvoidanceJob::MaxNeighbors + FAvoidanceJob::MaxWalls> Projected;
	std::copy_n(Problem.Lines.begin(), WallCount, Projected.begin());
	float Depth = 0.0f;
	for (size_t Index = std::max(FirstFailed, WallCount); Index < Problem.Lines.size(); ++Index)
	{
		const FVelocityLine& Line = Problem.Lines[Index];
		if (Cross(Line.Direction, Line.Point - InOutResult) <= Depth)
		{
			continue;
		}
		size_t Count = WallCount;
		for (size_t Other = WallCount; Other < Index; ++Other)
		{
			const FVelocityLine& OtherLine = Problem.Lines[Other];
			const float Determinant = Cross(Line.Direction, OtherLine.Direction);
			FVelocityLine& Middle = Projected[Count];
			if (std::abs(Determinant) <= Parallel)
			{
				if (Dot(Line.Direction, OtherLine.Direction) > 0.0f)
				{
					continue;
				}
				Middle.Point = (Line.Point + OtherLine.Point) * 0.5f;
			}
			else
			{
				const float At = Cross(OtherLine.Direction, Line.Point - OtherLine.Point) / Determinant;
				Middle.Point = Line.Point + Line.Direction * At;
			}
			Middle.Direction = UnitOf(OtherLine.Direction - Line.Direction);
			++Count;
		}
		const FGroundVector Before = InOutResult;
		const FGroundVector Inward{-Line.Direction.Z, Line.Direction.X};
		const FLineProblem Inner{{Projected.data(), Count}, Problem.MaxSpeed};
		if (SolveInPlane(Inner, Inward, true, InOutResult) < Count)
		{
			InOutResult = Before; // by rounding only: what was found before already lies on this line's better side
		}
		Depth = Cross(Line.Direction, Line.Point - InOutResult);
	}
}

// Whether the ground goes on round the wall's end: the wall that joins there leads away from its ground side.
bool IsOuterCorner(std::span<const FAvoidanceWall> Walls, FGroundVector Corner, FGroundVector Inward)
{
	for (const FAvoidanceWall& Other : Walls)
	{
		const bool bStarts = LengthSquared(Other.Start - Corner) < WallEnd * WallEnd;
		const bool bEnds = LengthSquared(Other.End - Corner) < WallEnd * WallEnd;
		if (bStarts != bEnds)
		{
			const FGroundVector Along = bStarts ? Other.End - Other.Start : Other.Start - Other.End;
			if (Dot(Along, Inward) < -0.1f * Length(Along))
			{
				return true;
			}
		}
	}
	return false;
}

// False when the wall does not concern the agent: it sees its back, or stands beside it.
bool MakeWallLine(const FAvoidanceJob& Job, const FAvoidanceWall& Wall, FVelocityLine& Out)
{
	const FGroundVector Way = Wall.End - Wall.Start;
	const float WaySquared = LengthSquared(Way);
	if (WaySquared < 1e-8f)
	{
		return false;
	}
	const float Along = -Dot(Wall.Start, Way);
	const FGroundVector Direction = Way * (1.0f / std::sqrt(WaySquared));
	// Left seen from above is right in the plane of X and Z.
	const FGroundVector Inward{Direction.Z, -Direction.X};
	const float Distance = -Dot(Inward, Wall.Start);
	if (Along < 0.0f || Along > WaySquared || Distance < -WallSlack)
	{
		return false;
	}
	// Exactly beside its end, as those are who slide along a mesh, it would bar the way round the corner.
	const float Margin = WallEnd * std::sqrt(WaySquared);
	const bool bAtStart = Along < Margin;
	if (Distance < WallEnd && (bAtStart || Along > WaySquared - Margin) &&
	    IsOuterCorner(Job.Walls, bAtStart ? Wall.Start : Wall.End, Inward))
	{
		return false;
	}
	const float Approach = std::max(Distance / Job.WallTimeHorizon, -0.5f * Job.MaxSpeed);
	Out.Point = Inward * -Approach;
	Out.Direction = {Inward.Z, -Inward.X};
	return true;
}

// The half-plane of two discs: van den Berg et al. 2011, figures 2 and 3.
FVelocityLine MakeNeighborLine(const FAvoidanceJob& Job, const FAvoidanceNeighbor& Neighbor)
{
	FGroundVector Offset = Neighbor.Offset;
	const FGroundVector Relative = Job.Velocity - Neighbor.Velocity;
	const float Sum = Job.Radius + Neighbor.Radius;
	float DistanceSquared = LengthSquared(Offset);
	if (DistanceSquared < 1e-8f) // in one place: a direction of their own
	{
		const FGroundVector Apart = FGroundVector::From(DirectionFromIds(Job.Id, Neighbor.Id));
		Offset = UnitOf(Apart) * 1e-3f;
		DistanceSquared = LengthSquared(Offset);
	}
	const float Distance = std::sqrt(DistanceSquared);
	const bool bTouch = Distance <= Sum && Distance >= Sum * (1.0f - TouchShare);
	const float Reach = bTouch ? Distance * 0.999f : Sum;
	FVelocityLine Line;
	FGroundVector Change;
	const bool bOverlap = Distance <= Reach;
	const float InverseTime = 1.0f / (bOverlap ? Job.SeparationTime : Job.TimeHorizon);
	const FGroundVector FromCircle = Relative - Offset * InverseTime;
	const float Towards = Dot(FromCircle, Offset);
	const float CircleSquared = LengthSquared(FromCircle);
	if (bOverlap || (Towards < 0.0f && Towards * Towards > Reach * Reach * CircleSquared))
	{
		const float CircleLength = std::sqrt(CircleSquared);
		const FGroundVector Outward =
		    CircleLength > 1e-6f ? FromCircle * (1.0f / CircleLength) : Offset * (-1.0f / Distance);
		Line.Direction = {Outward.Z, -Outward.X};
		Change = Outward * (Reach * InverseTime - CircleLength);
	}
	else
	{
		const float Leg = std::sqrt(DistanceSquared - Reach * Reach);
		const bool bLeft = Cross(Offset, FromCircle) > 0.0f;
		const float Side = bLeft ? Reach : -Reach;
		Line.Direction = FGroundVector{Offset.X * Leg - Offset.Z * Side, Offset.X * Side + Offset.Z * Leg} *
		                 ((bLeft ? 1.0f : -1.0f) / DistanceSquared);
		Change = Line.Direction * Dot(Relative, Line.Direction) - Relative;
	}
	Line.Point = Job.Velocity + Change * Neighbor.Share;
	return Line;
}
} // namespace

bool FAvoidanceJob::Validate() const
{
	return Radius > 0.0f && MaxSpeed >= 0.0f && TimeHorizon > 0.0f && WallTimeHorizon > 0.0f && SeparationTime > 0.0f &&
	       Neighbors.size() <= size_t(MaxNeighbors) && Walls.size() <= size_t(MaxWalls);
}

void FAvoidanceJob::Run()
{
	size_t Count = 0;
	for (const FAvoidanceWall& Wall : Walls)
	{
		Count += MakeWallLine(*this, Wall, Lines[Count]) ? 1 : 0;
	}
	WallLineCount = int32_t(Count);
	for (const FAvoidanceNeighbor& Neighbor : Neighbors)
	{
		Lines[Count] = MakeNeighborLine(*this, Neighbor);
		++Count;
	}
	LineCount = int32_t(Count);
	const FLineProblem Problem{{Lines.data(), Count}, MaxSpeed};
	const size_t Kept = SolveInPlane(Problem, Desired, false, Result);
	bFeasible = Kept == Count;
	if (!bFeasible)
	{
		SolveLeastViolation(Problem, size_t(WallLineCount), Kept, Result);
	}
}
} // namespace Flockwork
