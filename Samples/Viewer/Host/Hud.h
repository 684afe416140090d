#pragma once
// The text on the picture: title, the script's captions, what the flocks are doing, and what colours and arrows mean.
#include "FlockworkRender/RenderTypes.h"
#include "SceneSession.h"
#include "WorldView.h"

#include <vector>

namespace Flockwork
{
// bTimes: with milliseconds a step, which differ from run to run; without them the same run gives the same picture.
// bMetrics: with a line for each flock.
std::vector<FHudLine> MakeHud(const FSceneSession& Session, const FViewOptions& Options, bool bTimes, bool bMetrics);

// The curves that the script feeds; with bMetrics, also polarisation, milling and nearest distance of the first flock
// since the scene began.
std::vector<FHudPlot> MakeHudPlots(const FSceneSession& Session, bool bMetrics);
} // namespace Flockwork
