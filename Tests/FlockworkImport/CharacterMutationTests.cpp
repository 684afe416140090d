// Structural damage to character files of each format: an error or a good character, and a host that goes on.
#include "CharacterFixture.h"
#include "FbxWriter.h"
#include "FlockworkCore/FileBytes.h"
#include "FlockworkImport/CharacterCache.h"
#include "GltfWriter.h"
#include "Mutations.h"
#include "RigSamples.h"
#include "SampleFiles.h"

#include <catch2/catch.hpp>
#include <functional>

namespace Flockwork
{
namespace
{
using FMutator = std::function<std::string(std::mt19937&)>;

void CheckMutations(const std::string& Name, const FMutator& MakeDamaged)
{
	const FTemporaryFolder Folder;
	FLevelImportSettings Settings;
	Settings.MaxMegabytes = 1024;
	Settings.MaxSeconds = 10.0f;
	std::mt19937 Random(20261201);
	int32_t Refused = 0;
	const int32_t Count = GetMutationCount();
	for (int32_t Index = 0; Index < Count; ++Index)
	{
		const std::string Path = Folder.Write(Name, MakeDamaged(Random));
		const FCharacterResult Result = ImportRig(Path, Settings);
		INFO(Name << ", mutation " << Index << ": " << Result.Text());
		CHECK((Result.bOk || IsRefused(Result, Path)));
		FDiagnostics Diagnostics;
		const bool bGood = !Result.bOk || Result.Asset().Validate(Path, Diagnostics);
		CHECK(bGood);
		Refused += Result.bOk ? 0 : 1;
	}
	CHECK(Refused > Count / 50); // the damage is damage
}

// The parts of a .glb.
std::pair<FDataNode, std::string> TakeApart(const std::string& Glb)
{
	uint32_t JsonSize = 0;
	std::copy_n(Glb.data() + 12, sizeof(JsonSize), reinterpret_cast<char*>(&JsonSize));
	FDataNode Root;
	FDiagnostics Diagnostics;
	REQUIRE(ParseJson(std::string_view(Glb).substr(20, JsonSize), "rig.glb", Root, Diagnostics));
	return {Root, Glb.substr(28 + JsonSize)};
}

void CheckGlb(const FSampleRig& Rig)
{
	FGltfWriter Writer;
	const std::string Rest = MakeRig(Rig, Writer);
	const auto [Root, Binary] = TakeApart(Writer.MakeGlb(Rest));
	const FDataNode& Whole = Root; // a structured binding cannot be captured
	const std::string& Buffer = Binary;
	CheckMutations("rig.glb",
	    [&](std::mt19937& Random)
	    {
		    FDataNode Damaged = Whole;
		    const bool bNumbers = Random() % 4 == 0;
		    if (!bNumbers)
		    {
			    MutateJson(Damaged, Random);
		    }
		    return PackGlb(WriteJson(Damaged), bNumbers ? MutateFloats(Buffer, Random) : Buffer);
	    });
}
} // namespace

TEST_CASE("ImportCharacter: survives damaged glTF")
{
	FSampleRig Rig;
	Rig.bMorphs = true;
	Rig.bSixInfluences = true;
	CheckGlb(Rig);
	Rig.Mode = "CUBICSPLINE";
	CheckGlb(Rig);
}

TEST_CASE("ImportCharacter: survives damaged FBX")
{
	const std::string Whole = MakeRiggedFbx({});
	CheckMutations("rig.fbx", [&](std::mt19937& Random) { return MutateLines(Whole, Random); });
}

TEST_CASE("ImportCharacter: survives damaged DAE")
{
	const std::string Whole = MakeRiggedDae({});
	CheckMutations("rig.dae", [&](std::mt19937& Random) { return MutateLines(Whole, Random); });
}

TEST_CASE("ImportCharacter: survives damaged BVH")
{
	const std::string Whole = MakeSampleBvh();
	CheckMutations("rig.bvh", [&](std::mt19937& Random) { return MutateLines(Whole, Random); });
}

TEST_CASE("LoadOrImportCharacter: survives kept characters whose damage no checksum tells")
{
	const FTemporaryFolder Folder;
	FGltfWriter Writer;
	const std::string Rest = MakeRig({}, Writer);
	const std::string Path = Folder.Write("rig.glb", Writer.MakeGlb(Rest));
	FImportedCharacter Character;
	FDiagnostics First;
	REQUIRE(LoadOrImportCharacter(Path, {}, Character, First));
	const std::string Whole = ReadWhole(Path + ".fwchar");
	const std::string Content = Whole.substr(32); // the header: letters, version, size, checksum
	const FFileKind Kind{"FWCHARKP", "kept character", 1};
	std::mt19937 Random(20261201);
	int32_t Made = 0;
	const int32_t Count = GetMutationCount();
	for (int32_t Index = 0; Index < Count; ++Index)
	{
		const std::string Damaged = Mutate(Content, Random);
		const std::vector<uint8_t> Wrapped = WrapBytes(Kind, std::vector<uint8_t>(Damaged.begin(), Damaged.end()));
		Folder.Write("rig.glb.fwchar", std::string(Wrapped.begin(), Wrapped.end()));
		FDiagnostics Diagnostics;
		ECacheUse Use = ECacheUse::Kept;
		CHECK(LoadOrImportCharacter(Path, {}, Character, Diagnostics, &Use));
		CHECK(Character.Asset.Validate(Path, Diagnostics));
		Made += Use == ECacheUse::Made ? 1 : 0;
	}
	CHECK(Made > Count / 2);
}
} // namespace Flockwork
