#pragma once
// Many characters of one kind, sixteen in lock step: clips -> blend -> model -> legs -> palette in one pass, about
// thirty times as fast as one joint at a time. Same bits with every instruction set. What it does, the plain jobs do
// one character at a time (FSamplingJob, FBlendingJob, FLocalToModelJob, FTwoBoneIKJob, FPaletteJob); they agree to
// 0.01 mm, blends of quick turns to 0.05 mm, legs to 0.2 mm.
#include "FlockworkAnimation/Clip.h"
#include "FlockworkAnimation/SkinnedMesh.h"

#include <memory>
#include <span>
#include <vector>

namespace Flockwork
{
struct FBatchRigData;
struct FBatchScratchData;

// Three joints that reach for a place. What lies below End keeps its orientation in model space.
struct FBatchLeg
{
	int32_t Start = -1; // hip; joints of the skeleton, each an ancestor of the next
	int32_t Mid = -1;   // knee
	int32_t End = -1;   // ankle
	// As in FTwoBoneIKJob, whose hinge axis is that of the rest pose here, turned along with Start.
	FVector Pole{0.0f, 0.0f, 1.0f};
	float MaxAngle = 172.0f; // deg; [90, 180]
	float SoftShare = 0.97f; // (0, 1]
};

// What all characters of a kind share. Immutable once built; may be used by any number of threads.
class FBatchRig
{
public:
	// Clips and mesh are copied in a layout of their own. False, with the reason, and unchanged when they cannot run in
	// lock step: scales other than 1 (within 1e-3) in the skeleton, the clips or the mesh's binds, or legs that are
	// none. Such characters go through the plain jobs. A mesh may name a joint several times, by one bind. Without a
	// mesh there is a matrix for each joint of the skeleton, from the rest pose.
	bool Build(const FSkeleton& Skeleton, std::span<const FClip> Clips, std::span<const FBatchLeg> Legs,
	    const FSkinnedMesh* Mesh, FDiagnostics& Diagnostics);
	int32_t GetClipCount() const;
	int32_t GetLegCount() const;
	int32_t GetPaletteSize() const; // matrices a character: one for each of the mesh's Joints
	const FBatchRigData* GetData() const { return Data.get(); }

private:
	std::shared_ptr<const FBatchRigData> Data;
};

// Memory for one thread's work, about 75 kB for 67 joints.
class FBatchScratch
{
public:
	FBatchScratch();
	~FBatchScratch();
	FBatchScratch(FBatchScratch&&) noexcept;
	FBatchScratch& operator=(FBatchScratch&&) noexcept;
	void Prepare(const FBatchRig& Rig); // allocates where the rig needs more than any before
	FBatchScratchData& GetData() { return *Data; }

private:
	std::unique_ptr<FBatchScratchData> Data;
};

struct FBatchLayer
{
	int32_t Clip = 0;
	float Seconds = 0.0f; // as FSamplingJob takes it
	float Weight = 0.0f;  // brought to the sum 1; a layer with weight 0, NaN or no such clip does not count
};

struct FBatchFoot
{
	FVector Place{
	    0.0f, 0.0f, 0.0f}; // where End shall be, model space; with Follow 1 the way from where the clips put it
	float Follow = 0.0f;   // 0..1
	float Weight = 0.0f;   // 0..1; a foot with numbers that are not finite has weight 0
};

struct FCharacterBatchJob
{
	const FBatchRig* Rig = nullptr;
	int32_t Count = 0;                     // characters
	int32_t LayersEach = 1;                // 1 to MaxLayers
	std::span<const FBatchLayer> Layers{}; // Count * LayersEach; no layer that counts: the rest pose
	std::span<const FBatchFoot> Feet{};    // Count * GetLegCount(), or empty: legs as in the clips
	FBatchScratch* Scratch = nullptr;      // prepared for Rig
	std::span<FJointMatrix> Output{};      // Count * GetPaletteSize(): from the bind pose to the pose, model space
	// In place of Output: where each character's GetPaletteSize() matrices go, Count pointers.
	std::span<FJointMatrix* const> OutputEach{};

	static constexpr int32_t MaxLayers = 8;
	static constexpr int32_t Width = 16; // characters in lock step: counts that are multiples of it are the quickest

	bool Validate() const;
	bool Run() const;
};
} // namespace Flockwork
