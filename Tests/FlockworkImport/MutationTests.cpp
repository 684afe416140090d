// Random damage to small files of each format. FLOCKWORK_IMPORT_MUTATIONS says how many each; more find more.
#include "FlockworkCore/FileBytes.h"
#include "FlockworkImport/LevelCache.h"
#include "ImportFixture.h"
#include "SampleFiles.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <random>

namespace Flockwork
{
namespace
{
int32_t GetMutationCount()
{
	constexpr int32_t Quick = 60;
	const char* const Wanted = std::getenv("FLOCKWORK_IMPORT_MUTATIONS");
	return Wanted ? std::max(1, std::atoi(Wanted)) : Quick;
}

// Bits turned, stretches cut out, doubled or overwritten, numbers replaced by those that break readers.
std::string Mutate(std::string Bytes, std::mt19937& Random)
{
	static const std::vector<std::string> Numbers{
	    "-1", "0", "4294967295", "2147483648", "1e400", "nan", "-0", "99999999999999999999", "\"", "", "}", "*"};
	const size_t Changes = 1 + Random() % 4;
	for (size_t Change = 0; Change < Changes && Bytes.size() > 8; ++Change)
	{
		const size_t At = Random() % Bytes.size();
		const size_t Size = std::min(Bytes.size() - At, size_t(1 + Random() % 16));
		const uint32_t Kind = uint32_t(Random() % 5);
		const size_t Digit = Bytes.find_first_of("0123456789", At);
		if (Kind == 0)
		{
			Bytes[At] = char(Bytes[At] ^ (1 << (Random() % 8)));
		}
		else if (Kind == 1)
		{
			Bytes.erase(At, Size);
		}
		else if (Kind == 2)
		{
			Bytes.insert(At, Bytes.substr(At, Size));
		}
		else if (Kind == 3)
		{
			Bytes.replace(At, Size, std::string(Size, char(Random() & 255u)));
		}
		else if (Digit != std::string::npos)
		{
			Bytes.replace(Digit, 1, Numbers[Random() % Numbers.size()]);
		}
	}
	return Bytes;
}

void CheckMutations(const std::string& Name, const std::string& Whole)
{
	const FTemporaryFolder Folder;
	FLevelImportSettings Settings;
	Settings.MaxMegabytes = 1024;
	Settings.MaxSeconds = 10.0f;
	std::mt19937 Random(20261130);
	int32_t Refused = 0;
	const int32_t Count = GetMutationCount();
	for (int32_t Index = 0; Index < Count; ++Index)
	{
		const std::string Path = Folder.Write(Name, Mutate(Whole, Random));
		const FImportResult Result = Import(Path, Settings);
		INFO(Name << ", mutation " << Index << ": " << Result.Text());
		CHECK((Result.bOk || IsRefused(Result, Path)));
		CHECK((!Result.bOk || Result.Level.Ground.GetTriangleCount() > 0));
		Refused += Result.bOk ? 0 : 1;
	}
	CHECK(Refused > Count / 20); // the damage is damage
}
} // namespace

TEST_CASE("LoadLevel: survives kept levels whose damage no checksum tells")
{
	const FTemporaryFolder Folder;
	const std::string Path = Folder.Write("box.glb", MakeGlb({}));
	FImportedLevel Level;
	FDiagnostics First;
	REQUIRE(LoadLevel(Path, {}, Level, First));
	const std::string Whole = ReadWhole(Path + ".fwlevel");
	const std::string Content = Whole.substr(32); // the header: letters, version, size, checksum
	const FFileKind Kind{"FWLEVEL ", "kept level", 1};
	std::mt19937 Random(20261130);
	int32_t Kept = 0;
	const int32_t Count = GetMutationCount() * 5;
	for (int32_t Index = 0; Index < Count; ++Index)
	{
		const std::string Damaged = Mutate(Content, Random);
		const std::vector<uint8_t> Bytes(Damaged.begin(), Damaged.end());
		const std::vector<uint8_t> Wrapped = WrapBytes(Kind, Bytes);
		Folder.Write("box.glb.fwlevel", std::string(Wrapped.begin(), Wrapped.end()));
		FDiagnostics Diagnostics;
		ECacheUse Use = ECacheUse::Made;
		CHECK(LoadLevel(Path, {}, Level, Diagnostics, &Use));
		const FNavMeshInput& Ground = Level.Ground;
		CHECK(std::all_of(Ground.Indices.begin(), Ground.Indices.end(),
		    [&](uint32_t Vertex) { return Vertex < Ground.Vertices.size(); }));
		CHECK(
		    std::all_of(Ground.Vertices.begin(), Ground.Vertices.end(), [](const FVector& V) { return IsFinite(V); }));
		CHECK(Ground.TriangleAreas.size() == Ground.GetTriangleCount());
		Kept += Use == ECacheUse::Kept ? 1 : 0;
	}
	CHECK(Kept > 0); // a place or a colour that is another is no damage that anybody could see
	CHECK(Kept < Count);
}

TEST_CASE("ImportLevel: survives damaged OBJ")
{
	CheckMutations("box.obj", MakeObj({}));
}

TEST_CASE("ImportLevel: survives damaged DAE")
{
	CheckMutations("box.dae", MakeDae({}));
}

TEST_CASE("ImportLevel: survives damaged FBX")
{
	CheckMutations("box.fbx", MakeFbx({}));
}

TEST_CASE("ImportLevel: survives damaged glTF")
{
	CheckMutations("box.gltf", MakeGltf({}));
}

TEST_CASE("ImportLevel: survives damaged GLB")
{
	CheckMutations("box.glb", MakeGlb({}));
	CheckMutations("level.glb", ReadWhole(std::string(FLOCKWORK_SOURCE_DIR) + "/Content/Levels/Corridor.glb"));
}
} // namespace Flockwork
