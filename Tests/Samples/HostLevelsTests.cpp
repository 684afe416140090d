// Levels that scenes of the sample host ask for, from files of our own and from Content/Levels.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkGame/NavigationSubsystem.h"
#include "FlockworkGame/VisualSubsystem.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"
#include "ProgramFixture.h"
#include "SceneLevels.h"

using namespace Flockwork;

namespace
{
// A red floor of 8 x 8 m and a flight of four steps on it, 0.2 m high and 0.3 m deep, which goes up along +X from x =
// 0.
std::string MakeStairs()
{
	std::string Text = "mtllib Yard.mtl\no Ground\nusemtl Red\nv -4 0 -4\nv -4 0 4\nv 4 0 4\nv 4 0 -4\nf 1 2 3 4\n"
	                   "o Stairs_Up\nusemtl Blue\n";
	int32_t Vertices = 4;
	for (int32_t Step = 0; Step < 4; ++Step)
	{
		const auto Number = [](float Value) { return std::to_string(Value); };
		const std::string Near = Number(0.3f * float(Step));
		const std::string Far = Number(Step == 3 ? 3.0f : 0.3f * float(Step + 1));
		const std::string Low = Number(0.2f * float(Step));
		const std::string High = Number(0.2f * float(Step + 1));
		const auto Face = [&](const std::string& A, const std::string& B, const std::string& C, const std::string& D)
		{
			Text += "v " + A + "\nv " + B + "\nv " + C + "\nv " + D + "\nf";
			for (int32_t Corner = 1; Corner <= 4; ++Corner)
			{
				Text += " " + std::to_string(Vertices + Corner);
			}
			Text += "\n";
			Vertices += 4;
		};
		Face(Near + " " + Low + " -1", Near + " " + Low + " 1", Near + " " + High + " 1", Near + " " + High + " -1");
		Face(Near + " " + High + " -1", Near + " " + High + " 1", Far + " " + High + " 1", Far + " " + High + " -1");
	}
	return Text;
}

std::string MakeRoot(const FProgramFixture& Fixture)
{
	Fixture.Write("Root/Content/Levels/Yard.mtl", "newmtl Red\nKd 0.5 0.1 0.1\nnewmtl Blue\nKd 0.1 0.1 0.5\n");
	Fixture.Write("Root/Content/Levels/Yard.obj", MakeStairs());
	Fixture.Write("Root/Content/Levels/Broken.glb", "no level at all");
	return Fixture.GetPath("Root");
}

struct FLoaded
{
	explicit FLoaded(const std::string& Root, const std::string& Name) : Levels(Root)
	{
		FWorldDef Def;
		Def.Settings.Threads = 1;
		World = std::make_unique<UWorld>(std::move(Def));
		bLoaded = Levels.LoadLevel(Name, *World, Markers, Diagnostics);
		World->Step();
		Complaints = Diagnostics.ToString() + World->TakeDiagnostics().ToString();
	}
	// Height at which a ray from above meets something.
	float HeightAt(float X, float Z) const
	{
		FRayQuery Ray;
		Ray.Start = {X, 20.0f, Z};
		Ray.End = {X, -5.0f, Z};
		FHit Hit;
		return World->GetPhysics().Raycast(Ray, FQueryFilter{}, Hit) ? Hit.Position.y : -100.0f;
	}
	FHostLevels Levels;
	std::unique_ptr<UWorld> World;
	std::vector<FSceneMarker> Markers;
	FDiagnostics Diagnostics;
	std::string Complaints;
	bool bLoaded = false;
};
} // namespace

