#pragma once
#include "BatchData.h"
#include "FlockworkAnimation/CharacterBatch.h"

#include <vector>

namespace Flockwork
{
// Characters First to First + Count, Count at most BatchWidth.
struct FBatchChunk
{
	const FBatchRigData* Rig = nullptr;
	FBatchScratchData* Scratch = nullptr;
	const FBatchLayer* Layers = nullptr;
	int32_t LayersEach = 1;
	const FBatchFoot* Feet = nullptr;       // null: none
	FJointMatrix* Outputs[BatchWidth] = {}; // one a character
	int32_t Count = 0;
};
void RunBatchChunk(const FBatchChunk& Chunk);

// For tests: the instruction sets of this build and processor, and one alone (0: all again).
std::vector<int64_t> GetBatchTargets();
void ForceBatchTarget(int64_t Bit);
} // namespace Flockwork
