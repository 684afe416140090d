#include "FlockworkFlock/Behaviors.h"

#include "FlockworkFlock/ReynoldsBehaviors.h"
#include "TermMath.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
// Threats and attractors have no boid id; these stand in for one where a boid is exactly on them.
constexpr uint32_t FirstThreatId = 0xf0000000u;
constexpr uint32_t TargetId = 0xe0000000u;
constexpr float MaxBoxPush = 4.0f; // times the weight

float WrapToNearest(float Offset, float Period)
{
	return Period > 0.0f ? Offset - Period * std::rint(Offset / Period) : Offset;
}

// Signed push of one pair of walls at +-HalfExtent: 0 up to Margin from a wall, 1 at it, MaxBoxPush beyond.
float WallPush(float Offset, float HalfExtent, float Margin)
{
	const float Depth = std::clamp((std::abs(Offset) - HalfExtent) / Margin + 1.0f, 0.0f, MaxBoxPush);
	return Offset > 0.0f ? -Depth : Depth;
}

bool HasSpeedScales(const FTermSpans& Spans)
{
	return Spans.SpeedScales.size() == Spans.Positions.size();
}
} // namespace

FVector WayTo(const FTermSpans& Spans, const FVector& From, const FVector& To)
{
	const FVector Straight = To - From;
	const FVector& Period = Spans.TorusPeriod;
	return {WrapToNearest(Straight.x, Period.x), Spans.bPlanar ? 0.0f : WrapToNearest(Straight.y, Period.y),
	    WrapToNearest(Straight.z, Period.z)};
}

FVector DirectionOrFromIds(const FTermSpans& Spans, const FVector& Way, uint32_t Id, uint32_t OtherId)
{
	if (LengthSquared(Way) >= CoincidentDistanceSquared)
	{
		return SafeNormal(Way);
	}
	const FVector Any = DirectionFromIds(Id, OtherId);
	return Spans.bPlanar ? SafeNormal(Horizontal(Any)) : Any;
}

FVector FlatVelocity(const FTermSpans& Spans, size_t Boid)
{
	return Spans.bPlanar ? Horizontal(Spans.Velocities[Boid]) : Spans.Velocities[Boid];
}

bool FTermSpans::Validate() const
{
	const size_t Count = Positions.size();
	return Velocities.size() == Count && Ids.size() == Count && ExtraSums.size() == Count &&
	       (SpeedScales.empty() || SpeedScales.size() == Count) && (ForceScales.empty() || ForceScales.size() == Count);
}

bool FBoundsTerm::Validate() const
{
	return Spans.Validate() && Radius > 0.0f && Weight >= 0.0f;
}

void FBoundsTerm::Run(ITaskScheduler& Scheduler) const
{
	ForEachBoid(Spans, Scheduler,
	    [&](size_t Boid)
	    {
		    const FVector Inward = WayTo(Spans, Spans.Positions[Boid], Center);
		    if (LengthSquared(Inward) > Radius * Radius)
		    {
			    Spans.ExtraSums[Boid] += SafeNormal(Inward) * Weight;
		    }
	    });
}

bool FBoxTerm::Validate() const
{
	return Spans.Validate() && HalfExtent.x > 0.0f && HalfExtent.y > 0.0f && HalfExtent.z > 0.0f && Margin > 0.0f &&
	       Weight >= 0.0f;
}

void FBoxTerm::Run(ITaskScheduler& Scheduler) const
{
	ForEachBoid(Spans, Scheduler,
	    [&](size_t Boid)
	    {
		    const FVector Offset = Spans.Positions[Boid] - Center;
		    const FVector Push{WallPush(Offset.x, HalfExtent.x, Margin),
		        Spans.bPlanar ? 0.0f : WallPush(Offset.y, HalfExtent.y, Margin),
		        WallPush(Offset.z, HalfExtent.z, Margin)};
		    Spans.ExtraSums[Boid] += Push * Weight;
	    });
}

bool FTargetTerm::Validate() const
{
	const size_t Count = Spans.Positions.size();
	return Spans.Validate() && (Targets.empty() || Targets.size() == Count) &&
	       (Weights.empty() || Weights.size() == Count) && (ArrivalRadius <= 0.0f || HasSpeedScales(Spans));
}

