#pragma once
// Parallel work. A host brings its own scheduler by implementing ITaskScheduler; otherwise FTaskPool (TaskPool.h) is
// used. Work is cut into chunks whose number does not depend on the thread count, and no result may depend on which
// worker ran a chunk: that keeps the bits the same at any thread count.
#include <cstdint>
#include <type_traits>

namespace Flockwork
{
class ITaskScheduler
{
public:
	using FChunkFunction = void (*)(void* Context, int32_t Chunk, int32_t Worker);

	virtual ~ITaskScheduler() = default;
	// Threads that may run chunks at once, the caller included; >= 1. Workers are numbered 0 .. GetThreadCount() - 1.
	virtual int32_t GetThreadCount() const = 0;
	// A hint that parallel work comes within the next milliseconds.
	virtual void BeginFrame() {}
	// Calls Function(Context, Chunk, Worker) once for each Chunk in [0, ChunkCount) and returns when all are done.
	// Called from one thread at a time, never from inside a chunk. Function does not throw.
	virtual void RunChunks(int32_t ChunkCount, FChunkFunction Function, void* Context) = 0;
};

// Body(int32_t Chunk, int32_t Worker) for each chunk.
template <typename BodyType>
void ForEachChunk(ITaskScheduler& Scheduler, int32_t ChunkCount, BodyType&& Body)
{
	using FBody = std::remove_reference_t<BodyType>;
	Scheduler.RunChunks(
	    ChunkCount,
	    [](void* Context, int32_t Chunk, int32_t Worker) { (*static_cast<FBody*>(Context))(Chunk, Worker); },
	    const_cast<void*>(static_cast<const void*>(&Body)));
}

// Body(int32_t Begin, int32_t End, int32_t Worker) over [0, Count) in pieces of Grain (> 0) items.
template <typename BodyType>
void ParallelFor(ITaskScheduler& Scheduler, int32_t Count, int32_t Grain, BodyType&& Body)
{
	const int32_t ChunkCount = (Count + Grain - 1) / Grain;
	ForEachChunk(Scheduler, ChunkCount,
	    [&](int32_t Chunk, int32_t Worker)
	    {
		    const int32_t Begin = Chunk * Grain;
		    const int32_t End = Begin + Grain < Count ? Begin + Grain : Count;
		    Body(Begin, End, Worker);
	    });
}

// Runs everything on the calling thread.
class FSerialScheduler final : public ITaskScheduler
{
public:
	int32_t GetThreadCount() const override { return 1; }
	void RunChunks(int32_t ChunkCount, FChunkFunction Function, void* Context) override
	{
		for (int32_t Chunk = 0; Chunk < ChunkCount; ++Chunk)
		{
			Function(Context, Chunk, 0);
		}
	}
};
} // namespace Flockwork
