#pragma once
// The files that Assimp may read: regular ones in the level's folder or below, each read whole, once. What was read,
// missed or refused is remembered.
#include "FlockworkImport/ImportedLevel.h"

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace Flockwork
{
using FFileBytes = std::vector<uint8_t>;

class FGuardedFiles final : public Assimp::IOSystem
{
public:
	explicit FGuardedFiles(const std::string& InLevel);

	bool Exists(const char* Name) const override;
	char getOsSeparator() const override { return '/'; }
	Assimp::IOStream* Open(const char* Name, const char* Mode = "rb") override;
	void Close(Assimp::IOStream* Stream) override { delete Stream; }

	// Null when the file is not there, cannot be read, or may not be.
	std::shared_ptr<const FFileBytes> Read(const std::string& Name) const;
	// A file that another names, from the level's folder.
	std::shared_ptr<const FFileBytes> ReadBeside(const std::string& Relative) const;
	// Whether there is such a file beside the level; nothing is told of one that is not.
	bool IsThere(const std::string& Relative) const;
	// From now on there is nothing but what was read: Assimp tries names that no file has named.
	void Freeze() { bFrozen = true; }
	void Thaw() { bFrozen = false; }
	const std::vector<FLevelSource>& GetSources() const { return Sources; }
	// Names that lead out of the level's folder.
	const std::set<std::string>& GetRefused() const { return Refused; }

private:
	bool MayRead(const std::filesystem::path& File) const;
	std::string RelativeName(const std::filesystem::path& File) const;

	std::filesystem::path Level;
	std::filesystem::path Folder; // canonical
	bool bFrozen = false;
	// Assimp asks through const functions.
	mutable std::map<std::string, std::shared_ptr<const FFileBytes>> Known; // null: not there
	mutable std::vector<FLevelSource> Sources;
	mutable std::set<std::string> Refused;
};
} // namespace Flockwork
