// ./Samples/run --import FILE.
#include "ProgramFixture.h"

#include <catch2/catch.hpp>

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
} // namespace Flockwork
