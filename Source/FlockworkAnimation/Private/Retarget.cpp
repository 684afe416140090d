#include "FlockworkAnimation/Retarget.h"

#include "FlockworkAnimation/IKJobs.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
using enum EHumanBone;

// The bone toward which a limb points; Count where it has no direction of its own.
EHumanBone NextOf(EHumanBone Bone)
{
	switch (Bone)
	{
	case LeftUpperArm:
		return LeftLowerArm;
	case LeftLowerArm:
		return LeftHand;
	case RightUpperArm:
		return RightLowerArm;
	case RightLowerArm:
		return RightHand;
	case LeftThigh:
		return LeftShin;
	case LeftShin:
		return LeftFoot;
	case RightThigh:
		return RightShin;
	case RightShin:
		return RightFoot;
	default:
		return EHumanBone::Count;
	}
}

struct FRig
{
	const FSkeleton& Skeleton;
	const FHumanMap& Map;
	std::vector<FJointMatrix> Rest;
	std::vector<FQuat> RestTurns; // model space

	FRig(const FSkeleton& InSkeleton, const FHumanMap& InMap)
	    : Skeleton(InSkeleton), Map(InMap), Rest(InSkeleton.RestModels())
	{
		for (size_t Joint = 0; Joint < Rest.size(); ++Joint)
		{
			const int16_t Parent = Skeleton.Parents[Joint];
			const FQuat Above = Parent < 0 ? IdentityQuat : RestTurns[size_t(Parent)];
			RestTurns.push_back(glm::normalize(Above * Skeleton.RestPose[Joint].Rotation));
		}
	}
	FVector PlaceOf(EHumanBone Bone) const { return Rest[size_t(Map[Bone])].GetTranslation(); }
	FVector DirectionOf(EHumanBone Bone) const
	{
		const EHumanBone Next = NextOf(Bone);
		const bool bHas = Next != EHumanBone::Count && Map[Bone] >= 0 && Map[Next] >= 0;
		return bHas ? SafeNormal(PlaceOf(Next) - PlaceOf(Bone)) : FVector{0.0f};
	}
	float LegLength() const
	{
		return Length(PlaceOf(LeftShin) - PlaceOf(LeftThigh)) + Length(PlaceOf(LeftFoot) - PlaceOf(LeftShin));
	}
};

class FRetargeter
{
public:
	FRetargeter(const FRig& InSource, const FRig& InTarget)
	    : Source(InSource), Target(InTarget), BoneOfJoint(InTarget.Rest.size(), EHumanBone::Count),
	      SourceTurns(InSource.Rest.size()), TargetTurns(InTarget.Rest.size())
	{
		for (uint8_t Index = 0; Index < uint8_t(EHumanBone::Count); ++Index)
		{
			const EHumanBone Bone = EHumanBone(Index);
			if (Source.Map[Bone] >= 0 && Target.Map[Bone] >= 0)
			{
				BoneOfJoint[size_t(Target.Map[Bone])] = Bone;
				Alignments[Index] = TurnBetween(Target.DirectionOf(Bone), Source.DirectionOf(Bone));
			}
		}
		Scale = Target.LegLength() / std::max(Source.LegLength(), 1e-6f);
	}

	void Retarget(std::span<const FJointPose> From, std::span<FJointPose> To)
	{
		FVector HipsPlace = SourceHips(From);
		for (size_t Joint = 0; Joint < To.size(); ++Joint)
		{
			const int16_t Parent = Target.Skeleton.Parents[Joint];
			const FQuat Above = Parent < 0 ? IdentityQuat : TargetTurns[size_t(Parent)];
			To[Joint] = Target.Skeleton.RestPose[Joint];
			const EHumanBone Bone = BoneOfJoint[Joint];
			if (Bone != EHumanBone::Count)
			{
				const size_t SourceJoint = size_t(Source.Map[Bone]);
				const FQuat Change = SourceTurns[SourceJoint] * glm::conjugate(Source.RestTurns[SourceJoint]);
				const FQuat Wanted = Change * Alignments[size_t(Bone)] * Target.RestTurns[Joint];
				To[Joint].Rotation = glm::normalize(glm::conjugate(Above) * Wanted);
			}
			TargetTurns[Joint] = glm::normalize(Above * To[Joint].Rotation);
			if (Bone == Hips)
			{
				const FVector Moved = (HipsPlace - Source.PlaceOf(Hips)) * Scale;
				To[Joint].Translation += glm::conjugate(Above) * Moved;
			}
		}
	}

private:
	// Turns of all source joints in model space; answers where the hips are.
	FVector SourceHips(std::span<const FJointPose> From)
	{
		std::vector<FJointMatrix>& Models = SourceModels;
		Models.resize(From.size());
		for (size_t Joint = 0; Joint < From.size(); ++Joint)
		{
			const int16_t Parent = Source.Skeleton.Parents[Joint];
			const FJointMatrix Local = FJointMatrix::From(From[Joint]);
			Models[Joint] = Parent < 0 ? Local : Models[size_t(Parent)] * Local;
			const FQuat Above = Parent < 0 ? IdentityQuat : SourceTurns[size_t(Parent)];
			SourceTurns[Joint] = glm::normalize(Above * From[Joint].Rotation);
		}
		return Models[size_t(Source.Map[Hips])].GetTranslation();
	}

