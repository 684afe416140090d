// The sample host as a program: exit statuses, messages, files.
#include "FlockworkCore/DataNode.h"
#include "JsonSchema.h"
#include "ProgramFixture.h"

#include <sys/stat.h>
#include <unistd.h>

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

// Starts a program and sends it a signal when it has run for a while. The default action first: whoever starts the
// tests in the background may have SIGINT ignored.
std::string SignalAfter(const std::string& Signal, int Seconds)
{
	return "env --default-signal=INT,TERM timeout --foreground --preserve-status --kill-after=60 --signal=" + Signal +
	       " " + std::to_string(Seconds) + " ";
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
	    {"--lint /no/such/file.json", "/no/such/file.json"}, {"--lint ''", "--lint is empty"},
	    {"'' --simulate --seconds 1", "scene is empty"}, {"--list > /dev/full", "stdout cannot be written"},
	    {"--list >&-", "stdout cannot be written"}, {"--help > /dev/full", "stdout cannot be written"}};
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
		"value": 1}], "flocks": [], "crowds": [], "fundamentalDiagram": {"area": 0, "bins": []}, "milliseconds": {"step": 1, "phases": {"Sense": 0.1}, "draw": 0}, "diagnostics": []})";
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

TEST_CASE("FlockworkViewer: --lint tells the line of each doubt, and what the orders of a scene's beginning come to")
{
	const FProgramFixture Fixture;
	const std::string Unwise = Fixture.Write(
	    "Unwise.json", "{\"format\": 1, \"flock\": {\n\"maxSpeed\": 500,\n\"separation\": {\n\"weight\": 0}}}");
	const FProgramResult OfUnwise = Fixture.Run("--lint " + Unwise);
	INFO(OfUnwise.Errors);
	CHECK(OfUnwise.Status == 0);
	CHECK(Has(OfUnwise.Errors, "Unwise.json:2:13: warning: flock.maxSpeed"));
	CHECK(Has(OfUnwise.Errors, "Unwise.json:4:11: warning: flock.separation.weight"));
	const std::string Prefab = Fixture.Write("Prefab.json",
	    "{\"prefab\": \"Mine\", \"components\": {\"body\": {}, \"flocking\": {\"flock\": {\n\"maxSpeed\": 500}}}}");
	CHECK(Has(Fixture.Run("--lint " + Prefab).Errors, "Prefab.json:2:13: warning: flock.maxSpeed"));
	const std::string Scene = Fixture.Write("Scene/Scene.as",
	    "void BeginPlay()\n{\n\tSpawnActor(\"Boid\", FVector(0, 5, 0), \"A\");\n"
	    "\tSpawnActor(\"Boid\", FVector(0, 6, 0), \"A\");\n\tSetSetting(\"flock.maxSpeed\", 3.0f, \"Nobody\");\n}\n");
	const FProgramResult OfScene = Fixture.Run("--lint " + Scene);
	INFO(OfScene.Errors);
	CHECK(OfScene.Status == 2);
	CHECK(Has(OfScene.Errors, "there is an actor named \"A\" already"));
	CHECK(Has(OfScene.Errors, "there is no flock \"Nobody\""));
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

TEST_CASE("FlockworkViewer: --report goes through a link and into a pipe that is read, and does not wait for a reader")
{
	const FProgramFixture Fixture;
	const std::string Root = MakeRoot(Fixture);
	WriteScene(Fixture, "Birds", GoodScene);
	Fixture.Write("real.json", "old");
	std::filesystem::create_symlink("real.json", Fixture.GetPath("link.json"));
	CHECK(Fixture.Run("Birds --simulate --seconds 0.1 --report link.json", Root).Status == 0);
	CHECK(std::filesystem::is_symlink(Fixture.GetPath("link.json")));
	CHECK(LoadJson(Fixture.GetPath("real.json")).Find("steps")->Number == 6);

	const std::string Pipe = Fixture.GetPath("pipe.json");
	REQUIRE(mkfifo(Pipe.c_str(), 0600) == 0);
	const FProgramResult Unread = Fixture.Run("Birds --simulate --seconds 0.1 --report pipe.json", Root);
	CHECK(Unread.Status == 2);
	CHECK(Has(Unread.Errors, "nobody reads from this pipe"));
	const std::string Reader = "cat '" + Pipe + "' > '" + Fixture.GetPath("read.json") + "' &";
	REQUIRE(std::system(Reader.c_str()) == 0);
	CHECK(Fixture.Run("Birds --simulate --seconds 5 --report pipe.json", Root).Status == 0);
	CHECK(std::filesystem::is_fifo(Pipe));
	std::string Read;
	for (int Wait = 0; Wait < 100 && !Has(Read, "stateHash"); ++Wait)
	{
		usleep(50'000);
		Read = Fixture.Read(Fixture.GetPath("read.json"));
	}
	CHECK(Has(Read, "stateHash"));
}

TEST_CASE(
    "FlockworkViewer: SIGINT and SIGTERM end a run with its film closed, its report written, and their own status")
{
	const FProgramFixture Fixture;
	const std::string Root = MakeRoot(Fixture);
	WriteScene(Fixture, "Birds", GoodScene);
	// A day: it ends by the signal, or the test's time limit tells.
	const std::string Report = Fixture.GetPath("report.json");
	for (const auto& [Signal, Status] : {std::pair<const char*, int>{"INT", 130}, {"TERM", 143}})
	{
		const FProgramResult Result =
		    Fixture.Run("Birds --simulate --seconds 86400 --report report.json", Root, SignalAfter(Signal, 4));
		INFO(Result.Output << Result.Errors);
		CHECK(Result.Status == Status);
		CHECK(Has(Result.Errors, "ended by a signal"));
		CHECK(LoadJson(Report).Find("steps")->Number >= 1);
		std::filesystem::remove(Report);
	}
	const FProgramResult Drawn = Fixture.Run(
	    "Birds --headless --seconds 86400 --mp4 film.mp4 --report report.json", Root, SignalAfter("INT", 12));
	INFO(Drawn.Output << Drawn.Errors);
	CHECK(Drawn.Status == 130);
	CHECK(LoadJson(Report).Find("frames")->Number >= 1);
	const std::string Probe = "ffprobe -v error -show_entries stream=nb_frames '" + Fixture.GetPath("film.mp4") + "'";
	CHECK(std::system((Probe + " > /dev/null").c_str()) == 0);
	int32_t Files = 0;
	for (const auto& Entry : std::filesystem::directory_iterator(Fixture.GetPath("")))
	{
		Files += Entry.path().extension() == ".part" ? 1 : 0;
	}
	CHECK(Files == 0);
}

TEST_CASE("FlockworkViewer: a display that does not answer is as good as none, and is named")
{
	const FProgramFixture Fixture;
	const std::string Root = MakeRoot(Fixture);
	WriteScene(Fixture, "Birds", GoodScene);
	const FProgramResult Result = Fixture.Run("Birds --seconds 0.5", Root, "env DISPLAY=:4711 ");
	INFO(Result.Output << Result.Errors);
	CHECK(Result.Status == 0);
	CHECK(Has(Result.Errors, "the display :4711 does not answer"));
	CHECK(std::filesystem::exists(Root + "/Output/Birds.png"));
	CHECK(std::filesystem::exists(Root + "/Output/Birds.mp4"));
}

TEST_CASE("FlockworkViewer: --lint refuses a prefab that could never be spawned, and doubts a species nobody draws")
{
	const FProgramFixture Fixture;
	const std::string Hull =
	    Fixture.Write("Hull.json", R"({"prefab": "H", "components": {"body": {"shape": "hull"}}})");
	const std::string Flat = Fixture.Write("Flat.json", R"({"prefab": "F", "components": {"body": {"type": "static",
		"shape": "mesh", "vertices": [[0, 0, 0], [1, 0, 0], [0, 0, 1]]}}})");
	for (const std::string& File : {Hull, Flat})
	{
		const FProgramResult Result = Fixture.Run("--lint " + File);
		INFO(Result.Errors);
		CHECK(Result.Status == 2);
		CHECK(Has(Result.Errors, File + ": error: "));
	}
	const std::string Whale = Fixture.Write("Whale.json",
	    R"({"prefab": "W", "components": {"body": {"shape": "sphere"}, "visual": {"species": "zombi"}}})");
	const FProgramResult Result = Fixture.Run("--lint " + Whale);
	INFO(Result.Errors);
	CHECK(Result.Status == 0);
	CHECK(Has(Result.Errors, "visual.species: \"zombi\" is unknown"));
	CHECK(Has(Result.Errors, "did you mean \"zombie\"?"));
}

