#pragma once
#include "ScriptApi.h"

namespace Flockwork
{
// FVector, FQuat and the functions of namespace FMath.
void RegisterScriptMath(FScriptApi& Api);
} // namespace Flockwork
