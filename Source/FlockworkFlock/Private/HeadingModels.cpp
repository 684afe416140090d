#include "NeighborRules.h"
#include "StepRandom.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr uint64_t ZonesPurpose = 1;
constexpr uint64_t VicsekPurpose = 2;
constexpr float ZoneReferenceStep = 0.1f; // s: Couzin's time step, for which ZoneNoise is given

// V turned by Angle about Axis (a unit vector at right angles to V: Rodrigues' formula without its third term).
FVector TurnAbout(const FVector& V, const FVector& Axis, float Angle)
{
	return V * std::cos(Angle) + glm::cross(Axis, V) * std::sin(Angle);
}

// Any unit vector at right angles to the unit vector V, at random; always +-Y in the plane.
FVector RandomNormalTo(const FVector& V, bool bPlanar, FRandomStream& Random)
{
	if (bPlanar)
	{
		return Random.Uniform() < 0.5f ? UpVector : -UpVector;
	}
	const FVector Side = SafeNormal(glm::cross(V, std::abs(V.y) < 0.9f ? UpVector : ForwardVector));
	return TurnAbout(Side, V, 2.0f * Pi * Random.Uniform());
}

// The unit vector From turned toward the unit vector To by at most Limit.
FVector TurnToward(const FVector& From, const FVector& To, float Limit, bool bPlanar, FRandomStream& Random)
{
	const float Angle = std::acos(std::clamp(glm::dot(From, To), -1.0f, 1.0f));
	if (Angle <= Limit)
	{
		return To;
	}
	FVector Axis = SafeNormal(glm::cross(From, To), 1e-6f);
	if (LengthSquared(Axis) == 0.0f) // straight back: either way round
	{
		Axis = RandomNormalTo(From, bPlanar, Random);
	}
	return TurnAbout(From, Axis, Limit);
}

// A boid at rest has no heading; it gets one at random.
FVector HeadingOf(const FVector& Velocity, bool bPlanar, FRandomStream& Random)
{
	const FVector Heading = SafeNormal(Velocity);
	if (LengthSquared(Heading) > 0.0f)
	{
		return Heading;
	}
	const FVector Any = Random.UnitVector();
	return bPlanar ? SafeNormal(Horizontal(Any)) : Any;
}

FVector AccelerationTo(const FSteerContext& Context, size_t Boid, const FVector& NewVelocity)
{
	return (NewVelocity - Context.Velocity(Boid)) / Context.Input.DeltaTime;
}

// Couzin's social vector: away from those too near, or else half orientation and half attraction.
FVector ZonesDirection(const FSteerContext& Context, size_t Boid, const FVector& Heading)
{
	const FFlockSettings& Settings = Context.Settings;
	const float Repulsion = Settings.ZoneRepulsionRadius * Settings.ZoneRepulsionRadius;
	const float OrientationEnd = Settings.ZoneRepulsionRadius + Settings.ZoneOrientationWidth;
	const float Orientation = OrientationEnd * OrientationEnd;
	FVector Away{0.0f, 0.0f, 0.0f};
	FVector Along{0.0f, 0.0f, 0.0f};
	FVector Toward{0.0f, 0.0f, 0.0f};
	bool bTooNear = false;
	Context.Grid.ForEachWithin(Context.Position(Boid), LargestRadius(Settings, Context.Rules),
	    [&](int32_t Index, const FVector& Offset, float DistanceSquared)
	    {
		    if (size_t(Index) == Boid)
		    {
			    return;
		    }
		    const bool bCoincident = DistanceSquared < CoincidentDistanceSquared;
		    const FVector Direction =
		        bCoincident ? -Context.Flat(DirectionFromIds(Context.Input.Ids[Boid], Context.Input.Ids[size_t(Index)]))
		                    : Offset / std::sqrt(DistanceSquared);
		    if (DistanceSquared < Repulsion)
		    {
			    Away -= Direction;
			    bTooNear = true;
		    }
		    else if (Context.IsVisible(Heading, Offset))
		    {
			    const FVector Velocity = Context.Velocity(size_t(Index));
			    DistanceSquared < Orientation ? Along += SafeNormal(Velocity) : Toward += Direction;
		    }
	    });
	return SafeNormal(bTooNear ? Away : Along + Toward, 1e-6f);
}
} // namespace

