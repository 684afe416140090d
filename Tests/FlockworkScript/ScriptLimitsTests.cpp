// Scripts that run for ever, recurse, hoard, throw: stopped with file, line, function and limit, and the world goes on.
#include "ScriptTestSupport.h"

using namespace Flockwork;

namespace
{
// Runs a BeginPlay that must be stopped, and checks that the world still steps.
FDiagnostic StopOf(const std::string& Text, const FScriptSettings& Settings = FTestScene::GenerousLog())
{
	FTestScene Test(1, 1, Settings);
	const FDiagnostic Fault = Test.Fail(Text);
	CHECK_THAT(Fault.Place.File, Catch::EndsWith("Scene.as"));
	CHECK(Fault.Place.Line > 0);
	CHECK(!Fault.Field.empty());
	REQUIRE(Test.Log->Errors.size() == 1);
	Test.Step(3);
	CHECK(Test.World->GetStepCount() == 3);
	CHECK(Test.Log->Errors.size() == 1); // told once, not in each step
	return Fault;
}

FScriptSettings WithWatchdog(float Seconds)
{
	FScriptSettings Settings = FTestScene::GenerousLog();
	Settings.Watchdog = Seconds;
	return Settings;
}
} // namespace

TEST_CASE("Script limits: a loop without end")
{
	const FDiagnostic Fault = StopOf("void BeginPlay()\n{\n\twhile (true)\n\t{\n\t}\n}\n");
	CHECK(Fault.Message == "script.maxLines: more than 1000000 lines in one step");
	CHECK(Fault.Place.Line >= 3);
	CHECK(Fault.Place.Line <= 5);
	CHECK(Fault.Field == "void BeginPlay()");
	CHECK_THAT(StopOf("void BeginPlay() { for (;;); }").Message, Catch::Contains("script.maxLines"));
	CHECK_THAT(StopOf("void BeginPlay() { int I = 0; do { I++; } while (I >= 0 || true); }").Message,
	    Catch::Contains("script.maxLines"));
}

TEST_CASE("Script limits: try and catch do not hold a stop up")
{
	CHECK_THAT(StopOf("void BeginPlay() { while (true) { try { while (true) {} } catch { } } }").Message,
	    Catch::Contains("script.maxLines"));
	CHECK_THAT(StopOf("void F() { try { F(); } catch { F(); } } void BeginPlay() { F(); }").Message,
	    Catch::Contains("script.maxDepth"));
}

TEST_CASE("Script limits: globals, constructors and destructors are watched too")
{
	FTestScene Global;
	REQUIRE_FALSE(Global.Load("int F() { while (true) {} return 1; }\n\nint G = F();\nvoid BeginPlay() {}"));
	CHECK_THAT(Global.Diagnostics.ToString(), Catch::Contains("Scene.as:1:") && Catch::Contains("script.maxLines"));
	CHECK_THAT(StopOf("class C { C() { while (true) {} } } void BeginPlay() { C A; }").Message,
	    Catch::Contains("script.maxLines"));
	CHECK_THAT(StopOf("class C { ~C() { while (true) {} } } void F() { C A; } void BeginPlay() { F(); }").Message,
	    Catch::Contains("script.maxLines"));
	// At the very end of the scene's life, where nobody is left to tell.
	FTestScene Late;
	Late.Start("class C { ~C() { while (true) {} } } C@ Kept; array<C@> Many(10);\n"
	           "void BeginPlay() { @Kept = C(); for (int I = 0; I < 10; I++) @Many[I] = C(); }");
	Late.Step(2);
}

TEST_CASE("Script limits: calls inside calls")
{
	const FDiagnostic Fault = StopOf("void F()\n{\n\tF();\n}\nvoid BeginPlay() { F(); }");
	CHECK(Fault.Message == "script.maxDepth: calls deeper than 256");
	CHECK(Fault.Field == "void F()");
	CHECK_THAT(StopOf("class C { C@ N; C() { @N = C(); } } void BeginPlay() { C A; }").Message,
	    Catch::Contains("script.max") || Catch::Contains("nested"));
	CHECK_THAT(StopOf("int F(int N) { return N < 0 ? 0 : F(N + 1) + F(N + 2); } void BeginPlay() { F(1); }").Message,
	    Catch::Contains("script.maxDepth"));
	// 200 deep is allowed.
	CHECK(LogOf("Log(\"\" + F(200));", "int F(int N) { return N == 0 ? 0 : F(N - 1) + 1; }") ==
	      std::vector<std::string>{"200"});
}

