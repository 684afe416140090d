#pragma once
// Reads Biovision's BVH, a text: a tree of joints with offsets, and angles by frame. It says nothing of its units; Y is
// up.
#include "FlockworkCore/Diagnostics.h"
#include "GuardedFiles.h"
#include "RigFile.h"

#include <string>

namespace Flockwork
{
// False with errors that name the line.
bool ReadBvhRig(const std::string& Path, const FFileBytes& Bytes, FRigFile& Out, FDiagnostics& Diagnostics);
} // namespace Flockwork
