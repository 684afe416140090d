#pragma once
// A run in a window, where a person plays with the flock.
#include "Report.h"
#include "SceneSession.h"

#include <memory>
#include <optional>

namespace Flockwork
{
// Until the window is closed, or Seconds of the scene have passed. Session is replaced when the person starts anew.
// False with diagnostics when no window can be opened.
bool RunInWindow(std::unique_ptr<FSceneSession>& Session, std::optional<double> Seconds, FDrawStats& OutStats,
    FDiagnostics& Diagnostics);
} // namespace Flockwork