TEST_CASE("Script limits: large frames do not go round the depth")
{
	std::string Locals;
	for (int Index = 0; Index < 2000; ++Index)
	{
		Locals += "FVector V" + std::to_string(Index) + ";";
	}
	StopOf("void F() { " + Locals + " F(); } void BeginPlay() { F(); }");
}

TEST_CASE("Script limits: objects")
{
	CHECK_THAT(
	    StopOf("class N { N@ Next; } void BeginPlay() { N@ Head; while (true) { N@ Fresh = N(); @Fresh.Next = Head; "
	           "@Head = Fresh; } }")
	        .Message,
	    Catch::Contains("script.maxObjects: more than 10000") || Catch::Contains("script.maxMemory"));
	// Garbage in circles is collected, not counted for ever.
	CHECK(LogOf("for (int I = 0; I < 50000; I++) { N A; @A.Next = A; } Log(\"done\");", "class N { N@ Next; }") ==
	      std::vector<std::string>{"done"});
}

TEST_CASE("Script limits: strings that double")
{
	CHECK_THAT(StopOf("void BeginPlay() { string S = \"0123456789\"; for (int I = 0; I < 60; I++) S += S; }").Message,
	    Catch::Contains("script.maxStringLength: a string of 81920 bytes; at most 65536"));
	CHECK_THAT(
	    StopOf("void BeginPlay() { string S = \"0123456789\"; for (int I = 0; I < 60; I++) S = S + S; }").Message,
	    Catch::Contains("script.maxStringLength"));
	CHECK_THAT(StopOf("array<string> A; void BeginPlay() { string S = \"x\"; for (int I = 0; I < 15; I++) S += S; "
	                  "while (true) A.insertLast(S + \"y\"); }")
	               .Message,
	    Catch::Contains("script.maxMemory"));
}

TEST_CASE("Script limits: arrays")
{
	CHECK_THAT(StopOf("void BeginPlay() { array<int> A; A.resize(100000000); }").Message,
	    Catch::Contains("script.maxArrayLength: an array of 100000000 elements; at most 100000"));
	CHECK_THAT(
	    StopOf("void BeginPlay() { array<int> A(4000000000); }").Message, Catch::Contains("script.maxArrayLength"));
	CHECK_THAT(StopOf("void BeginPlay() { array<int> A; while (true) A.insertLast(1); }").Message,
	    Catch::Contains("script.maxArrayLength"));
	CHECK_THAT(
	    StopOf("void BeginPlay() { array<array<int>> A; while (true) A.insertLast(array<int>(50000)); }").Message,
	    Catch::Contains("script.maxMemory"));
	CHECK_THAT(
	    StopOf("class C { int A; } void BeginPlay() { array<array<C>> A; while (true) A.insertLast(array<C>(50000)); }")
	        .Message,
	    Catch::Contains("script.max"));
}

TEST_CASE("Script limits: a million handles to one object")
{
	// AngelScript itself would end the process there.
	CHECK_THAT(StopOf("class N { int A; } void BeginPlay() { N One; array<N@> A(1000000, One); }").Message,
	    Catch::Contains("script.maxArrayLength"));
	CHECK_THAT(StopOf("class N { int A; } array<array<N@>> All; void BeginPlay() { N One; while (true) "
	                  "All.insertLast(array<N@>(90000, One)); }")
	               .Message,
	    Catch::Contains("script.maxMemory"));
	std::string Fields;
	for (int Index = 0; Index < 500; ++Index)
	{
		Fields += "N@ F" + std::to_string(Index) + " = One;";
	}
	CHECK_THAT(StopOf("class N { int A; } N One; class H { " + Fields +
	                  " } array<H@> All; void BeginPlay() { while (true) All.insertLast(H()); }")
	               .Message,
	    Catch::Contains("script.max"));
	FScriptSettings Settings = FTestScene::GenerousLog();
	Settings.MaxArrayLength = 500000;
	Settings.MaxMemory = 7.0f;
	CHECK_THAT(StopOf("class N { int A; } array<array<N@>> All; void BeginPlay() { N One; while (true) "
	                  "All.insertLast(array<N@>(400000, One)); }",
	               Settings)
	               .Message,
	    Catch::Contains("script.maxMemory"));
}

TEST_CASE("Script limits: hoarding over many steps")
{
	FTestScene Test;
	Test.Start(
	    "array<array<float>> All; void BeginPlay() {} void Tick(float D) { All.insertLast(array<float>(20000)); }");
	Test.Step(200);
	REQUIRE(Test.Scene.GetFault() != nullptr);
	CHECK_THAT(Test.Scene.GetFault()->Message, Catch::Contains("script.maxMemory"));
	CHECK(Test.World->GetStepCount() == 200);
}

