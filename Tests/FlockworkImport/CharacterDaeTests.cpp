// DAE: joints and vertices against the file's own matrices, in any unit and with any axis up.
#include "CharacterFixture.h"
#include "RigSamples.h"

#include <catch2/catch.hpp>

namespace Flockwork
{
namespace
{
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

void CheckPose(const FSampleDae& Sample, const FCharacterAsset& Asset, const FClip* Clip, int32_t Index, int Frame)
{
	INFO("frame " << Frame);
	const std::vector<glm::dmat4> Models = JointModels(Asset.Skeleton, Clip, Index);
	const std::vector<glm::dmat4> Expected = DaeJointsAt(Sample, Frame);
	for (size_t Joint = 0; Joint < Expected.size(); ++Joint)
	{
		INFO("joint " << Joint);
		for (int Column = 0; Column < 4; ++Column)
		{
			CHECK(glm::length(Models[Joint][Column] - Expected[Joint][Column]) < 1e-5);
		}
	}
	CHECK(FarthestFromAny(DaeVerticesAt(Sample, Frame), SkinAsset(Asset, Clip, Index)) < 1e-5);
}
} // namespace

TEST_CASE("ImportCharacter: joints and vertices of a DAE are where its matrices put them, in metres with Y up")
{
	for (const FSampleDae& Sample : {FSampleDae{}, FSampleDae{1.0, true, "Body"}, FSampleDae{0.0254, false, "Spine"}})
	{
		INFO(Sample.UnitInMeters << " m a unit");
		const FTemporaryFolder Folder;
		const FCharacterResult Result = ImportRig(Folder.Write("walk.dae", MakeRiggedDae(Sample)));
		INFO(Result.Text());
		REQUIRE(Result.bOk);
		const FCharacterAsset& Asset = Result.Asset();
		CHECK(Result.Character.MetersPerUnit == Approx(float(Sample.UnitInMeters)));
		CHECK(Result.Character.UpAxis == (Sample.bZUp ? "Z" : "Y"));
		CHECK(Asset.Skeleton.JointNames == std::vector<std::string>{"Hips", "Spine"});
		CHECK(Asset.Skeleton.RestPose[1].Scale.x == Approx(1.0f));
		CheckPose(Sample, Asset, nullptr, 0, -1);
		REQUIRE(Asset.Clips.size() == 1);
		CHECK_FALSE(Asset.Clips[0].Name.empty());
		REQUIRE(Asset.Clips[0].SampleCount == 2 * (DaeFrames - 1) + 1);
		for (int Frame = 0; Frame < DaeFrames; ++Frame)
		{
			CheckPose(Sample, Asset, &Asset.Clips[0], 2 * Frame, Frame);
		}
	}
}
} // namespace Flockwork
