#pragma once
// How a level file is read, and what reading it may cost.
#include "FlockworkCore/Settings.h"

#include <cstdint>
#include <string>

namespace Flockwork
{
// Which of the file's axes stands up.
enum class EImportUpAxis : uint8_t
{
	Auto, // as the file says; Y where it says nothing (OBJ)
	Y,
	Z
};

struct FLevelImportSettings
{
	float Scale = 1.0f; // times what the file says of its units; 0.01 for an OBJ in centimetres
	EImportUpAxis UpAxis = EImportUpAxis::Auto;
	float MaxLinkClimb = 1.0f; // m; a link whose ends differ more in height leads only down
	// Limits of the process that reads the file
	float MaxSeconds = 60.0f;        // s of processor time; four times as long by the clock
	int32_t MaxMegabytes = 4096;     // of memory, and of what comes back
	int32_t MaxTriangles = 10000000; // instances counted each
	// Cache
	bool bCache = true;      // LoadLevel and LoadOrBuildNavMesh keep their results in files
	std::string CacheFolder; // must exist; empty: beside the level, or the user's cache folder when that cannot be
	// The program that reads the file; empty: FlockworkImporter beside the executable or the shared library
	std::string Importer;

	// "import"
	static const FSettingsTable& Table();
};

// Adds "import".
void RegisterImportSettings(FSettingsRegistry& Registry);
} // namespace Flockwork
