#pragma once
// The report of a run: as JSON (its keys are documented in Samples/Viewer/Report.schema.json) and as a short text.
#include "FlockworkCore/DataNode.h"
#include "SceneSession.h"

#include <string>

namespace Flockwork
{
// The session must be finished. Frames and DrawMilliseconds (a frame, mean) are 0 where nothing was drawn.
struct FDrawStats
{
	int64_t Frames = 0;
	double DrawMilliseconds = 0.0;
};
FDataNode MakeReport(const FSceneSession& Session, const FDrawStats& Draw);

// Some lines for a person: what ran, how fast, each check, each fault.
std::string MakeSummary(const FSceneSession& Session, const FDrawStats& Draw);
} // namespace Flockwork
