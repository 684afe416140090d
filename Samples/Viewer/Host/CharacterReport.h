#pragma once
// ./Samples/run --import FILE, when FILE is a character.
#include "FlockworkCore/Diagnostics.h"

#include <string>

namespace Flockwork
{
// As ReportImport.
bool ReportCharacter(const std::string& File, std::string& OutReport, FDiagnostics& Diagnostics);
} // namespace Flockwork
