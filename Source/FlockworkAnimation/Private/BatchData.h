#pragma once
// The layout in which the lock-step kernel reads characters. Joints' own axes are turned so that all of them lie along
// the model's in the bind pose: then a palette matrix is (R, T - R * bind place), without a product of matrices. A
// blend of rotations does not change by that.
#include "FlockworkAnimation/CharacterBatch.h"
#include "FlockworkCore/Math.h"

#include <cstdint>
#include <vector>

namespace Flockwork
{
inline constexpr int32_t BatchWidth = FCharacterBatchJob::Width;

struct alignas(64) FBatchLanes
{
	float Lanes[BatchWidth] = {};
};

// One sample is Groups * 4 FBatchLanes of rotations (x, y, z, w of sixteen joints), and 3 of places for each group that
// moves.
struct FBatchClipData
{
	int32_t SampleCount = 0;
	float Duration = 0.0f;
	bool bLooping = false;
	std::vector<FBatchLanes> Rotations;
	std::vector<FBatchLanes> Places;
};

struct FBatchLegData
{
	int32_t Start = 0;
	int32_t Mid = 0;
	int32_t End = 0;
	FVector Hinge{0.0f, 0.0f, 0.0f}; // in Start's axes
	FVector Pole{0.0f, 0.0f, 1.0f};  // unit
	float MaxCosine = -1.0f;
	float SoftShare = 0.97f;
	std::vector<int16_t> Stacked; // below Start, and neither Mid, End nor below End: placed anew
	std::vector<int16_t> Carried; // below End: go where it goes
};

struct FBatchRigData
{
	int32_t JointCount = 0;
	int32_t Groups = 0;                // of BatchWidth joints
	std::vector<int16_t> Parents;      // -1 for roots
	std::vector<int16_t> MovingGroups; // those with a joint whose local place some clip changes
	std::vector<int16_t> MovingIndex;  // of a group among them; -1
	std::vector<FVector> RestPlaces;   // local, in the turned axes
	FBatchClipData Rest;               // the rest pose as a clip of one sample
	std::vector<FBatchClipData> Clips;
	std::vector<FBatchLegData> Legs;
	std::vector<int16_t> LegJoints; // those that a leg may move, ascending
	std::vector<bool> bOfLeg;       // by joint: is one of them
	std::vector<int16_t> PaletteJoints;
	std::vector<int16_t> JointSlots;      // places in PaletteJoints, by joint
	std::vector<int32_t> FirstJointSlots; // where each joint's begin in JointSlots, and the end
	std::vector<FVector> BindPlaces;      // model space, one for each of PaletteJoints
};

struct FBatchScratchData
{
	std::vector<FBatchLanes> Sampled;   // lanes are joints: one group of all characters, 4 or 3 a character
	std::vector<FBatchLanes> Locals;    // lanes are characters: 4 a joint
	std::vector<FBatchLanes> LocalWays; // 3 a joint; filled where a group moves
	std::vector<FBatchLanes> Rotations; // model space, 4 a joint
	std::vector<FBatchLanes> Places;    // model space, 3 a joint
	std::vector<FBatchLanes> Feet;      // place, follow, weight: 5 a leg
	std::vector<float> Spare;           // palettes of lanes that have no character
};
} // namespace Flockwork
