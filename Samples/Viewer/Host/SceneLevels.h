#pragma once
// The levels of Content/Levels, for scenes that ask for one.
#include "FlockworkScript/SceneLevels.h"

#include <string>
#include <utility>
#include <vector>

namespace Flockwork
{
class FHostLevels final : public ISceneLevels
{
public:
	// Root holds Content/.
	explicit FHostLevels(std::string InRoot) : Root(std::move(InRoot)) {}

	// Content/Levels/<Name>.glb (or .gltf, .fbx, .dae, .obj). What was read, and the navmesh, are kept beside the file
	// for the next start. Each material becomes a static actor of that colour, called <Name>.<Material>; over stairs
	// (Stairs_*) lies a slope that nobody sees, since capsules walk slopes and stumble over steps.
	bool LoadLevel(const std::string& Name, UWorld& World, std::vector<FSceneMarker>& OutMarkers,
	    FDiagnostics& Diagnostics) override;

private:
	// Empty with an error that tells the nearest name.
	std::string FindFile(const std::string& Name, FDiagnostics& Diagnostics) const;

	std::string Root;
};
} // namespace Flockwork
