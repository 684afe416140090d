#pragma once
// Save and continue. A world that was restored continues bit for bit as the one that was saved (contact caches are
// cleared in both; a host's own Bullet world is outside the promise and is refused).
#include "FlockworkCore/Diagnostics.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace Flockwork
{
class UWorld;

class FSnapshot
{
public:
	// Between steps; anything else is a misuse. Empty with diagnostics when the world cannot be saved.
	static std::vector<uint8_t> Take(UWorld& World, FDiagnostics& Diagnostics);
	// A damaged, foreign or newer snapshot, or one that needs prefab classes this build has not: an error that says
	// which, and the world is untouched. References to actors and subsystems end here; ids stay good. Checks, metrics
	// and a recorder stay with the world.
	static bool Restore(
	    UWorld& World, std::span<const uint8_t> Bytes, const std::string& File, FDiagnostics& Diagnostics);
	static bool Save(UWorld& World, const std::string& Path, FDiagnostics& Diagnostics);
	static bool Load(UWorld& World, const std::string& Path, FDiagnostics& Diagnostics);
};
} // namespace Flockwork
