// Levels in scripts, with a host that makes them up.
#include "FlockworkGame/NavigationSubsystem.h"
#include "FlockworkGame/Snapshot.h"
#include "FlockworkScript/SceneLevels.h"
#include "ScriptTestSupport.h"

using namespace Flockwork;

namespace
{
using FLines = std::vector<std::string>;

// A yard of 20 x 20 m with three places. Knows no other level.
class FYardLevels final : public ISceneLevels
{
public:
	bool LoadLevel(const std::string& Name, UWorld& World, std::vector<FSceneMarker>& OutMarkers,
	    FDiagnostics& Diagnostics) override
	{
		Asked.push_back(Name);
		if (Name != "Yard")
		{
			Diagnostics.Warning({"Levels"}, "", "a word before");
			Diagnostics.Error({"Levels/" + Name + ".glb"}, "", "there is no such level");
			return false;
		}
		FNavMeshInput Ground;
		Ground.Vertices = {{-10, 0, -10}, {-10, 0, 10}, {10, 0, 10}, {10, 0, -10}};
		Ground.Indices = {0, 1, 2, 0, 2, 3};
		Diagnostics.Warning({"Levels/Yard.glb"}, "", "the yard is small");
		OutMarkers = {{"Goal_A", {1, 0, 2}}, {"Exit_1", {9, 0, 0}}, {"Goal_B", {-3, 0, 4}}};
		return World.Get<UNavigationSubsystem>().Build(World, Ground, Diagnostics);
	}
	FLines Asked;
};
} // namespace

TEST_CASE("LoadLevel: the navmesh and the marked places are there at once, and the host's warnings are told")
{
	FYardLevels Levels;
	FTestScene Test;
	Test.Scene.SetLevels(&Levels);
	Test.Start(R"(
		void BeginPlay() {
			Log("" + GetMarkers("Goal_").length());
			LoadLevel("Yard");
			array<FVector>@ Goals = GetMarkers("Goal_");
			for (uint Index = 0; Index < Goals.length(); Index++) Log("" + Goals[Index].X + ":" + Goals[Index].Z);
			Log("" + GetMarkers("").length() + ":" + GetMarkers("Goal_B")[0].X + ":" + GetMarkers("Seat_").length());
			Log("" + IsNavMeshBuilt() + ":" + IsOnMesh(Goals[0]));
		}
	)");
	CHECK(Test.Log->Lines == FLines{"0", "1:2", "-3:4", "3:-3:0", "true:true"});
	CHECK(Levels.Asked == FLines{"Yard"});
	CHECK(Test.World->TakeDiagnostics().ToString().find("the yard is small") != std::string::npos);
}

TEST_CASE("LoadLevel: what is wrong stops the script, and says which file it is about")
{
	FYardLevels Levels;
	const auto FaultOf = [&](const std::string& Statements, ISceneLevels* Host)
	{
		FTestScene Test;
		Test.Scene.SetLevels(Host);
		return Test.Fail("void BeginPlay() { " + Statements + " }").Message;
	};
	const std::string Missing = FaultOf("LoadLevel(\"Yrad\");", &Levels);
	CHECK(Missing.find("Levels/Yrad.glb") != std::string::npos);
	CHECK(Missing.find("there is no such level") != std::string::npos);
	CHECK(FaultOf("LoadLevel(\"Yard\");", nullptr).find("no levels") != std::string::npos);
	CHECK(FaultOf("LoadLevel(\"\");", &Levels).find("name is expected") != std::string::npos);
	CHECK(FaultOf("LoadLevel(\"Yard\"); LoadLevel(\"Yard\");", &Levels).find("\"Yard\" already") != std::string::npos);
}

TEST_CASE("LoadLevel: checks may not load one")
{
	FYardLevels Levels;
	FTestScene Test;
	Test.Scene.SetLevels(&Levels);
	Test.Start("void BeginPlay() { Check(\"c\", \"d\", \"Sneak\", ECheckWhen::Always); }\n"
	           "bool Sneak() { LoadLevel(\"Yard\"); return true; }");
	Test.Step(2);
	CHECK(Test.Scene.GetFault() != nullptr);
	CHECK(Levels.Asked.empty());
}

TEST_CASE("LoadLevel: a restored scene knows its places, and asks the same host")
{
	const std::string Script = R"(
		void BeginPlay() { LoadLevel("Yard"); Every(0.1, "Tell"); }
		void Tell() { Log("" + GetMarkers("Exit_")[0].X); }
	)";
	FYardLevels Levels;
	FTestScene First;
	First.Scene.SetLevels(&Levels);
	First.Start(Script);
	First.Step(3);
	const std::vector<uint8_t> Saved = FSnapshot::Take(*First.World, First.Diagnostics);
	REQUIRE(!Saved.empty());

	FTestScene Second;
	Second.Scene.SetLevels(&Levels);
	const bool bLoaded = Second.Load("void BeginPlay() {}");
	REQUIRE(bLoaded);
	const bool bRestored = FSnapshot::Restore(*Second.World, Saved, "test", Second.Diagnostics);
	INFO(Second.Diagnostics.ToString());
	REQUIRE(bRestored);
	Second.Log->Lines.clear();
	Second.Step(12);
	CHECK(Second.HasLine("9"));
	CHECK(Second.Scene.GetFault() == nullptr);
	CHECK(Second.World->Get<UNavigationSubsystem>().IsBuilt());
}
