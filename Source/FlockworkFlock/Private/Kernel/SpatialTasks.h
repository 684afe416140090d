#pragma once
// Parallel loops over things in spatial order (clusters), that let each worker stay where it is: it takes its pieces
// from a stretch of its own, and from the others' only when that is used up. Neighbouring clusters need the same
// records, so a worker finds most of what it reads in its own cache. Who takes which piece changes no result.
#include "FlockworkCore/Tasks.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

namespace Flockwork
{
class FSpatialPieces
{
public:
	FSpatialPieces(int32_t PieceCount, int32_t WorkerCount)
	    : StretchCount(std::clamp(WorkerCount, 1, std::min(MaxStretches, std::max(PieceCount, 1))))
	{
		for (int32_t Stretch = 0; Stretch < StretchCount; ++Stretch)
		{
			Stretches[size_t(Stretch)].Next = int32_t(int64_t(PieceCount) * Stretch / StretchCount);
			Stretches[size_t(Stretch)].End = int32_t(int64_t(PieceCount) * (Stretch + 1) / StretchCount);
		}
	}
	// A piece that nobody has had, for as many calls as there are pieces.
	int32_t Claim(int32_t Worker)
	{
		for (int32_t Step = 0; Step < StretchCount; ++Step)
		{
			FStretch& Stretch = Stretches[size_t((Worker + Step) % StretchCount)];
			if (Stretch.Next.load(std::memory_order_relaxed) < Stretch.End)
			{
				const int32_t Piece = Stretch.Next.fetch_add(1, std::memory_order_relaxed);
				if (Piece < Stretch.End)
				{
					return Piece;
				}
			}
		}
		return -1;
	}

private:
	static constexpr int32_t MaxStretches = 64;
	struct alignas(64) FStretch
	{
		std::atomic<int32_t> Next{0};
		int32_t End = 0;
	};
	std::array<FStretch, size_t(MaxStretches)> Stretches;
	int32_t StretchCount;
};

// Body(int32_t Begin, int32_t End, int32_t Worker) over [0, Count) in pieces of Grain.
template <typename BodyType>
void ParallelInSpace(ITaskScheduler& Scheduler, int32_t Count, int32_t Grain, BodyType&& Body)
{
	const int32_t PieceCount = (Count + Grain - 1) / Grain;
	FSpatialPieces Pieces(PieceCount, Scheduler.GetThreadCount());
	ForEachChunk(Scheduler, PieceCount,
	    [&](int32_t, int32_t Worker)
	    {
		    const int32_t Begin = Pieces.Claim(Worker) * Grain;
		    Body(Begin, std::min(Begin + Grain, Count), Worker);
	    });
}
} // namespace Flockwork
