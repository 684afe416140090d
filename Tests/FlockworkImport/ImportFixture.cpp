#include "ImportFixture.h"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace Flockwork
{
FTemporaryFolder::FTemporaryFolder()
{
	static std::atomic<uint32_t> Count{0};
	Folder = std::filesystem::temp_directory_path() /
	         ("flockwork-import-" + std::to_string(getpid()) + "-" + std::to_string(++Count));
	std::filesystem::create_directories(Folder);
}

FTemporaryFolder::~FTemporaryFolder()
{
	std::error_code Ignored;
	std::filesystem::remove_all(Folder, Ignored);
}

std::string FTemporaryFolder::Write(std::string_view Name, std::string_view Content) const
{
	const std::string File = Path(Name);
	std::ofstream(File, std::ios::binary) << Content;
	return File;
}

FImportResult Import(const std::string& Path, const FLevelImportSettings& Settings)
{
	FImportResult Result;
	Result.Level.Format = "untouched";
	Result.bOk = ImportLevel(Path, Settings, Result.Level, Result.Diagnostics);
	return Result;
}

bool IsRefused(const FImportResult& Result, const std::string& Path)
{
	return !Result.bOk && Result.Diagnostics.HasErrors() && Result.Says(Path) && Result.Level.Format == "untouched" &&
	       Result.Level.Parts.empty();
}

std::string ReadWhole(const std::string& Path)
{
	std::ifstream Stream(Path, std::ios::binary);
	return {std::istreambuf_iterator<char>(Stream), std::istreambuf_iterator<char>()};
}

double SignedVolume(const FNavMeshInput& Ground)
{
	double Sum = 0.0;
	for (size_t At = 0; At < Ground.Indices.size(); At += 3)
	{
		const glm::dvec3 A(Ground.Vertices[Ground.Indices[At]]);
		const glm::dvec3 B(Ground.Vertices[Ground.Indices[At + 1]]);
		const glm::dvec3 C(Ground.Vertices[Ground.Indices[At + 2]]);
		Sum += glm::dot(A, glm::cross(B, C)) / 6.0;
	}
	return Sum;
}

float Distance(const FBox& Box, const FVector& Min, const FVector& Max)
{
	const FVector Low = glm::abs(Box.Min - Min);
	const FVector High = glm::abs(Box.Max - Max);
	return std::max({Low.x, Low.y, Low.z, High.x, High.y, High.z});
}
} // namespace Flockwork
