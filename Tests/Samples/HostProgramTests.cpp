// The sample host as a program: exit statuses, messages, files.
#include "FlockworkCore/DataNode.h"
#include "JsonSchema.h"
#include "ProgramFixture.h"

#include <sys/stat.h>

using namespace Flockwork;

namespace
{
// A root of our own, with a scene and just enough content.
std::string MakeRoot(const FProgramFixture& Fixture)
{
	Fixture.Write("Root/Content/Prefabs/Stone.json",
	    R"({"prefab": "Stone", "components": {"body": {"shape": "sphere", "radius": 0.5, "mass": 1}}})");
	Fixture.Write("Root/Content/Prefabs/Bird.json", R"({"prefab": "Bird", "components": {
		"body": {"shape": "sphere", "radius": 0.2, "gravity": false, "lockRotation": true, "layer": "boid"},
		"flocking": {"flockId": "Birds"}}})");
	return Fixture.GetPath("Root");
}

void WriteScene(const FProgramFixture& Fixture, const std::string& Name, const std::string& Text)
{
	Fixture.Write("Root/Samples/" + Name + "/" + Name + ".as", Text);
}

bool Has(const std::string& Text, const std::string& Part)
{
	return Text.find(Part) != std::string::npos;
}

FDataNode LoadJson(const std::string& Path)
{
	FDataNode Node;
	FDiagnostics Diagnostics;
	const bool bOk = LoadJsonFile(Path, Node, Diagnostics);
	INFO(Diagnostics.ToString());
	REQUIRE(bOk);
	return Node;
}

const char* const GoodScene = "// Birds that fly about.\nvoid BeginPlay()\n{\n}\n";
} // namespace

TEST_CASE("FlockworkViewer: --list names the scenes with what they are about")
{
	const FProgramFixture Fixture;
	const FProgramResult Result = Fixture.Run("--list");
	INFO(Result.Errors);
	CHECK(Result.Status == 0);
	CHECK(Has(Result.Output, "ZombieHorde"));
	CHECK(Result.Output.find('\n') > 25); // a summary stands beside the name
}

TEST_CASE("FlockworkViewer: bad input gives exit status 2 and says what is wrong")
{
	const FProgramFixture Fixture;
	const struct
	{
		const char* Arguments;
		const char* Message;
	} Cases[] = {{"ZombieHorde --seconds nan", "--seconds"}, {"ZombieHord", "did you mean ZombieHorde?"},
	    {"NothingLikeIt", "no scene 'NothingLikeIt'"}, {"--unknown", "--unknown"},
	    {"ZombieHorde --simulate --seconds 1 --report /no/such/folder/r.json", "/no/such/folder"},
	    {"ZombieHorde --simulate --seconds 1 --report .", "--report"},
	    {"ZombieHorde --headless --png /no/such/folder/p.png", "/no/such/folder"},
	    {"ZombieHorde --headless --mp4 /dev/null/film.mp4", "film.mp4"},
	    {"--lint /no/such/file.json", "/no/such/file.json"}};
	for (const auto& Case : Cases)
	{
		const FProgramResult Result = Fixture.Run(Case.Arguments);
		INFO(Case.Arguments << "\n" << Result.Output << Result.Errors);
		CHECK(Result.Status == 2);
		CHECK(Has(Result.Errors, Case.Message));
	}
}

TEST_CASE("FlockworkViewer: missing content, scenes and scripts give exit status 2 and are named")
{
	const FProgramFixture Fixture;
	const FProgramResult NoRoot = Fixture.Run("ZombieHorde --simulate", "/no/such/root");
	CHECK(NoRoot.Status == 2);
	CHECK(Has(NoRoot.Errors, "/no/such/root/Samples"));
	const std::string Root = Fixture.GetPath("Root");
	WriteScene(Fixture, "Birds", GoodScene);
	const FProgramResult NoContent = Fixture.Run("Birds --simulate --seconds 1", Root);
	CHECK(NoContent.Status == 2);
	CHECK(Has(NoContent.Errors, "Content"));
}

