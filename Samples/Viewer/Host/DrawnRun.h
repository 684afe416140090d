#pragma once
// A run into files, without a window: every frame of the film is drawn at a fixed rate of simulated time, so that the
// same run gives the same film however slow the machine is.
#include "OutputFiles.h"
#include "Report.h"
#include "SceneSession.h"

namespace Flockwork
{
// Runs Seconds of the scene. False with diagnostics when nothing can be drawn or written; what was simulated until then
// stands.
bool RunIntoFiles(
    FSceneSession& Session, double Seconds, const FOutputFiles& Files, FDrawStats& OutStats, FDiagnostics& Diagnostics);

// The same without drawing: steps alone.
void RunWithoutDrawing(FSceneSession& Session, double Seconds);
} // namespace Flockwork
