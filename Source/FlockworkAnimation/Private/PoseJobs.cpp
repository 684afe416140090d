#include "FlockworkAnimation/PoseJobs.h"

#include <algorithm>

namespace Flockwork
{
FClipPlace FindClipPlace(const FClip& Clip, float Seconds)
{
	if (Clip.SampleCount < 2 || !std::isfinite(Seconds))
	{
		return {};
	}
	float Share = Seconds / Clip.Duration;
	Share = Clip.bLooping ? Share - std::floor(Share) : std::clamp(Share, 0.0f, 1.0f);
	const float Place = Share * float(Clip.SampleCount - 1);
	const int32_t Sample = std::min(int32_t(Place), Clip.SampleCount - 2);
	return {Sample, Place - float(Sample)};
}

bool FSamplingJob::Validate() const
{
	return Clip && Clip->SampleCount > 0 && Output.size() >= size_t(Clip->JointCount);
}

bool FSamplingJob::Run() const
{
	if (!Validate())
	{
		return false;
	}
	const FClipPlace Place = FindClipPlace(*Clip, Seconds);
	const std::span<const FJointPose> Before = Clip->GetSample(Place.Sample);
	const std::span<const FJointPose> After = Clip->GetSample(std::min(Place.Sample + 1, Clip->SampleCount - 1));
	for (size_t Joint = 0; Joint < Before.size(); ++Joint)
	{
		Output[Joint] = BlendPoses(Before[Joint], After[Joint], Place.Alpha);
	}
	return true;
}

namespace
{
FTransform MotionAt(const FClip& Clip, float Seconds)
{
	const FClipPlace Place = FindClipPlace(Clip, Seconds);
	const FTransform& A = Clip.Motion[size_t(Place.Sample)];
	const FTransform& B = Clip.Motion[size_t(std::min(Place.Sample + 1, Clip.SampleCount - 1))];
	return {A.Location + (B.Location - A.Location) * Place.Alpha, BlendRotations(A.Rotation, B.Rotation, Place.Alpha)};
}

FTransform Then(const FTransform& First, const FTransform& Second)
{
	return {First.TransformPoint(Second.Location), glm::normalize(First.Rotation * Second.Rotation)};
}

FTransform Inverted(const FTransform& Transform)
{
	const FQuat Back = glm::conjugate(Transform.Rotation);
	return {Back * -Transform.Location, Back};
}
} // namespace

FTransform ClipMotion(const FClip& Clip, float From, float To)
{
	if (Clip.Motion.empty() || Clip.Duration <= 0.0f || !(To > From) || !std::isfinite(From) || !std::isfinite(To))
	{
		return {};
	}
	if (!Clip.bLooping)
	{
		return Then(Inverted(MotionAt(Clip, From)), MotionAt(Clip, To));
	}
	const float FirstRound = std::floor(From / Clip.Duration);
	const float LastRound = std::floor(To / Clip.Duration);
	FTransform Way = Inverted(MotionAt(Clip, From));
	for (float Round = FirstRound; Round < LastRound; Round += 1.0f)
	{
		Way = Then(Way, Clip.Motion.back());
	}
	return Then(Way, MotionAt(Clip, To));
}

bool FBlendingJob::Validate() const
{
	const auto IsGood = [&](const FBlendLayer& Layer)
	{
		return Layer.Pose.size() >= RestPose.size() && Layer.Weight >= 0.0f && std::isfinite(Layer.Weight) &&
		       (Layer.JointWeights.empty() || Layer.JointWeights.size() >= RestPose.size());
	};
	return Threshold > 0.0f && Output.size() >= RestPose.size() && std::all_of(Layers.begin(), Layers.end(), IsGood);
}

bool FBlendingJob::Run() const
{
	if (!Validate())
	{
		return false;
	}
	for (size_t Joint = 0; Joint < RestPose.size(); ++Joint)
	{
		FJointPose Sum{FVector{0.0f}, FQuat{0.0f, 0.0f, 0.0f, 0.0f}, FVector{0.0f}};
		float Total = 0.0f;
		const auto Add = [&](const FJointPose& Pose, float Weight)
		{
			const float Side = glm::dot(Sum.Rotation, Pose.Rotation) < 0.0f ? -Weight : Weight;
			Sum.Translation += Pose.Translation * Weight;
			Sum.Rotation = Sum.Rotation + Pose.Rotation * Side;
			Sum.Scale += Pose.Scale * Weight;
			Total += Weight;
		};
		for (const FBlendLayer& Layer : Layers)
		{
			Add(Layer.Pose[Joint], Layer.Weight * (Layer.JointWeights.empty() ? 1.0f : Layer.JointWeights[Joint]));
		}
		if (Total < Threshold)
		{
			Add(RestPose[Joint], Threshold - Total);
		}
		const float Square = glm::dot(Sum.Rotation, Sum.Rotation);
		Output[Joint] = {Sum.Translation / Total,
		    Square > 1e-12f ? Sum.Rotation * (1.0f / std::sqrt(Square)) : RestPose[Joint].Rotation, Sum.Scale / Total};
	}
	return true;
}

bool FAdditiveJob::Validate() const
{
	return Additive.size() == Pose.size() && Reference.size() == Pose.size() && std::isfinite(Weight) &&
	       (JointWeights.empty() || JointWeights.size() >= Pose.size());
}

bool FAdditiveJob::Run() const
{
	if (!Validate())
	{
		return false;
	}
	for (size_t Joint = 0; Joint < Pose.size(); ++Joint)
	{
		const float Share = Weight * (JointWeights.empty() ? 1.0f : JointWeights[Joint]);
		FQuat Turn = Additive[Joint].Rotation * glm::conjugate(Reference[Joint].Rotation);
		if (Share < 0.0f)
		{
			Turn = glm::conjugate(Turn);
		}
		FJointPose& Out = Pose[Joint];
		Out.Translation += (Additive[Joint].Translation - Reference[Joint].Translation) * Share;
		Out.Rotation = BlendRotations(IdentityQuat, Turn, std::abs(Share)) * Out.Rotation;
		Out.Scale *= FVector{1.0f} + (Additive[Joint].Scale / Reference[Joint].Scale - FVector{1.0f}) * Share;
	}
	return true;
}

bool FLocalToModelJob::Validate() const
{
	return Skeleton && From >= 0 && Locals.size() >= size_t(Skeleton->GetJointCount()) &&
	       Output.size() >= size_t(Skeleton->GetJointCount());
}

bool FLocalToModelJob::Run() const
{
	if (!Validate())
	{
		return false;
	}
	for (int32_t Joint = From; Joint < Skeleton->GetJointCount(); ++Joint)
	{
		const int16_t Parent = Skeleton->Parents[size_t(Joint)];
		if (From > 0 && !Skeleton->IsAncestor(From, Joint))
		{
			continue;
		}
		const FJointMatrix Local = FJointMatrix::From(Locals[size_t(Joint)]);
		Output[size_t(Joint)] = Parent < 0 ? Local : Output[size_t(Parent)] * Local;
	}
	return true;
}

bool FPaletteJob::Validate() const
{
	return Mesh && Output.size() >= Mesh->Joints.size() &&
	       std::all_of(Mesh->Joints.begin(), Mesh->Joints.end(),
	           [&](int16_t Joint) { return Joint >= 0 && size_t(Joint) < Models.size(); });
}

bool FPaletteJob::Run() const
{
	if (!Validate())
	{
		return false;
	}
	for (size_t Slot = 0; Slot < Mesh->Joints.size(); ++Slot)
	{
		Output[Slot] = Models[size_t(Mesh->Joints[Slot])] * Mesh->InverseBinds[Slot];
	}
	return true;
}

bool FSkinningJob::Validate() const
{
	return Mesh && Palette.size() >= Mesh->Joints.size() && Positions.size() >= Mesh->Positions.size() &&
	       (Normals.empty() || Normals.size() >= Mesh->Positions.size()) &&
	       (MorphWeights.empty() || MorphWeights.size() >= Mesh->Morphs.size());
}

bool FSkinningJob::Run() const
{
	if (!Validate())
	{
		return false;
	}
	for (size_t Vertex = 0; Vertex < Mesh->Positions.size(); ++Vertex)
	{
		FVector Place = Mesh->Positions[Vertex];
		FVector Normal = Mesh->Normals[Vertex];
		for (size_t Index = 0; Index < Mesh->Morphs.size(); ++Index)
		{
			const FMorphTarget& Morph = Mesh->Morphs[Index];
			const float Weight = MorphWeights.empty() ? Morph.RestWeight : MorphWeights[Index];
			Place += Morph.Positions[Vertex] * Weight;
			Normal += Morph.Normals.empty() ? FVector{0.0f} : Morph.Normals[Vertex] * Weight;
		}
		FVector Moved{0.0f};
		FVector Turned{0.0f};
		const FSkinWeights& Weights = Mesh->Weights[Vertex];
		for (size_t Slot = 0; Slot < Weights.Joints.size(); ++Slot)
		{
			const FJointMatrix& Matrix = Palette[Weights.Joints[Slot]];
			Moved += Matrix.TransformPoint(Place) * Weights.Weights[Slot];
			Turned += Matrix.TransformDirection(Normal) * Weights.Weights[Slot];
		}
		Positions[Vertex] = Moved;
		if (!Normals.empty())
		{
			Normals[Vertex] = SafeNormal(Turned);
		}
	}
	return true;
}
} // namespace Flockwork
