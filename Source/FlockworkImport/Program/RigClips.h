#pragma once
// A file's clips as uniform samples of our joints.
#include "FlockworkAnimation/Clip.h"
#include "FlockworkAnimation/Pose.h"
#include "FlockworkCore/Diagnostics.h"
#include "RigFile.h"
#include "RigSkeleton.h"

#include <string>
#include <vector>

namespace Flockwork
{
FJointPose ToJointPose(const FRigTransform& Transform);
// Each begins at 0, whenever its first key is. Clips that move nothing are told of; those without keys are left out.
std::vector<FClip> BakeClips(
    const std::string& Path, const FRigFile& File, const FRigSkeleton& Skeleton, FDiagnostics& Diagnostics);
} // namespace Flockwork
