// Rigged glTF against an evaluation of the specification: every interpolation, every clip, every sample.
#include "CharacterFixture.h"
#include "GltfRigReference.h"
#include "GltfWriter.h"
#include "SampleFiles.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <sstream>

namespace Flockwork
{
namespace
{
constexpr double Allowed = 1e-5; // of the extent: 0.001 %

void CheckRig(const FSampleRig& Rig)
{
	const FTemporaryFolder Folder;
	FGltfWriter Writer;
	const std::string Rest = MakeRig(Rig, Writer);
	const std::string Path = Folder.Write("rod.glb", Writer.MakeGlb(Rest));
	const FCharacterResult Result = ImportRig(Path);
	INFO(Result.Text());
	REQUIRE(Result.bOk);
	const double Worst = WorstDeviation(Result.Asset(), FGltfRigReference(Path));
	INFO("deviation " << Worst * 100.0 << " % of the extent");
	CHECK(Worst < Allowed);
}
} // namespace

TEST_CASE("ImportCharacter: vertices of a glTF are where the specification puts them, in each interpolation")
{
	for (const char* const Mode : {"LINEAR", "STEP", "CUBICSPLINE"})
	{
		INFO(Mode);
		FSampleRig Rig;
		Rig.Mode = Mode;
		CheckRig(Rig);
		Rig.FirstKey = 0.75;
		Rig.bMorphs = true;
		CheckRig(Rig);
		Rig.bFlipped = Rig.Mode == "LINEAR"; // in a spline a negated key is another curve
		CheckRig(Rig);
	}
}

TEST_CASE("ImportCharacter: quantised weights and rotations of a glTF are read as what they stand for")
{
	FSampleRig Rig;
	Rig.bQuantised = true;
	CheckRig(Rig);
	Rig.Mode = "STEP";
	CheckRig(Rig);
}

TEST_CASE("ImportCharacter: an armature that is scaled or mirrored leaves the vertices where they belong")
{
	FSampleRig Rig;
	Rig.RootScale = 0.01;
	CheckRig(Rig);
	Rig.RootScale = 3.0;
	Rig.bMirrored = true;
	CheckRig(Rig);
}

TEST_CASE("ImportCharacter: the joints of an armature in centimetres are in metres and not scaled")
{
	const FTemporaryFolder Folder;
	FSampleRig Rig;
	Rig.RootScale = 0.01;
	FGltfWriter Writer;
	const std::string Rest = MakeRig(Rig, Writer);
	const FCharacterResult Result = ImportRig(Folder.Write("rod.glb", Writer.MakeGlb(Rest)));
	REQUIRE(Result.bOk);
	const FSkeleton& Skeleton = Result.Asset().Skeleton;
	CHECK(Skeleton.JointNames == std::vector<std::string>{"Hips", "Spine", "Head", "Head_End"});
	CHECK(Skeleton.Parents == std::vector<int16_t>{-1, 0, 1, 2});
	for (const FJointPose& Pose : Skeleton.RestPose)
	{
		CHECK(Length(Pose.Scale - FVector(1.0f)) < 1e-6f);
	}
	CHECK(Length(Skeleton.RestPose[1].Translation - FVector(0.0f, 0.6f, 0.0f)) < 1e-6f);
	CHECK(Length(Skeleton.RestPose[3].Translation - FVector(0.0f, 0.4f, 0.0f)) < 1e-6f);
}

TEST_CASE("ImportCharacter: of six influences the four largest are kept, with a warning")
{
	const FTemporaryFolder Folder;
	FSampleRig Rig;
	Rig.bSixInfluences = true;
	FGltfWriter Writer;
	const std::string Rest = MakeRig(Rig, Writer);
	const std::string Path = Folder.Write("rod.glb", Writer.MakeGlb(Rest));
	const FCharacterResult Result = ImportRig(Path);
	INFO(Result.Text());
	REQUIRE(Result.bOk);
	CHECK(Result.Says("the four largest weights are kept"));
	CHECK(WorstDeviation(Result.Asset(), FGltfRigReference(Path)) < Allowed);
	for (const FSkinWeights& Weights : Result.Asset().Meshes.front().Weights)
	{
		CHECK(Weights.Weights[0] + Weights.Weights[1] + Weights.Weights[2] + Weights.Weights[3] ==
		      Approx(1.0f).epsilon(1e-6));
		CHECK(std::is_sorted(Weights.Weights.rbegin(), Weights.Weights.rend()));
	}
}

TEST_CASE("ImportCharacter: a glTF's materials come with their pictures, from inside, beside and from data")
{
	const FTemporaryFolder Folder;
	FGltfWriter Writer;
	const std::string Rest = MakeRig({}, Writer);
	const std::string Inside = R"("mimeType": "image/png", "bufferView": )";
	const auto Check = [&](const std::string& Text, const std::string& Picture)
	{
		const FCharacterResult Result = ImportRig(Folder.Write("rod.gltf", Text));
		INFO(Result.Text());
		REQUIRE(Result.bOk);
		REQUIRE(Result.Asset().Materials.size() == 1);
		const FCharacterMaterial& Material = Result.Asset().Materials.front();
		CHECK(Material.Name == "Skin");
		CHECK(Length(Material.BaseColor - FVector(0.5f, 0.25f, 0.125f)) < 1e-6f);
		const bool bPicture = Material.Picture == 0;
		CHECK(bPicture == !Picture.empty());
		CHECK((!bPicture || std::string(Result.Asset().Pictures[0].Bytes.begin(),
		                        Result.Asset().Pictures[0].Bytes.end()) == Picture));
		return Result;
	};
	Check(Writer.MakeGltf(Rest), MakePng());
	std::string Beside = Writer.MakeGltf(Rest);
	const size_t At = Beside.find(Inside);
	REQUIRE(At != std::string::npos);
	const size_t End = Beside.find('}', At);
	Folder.Write("pixel 1.png", MakePng());
	Check(std::string(Beside).replace(At, End - At, R"("uri": "pixel%201.png")"), MakePng());
	Check(
	    std::string(Beside).replace(At, End - At, "\"uri\": \"data:image/png;base64," + EncodeBase64(MakePng()) + "\""),
	    MakePng());
	const FCharacterResult Missing = Check(std::string(Beside).replace(At, End - At, R"("uri": "none.png")"), "");
	CHECK(Missing.Says("\"none.png\", which is not there"));
	const std::string Path = Folder.Path("rod.gltf");
	Folder.Write("rod.gltf", std::string(Beside).replace(At, End - At, R"("uri": "../pixel.png")"));
	CHECK(IsRefused(ImportRig(Path), Path));
}

TEST_CASE("ImportCharacter: a mesh and a joint of one name are told apart, and the second joint of a name is renamed")
{
	const FTemporaryFolder Folder;
	FSampleRig Rig;
	Rig.MeshName = "Hips";
	FGltfWriter Writer;
	const std::string Rest = MakeRig(Rig, Writer);
	const std::string Path = Folder.Write("rod.glb", Writer.MakeGlb(Rest));
	const FCharacterResult Result = ImportRig(Path);
	REQUIRE(Result.bOk);
	CHECK(Result.Asset().Skeleton.GetJointCount() == 4);
	CHECK(WorstDeviation(Result.Asset(), FGltfRigReference(Path)) < Allowed);

	FGltfWriter Other;
	std::string Twice = MakeRig({}, Other);
	Twice.replace(Twice.find("\"Head\""), 6, "\"Hips\"");
	const FCharacterResult Renamed = ImportRig(Folder.Write("twice.glb", Other.MakeGlb(Twice)));
	INFO(Renamed.Text());
	REQUIRE(Renamed.bOk);
	CHECK(Renamed.Asset().Skeleton.FindJoint("Hips_2") == 2);
	CHECK(Renamed.Says("this one is called Hips_2"));
}

// Content/Characters, and the files that FLOCKWORK_CHARACTERS names, separated by colons.
TEST_CASE("ImportCharacter: vertices of real characters are where the specification puts them")
{
	std::vector<std::string> Paths;
	const std::filesystem::path Own = std::string(FLOCKWORK_SOURCE_DIR) + "/Content/Characters";
	if (std::filesystem::is_directory(Own))
	{
		for (const auto& Entry : std::filesystem::directory_iterator(Own))
		{
			if (Entry.path().extension() == ".glb")
			{
				Paths.push_back(Entry.path().string());
			}
		}
	}
	const char* const More = std::getenv("FLOCKWORK_CHARACTERS");
	std::istringstream Names(More ? More : "");
	for (std::string Name; std::getline(Names, Name, ':');)
	{
		Paths.push_back(Name);
	}
	for (const std::string& Path : Paths)
	{
		const FCharacterResult Result = ImportRig(Path);
		INFO(Path << ": " << Result.Text());
		REQUIRE(Result.bOk);
		const double Worst = WorstDeviation(Result.Asset(), FGltfRigReference(Path));
		INFO("deviation " << Worst * 100.0 << " % of the extent");
		CHECK(Worst < Allowed);
		if (More)
		{
			WARN(Path << ": " << Worst * 100.0 << " % of the extent\n" << Result.Text());
		}
	}
}
} // namespace Flockwork
