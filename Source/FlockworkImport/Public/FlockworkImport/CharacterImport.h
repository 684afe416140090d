#pragma once
// Reads a rigged character from glTF (.gltf, .glb), FBX, DAE or BVH. As with levels the reading is done by another
// program, FlockworkImporter, within limits: whatever the file holds, this process gets either a character or an error
// that names the file and the reason.
#include "FlockworkAnimation/CharacterAsset.h"
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkImport/ImportedLevel.h"
#include "FlockworkImport/LevelImportSettings.h"

#include <cstdint>
#include <string>
#include <vector>

namespace Flockwork
{
struct FImportedCharacter
{
	FCharacterAsset Asset;
	std::string Format;                // "glTF", "FBX", "DAE" or "BVH"
	float MetersPerUnit = 1.0f;        // of the file, the settings' scale included
	std::string UpAxis = "Y";          // of the file
	std::vector<FLevelSource> Sources; // the character's own file first
};

enum class EFileKind : uint8_t
{
	Level,
	Character // it has bones, a skin or a clip
};

// Reads the file, always. What cannot be used is dropped with a warning that says what to change; what would come out
// wrong (sheared joints, keys that are no numbers, buffers that are not there) is an error with its place. False on
// errors; Out is then untouched. Blocks; any thread; several at once may run. Of Settings MaxLinkClimb means nothing.
bool ImportCharacter(
    const std::string& Path, const FLevelImportSettings& Settings, FImportedCharacter& Out, FDiagnostics& Diagnostics);

// What a file is to be read as. False with errors when it cannot be read at all; Out is then untouched.
bool FindFileKind(
    const std::string& Path, const FLevelImportSettings& Settings, EFileKind& Out, FDiagnostics& Diagnostics);
} // namespace Flockwork
