#include "FlockworkAnimation/Clip.h"

namespace Flockwork
{
namespace
{
// Empty when it is good.
std::string FaultOfPoses(const FClip& Clip)
{
	for (size_t Index = 0; Index < Clip.Poses.size(); ++Index)
	{
		const FJointPose& Pose = Clip.Poses[Index];
		if (!IsFinite(Pose) || std::abs(glm::dot(Pose.Rotation, Pose.Rotation) - 1.0f) > 1e-3f)
		{
			return "sample " + std::to_string(Index / size_t(Clip.JointCount)) + " of joint " +
			       std::to_string(Index % size_t(Clip.JointCount)) +
			       " has numbers that are not finite, or no unit quaternion";
		}
	}
	for (const FTransform& Step : Clip.Motion)
	{
		if (!IsFinite(Step) || std::abs(glm::dot(Step.Rotation, Step.Rotation) - 1.0f) > 1e-3f)
		{
			return "its way has numbers that are not finite, or no unit quaternion";
		}
	}
	return {};
}

std::string FaultOfEvents(const FClip& Clip)
{
	float Last = 0.0f;
	for (const FClipEvent& Event : Clip.Events)
	{
		if (!(Event.Time >= Last) || Event.Time > Clip.Duration + 1e-4f || Event.Name.empty())
		{
			return "event '" + Event.Name + "' has no name, or no time after the last one and within the clip";
		}
		Last = Event.Time;
	}
	return {};
}
} // namespace

bool FClip::Validate(const FSkeleton& Skeleton, const std::string& File, FDiagnostics& Diagnostics) const
{
	std::string Fault;
	if (Name.empty())
	{
		Fault = "has no name";
	}
	else if (JointCount != Skeleton.GetJointCount() || SampleCount < 1 ||
	         Poses.size() != size_t(SampleCount) * size_t(JointCount))
	{
		Fault = "has " + std::to_string(Poses.size()) + " poses; expected " + std::to_string(SampleCount) +
		        " samples (at least 1) of the skeleton's " + std::to_string(Skeleton.GetJointCount()) + " joints";
	}
	else if (!std::isfinite(Duration) || Duration < 0.0f || (SampleCount > 1 && Duration <= 0.0f) ||
	         !std::isfinite(Speed) || Speed < 0.0f)
	{
		Fault = "its duration or speed is negative, not finite, or none at all for several samples";
	}
	else if (!Motion.empty() && Motion.size() != size_t(SampleCount))
	{
		Fault = "its way has " + std::to_string(Motion.size()) + " places; expected one a sample, or none";
	}
	else
	{
		Fault = FaultOfPoses(*this);
		Fault = Fault.empty() ? FaultOfEvents(*this) : Fault;
	}
	if (!Fault.empty())
	{
		Diagnostics.Error({File, 0, 0}, "clips." + Name, Fault);
	}
	return Fault.empty();
}
} // namespace Flockwork
