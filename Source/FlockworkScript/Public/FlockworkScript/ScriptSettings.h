#pragma once
#include "FlockworkCore/Settings.h"

#include <cstdint>

namespace Flockwork
{
// Table "script": what a scene's script may use up. A script that goes beyond is stopped and reported; the world goes
// on. All but Watchdog depend on the script alone, so that it stops at the same place in every run.
struct FScriptSettings
{
	int32_t MaxLines = 1000000;      // [1000..1000000000] statements in one step; a million take about 15 ms
	int32_t MaxDepth = 256;          // [8..1000] calls inside calls
	int32_t MaxObjects = 10000;      // [100..1000000] living script objects that the garbage collector looks after
	float MaxMemory = 6.0f;          // [MB, 0.5..7] a handle takes 8 bytes, and a million to one object end the process
	int32_t MaxStringLength = 65536; // [256..1000000] bytes
	int32_t MaxArrayLength = 100000; // [16..500000] elements of one array
	int32_t MaxActors = 100000;      // [1..1000000] actors in the world, above which a script spawns no more
	int32_t MaxTimers = 10000;       // [1..1000000] waiting At, Every and When entries
	int32_t MaxLogLines = 20;        // [1..10000] a second of world time; the rest is counted
	float Watchdog = 2.0f;           // [s, 0..3600; 0: off] real time in one step
	bool bTrialCompile = true;       // first in a copy of the process, since some mistakes end AngelScript's
	static const FSettingsTable& Table();
};
} // namespace Flockwork
