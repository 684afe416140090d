#pragma once
// A character that was imported once is kept beside its file, as <file>.fwchar, so that the next start needs no
// importer. What was said of levels in LevelCache.h holds: nothing has to be deleted by hand.
#include "FlockworkImport/CharacterImport.h"
#include "FlockworkImport/LevelCache.h"

#include <string>

namespace Flockwork
{
// As ImportCharacter. That the result cannot be kept is a warning.
bool LoadOrImportCharacter(const std::string& Path, const FLevelImportSettings& Settings, FImportedCharacter& Out,
    FDiagnostics& Diagnostics, ECacheUse* OutUse = nullptr);
} // namespace Flockwork
