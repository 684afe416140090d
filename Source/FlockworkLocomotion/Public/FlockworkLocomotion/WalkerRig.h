#pragma once
// What feet and hips need to know of a skeleton, worked out once from its rest pose.
#include "FlockworkAnimation/CharacterFacts.h"
#include "FlockworkAnimation/Skeleton.h"

#include <string>
#include <vector>

namespace Flockwork
{
struct FWalkerLeg
{
	std::string Name; // of the foot
	int32_t Thigh = -1;
	int32_t Shin = -1;
	int32_t Foot = -1;
	int32_t Toe = -1;                        // -1: none
	float Length = 0.0f;                     // m, thigh and shin
	FVector RestSole{0.0f, 0.0f, 0.0f};      // m, model space, below the foot joint at rest; y is 0
	float AnkleHeight = 0.0f;                // m, of the foot joint over its sole
	FVector HingeInThigh{1.0f, 0.0f, 0.0f};  // the knee's axis, in the thigh's space; unit
	FVector SoleUpInFoot{0.0f, 1.0f, 0.0f};  // in the foot's space; unit
	FVector ForwardInFoot{0.0f, 0.0f, 1.0f}; // where it points at rest, in its space; unit
};

struct FWalkerRig
{
	int32_t Hips = -1;                  // the joint that carries all legs
	FVector RestHips{0.0f, 0.0f, 0.0f}; // m, model space
	std::vector<FWalkerLeg> Legs;

	// False with diagnostics, which say by what it walks then: legs that have no length, are no chain (a foot that is
	// no child of its shin), or have no joint in common that carries them.
	static bool Make(
	    const FSkeleton& Skeleton, const std::vector<FLegJoints>& Legs, FWalkerRig& Out, FDiagnostics& Diagnostics);
};
} // namespace Flockwork
