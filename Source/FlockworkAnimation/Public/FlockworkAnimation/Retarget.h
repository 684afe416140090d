#pragma once
// Whose joint is what, by name, in the customs of several tools; and a clip of one skeleton made to fit another.
#include "FlockworkAnimation/Clip.h"
#include "FlockworkAnimation/Skeleton.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace Flockwork
{
enum class EHumanBone : uint8_t
{
	Hips,
	Spine, // the lowest of the back above the hips
	Chest,
	UpperChest,
	Neck,
	Head,
	LeftShoulder, // clavicle
	LeftUpperArm,
	LeftLowerArm,
	LeftHand,
	RightShoulder,
	RightUpperArm,
	RightLowerArm,
	RightHand,
	LeftThigh,
	LeftShin,
	LeftFoot,
	LeftToe,
	RightThigh,
	RightShin,
	RightFoot,
	RightToe,
	Count
};
std::string_view ToString(EHumanBone Bone);

// The joint of each bone; -1: not found.
struct FHumanMap
{
	std::array<int32_t, size_t(EHumanBone::Count)> Joints;
	FHumanMap() { Joints.fill(-1); }
	int32_t operator[](EHumanBone Bone) const { return Joints[size_t(Bone)]; }
	bool HasLegs() const; // hips and both thighs, shins and feet, each below the one before it
};

// By names of Mixamo, Unreal's mannequin, Blender's Rigify, VRM, motion capture of Carnegie Mellon University, and
// ours. Prefixes ("mixamorig:", "DEF-", "J_Bip_"), case and separators do not count; sides are Left/Right, L/R, _l/_r.
FHumanMap MapHumanBones(const FSkeleton& Skeleton);

// A clip of Source for Target: each mapped bone turns from the rest pose as the source's does, seen in model space,
// after the rest poses' limbs have been laid alike (an arm of a T-pose and one of an A-pose); hips go as far as the
// legs are long in proportion. Joints that no map names rest. False with diagnostics when hips or legs are missing in a
// map, or the clip is not Source's.
bool RetargetClip(const FClip& Clip, const FSkeleton& Source, const FHumanMap& SourceMap, const FSkeleton& Target,
    const FHumanMap& TargetMap, FClip& Out, FDiagnostics& Diagnostics);
} // namespace Flockwork
