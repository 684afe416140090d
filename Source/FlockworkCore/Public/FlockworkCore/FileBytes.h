#pragma once
// Binary files that know what they are: kind, version, size and checksum before the content.
#include "FlockworkCore/Diagnostics.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
struct FFileKind
{
	std::string_view Magic; // 8 letters
	std::string_view Name;  // for messages
	uint32_t Version = 1;
};

std::vector<uint8_t> WrapBytes(const FFileKind& Kind, std::span<const uint8_t> Content);
// Content is inside Bytes. False with diagnostics when Bytes are no such file, newer, truncated or damaged.
bool UnwrapBytes(const FFileKind& Kind, std::span<const uint8_t> Bytes, const std::string& File,
    std::span<const uint8_t>& OutContent, FDiagnostics& Diagnostics);
// As WriteTextFile.
bool WriteBytesFile(const std::string& Path, std::span<const uint8_t> Bytes, FDiagnostics& Diagnostics);
bool ReadBytesFile(const std::string& Path, std::vector<uint8_t>& Out, FDiagnostics& Diagnostics);
} // namespace Flockwork
