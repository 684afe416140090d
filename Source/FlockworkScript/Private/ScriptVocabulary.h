#pragma once
#include "ScriptApi.h"

namespace Flockwork
{
// All that a scene can use beside strings, arrays and mathematics.
void RegisterSceneVocabulary(FScriptApi& Api);
} // namespace Flockwork
