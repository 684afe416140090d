// Feet of characters that walk by them: planned in Animate from the body's motion alone, posed in LateUpdate.
#include "CharacterData.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr float UsualLeg = 0.87f;     // m; the settings' defaults are for legs of this length
constexpr float SlowSpeed = 0.25f;    // m/s; who is slower stands, and stands on planted feet
constexpr float FastSpeed = 2.0f;     // m/s; above it clips step better than the planner
constexpr float RoughHeight = 0.04f;  // m between a foot's ground and the body's, from which on the ground is rough
constexpr float RoughNormal = 0.985f; // cosine of 10 degrees
constexpr float WeightRate = 6.0f;    // 1/s, of cross-fading between clip and planted feet

FFootSettings SettingsFor(const FWalkerRig& Rig, float Scale)
{
	const float Size = Scale * Rig.Legs[0].Length / UsualLeg;
	FFootSettings Settings;
	Settings.StepThreshold *= Size;
	Settings.StopThreshold *= Size;
	Settings.StepHeight *= Size;
	Settings.GroundLayers = int32_t(LayerBit(ELayer::WorldStatic) | LayerBit(ELayer::WorldDynamic));
	return Settings;
}

// Whether what the feet stand on is not level with the body.
bool IsRough(const FCharacterWalk& Walk, float BodyHeight)
{
	return std::any_of(Walk.Feet.begin(), Walk.Feet.end(),
	    [&](const FFootState& Foot)
	    { return std::abs(Foot.Foothold.Place.y - BodyHeight) > RoughHeight || Foot.Foothold.Normal.y < RoughNormal; });
}
} // namespace

const FGaitTable* GaitsFor(size_t Legs)
{
	static const FGaitTable Two = FGaitTable::Biped();
	static const FGaitTable Four = FGaitTable::Quadruped();
	static const FGaitTable Six = FGaitTable::Hexapod();
	return Legs == 2 ? &Two : Legs == 4 ? &Four : Legs == 6 ? &Six : nullptr;
}

void FCharacterWalk::Plan(const UWorld& World, const AActor& Actor, const FCharacterPlan& Plan)
{
	const FGaitTable* Gaits = GaitsFor(Plan.Rig.Legs.size());
	if (!Gaits)
	{
		return;
	}
	// Who runs does so by its clip: feet are set down anew when it slows down.
	const float Speed = Length(Horizontal(Actor.Velocity));
	if (Plan.Style == EWalkStyle::Hybrid && Speed > FastSpeed && Weight < 0.01f)
	{
		Weight = 0.0f;
		bPlanted = false;
		return;
	}
	const FPhysicsWorld& Physics = World.GetPhysics();
	const FFootSettings Settings = SettingsFor(Plan.Rig, Plan.Scale * Actor.Transform.Scale);
	const uint64_t Own = Actor.Body.ToBits();
	std::array<FVector, size_t(FGaitTable::MaxFeet)> Rest;
	for (size_t Leg = 0; Leg < Plan.Rig.Legs.size(); ++Leg)
	{
		Rest[Leg] = Plan.Rig.Legs[Leg].RestSole;
	}
	FFootPlannerJob Job{Settings, *Gaits, Physics};
	Job.Rest = std::span<const FVector>(Rest.data(), Plan.Rig.Legs.size());
	Job.IgnoredBodies = {&Own, 1};
	Job.Body = Plan.Origin(Actor.Transform);
	Job.Velocity = Actor.Velocity;
	Job.DeltaTime = World.GetSettings().FixedStep;
	Job.Feet = Feet;
	// A body that leapt farther than a step in one is somewhere else: its feet are set down there.
	const bool bLeapt = LengthSquared(Job.Body.Location - LastPlace) > 1.0f;
	if (!bPlanted || bLeapt)
	{
		bPlanted = Job.Plant();
	}
	else
	{
		Job.Run();
	}
	LastPlace = Job.Body.Location;
	const bool bByFeet = Plan.Style == EWalkStyle::Procedural || Speed < SlowSpeed ||
	                     (Speed < FastSpeed && IsRough(*this, Job.Body.Location.y));
	Weight += ((bByFeet && Plan.bUpright ? 1.0f : 0.0f) - Weight) * SmoothingAlpha(WeightRate, Job.DeltaTime);
}

