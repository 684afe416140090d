#pragma once
// What the importer writes to its stdout: all it found wrong, and what it read, when that can be used.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkCore/FileBytes.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
// Raised with every change of the importer or of a level's bytes: kept levels of former versions are then read anew.
inline constexpr uint32_t LevelVersion = 1;
inline constexpr FFileKind ImportMessageKind{"FWIMPMSG", "importer's answer", 2};

inline constexpr std::string_view NoSense = "the importer's answer makes no sense: is FlockworkImporter of this build?";

struct FImportMessage
{
	std::vector<FDiagnostic> Found;
	bool bUsable = false;
	std::vector<uint8_t> Content; // a level (LevelBytes.h), a character asset's file, or nothing
};

std::vector<uint8_t> WriteImportMessage(const FImportMessage& Message);
// File only stands in messages. False with an error when the bytes are no whole answer.
bool ReadImportMessage(
    std::span<const uint8_t> Bytes, const std::string& File, FImportMessage& Out, FDiagnostics& Diagnostics);
} // namespace Flockwork
