#pragma once
// From clips to matrices, one character at a time: sample, blend, stack up, skin. Each job is a plain struct: fill in
// the spans, Run; false, and nothing written, when they do not fit (Validate). No job owns or allocates memory, so any
// number may run at once. Many characters at once: CharacterBatch.h.
#include "FlockworkAnimation/Clip.h"
#include "FlockworkAnimation/SkinnedMesh.h"

#include <cstdint>
#include <span>

namespace Flockwork
{
// Where in a clip a time lies: between two samples.
struct FClipPlace
{
	int32_t Sample = 0; // the earlier one
	float Alpha = 0.0f; // 0..1 toward the next
};
// Times before and after the clip wrap when it loops, and are held otherwise. A time that is not finite is 0.
FClipPlace FindClipPlace(const FClip& Clip, float Seconds);

// Clip -> local poses at a time.
struct FSamplingJob
{
	const FClip* Clip = nullptr;
	float Seconds = 0.0f;
	std::span<FJointPose> Output{}; // local; one a joint

	bool Validate() const;
	bool Run() const;
};

// The way a clip moves the character from one time to another (FClip::Motion), as a transform of its place at From.
// With a looping clip To may lie any number of rounds ahead; no motion in the clip, or To before From: identity.
FTransform ClipMotion(const FClip& Clip, float From, float To);

// Calls Visit(Event) for each event in (From, To], in order, each round of a looping clip anew.
template <typename VisitorType>
void VisitClipEvents(const FClip& Clip, float From, float To, VisitorType&& Visit)
{
	if (!std::isfinite(From) || !std::isfinite(To))
	{
		return;
	}
	const float Round = Clip.bLooping && Clip.Duration > 0.0f ? Clip.Duration : 0.0f;
	const float First = Round > 0.0f ? std::floor(From / Round) * Round : 0.0f;
	for (float Start = First; Start <= To; Start += Round)
	{
		for (const FClipEvent& Event : Clip.Events)
		{
			if (Start + Event.Time > From && Start + Event.Time <= To)
			{
				Visit(Event);
			}
		}
		if (Round <= 0.0f)
		{
			break;
		}
	}
}

// Several poses by weight. Weights are brought to the sum 1 for each joint; where they do not reach Threshold, the rest
// pose fills up, so that a layer can fade out to it.
struct FBlendLayer
{
	std::span<const FJointPose> Pose{};
	float Weight = 1.0f;                   // >= 0
	std::span<const float> JointWeights{}; // 0..1 a joint: a mask; empty: all 1
};

struct FBlendingJob
{
	std::span<const FBlendLayer> Layers{};
	std::span<const FJointPose> RestPose{};
	float Threshold = 0.1f;         // > 0
	std::span<FJointPose> Output{}; // may not be one of the layers' poses

	bool Validate() const;
	bool Run() const;
};

// Puts the difference of a pose from a reference on top of another: Pose, turned and moved by Weight * (Additive -
// Reference).
struct FAdditiveJob
{
	std::span<const FJointPose> Additive{};
	std::span<const FJointPose> Reference{}; // usually the additive clip's first sample
	float Weight = 1.0f;                     // 0..1; negative takes away
	std::span<const float> JointWeights{};   // a mask; empty: all 1
	std::span<FJointPose> Pose{};            // in and out

	bool Validate() const;
	bool Run() const;
};

// Local poses -> model matrices, parents first.
struct FLocalToModelJob
{
	const FSkeleton* Skeleton = nullptr;
	std::span<const FJointPose> Locals{};
	int32_t From = 0; // only this joint and its descendants; Output holds the others' matrices already
	std::span<FJointMatrix> Output{};

	bool Validate() const;
	bool Run() const;
};

// Model matrices -> one matrix for each joint of a mesh, which takes its vertices from the bind pose to the pose.
struct FPaletteJob
{
	const FSkinnedMesh* Mesh = nullptr;
	std::span<const FJointMatrix> Models{};
	std::span<FJointMatrix> Output{}; // one for each of Mesh->Joints

	bool Validate() const;
	bool Run() const;
};

// Vertices on the processor: for pictures of feet on the ground, for hit tests and for the tests. Model space.
struct FSkinningJob
{
	const FSkinnedMesh* Mesh = nullptr;
	std::span<const FJointMatrix> Palette{};
	std::span<const float> MorphWeights{}; // one for each morph target, or empty: their rest weights
	std::span<FVector> Positions{};
	std::span<FVector> Normals{}; // or empty. Turned by the same matrices: exact without uneven scale

	bool Validate() const;
	bool Run() const;
};
} // namespace Flockwork
