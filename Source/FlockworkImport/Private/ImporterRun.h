#pragma once
// Starts FlockworkImporter on a file and takes its answer.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkImport/LevelImportSettings.h"
#include "ImportMessage.h"

#include <string>

namespace Flockwork
{
// Command: "level", "character" or "kind" (Program/Main.cpp). Adds all that the importer found to Diagnostics. False
// with an error when nothing usable came back.
bool RunImporter(const std::string& Command, const std::string& Path, const FLevelImportSettings& Settings,
    FImportMessage& Out, FDiagnostics& Diagnostics);
} // namespace Flockwork