TEST_CASE("Script limits: work inside one function counts as lines")
{
	CHECK_THAT(StopOf("void BeginPlay() { array<int> A(100000); for (int I = 0; I < 1000; I++) A.sortAsc(); }").Message,
	    Catch::Contains("script.maxLines"));
	CHECK_THAT(StopOf("void BeginPlay() { string S = \"a\"; for (int I = 0; I < 16; I++) S += S; string T = "
	                  "S.substr(0, 30000) + \"b\"; "
	                  "for (int I = 0; I < 100000; I++) S.findFirst(T); }")
	               .Message,
	    Catch::Contains("script.maxLines"));
}

TEST_CASE("Script limits: the budget is for each step anew")
{
	FTestScene Test;
	Test.Start("void BeginPlay() {} void Tick(float D) { for (int I = 0; I < 200000; I++) {} }");
	Test.Step(10);
	CHECK(Test.Scene.GetFault() == nullptr);
}

TEST_CASE("Script limits: settings move them")
{
	FScriptSettings Settings = FTestScene::GenerousLog();
	Settings.MaxLines = 1000;
	CHECK(StopOf("void BeginPlay() { while (true) {} }", Settings).Message ==
	      "script.maxLines: more than 1000 lines in one step");
	Settings.MaxDepth = 20;
	CHECK(StopOf("void F() { F(); } void BeginPlay() { F(); }", Settings).Message ==
	      "script.maxDepth: calls deeper than 20");
	FTestScene Bad(1, 1,
	    []
	    {
		    FScriptSettings S;
		    S.MaxMemory = 100.0f;
		    return S;
	    }());
	CHECK_FALSE(Bad.Load("void BeginPlay() {}"));
	CHECK_THAT(Bad.Diagnostics.ToString(), Catch::Contains("maxMemory"));
}

TEST_CASE("Script limits: the watchdog stops what takes too long in real time")
{
	FScriptSettings Settings = WithWatchdog(0.001f);
	Settings.MaxLines = 1000000000;
	CHECK_THAT(StopOf("void BeginPlay() { while (true) {} }", Settings).Message,
	    Catch::Contains("script.watchdog: more than 0.001 s"));
}

TEST_CASE("Script limits: exceptions name their place")
{
	const FDiagnostic Divide = StopOf("void BeginPlay()\n{\n\tint Z = 0;\n\tint Q = 5 / Z;\n}");
	CHECK(Divide.Message == "Divide by zero");
	CHECK(Divide.Place.Line == 4);
	CHECK(StopOf("class C { int V; } void BeginPlay() { C@ N; N.V = 3; }").Message == "Null pointer access");
	const FDiagnostic Thrown = StopOf("void F()\n{\n\tthrow(\"that is wrong\");\n}\nvoid BeginPlay() { F(); }");
	CHECK(Thrown.Message == "that is wrong");
	CHECK(Thrown.Place.Line == 3);
	CHECK(Thrown.Field == "void F()");
	CHECK(LogOf("try { throw(\"x\"); } catch { Log(\"caught\"); }") == std::vector<std::string>{"caught"});
}

TEST_CASE("Script limits: a million actors")
{
	CHECK_THAT(
	    StopOf("void BeginPlay() { for (int I = 0; I < 1000000; I++) SpawnActor(\"Marker\", FVector()); }").Message,
	    Catch::Contains("world.maxOrders") || Catch::Contains("orders"));
	CHECK(StopOf("void BeginPlay() { SpawnDisc(\"Marker\", FVector(), 100, 1000000); }").Message ==
	      "script.maxActors: 1000000 more beside 0 actors; at most 100000 are allowed");
	FScriptSettings Settings = FTestScene::GenerousLog();
	Settings.MaxActors = 50;
	FTestScene Test(1, 1, Settings);
	Test.Start("void BeginPlay() { Every(0.1, \"More\"); } void More() { SpawnGrid(\"Marker\", FVector(), 4, 4, 1); }");
	Test.Step(100);
	CHECK(Test.World->GetActors().size() == 48);
	REQUIRE(Test.Scene.GetFault() != nullptr);
	CHECK(Test.Scene.GetFault()->Message == "script.maxActors: 16 more beside 48 actors; at most 50 are allowed");
	CHECK_THAT(StopOf("void BeginPlay() { SpawnGrid(\"Marker\", FVector(), 100000, 100000, 1); }").Message,
	    Catch::Contains("script.maxActors"));
	CHECK_THAT(StopOf("void BeginPlay() { SpawnRing(\"Marker\", FVector(), 1, -5); }").Message,
	    Catch::Contains("script.maxActors"));
}

