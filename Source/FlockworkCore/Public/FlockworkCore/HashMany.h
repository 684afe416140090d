#pragma once
// The state hash of many things at once, on the scheduler's threads: each chunk has a hash of its own, and these are
// added in order.
#include "FlockworkCore/Hash.h"
#include "FlockworkCore/Tasks.h"

#include <vector>

namespace Flockwork
{
// AddItem(FStateHash&, size_t Index) for each. ChunkHashes is scratch memory, which grows once.
template <typename AdderType>
void HashMany(
    ITaskScheduler& Scheduler, size_t Count, std::vector<uint64_t>& ChunkHashes, FStateHash& Out, AdderType&& AddItem)
{
	constexpr int32_t Grain = 512;
	ChunkHashes.resize((Count + size_t(Grain) - 1) / size_t(Grain));
	ParallelFor(Scheduler, int32_t(Count), Grain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    FStateHash Hash;
		    for (size_t Index = size_t(Begin); Index < size_t(End); ++Index)
		    {
			    AddItem(Hash, Index);
		    }
		    ChunkHashes[size_t(Begin / Grain)] = Hash.Get();
	    });
	Out.AddBytes(ChunkHashes.data(), ChunkHashes.size() * sizeof(uint64_t));
}
} // namespace Flockwork
