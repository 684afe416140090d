// Characters that are kept beside their files.
#include "CharacterFixture.h"
#include "FlockworkImport/CharacterCache.h"
#include "GltfWriter.h"

#include <catch2/catch.hpp>
#include <filesystem>

namespace Flockwork
{
namespace
{
struct FLoaded
{
	bool bOk = false;
	ECacheUse Use = ECacheUse::Made;
	FImportedCharacter Character;
	FDiagnostics Diagnostics;
};

FLoaded Load(const std::string& Path, const FLevelImportSettings& Settings = {})
{
	FLoaded Result;
	Result.bOk = LoadOrImportCharacter(Path, Settings, Result.Character, Result.Diagnostics, &Result.Use);
	return Result;
}

std::string MakeGlb(const FSampleRig& Rig = {})
{
	FGltfWriter Writer;
	const std::string Rest = MakeRig(Rig, Writer);
	return Writer.MakeGlb(Rest);
}
} // namespace

TEST_CASE("LoadOrImportCharacter: what was imported once is taken from its file, and is the same")
{
	const FTemporaryFolder Folder;
	const std::string Path = Folder.Write("rod.glb", MakeGlb());
	const FLoaded First = Load(Path);
	INFO(First.Diagnostics.ToString());
	REQUIRE(First.bOk);
	CHECK(First.Use == ECacheUse::Made);
	const FLoaded Second = Load(Path);
	REQUIRE(Second.bOk);
	CHECK(Second.Use == ECacheUse::Kept);
	CHECK(WriteCharacter(First.Character.Asset) == WriteCharacter(Second.Character.Asset));
	CHECK(Second.Character.Format == "glTF");
	CHECK(Second.Character.UpAxis == "Y");
	CHECK(Second.Character.Sources.size() == First.Character.Sources.size());
	// Without an importer, too.
	FLevelImportSettings Settings;
	Settings.Importer = "/no/such/program";
	CHECK(Load(Path, Settings).Use == ECacheUse::Kept);
}

TEST_CASE("LoadOrImportCharacter: a file, a setting or a picture that changed is read anew")
{
	const FTemporaryFolder Folder;
	const std::string Path = Folder.Write("rod.glb", MakeGlb());
	REQUIRE(Load(Path).bOk);
	FSampleRig Other;
	Other.FirstKey = 0.5;
	Other.MeshName = "Bar";
	Folder.Write("rod.glb", MakeGlb(Other));
	CHECK(Load(Path).Use == ECacheUse::Made);
	CHECK(Load(Path).Use == ECacheUse::Kept);
	FLevelImportSettings Larger;
	Larger.Scale = 2.0f;
	const FLoaded Scaled = Load(Path, Larger);
	CHECK(Scaled.Use == ECacheUse::Made);
	CHECK(Scaled.Character.Asset.Skeleton.RestPose[1].Translation.y == Approx(1.2f));

	FGltfWriter Writer;
	const std::string Rest = MakeRig({}, Writer);
	std::string Text = Writer.MakeGltf(Rest);
	const size_t At = Text.find(R"("mimeType": "image/png", "bufferView": )");
	Text.replace(At, Text.find('}', At) - At, R"("uri": "pixel.png")");
	const std::string Beside = Folder.Write("beside.gltf", Text);
	CHECK(Load(Beside).Character.Asset.Pictures.empty()); // it is not there yet
	CHECK(Load(Beside).Use == ECacheUse::Kept);
	Folder.Write("pixel.png", MakePng());
	const FLoaded Painted = Load(Beside);
	CHECK(Painted.Use == ECacheUse::Made);
	CHECK(Painted.Character.Asset.Pictures.size() == 1);
}

TEST_CASE("LoadOrImportCharacter: a damaged kept file is made again with a warning, none is written when it may not be")
{
	const FTemporaryFolder Folder;
	const std::string Path = Folder.Write("rod.glb", MakeGlb());
	REQUIRE(Load(Path).bOk);
	std::string Kept = ReadWhole(Path + ".fwchar");
	Kept[Kept.size() / 2] = char(Kept[Kept.size() / 2] ^ 1);
	Folder.Write("rod.glb.fwchar", Kept);
	const FLoaded Again = Load(Path);
	CHECK(Again.bOk);
	CHECK(Again.Use == ECacheUse::Made);
	CHECK(Again.Diagnostics.ToString().find("is damaged") != std::string::npos);

	std::filesystem::remove(Path + ".fwchar");
	FLevelImportSettings Settings;
	Settings.bCache = false;
	CHECK(Load(Path, Settings).bOk);
	CHECK_FALSE(std::filesystem::exists(Path + ".fwchar"));
	Settings.bCache = true;
	Settings.CacheFolder = Folder.Path("nowhere");
	const FLoaded Nowhere = Load(Path, Settings);
	CHECK(Nowhere.bOk);
	CHECK(Nowhere.Diagnostics.ToString().find("import.cacheFolder") != std::string::npos);
}

TEST_CASE("LoadOrImportCharacter: an import that fails leaves the character as it was, and keeps nothing")
{
	const FTemporaryFolder Folder;
	const std::string Path = Folder.Write("rod.glb", MakeGlb().substr(0, 900));
	FImportedCharacter Character;
	Character.Format = "untouched";
	FDiagnostics Diagnostics;
	CHECK_FALSE(LoadOrImportCharacter(Path, {}, Character, Diagnostics));
	CHECK(Character.Format == "untouched");
	CHECK_FALSE(std::filesystem::exists(Path + ".fwchar"));
}
} // namespace Flockwork
