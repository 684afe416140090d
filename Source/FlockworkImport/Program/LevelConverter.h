#pragma once
// A model file's nodes, meshes and materials as a level.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkImport/ImportedLevel.h"
#include "FlockworkImport/LevelImportSettings.h"
#include "ModelFile.h"

namespace Flockwork
{
// False with an error when no triangle is left, or there are too many.
bool ConvertLevel(const std::string& Path, const FModelFile& Model, const FLevelImportSettings& Settings,
    FImportedLevel& Out, FDiagnostics& Diagnostics);
} // namespace Flockwork
