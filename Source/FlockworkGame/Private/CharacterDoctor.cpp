// The doctor's view of a character: what is drawn, in the world.
#include "CharacterData.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"

#include <algorithm>
#include <bit>

namespace Flockwork
{
namespace
{
constexpr float FullWeight = 0.999f;   // of planted feet, from which on ankles are held to their targets
constexpr float StandingSpeed = 0.05f; // m/s

// Feet that the gait keeps on the ground; none where clips have a hand in it: they may run.
int32_t LeastContacts(const FCharacterWalk& Walk, float Speed)
{
	const FGaitTable* const Gaits = GaitsFor(Walk.Feet.size());
	if (!Gaits || !Walk.bPlanted || Walk.Weight < FullWeight)
	{
		return 0;
	}
	int32_t Swinging = 0;
	for (const uint32_t Set : Gaits->Choose(Speed).SwingSets)
	{
		Swinging = std::max(Swinging, int32_t(std::popcount(Set)));
	}
	return int32_t(Walk.Feet.size()) - Swinging;
}
} // namespace

void UCharacterSubsystem::FImpl::SetDoctor(FCharacter& Character) const
{
	const bool bHasLegs = Character.Model >= 0 && !Models[size_t(Character.Model)]->Rig.Legs.empty();
	if (!Character.Settings.bDoctor || !bHasLegs)
	{
		Character.Doctor.reset();
		return;
	}
	FWalkDoctorSettings Settings;
	Settings.GroundLayers = int32_t(LayerBit(ELayer::WorldStatic) | LayerBit(ELayer::WorldDynamic));
	Character.Doctor = std::make_unique<FWalkDoctor>(Settings);
}

void UCharacterSubsystem::FImpl::Examine(
    const UWorld& World, const AActor& Actor, FCharacter& Character, float DeltaTime, const FPoseScratch& Pose) const
{
	const FCharacterModel& Model = *Models[size_t(Character.Model)];
	const FTransform Origin = PlanOf(Character).Origin(Actor.Transform);
	const FCharacterWalk& Walk = Character.Walk;
	const bool bTargets = Walk.bPlanted && Walk.Weight >= FullWeight && Walk.Feet.size() == Model.Rig.Legs.size();
	constexpr size_t MaxFeet = size_t(FGaitTable::MaxFeet);
	std::array<std::array<FVector, FWalkSole::MaxPoints>, MaxFeet> Soles;
	std::array<FDoctorFoot, MaxFeet> Feet{};
	const auto Place = [&](int32_t Joint)
	{ return Origin.TransformPoint(Pose.Models[size_t(Joint)].GetTranslation()); };
	for (size_t Index = 0; Index < Model.Rig.Legs.size(); ++Index)
	{
		const FWalkerLeg& Leg = Model.Rig.Legs[Index];
		const FWalkSole& Sole = Model.Soles[Index];
		for (size_t Point = 0; Point < Sole.Count; ++Point)
		{
			Soles[Index][Point] = Origin.TransformPoint(Sole.Points[Point].Pose(Pose.Models));
		}
		FDoctorFoot& Foot = Feet[Index];
		Foot.Sole = std::span<const FVector>(Soles[Index].data(), Sole.Count);
		Foot.Hip = Place(Leg.Thigh);
		Foot.Knee = Place(Leg.Shin);
		Foot.Ankle = Place(Leg.Foot);
		Foot.bTarget = bTargets;
		if (bTargets)
		{
			const FFootState& Planned = Walk.Feet[Index];
			Foot.Target = Planned.Sole + Planned.Normal * (Leg.AnkleHeight * Origin.Scale);
		}
	}
	const float Speed = Length(Horizontal(Actor.Velocity));
	const uint64_t Own = Actor.Body.ToBits();
	FDoctorFrame Frame;
	Frame.Feet = std::span<const FDoctorFoot>(Feet.data(), Model.Rig.Legs.size());
	Frame.Body = Origin;
	Frame.Hips = Place(Model.Rig.Hips);
	Frame.Center = Frame.Hips; // a body's centre of mass is near them
	Frame.bStanding = Speed < StandingSpeed;
	Frame.LeastContacts = LeastContacts(Walk, Speed);
	Frame.IgnoredBodies = {&Own, 1};
	Frame.DeltaTime = DeltaTime;
	Character.Doctor->Watch(Frame, World.GetPhysics());
}

const FWalkDoctor* UCharacterSubsystem::GetDoctor(FActorId Actor) const
{
	const FCharacter* Character = Impl->Characters.Find(Actor);
	return Character ? Character->Doctor.get() : nullptr;
}
} // namespace Flockwork
