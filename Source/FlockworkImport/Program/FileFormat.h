#pragma once
// Which of the formats that are read a file is of.
#include "FlockworkCore/Diagnostics.h"
#include "GuardedFiles.h"

#include <cstdint>
#include <string>

namespace Flockwork
{
struct FFileFormat
{
	const char* Name = "";
	const char* AssimpName = "";
};

enum class EModelUse : uint8_t
{
	Level,    // OBJ, glTF, FBX, DAE
	Character // glTF, FBX, DAE, BVH
};

// By the file's extension, which its content must not contradict. Null with an error when it is none of the use's four.
const FFileFormat* FindFormat(
    const std::string& Path, const FFileBytes& Bytes, EModelUse Use, FDiagnostics& Diagnostics);
// Extension with its dot, in small letters.
bool HasExtension(const std::string& Path, const std::string& Extension);
} // namespace Flockwork
