// Hot reload: edited scripts go on in the middle of their scene; broken ones leave the old script in charge.
#include "ScriptTestSupport.h"

#include <thread>

using namespace Flockwork;
using FLines = std::vector<std::string>;

namespace
{
const std::string First = R"(
	int Count = 0; string Word = "a"; array<float> Numbers; FVector Place; AActor Kept; double Precise = 0.5; bool bOn = false;
	void BeginPlay() { Every(0.1, "Beat"); Kept = SpawnActor("Marker", FVector(1, 2, 3), "Kept"); Check("good", "Good", ECheckWhen::AtEnd); }
	void Beat() { Count++; Word += "b"; Numbers.insertLast(Count); Place.X += 1; bOn = true; Log("old " + Count); }
	bool Good() { return false; }
)";
} // namespace

TEST_CASE("Reload: globals keep their values, timers and checks find the new functions")
{
	FTestScene Test;
	Test.Start(First);
	Test.Step(12);
	Test.Log->Lines.clear();
	Test.Folder.Write("Scene.as", R"(
		int Count = 0; string Word = "a"; array<float> Numbers; FVector Place; AActor Kept; float Precise = 7; int New = 4; bool bOn = false;
		void BeginPlay() { Log("never"); }
		void Beat() { Log("new " + Count + Word + Numbers.length() + Place.X + Kept.GetName() + Precise + New + bOn); }
		bool Good() { return true; }
	)");
	const bool bReloaded = Test.Scene.Reload(Test.Diagnostics);
	INFO(Test.Diagnostics.ToString());
	REQUIRE(bReloaded);
	Test.Step(6);
	CHECK(Test.Log->Lines == FLines{"new 2abb22Kept74true"}); // Precise has another type now: its initialiser counts
	Test.World->GetChecks().Finish(*Test.World);
	CHECK(Test.Check("good").bPass);
}

TEST_CASE("Reload: a broken script keeps the old one")
{
	FTestScene Test;
	Test.Start(First);
	Test.Step(6);
	const auto RefusalOf = [&](const std::string& Text)
	{
		Test.Folder.Write("Scene.as", Text);
		FDiagnostics Diagnostics;
		REQUIRE_FALSE(Test.Scene.Reload(Diagnostics));
		REQUIRE(Diagnostics.HasErrors());
		return Diagnostics.ToString();
	};
	CHECK_THAT(RefusalOf("void BeginPlay() { oops }\n"), Catch::Contains("Scene.as:1:"));
	CHECK_THAT(RefusalOf(""), Catch::Contains("empty"));
	CHECK_THAT(RefusalOf("void BeginPlay() {} void Beat() {}"), Catch::Contains("a check still waits for bool Good()"));
	CHECK_THAT(RefusalOf("void BeginPlay() {} bool Good() { return true; }"),
	    Catch::Contains("the timeline still waits for void Beat()"));
	CHECK_THAT(RefusalOf("int X = 1 / (X * 0); void BeginPlay() {} void Beat() {} bool Good() { return true; }"),
	    Catch::Contains("global"));
	std::filesystem::remove(Test.Folder.Path / "Scene.as");
	FDiagnostics Missing;
	CHECK_FALSE(Test.Scene.Reload(Missing));
	Test.Log->Lines.clear();
	Test.Step(12);
	CHECK(Test.Log->Lines == FLines{"old 2", "old 3"});
	CHECK(Test.Scene.GetFault() == nullptr);
}

TEST_CASE("Reload: a stopped script starts anew")
{
	FTestScene Test;
	Test.Start(
	    "int N = 0; void BeginPlay() { Every(0.1, \"Beat\"); } void Beat() { N++; if (N == 2) throw(\"two\"); }");
	Test.Step(30);
	REQUIRE(Test.Scene.GetFault() != nullptr);
	Test.Folder.Write(
	    "Scene.as", "int N = 0; void BeginPlay() {} void Beat() { N++; Log(\"\" + N + \":\" + GetStep()); }");
	REQUIRE(Test.Scene.Reload(Test.Diagnostics));
	CHECK(Test.Scene.GetFault() == nullptr);
	Test.Step(7);
	CHECK(Test.Log->Lines == FLines{"3:31", "4:31", "5:31", "6:36"}); // the beats that it missed come at once
}

TEST_CASE("Reload: edits of any of the files are noticed")
{
	FTestScene Test;
	const std::string Part = Test.Folder.Write("Part.as", "int F() { return 1; }");
	Test.Start("#include \"Part.as\"\nvoid BeginPlay() {}");
	CHECK_FALSE(Test.Scene.HasChanged());
	std::filesystem::last_write_time(Part, std::filesystem::last_write_time(Part) + std::chrono::seconds(2));
	CHECK(Test.Scene.HasChanged());
	REQUIRE(Test.Scene.Reload(Test.Diagnostics));
	CHECK_FALSE(Test.Scene.HasChanged());
	std::filesystem::remove(Part); // for a moment, as editors do
	CHECK_FALSE(Test.Scene.HasChanged());
}

TEST_CASE("Reload: a thousand times leaves no memory behind")
{
	FTestScene Test;
	Test.Start("class N { N@ Next; } N@ Ring = N(); array<string> Words(100, \"some words that take memory\"); void "
	           "BeginPlay() { @Ring.Next = Ring; }");
	for (int Round = 0; Round < 1000; ++Round)
	{
		REQUIRE(Test.Scene.Reload(Test.Diagnostics));
	}
	Test.Step(1);
	CHECK(Test.Scene.GetFault() == nullptr);
}
