#pragma once
// All that a scene's script has set up besides its own global variables: what a snapshot holds of it.
#include "FlockworkCore/Random.h"
#include "FlockworkCore/Serialize.h"
#include "FlockworkGame/Checks.h"
#include "FlockworkScript/SceneLevels.h"
#include "FlockworkScript/ScriptScene.h"
#include "ScriptCamera.h"
#include "ScriptTimeline.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
// A check by the name of its script function. The world's list holds the result.
struct FSceneCheck
{
	std::string Name;
	std::string Condition;
	std::string Function;
	ECheckWhen When = ECheckWhen::AtEnd;
	double Time = 0.0; // s
};

struct FSceneStream
{
	std::string Purpose; // empty: the script's common one
	FRandomStream Stream;
};

struct FTimedCaption
{
	std::string Text;
	double Start = 0.0; // s
	double End = 0.0;   // s
};

struct FSceneState
{
	bool bBegun = false;
	FSceneHints Hints;
	FScriptTimeline Timeline;
	FScriptCamera Camera;
	std::vector<FSceneCheck> Checks;
	std::vector<FSceneStream> Streams; // a script's FRandomStream is a place in here
	std::vector<FTimedCaption> Captions;
	std::vector<FScenePlot> Plots;
	std::map<std::string, double, std::less<>> Parameters;
	std::map<std::string, float, std::less<>> Inputs;
	FActorId BoundActor;                 // gets the input axes
	FVector SentInput{0.0f, 0.0f, 0.0f}; // the axes and the camera's yaw that it got last
	float FieldOfView = 0.9f;            // rad, of the next shots
	uint64_t NamesGiven = 0;
	std::string Level; // empty: none
	std::vector<FSceneMarker> Markers;

	// The place of the stream for Purpose, made from the world's seed when it is new.
	int32_t FindOrAddStream(std::string_view Purpose, uint64_t WorldSeed);
	void Save(FByteWriter& Writer) const;
	bool Restore(FByteReader& Reader);
};
} // namespace Flockwork