TEST_CASE("FHostLevels: a level is there to walk on, to bump into and to see, in its colours")
{
	const FProgramFixture Fixture;
	const FLoaded Yard(MakeRoot(Fixture), "Yard");
	INFO(Yard.Complaints);
	REQUIRE(Yard.bLoaded);
	CHECK(Yard.Complaints.empty());
	const UNavigationSubsystem& Navigation = Yard.World->Get<UNavigationSubsystem>();
	CHECK(Navigation.IsOnMesh({-2.0f, 0.0f, 0.0f}));
	CHECK(Navigation.FindPathLength({-2.0f, 0.0f, 0.0f}, {2.2f, 0.8f, 0.0f}) > 4.0f);
	CHECK(Yard.HeightAt(-2.0f, 0.0f) == Approx(0.0f).margin(0.01f));
	CHECK(Yard.HeightAt(2.2f, 0.0f) == Approx(0.8f).margin(0.05f));
	std::vector<FRenderShape> Shapes;
	Yard.World->Get<UVisualSubsystem>().CopyShapes(*Yard.World, 1.0f, Shapes);
	REQUIRE(Shapes.size() == 2); // the slope over the stairs is not seen
	// Colours come in 8 bits.
	CHECK(Shapes[0].Color.x == Approx(0.5f).margin(0.01f));
	CHECK(Shapes[1].Color.z == Approx(0.5f).margin(0.01f));
	CHECK(Shapes[0].Indices.size() + Shapes[1].Indices.size() == 3 * (2 + 16));
	CHECK(Yard.World->FindActorByName("Yard.Red").IsValid());
}

TEST_CASE("FHostLevels: bodies go up stairs on a slope along the edges of the steps")
{
	const FProgramFixture Fixture;
	const FLoaded Yard(MakeRoot(Fixture), "Yard");
	INFO(Yard.Complaints);
	REQUIRE(Yard.bLoaded);
	// From the edge of the first step (0, 0.2) to that of the last (0.9, 0.8).
	CHECK(Yard.HeightAt(0.45f, 0.0f) == Approx(0.5f).margin(0.03f));
	CHECK(Yard.HeightAt(0.75f, 0.0f) == Approx(0.7f).margin(0.03f));
}

TEST_CASE("FHostLevels: a level that is missing or bad is named with its file, and leaves the world alone")
{
	const FProgramFixture Fixture;
	const std::string Root = MakeRoot(Fixture);
	const FLoaded Missing(Root, "Yrad");
	CHECK_FALSE(Missing.bLoaded);
	CHECK(Missing.Complaints.find("Levels/Yrad.glb") != std::string::npos);
	CHECK(Missing.Complaints.find("did you mean \"Yard\"") != std::string::npos);
	CHECK(FLoaded(Root, "../Levels/Yard").Complaints.find("there is no such level") != std::string::npos);
	const FLoaded Broken(Root, "Broken");
	CHECK_FALSE(Broken.bLoaded);
	CHECK(Broken.Complaints.find("Broken.glb") != std::string::npos);
	CHECK(Broken.World->GetActors().empty());
	CHECK_FALSE(Broken.World->Get<UNavigationSubsystem>().IsBuilt());
}

TEST_CASE("FHostLevels: the plaza comes without a complaint, with its places, and each can be walked to")
{
	const FLoaded Plaza(FLOCKWORK_SOURCE_DIR, "Plaza");
	INFO(Plaza.Complaints);
	REQUIRE(Plaza.bLoaded);
	CHECK(Plaza.Complaints.empty());
	CHECK(Plaza.Markers.size() == 69); // 4 exits, 53 goals and 12 spawns, as Content/Authoring/Plaza.py sets them
	for (const FSceneMarker& Marker : Plaza.Markers)
	{
		INFO(Marker.Name);
		CHECK(Plaza.World->Get<UNavigationSubsystem>().FindPathLength({0.0f, 0.0f, 4.0f}, Marker.Position) >= 0.0f);
	}
}

TEST_CASE("FlockworkViewer: a scene without its level ends with status 2 and names the file")
{
	const FProgramFixture Fixture;
	const std::string Root = MakeRoot(Fixture);
	Fixture.Write("Root/Samples/Lost/Lost.as", "// Lost.\nvoid BeginPlay()\n{\n\tLoadLevel(\"Atlantis\");\n}\n");
	Fixture.Write("Root/Samples/Found/Found.as", "// Found.\nvoid BeginPlay()\n{\n\tLoadLevel(\"Yard\");\n}\n");
	const FProgramResult Lost = Fixture.Run("Lost --simulate --seconds 1", Root);
	CHECK(Lost.Status == 2);
	CHECK(Lost.Errors.find("Lost.as") != std::string::npos);
	CHECK(Lost.Errors.find("Content/Levels/Atlantis.glb") != std::string::npos);
	const FProgramResult Found = Fixture.Run("Found --simulate --seconds 1", Root);
	INFO(Found.Errors);
	CHECK(Found.Status == 0);
	CHECK(std::filesystem::exists(std::filesystem::path(Root) / "Content/Levels/Yard.obj.fwlevel"));
}
