#pragma once
// A file that keeps a result for the next start: the key of what it was made from, and the result.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkCore/FileBytes.h"
#include "FlockworkImport/ImportedLevel.h"
#include "FlockworkImport/LevelImportSettings.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
enum class EKept : uint8_t
{
	Nothing, // no file, or made from something else
	Damaged,
	Found
};

// Whether the files that a result was made from are as they were. The first may have another name by now, Path; those
// that it names may not.
bool AreSourcesUnchanged(const std::vector<FLevelSource>& Sources, const std::string& Path);

class FKeptFile
{
public:
	// Extension with its dot. Without a cache (Settings.bCache) nothing is found and nothing kept.
	FKeptFile(const FFileKind& InKind, const std::string& Level, std::string_view Extension,
	    const FLevelImportSettings& Settings);

	// Beside the level first, then in the user's folder. OutContent is what Keep got with the same key.
	EKept Find(uint64_t Key, std::vector<uint8_t>& OutContent);
	// Warns when it can be kept nowhere.
	void Keep(uint64_t Key, std::span<const uint8_t> Content, FDiagnostics& Diagnostics) const;
	void WarnOfDamage(FDiagnostics& Diagnostics) const;
	// The file that Find looked at last.
	const std::string& GetPath() const { return Looked; }

private:
	FFileKind Kind;
	std::string Level;
	std::vector<std::filesystem::path> Places; // by preference; none when nothing is to be kept
	std::string Looked;
};
} // namespace Flockwork
