// ./Samples/run --import FILE.
#include "ProgramFixture.h"

#include <catch2/catch.hpp>
#include <filesystem>

namespace Flockwork
{
namespace
{
bool Mentions(const std::string& Text, std::string_view Part)
{
	return Text.find(Part) != std::string::npos;
}
} // namespace

TEST_CASE("FlockworkViewer: --import tells what is in a level")
{
	const FProgramFixture Fixture;
	const FProgramResult Result =
	    Fixture.Run("--import '" + std::string(FLOCKWORK_SOURCE_DIR) + "/Content/Levels/Bridges.glb'");
	INFO(Result.Output << Result.Errors);
	CHECK(Result.Status == 0);
	CHECK(Result.Errors.empty());
	for (const char* const Part : {"Bridges.glb: glTF, 1 m a unit, Y up", "triangles", "Spawn_*",
	         "15, the first Spawn_", "both ways", "-6.00 m up, one way", "walkable"})
	{
		INFO(Part);
		CHECK(Mentions(Result.Output, Part));
	}
}

TEST_CASE("FlockworkViewer: --import ends with status 2 on a file that is no ground, and says why")
{
	const FProgramFixture Fixture;
	const std::string Floor = "v 0 0 0\nv 0 0 9\nv 9 0 9\nv 9 0 0\n";
	const std::string Good = Fixture.Write("good.obj", "o Floor\n" + Floor + "f 1 2 3 4\n");
	const FProgramResult OfGood = Fixture.Run("--import " + Good);
	INFO(OfGood.Output << OfGood.Errors);
	CHECK(OfGood.Status == 0);
	CHECK(Mentions(OfGood.Output, "81.0 m^2"));

	const std::string Ceiling = Fixture.Write("ceiling.obj", "o Floor\n" + Floor + "f 4 3 2 1\n");
	const FProgramResult OfCeiling = Fixture.Run("--import " + Ceiling);
	INFO(OfCeiling.Output << OfCeiling.Errors);
	CHECK(OfCeiling.Status == 2);
	CHECK(Mentions(OfCeiling.Errors, "ceiling.obj"));
	for (const std::string& File :
	    {Fixture.Write("empty.glb", ""), Fixture.Write("words.fbx", "words"), std::string("/no/such/level.glb")})
	{
		const FProgramResult Result = Fixture.Run("--import " + File);
		INFO(File << "\n" << Result.Errors);
		CHECK(Result.Status == 2);
		CHECK(Mentions(Result.Errors, File));
	}
}

TEST_CASE("FlockworkViewer: --import tells what is in a character, and what to change")
{
	const FProgramFixture Fixture;
	std::string Bvh = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0.9 0\nCHANNELS 3 Xposition Yposition Zposition\n";
	for (const char* const Side : {"Left", "Right"})
	{
		const std::string X = Side[0] == 'L' ? "0.1" : "-0.1";
		Bvh += "JOINT " + std::string(Side) + "UpLeg\n{\nOFFSET " + X + " 0 0\nCHANNELS 0\nJOINT " + Side +
		       "Leg\n{\nOFFSET 0 -0.4 0\nCHANNELS 0\nJOINT " + Side + "Foot\n{\nOFFSET 0 -0.42 0\nCHANNELS 0\nJOINT " +
		       Side + "ToeBase\n{\nOFFSET 0 -0.06 0.14\nCHANNELS 0\n}\n}\n}\n}\n";
	}
	Bvh += "}\nMOTION\nFrames: 2\nFrame Time: 0.5\n0 0.9 0\n0 0.9 0.75\n";
	const FProgramResult Result = Fixture.Run("--import " + Fixture.Write("stroll.bvh", Bvh));
	INFO(Result.Output << Result.Errors);
	CHECK(Result.Status == 0);
	for (const char* const Part :
	    {"stroll.bvh: BVH, 1 m a unit, Y up, a character", "joints      9, root Hips", "foot        LeftFoot",
	        "foot        RightFoot", "0.08 m high", "clip        stroll", "0.50 s", "31 samples, root 1.50 m/s"})
	{
		INFO(Part);
		CHECK(Mentions(Result.Output, Part));
	}
	// What a JSON beside it says is looked at, too.
	const std::string Named = Fixture.Write("named.bvh", Bvh);
	Fixture.Write("named.json", R"({"clips": {"named": {"loops": false, "speed": 1.25}}})");
	const FProgramResult OfNamed = Fixture.Run("--import " + Named);
	INFO(OfNamed.Output << OfNamed.Errors);
	CHECK(OfNamed.Status == 0);
	CHECK(Mentions(OfNamed.Output, "feet for 1.25 m/s"));
	Fixture.Write("named.json", R"({"clips": {"nomad": {"speed": 1.25}}})");
	const FProgramResult OfNomad = Fixture.Run("--import " + Named);
	CHECK(OfNomad.Status == 2);
	CHECK(Mentions(OfNomad.Errors, "named.json:1"));

	const std::string Damaged = Fixture.Write("damaged.bvh", Bvh.substr(0, 200));
	const FProgramResult OfDamaged = Fixture.Run("--import " + Damaged);
	CHECK(OfDamaged.Status == 2);
	CHECK(Mentions(OfDamaged.Errors, "damaged.bvh:"));
}

TEST_CASE("FlockworkViewer: --import finds nothing wrong with our own characters")
{
	const FProgramFixture Fixture;
	for (const auto& Entry : std::filesystem::directory_iterator(FLOCKWORK_SOURCE_DIR "/Content/Characters"))
	{
		if (Entry.path().extension() == ".glb")
		{
			const FProgramResult Result = Fixture.Run("--import '" + Entry.path().string() + "'");
			INFO(Result.Output << Result.Errors);
			CHECK(Result.Status == 0);
			CHECK(Mentions(Result.Output, "  foot        "));
			CHECK_FALSE(Mentions(Result.Errors, "error:"));
		}
	}
}
} // namespace Flockwork
