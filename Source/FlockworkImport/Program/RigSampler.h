#pragma once
// A clip's keys at any time, exactly as the file means them.
#include "RigFile.h"

#include <vector>

namespace Flockwork
{
struct FRigPose
{
	std::vector<FRigTransform> Locals;       // by node
	std::vector<std::vector<float>> Weights; // of morph targets, by node
};

FRigPose MakeRestPose(const FRigFile& File);
// Pose must be a rest pose, or one that this clip has filled before. Before the first key and after the last one the
// nearest holds.
void SampleClip(const FRigClip& Clip, double Time, FRigPose& Pose);
// The matrices of all nodes, from their locals; FRigFile::ToWorld is not in them.
void ComputeWorlds(const FRigFile& File, const std::vector<FRigTransform>& Locals, std::vector<glm::dmat4>& Out);

// s; of all keys. Both 0 when there are none.
struct FRigSpan
{
	double Start = 0.0;
	double End = 0.0;
};
FRigSpan SpanOf(const FRigClip& Clip);
} // namespace Flockwork
