#pragma once
// A level as bytes: what comes through the importer's pipe, and what is kept in a file.
#include "FlockworkCore/Serialize.h"
#include "FlockworkImport/ImportedLevel.h"

namespace Flockwork
{
void WriteLevel(const FImportedLevel& Level, FByteWriter& Writer);
// False when the bytes end early, or hold what no level has: numbers that are not finite, indices beyond the end, parts
// that do not follow each other. Out is then in no usable state.
bool ReadLevel(FByteReader& Reader, FImportedLevel& Out);
} // namespace Flockwork