TEST_CASE("FlockworkViewer: every prefab of the content passes --lint")
{
	const FProgramFixture Fixture;
	int32_t Count = 0;
	for (const auto& Entry : std::filesystem::directory_iterator(FLOCKWORK_SOURCE_DIR "/Content/Prefabs"))
	{
		const FProgramResult Result = Fixture.Run("--lint " + Entry.path().string());
		INFO(Entry.path() << "\n" << Result.Errors);
		CHECK(Result.Status == 0);
		++Count;
	}
	CHECK(Count > 5);
}

// A copy of what they need, with a stand-in for the host, so that nothing is built.
TEST_CASE("Samples/run and Tests/run: started through a link, and from a checkout that cannot be written")
{
	const FProgramFixture Fixture;
	namespace fs = std::filesystem;
	for (const char* const File : {"Samples/run", "Tests/run", "Plugin/CMake/Setup.sh"})
	{
		fs::create_directories(fs::path(Fixture.GetPath(std::string("Copy/") + File)).parent_path());
		fs::copy_file(std::string(FLOCKWORK_SOURCE_DIR "/") + File, Fixture.GetPath(std::string("Copy/") + File));
	}
	for (const char* const Script : {"Samples", "Tests"})
	{
		fs::create_symlink(std::string("Copy/") + Script + "/run", Fixture.GetPath(std::string(Script) + "-link"));
	}
	const auto Shell = [&](const std::string& Command)
	{
		const std::string Out = Fixture.GetPath("out.txt");
		const int Code =
		    std::system(("cd '" + Fixture.GetPath("") + "' && " + Command + " > '" + Out + "' 2>&1").c_str());
		return FProgramResult{WIFEXITED(Code) ? WEXITSTATUS(Code) : -1, Fixture.Read(Out), {}};
	};
	const FProgramResult Help = Shell("./Tests-link --help");
	CHECK(Help.Status == 0);
	CHECK(Has(Help.Output, "--only REGEX"));

	// A file where the folder should be cannot be written into by anybody, root included.
	Fixture.Write("Copy/Build", "");
	for (const char* const Script : {"./Samples-link", "./Tests-link"})
	{
		const FProgramResult Refused = Shell(Script);
		INFO(Refused.Output);
		CHECK(Refused.Status == 3);
		CHECK(Has(Refused.Output, "Copy/Build cannot be written"));
		CHECK_FALSE(Has(Refused.Output, "descriptor"));
	}
}
