#include "FlockworkCore/TaskPool.h"

#include "FloatMode.h"
#include "FlockworkCore/Assert.h"
#include "FlockworkCore/Log.h"
#include "FlockworkCore/Settings.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#if defined(__linux__)
#include <pthread.h>
#include <sched.h>
#endif

namespace Flockwork
{
namespace
{
using FClock = std::chrono::steady_clock;

constexpr int32_t MaxThreads = 256;
constexpr size_t CacheLine = 64;

int32_t ProcessorCount()
{
	return std::max(1, int32_t(std::thread::hardware_concurrency()));
}

// Ties a thread to the Index-th of the processors this program may use.
void PinThread([[maybe_unused]] std::thread& Thread, [[maybe_unused]] int32_t Index)
{
#if defined(__linux__)
	cpu_set_t Allowed;
	if (sched_getaffinity(0, sizeof(Allowed), &Allowed) != 0 || CPU_COUNT(&Allowed) == 0)
	{
		return;
	}
	int32_t Rank = Index % CPU_COUNT(&Allowed);
	for (int32_t Processor = 0; Processor < CPU_SETSIZE; ++Processor)
	{
		if (CPU_ISSET(size_t(Processor), &Allowed) && Rank-- == 0)
		{
			cpu_set_t One;
			CPU_ZERO(&One);
			CPU_SET(size_t(Processor), &One);
			pthread_setaffinity_np(Thread.native_handle(), sizeof(One), &One);
			return;
		}
	}
#endif
}
} // namespace

const FSettingsTable& FTaskPoolSettings::Table()
{
	static const FSettingsTable Table =
	    TSettingsTableBuilder<FTaskPoolSettings>("tasks", "The default task scheduler; read when it is made.")
	        .Int("threadCount", &FTaskPoolSettings::ThreadCount, "1", 0, MaxThreads,
	            "Threads that work on a step, the caller included; 0 takes one per processor.")
	        .Float("spinTime", &FTaskPoolSettings::SpinTime, "s", 0, 1,
	            "How long a worker without work keeps watching before it sleeps; more wastes power, 0 makes each "
	            "parallel region pay a wake-up.")
	        .Bool("pinThreads", &FTaskPoolSettings::bPinThreads,
	            "Ties each worker to a processor; only for a machine that does nothing else.")
	        .Build();
	return Table;
}

struct FTaskPool::FImpl
{
	explicit FImpl(const FTaskPoolSettings& Settings);
	~FImpl();

	void RunRegion(int32_t Count, FChunkFunction NewFunction, void* NewContext);
	void WorkerLoop(int32_t Worker);
	bool RunOneChunk(int32_t Worker);
	// Watches for work until SpinTime has passed without any; false then.
	bool WatchForWork(uint32_t& SeenWakes);
	void WakeSleepers();
	void Wait(int32_t Round) const;

	// The chunks that nobody has claimed yet. A claim takes one off, so the exchange that claims a chunk is also the
	// proof that its region is still running: the three values below cannot change before that chunk is done.
	alignas(CacheLine) std::atomic<int32_t> Unclaimed{0};
	alignas(CacheLine) std::atomic<int32_t> Unfinished{0};
	alignas(CacheLine) std::atomic<uint32_t> Wakes{0};
	std::atomic<int32_t> Sleepers{0};
	std::atomic<bool> bQuit{false};
	std::atomic<bool> bRunning{false};

	alignas(CacheLine) int32_t ChunkCount = 0;
	uint32_t FloatMode = 0;
	FChunkFunction Function = nullptr;
	void* Context = nullptr;

