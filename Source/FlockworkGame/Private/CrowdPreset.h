#pragma once
// Crowd presets: how people flee, as a file of Content/Crowds has it.
//
//	{ "format": 1, "description": "...", "flee": { "detectionRadius": 25 } }
#include "FlockworkCore/DataNode.h"
#include "FlockworkNavigation/FleeSettings.h"

#include <string_view>

namespace Flockwork
{
// On any error Out is untouched.
bool ReadCrowdPreset(const FDataNode& Root, std::string_view File, FFleeSettings& Out, FDiagnostics& Diagnostics);
} // namespace Flockwork
