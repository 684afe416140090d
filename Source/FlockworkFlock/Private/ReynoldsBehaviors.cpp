#include "FlockworkFlock/ReynoldsBehaviors.h"

#include "StepRandom.h"
#include "TermMath.h"

#include <algorithm>
#include <limits>

namespace Flockwork
{
namespace
{
constexpr uint64_t WanderPurpose = 3;
constexpr float PathLead =
    1.5f; // times its predicted move: a boid off the path aims so far on, also when it goes backward

struct FPathPoint
{
	FVector Point{0.0f, 0.0f, 0.0f};
	FVector Along{0.0f, 0.0f, 0.0f}; // unit
	float Distance = std::numeric_limits<float>::max();
};

FPathPoint NearestOnPath(const FPathTerm& Term, const FVector& Position)
{
	FPathPoint Best;
	const size_t SegmentCount = Term.bLoop ? Term.Points.size() : Term.Points.size() - 1;
	for (size_t Index = 0; Index < SegmentCount; ++Index)
	{
		const FVector& From = Term.Points[Index];
		const FVector Way = WayTo(Term.Spans, From, Term.Points[(Index + 1) % Term.Points.size()]);
		const FVector Offset = WayTo(Term.Spans, From, Position);
		const float SizeSquared = LengthSquared(Way);
		const float Share = SizeSquared > 0.0f ? std::clamp(glm::dot(Offset, Way) / SizeSquared, 0.0f, 1.0f) : 0.0f;
		const float Distance = Length(Offset - Way * Share);
		if (Distance < Best.Distance)
		{
			Best = {From + Way * Share, SafeNormal(Way), Distance};
		}
	}
	return Best;
}

// The part of one axis' heading that leads on out of the range is turned inward.
float InwardPart(float Predicted, float Center, float HalfExtent)
{
	const float Offset = Predicted - Center;
	return Offset > HalfExtent ? -1.0f : Offset < -HalfExtent ? 1.0f : 0.0f;
}
} // namespace

FVector SeekDirection(const FVector& Position, const FVector& Target)
{
	return SafeNormal(Target - Position);
}

FVector FleeDirection(const FVector& Position, const FVector& Threat)
{
	return SafeNormal(Position - Threat);
}

float ArrivalScale(float Distance, float ArrivalRadius)
{
	return Distance < ArrivalRadius ? Distance / ArrivalRadius : 1.0f;
}

FVector PredictInterception(const FVector& Position, float PursuerSpeed, const FVector& QuarryPosition,
    const FVector& QuarryVelocity, float MaxPrediction)
{
	// The time the pursuer needs at its speed to where the quarry is now: Reynolds' estimate, good when it matters.
	const float Distance = Length(QuarryPosition - Position);
	const float Time = PursuerSpeed * MaxPrediction > Distance ? Distance / PursuerSpeed : MaxPrediction;
	return QuarryPosition + QuarryVelocity * Time;
}

FVector PursueDirection(const FVector& Position, float Speed, const FVector& QuarryPosition,
    const FVector& QuarryVelocity, float MaxPrediction)
{
	return SeekDirection(Position, PredictInterception(Position, Speed, QuarryPosition, QuarryVelocity, MaxPrediction));
}

FVector EvadeDirection(const FVector& Position, float Speed, const FVector& PursuerPosition,
    const FVector& PursuerVelocity, float MaxPrediction)
{
	return -PursueDirection(Position, Speed, PursuerPosition, PursuerVelocity, MaxPrediction);
}

bool FWanderTerm::Validate() const
{
	return Spans.Validate() && Offsets.size() == Spans.Positions.size() && Radius > 0.0f && Distance >= 0.0f &&
	       DeltaTime > 0.0f && (Near.Targets.empty() || Near.Targets.size() == Offsets.size()) &&
	       (Near.Weights.empty() || Near.Weights.size() == Offsets.size()) && Near.Radius >= 0.0f &&
	       Near.FarShare >= 0.0f && Near.FarShare <= 1.0f;
}

namespace
{
// What is left of a boid's wandering where it is: all of it within the radius of its target; the farther out, to twice
// the radius, the less of it, and the less that leads away from the target.
FVector Restrained(const FVector& Wandering, const FWanderTarget& Near, const FTermSpans& Spans, size_t Boid)
{
	const bool bHasTarget =
	    (Near.Target || !Near.Targets.empty()) && (Near.Weights.empty() || Near.Weights[Boid] > 0.0f);
	if (Near.Radius <= 0.0f || !bHasTarget)
	{
		return Wandering;
	}
	const FVector Way = WayTo(Spans, Spans.Positions[Boid], Near.Targets.empty() ? *Near.Target : Near.Targets[Boid]);
	const float Closeness = std::clamp(2.0f - Length(Way) / Near.Radius, 0.0f, 1.0f);
	const FVector Toward = SafeNormal(Way);
	const float Back = std::min(0.0f, glm::dot(Wandering, Toward)) * (1.0f - Closeness);
	return (Wandering - Toward * Back) * (Near.FarShare + (1.0f - Near.FarShare) * Closeness);
}
} // namespace

void FWanderTerm::Run(ITaskScheduler& Scheduler) const
{
	const float StepJitter = Jitter * std::sqrt(DeltaTime); // a random walk: the same wandering at any step length
	ForEachBoid(Spans, Scheduler,
	    [&](size_t Boid)
	    {
		    FRandomStream Random = StepRandom(Seed, WanderPurpose, Step, Spans.Ids[Boid]);
		    const FVector Noise = Random.UnitVector();
		    FVector Moved = Offsets[Boid] + Noise * (LengthSquared(Offsets[Boid]) > 0.0f ? StepJitter : Radius);
		    Moved = SafeNormal(Spans.bPlanar ? Horizontal(Moved) : Moved) * Radius;
		    Offsets[Boid] = Moved;
		    const FVector Heading = SafeNormal(FlatVelocity(Spans, Boid));
		    const FVector Wandering = SafeNormal(Heading * Distance + Moved);
		    Spans.ExtraSums[Boid] += Restrained(Wandering, Near, Spans, Boid) * Weight;
	    });
}

bool FPursuitTerm::Validate() const
{
	return Spans.Validate() && IsFinite(Position) && IsFinite(Velocity) && PredictionTime >= 0.0f;
}

void FPursuitTerm::Run(ITaskScheduler& Scheduler) const
{
	ForEachBoid(Spans, Scheduler,
	    [&](size_t Boid)
	    {
		    const FVector Self = Spans.Positions[Boid];
		    const FVector Quarry = Self + WayTo(Spans, Self, Position);
		    const FVector Pursuit = PursueDirection(
		        Self, MaxSpeed, Quarry, Spans.bPlanar ? Horizontal(Velocity) : Velocity, PredictionTime);
		    Spans.ExtraSums[Boid] += Pursuit * (PursueWeight - EvadeWeight);
	    });
}

bool FPathTerm::Validate() const
{
	return Spans.Validate() && Radius >= 0.0f && PredictionTime >= 0.0f;
}

void FPathTerm::Run(ITaskScheduler& Scheduler) const
{
	if (Points.size() < 2)
	{
		return;
	}
	ForEachBoid(Spans, Scheduler,
	    [&](size_t Boid)
	    {
		    const FVector Move = FlatVelocity(Spans, Boid) * PredictionTime;
		    const FVector Future = Spans.Positions[Boid] + Move;
		    const FPathPoint Nearest = NearestOnPath(*this, Future);
		    const bool bBackward = glm::dot(Move, Nearest.Along) < 0.0f;
		    if (Nearest.Distance <= Radius && !bBackward)
		    {
			    Spans.ExtraSums[Boid] += Nearest.Along * Weight;
			    return;
		    }
		    const FVector Aim = Nearest.Point + Nearest.Along * (PathLead * Length(Move) + Radius);
		    Spans.ExtraSums[Boid] += SafeNormal(WayTo(Spans, Spans.Positions[Boid], Aim)) * Weight;
	    });
}

bool FContainmentTerm::Validate() const
{
	return Spans.Validate() && PredictionTime >= 0.0f && HalfExtent.x > 0.0f && HalfExtent.y > 0.0f &&
	       HalfExtent.z > 0.0f;
}

void FContainmentTerm::Run(ITaskScheduler& Scheduler) const
{
	ForEachBoid(Spans, Scheduler,
	    [&](size_t Boid)
	    {
		    const FVector Future = Spans.Positions[Boid] + FlatVelocity(Spans, Boid) * PredictionTime;
		    const FVector Inward{InwardPart(Future.x, Center.x, HalfExtent.x),
		        Spans.bPlanar ? 0.0f : InwardPart(Future.y, Center.y, HalfExtent.y),
		        InwardPart(Future.z, Center.z, HalfExtent.z)};
		    Spans.ExtraSums[Boid] += SafeNormal(Inward) * Weight;
	    });
}
} // namespace Flockwork