TEST_CASE("FlockworkViewer: a script that does not compile, never ends, or throws gives exit status 2 and its line")
{
	const FProgramFixture Fixture;
	const std::string Root = MakeRoot(Fixture);
	WriteScene(Fixture, "Typo", "void BeginPlay()\n{\n\tSpwn(\"Bird\");\n}\n");
	WriteScene(Fixture, "Endless", "void BeginPlay()\n{\n\twhile (true)\n\t{\n\t}\n}\n");
	WriteScene(Fixture, "Deep", "void Down()\n{\n\tDown();\n}\nvoid BeginPlay()\n{\n\tDown();\n}\n");
	WriteScene(Fixture, "Zero", "void BeginPlay()\n{\n\tint A = 0;\n\tint B = 1 / A;\n}\n");
	for (const auto& [Scene, Line] : {std::pair<const char*, const char*>{"Typo", "Typo.as:3"},
	         {"Endless", "Endless.as:"}, {"Deep", "Deep.as:"}, {"Zero", "Zero.as:4"}})
	{
		const FProgramResult Result = Fixture.Run(std::string(Scene) + " --simulate --seconds 1", Root);
		INFO(Scene << "\n" << Result.Errors);
		CHECK(Result.Status == 2);
		CHECK(Has(Result.Errors, Line));
	}
}

TEST_CASE("FlockworkViewer: a failing check gives exit status 1, and the report says which")
{
	const FProgramFixture Fixture;
	const std::string Root = MakeRoot(Fixture);
	WriteScene(Fixture, "Fails",
	    "// Fails.\nbool Never()\n{\n\treturn false;\n}\nvoid BeginPlay()\n{\n"
	    "\tCheck(\"never\", \"Never\", ECheckWhen::AtEnd);\n}\n");
	const std::string Report = Fixture.GetPath("report.json");
	const FProgramResult Result = Fixture.Run("Fails --simulate --report " + Report, Root);
	INFO(Result.Output << Result.Errors);
	CHECK(Result.Status == 1);
	CHECK(Has(Result.Output, "FAIL"));
	const FDataNode Node = LoadJson(Report);
	CHECK_FALSE(Node.Find("pass")->Bool);
	REQUIRE(Node.Find("checks")->Items.size() == 1);
	CHECK(Node.Find("checks")->Items[0].Find("name")->String == "never");
}

TEST_CASE("FlockworkViewer: the report is as its schema says")
{
	const FProgramFixture Fixture;
	const std::string Report = Fixture.GetPath("report.json");
	const FProgramResult Result =
	    Fixture.Run("ZombieHorde --simulate --seconds 2 --seed 5 --threads 2 --report " + Report);
	INFO(Result.Output << Result.Errors);
	CHECK(Result.Status == 0); // the check at 60 s is not reached, and so has not failed
	const FDataNode Schema = LoadJson(FLOCKWORK_SOURCE_DIR "/Samples/Viewer/Report.schema.json");
	const FDataNode Node = LoadJson(Report);
	std::string Violations;
	for (const std::string& Violation : FindSchemaViolations(Schema, Node))
	{
		Violations += Violation + "\n";
	}
	CHECK(Violations == "");
	CHECK(Node.Find("scene")->String == "ZombieHorde");
	CHECK(Node.Find("seed")->Number == 5);
	CHECK(Node.Find("threads")->Number == 2);
	CHECK(Node.Find("steps")->Number == 120);
	CHECK(Node.Find("frames")->Number == 0);
	CHECK(Node.Find("flocks")->Items.size() >= 1);
	CHECK(Node.Find("flocks")->Items[0].Find("metrics")->Items.size() >= 4);
}

TEST_CASE("FindSchemaViolations: finds each kind of fault in a report")
{
	const FDataNode Schema = LoadJson(FLOCKWORK_SOURCE_DIR "/Samples/Viewer/Report.schema.json");
	const char* const Good = R"({"format": "flockwork-report", "version": 1, "scene": "S", "seed": 1, "threads": 1,
		"steps": 60, "seconds": 1, "wallSeconds": 0.5, "frames": 0, "actors": 2, "stateHash": "0123456789abcdef",
		"pass": true, "checks": [{"name": "n", "condition": "c", "when": "end", "time": 0, "pass": true, "done": true,
		"value": 1}], "flocks": [], "milliseconds": {"step": 1, "phases": {"Sense": 0.1}, "draw": 0}, "diagnostics": []})";
	const auto Count = [&](const std::string& Text)
	{
		FDataNode Node;
		FDiagnostics Diagnostics;
		REQUIRE(ParseJson(Text, "test", Node, Diagnostics));
		return FindSchemaViolations(Schema, Node).size();
	};
	REQUIRE(Count(Good) == 0);
	const std::pair<const char*, const char*> Faults[] = {{"\"version\": 1", "\"version\": 2"},
	    {"\"seed\": 1", "\"seed\": -1"}, {"\"seed\": 1", "\"seed\": 1.5"}, {"\"pass\": true,", "\"pass\": 1,"},
	    {"\"scene\": \"S\"", "\"scene\": \"\""}, {"0123456789abcdef", "0123"},
	    {"\"when\": \"end\"", "\"when\": \"soon\""}, {"\"seconds\": 1,", ""}, {"\"steps\": 60", "\"stepz\": 60"},
	    {"\"Sense\": 0.1", "\"Sense\": -0.1"}};
	for (const auto& [From, To] : Faults)
	{
		std::string Text = Good;
		Text.replace(Text.find(From), std::string(From).size(), To);
		INFO(From << " -> " << To);
		CHECK(Count(Text) >= 1);
	}
}

