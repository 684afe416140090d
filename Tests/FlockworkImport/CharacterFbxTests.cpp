// FBX: joints and vertices against Autodesk's formula.
#include "CharacterFixture.h"
#include "FbxWriter.h"
#include "GltfWriter.h"

#include <catch2/catch.hpp>

namespace Flockwork
{
namespace
{
constexpr double AllowedTurn = 1e-5;  // of a unit axis
constexpr double AllowedPlace = 1e-5; // m

// Each of the wanted places is where some vertex is: Assimp keeps no order.
double FarthestFromAny(const std::vector<glm::dvec3>& Wanted, const std::vector<glm::dvec3>& Found)
{
	double Worst = 0.0;
	for (const glm::dvec3& Place : Wanted)
	{
		double Nearest = 1e300;
		for (const glm::dvec3& Other : Found)
		{
			Nearest = std::min(Nearest, glm::length(Place - Other));
		}
		Worst = std::max(Worst, Nearest);
	}
	return Worst;
}

void CheckPose(const FSampleFbx& Sample, const FCharacterAsset& Asset, const FClip* Clip, int32_t Index, int Frame)
{
	INFO("frame " << Frame);
	const std::vector<glm::dmat4> Models = JointModels(Asset.Skeleton, Clip, Index);
	const std::vector<glm::dmat4> Expected = FbxJointsAt(Sample, Frame);
	for (size_t Joint = 0; Joint < Expected.size(); ++Joint)
	{
		INFO("joint " << Joint);
		for (int Column = 0; Column < 3; ++Column)
		{
			CHECK(glm::length(Models[Joint][Column] - Expected[Joint][Column]) < AllowedTurn);
		}
		CHECK(glm::length(Models[Joint][3] - Expected[Joint][3]) < AllowedPlace);
	}
	if (Sample.bMesh)
	{
		CHECK(FarthestFromAny(FbxVerticesAt(Sample, Frame), SkinAsset(Asset, Clip, Index)) < AllowedPlace);
	}
}

FCharacterResult CheckFbx(const FSampleFbx& Sample)
{
	const FTemporaryFolder Folder;
	FCharacterResult Result = ImportRig(Folder.Write("walk.fbx", MakeRiggedFbx(Sample)));
	INFO(Result.Text());
	REQUIRE(Result.bOk);
	const FCharacterAsset& Asset = Result.Asset();
	CHECK(Asset.Skeleton.JointNames == std::vector<std::string>{"Hips", "Spine", "Head"});
	CheckPose(Sample, Asset, nullptr, 0, -1);
	REQUIRE(Asset.Clips.size() == 1);
	CHECK(Asset.Clips[0].Name == "Walk");
	// From the first key to the last, whatever the stack claims.
	CHECK(Asset.Clips[0].Duration == Approx((FbxFrames - 1) / 30.0).epsilon(1e-5));
	REQUIRE(Asset.Clips[0].SampleCount == 2 * (FbxFrames - 1) + 1);
	for (int Frame = 0; Frame < FbxFrames; ++Frame)
	{
		CheckPose(Sample, Asset, &Asset.Clips[0], 2 * Frame, Frame);
	}
	return Result;
}
} // namespace

TEST_CASE("ImportCharacter: joints and vertices of an FBX are where its formula puts them, in metres")
{
	CheckFbx({});
	FSampleFbx Inches;
	Inches.UnitScaleFactor = 2.54;
	CHECK(CheckFbx(Inches).Character.MetersPerUnit == Approx(0.0254f));
	FSampleFbx Late;
	Late.FirstKey = 2.0;
	CheckFbx(Late);
}

TEST_CASE("ImportCharacter: an FBX's pre-rotation and orders of rotation")
{
	FSampleFbx Sample;
	Sample.PreRotation = {90.0, -30.0, 15.0};
	CheckFbx(Sample);
	for (const char* const Order : {"XZY", "YZX", "YXZ", "ZXY", "ZYX"})
	{
		INFO(Order);
		Sample.RotationOrder = Order;
		CheckFbx(Sample);
	}
}

TEST_CASE("ImportCharacter: an FBX's post-rotation")
{
	FSampleFbx Sample;
	Sample.PostRotation = {10.0, 25.0, -40.0};
	CheckFbx(Sample);
	Sample.PreRotation = {90.0, -30.0, 15.0};
	CheckFbx(Sample);
}

TEST_CASE("ImportCharacter: an FBX's rotation pivot and offset")
{
	FSampleFbx Sample;
	Sample.RotationPivot = {3.0, -4.0, 5.0};
	CheckFbx(Sample);
	Sample.RotationOffset = {1.0, 2.0, 3.0};
	CheckFbx(Sample);
}

TEST_CASE("ImportCharacter: an FBX's mesh and joint of one name are told apart")
{
	FSampleFbx Sample;
	Sample.MeshName = "Spine";
	CheckFbx(Sample);
	Sample.bMeshFirst = true;
	CheckFbx(Sample);
}

TEST_CASE("ImportCharacter: an FBX without a mesh is a skeleton with clips")
{
	FSampleFbx Sample;
	Sample.bMesh = false;
	CHECK(CheckFbx(Sample).Asset().Meshes.empty());
}

TEST_CASE("ImportCharacter: an FBX's picture is looked for beside it, whatever folder it names")
{
	const FTemporaryFolder Folder;
	FSampleFbx Sample;
	for (const char* const Picture : {"..\\art\\pixel.png", "../art/pixel.png", "/etc/pixel.png"})
	{
		INFO(Picture);
		Sample.Picture = Picture;
		const std::string Path = Folder.Write("walk.fbx", MakeRiggedFbx(Sample));
		const FCharacterResult Missing = ImportRig(Path);
		INFO(Missing.Text());
		REQUIRE(Missing.bOk);
		REQUIRE(Missing.Asset().Materials.size() == 1);
		CHECK(Missing.Asset().Materials[0].Name == "Skin");
		CHECK(Length(Missing.Asset().Materials[0].BaseColor - FVector(0.5f, 0.25f, 0.125f)) < 1e-5f);
		CHECK(Missing.Asset().Materials[0].Picture == -1);
		CHECK(Missing.Says("\"pixel.png\" is neither in the file nor beside it"));
		const FTemporaryFolder Other;
		const std::string Beside = Other.Write("walk.fbx", MakeRiggedFbx(Sample));
		Other.Write("pixel.png", MakePng());
		const FCharacterResult Found = ImportRig(Beside);
		INFO(Found.Text());
		REQUIRE(Found.bOk);
		REQUIRE(Found.Asset().Pictures.size() == 1);
		CHECK(Found.Asset().Pictures[0].Bytes.size() == MakePng().size());
		CHECK(Found.Asset().Materials[0].Picture == 0);
	}
}
} // namespace Flockwork
