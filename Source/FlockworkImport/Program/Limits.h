#pragma once
// What this process may cost, set by itself: whoever starts it may have other threads, and cannot do so in between.
#include "FlockworkImport/LevelImportSettings.h"

namespace Flockwork
{
// Processor time, memory, no files written, no core files; dies with its parent; no open files but the standard three.
void LimitThisProcess(const FLevelImportSettings& Settings);
} // namespace Flockwork
