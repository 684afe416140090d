#pragma once
// The scenes under Samples/: a folder of the scene's name that holds a script of the same name.
#include "FlockworkCore/Diagnostics.h"

#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
// The scene that runs when none is named.
inline constexpr std::string_view MainScene = "ZombieHorde";

struct FSceneEntry
{
	std::string Name;
	std::string Script;  // path of Samples/<Name>/<Name>.as
	std::string Summary; // the script's first comment line
};

// Where Content/ and Samples/ lie: the environment's FLOCKWORK_ROOT, or the checkout the host was built from.
std::string FindContentRoot();

// All scenes by name. Samples/ missing or without a scene is an error.
std::vector<FSceneEntry> FindScenes(const std::string& Root, FDiagnostics& Diagnostics);

// The scene of that name; otherwise null, and an error that tells the nearest name.
const FSceneEntry* FindScene(const std::vector<FSceneEntry>& Scenes, std::string_view Name, FDiagnostics& Diagnostics);
} // namespace Flockwork
