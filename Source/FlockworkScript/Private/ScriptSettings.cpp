#include "FlockworkScript/ScriptSettings.h"

namespace Flockwork
{
const FSettingsTable& FScriptSettings::Table()
{
	using S = FScriptSettings;
	static const FSettingsTable Table =
	    TSettingsTableBuilder<S>("script", "What a scene's script may use up before it is stopped.")
	        .Int("maxLines", &S::MaxLines, "1", 1000, 1e9, "Statements in one step; a million take about 15 ms.")
	        .Int("maxDepth", &S::MaxDepth, "1", 8, 1000, "Calls inside calls.")
	        .Int("maxObjects", &S::MaxObjects, "1", 100, 1e6,
	            "Living script objects that can form cycles, which the garbage collector looks after.")
	        .Float("maxMemory", &S::MaxMemory, "MB", 0.5, 7.0,
	            "All strings, arrays and objects of the script. Not above 7: a million handles to one object, 8 bytes "
	            "each, would end the process.")
	        .Int("maxStringLength", &S::MaxStringLength, "byte", 256, 1e6, "Length of one string.")
	        .Int("maxArrayLength", &S::MaxArrayLength, "1", 16, 500000, "Elements of one array.")
	        .Int("maxActors", &S::MaxActors, "1", 1, 1e6, "Actors in the world, above which the script spawns no more.")
	        .Int("maxTimers", &S::MaxTimers, "1", 1, 1e6, "Waiting At, Every and When entries.")
	        .Int("maxLogLines", &S::MaxLogLines, "1", 1, 10000,
	            "Log lines in a second of world time; the rest is dropped and counted.")
	        .Float("watchdog", &S::Watchdog, "s", 0.0, 3600.0,
	            "Real time in one step after which the script is stopped; 0 waits for ever.")
	        .Bool("trialCompile", &S::bTrialCompile,
	            "Compile in a copy of the process first: some mistakes end the packaged AngelScript with its process.")
	        .Build();
	return Table;
}
} // namespace Flockwork
