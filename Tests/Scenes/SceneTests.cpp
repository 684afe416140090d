// Runs every scene of Samples without drawing, at one and at two threads: its checks must pass and the hash be one.
#include "FlockworkGame/Prefabs.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"
#include "FlockworkScript/ScriptScene.h"
#include "SceneLevels.h"
#include "SceneSession.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

using namespace Flockwork;

namespace
{
std::string Root()
{
	return FLOCKWORK_SOURCE_DIR;
}

struct FSceneRun
{
	uint64_t Hash = 0;
	bool bAllPassed = false;
	std::string Report; // what failed and what was complained about
	size_t CheckCount = 0;
};

void DescribeChecks(const UWorld& World, bool bCutShort, FSceneRun& Run)
{
	for (const FCheckResult& Check : World.GetChecks().GetResults())
	{
		if (!Check.bPass)
		{
			Run.Report += Check.Name + ": " + Check.Condition + " (" + std::to_string(Check.Value) + " at step " +
			              std::to_string(Check.FailStep) + (Check.bDone ? ")\n" : ", never measured)\n");
		}
	}
	Run.CheckCount = World.GetChecks().GetResults().size();
	Run.bAllPassed = World.GetChecks().AllPassed(bCutShort);
}

// Boids 0: as many as the scene has of itself. Seconds 0: as long as the scene is.
FSceneRun RunScene(const std::string& Name, int32_t Threads, double Boids, double Seconds = 0.0)
{
	FSceneRun Run;
	FDiagnostics Diagnostics;
	const std::shared_ptr<FGameRegistry> Registry = MakeGameRegistry();
	RegisterScript(*Registry);
	FWorldDef Def;
	Def.Prefabs = std::make_shared<FPrefabLibrary>(Registry);
	Def.Prefabs->AddContentRoot(Root() + "/Content", Diagnostics);
	Def.Prefabs->GetCharacters().SetImporter(ImportForGame);
	Def.Settings.Threads = Threads;
	FHostLevels Levels(Root());
	UWorld World(std::move(Def));
	FScriptScene Scene;
	Scene.SetLevels(&Levels);
	if (Boids > 0.0)
	{
		Scene.SetParameter("boids", Boids);
	}
	const bool bStarted =
	    Scene.Load(Root() + "/Samples/" + Name + "/" + Name + ".as", World, Diagnostics) && Scene.Begin(Diagnostics);
	INFO(Diagnostics.ToString());
	REQUIRE(bStarted);
	const bool bCutShort = Seconds > 0.0;
	const double Length = bCutShort ? Seconds : double(Scene.GetHints().Duration);
	const int64_t Steps = std::llround(Length / double(World.GetSettings().FixedStep));
	for (int64_t Step = 0; Step < Steps; ++Step)
	{
		World.Step();
	}
	World.GetChecks().Finish(World);
	Run.Report = World.TakeDiagnostics().ToString();
	DescribeChecks(World, bCutShort, Run);
	Run.Hash = World.GetStateHash();
	const bool bStopped = Scene.GetFault() != nullptr;
	INFO((bStopped ? Scene.GetFault()->ToString() : ""));
	REQUIRE_FALSE(bStopped);
	return Run;
}

void CheckScene(const std::string& Name, double Boids = 0.0)
{
	const FSceneRun One = RunScene(Name, 1, Boids);
	INFO(One.Report);
	CHECK(One.CheckCount > 0);
	CHECK(One.bAllPassed);
	CHECK(One.Report.empty());
	CHECK(RunScene(Name, 2, Boids).Hash == One.Hash);
	// Who looks at its beginning alone is told of no failure.
	const FSceneRun Beginning = RunScene(Name, 1, Boids, 1.0);
	INFO(Beginning.Report);
	CHECK(Beginning.bAllPassed);
}
} // namespace

TEST_CASE("Scene ZombieHorde: checks pass, one hash at 1 and 2 threads")
{
	CheckScene("ZombieHorde");
}

TEST_CASE("Scene FishTank: checks pass, one hash at 1 and 2 threads")
{
	CheckScene("FishTank");
}

TEST_CASE("Scene Torus: checks pass, one hash at 1 and 2 threads")
{
	CheckScene("Torus");
}

TEST_CASE("Scene Regimes: checks pass, one hash at 1 and 2 threads")
{
	CheckScene("Regimes");
}

TEST_CASE("Scene Obstacles: checks pass, one hash at 1 and 2 threads")
{
	CheckScene("Obstacles");
}

TEST_CASE("Scene LeaderFollowing: checks pass, one hash at 1 and 2 threads")
{
	CheckScene("LeaderFollowing");
}

TEST_CASE("Scene Ecosystem: checks pass, one hash at 1 and 2 threads")
{
	CheckScene("Ecosystem");
}

TEST_CASE("Scene Pedestrians: checks pass, one hash at 1 and 2 threads")
{
	CheckScene("Pedestrians");
}

TEST_CASE("Scene Integrators: checks pass, one hash at 1 and 2 threads")
{
	CheckScene("Integrators");
}

TEST_CASE("Scene Starlings: checks pass, one hash at 1 and 2 threads")
{
	CheckScene("Starlings");
}

TEST_CASE("Scene Drones: checks pass, one hash at 1 and 2 threads")
{
	CheckScene("Drones");
}

TEST_CASE("Scene PlazaFlee: checks pass, one hash at 1 and 2 threads")
{
	CheckScene("PlazaFlee");
}

TEST_CASE("Scene CrossingStreams: checks pass, one hash at 1 and 2 threads")
{
	CheckScene("CrossingStreams");
}

TEST_CASE("Scene Bottleneck: checks pass, one hash at 1 and 2 threads")
{
	CheckScene("Bottleneck");
}

TEST_CASE("Scene Bridge: checks pass, one hash at 1 and 2 threads")
{
	CheckScene("Bridge");
}

TEST_CASE("Scene Corner: checks pass, one hash at 1 and 2 threads")
{
	CheckScene("Corner");
}

TEST_CASE("Scene DeadEnds: checks pass, one hash at 1 and 2 threads")
{
	CheckScene("DeadEnds");
}

TEST_CASE("Scene Evacuation: checks pass with some of its people, one hash at 1 and 2 threads")
{
	CheckScene("Evacuation", 200.0);
}

TEST_CASE("Scene Murmuration: checks pass with some of its birds, one hash at 1 and 2 threads")
{
	CheckScene("Murmuration", 3000.0);
}

TEST_CASE("Scene AnimationGallery: checks pass, one hash at 1 and 2 threads")
{
	CheckScene("AnimationGallery");
}

TEST_CASE("Scenes: each has its test here, its README and its summary")
{
	std::ifstream Source(Root() + "/Tests/Scenes/SceneTests.cpp");
	const std::string Text{std::istreambuf_iterator<char>(Source), {}};
	REQUIRE(!Text.empty());
	for (const auto& Entry : std::filesystem::directory_iterator(Root() + "/Samples"))
	{
		const std::string Name = Entry.path().filename().string();
		if (std::filesystem::exists(Entry.path() / (Name + ".as")))
		{
			INFO(Name);
			CHECK(Text.find("CheckScene(\"" + Name + "\"") != std::string::npos);
			CHECK(std::filesystem::exists(Entry.path() / "README.md"));
		}
	}
}
