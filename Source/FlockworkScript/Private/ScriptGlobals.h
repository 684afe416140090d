#pragma once
// The global variables of a script, for snapshots and reloads: numbers, bool, enums, strings, plain value types
// (FVector, AActor ...) and arrays of these. Objects of script classes and handles are left out.
#include "AngelScriptTypes.h"
#include "FlockworkCore/Serialize.h"

#include <string>
#include <vector>

namespace Flockwork
{
void SaveScriptGlobals(asIScriptModule& Module, FByteWriter& Writer);
// Fills the globals of the same type and name; others keep what their initialisers gave. False when damaged.
bool RestoreScriptGlobals(asIScriptModule& Module, FByteReader& Reader);
// The declarations of those that cannot be saved.
std::vector<std::string> FindUnsavedGlobals(asIScriptModule& Module);
} // namespace Flockwork
