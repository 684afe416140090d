// The characters of Content/Characters, read as a game reads them: file, facts beside it, clips that fit the ground.
#include "FlockworkAnimation/CharacterFacts.h"
#include "FlockworkAnimation/PoseJobs.h"
#include "FlockworkImport/CharacterImport.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

namespace Flockwork
{
namespace
{
std::vector<std::filesystem::path> OwnCharacters()
{
	std::vector<std::filesystem::path> Files;
	for (const auto& File :
	    std::filesystem::directory_iterator(std::filesystem::path(FLOCKWORK_SOURCE_DIR) / "Content/Characters"))
	{
		if (File.path().extension() == ".glb")
		{
			Files.push_back(File.path());
		}
	}
	std::sort(Files.begin(), Files.end());
	return Files;
}

struct FOwnCharacter
{
	FCharacterAsset Asset;
	FCharacterFacts Facts;
};

FOwnCharacter ReadOwn(const std::filesystem::path& File)
{
	INFO(File.string());
	FDiagnostics Diagnostics;
	FImportedCharacter Imported;
	const bool bImported = ImportCharacter(File.string(), FLevelImportSettings{}, Imported, Diagnostics);
	INFO(Diagnostics.ToString());
	REQUIRE(bImported);
	std::filesystem::path Beside = File;
	Beside.replace_extension(".json");
	FDataNode Node;
	FOwnCharacter Own{std::move(Imported.Asset), {}};
	const bool bRead = LoadJsonFile(Beside.string(), Node, Diagnostics) &&
	                   ReadCharacterFacts(Node, Beside.string(), Own.Asset, Own.Facts, Diagnostics);
	INFO(Diagnostics.ToString());
	REQUIRE(bRead);
	return Own;
}

// The lowest skinned vertex at a time.
float LowestOf(const FCharacterAsset& Asset, const FClip& Clip, float Seconds)
{
	std::vector<FJointPose> Locals(Asset.Skeleton.RestPose.size());
	std::vector<FJointMatrix> Models(Locals.size());
	REQUIRE(FSamplingJob{&Clip, Seconds, Locals}.Run());
	REQUIRE(FLocalToModelJob{&Asset.Skeleton, Locals, 0, Models}.Run());
	float Lowest = 1e9f;
	for (const FSkinnedMesh& Mesh : Asset.Meshes)
	{
		if (Mesh.Detail > 0)
		{
			continue;
		}
		std::vector<FJointMatrix> Palette(Mesh.Joints.size());
		std::vector<FVector> Positions(Mesh.Positions.size());
		REQUIRE(FPaletteJob{&Mesh, Models, Palette}.Run());
		REQUIRE(FSkinningJob{&Mesh, Palette, {}, Positions, {}}.Run());
		for (const FVector& Position : Positions)
		{
			Lowest = std::min(Lowest, Position.y);
		}
	}
	return Lowest;
}
} // namespace

TEST_CASE("Own characters: each is read whole, with its legs and a clip for every speed")
{
	const std::vector<std::filesystem::path> Files = OwnCharacters();
	REQUIRE_FALSE(Files.empty());
	for (const std::filesystem::path& File : Files)
	{
		INFO(File.string());
		const FOwnCharacter Own = ReadOwn(File);
		CHECK(Own.Facts.Legs.size() >= 2);
		CHECK(Own.Asset.Clips.size() >= 3);
		CHECK(
		    std::any_of(Own.Asset.Clips.begin(), Own.Asset.Clips.end(), [](const FClip& C) { return C.Speed > 0.0f; }));
		CHECK(std::any_of(Own.Asset.Meshes.begin(), Own.Asset.Meshes.end(),
		    [](const FSkinnedMesh& Mesh) { return Mesh.Detail == 1; }));
	}
}

TEST_CASE("Own characters: no clip that stands or walks goes below the ground, or leaves it")
{
	for (const std::filesystem::path& File : OwnCharacters())
	{
		const FOwnCharacter Own = ReadOwn(File);
		for (const FClip& Clip : Own.Asset.Clips)
		{
			if (Clip.Speed > 2.0f)
			{
				continue; // runs and gallops fly
			}
			for (float Time = 0.0f; Time <= Clip.Duration; Time += 0.1f)
			{
				INFO(File.filename().string() << ", " << Clip.Name << " at " << Time);
				const float Lowest = LowestOf(Own.Asset, Clip, Time);
				CHECK(Lowest > -0.01f);
				CHECK(Lowest < 0.02f);
			}
		}
	}
}
} // namespace Flockwork