TEST_CASE("FlockworkViewer: one run is one state, at 1 and 2 threads, and another seed is another")
{
	const FProgramFixture Fixture;
	std::string Hashes[4];
	const char* const Options[] = {"--threads 1", "--threads 2", "--threads 2", "--threads 2 --seed 2"};
	for (size_t Run = 0; Run < 4; ++Run)
	{
		const std::string Report = Fixture.GetPath("report.json");
		const FProgramResult Result =
		    Fixture.Run("ZombieHorde --simulate --seconds 5 " + std::string(Options[Run]) + " --report " + Report);
		INFO(Result.Output << Result.Errors);
		REQUIRE(Result.Status == 0);
		Hashes[Run] = LoadJson(Report).Find("stateHash")->String;
	}
	CHECK(Hashes[0] == Hashes[1]);
	CHECK(Hashes[1] == Hashes[2]);
	CHECK(Hashes[2] != Hashes[3]);
}

TEST_CASE("FlockworkViewer: --boids sets the number where the scene asks for it")
{
	const FProgramFixture Fixture;
	const std::string Report = Fixture.GetPath("report.json");
	const FProgramResult Result = Fixture.Run("ZombieHorde --simulate --seconds 0.5 --boids 17 --report " + Report);
	INFO(Result.Output << Result.Errors);
	REQUIRE(Result.Status == 0);
	CHECK(LoadJson(Report).Find("flocks")->Items[0].Find("boids")->Number == 17);
}

TEST_CASE("FlockworkViewer: without a scene, --simulate writes the main scene's report into Output")
{
	const FProgramFixture Fixture;
	const std::string Root = MakeRoot(Fixture);
	WriteScene(Fixture, "ZombieHorde", "// Stands in for the main scene.\nvoid BeginPlay()\n{\n}\n");
	const FProgramResult Result = Fixture.Run("--simulate --seconds 0.5", Root);
	INFO(Result.Output << Result.Errors);
	CHECK(Result.Status == 0);
	CHECK(LoadJson(Root + "/Output/ZombieHorde.json").Find("steps")->Number == 30);
}

TEST_CASE("FlockworkViewer: --lint passes a good file and tells every fault of a bad one")
{
	const FProgramFixture Fixture;
	const std::string Good = Fixture.Write("Good.json", R"({"format": 1, "flock": {"maxSpeed": 4}})");
	const std::string Bad =
	    Fixture.Write("Bad.json", "{\"format\": 1, \"flock\": {\n\"maxSped\": 4,\n\"maxSteerForce\": \"much\"}}");
	const std::string Unwise = Fixture.Write("Unwise.json", R"({"format": 1, "flock": {"maxSpeed": 500}})");
	const std::string Neither = Fixture.Write("Neither.json", "{}");
	const std::string Binary = Fixture.Write("Binary.json", std::string("\x00\xff\x13\x37", 4));
	const std::string Empty = Fixture.Write("Empty.json", "");
	const std::string Prefab = Fixture.Write(
	    "Prefab.json", R"({"prefab": "Mine", "components": {"body": {"shape": "sphere"}, "flocking": {}}})");
	const std::string BadPrefab =
	    Fixture.Write("BadPrefab.json", R"({"prefab": "Mine", "inherits": "Mine", "components": {}})");
	const std::string Script = Fixture.Write("Scene/Scene.as", "void BeginPlay()\n{\n\tint A = \"text\";\n}\n");
	CHECK(Fixture.Run("--lint " + Good).Status == 0);
	CHECK(Fixture.Run("--lint " + Prefab).Status == 0);
	const FProgramResult OfBad = Fixture.Run("--lint " + Bad);
	CHECK(OfBad.Status == 2);
	CHECK(Has(OfBad.Errors, "Bad.json:2"));
	CHECK(Has(OfBad.Errors, "maxSpeed")); // did you mean
	CHECK(Has(OfBad.Errors, "Bad.json:3"));
	const FProgramResult OfUnwise = Fixture.Run("--lint " + Unwise);
	CHECK(OfUnwise.Status == 0);
	CHECK(Has(OfUnwise.Errors, "warning"));
	for (const std::string& File : {Neither, Binary, Empty, BadPrefab})
	{
		const FProgramResult Result = Fixture.Run("--lint " + File);
		INFO(File << "\n" << Result.Errors);
		CHECK(Result.Status == 2);
		CHECK(Has(Result.Errors, std::filesystem::path(File).filename().string()));
	}
	const FProgramResult OfScript = Fixture.Run("--lint " + Script);
	CHECK(OfScript.Status == 2);
	CHECK(Has(OfScript.Errors, "Scene.as:3"));
}

