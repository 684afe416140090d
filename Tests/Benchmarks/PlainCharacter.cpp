#include "PlainCharacter.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace Flockwork
{
namespace
{
void SampleJoint(const FPlainKeys& Keys, float Seconds, FVector& Place, FQuat& Rotation)
{
	const auto Later = std::upper_bound(Keys.Times.begin(), Keys.Times.end(), Seconds);
	const size_t After = std::min(size_t(Later - Keys.Times.begin()), Keys.Times.size() - 1);
	const size_t Before = After > 0 ? After - 1 : 0;
	const float Span = Keys.Times[After] - Keys.Times[Before];
	const float Alpha = Span > 0.0f ? std::clamp((Seconds - Keys.Times[Before]) / Span, 0.0f, 1.0f) : 0.0f;
	Place = glm::mix(Keys.Places[Before], Keys.Places[After], Alpha);
	Rotation = glm::slerp(Keys.Rotations[Before], Keys.Rotations[After], Alpha);
}

FVector PlaceOf(const FPlainJoint& Joint)
{
	return FVector(Joint.Model[3]);
}

FQuat Between(const FVector& From, const FVector& To)
{
	const FVector A = glm::normalize(From);
	const FVector B = glm::normalize(To);
	return glm::normalize(FQuat(1.0f + glm::dot(A, B), glm::cross(A, B)));
}
} // namespace

void FPlainCharacter::Pose(std::span<const FPlainLayer> Layers)
{
	for (size_t Joint = 0; Joint < Joints.size(); ++Joint)
	{
		float Total = 0.0f;
		for (const FPlainLayer& Layer : Layers)
		{
			FVector Place{};
			FQuat Rotation{};
			SampleJoint(Layer.Clip->Joints[Joint], Layer.Seconds, Place, Rotation);
			Total += Layer.Weight;
			const float Share = Layer.Weight / Total;
			FPlainJoint& Out = Joints[Joint];
			Out.Translation = Share == 1.0f ? Place : glm::mix(Out.Translation, Place, Share);
			Out.Rotation = Share == 1.0f ? Rotation : glm::slerp(Out.Rotation, Rotation, Share);
		}
	}
	for (FPlainJoint& Joint : Joints)
	{
		UpdateModel(Joint);
	}
}

void FPlainCharacter::UpdateModel(FPlainJoint& Joint) const
{
	const glm::mat4 Local = glm::translate(glm::mat4(1.0f), Joint.Translation) * glm::mat4_cast(Joint.Rotation);
	Joint.Model = Joint.Parent < 0 ? Local : Joints[size_t(Joint.Parent)].Model * Local;
}

// A turn in model space, written into the local pose; what hangs on the joint follows.
void FPlainCharacter::Turn(size_t Joint, const FQuat& Turn)
{
	FPlainJoint& Out = Joints[Joint];
	const FQuat Above = Out.Parent < 0 ? IdentityQuat : glm::quat_cast(Joints[size_t(Out.Parent)].Model);
	Out.Rotation = glm::normalize(glm::conjugate(Above) * Turn * Above * Out.Rotation);
	for (size_t Below = Joint; Below < Joints.size(); ++Below)
	{
		FPlainJoint& Each = Joints[Below];
		Each.bTurned = Below == Joint || (Each.Parent >= int32_t(Joint) && Joints[size_t(Each.Parent)].bTurned);
		if (Each.bTurned)
		{
			UpdateModel(Each);
		}
	}
}

void FPlainCharacter::Reach(const FPlainLeg& Leg)
{
	const FVector Hip = PlaceOf(Joints[Leg.Start]);
	const FVector Knee = PlaceOf(Joints[Leg.Mid]);
	const FVector Ankle = PlaceOf(Joints[Leg.End]);
	const FVector Target = Ankle + Leg.Lift;
	const float Upper = Length(Knee - Hip);
	const float Lower = Length(Ankle - Knee);
	const float Distance = std::clamp(Length(Target - Hip), std::abs(Upper - Lower) + 1e-3f, (Upper + Lower) * 0.999f);
	const FQuat FootBefore = glm::quat_cast(Joints[Leg.End].Model);
	const FVector Direction = glm::normalize(Target - Hip);
	const FVector Side = glm::normalize(glm::cross(FVector{0.0f, 0.0f, 1.0f}, Direction));
	const float Angle = std::acos(
	    std::clamp((Upper * Upper + Distance * Distance - Lower * Lower) / (2.0f * Upper * Distance), -1.0f, 1.0f));
	const FVector NewKnee = Hip + glm::angleAxis(-Angle, Side) * Direction * Upper;
	Turn(Leg.Start, Between(Knee - Hip, NewKnee - Hip));
	const FVector MovedKnee = PlaceOf(Joints[Leg.Mid]);
	Turn(Leg.Mid, Between(PlaceOf(Joints[Leg.End]) - MovedKnee, Hip + Direction * Distance - MovedKnee));
	Turn(Leg.End, FootBefore * glm::conjugate(glm::quat_cast(Joints[Leg.End].Model)));
}

void FPlainCharacter::WritePalette(std::span<glm::mat4> Out) const
{
	for (size_t Joint = 0; Joint < Joints.size(); ++Joint)
	{
		Out[Joint] = Joints[Joint].Model * Joints[Joint].InverseBind;
	}
}
} // namespace Flockwork
