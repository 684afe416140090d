#pragma once
// The joints of a character. Immutable once made: clips, meshes and poses refer to joints by index.
#include "FlockworkAnimation/Pose.h"
#include "FlockworkCore/Diagnostics.h"

#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
struct FSkeleton
{
	static constexpr int32_t MaxJoints = 1024;

	std::vector<std::string> JointNames; // unique
	std::vector<int16_t> Parents;        // -1 for roots; a parent stands before its children
	std::vector<FJointPose> RestPose;    // local

	int32_t GetJointCount() const { return int32_t(Parents.size()); }
	int32_t FindJoint(std::string_view Name) const; // -1 when there is none
	bool IsAncestor(int32_t Ancestor, int32_t Joint) const;
	std::vector<FJointMatrix> RestModels() const;
	// Sizes, order, names, numbers: each fault is an error at File, the joint is the field.
	bool Validate(const std::string& File, FDiagnostics& Diagnostics) const;
};
} // namespace Flockwork
