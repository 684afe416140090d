#pragma once
// A folder of its own for each test, files in it, and what an import of them gives.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkImport/LevelImport.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
class FTemporaryFolder
{
public:
	FTemporaryFolder();
	~FTemporaryFolder();
	FTemporaryFolder(const FTemporaryFolder&) = delete;
	FTemporaryFolder& operator=(const FTemporaryFolder&) = delete;

	std::string Path(std::string_view Name) const { return (Folder / Name).string(); }
	std::string Write(std::string_view Name, std::string_view Content) const; // its path

private:
	std::filesystem::path Folder;
};

struct FImportResult
{
	bool bOk = false;
	FImportedLevel Level;
	FDiagnostics Diagnostics;

	std::string Text() const { return Diagnostics.ToString(); }
	bool Says(std::string_view Part) const { return Text().find(Part) != std::string::npos; }
};

FImportResult Import(const std::string& Path, const FLevelImportSettings& Settings = {});
// Refused with an error that names the file, and the level stayed as it was.
bool IsRefused(const FImportResult& Result, const std::string& Path);

std::string ReadWhole(const std::string& Path);
// Six times it is the sum of the corners' triple products: positive when all faces of a solid look outward.
double SignedVolume(const FNavMeshInput& Ground);
// How far Box is from the one with these corners, at most.
float Distance(const FBox& Box, const FVector& Min, const FVector& Max);
} // namespace Flockwork
