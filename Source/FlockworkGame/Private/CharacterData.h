#pragma once
// What the character subsystem holds, and the passes over it.
#include "ActorArray.h"
#include "FlockworkAnimation/PoseJobs.h"
#include "FlockworkCore/Tasks.h"
#include "FlockworkGame/CharacterSubsystem.h"

#include <vector>

namespace Flockwork
{
// A pose is at most so many clips; of more, those of the least weight are left out.
inline constexpr size_t MaxPoseLayers = 8;

struct FCharacter
{
	int32_t Model = -1; // -1: its asset could not be read
	FCharacterSettings Settings;
	FAnimationState State;
	std::array<FClipLayer, MaxPoseLayers> Layers{};
	int32_t LayerCount = 0;
	uint32_t Triggers = 0; // set by SetTrigger
	float Speed = 0.0f;    // m/s ahead, smoothed
	float Turn = 0.0f;     // deg/s, smoothed
	float Yaw = 0.0f;      // rad, at the last step
	int32_t Instance = -1; // place among the instances
};

struct FPoseScratch
{
	std::vector<FJointPose> Samples; // of all layers, one after the other
	std::vector<FJointPose> Locals;
	std::vector<FJointMatrix> Models;
};

struct UCharacterSubsystem::FImpl
{
	TActorArray<FCharacter> Characters;
	std::vector<std::shared_ptr<const FCharacterModel>> Models; // an index stays good as long as the world lives
	std::vector<FCharacterInstance> Instances;
	std::vector<FJointMatrix> Palettes;
	std::vector<FPoseScratch> Scratch; // one a worker, and one more for ComputeJoints
	FCharacterDetail Detail;
	uint64_t Revision = 1;
	bool bChanged = false; // instances have to be listed anew
	bool bFresh = false;   // palettes are empty: every pose is due

	int32_t FindOrAddModel(const std::string& Asset, UWorld& World);
	void ListInstances();
	void ChooseClips(UWorld& World);
	void RaiseClipEvents(UWorld& World);
	void MakePoses(UWorld& World);
	// Local poses and matrices of all joints, into Scratch.
	void Pose(const FCharacter& Character, FPoseScratch& Into) const;
	void WritePalette(const FCharacter& Character, const FPoseScratch& From);
	bool IsDue(const FVector& Place, int64_t Step, int32_t Instance) const;
};
} // namespace Flockwork
