#pragma once
// A prefab as its file has it, before its parent's components are put under it.
#include "FlockworkGame/Prefabs.h"

#include <string>
#include <string_view>

namespace Flockwork
{
struct FPrefabSource
{
	std::string Name;
	std::string Parent;
	std::string File;
	FSourcePlace ParentPlace;
	FDataNode Components = FDataNode::MakeObject();
};

// Checks the document's own members; Out is untouched on an error.
bool ReadPrefabSource(const FDataNode& Root, std::string_view File, FPrefabSource& Out, FDiagnostics& Diagnostics);
// Lays a "components" object over what Into has.
bool LayComponents(FPrefab& Into, const FDataNode& Components, std::string_view File, const FGameRegistry& Registry,
    const FPresetLibrary& Presets, FDiagnostics& Diagnostics);
FPrefab ClonePrefab(const FPrefab& From);
// All components with all their settings, as a "components" object.
FDataNode WriteComponents(const FPrefab& Prefab, const FGameRegistry& Registry);
} // namespace Flockwork
