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
	// Between steps; anything else is a misuse. Empty with diagnostics when the world cannot be saved: it is in a
	// host's own Bullet world, or has bodies that no actor owns (made by UWorld::GetPhysics().CreateBody).
	static std::vector<uint8_t> Take(UWorld& World, FDiagnostics& Diagnostics);
	// How many bytes Take would give now, 0 when the world cannot be saved. Changes nothing, contact caches included.
	static size_t Measure(UWorld& World, FDiagnostics& Diagnostics);
	// Into a host's own Bullet world, a damaged, foreign or newer snapshot, or one that needs prefab classes this build
	// has not: an error that says which, and the world is untouched. References to actors and subsystems end here; ids
	// stay good. Checks, metrics and a recorder stay with the world.
	static bool Restore(
	    UWorld& World, std::span<const uint8_t> Bytes, const std::string& File, FDiagnostics& Diagnostics);
	static bool Save(UWorld& World, const std::string& Path, FDiagnostics& Diagnostics);
	static bool Load(UWorld& World, const std::string& Path, FDiagnostics& Diagnostics);

private:
	static std::vector<uint8_t> Write(UWorld& World, bool bForReal, FDiagnostics& Diagnostics);
};
} // namespace Flockwork