TEST_CASE("FlockworkViewer: draws a picture and a short film without a display")
{
	const FProgramFixture Fixture;
	const FProgramResult Result =
	    Fixture.Run("ZombieHorde --headless --seconds 1 --png picture.png --mp4 film.mp4 --report report.json");
	INFO(Result.Output << Result.Errors);
	REQUIRE(Result.Status == 0);
	const std::string Png = Fixture.Read(Fixture.GetPath("picture.png"));
	REQUIRE(Png.size() > 50000); // a picture of one colour takes a few kilobytes
	CHECK(Png.substr(1, 3) == "PNG");
	const auto BigEndian = [&](size_t At)
	{
		uint32_t Value = 0;
		for (size_t Byte = 0; Byte < 4; ++Byte)
		{
			Value = (Value << 8) | uint8_t(Png[At + Byte]);
		}
		return Value;
	};
	CHECK(BigEndian(16) == 1280);
	CHECK(BigEndian(20) == 720);
	const std::string Film = Fixture.Read(Fixture.GetPath("film.mp4"));
	REQUIRE(Film.size() > 20000);
	CHECK(Film.substr(4, 4) == "ftyp");
	CHECK(LoadJson(Fixture.GetPath("report.json")).Find("frames")->Number == 30);
}

TEST_CASE("FlockworkViewer: what a script switches on is in the picture")
{
	const FProgramFixture Fixture;
	const std::string Root = MakeRoot(Fixture);
	Fixture.Write("Root/Content/Prefabs/Seen.json",
	    R"({"prefab": "Seen", "inherits": "Bird", "components": {"visual": {"species": "bird"}}})");
	const std::string Begin = "// Birds.\nvoid BeginPlay()\n{\n\tSetTitle(\"Birds\");\n"
	                          "\tSpawnInBox(\"Seen\", FVector(-2, 2, -2), FVector(2, 5, 2), 20);\n"
	                          "\tCamera::Look(FVector(0, 5, 12), FVector(0, 3, 0));\n\t";
	const std::pair<const char*, const char*> Switches[] = {{"Plain", ""},
	    {"Colours", "SetColoring(EFlockColoring::Heading);"}, {"Curves", "ShowPlots();"},
	    {"Arrows", "ShowLayer(EDebugLayer::Velocity);"},
	    {"Rules", "At(0.1, \"Choose\"); ShowLayer(EDebugLayer::Rules); ShowLayer(EDebugLayer::Vision);"}};
	std::string Plain;
	for (const auto& [Name, Switch] : Switches)
	{
		WriteScene(Fixture, Name, Begin + Switch + "\n}\nvoid Choose() { SelectActor(GetActors(\"\")[0]); }\n");
		const FProgramResult Result =
		    Fixture.Run(std::string(Name) + " --headless --seconds 0.5 --png picture.png", Root);
		INFO(Name << "\n" << Result.Output << Result.Errors);
		REQUIRE(Result.Status == 0);
		const std::string Picture = Fixture.Read(Fixture.GetPath("picture.png"));
		if (Plain.empty())
		{
			Plain = Picture;
		}
		else
		{
			CHECK(Picture != Plain);
		}
	}
}