	FClock::duration SpinTime{};
	bool bCrowded = false; // more threads than processors: a spinning thread takes time from a working one
	std::vector<std::thread> Workers;
};

FTaskPool::FImpl::FImpl(const FTaskPoolSettings& Settings)
{
	const int32_t Wanted = Settings.ThreadCount > 0 ? Settings.ThreadCount : ProcessorCount();
	const int32_t ThreadCount = std::clamp(Wanted, 1, MaxThreads);
	SpinTime = std::chrono::duration_cast<FClock::duration>(std::chrono::duration<float>(Settings.SpinTime));
	bCrowded = ThreadCount > ProcessorCount();
	Workers.reserve(size_t(ThreadCount - 1));
	for (int32_t Worker = 1; Worker < ThreadCount; ++Worker)
	{
		try
		{
			Workers.emplace_back([this, Worker] { WorkerLoop(Worker); });
		}
		catch (const std::system_error& Refused) // the system's limit of threads: fewer workers do the same
		{
			Log(ELogLevel::Warning, "Tasks",
			    "thread " + std::to_string(Worker + 1) + " of " + std::to_string(ThreadCount) +
			        " could not be started: " + Refused.what());
			break;
		}
		if (Settings.bPinThreads)
		{
			PinThread(Workers.back(), Worker);
		}
	}
}

FTaskPool::FImpl::~FImpl()
{
	bQuit.store(true);
	WakeSleepers();
	for (std::thread& Worker : Workers)
	{
		Worker.join();
	}
}

void FTaskPool::FImpl::WakeSleepers()
{
	Wakes.fetch_add(1);
	Wakes.notify_all();
}

void FTaskPool::FImpl::Wait(int32_t Round) const
{
	constexpr int32_t RoundsBetweenYields = 1024; // another program may need the processor
	if (bCrowded || Round % RoundsBetweenYields == RoundsBetweenYields - 1)
	{
		std::this_thread::yield();
	}
	else
	{
		SpinPause();
	}
}

bool FTaskPool::FImpl::RunOneChunk(int32_t Worker)
{
	int32_t Left = Unclaimed.load(std::memory_order_relaxed);
	do
	{
		if (Left <= 0)
		{
			return false;
		}
	} while (!Unclaimed.compare_exchange_weak(Left, Left - 1, std::memory_order_acq_rel, std::memory_order_relaxed));
	if (Worker > 0 && GetFloatMode() != FloatMode)
	{
		SetFloatMode(FloatMode);
	}
	Function(Context, ChunkCount - Left, Worker);
	Unfinished.fetch_sub(1, std::memory_order_release);
	return true;
}

void FTaskPool::FImpl::RunRegion(int32_t Count, FChunkFunction NewFunction, void* NewContext)
{
	Function = NewFunction;
	Context = NewContext;
	ChunkCount = Count;
	FloatMode = GetFloatMode();
	Unfinished.store(Count, std::memory_order_relaxed);
	// Sequentially consistent, like the sleeper's count: either this thread sees the sleeper or the sleeper the work.
	Unclaimed.store(Count);
	if (Sleepers.load() > 0)
	{
		WakeSleepers();
	}
	while (RunOneChunk(0))
	{
	}
	for (int32_t Round = 0; Unfinished.load(std::memory_order_acquire) > 0; ++Round)
	{
		Wait(Round & 0xffff);
	}
}

bool FTaskPool::FImpl::WatchForWork(uint32_t& SeenWakes)
{
	constexpr int32_t RoundsBetweenClockReads = 64;
	FClock::time_point Start = FClock::now();
	for (int32_t Round = 0; Unclaimed.load(std::memory_order_relaxed) <= 0; Round = (Round + 1) & 0xffff)
	{
		if (Round % RoundsBetweenClockReads == 0)
		{
			const FClock::time_point Now = FClock::now();
			const uint32_t NewWakes = Wakes.load();
			if (bQuit.load(std::memory_order_relaxed) || (NewWakes == SeenWakes && Now - Start > SpinTime))
			{
				return false;
			}
			Start = NewWakes == SeenWakes ? Start : Now;
			SeenWakes = NewWakes;
		}
		Wait(Round);
	}
	return true;
}

void FTaskPool::FImpl::WorkerLoop(int32_t Worker)
{
	uint32_t SeenWakes = Wakes.load();
	while (!bQuit.load())
	{
		if (WatchForWork(SeenWakes))
		{
			while (RunOneChunk(Worker))
			{
			}
			continue;
		}
		Sleepers.fetch_add(1);
		if (Unclaimed.load() <= 0 && !bQuit.load())
		{
			Wakes.wait(SeenWakes);
		}
		Sleepers.fetch_sub(1);
	}
}

FTaskPool::FTaskPool(const FTaskPoolSettings& Settings)
{
	FTaskPoolSettings Checked = Settings;
	FDiagnostics Diagnostics;
	if (!FTaskPoolSettings::Table().Validate(&Checked, Diagnostics))
	{
		FW_CHECK(false, "a task pool's settings are out of range; the defaults are used");
		Checked = FTaskPoolSettings();
	}
	Impl = std::make_unique<FImpl>(Checked);
}

FTaskPool::~FTaskPool() = default;

int32_t FTaskPool::GetThreadCount() const
{
	return int32_t(Impl->Workers.size()) + 1;
}

void FTaskPool::BeginFrame()
{
	Impl->WakeSleepers();
}

void FTaskPool::RunChunks(int32_t ChunkCount, FChunkFunction Function, void* Context)
{
	const bool bNested = Impl->bRunning.exchange(true);
	FW_CHECK(!bNested, "RunChunks was called from inside a chunk, or from two threads at once");
	if (bNested || Impl->Workers.empty() || ChunkCount <= 1)
	{
		// Also the safe answer to misuse, where the host's assert handler goes on.
		for (int32_t Chunk = 0; Chunk < ChunkCount; ++Chunk)
		{
			Function(Context, Chunk, 0);
		}
	}
	else
	{
		Impl->RunRegion(ChunkCount, Function, Context);
	}
	if (!bNested) // whoever came in between leaves the mark to its owner
	{
		Impl->bRunning.store(false);
	}
}
} // namespace Flockwork
