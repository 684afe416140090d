#pragma once
#include "AngelScriptTypes.h"
#include "FlockworkCore/Diagnostics.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
struct FScriptInclude
{
	std::string Name;
	int32_t Line = 0;
	int32_t Column = 0;
};

// One walk over the tokens: takes out the #include lines (blanking them in Text) and refuses what would overflow the
// compiler's stack. False with diagnostics.
bool ScanScriptTokens(asIScriptEngine& Engine, std::string_view Path, std::string& Text,
    std::vector<FScriptInclude>& OutIncludes, FDiagnostics& Diagnostics);
} // namespace Flockwork
