#pragma once
// ./Samples/run --import FILE: what is in a level file, and what would be wrong with it as ground for a crowd; or what
// is in a character file, which is one that has bones, a skin or a clip.
#include "FlockworkCore/Diagnostics.h"

#include <string>

namespace Flockwork
{
// Reads the file anew, past any cache. False with errors when it cannot be used; OutReport then holds what is known.
bool ReportImport(const std::string& File, std::string& OutReport, FDiagnostics& Diagnostics);
} // namespace Flockwork
