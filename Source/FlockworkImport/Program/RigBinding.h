#pragma once
// Meshes bound to joints: vertices in the model's space and metres, four weights a vertex.
#include "FlockworkAnimation/SkinnedMesh.h"
#include "FlockworkCore/Diagnostics.h"
#include "RigFile.h"
#include "RigSkeleton.h"

#include <string>
#include <vector>

namespace Flockwork
{
// A node's triangles become one mesh, a section a material, vertices and triangles in the file's order. RestModels: the
// skeleton's joints at rest.
std::vector<FSkinnedMesh> BindMeshes(const std::string& Path, const FRigFile& File, const FRigSkeleton& Skeleton,
    const std::vector<glm::dmat4>& RestModels, FDiagnostics& Diagnostics);
} // namespace Flockwork
