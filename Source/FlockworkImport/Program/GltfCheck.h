#pragma once
// Looks at a glTF file before Assimp does, which reads beyond its buffers, runs in circles, and takes compressed or
// quantised data for plain (glTF 2.0 specification, Khronos 2021).
#include "FlockworkCore/Diagnostics.h"
#include "GuardedFiles.h"

#include <string>

namespace Flockwork
{
// False with errors when a level cannot be read from the file exactly.
bool CheckGltf(const FFileBytes& Bytes, const std::string& File, const FGuardedFiles& Files, FDiagnostics& Diagnostics);
} // namespace Flockwork
