#pragma once
// Looks at a glTF file before Assimp does, which reads beyond its buffers, runs in circles, and takes compressed or
// quantised data for plain (glTF 2.0 specification, Khronos 2021).
#include "FlockworkCore/Diagnostics.h"
#include "GltfDocument.h"

namespace Flockwork
{
enum class EGltfUse : uint8_t
{
	Level,    // Assimp reads it: its meshes are looked at, too
	Character // its numbers are read by FGltfAccessors, quantised ones as well
};

// False with errors when it cannot be read exactly.
bool CheckGltf(const FGltfDocument& Document, EGltfUse Use, FDiagnostics& Diagnostics);
} // namespace Flockwork
