#pragma once
#include "ScriptApi.h"
#include "ScriptString.h"

#include <memory>
#include <string>
#include <string_view>

namespace Flockwork
{
// The type "string", whose length and memory are limited, and the functions on it. The factory keeps the literals of
// the compiled script and must outlive the engine.
class FScriptStringFactory;
std::shared_ptr<FScriptStringFactory> RegisterScriptString(FScriptApi& Api);

// Shortest decimal form that reads back to the same value.
std::string FormatNumber(float Value);
std::string FormatNumber(double Value);
} // namespace Flockwork