FVector SteerByZones(const FSteerContext& Context, size_t Boid)
{
	const FFlockInput& Input = Context.Input;
	const FFlockSettings& Settings = Context.Settings;
	const bool bPlanar = Context.Rules.bPlanar;
	FRandomStream Random = StepRandom(Input.Seed, ZonesPurpose, Input.Step, Input.Ids[Boid]);
	const FVector Heading = HeadingOf(Context.Velocity(Boid), bPlanar, Random);
	FVector Wanted = SafeNormal(ZonesDirection(Context, Boid, Heading) + Context.ExtraSum(Boid), 1e-6f);
	if (LengthSquared(Wanted) == 0.0f)
	{
		Wanted = Heading;
	}
	const float NoiseAngle = Random.Normal() * Settings.ZoneNoise * std::sqrt(Input.DeltaTime / ZoneReferenceStep);
	const FVector NoiseAxis = RandomNormalTo(Wanted, bPlanar, Random);
	Wanted = TurnAbout(Wanted, NoiseAxis, NoiseAngle);
	const FVector Next = TurnToward(Heading, Wanted, Settings.ZoneTurnRate * Input.DeltaTime, bPlanar, Random);
	return AccelerationTo(Context, Boid, Next * Context.SpeedLimit(Boid));
}

FVector SteerByVicsek(const FSteerContext& Context, size_t Boid)
{
	const FFlockInput& Input = Context.Input;
	const bool bPlanar = Context.Rules.bPlanar;
	FRandomStream Random = StepRandom(Input.Seed, VicsekPurpose, Input.Step, Input.Ids[Boid]);
	const FVector Heading = HeadingOf(Context.Velocity(Boid), bPlanar, Random);
	FVector Sum{0.0f, 0.0f, 0.0f};
	Context.Grid.ForEachWithin(Context.Position(Boid), LargestRadius(Context.Settings, Context.Rules),
	    [&](int32_t Index, const FVector& Offset, float)
	    {
		    if (size_t(Index) == Boid || Context.IsVisible(Heading, Offset))
		    {
			    Sum += SafeNormal(Context.Velocity(size_t(Index))); // the boid itself counts too
		    }
	    });
	FVector Mean = SafeNormal(SafeNormal(Sum, 1e-6f) + Context.ExtraSum(Boid), 1e-6f);
	if (LengthSquared(Mean) == 0.0f)
	{
		Mean = Heading;
	}
	const float Angle = (Random.Uniform() - 0.5f) * Context.Settings.VicsekNoise;
	const FVector Axis = bPlanar ? UpVector : RandomNormalTo(Mean, false, Random);
	return AccelerationTo(Context, Boid, TurnAbout(Mean, Axis, Angle) * Context.SpeedLimit(Boid));
}

// Helbing and Molnar 1995: toward the wanted velocity within a relaxation time, away from others by a force that falls
// exponentially from contact and is weaker for those out of sight.
FVector SteerPedestrian(const FSteerContext& Context, size_t Boid)
{
	const FFlockSettings& Settings = Context.Settings;
	const FVector Velocity = Context.Velocity(Boid);
	const FVector Goal = SafeNormal(Context.ExtraSum(Boid));
	const FVector Facing = LengthSquared(Goal) > 0.0f ? Goal : SafeNormal(Velocity);
	const float SpeedLimit = Context.SpeedLimit(Boid);
	FVector Force = (Goal * SpeedLimit - Velocity) / Settings.PedestrianRelaxTime;
	Context.Grid.ForEachWithin(Context.Position(Boid), LargestRadius(Settings, Context.Rules),
	    [&](int32_t Index, const FVector& Offset, float DistanceSquared)
	    {
		    if (size_t(Index) == Boid)
		    {
			    return;
		    }
		    const float Distance = std::sqrt(DistanceSquared);
		    const FVector Away =
		        DistanceSquared < CoincidentDistanceSquared
		            ? Context.Flat(DirectionFromIds(Context.Input.Ids[Boid], Context.Input.Ids[size_t(Index)]))
		            : -Offset / Distance;
		    const float InSight = 0.5f * (1.0f - glm::dot(Away, Facing));
		    const float Share = Settings.PedestrianAnisotropy + (1.0f - Settings.PedestrianAnisotropy) * InSight;
		    const float Gap = Distance - 2.0f * Settings.PedestrianBodyRadius;
		    Force += Away * (Settings.PedestrianStrength * Share * std::exp(-Gap / Settings.PedestrianRange));
	    });
	return Context.LimitToSpeed(Force, Velocity, SpeedLimit);
}
} // namespace Flockwork
