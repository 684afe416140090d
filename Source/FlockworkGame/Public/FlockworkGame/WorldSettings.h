#pragma once
#include "FlockworkCore/Settings.h"

#include <cstdint>

namespace Flockwork
{
// Table "world". Gravity and the solver belong to FPhysicsSettings ("physics").
struct FWorldSettings
{
	float FixedStep = 1.0f / 60.0f; // [s, 0.001..0.1] every step is this long
	int32_t MaxStepsPerTick = 4;    // [1..1000] a longer Tick drops the rest of its time and reports it
	int32_t Seed = 1;               // all random streams of the world come from it
	int32_t Threads = 0;            // [0..256] of the world's own task pool; 0: one per processor. No effect on results
	int32_t MaxActors = 200000;     // spawns beyond it are refused and reported
	int32_t MaxOrders = 65536;      // orders beyond it are refused and reported
	int32_t MaxEvents = 65536;      // events of one step beyond it are dropped and counted
	float KillHeight = -100.0f;     // [m] actors that fall below it are destroyed
	float MaxDistance = 100000.0f;  // [m] a body farther from the origin is put back and reported
	float MetricsInterval = 0.25f;  // [s, 0 = every step] between two samples of the flock metrics
	int32_t MetricsCapacity = 4096; // samples kept of each flock; the oldest are dropped
	int32_t HashInterval = 1;       // [steps, 0 = only when asked] between two state hashes
	static const FSettingsTable& Table();
};
} // namespace Flockwork