void FTargetTerm::Run(ITaskScheduler& Scheduler) const
{
	ForEachBoid(Spans, Scheduler,
	    [&](size_t Boid)
	    {
		    const float OwnWeight = Weights.empty() ? 1.0f : Weights[Boid];
		    const FVector Way = WayTo(Spans, Spans.Positions[Boid], Targets.empty() ? Target : Targets[Boid]);
		    Spans.ExtraSums[Boid] += SafeNormal(Way) * (Weight * OwnWeight);
		    if (ArrivalRadius > 0.0f && OwnWeight > 0.0f)
		    {
			    Spans.SpeedScales[Boid] *= ArrivalScale(Length(Way), ArrivalRadius);
		    }
	    });
}

bool FPredatorTerm::Validate() const
{
	return Spans.Validate() && HasSpeedScales(Spans) && Memories.size() == Spans.Positions.size() && Radius > 0.0f &&
	       MemoryTime >= 0.0f && Boost >= 1.0f && SteerBoost >= 1.0f && DeltaTime > 0.0f;
}

void FPredatorTerm::Run(ITaskScheduler& Scheduler) const
{
	ForEachBoid(Spans, Scheduler,
	    [&](size_t Boid)
	    {
		    FVector Flight{0.0f, 0.0f, 0.0f};
		    bool bInReach = false;
		    for (size_t Index = 0; Index < Threats.size(); ++Index)
		    {
			    const FThreat& Threat = Threats[Index];
			    const FVector Way = WayTo(Spans, Threat.Position, Spans.Positions[Boid]);
			    const float Reach = Threat.GetReach(Radius);
			    const float Distance = Length(Way);
			    if (Distance <= Reach)
			    {
				    const float Strength = Reach > MaxFleeStrength * Distance ? MaxFleeStrength : Reach / Distance;
				    Flight +=
				        DirectionOrFromIds(Spans, Way, Spans.Ids[Boid], FirstThreatId + uint32_t(Index)) * Strength;
				    bInReach = true;
			    }
		    }
		    FThreatMemory& Memory = Memories[Boid];
		    float Alarm = 1.0f;
		    if (bInReach)
		    {
			    Memory = {SafeNormal(Flight), std::max(MemoryTime, DeltaTime)};
		    }
		    else if (Memory.TimeLeft > 0.0f)
		    {
			    Memory.TimeLeft = std::max(0.0f, Memory.TimeLeft - DeltaTime);
			    Alarm = MemoryTime > 0.0f ? std::min(1.0f, Memory.TimeLeft / MemoryTime) : 0.0f;
			    Flight = Memory.Away * Alarm;
		    }
		    else
		    {
			    return;
		    }
		    Spans.ExtraSums[Boid] += Flight * Weight;
		    Spans.SpeedScales[Boid] *= 1.0f + (Boost - 1.0f) * Alarm;
		    if (!Spans.ForceScales.empty())
		    {
			    Spans.ForceScales[Boid] *= 1.0f + (SteerBoost - 1.0f) * Alarm;
		    }
	    });
}

bool FAttractorTerm::Validate() const
{
	return Spans.Validate() && HasSpeedScales(Spans) && ArrivalRadius >= 0.0f;
}

void FAttractorTerm::Run(ITaskScheduler& Scheduler) const
{
	ForEachBoid(Spans, Scheduler,
	    [&](size_t Boid)
	    {
		    for (const FAttractor& Attractor : Attractors)
		    {
			    const FVector Way = WayTo(Spans, Spans.Positions[Boid], Attractor.Position);
			    const float Distance = Length(Way);
			    if (Distance <= Attractor.Radius)
			    {
				    Spans.ExtraSums[Boid] += SafeNormal(Way) * (Weight * Attractor.Strength);
				    Spans.SpeedScales[Boid] *= ArrivalScale(Distance, ArrivalRadius);
			    }
		    }
	    });
}

bool FLeaderTerm::Validate() const
{
	return Spans.Validate() && Radius > 0.0f && IsFinite(Position) && IsFinite(Velocity);
}

void FLeaderTerm::Run(ITaskScheduler& Scheduler) const
{
	const FVector Heading = SafeNormal(Spans.bPlanar ? Horizontal(Velocity) : Velocity);
	ForEachBoid(Spans, Scheduler,
	    [&](size_t Boid)
	    {
		    const FVector Way = WayTo(Spans, Spans.Positions[Boid], Position);
		    if (Spans.Ids[Boid] == LeaderId || LengthSquared(Way) > Radius * Radius)
		    {
			    return;
		    }
		    Spans.ExtraSums[Boid] +=
		        DirectionOrFromIds(Spans, Way, Spans.Ids[Boid], TargetId) * CohesionWeight + Heading * AlignmentWeight;
	    });
}
} // namespace Flockwork
