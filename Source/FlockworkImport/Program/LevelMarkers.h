#pragma once
// What a node's name says (Content/Levels/README.md).
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkImport/ImportedLevel.h"
#include "FlockworkImport/LevelImportSettings.h"

#include <optional>
#include <string>
#include <string_view>

namespace Flockwork
{
bool IsObstacleName(std::string_view Node);
std::optional<ELevelMarker> FindMarkerKind(std::string_view Node);
// Pairs the link ends among the level's markers; an end that has no partner is a warning.
void PairLinks(
    const std::string& File, const FLevelImportSettings& Settings, FImportedLevel& Level, FDiagnostics& Diagnostics);
} // namespace Flockwork