void FCharacterWalk::Correct(const AActor& Actor, const FCharacterPlan& Plan, const FSkeleton& Skeleton,
    float DeltaTime, FBalanceState& Balance, FPoseScratch& Pose) const
{
	if (!IsByFeet())
	{
		return;
	}
	static const FBalanceSettings Settings;
	FLateUpdateJob Job{Skeleton, Plan.Rig, Settings};
	Job.Body = Plan.Origin(Actor.Transform);
	Job.Feet = Feet;
	Job.FootWeight = std::min(Weight, 1.0f);
	Job.Velocity = Actor.Velocity;
	Job.DeltaTime = DeltaTime;
	Job.State = &Balance;
	Job.Locals = Pose.Locals;
	Job.Models = Pose.Models;
	Job.Run();
}

void FCharacterWalk::Save(FByteWriter& Writer) const
{
	Writer.Write(uint8_t(bPlanted));
	Writer.Write(Weight);
	Writer.Write(LastPlace);
	Writer.Write(uint64_t(Feet.size()));
	const auto SaveHold = [&](const FFoothold& Hold)
	{
		Writer.Write(Hold.Place);
		Writer.Write(Hold.Normal);
		Writer.Write(Hold.Yaw);
		Writer.Write(uint8_t(Hold.bGround));
		Writer.Write(Hold.Body);
		Writer.Write(Hold.BodyTransform.Location);
		Writer.Write(Hold.BodyTransform.Rotation);
	};
	for (const FFootState& Foot : Feet)
	{
		SaveHold(Foot.Foothold);
		SaveHold(Foot.Goal);
		Writer.Write(Foot.Sole);
		Writer.Write(Foot.Normal);
		Writer.Write(Foot.Yaw);
		Writer.Write(uint8_t(Foot.bStepping));
		Writer.Write(Foot.Progress);
		Writer.Write(Foot.Lift);
		Writer.Write(Foot.Distance);
	}
}

bool FCharacterWalk::Restore(FByteReader& Reader)
{
	bPlanted = Reader.Read<uint8_t>() != 0;
	Weight = Reader.Read<float>();
	LastPlace = Reader.Read<FVector>();
	if (Reader.Read<uint64_t>() != Feet.size())
	{
		return false;
	}
	const auto RestoreHold = [&](FFoothold& Hold)
	{
		Hold.Place = Reader.Read<FVector>();
		Hold.Normal = Reader.Read<FVector>();
		Hold.Yaw = Reader.Read<float>();
		Hold.bGround = Reader.Read<uint8_t>() != 0;
		Hold.Body = Reader.Read<uint64_t>();
		Hold.BodyTransform.Location = Reader.Read<FVector>();
		Hold.BodyTransform.Rotation = Reader.Read<FQuat>();
	};
	for (FFootState& Foot : Feet)
	{
		RestoreHold(Foot.Foothold);
		RestoreHold(Foot.Goal);
		Foot.Sole = Reader.Read<FVector>();
		Foot.Normal = Reader.Read<FVector>();
		Foot.Yaw = Reader.Read<float>();
		Foot.bStepping = Reader.Read<uint8_t>() != 0;
		Foot.Progress = Reader.Read<float>();
		Foot.Lift = Reader.Read<float>();
		Foot.Distance = Reader.Read<float>();
	}
	return Reader.IsOk() && Weight >= 0.0f && Weight <= 1.0f;
}

void FCharacterWalk::AddToHash(FStateHash& Hash) const
{
	Hash.Add(Weight);
	for (const FFootState& Foot : Feet)
	{
		Hash.Add(Foot.Sole);
		Hash.Add(Foot.Progress);
	}
}
} // namespace Flockwork
