#pragma once
// Levels that scenes ask for by name. Scripts and worlds cannot read level files: a host that can does this for them.
//
//	FMyLevels Levels;                             // an ISceneLevels
//	Scene.SetLevels(&Levels);                     // before Load
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkCore/Math.h"

#include <string>
#include <vector>

namespace Flockwork
{
class UWorld;

// A place with a meaning, which the beginning of its name says: Goal_Fountain_01, Exit_2.
struct FSceneMarker
{
	std::string Name;
	FVector Position{0.0f, 0.0f, 0.0f}; // m
};

class ISceneLevels
{
public:
	virtual ~ISceneLevels() = default;

	// Puts a level into the world; on the thread of the script that asks for it, between steps or in a Report phase.
	// The navmesh is there at once (UNavigationSubsystem::SetMesh), since the script asks it for places; bodies and
	// what is drawn come by orders (UWorld::Enqueue), as all that scripts spawn, so that they are part of a replay.
	// False with an error that names the file and what is wrong: the script stops with it, and the world must be as it
	// was. Warnings go on.
	virtual bool LoadLevel(
	    const std::string& Name, UWorld& World, std::vector<FSceneMarker>& OutMarkers, FDiagnostics& Diagnostics) = 0;
};
} // namespace Flockwork
