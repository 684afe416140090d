// Crowds in reports: numbers over time, trajectories, the fundamental diagram.
#include "FlockworkCore/DataNode.h"
#include "JsonSchema.h"
#include "ProgramFixture.h"

#include <cmath>
#include <map>

namespace Flockwork
{
namespace
{
bool Mentions(const std::string& Text, std::string_view Part)
{
	return Text.find(Part) != std::string::npos;
}

// One walker on a floor, sent 6 m along +X at 1 m/s.
std::string MakeRoot(const FProgramFixture& Fixture)
{
	Fixture.Write("Root/Content/Prefabs/Floor.json", R"({"prefab": "Floor", "components": {
		"body": {"type": "static", "shape": "box", "halfExtent": [10, 1, 10], "layer": "worldStatic"}}})");
	Fixture.Write("Root/Content/Prefabs/Walker.json",
	    R"({"prefab": "Walker", "components": {"navAgent": {"speed": 1, "crowdId": "Walkers"}}})");
	Fixture.Write("Root/Samples/Walk/Walk.as",
	    "// One walks.\nvoid BeginPlay()\n{\n\tSpawnActor(\"Floor\", FVector(0, -1, 0));\n\tBuildNavMesh();\n"
	    "\tSetMeasuringArea(FVector(-5, -1, -1), FVector(5, 1, 1));\n"
	    "\tSpawnActor(\"Walker\", FVector(-3, 0, 0), \"W\");\n\tAt(0.1, \"Send\");\n}\n"
	    "void Send()\n{\n\tFindActor(\"W\").SetGoal(FVector(3, 0, 0));\n}\n");
	return Fixture.GetPath("Root");
}

FDataNode LoadReport(const std::string& Path)
{
	FDataNode Node;
	FDiagnostics Diagnostics;
	const bool bOk = LoadJsonFile(Path, Node, Diagnostics);
	INFO(Diagnostics.ToString());
	REQUIRE(bOk);
	return Node;
}
} // namespace

TEST_CASE("FlockworkViewer: --trajectories writes who was where and when")
{
	const FProgramFixture Fixture;
	const std::string Root = MakeRoot(Fixture);
	const FProgramResult Result =
	    Fixture.Run("Walk --simulate --seconds 4 --trajectories ways.csv --report report.json", Root);
	INFO(Result.Output << Result.Errors);
	REQUIRE(Result.Status == 0);
	CHECK(Mentions(Result.Output, "wrote ways.csv"));
	std::istringstream Lines(FProgramFixture::Read(Fixture.GetPath("ways.csv")));
	std::string Line;
	std::getline(Lines, Line);
	CHECK(Line == "time,id,x,y,z,state");
	std::map<int, double> Places; // by tenth of a second
	std::string LastState;
	while (std::getline(Lines, Line))
	{
		double Time = 0.0, X = 0.0, Y = 0.0, Z = 0.0;
		unsigned Id = 0;
		char State[16] = {};
		REQUIRE(std::sscanf(Line.c_str(), "%lf,%u,%lf,%lf,%lf,%15s", &Time, &Id, &X, &Y, &Z, State) == 6);
		Places[int(std::lround(Time * 10.0))] = X;
		CHECK(std::abs(Y) < 0.25);
		CHECK(std::abs(Z) < 0.48); // it begins with its face to +Z: the turning circle at 1 m/s and 120 degrees/s
		LastState = State;
	}
	CHECK(Places.size() == 40);
	CHECK(LastState == "moving");
	CHECK(Places[35] - Places[25] == Approx(1.0).margin(0.02)); // 1 m/s, once it walks
}

TEST_CASE("FlockworkViewer: the report tells how a crowd fared and its fundamental diagram, as its schema says")
{
	const FProgramFixture Fixture;
	const std::string Root = MakeRoot(Fixture);
	const FProgramResult Result = Fixture.Run("Walk --simulate --seconds 4 --report report.json", Root);
	INFO(Result.Output << Result.Errors);
	REQUIRE(Result.Status == 0);
	CHECK(Mentions(Result.Output, "crowd Walkers: 1 agents, 1 moving"));
	const FDataNode Report = LoadReport(Fixture.GetPath("report.json"));
	std::string Violations;
	for (const std::string& Violation :
	    FindSchemaViolations(LoadReport(FLOCKWORK_SOURCE_DIR "/Samples/Viewer/Report.schema.json"), Report))
	{
		Violations += Violation + "\n";
	}
	CHECK(Violations == "");
	REQUIRE(Report.Find("crowds")->Items.size() == 1);
	const FDataNode& Crowd = Report.Find("crowds")->Items[0];
	CHECK(Crowd.Find("id")->String == "Walkers");
	REQUIRE(Crowd.Find("metrics")->Items.size() == 16);
	CHECK(Crowd.Find("metrics")->Items[15].Find("agents")->Number == 1);
	CHECK(Crowd.Find("metrics")->Items[15].Find("meanSpeed")->Number == Approx(1.0).margin(0.02));
	const FDataNode& Diagram = *Report.Find("fundamentalDiagram");
	CHECK(Diagram.Find("area")->Number == 20);
	REQUIRE(Diagram.Find("bins")->Items.size() == 1);
	const FDataNode& Bin = Diagram.Find("bins")->Items[0];
	CHECK(Bin.Find("density")->Number == Approx(0.05));
	CHECK(Bin.Find("samples")->Number == 16);
	// Weidmann's curve is flat where people are far apart.
	CHECK(Bin.Find("weidmannSpeed")->Number == Approx(1.34).margin(1e-3));
}

TEST_CASE("FlockworkViewer: trajectories that cannot be written, or of nobody, end with status 2")
{
	const FProgramFixture Fixture;
	const std::string Root = MakeRoot(Fixture);
	Fixture.Write("Root/Samples/Empty/Empty.as", "// Nobody.\nvoid BeginPlay()\n{\n}\n");
	const FProgramResult Nobody = Fixture.Run("Empty --simulate --seconds 1 --trajectories ways.csv", Root);
	CHECK(Nobody.Status == 2);
	CHECK(Mentions(Nobody.Errors, "no crowd"));
	const FProgramResult NoFolder = Fixture.Run("Walk --simulate --seconds 1 --trajectories no/ways.csv", Root);
	CHECK(NoFolder.Status == 2);
	CHECK(Mentions(NoFolder.Errors, "--trajectories"));
}
} // namespace Flockwork
