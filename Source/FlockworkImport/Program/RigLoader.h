#pragma once
// A character file of any format that is read.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkImport/LevelImportSettings.h"
#include "RigFile.h"

#include <string>

namespace Flockwork
{
// False with errors that name the file and what is wrong.
bool LoadRig(const std::string& Path, const FLevelImportSettings& Settings, FRigFile& Out, FDiagnostics& Diagnostics);
// Whether a file is a character and no level: it has bones, a skin or a clip. False with errors when it cannot be read.
bool FindKind(
    const std::string& Path, const FLevelImportSettings& Settings, bool& bOutCharacter, FDiagnostics& Diagnostics);
} // namespace Flockwork
