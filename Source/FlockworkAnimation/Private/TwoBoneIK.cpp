#include "FlockworkAnimation/IKJobs.h"

#include <algorithm>
#include <glm/mat3x3.hpp>

namespace Flockwork
{
namespace
{
constexpr float NearShare = 0.15f; // of the limb's length; nearer targets have no clear direction

// A frame of unit vectors with X along a bone and Z about the hinge.
glm::mat3 FrameOf(const FVector& Bone, const FVector& Hinge)
{
	const FVector X = SafeNormal(Bone);
	const FVector Z = SafeNormal(Hinge - X * glm::dot(X, Hinge));
	return {X, glm::cross(Z, X), Z};
}

FVector AnyAcross(const FVector& Direction)
{
	const FVector Other = std::abs(Direction.y) < 0.9f ? UpVector : FVector{1.0f, 0.0f, 0.0f};
	return SafeNormal(glm::cross(Direction, Other));
}
} // namespace

bool FTwoBoneIKJob::Validate() const
{
	return IsFinite(Start) && IsFinite(Mid) && IsFinite(End) && IsFinite(Target) && IsFinite(Pole) &&
	       IsFinite(HingeAxis) && Length(Mid - Start) > 1e-5f && Length(End - Mid) > 1e-5f && MaxAngle >= 90.0f &&
	       MaxAngle <= 180.0f && SoftShare > 0.0f && SoftShare <= 1.0f && Weight >= 0.0f && Weight <= 1.0f;
}

float FTwoBoneIKJob::GetReach() const
{
	const float Upper = Length(Mid - Start);
	const float Lower = Length(End - Mid);
	return std::sqrt(Upper * Upper + Lower * Lower - 2.0f * Upper * Lower * std::cos(glm::radians(MaxAngle)));
}

float FTwoBoneIKJob::GetSoftReach() const
{
	return SoftShare * GetReach();
}

FVector FTwoBoneIKJob::PresentHinge() const
{
	const FVector Bone = SafeNormal(Mid - Start);
	FVector Hinge = HingeAxis;
	if (Length(Hinge) < 1e-6f)
	{
		const FVector ByPole = glm::cross(Pole, End - Start);
		Hinge = glm::cross(Mid - Start, End - Mid);
		const bool bStraight = Length(Hinge) < 1e-3f * Length(Mid - Start) * Length(End - Mid);
		Hinge = bStraight ? ByPole : glm::dot(Hinge, ByPole) < 0.0f ? -Hinge : Hinge;
	}
	Hinge = SafeNormal(Hinge - Bone * glm::dot(Bone, Hinge));
	return Hinge == FVector{0.0f} ? AnyAcross(Bone) : Hinge;
}

// Where the end comes to lie: the distance softened toward the longest reach, and not so near that the bones would have
// to fold through each other; near the start the direction fades to where the limb points already.
FVector FTwoBoneIKJob::ReachableEnd()
{
	const float Upper = Length(Mid - Start);
	const float Lower = Length(End - Mid);
	const float Soft = GetSoftReach();
	const float Stretch = GetReach() - Soft;
	const float Wanted = Length(Target - Start);
	const float Nearest = std::max(std::abs(Upper - Lower) * 1.001f, NearShare * (Upper + Lower));
	float Distance = std::max(Wanted, std::min(Nearest, Soft));
	if (Wanted > Soft)
	{
		Distance = Stretch > 1e-6f ? Soft + Stretch * (1.0f - std::exp(-(Wanted - Soft) / Stretch)) : Soft;
	}
	bReached = Weight == 1.0f && Wanted <= Soft && Wanted >= Nearest;
	const FVector Present = Length(End - Start) > 1e-6f ? SafeNormal(End - Start) : SafeNormal(Mid - Start);
	const FVector Direction = SafeNormal((Target - Start) + Present * std::max(0.0f, Nearest - Wanted));
	return Start + (Direction == FVector{0.0f} ? Present : Direction) * Distance;
}

bool FTwoBoneIKJob::Run()
{
	if (!Validate())
	{
		return false;
	}
	const float Upper = Length(Mid - Start);
	const float Lower = Length(End - Mid);
	const FVector Goal = End + (ReachableEnd() - End) * Weight;
	const float Distance =
	    std::clamp(Length(Goal - Start), std::abs(Upper - Lower) + 1e-5f * Upper, (Upper + Lower) * (1.0f - 1e-7f));
	const FVector Away = SafeNormal(Goal - Start);
	const FVector Direction = Away == FVector{0.0f} ? SafeNormal(Mid - Start) : Away;

	// The bend's plane: by the pole; near the pole, where that has no direction, it fades to the present hinge.
	const FVector OldHinge = PresentHinge();
	const FVector ByPole = glm::cross(SafeNormal(Pole), Direction);
	const float Clear = std::clamp(Length(ByPole) / 0.2f, 0.0f, 1.0f) * Weight;
	FVector Hinge = SafeNormal(ByPole) * Clear + OldHinge * (1.0f - Clear);
	Hinge = SafeNormal(Hinge - Direction * glm::dot(Hinge, Direction));
	Hinge = Hinge == FVector{0.0f} ? AnyAcross(Direction) : Hinge;

	// Law of cosines at the start; the hinge lies toward the pole.
	const float Cosine =
	    std::clamp((Upper * Upper + Distance * Distance - Lower * Lower) / (2.0f * Upper * Distance), -1.0f, 1.0f);
	const float Sine = std::sqrt(1.0f - Cosine * Cosine);
	const FVector Outward = glm::cross(Direction, Hinge);
	NewMid = Start + Direction * (Upper * Cosine) + Outward * (Upper * Sine);
	NewEnd = Start + Direction * Distance;
	const glm::mat3 StartFrame = FrameOf(NewMid - Start, Hinge);
	const glm::mat3 MidFrame = FrameOf(NewEnd - NewMid, Hinge);
	StartTurn = glm::normalize(glm::quat_cast(StartFrame * glm::transpose(FrameOf(Mid - Start, OldHinge))));
	MidTurn = glm::normalize(glm::quat_cast(MidFrame * glm::transpose(FrameOf(End - Mid, OldHinge))));
	return true;
}
} // namespace Flockwork
