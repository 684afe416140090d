#pragma once
// A character of what a file says.
#include "FlockworkAnimation/CharacterAsset.h"
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkImport/LevelImportSettings.h"
#include "RigFile.h"

#include <string>

namespace Flockwork
{
// False with errors when the file cannot be a character; warnings name what to change.
bool BuildCharacter(const std::string& Path, const FRigFile& File, const FLevelImportSettings& Settings,
    FCharacterAsset& Out, FDiagnostics& Diagnostics);
} // namespace Flockwork
