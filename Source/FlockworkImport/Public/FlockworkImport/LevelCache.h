#pragma once
// Levels and navmeshes that were made once are kept in files, so that the second start is quick. A kept file knows what
// it was made from: the level's checksum (and those of the files it names), the settings and the version. When any of
// it differs it is made again; when it is damaged, too, with a warning. Warnings about the level itself come when it is
// read, and not again. Nothing has to be deleted by hand.
#include "FlockworkCore/Tasks.h"
#include "FlockworkImport/LevelImport.h"
#include "FlockworkNavigation/NavMesh.h"

#include <string>

namespace Flockwork
{
enum class ECacheUse : uint8_t
{
	Made, // now
	Kept  // taken from the file of an earlier start
};

// As ImportLevel, through <file>.fwlevel. That the result cannot be kept is a warning.
bool LoadLevel(const std::string& Path, const FLevelImportSettings& Settings, FImportedLevel& Out,
    FDiagnostics& Diagnostics, ECacheUse* OutUse = nullptr);

// The navmesh of a level that was loaded from Path, through <file>.fwnav. Progress as in FNavMesh::Build; on error, or
// when Progress ends it, Out stays as it was.
bool LoadOrBuildNavMesh(const std::string& Path, const FImportedLevel& Level, const FLevelImportSettings& Settings,
    const FNavMeshSettings& NavSettings, ITaskScheduler& Scheduler, const FNavProgress& Progress, FNavMesh& Out,
    FDiagnostics& Diagnostics, ECacheUse* OutUse = nullptr);
} // namespace Flockwork
