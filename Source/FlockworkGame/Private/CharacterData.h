#pragma once
// What the character subsystem holds, and the passes over it.
#include "ActorArray.h"
#include "FlockworkAnimation/CharacterBatch.h"
#include "FlockworkAnimation/PoseJobs.h"
#include "FlockworkCore/Tasks.h"
#include "FlockworkGame/CharacterSubsystem.h"
#include "FlockworkLocomotion/LateUpdateJob.h"

#include <vector>

namespace Flockwork
{
// A pose is at most so many clips; of more, those of the least weight are left out.
inline constexpr size_t MaxPoseLayers = 8;

struct FPoseScratch
{
	std::vector<FJointPose> Samples; // of all layers, one after the other
	std::vector<FJointPose> Locals;
	std::vector<FJointMatrix> Models;
	FBatchScratch Batch;
};

// What a character's feet have to know beside the actor.
struct FCharacterPlan
{
	const FWalkerRig& Rig;
	EWalkStyle Style = EWalkStyle::Hybrid;
	float Scale = 1.0f; // beside the actor's
	FVector Offset{0.0f, 0.0f, 0.0f};
	bool bUpright = true; // false: it cowers; its clip knows better

	FTransform Origin(const FTransform& Actor) const
	{
		return {Actor.TransformPoint(Offset), Actor.Rotation, Actor.Scale * Scale};
	}
};

// Feet by which a character walks: part of the world's state, planned from the body's motion alone.
struct FCharacterWalk
{
	std::vector<FFootState> Feet; // none: by clips alone
	float Weight = 0.0f;          // of planted feet against the clip's
	bool bPlanted = false;        // Feet are set down
	FVector LastPlace{0.0f, 0.0f, 0.0f};

	void Plan(const UWorld& World, const AActor& Actor, const FCharacterPlan& Plan);
	bool IsByFeet() const { return bPlanted && Weight >= 1e-3f; }
	// Only what is drawn: hips, legs and soles of a pose.
	void Correct(const AActor& Actor, const FCharacterPlan& Plan, const FSkeleton& Skeleton, float DeltaTime,
	    FBalanceState& Balance, FPoseScratch& Pose) const;
	void Save(FByteWriter& Writer) const;
	bool Restore(FByteReader& Reader);
	void AddToHash(FStateHash& Hash) const;
};
// Null for a number of legs that has no table: such a character walks by its clips.
const FGaitTable* GaitsFor(size_t Legs);

// A clip that plays once over what the graph wants. One that is interrupted fades out from where it is.
struct FPlayedClip
{
	int32_t Clip = -1; // none
	float Seconds = 0.0f;
	float EarlierSeconds = 0.0f;
	float Fade = 0.2f;   // s
	float Weight = 0.0f; // of it against what lies beneath, before it is smoothed
	bool bInterrupted = false;

	// False when it is over.
	bool Advance(float Duration, float DeltaTime);
	float GetShare() const { return Weight * Weight * (3.0f - 2.0f * Weight); }
};

struct FCharacter
{
	int32_t Model = -1; // -1: its asset could not be read
	FCharacterSettings Settings;
	FAnimationState State;
	std::array<FClipLayer, MaxPoseLayers> Layers{};
	int32_t LayerCount = 0;
	uint32_t Triggers = 0; // set by SetTrigger
	std::array<float, FAnimationGraph::MaxParameters> Parameters{};
	std::array<FPlayedClip, 2> Played; // the one on top, and the one that it interrupted
	bool bClipEnded = false;           // in this step
	float Speed = 0.0f;                // m/s ahead, smoothed
	float Turn = 0.0f;                 // deg/s, smoothed
	float Yaw = 0.0f;                  // rad, at the last step
	int32_t Instance = -1;             // place among the instances
	FCharacterWalk Walk;
	FBalanceState Balance;               // what is drawn alone: no state of the world
	int64_t PosedStep = 0;               // of the last pose
	std::unique_ptr<FWalkDoctor> Doctor; // null: nobody asked
};

// What has been set from outside: triggers, parameters, clips that play once.
void SaveControls(const FCharacter& Character, FByteWriter& Writer);
bool RestoreControls(FCharacter& Character, int32_t ClipCount, FByteReader& Reader); // false: damaged
void AddControlsToHash(const FCharacter& Character, FStateHash& Hash);

// Characters that are posed by one thread in one go.
struct FPoseTask
{
	int32_t Queue = 0; // of Queues
	int32_t First = 0; // in it
	int32_t Count = 0;
};

struct UCharacterSubsystem::FImpl
{
	TActorArray<FCharacter> Characters;
	std::vector<std::shared_ptr<const FCharacterModel>> Models; // an index stays good as long as the world lives
	std::vector<std::string> Missing;                           // assets that could not be read, of which was told
	std::vector<FCharacterInstance> Instances;
	std::vector<FJointMatrix> Palettes;
	std::vector<FPoseScratch> Scratch; // one a worker, and one more for ComputeJoints
	// Characters whose poses are due, by place: those that are posed one by one, then two queues a model: in lock step
	// with all joints, and with few.
	std::vector<std::vector<int32_t>> Queues;
	std::vector<FPoseTask> Tasks;
	FCharacterDetail Detail;
	FCharacterDetailSettings DetailSettings;
	uint64_t Revision = 1;
	bool bChanged = false; // instances have to be listed anew
	bool bFresh = false;   // palettes are empty: every pose is due

	int32_t FindOrAddModel(const std::string& Asset, UWorld& World);
	void SetFeet(FCharacter& Character) const;
	// Parameters as the graph has them at first; nothing plays.
	void ResetControls(FCharacter& Character) const;
	int32_t GetClipCount(const FCharacter& Character) const;
	FCharacter* FindControlled(FActorId Actor, FDiagnostics& Diagnostics);
	// Lays the clips that play once over the graph's; returns how many layers there are then.
	int32_t AddPlayedClips(FCharacter& Character, float DeltaTime, std::span<FClipLayer> Layers, int32_t Count) const;
	void ListInstances();
	void ChooseClips(UWorld& World);
	void RaiseClipEvents(UWorld& World);
	void MakePoses(UWorld& World);
	void ReserveQueues();
	void FillQueues(const UWorld& World);
	size_t QueueOf(const FCharacter& Character, const FVector& Place) const;
	void PoseOne(const UWorld& World, TActorArray<FCharacter>::FEntry& Entry, FPoseScratch& Into);
	void PoseInLockStep(const FBatchRig& Rig, std::span<const int32_t> Places, FBatchScratch& Into);
	// Local poses and matrices of all joints, into Scratch.
	void Pose(const FCharacter& Character, FPoseScratch& Into) const;
	// One that is new, or none, by the settings.
	void SetDoctor(FCharacter& Character) const;
	// Shows the doctor the pose as it is drawn.
	void Examine(const UWorld& World, const AActor& Actor, FCharacter& Character, float DeltaTime,
	    const FPoseScratch& Pose) const;
	FCharacterPlan PlanOf(const FCharacter& Character) const;
	void WritePalette(const FCharacter& Character, const FPoseScratch& From);
	bool IsDue(const FVector& Place, int64_t Step, int32_t Instance) const;
};
} // namespace Flockwork
