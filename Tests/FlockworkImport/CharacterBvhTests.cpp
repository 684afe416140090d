// BVH: joints against the channels' own mathematics, and texts that are damaged.
#include "CharacterFixture.h"
#include "RigSamples.h"

#include <catch2/catch.hpp>

namespace Flockwork
{
namespace
{
std::string With(const std::string& What, const std::string& By)
{
	std::string Text = MakeSampleBvh();
	const size_t At = Text.find(What);
	REQUIRE(At != std::string::npos);
	return Text.replace(At, What.size(), By);
}
} // namespace

TEST_CASE("ImportCharacter: joints of a BVH are where its channels put them")
{
	const FTemporaryFolder Folder;
	const FCharacterResult Result = ImportRig(Folder.Write("step.bvh", MakeSampleBvh()));
	INFO(Result.Text());
	REQUIRE(Result.bOk);
	CHECK(Result.Diagnostics.GetAll().empty());
	const FCharacterAsset& Asset = Result.Asset();
	CHECK(Asset.Skeleton.JointNames == std::vector<std::string>{"Hips", "Left Knee", "Foot", "Foot_End"});
	REQUIRE(Asset.Clips.size() == 1);
	const FClip& Clip = Asset.Clips[0];
	CHECK(Clip.Name == "step");
	REQUIRE(Clip.SampleCount == 2 * (BvhFrames - 1) + 1); // keys at 30 Hz are every second sample
	for (int Frame = 0; Frame < BvhFrames; ++Frame)
	{
		const std::vector<glm::dmat4> Models = JointModels(Asset.Skeleton, &Clip, 2 * Frame);
		const std::vector<glm::dmat4> Expected = BvhJointsAt(Frame);
		for (size_t Joint = 0; Joint < 4; ++Joint)
		{
			INFO("frame " << Frame << ", joint " << Joint);
			for (int Column = 0; Column < 4; ++Column)
			{
				CHECK(glm::length(Models[Joint][Column] - Expected[Joint][Column]) < 2e-6);
			}
		}
	}
}

TEST_CASE("ImportCharacter: a BVH's numbers are scaled and turned as the settings say, and a giant is told of")
{
	const FTemporaryFolder Folder;
	const std::string Path = Folder.Write("step.bvh", MakeSampleBvh());
	FLevelImportSettings Settings;
	Settings.Scale = 0.5f;
	Settings.UpAxis = EImportUpAxis::Z;
	const FCharacterResult Result = ImportRig(Path, Settings);
	REQUIRE(Result.bOk);
	// What was (x, y, z) is (x, z, -y), and half as large.
	const glm::dmat4 Hips = JointModels(Result.Asset().Skeleton, nullptr, 0)[0];
	CHECK(glm::length(glm::dvec3(Hips[3]) - glm::dvec3(0.0, 0.0, -0.45)) < 1e-6);
	const glm::dmat4 End = JointModels(Result.Asset().Skeleton, nullptr, 0)[3];
	CHECK(glm::length(glm::dvec3(End[3]) - 0.5 * glm::dvec3(0.1, 0.17, 0.0)) < 1e-6);

	Settings = {};
	Settings.Scale = 17.7f;
	const FCharacterResult Giant = ImportRig(Path, Settings);
	REQUIRE(Giant.bOk);
	INFO(Giant.Text());
	CHECK(Giant.Says("import.scale"));
}

TEST_CASE("ImportCharacter: a BVH that is damaged is refused with its line")
{
	const FTemporaryFolder Folder;
	const auto Check = [&](const std::string& Text, std::string_view Reason)
	{
		const std::string Path = Folder.Write("bad.bvh", Text);
		const FCharacterResult Result = ImportRig(Path);
		INFO(Result.Text());
		CHECK(IsRefused(Result, Path));
		CHECK(Result.Says(Reason));
	};
	Check(With("OFFSET 0.1", "OFFSET zero"), "bad.bvh:8: error: \"zero\" is no number");
	Check(With("OFFSET 0.1", "OFFSET nan"), "\"nan\" is no number");
	Check(With("Zposition", "Wposition"), "is no channel");
	Check(With("Frames: 5", "Frames: 2000000000"), "claims 2000000000");
	Check(With("Frames: 5", "Frames: 6"), "");
	Check(With("Frames: 5", "Frames: -1"), "");
	Check(With("ROOT", "TOOT"), "has no ROOT");
	Check(With("MOTION", "NOTION"), "\"MOTION\" was expected");
	Check(MakeSampleBvh().substr(0, 150), "");
	Check(With("CHANNELS 0", "CHANNELS 2000000000 "), "");
	std::string Deep = "HIERARCHY\nROOT a\n{\n OFFSET 0 0 0\n";
	for (int Depth = 0; Depth < 100000; ++Depth)
	{
		Deep += "JOINT b\n{\n";
	}
	Check(Deep, "deep");

	const FCharacterResult Still =
	    ImportRig(Folder.Write("still.bvh", With("Frame Time: 0.0333333333333333", "Frame Time: 0")));
	CHECK(Still.bOk);
	CHECK(Still.Says("1/30 s is taken"));
	CHECK(Still.Asset().Clips[0].Duration == Approx(4.0f / 30.0f));
	const FCharacterResult None = ImportRig(Folder.Write("none.bvh", With("Frames: 5", "Frames: 0")));
	CHECK(None.bOk);
	CHECK(None.Asset().Clips.empty());
}

TEST_CASE("ImportCharacter: a BVH may have two roots and joints of one name")
{
	const FTemporaryFolder Folder;
	const std::string Root =
	    "\n{\n OFFSET 1 0 0\n CHANNELS 1 Yrotation\n JOINT Tip\n {\n OFFSET 0 1 0\n CHANNELS 0\n }\n}\n";
	const FCharacterResult Result = ImportRig(Folder.Write(
	    "two.bvh", "HIERARCHY\nROOT A" + Root + "ROOT B" + Root + "MOTION\nFrames: 2\nFrame Time: 0.5\n0 0\n90 45\n"));
	INFO(Result.Text());
	REQUIRE(Result.bOk);
	CHECK(Result.Asset().Skeleton.JointNames == std::vector<std::string>{"A", "Tip", "B", "Tip_2"});
	CHECK(Result.Asset().Skeleton.Parents == std::vector<int16_t>{-1, 0, -1, 2});
}
} // namespace Flockwork
