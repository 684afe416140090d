#pragma once
// What the importer writes to its stdout: all it found wrong, and the level, when it can be used.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkCore/FileBytes.h"
#include "FlockworkImport/ImportedLevel.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace Flockwork
{
// Raised with every change of the importer or of a level's bytes: kept levels of former versions are then read anew.
inline constexpr uint32_t LevelVersion = 1;
inline constexpr FFileKind ImportMessageKind{"FWIMPMSG", "importer's answer", LevelVersion};

struct FImportMessage
{
	std::vector<FDiagnostic> Found;
	bool bUsable = false;
	FImportedLevel Level;
};

std::vector<uint8_t> WriteImportMessage(const FImportMessage& Message);
// File only stands in messages. False with an error when the bytes are no whole answer.
bool ReadImportMessage(
    std::span<const uint8_t> Bytes, const std::string& File, FImportMessage& Out, FDiagnostics& Diagnostics);
} // namespace Flockwork
