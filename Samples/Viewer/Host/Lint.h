#pragma once
// ./Samples/run --lint FILE: all that is wrong, or unwise, with one preset, prefab or scene.
#include "FlockworkCore/Diagnostics.h"

#include <string>

namespace Flockwork
{
// Root holds Content/, which prefabs and scenes may refer to. Errors: the file cannot be used. Warnings: it can.
// False when there is any error.
bool LintFile(const std::string& File, const std::string& Root, FDiagnostics& Diagnostics);
} // namespace Flockwork
