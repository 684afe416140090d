#include "FlockworkLocomotion/LateUpdateJob.h"

#include "FlockworkAnimation/IKJobs.h"
#include "FlockworkAnimation/PoseJobs.h"

#include <algorithm>
#include <array>

namespace Flockwork
{
bool FLateUpdateJob::Validate() const
{
	const size_t Joints = size_t(Skeleton.GetJointCount());
	return State && Rig.Hips >= 0 && Feet.size() == Rig.Legs.size() && Locals.size() >= Joints &&
	       Models.size() >= Joints && IsFinite(Body) && Body.Scale > 0.0f && FootWeight >= 0.0f && FootWeight <= 1.0f &&
	       IsFinite(Velocity) && IsFinite(Acceleration) && DeltaTime > 0.0f;
}

bool FLateUpdateJob::Run()
{
	if (!Validate())
	{
		return false;
	}
	FLocalToModelJob{&Skeleton, Locals, 0, Models}.Run();
	LockHips();                                                     // 1
	FindBalance();                                                  //
	Lean();                                                         // 2
	MoveHips((State->Shift - UpVector * State->Drop) * FootWeight); // 2, 3
	WorstReach = 0.0f;
	Unreached = 0;
	for (size_t Leg = 0; Leg < Rig.Legs.size(); ++Leg)
	{
		SolveLeg(Leg); // 4, 5
	}
	return true;
}

void FLateUpdateJob::MoveHips(const FVector& Offset)
{
	const int16_t Parent = Skeleton.Parents[size_t(Rig.Hips)];
	const FVector Local = Parent < 0 ? Offset : Models[size_t(Parent)].Inverse().TransformDirection(Offset);
	Locals[size_t(Rig.Hips)].Translation += Local;
	FLocalToModelJob{&Skeleton, Locals, Rig.Hips, Models}.Run();
}

void FLateUpdateJob::LockHips()
{
	MoveHips(Horizontal(Rig.RestHips - Models[size_t(Rig.Hips)].GetTranslation()) * FootWeight);
}

void FLateUpdateJob::Lean()
{
	const FVector Axis = State->Lean;
	const float Angle = Length(Axis) * FootWeight;
	if (Angle > 1e-5f)
	{
		ApplyTurn(Skeleton, Rig.Hips, glm::angleAxis(Angle, SafeNormal(Axis)), Locals, Models);
	}
}

// Over the sole by the ankle's height, along the ground's normal.
FVector FLateUpdateJob::AnkleTarget(size_t Leg) const
{
	const FVector Normal = glm::conjugate(Body.Rotation) * Feet[Leg].Normal;
	return Body.InverseTransformPoint(Feet[Leg].Sole) + Normal * Rig.Legs[Leg].AnkleHeight;
}

void FLateUpdateJob::FindBalance()
{
	std::array<FVector, size_t(FGaitTable::MaxFeet)> Planted;
	std::array<FLegReach, size_t(FGaitTable::MaxFeet)> Reaches;
	size_t PlantedCount = 0;
	for (size_t Leg = 0; Leg < Rig.Legs.size(); ++Leg)
	{
		if (!Feet[Leg].bStepping && Feet[Leg].Foothold.bGround)
		{
			Planted[PlantedCount++] = Body.InverseTransformPoint(Feet[Leg].Sole);
		}
		FTwoBoneIKJob Limb; // for its reach before the soft zone
		Limb.Start = Models[size_t(Rig.Legs[Leg].Thigh)].GetTranslation();
		Limb.Mid = Models[size_t(Rig.Legs[Leg].Shin)].GetTranslation();
		Limb.End = Models[size_t(Rig.Legs[Leg].Foot)].GetTranslation();
		Reaches[Leg] = {Limb.Start, AnkleTarget(Leg), std::max(Limb.GetSoftReach() - 1e-4f, 1e-4f)};
	}
	FBalanceJob Job{Balance};
	Job.Planted = std::span<const FVector>(Planted.data(), PlantedCount);
	Job.Legs = std::span<const FLegReach>(Reaches.data(), Rig.Legs.size());
	Job.Acceleration = glm::conjugate(Body.Rotation) * Acceleration / Body.Scale;
	Job.Velocity = glm::conjugate(Body.Rotation) * Velocity / Body.Scale;
	Job.CenterHeight = std::max(Rig.RestHips.y, 0.01f);
	Job.DeltaTime = DeltaTime;
	Job.State = State;
	Job.Run();
	ExtrapolatedCenter = Body.TransformPoint(Job.ExtrapolatedCenter);
}

void FLateUpdateJob::SolveLeg(size_t Index)
{
	const FWalkerLeg& Leg = Rig.Legs[Index];
	const FFootState& Foot = Feet[Index];
	const FQuat ToBody = glm::conjugate(Body.Rotation);
	const FQuat FootTurn = ToBody * glm::angleAxis(Foot.Yaw, UpVector);
	// What the clip has the foot do: kept by the share that is the clip's.
	const FQuat Animated = Models[size_t(Leg.Foot)].GetRotation();

	FTwoBoneIKJob Limb;
	Limb.Start = Models[size_t(Leg.Thigh)].GetTranslation();
	Limb.Mid = Models[size_t(Leg.Shin)].GetTranslation();
	Limb.End = Models[size_t(Leg.Foot)].GetTranslation();
	Limb.Target = AnkleTarget(Index);
	Limb.Weight = FootWeight;
	// The knee points between where the body and where the foot goes.
	Limb.Pole = SafeNormal(ForwardVector + FootTurn * ForwardVector);
	Limb.Pole = Limb.Pole == FVector{0.0f} ? ForwardVector : Limb.Pole;
	Limb.HingeAxis = Models[size_t(Leg.Thigh)].GetRotation() * Leg.HingeInThigh;
	if (!Limb.Run())
	{
		return;
	}
	ApplyTurn(Skeleton, Leg.Thigh, Limb.StartTurn, Locals, Models);
	ApplyTurn(Skeleton, Leg.Shin, Limb.MidTurn * glm::conjugate(Limb.StartTurn), Locals, Models);
	Unreached += Limb.bReached || FootWeight < 1.0f ? 0 : 1;
	WorstReach = std::max(WorstReach, Length(Models[size_t(Leg.Foot)].GetTranslation() - Limb.Target));

	// The foot as the ground has it: its sole along the ground, its toes where it was set.
	const FVector Normal = ToBody * Foot.Normal;
	const FVector Ahead = FootTurn * ForwardVector;
	const FVector Forward = SafeNormal(Ahead - Normal * glm::dot(Ahead, Normal));
	const FQuat Wanted =
	    LookRotation(Forward, Normal) * glm::conjugate(LookRotation(Leg.ForwardInFoot, Leg.SoleUpInFoot));
	const FQuat Now = Models[size_t(Leg.Foot)].GetRotation();
	const FQuat Blended = BlendRotations(Animated, Wanted, FootWeight);
	ApplyTurn(Skeleton, Leg.Foot, glm::normalize(Blended * glm::conjugate(Now)), Locals, Models);
	if (Leg.Toe >= 0 && !Foot.bStepping)
	{
		// A planted toe lies as it does at rest.
		FQuat& Toe = Locals[size_t(Leg.Toe)].Rotation;
		Toe = BlendRotations(Toe, Skeleton.RestPose[size_t(Leg.Toe)].Rotation, FootWeight);
		FLocalToModelJob{&Skeleton, Locals, Leg.Foot, Models}.Run();
	}
}
} // namespace Flockwork
