#include "FlockworkCore/TaskPool.h"

#include "CoreTestSupport.h"
#include "FlockworkCore/Assert.h"
#include "FlockworkCore/Random.h"
#include "FlockworkCore/Settings.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <cfenv>
#include <limits>
#include <numeric>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

namespace Flockwork
{
namespace
{
FTaskPoolSettings WithThreads(int32_t ThreadCount, float SpinTime = 0.001f)
{
	FTaskPoolSettings Settings;
	Settings.ThreadCount = ThreadCount;
	Settings.SpinTime = SpinTime;
	return Settings;
}

[[noreturn]] void Throw(const char*, const char*, int, const char* Message)
{
	throw std::logic_error(Message);
}

void RunRandomRegions(FTaskPool& Pool, uint64_t Seed, int32_t Regions)
{
	FRandomStream Random(Seed);
	std::vector<int32_t> Runs;
	for (int32_t Region = 0; Region < Regions; ++Region)
	{
		const int32_t ChunkCount = Random.RangeInt(0, 70);
		Runs.assign(size_t(ChunkCount), 0);
		std::atomic<bool> bBadWorker{false};
		ForEachChunk(Pool, ChunkCount,
		    [&](int32_t Chunk, int32_t Worker)
		    {
			    ++Runs[size_t(Chunk)]; // no atomic: a chunk that ran twice at once would be a race
			    if (Worker < 0 || Worker >= Pool.GetThreadCount())
			    {
				    bBadWorker = true;
			    }
		    });
		REQUIRE(std::count(Runs.begin(), Runs.end(), 1) == ChunkCount);
		REQUIRE_FALSE(bBadWorker);
	}
}
} // namespace

TEST_CASE("FTaskPool: each chunk runs once, at 1 to 8 threads, over many regions of random size")
{
	for (int32_t ThreadCount = 1; ThreadCount <= 8; ++ThreadCount)
	{
		FTaskPool Pool(WithThreads(ThreadCount));
		CHECK(Pool.GetThreadCount() == ThreadCount);
		Pool.BeginFrame();
		RunRandomRegions(Pool, uint64_t(ThreadCount), 400);
	}
}

TEST_CASE("FTaskPool: the same with workers that sleep between regions")
{
	for (int32_t ThreadCount = 2; ThreadCount <= 4; ++ThreadCount)
	{
		FTaskPool Pool(WithThreads(ThreadCount, 0.0f));
		RunRandomRegions(Pool, uint64_t(ThreadCount), 200);
	}
}

TEST_CASE("FTaskPool: a parallel sum has the bits of the serial one at any thread count")
{
	std::vector<float> Numbers(10'007);
	FRandomStream Random(1);
	for (float& Number : Numbers)
	{
		Number = Random.Range(-1.0f, 1.0f);
	}
	constexpr int32_t Grain = 64;
	const auto Sum = [&](ITaskScheduler& Scheduler)
	{
		std::vector<float> Partial((Numbers.size() + Grain - 1) / Grain);
		ParallelFor(Scheduler, int32_t(Numbers.size()), Grain,
		    [&](int32_t Begin, int32_t End, int32_t)
		    { Partial[size_t(Begin / Grain)] = std::accumulate(&Numbers[size_t(Begin)], Numbers.data() + End, 0.0f); });
		return std::accumulate(Partial.begin(), Partial.end(), 0.0f);
	};
	FSerialScheduler Serial;
	const float Expected = Sum(Serial);
	for (int32_t ThreadCount = 1; ThreadCount <= 8; ++ThreadCount)
	{
		FTaskPool Pool(WithThreads(ThreadCount));
		for (int32_t Round = 0; Round < 50; ++Round)
		{
			REQUIRE(Sum(Pool) == Expected);
		}
	}
}

TEST_CASE("FTaskPool: no two chunks run at once under one worker number")
{
	FTaskPool Pool(WithThreads(4));
	std::vector<std::atomic<int32_t>> Busy(4);
	std::atomic<int32_t> Clashes{0};
	for (int32_t Region = 0; Region < 200; ++Region)
	{
		ForEachChunk(Pool, 32,
		    [&](int32_t, int32_t Worker)
		    {
			    Clashes += Busy[size_t(Worker)].fetch_add(1) == 0 ? 0 : 1;
			    std::this_thread::yield();
			    Busy[size_t(Worker)].fetch_sub(1);
		    });
	}
	CHECK(Clashes == 0);
}

TEST_CASE("FTaskPool: several threads really work")
{
	FTaskPool Pool(WithThreads(2));
	// Two chunks that each wait for the other: one thread alone would never finish.
	std::atomic<int32_t> Arrived{0};
	ForEachChunk(Pool, 2,
	    [&](int32_t, int32_t)
	    {
		    ++Arrived;
		    while (Arrived < 2)
		    {
			    std::this_thread::yield();
		    }
	    });
	CHECK(Arrived == 2);
}

TEST_CASE("FTaskPool: workers wake after they have slept")
{
	FTaskPool Pool(WithThreads(2, 0.0f));
	for (int32_t Round = 0; Round < 20; ++Round)
	{
		std::this_thread::sleep_for(std::chrono::milliseconds(2));
		std::atomic<int32_t> Arrived{0};
		ForEachChunk(Pool, 2,
		    [&](int32_t, int32_t)
		    {
			    ++Arrived;
			    while (Arrived < 2)
			    {
				    std::this_thread::yield();
			    }
		    });
		REQUIRE(Arrived == 2);
	}
}

TEST_CASE("FTaskPool: no chunks, and negative counts, run nothing")
{
	FTaskPool Pool(WithThreads(2));
	int32_t Runs = 0;
	ForEachChunk(Pool, 0, [&](int32_t, int32_t) { ++Runs; });
	ForEachChunk(Pool, -5, [&](int32_t, int32_t) { ++Runs; });
	CHECK(Runs == 0);
}

TEST_CASE("FTaskPool: pinned workers and one thread per processor")
{
	FTaskPoolSettings Settings;
	Settings.bPinThreads = true;
	FTaskPool Pool(Settings);
	CHECK(Pool.GetThreadCount() == int32_t(std::max(1u, std::thread::hardware_concurrency())));
	RunRandomRegions(Pool, 99, 50);
}

TEST_CASE("FTaskPool: many pools come and go, with and without work")
{
	for (int32_t Round = 0; Round < 50; ++Round)
	{
		FTaskPool Pool(WithThreads(3));
		if (Round % 2 == 0)
		{
			RunRandomRegions(Pool, uint64_t(Round), 3);
		}
	}
}

TEST_CASE("FTaskPool: all threads round as the caller does")
{
	const auto Third = []
	{
		volatile float Three = 3.0f; // divided at run time, in the mode of the thread
		return 1.0f / Three;
	};
	FTaskPool Pool(WithThreads(2));
	const int32_t Former = std::fegetround();
	std::set<float> Values;
	for (const int32_t Mode : {FE_DOWNWARD, FE_UPWARD})
	{
		std::fesetround(Mode);
		const float Expected = Third();
		std::array<float, 2> Found{};
		std::atomic<int32_t> Arrived{0};
		ForEachChunk(Pool, 2,
		    [&](int32_t Chunk, int32_t)
		    {
			    Found[size_t(Chunk)] = Third();
			    ++Arrived;
			    while (Arrived < 2) // so that both threads take part
			    {
				    std::this_thread::yield();
			    }
		    });
		std::fesetround(Former);
		CHECK(Found == std::array<float, 2>{Expected, Expected});
		Values.insert(Expected);
	}
	CHECK(Values.size() == 2);
}

TEST_CASE("FTaskPool: calling it from inside a chunk is a misuse that is reported")
{
	static std::atomic<int32_t> Reports{0};
	Reports = 0;
	FTaskPool Pool(WithThreads(2));
	const FAssertHandler Former = SetAssertHandler([](const char*, const char*, int, const char*) { ++Reports; });
	std::atomic<int32_t> Runs{0};
	ForEachChunk(Pool, 2,
	    [&](int32_t Chunk, int32_t)
	    {
		    if (Chunk == 0)
		    {
			    ForEachChunk(Pool, 3, [&](int32_t, int32_t) { ++Runs; });
		    }
	    });
	SetAssertHandler(Former);
	CHECK(Reports == 1);
	CHECK(Runs == 3); // where the handler goes on, the work is still done
	RunRandomRegions(Pool, 1, 10);
}

TEST_CASE("FTaskPool: settings outside their range are a misuse")
{
	const FAssertHandler Former = SetAssertHandler(&Throw);
	CHECK_THROWS(FTaskPool(WithThreads(-1)));
	CHECK_THROWS(FTaskPool(WithThreads(257)));
	CHECK_THROWS(FTaskPool(WithThreads(2, std::numeric_limits<float>::quiet_NaN())));
	CHECK_THROWS(FTaskPool(WithThreads(2, -0.5f)));
	CHECK_NOTHROW(FTaskPool(WithThreads(1, 1.0f)));
	SetAssertHandler(Former);
}

TEST_CASE("ParallelFor: covers every item once in pieces of Grain, in order of the chunks")
{
	CHECK(rc::check("any count and grain",
	    []
	    {
		    const int32_t Count = *rc::gen::inRange(0, 1000);
		    const int32_t Grain = *rc::gen::inRange(1, 100);
		    FSerialScheduler Serial;
		    int32_t Next = 0;
		    ParallelFor(Serial, Count, Grain,
		        [&](int32_t Begin, int32_t End, int32_t Worker)
		        {
			        RC_ASSERT(Begin == Next);
			        RC_ASSERT(End > Begin);
			        RC_ASSERT(End - Begin == Grain || End == Count);
			        RC_ASSERT(Worker == 0);
			        Next = End;
		        });
		    RC_ASSERT(Next == Count);
	    }));
}

TEST_CASE("FStretches: a worker goes through its own stretch and then takes from the others' ends")
{
	FStretches Stretches(10, 2);
	std::vector<int32_t> Claimed;
	for (const int32_t Worker : {0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1})
	{
		Claimed.push_back(Stretches.Claim(Worker));
	}
	CHECK(Claimed == std::vector<int32_t>{0, 1, 5, 2, 3, 4, 9, 6, 7, 8, -1, -1});
}

TEST_CASE("FStretches: any workers get every piece once")
{
	CHECK(rc::check("any counts and order",
	    []
	    {
		    const int32_t PieceCount = *rc::gen::inRange(0, 200);
		    const int32_t WorkerCount = *rc::gen::inRange(1, 40);
		    FStretches Stretches(PieceCount, WorkerCount);
		    std::set<int32_t> Had;
		    for (int32_t Piece = 0; Piece < PieceCount; ++Piece)
		    {
			    const int32_t Claimed = Stretches.Claim(*rc::gen::inRange(0, WorkerCount));
			    RC_ASSERT(Claimed >= 0 && Claimed < PieceCount);
			    RC_ASSERT(Had.insert(Claimed).second);
		    }
		    RC_ASSERT(Stretches.Claim(0) == -1);
	    }));
}
} // namespace Flockwork