TEST_CASE("Script limits: timers")
{
	CHECK_THAT(StopOf("void F() {} void BeginPlay() { while (true) At(5, \"F\"); }").Message,
	    Catch::Contains("script.maxTimers: at most 10000"));
	CHECK_THAT(
	    StopOf("void F() { At(0, \"F\"); } void BeginPlay() { F(); }").Message, Catch::Contains("script.maxLines"));
}

TEST_CASE("Script limits: ten thousand timers of one step, and ten thousand conditions")
{
	FTestScene Test;
	Test.Start("int N = 0; void F() { N++; } bool C() { return false; }\n"
	           "void BeginPlay() { for (int I = 0; I < 4999; I++) { At(0.5, \"F\"); When(\"C\", \"F\"); } At(0.6, "
	           "\"Tell\"); }\n"
	           "void Tell() { Log(\"\" + N); }");
	Test.Step(60);
	CHECK(Test.HasLine("4999"));
}

TEST_CASE("Script limits: names, changes, paths, checks and events outside of the script's memory")
{
	const std::string Long = "string S = \"abcdefgh\"; for (int I = 0; I < 11; I++) S += S; ";
	CHECK_THAT(StopOf("void BeginPlay() { " + Long + "SpawnActor(\"Marker\", FVector(), S); }").Message,
	    Catch::Contains("a name of 16384 bytes; at most 128"));
	CHECK_THAT(StopOf("void BeginPlay() { " + Long + "At(1, S); }").Message, Catch::Contains("at most 128"));
	CHECK_THAT(StopOf("void BeginPlay() { " + Long + "RaiseEvent(S); }").Message, Catch::Contains("at most 128"));
	CHECK_THAT(StopOf("void BeginPlay() { " + Long + "SpawnActor(\"Marker\", FVector(), \"\", S + S); }").Message,
	    Catch::Contains("at most 16384"));
	CHECK_THAT(StopOf("void BeginPlay() { array<FVector> P(50000); AActor A = SpawnActor(\"Walker\", FVector()); "
	                  "while (true) A.SetPath(P); }")
	               .Message,
	    Catch::Contains("script.maxLines"));
	CHECK_THAT(
	    StopOf("void BeginPlay() { for (int I = 0; true; I++) RaiseEvent(\"e\" + I); } void H(const FEvent& in E) {}")
	        .Message,
	    Catch::Contains("orders") || Catch::Contains("custom events"));
	CHECK_THAT(StopOf("bool C() { return true; } void BeginPlay() { for (int I = 0; true; I++) Check(\"c\" + I, \"C\", "
	                  "ECheckWhen::AtEnd); }")
	               .Message,
	    Catch::Contains("at most 1000 checks"));
	FTestScene Test;
	Test.Start("void BeginPlay() {} void Tick(float D) { for (int I = 0; I < 300; I++) RaiseEvent(\"e\" + GetStep() + "
	           "\":\" + I); }");
	Test.Step(10);
	REQUIRE(Test.Scene.GetFault() != nullptr);
	CHECK_THAT(Test.Scene.GetFault()->Message, Catch::Contains("at most 1000 custom events"));
}

TEST_CASE("Script limits: the log")
{
	FTestScene Test(1, 1, FScriptSettings{});
	Test.Start("void BeginPlay() {} void Tick(float D) { for (int I = 0; I < 5; I++) Log(\"line\"); }");
	Test.Step(60); // 300 lines in the first second
	CHECK(std::count(Test.Log->Lines.begin(), Test.Log->Lines.end(), "line") <= 40);
	Test.Step(60);
	CHECK(Test.HasLine("275 lines were dropped (script.maxLogLines)"));
}

TEST_CASE("Script limits: nothing of a stopped script is called any more")
{
	FTestScene Test;
	Test.Start("int N = 0; bool Fine() { return true; }\nvoid BeginPlay() { Every(0.05, \"Beat\"); At(0.5, \"Fail\"); "
	           "Check(\"fine\", \"Fine\", ECheckWhen::AtEnd); }\nvoid Beat() { Log(\"beat\"); } void Fail() { "
	           "throw(\"now\"); }");
	Test.Step(120);
	const size_t Beats = Test.Log->Lines.size();
	CHECK(Beats >= 9);
	CHECK(Beats <= 10);
	Test.World->GetChecks().Finish(*Test.World);
	CHECK_FALSE(Test.Check("fine").bPass);
}
