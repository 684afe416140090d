#pragma once
// The default task scheduler: a small pool made for a game's frame. Chunks are claimed atomically; the caller works too
// and never waits for work that nobody has claimed. BeginFrame wakes the workers, which spin for SpinTime between
// parallel regions (waking a sleeping thread takes longer than a whole 10,000-boid step) and then sleep.
#include "FlockworkCore/Tasks.h"

#include <memory>

namespace Flockwork
{
class FSettingsTable;

struct FTaskPoolSettings
{
	int32_t ThreadCount = 0;  // [1, 256] the caller included; 0: one per processor
	float SpinTime = 0.001f;  // [0, 1] s; larger wastes power, 0 makes each region pay a wake-up
	bool bPinThreads = false; // ties worker i to processor i; only for a machine that does nothing else (Linux only)

	static const FSettingsTable& Table(); // "tasks"
};

// Chunks run in the caller's floating-point mode (rounding, flush to zero) on every thread.
class FTaskPool final : public ITaskScheduler
{
public:
	explicit FTaskPool(const FTaskPoolSettings& Settings = {});
	~FTaskPool() override;
	FTaskPool(const FTaskPool&) = delete;
	FTaskPool& operator=(const FTaskPool&) = delete;

	int32_t GetThreadCount() const override;
	void BeginFrame() override;
	// From inside a chunk or from two threads at once is a misuse.
	void RunChunks(int32_t ChunkCount, FChunkFunction Function, void* Context) override;

private:
	struct FImpl;
	std::unique_ptr<FImpl> Impl;
};
} // namespace Flockwork
