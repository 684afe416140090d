#pragma once
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkCore/Math.h"

#include <filesystem>
#include <fstream>
#include <random>
#include <rapidcheck.h>
#include <string>
#include <string_view>

namespace Flockwork
{
inline bool IsNear(const FVector& A, const FVector& B, float Tolerance = 1e-5f)
{
	return Length(A - B) <= Tolerance;
}

// The same rotation: q and -q turn alike.
inline bool IsSameRotation(const FQuat& A, const FQuat& B, float Tolerance = 1e-5f)
{
	return std::abs(std::abs(glm::dot(A, B)) - 1.0f) <= Tolerance;
}

inline bool Contains(std::string_view Text, std::string_view Part)
{
	return Text.find(Part) != std::string_view::npos;
}

inline float GenFloat(float Min, float Max)
{
	const int32_t Steps = *rc::gen::inRange(0, 100001);
	return Min + (Max - Min) * float(Steps) / 100000.0f;
}

inline FVector GenVector(float Extent = 100.0f)
{
	const float X = GenFloat(-Extent, Extent);
	const float Y = GenFloat(-Extent, Extent);
	const float Z = GenFloat(-Extent, Extent);
	return {X, Y, Z};
}

inline FQuat GenRotation()
{
	const FVector Axis = GenVector(1.0f);
	const float W = GenFloat(-1.0f, 1.0f);
	const FQuat Raw{W, Axis.x, Axis.y, Axis.z};
	RC_PRE(glm::length(Raw) > 0.1f);
	return glm::normalize(Raw);
}

// A folder of its own that is removed at the end.
class FTemporaryFolder
{
public:
	FTemporaryFolder()
	{
		std::random_device Device;
		Folder = std::filesystem::temp_directory_path() / ("FlockworkTest" + std::to_string(Device()));
		std::filesystem::create_directory(Folder);
	}
	~FTemporaryFolder()
	{
		std::error_code Ignored;
		std::filesystem::remove_all(Folder, Ignored);
	}
	FTemporaryFolder(const FTemporaryFolder&) = delete;
	FTemporaryFolder& operator=(const FTemporaryFolder&) = delete;

	std::string PathOf(std::string_view Name) const { return (Folder / Name).string(); }
	std::string WriteFile(std::string_view Name, std::string_view Text) const
	{
		std::ofstream(PathOf(Name), std::ios::binary) << Text;
		return PathOf(Name);
	}
	int32_t CountFiles() const
	{
		const std::filesystem::directory_iterator Files(Folder);
		return int32_t(std::distance(begin(Files), end(Files)));
	}

private:
	std::filesystem::path Folder;
};
} // namespace Flockwork
