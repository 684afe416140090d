#pragma once
// Reads a level from OBJ, glTF (.gltf, .glb), FBX or DAE. The reading is done by another program, FlockworkImporter,
// within limits: whatever the file holds, this process gets either a level or an error that names the file and the
// reason.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkImport/ImportedLevel.h"
#include "FlockworkImport/LevelImportSettings.h"

#include <string>

namespace Flockwork
{
// Reads the file, always. Files that it names (buffers, materials) must lie in its folder or below. What cannot be used
// (triangles that are not finite, links without a partner, missing materials) is dropped with a warning. False with an
// error when nothing usable is left; Out is then untouched. Blocks; any thread; several at once may run.
bool ImportLevel(
    const std::string& Path, const FLevelImportSettings& Settings, FImportedLevel& Out, FDiagnostics& Diagnostics);

// The program that ImportLevel starts: Settings.Importer, or the one that is found. Empty when there is none.
std::string FindImporter(const FLevelImportSettings& Settings);
} // namespace Flockwork