	const FRig& Source;
	const FRig& Target;
	std::vector<EHumanBone> BoneOfJoint;
	std::array<FQuat, size_t(EHumanBone::Count)> Alignments{};
	std::vector<FQuat> SourceTurns;
	std::vector<FQuat> TargetTurns;
	std::vector<FJointMatrix> SourceModels;
	float Scale = 1.0f;
};
} // namespace

bool RetargetClip(const FClip& Clip, const FSkeleton& Source, const FHumanMap& SourceMap, const FSkeleton& Target,
    const FHumanMap& TargetMap, FClip& Out, FDiagnostics& Diagnostics)
{
	const auto Fits = [](const FHumanMap& Map, const FSkeleton& Skeleton)
	{
		return Map.HasLegs() && std::all_of(Map.Joints.begin(), Map.Joints.end(),
		                            [&](int32_t Joint) { return Joint < Skeleton.GetJointCount(); });
	};
	if (!Fits(SourceMap, Source) || !Fits(TargetMap, Target))
	{
		Diagnostics.Error({}, "clips." + Clip.Name,
		    std::string("cannot be made to fit: hips, thighs, shins and feet were not found among the ") +
		        (Fits(SourceMap, Source) ? "target's" : "source's") + " joints");
		return false;
	}
	if (!Clip.Validate(Source, "", Diagnostics))
	{
		return false;
	}
	const FRig SourceRig(Source, SourceMap);
	const FRig TargetRig(Target, TargetMap);
	FRetargeter Retargeter(SourceRig, TargetRig);
	FClip Made;
	Made.Name = Clip.Name;
	Made.Duration = Clip.Duration;
	Made.SampleCount = Clip.SampleCount;
	Made.JointCount = Target.GetJointCount();
	Made.bLooping = Clip.bLooping;
	Made.Poses.resize(size_t(Made.SampleCount) * size_t(Made.JointCount));
	const float Scale = TargetRig.LegLength() / std::max(SourceRig.LegLength(), 1e-6f);
	Made.Speed = Clip.Speed * Scale;
	for (FTransform Step : Clip.Motion)
	{
		Step.Location *= Scale;
		Made.Motion.push_back(Step);
	}
	for (int32_t Sample = 0; Sample < Made.SampleCount; ++Sample)
	{
		const std::span<FJointPose> Pose(
		    Made.Poses.data() + size_t(Sample) * size_t(Made.JointCount), size_t(Made.JointCount));
		Retargeter.Retarget(Clip.GetSample(Sample), Pose);
		for (size_t Joint = 0; Sample > 0 && Joint < Pose.size(); ++Joint)
		{
			const FQuat& Before = (Pose.data() - Made.JointCount)[Joint].Rotation;
			Pose[Joint].Rotation =
			    glm::dot(Before, Pose[Joint].Rotation) < 0.0f ? -Pose[Joint].Rotation : Pose[Joint].Rotation;
		}
	}
	for (const FClipEvent& Event : Clip.Events)
	{
		// The joint of the same bone; an event of another joint belongs to none.
		std::string Joint;
		for (size_t Bone = 0; Bone < SourceMap.Joints.size(); ++Bone)
		{
			const bool bOwn = SourceMap.Joints[Bone] >= 0 && TargetMap.Joints[Bone] >= 0 &&
			                  Source.JointNames[size_t(SourceMap.Joints[Bone])] == Event.Joint;
			Joint = bOwn ? Target.JointNames[size_t(TargetMap.Joints[Bone])] : Joint;
		}
		Made.Events.push_back({Event.Time, Event.Name, Joint});
	}
	Out = std::move(Made);
	return true;
}
} // namespace Flockwork
