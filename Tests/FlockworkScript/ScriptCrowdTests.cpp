// The navmesh and crowds as scripts see them.
#include "FlockworkGame/CrowdSubsystem.h"
#include "ScriptTestSupport.h"

using namespace Flockwork;

namespace
{
const std::string Person =
    R"(
	const string Person = "{\"body\": {\"shape\": \"capsule\", \"radius\": 0.3, \"halfHeight\": 0.575, \"friction\": 0, \"lockRotation\": true}, \"navAgent\": {\"speed\": 2}, \"flee\": {\"detectionRadius\": 6, \"safeRadius\": 8}}";
	AActor Anna;
	void MakeYard()
	{
		SpawnBox(FVector(0, -0.5f, 0), FVector(12, 0.5f, 12));
		BuildNavMesh();
		Anna = SpawnActor("", FVector(0, 0.875f, 0), "Anna", Person);
	}
	)";
} // namespace

TEST_CASE("Crowds: a script builds a navmesh of what it has just spawned, asks it and sends somebody across")
{
	FTestScene Test;
	Test.Start(Person + R"(
		void BeginPlay() { MakeYard(); At(0.2, "Ask"); At(0.3, "Go"); At(5.0, "Look"); OnEvent("arrived", "Tell"); }
		void Ask()
		{
			FVector Ground;
			Log("built " + IsNavMeshBuilt() + " on " + IsOnMesh(FVector(3, 0, 0)) + " off " + IsOnMesh(FVector(30, 0, 0)));
			Log("ground " + FindGround(FVector(12.5f, 0.2f, 0), Ground) + " " + (Ground.X < 12));
			Log("way " + (GetPathLength(FVector(0, 0, 0), FVector(6, 0, 0)) - 6 < 0.2f) + " " + (GetPathLength(FVector(0, 0, 0), FVector(60, 0, 0)) < 0));
			Log("random " + IsOnMesh(GetRandomGround()));
			Log("agents " + GetCrowdActors("Crowd").length() + " " + GetCrowdActors().length() + " " + GetCrowdActors("x").length());
		}
		void Go() { Anna.SetGoal(FVector(5, 0, 0)); }
		void Look() { Log("there " + Anna.HasArrived() + " " + (Anna.GetFeet().Distance2D(FVector(5, 0, 0)) < 0.4f) + " " + Anna.GetAgentState() + " " + Anna.GetFleeState()); }
		void Tell(const FEvent& in Event) { Log("arrived " + Event.A.GetName()); })");
	Test.Step(310);
	const std::vector<std::string> Expected = {"built true on true off false", "ground true true", "way true true",
	    "random true", "agents 1 1 0", "arrived Anna", "there true true idle calm"};
	CHECK(Test.Log->Lines == Expected);
}

TEST_CASE("Crowds: a dropped threat is fled, and counted")
{
	FTestScene Test;
	Test.Start(Person + R"(
		void BeginPlay() { MakeYard(); At(0.5, "Drop"); At(1.2, "Count"); OnEvent("fleeing", "Tell"); }
		void Drop() { DropThreat(FVector(-1, 0, 0), 0, 0, "Danger", 1.2f); Log("strength set"); }
		void Count() { const FCrowdMetrics M = GetCrowdMetrics("Crowd"); Log("count " + M.Count + " fleeing " + M.Fleeing + " off " + M.OffMesh + " " + (M.MinThreatDistance > 1)); Log("is " + GetSetting("threat.strength", "Danger")); }
		void Tell(const FEvent& in Event) { Log("flees " + Event.A.GetName()); })");
	Test.Step(80);
	REQUIRE(Test.Log->Lines.size() == 4);
	CHECK(Test.Log->Lines[0] == "strength set");
	CHECK(Test.Log->Lines[1] == "flees Anna");
	CHECK(Test.Log->Lines[2] == "count 1 fleeing 1 off 0 true");
	CHECK(Test.Log->Lines[3].find("is 1.2") == 0);
}

TEST_CASE("Crowds: questions before there is a navmesh, and of an actor that is no agent, stop the script")
{
	const std::string Question = GENERATE(R"(IsOnMesh(FVector()))", R"(GetRandomGround())", R"(Rock.GetAgentState())",
	    R"(DropThreat(FVector(), 0, 0, "", -1))");
	FTestScene Test;
	Test.Start("AActor Rock; void BeginPlay() { Rock = SpawnBox(FVector(), FVector(1, 1, 1)); At(0.1, \"Ask\"); } "
	           "void Ask() { " +
	           Question + "; }");
	Test.Step(10);
	REQUIRE(Test.Scene.GetFault());
	CHECK(Test.Scene.GetFault()->ToString().find("Ask") != std::string::npos);
}
