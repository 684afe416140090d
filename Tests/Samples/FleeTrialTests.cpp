// ./Samples/run FleeTrial --level FILE.
#include "FleeTrialReport.h"
#include "FlockworkCore/DataNode.h"
#include "JsonSchema.h"
#include "ProgramFixture.h"

#include <sys/stat.h>

namespace Flockwork
{
namespace
{
const std::string Levels = std::string(FLOCKWORK_SOURCE_DIR) + "/Content/Levels/";

bool Mentions(const std::string& Text, std::string_view Part)
{
	return Text.find(Part) != std::string::npos;
}

// A copy, so that what is kept beside the level goes away with the test.
std::string CopyLevel(const FProgramFixture& Fixture, const std::string& Name)
{
	std::filesystem::copy_file(Levels + Name, Fixture.GetPath(Name));
	return Fixture.GetPath(Name);
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

double Mean(const FDataNode& Report, std::string_view Figure)
{
	INFO(Figure);
	REQUIRE(Report.Find(Figure));
	return Report.Find(Figure)->Find("mean")->Number;
}

// Another grid of triangles than a level of ours: a plain field in OBJ.
std::string WriteField(const FProgramFixture& Fixture, const std::string& Name)
{
	return Fixture.Write(Name, "o Field\nv -60 0 -60\nv -60 0 60\nv 60 0 60\nv 60 0 -60\nf 1 2 3 4\n");
}
} // namespace

TEST_CASE("FleeTrial: on an open field everybody gets away, and the report is as its schema says")
{
	const FProgramFixture Fixture;
	const std::string Level = WriteField(Fixture, "field.obj");
	const FProgramResult Result = Fixture.Run(
	    "FleeTrial --simulate --level " + Level + " --agents 20 --trials 2 --seed 5 --threads 1 --report r.json");
	INFO(Result.Output << Result.Errors);
	CHECK(Result.Status == 0);
	CHECK(Mentions(Result.Output, "beyond safe radius"));
	const FDataNode Report = LoadReport(Fixture.GetPath("r.json"));
	std::string Violations;
	for (const std::string& Violation :
	    FindSchemaViolations(LoadReport(FLOCKWORK_SOURCE_DIR "/Samples/Viewer/FleeTrial.schema.json"), Report))
	{
		Violations += Violation + "\n";
	}
	CHECK(Violations == "");
	CHECK(Report.Find("seed")->Number == 5);
	CHECK(Report.Find("trials")->Number == 2);
	CHECK(Report.Find("policy")->String == "flockwork");
	CHECK(Report.Find("pass")->Bool);
	CHECK(Report.Find("results")->Items.size() == 2);
	CHECK(Report.Find("results")->Items[1].Find("seed")->Number == 6);
	CHECK(Report.Find("minDistanceEachSecond")->Items.size() == 10);
	CHECK(Report.Find("walkableArea")->Number == Approx(119.2 * 119.2).epsilon(0.02)); // the agent's radius kept off
	CHECK(Mean(Report, "triggered") == 20);
	CHECK(Mean(Report, "offMesh") == 0);
	CHECK(std::filesystem::exists(Fixture.GetPath("field.obj.fwnav"))); // the next start is quick
}

TEST_CASE("FleeTrial: a hunting threat catches more by the classic recipe, and the baselines have no checks to fail")
{
	const FProgramFixture Fixture;
	const std::string Level = CopyLevel(Fixture, "Maze.glb");
	const std::string Common = "FleeTrial --simulate --level " + Level + " --agents 60 --pursuer 6 --trials 2 ";
	const FProgramResult Ours = Fixture.Run(Common + "--report ours.json");
	const FProgramResult Classic = Fixture.Run(Common + "--policy classic --report classic.json");
	INFO(Ours.Output << Ours.Errors << Classic.Output << Classic.Errors);
	CHECK(Ours.Status <= 1);
	CHECK(Classic.Status == 0);
	const FDataNode OfClassic = LoadReport(Fixture.GetPath("classic.json"));
	CHECK(OfClassic.Find("checks")->Items.empty());
	CHECK(OfClassic.Find("time")->Number == 20);
	CHECK(Mean(LoadReport(Fixture.GetPath("ours.json")), "caught") < Mean(OfClassic, "caught"));
}

TEST_CASE("FleeTrial: results do not depend on the number of threads, nor on whether the navmesh was kept")
{
	const FProgramFixture Fixture;
	const std::string Level = CopyLevel(Fixture, "Crossing.glb");
	const std::string Common = "FleeTrial --simulate --level " + Level + " --agents 30 --trials 1 --seconds 4 ";
	CHECK(Fixture.Run(Common + "--threads 1 --report one.json").Status <= 1);
	CHECK(Fixture.Run(Common + "--threads 2 --report two.json").Status <= 1);
	const FDataNode One = LoadReport(Fixture.GetPath("one.json"));
	const FDataNode Two = LoadReport(Fixture.GetPath("two.json"));
	for (const char* const Key : {"minDistances", "safeAll", "triggered", "largestOverlap"})
	{
		CHECK(
		    WriteJson(*One.Find("results")->Items[0].Find(Key)) == WriteJson(*Two.Find("results")->Items[0].Find(Key)));
	}
}

TEST_CASE("FleeTrial: a level in a folder that cannot be written is used all the same")
{
	const FProgramFixture Fixture;
	Fixture.Write("shut/field.obj", FProgramFixture::Read(WriteField(Fixture, "field.obj")));
	std::filesystem::permissions(Fixture.GetPath("shut"), std::filesystem::perms(0555));
	const FProgramResult Result = Fixture.Run("FleeTrial --simulate --level shut/field.obj --agents 5 --trials 1", {},
	    "env XDG_CACHE_HOME='" + Fixture.GetPath("cache") + "' ");
	std::filesystem::permissions(Fixture.GetPath("shut"), std::filesystem::perms(0755));
	INFO(Result.Output << Result.Errors);
	CHECK(Result.Status == 0);
	CHECK_FALSE(Mentions(Result.Errors, "error"));
}

TEST_CASE("FleeTrial: bad input ends with status 2 and says what to do")
{
	const FProgramFixture Fixture;
	Fixture.Write("empty.obj", "");
	Fixture.Write("wall.obj", "o Wall\nv 0 0 0\nv 0 9 0\nv 9 9 0\nv 9 0 0\nf 1 2 3 4\n");
	WriteField(Fixture, "field.obj");
	const struct
	{
		const char* Arguments;
		const char* Message;
	} Cases[] = {{"--level nothing.obj", "nothing.obj"}, {"--level empty.obj", "empty.obj"},
	    {"--level wall.obj", "wall.obj"}, {"--level .", "--level"}, {"", "needs --level"},
	    {"--level field.obj --trials 0", "--trials"}, {"--level field.obj --report no/such.json", "--report"}};
	for (const auto& Case : Cases)
	{
		const FProgramResult Result = Fixture.Run(std::string("FleeTrial --simulate ") + Case.Arguments);
		INFO(Case.Arguments << "\n" << Result.Output << Result.Errors);
		CHECK(Result.Status == 2);
		const bool bNamed = Mentions(Result.Errors, Case.Message) || std::string_view(Case.Arguments) == "--level .";
		CHECK(bNamed);
		CHECK_FALSE(Result.Errors.empty());
	}
	CHECK(Mentions(Fixture.Run("FleeTrail").Errors, "did you mean FleeTrial?"));
	CHECK(Mentions(Fixture.Run("--list").Output, "FleeTrial"));
}

TEST_CASE("FleeTrial: a promise that is not kept fails the run, and only ours are promises")
{
	FFleeTrialRun Run;
	Run.Policy = "flockwork";
	FFleeTrialResult Good;
	Good.Triggered = Good.Countable = Good.SafeAll = Good.SafeCountable = 200;
	Good.ReactionTicks = {9.0f, 15.0f};
	Run.Results = {Good, Good};
	const auto CountFailed = [&]
	{
		int32_t Failed = 0;
		for (const FFleeTrialCheck& Check : MakeFleeTrialChecks(Run))
		{
			Failed += !Check.bPass;
		}
		return Failed;
	};
	CHECK(MakeFleeTrialChecks(Run).size() == 4);
	CHECK(CountFailed() == 0);
	Run.Results[1].SafeCountable = 195; // 395 of 400
	CHECK(CountFailed() == 1);
	Run.Results[1].Contacts = 1;
	Run.Results[0].OffMesh = 1;
	Run.Results[0].ReactionTicks = {60.0f, 60.0f};
	CHECK(CountFailed() == 4);
	Run.Settings.PursuerSpeed = 6.0f; // neither share nor contacts are promised
	CHECK(CountFailed() == 2);
	Run.Policy = "classic";
	CHECK(MakeFleeTrialChecks(Run).empty());
}
} // namespace Flockwork
