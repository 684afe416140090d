#pragma once
// An animation as uniform samples of local poses: sampling needs no search and no state.
#include "FlockworkAnimation/Pose.h"
#include "FlockworkAnimation/Skeleton.h"

#include <span>
#include <string>
#include <vector>

namespace Flockwork
{
// Something that happens at a time of a clip: a foot comes down, a hand claps.
struct FClipEvent
{
	float Time = 0.0f; // s, in [0, duration]
	std::string Name;  // "footDown", "footUp", or a game's own
	std::string Joint; // the joint it belongs to; may be empty
};

struct FClip
{
	static constexpr float SampleRate = 60.0f; // a second; what lies between differs by about 0.3 mm from the file

	std::string Name;
	float Duration = 0.0f; // s; sample I lies at I * Duration / (SampleCount - 1)
	int32_t SampleCount = 0;
	int32_t JointCount = 0;
	bool bLooping = false;          // the last sample is the first one again
	float Speed = 0.0f;             // m/s over the ground that fits the feet of a clip in place; 0: unknown or standing
	std::vector<FJointPose> Poses;  // local, Poses[Sample * JointCount + Joint]; neighbours in time on one hemisphere
	std::vector<FTransform> Motion; // way of the character since the first sample, one a sample, taken out of Poses
	                                // (root motion); or empty
	std::vector<FClipEvent> Events; // by time

	std::span<const FJointPose> GetSample(int32_t Sample) const
	{
		return {Poses.data() + size_t(Sample) * size_t(JointCount), size_t(JointCount)};
	}
	bool Validate(const FSkeleton& Skeleton, const std::string& File, FDiagnostics& Diagnostics) const;
};
} // namespace Flockwork
