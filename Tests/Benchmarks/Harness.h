#pragma once
// How everything here is measured. A case runs in three rounds; each round begins with a fresh state, runs a few steps
// and takes their median; the best of the three medians counts. (A flock clumps while it runs, so long runs would
// measure another flock than the one they name.)
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace Flockwork
{
inline constexpr int32_t RoundCount = 3;
inline constexpr float StepTime = 1.0f / 60.0f; // s

struct FMeasured
{
	std::string Name;  // "kernel", "bullet stock" ...
	int32_t Count = 0; // boids or bodies
	int32_t Threads = 1;
	double Milliseconds = 0.0; // a step: the best of Medians
	std::vector<double> Medians;
	double Neighbors = -1.0;                            // mean within the radius; -1: does not apply
	double Allocations = -1.0;                          // a step, in the last round; -1: not counted
	double BytesPerBoid = -1.0;                         // in steady state, besides Bullet's own; -1: not counted
	double BulletBytesPerBoid = -1.0;                   // Bullet's body, its proxy and its world's lists
	std::vector<std::pair<std::string, double>> Phases; // ms, of a whole step
};

struct FCase
{
	std::string Name;
	int32_t Count = 0;
	int32_t Threads = 1;
	int32_t Steps = 20;          // a round; the first two are not counted where there are more than three
	std::function<void()> Begin; // a fresh state; may be null
	std::function<void()> Step;
	std::function<void()> After; // after each step, not measured; may be null
};

FMeasured Measure(const FCase& Case);

// Allocations of this process so far, by operator new and by Bullet.
struct FAllocationCount
{
	int64_t Calls = 0;
	int64_t LiveBytes = 0;       // operator new
	int64_t LiveBulletBytes = 0; // Bullet's aligned allocator
};
FAllocationCount GetAllocationCount();
// Before the first Bullet object is made.
void CountBulletAllocations();
} // namespace Flockwork
