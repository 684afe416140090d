#pragma once
// The text on the picture: title, the script's captions, and what the flocks are doing.
#include "FlockworkRender/RenderTypes.h"
#include "SceneSession.h"

#include <vector>

namespace Flockwork
{
// bTimes: with milliseconds a step, which differ from run to run; without them the same run gives the same picture.
std::vector<FHudLine> MakeHud(const FSceneSession& Session, bool bTimes);
} // namespace Flockwork
