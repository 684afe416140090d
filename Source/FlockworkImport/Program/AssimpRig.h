#pragma once
// A rigged FBX or DAE as Assimp has read it, its traps closed.
#include "FlockworkCore/Diagnostics.h"
#include "ModelFile.h"
#include "RigFile.h"

#include <string>

namespace Flockwork
{
// False with errors when the file holds what cannot be.
bool ReadAssimpRig(const std::string& Path, const FModelFile& Model, FRigFile& Out, FDiagnostics& Diagnostics);
} // namespace Flockwork
