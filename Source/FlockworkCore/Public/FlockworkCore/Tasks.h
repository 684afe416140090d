#pragma once
// Parallel work. A host brings its own scheduler by implementing ITaskScheduler; otherwise FTaskPool (TaskPool.h) is
// used. Work is cut into chunks whose number does not depend on the thread count, and no result may depend on which
// worker ran a chunk: that keeps the bits the same at any thread count.
#include <algorithm>
#include <array>
#include <atomic>
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

// Pieces of something that lies in a row, dealt out so that each worker stays where it is: it takes those of a stretch
// of its own from the front, and when these are used up those of the others from the back. What a worker has touched in
// one pass is then mostly in its own cache in the next, which counts where caches are far apart. A step of 10,000 boids
// is a dozen passes over the same arrays.
class FStretches
{
public:
	FStretches(int32_t PieceCount, int32_t WorkerCount)
	    : StretchCount(std::clamp(WorkerCount, 1, std::min(MaxStretches, std::max(PieceCount, 1))))
	{
		for (int32_t Index = 0; Index < StretchCount; ++Index)
		{
			const int64_t First = int64_t(PieceCount) * Index / StretchCount;
			const int64_t End = int64_t(PieceCount) * (Index + 1) / StretchCount;
			Stretches[size_t(Index)].Left.store(Pack(uint32_t(First), uint32_t(End)), std::memory_order_relaxed);
		}
	}
	// A piece that nobody has had, for as many calls as there are pieces; then -1.
	int32_t Claim(int32_t Worker)
	{
		for (int32_t Step = 0; Step < StretchCount; ++Step)
		{
			std::atomic<uint64_t>& Left = Stretches[size_t((Worker + Step) % StretchCount)].Left;
			uint64_t Seen = Left.load(std::memory_order_relaxed);
			while (uint32_t(Seen >> 32) < uint32_t(Seen))
			{
				const uint32_t First = uint32_t(Seen >> 32);
				const uint32_t End = uint32_t(Seen);
				const bool bOwn = Step == 0;
				const uint64_t Rest = bOwn ? Pack(First + 1, End) : Pack(First, End - 1);
				if (Left.compare_exchange_weak(Seen, Rest, std::memory_order_relaxed))
				{
					return int32_t(bOwn ? First : End - 1);
				}
			}
		}
		return -1;
	}

private:
	static constexpr int32_t MaxStretches = 16; // further workers share them
	struct alignas(64) FStretch
	{
		std::atomic<uint64_t> Left{0}; // the first piece and the end, half-open
	};
	static uint64_t Pack(uint32_t First, uint32_t End) { return (uint64_t(First) << 32) | End; }

	std::array<FStretch, size_t(MaxStretches)> Stretches;
	int32_t StretchCount;
};

// Body(int32_t Begin, int32_t End, int32_t Worker) over [0, Count) in pieces of Grain (> 0) items, dealt by FStretches.
template <typename BodyType>
void ParallelFor(ITaskScheduler& Scheduler, int32_t Count, int32_t Grain, BodyType&& Body)
{
	const int32_t PieceCount = (Count + Grain - 1) / Grain;
	FStretches Stretches(PieceCount, Scheduler.GetThreadCount());
	ForEachChunk(Scheduler, PieceCount,
	    [&](int32_t, int32_t Worker)
	    {
		    const int32_t Begin = Stretches.Claim(Worker) * Grain;
		    Body(Begin, Begin + Grain < Count ? Begin + Grain : Count, Worker);
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
