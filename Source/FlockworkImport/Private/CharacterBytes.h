#pragma once
// An imported character as bytes: what comes through the importer's pipe, and what is kept in a file.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkImport/CharacterImport.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace Flockwork
{
// Raised with every change of the importer: kept characters of former versions are then read anew.
inline constexpr uint32_t ImportedCharacterVersion = 1;

std::vector<uint8_t> WriteImportedCharacter(const FImportedCharacter& Character);
// False with an error when the bytes are none, or hold what no character has. Out is then untouched.
bool ReadImportedCharacter(
    std::span<const uint8_t> Bytes, const std::string& File, FImportedCharacter& Out, FDiagnostics& Diagnostics);
} // namespace Flockwork
