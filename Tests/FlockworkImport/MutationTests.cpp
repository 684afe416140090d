// Random damage to small files of each format. FLOCKWORK_IMPORT_MUTATIONS says how many each; more find more.
#include "FlockworkCore/FileBytes.h"
#include "FlockworkImport/LevelCache.h"
#include "ImportFixture.h"
#include "Mutations.h"
#include "SampleFiles.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

namespace Flockwork
{
namespace
{
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
