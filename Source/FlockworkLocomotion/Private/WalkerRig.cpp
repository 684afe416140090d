#include "FlockworkLocomotion/WalkerRig.h"

#include "FlockworkLocomotion/Gait.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
FQuat Unturn(const FJointMatrix& Model)
{
	return glm::conjugate(Model.GetRotation());
}

FWalkerLeg MakeLeg(const std::vector<FJointMatrix>& Rest, const FLegJoints& Joints)
{
	FWalkerLeg Leg;
	Leg.Name = Joints.Name;
	Leg.Thigh = Joints.Thigh;
	Leg.Shin = Joints.Shin;
	Leg.Foot = Joints.Foot;
	Leg.Toe = Joints.Toe;
	const FVector Hip = Rest[size_t(Joints.Thigh)].GetTranslation();
	const FVector Knee = Rest[size_t(Joints.Shin)].GetTranslation();
	const FVector Ankle = Rest[size_t(Joints.Foot)].GetTranslation();
	Leg.Length = Length(Knee - Hip) + Length(Ankle - Knee);
	Leg.RestSole = Horizontal(Ankle);
	Leg.AnkleHeight = Joints.AnkleHeight >= 0.0f ? Joints.AnkleHeight : std::max(Ankle.y, 0.0f);
	// The knee's axis: across the bend, where there is one at rest; otherwise across the way ahead.
	FVector Hinge = glm::cross(Knee - Hip, Ankle - Knee);
	const bool bBent = Length(Hinge) > 1e-3f * Leg.Length * Leg.Length;
	Hinge = bBent ? SafeNormal(Hinge) : SafeNormal(glm::cross(ForwardVector, Ankle - Hip));
	Leg.HingeInThigh = Unturn(Rest[size_t(Joints.Thigh)]) * Hinge;
	Leg.SoleUpInFoot = Unturn(Rest[size_t(Joints.Foot)]) * UpVector;
	const FVector Toward =
	    Joints.Toe >= 0 ? Horizontal(Rest[size_t(Joints.Toe)].GetTranslation() - Ankle) : ForwardVector;
	const FVector Forward = Length(Toward) > 1e-4f ? SafeNormal(Toward) : ForwardVector;
	Leg.ForwardInFoot = Unturn(Rest[size_t(Joints.Foot)]) * Forward;
	return Leg;
}
} // namespace

bool FWalkerRig::Make(
    const FSkeleton& Skeleton, const std::vector<FLegJoints>& Legs, FWalkerRig& Out, FDiagnostics& Diagnostics)
{
	const auto Fail = [&](const std::string& Leg, const std::string& Message)
	{
		Diagnostics.Warning({}, "feet." + Leg, Message + ": it walks by its clips");
		return false;
	};
	if (Legs.empty() || Legs.size() > size_t(FGaitTable::MaxFeet))
	{
		return Fail("", "no legs, or more than " + std::to_string(FGaitTable::MaxFeet));
	}
	const std::vector<FJointMatrix> Rest = Skeleton.RestModels();
	FWalkerRig Rig;
	for (const FLegJoints& Joints : Legs)
	{
		const auto IsJoint = [&](int32_t Joint) { return Joint >= 0 && Joint < Skeleton.GetJointCount(); };
		if (!IsJoint(Joints.Thigh) || !IsJoint(Joints.Shin) || !IsJoint(Joints.Foot) || Joints.Thigh == Joints.Shin ||
		    Joints.Shin == Joints.Foot || !Skeleton.IsAncestor(Joints.Thigh, Joints.Shin) ||
		    !Skeleton.IsAncestor(Joints.Shin, Joints.Foot))
		{
			return Fail(Joints.Name, "the foot is no child of the shin, or the shin none of the thigh");
		}
		Rig.Legs.push_back(MakeLeg(Rest, Joints));
		if (Rig.Legs.back().Length < 1e-3f)
		{
			return Fail(Joints.Name, "the leg has no length");
		}
	}
	int32_t Hips = Skeleton.Parents[size_t(Rig.Legs[0].Thigh)];
	const auto CarriesAll = [&](int32_t Joint)
	{
		return std::all_of(Rig.Legs.begin(), Rig.Legs.end(),
		    [&](const FWalkerLeg& Leg) { return Skeleton.IsAncestor(Joint, Leg.Thigh); });
	};
	while (Hips >= 0 && !CarriesAll(Hips))
	{
		Hips = Skeleton.Parents[size_t(Hips)];
	}
	if (Hips < 0)
	{
		return Fail(Rig.Legs[0].Name, "no joint carries all legs");
	}
	Rig.Hips = Hips;
	Rig.RestHips = Rest[size_t(Hips)].GetTranslation();
	Out = std::move(Rig);
	return true;
}
} // namespace Flockwork
