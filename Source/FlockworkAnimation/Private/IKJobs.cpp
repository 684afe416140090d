#include "FlockworkAnimation/IKJobs.h"

#include "FlockworkAnimation/PoseJobs.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
bool IsUnit(const FVector& V)
{
	return IsFinite(V) && std::abs(LengthSquared(V) - 1.0f) < 1e-2f;
}
} // namespace

FQuat TurnBetween(const FVector& From, const FVector& To, const FVector& Fallback)
{
	const FVector A = SafeNormal(From);
	const FVector B = SafeNormal(To);
	if (A == FVector{0.0f} || B == FVector{0.0f})
	{
		return IdentityQuat;
	}
	const float Cosine = glm::dot(A, B);
	if (Cosine < -0.999999f)
	{
		FVector Axis = SafeNormal(Fallback - A * glm::dot(A, Fallback));
		if (Axis == FVector{0.0f})
		{
			Axis = SafeNormal(glm::cross(A, std::abs(A.x) < 0.9f ? FVector{1.0f, 0.0f, 0.0f} : ForwardVector));
		}
		return {0.0f, Axis.x, Axis.y, Axis.z};
	}
	const FVector Axis = glm::cross(A, B);
	return glm::normalize(FQuat{1.0f + Cosine, Axis.x, Axis.y, Axis.z});
}

void ApplyTurn(const FSkeleton& Skeleton, int32_t Joint, const FQuat& Turn, std::span<FJointPose> Locals,
    std::span<FJointMatrix> Models)
{
	const int16_t Parent = Skeleton.Parents[size_t(Joint)];
	const FQuat Above = Parent < 0 ? IdentityQuat : Models[size_t(Parent)].GetRotation();
	FQuat& Rotation = Locals[size_t(Joint)].Rotation;
	Rotation = glm::normalize(glm::conjugate(Above) * Turn * Above * Rotation);
	FLocalToModelJob Job;
	Job.Skeleton = &Skeleton;
	Job.Locals = Locals;
	Job.From = Joint;
	Job.Output = Models;
	Job.Run();
}

bool FLookAtJob::Validate() const
{
	float Sum = 0.0f;
	bool bGood = !Joints.empty() && Joints.size() <= size_t(MaxJoints) && Shares.size() == Joints.size();
	for (size_t Index = 0; bGood && Index < Joints.size(); ++Index)
	{
		bGood = IsFinite(Joints[Index]) && Shares[Index] >= 0.0f && std::isfinite(Shares[Index]);
		Sum += Shares[Index];
	}
	return bGood && Sum > 0.0f && IsUnit(Forward) && IsUnit(Up) && IsFinite(Eye) && IsFinite(Target) &&
	       MaxYaw >= 0.0f && MaxYaw <= 180.0f && MaxPitch >= 0.0f && MaxPitch <= 89.0f && Weight >= 0.0f &&
	       Weight <= 1.0f;
}

namespace
{
struct FAim
{
	float Yaw = 0.0f; // rad, about the look-at's up
	float Pitch = 0.0f;
};

FAim AimOf(const FVector& Direction, const FVector& Forward, const FVector& Up)
{
	const float Rise = std::clamp(glm::dot(Direction, Up), -1.0f, 1.0f);
	const FVector Flat = Direction - Up * Rise;
	const FVector Ahead = SafeNormal(Forward - Up * glm::dot(Forward, Up));
	const float Yaw = std::atan2(glm::dot(glm::cross(Ahead, Flat), Up), glm::dot(Ahead, Flat));
	return {Yaw, std::asin(Rise)};
}

// Held at the limit, and let go of gradually behind the back: there left and right are equally far, and a head that
// jumped from one to the other would be a pop.
float LimitYaw(float Yaw, float Limit)
{
	constexpr float Fade = 0.6f; // rad before straight back
	const float Held = std::clamp(Yaw, -Limit, Limit);
	const float Behind = Pi - std::abs(Yaw);
	return Limit < Pi - Fade && Behind < Fade ? Held * (Behind / Fade) : Held;
}
} // namespace

// Where the eye is when the joints are turned.
FVector FLookAtJob::TurnedEye() const
{
	FVector Place = Joints[0];
	for (size_t Joint = 0; Joint + 1 < Joints.size(); ++Joint)
	{
		Place += Turns[Joint] * (Joints[Joint + 1] - Joints[Joint]);
	}
	return Place + Turns[Joints.size() - 1] * Eye;
}

bool FLookAtJob::Run()
{
	if (!Validate())
	{
		return false;
	}
	constexpr int32_t Rounds = 6; // turning moves the eye; each round leaves a fraction of that
	const FVector Side = SafeNormal(glm::cross(Up, Forward));
	const FAim Now = AimOf(Forward, Forward, Up);
	float Sum = 0.0f;
	for (size_t Joint = 0; Joint < Joints.size(); ++Joint)
	{
		Sum += Shares[Joint];
		Turns[Joint] = IdentityQuat;
	}
	FAim Wanted;
	for (int32_t Round = 0; Round < Rounds; ++Round)
	{
		Wanted = AimOf(SafeNormal(Target - TurnedEye()), Forward, Up);
		const float Yaw = LimitYaw(Wanted.Yaw, glm::radians(MaxYaw)) * Weight;
		const float Pitch =
		    (std::clamp(Wanted.Pitch, -glm::radians(MaxPitch), glm::radians(MaxPitch)) - Now.Pitch) * Weight;
		float Done = 0.0f;
		for (size_t Joint = 0; Joint < Joints.size(); ++Joint)
		{
			Done += Shares[Joint] / Sum;
			Turns[Joint] = glm::angleAxis(Yaw * Done, Up) * glm::angleAxis(-Pitch * Done, Side);
		}
	}
	bReached = Weight == 1.0f && std::abs(Wanted.Yaw) <= glm::radians(MaxYaw) &&
	           std::abs(Wanted.Pitch) <= glm::radians(MaxPitch);
	return true;
}

bool FGroundAlignJob::Validate() const
{
	return IsUnit(SoleUp) && IsUnit(Normal) && IsFinite(Axis) && (Axis == FVector{0.0f} || IsUnit(Axis)) &&
	       MaxAngle >= 0.0f && MaxAngle <= 90.0f && Weight >= 0.0f && Weight <= 1.0f;
}

bool FGroundAlignJob::Run()
{
	if (!Validate())
	{
		return false;
	}
	FVector From = SoleUp;
	FVector To = Normal;
	if (Axis != FVector{0.0f})
	{
		From = SafeNormal(From - Axis * glm::dot(From, Axis), 1e-3f);
		To = SafeNormal(To - Axis * glm::dot(To, Axis), 1e-3f);
	}
	const FVector About = SafeNormal(glm::cross(From, To));
	const float Angle = std::acos(std::clamp(glm::dot(From, To), -1.0f, 1.0f));
	const bool bNone = About == FVector{0.0f} || From == FVector{0.0f} || To == FVector{0.0f};
	Turn = bNone ? IdentityQuat : glm::angleAxis(std::min(Angle, glm::radians(MaxAngle)) * Weight, About);
	return true;
}
} // namespace Flockwork
