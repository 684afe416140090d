#include "FlockworkAnimation/Skeleton.h"

#include <algorithm>
#include <unordered_set>

namespace Flockwork
{
int32_t FSkeleton::FindJoint(std::string_view Name) const
{
	const auto Found = std::find(JointNames.begin(), JointNames.end(), Name);
	return Found == JointNames.end() ? -1 : int32_t(Found - JointNames.begin());
}

bool FSkeleton::IsAncestor(int32_t Ancestor, int32_t Joint) const
{
	while (Joint > Ancestor)
	{
		Joint = Parents[size_t(Joint)];
	}
	return Joint == Ancestor;
}

std::vector<FJointMatrix> FSkeleton::RestModels() const
{
	std::vector<FJointMatrix> Models(RestPose.size());
	for (size_t Joint = 0; Joint < RestPose.size(); ++Joint)
	{
		const FJointMatrix Local = FJointMatrix::From(RestPose[Joint]);
		Models[Joint] = Parents[Joint] < 0 ? Local : Models[size_t(Parents[Joint])] * Local;
	}
	return Models;
}

bool FSkeleton::Validate(const std::string& File, FDiagnostics& Diagnostics) const
{
	const auto Fail = [&](const std::string& Field, const std::string& Message)
	{
		Diagnostics.Error({File, 0, 0}, Field, Message);
		return false;
	};
	const size_t Count = Parents.size();
	if (Count == 0 || Count > size_t(MaxJoints) || JointNames.size() != Count || RestPose.size() != Count)
	{
		return Fail("skeleton", "has " + std::to_string(Count) + " joints, " + std::to_string(JointNames.size()) +
		                            " names and " + std::to_string(RestPose.size()) +
		                            " rest poses; expected as many of each, 1 to " + std::to_string(MaxJoints));
	}
	bool bGood = true;
	std::unordered_set<std::string_view> Names;
	for (size_t Joint = 0; Joint < Count; ++Joint)
	{
		const std::string Field = "skeleton." + JointNames[Joint];
		if (Parents[Joint] < -1 || Parents[Joint] >= int32_t(Joint))
		{
			bGood = Fail(Field, "its parent does not stand before it");
		}
		if (JointNames[Joint].empty() || !Names.insert(JointNames[Joint]).second)
		{
			bGood = Fail(Field, "has no name of its own");
		}
		const FJointPose& Rest = RestPose[Joint];
		if (!IsFinite(Rest) || std::abs(glm::dot(Rest.Rotation, Rest.Rotation) - 1.0f) > 1e-3f)
		{
			bGood = Fail(Field, "its rest pose has numbers that are not finite, or no unit quaternion");
		}
	}
	return bGood;
}
} // namespace Flockwork
