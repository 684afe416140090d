#pragma once
// Reads a rigged glTF by itself and not through Assimp, which takes STEP and CUBICSPLINE for LINEAR and quantised data
// for plain.
#include "FlockworkCore/Diagnostics.h"
#include "GltfAccessors.h"
#include "GuardedFiles.h"
#include "RigFile.h"

#include <string>

namespace Flockwork
{
// False with errors that name the places.
bool ReadGltfRig(const std::string& Path, const FFileBytes& Bytes, const FGuardedFiles& Files, FRigFile& Out,
    FDiagnostics& Diagnostics);

// The parts of the above.
void ReadGltfMesh(FGltfAccessors& Accessors, const FDataNode& Mesh, int32_t Node, int32_t Skin, FRigFile& Out);
void ReadGltfMaterials(FGltfDocument& Document, const FGuardedFiles& Files, FGltfAccessors& Accessors, FRigFile& Out);
void ReadGltfClips(FGltfAccessors& Accessors, const std::vector<int32_t>& NodeOf, FRigFile& Out);
// A name that may be shown; Default where there is none.
std::string GltfName(const FDataNode& Node, const std::string& Default);
} // namespace Flockwork
