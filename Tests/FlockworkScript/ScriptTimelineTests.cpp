// When things happen: exact steps, order, conditions, events, checks.
#include "ScriptTestSupport.h"

using namespace Flockwork;
using FLines = std::vector<std::string>;

TEST_CASE("Timeline: At fires at the step of its time, exactly")
{
	FTestScene Test;
	Test.Start(R"(
		void BeginPlay() { At(2.0f, "F"); At(0.1f, "F"); At(1.0 / 60, "F"); At(0.02, "F"); At(0, "F"); At(-5, "F"); At(59.999, "F"); At(60, "F"); }
		void F() { Log("" + GetStep()); }
	)");
	CHECK(Test.Log->Lines == FLines{"0", "0"}); // due before the first step
	Test.Step(3601);
	// 0.02 s lies between steps 1 and 2: the first step that is not before it counts.
	CHECK(Test.Log->Lines == FLines{"0", "0", "1", "2", "6", "120", "3600", "3600"});
}

TEST_CASE("Timeline: Every does not drift, and may start when it likes")
{
	FTestScene Test;
	Test.Start(R"(
		void BeginPlay() { Every(0.5f, "Half"); Every(0.07, "Odd"); Every(10, "Late", 1); }
		void Half() { Log("h" + GetStep()); }
		int N = 0; void Odd() { N++; if (N % 100 == 0) Log("o" + N + ":" + GetStep()); }
		void Late() { Log("l" + GetStep()); }
	)");
	Test.Step(120);
	CHECK(Test.Log->Lines == FLines{"h30", "h60", "l60", "h90", "h120"});
	Test.Log->Lines.clear();
	Test.Step(60 * 60 - 120);
	// 100 x 0.07 s = 7 s is step 420; 800 x 0.07 = 56 s is step 3360.
	CHECK(Test.HasLine("o100:420"));
	CHECK(Test.HasLine("o800:3360"));
	CHECK(std::count_if(Test.Log->Lines.begin(), Test.Log->Lines.end(),
	          [](const std::string& Line) { return Line[0] == 'h'; }) == 116);
}

TEST_CASE("Timeline: in one step by time, then by order of creation")
{
	FTestScene Test;
	Test.Start(R"(
		void BeginPlay() { At(1, "A"); At(0.995, "B"); At(1, "C"); Every(0.5, "D"); At(1, "A"); }
		void A() { Log("a"); } void B() { Log("b"); } void C() { Log("c"); } void D() { if (GetStep() == 60) Log("d"); }
	)");
	Test.Step(61);
	CHECK(Test.Log->Lines == FLines{"b", "a", "c", "d", "a"});
}

TEST_CASE("Timeline: what a function adds for now runs in the same step, After counts from now")
{
	FTestScene Test;
	Test.Start(R"(
		void BeginPlay() { At(1, "First"); }
		void First() { Log("1:" + GetStep()); At(0.5, "Second"); After(0, "Second"); After(0.25, "Second"); }
		void Second() { Log("2:" + GetStep()); }
	)");
	Test.Step(80);
	CHECK(Test.Log->Lines == FLines{"1:60", "2:60", "2:60", "2:75"});
}

TEST_CASE("Timeline: Cancel")
{
	FTestScene Test;
	Test.Start(R"(
		int Id; int Own;
		void BeginPlay() { Id = At(1, "F"); Own = Every(0.1, "G"); Log("" + Cancel(Id) + Cancel(Id) + Cancel(99)); }
		void F() { Log("never"); }
		int N = 0; void G() { N++; Log("g"); if (N == 2) Cancel(Own); }
	)");
	Test.Step(120);
	CHECK(Test.Log->Lines == FLines{"truefalsefalse", "g", "g"});
}

TEST_CASE("Timeline: When runs on the rising edge, once, or at level")
{
	FTestScene Test;
	Test.Start(R"(
		bool Now() { int S = int(GetStep()); return (S >= 3 && S < 6) || S >= 9; }
		bool FromStart() { return GetStep() < 3; }
		void BeginPlay() {
			When("Now", "Rise"); When("Now", "One", EWhen::Once); When("Now", "Level", EWhen::Level); When("FromStart", "Start");
		}
		void Rise() { Log("r" + GetStep()); } void One() { Log("o" + GetStep()); }
		void Level() { Log("l" + GetStep()); } void Start() { Log("s" + GetStep()); }
	)");
	Test.Step(10);
	CHECK(Test.Log->Lines == FLines{"s1", "r3", "o3", "l3", "l4", "l5", "r9", "l9", "l10"});
}

TEST_CASE("Timeline: Tick runs in each step, before timers")
{
	FTestScene Test;
	Test.Start(R"(
		void BeginPlay() { At(0.05, "F"); } void F() { Log("f" + GetStep()); }
		void Tick(float DeltaTime) { Log("t" + GetStep() + (FMath::Abs(DeltaTime - GetFixedStep()) < 1e-9f)); }
	)");
	Test.Step(3);
	CHECK(Test.Log->Lines == FLines{"t1true", "t2true", "t3true", "f3"});
}

TEST_CASE("Timeline: wrong names, signatures, times and periods stop the script with a hint")
{
	const auto MessageOf = [](const std::string& Statements)
	{
		FTestScene Test;
		const FDiagnostic Fault =
		    Test.Fail("void Drop() {} bool Low() { return true; } int Wrong() { return 1; }\nvoid BeginPlay() {\n" +
		              Statements + "}");
		CHECK(Fault.Place.Line == 3);
		return Fault.Message;
	};
	CHECK(MessageOf("At(1, \"Drip\");") == "there is no function void Drip(); did you mean Drop?");
	CHECK(MessageOf("At(1, \"Wrong\");") == "there is no function void Wrong(); found: int Wrong()");
	CHECK_THAT(MessageOf("At(1, \"\");"), Catch::Contains("there is no function"));
	CHECK_THAT(MessageOf("At(1, \"Drop() {} void X\");"), Catch::Contains("there is no function"));
	CHECK_THAT(MessageOf("When(\"Drop\", \"Drop\");"), Catch::Contains("found: void Drop()"));
	CHECK_THAT(MessageOf("Every(0, \"Drop\");"), Catch::Contains("a period of at least one step"));
	CHECK_THAT(MessageOf("Every(FMath::Sqrt(-1), \"Drop\");"), Catch::Contains("a period of at least one step"));
	CHECK_THAT(MessageOf("At(FMath::Sqrt(-1), \"Drop\");"), Catch::Contains("finite"));
	CHECK_THAT(MessageOf("OnEvent(\"contact\", \"Drop\");"), Catch::Contains("void Drop(const FEvent& in)"));
	CHECK_THAT(MessageOf("Check(\"\", \"Low\", ECheckWhen::AtEnd);"), Catch::Contains("name"));
	CHECK_THAT(MessageOf("Check(\"a\", \"Lo\", ECheckWhen::AtEnd);"), Catch::Contains("did you mean"));
	CHECK_THAT(MessageOf("Check(\"a\", \"Low\", ECheckWhen::AtEnd); Check(\"a\", \"Low\", ECheckWhen::AtEnd);"),
	    Catch::Contains("already"));
	CHECK_THAT(MessageOf("Check(\"a\", \"Low\", ECheckWhen::AtTime, -1);"), Catch::Contains("time"));
}

TEST_CASE("Events: reach their handlers a step later, in order, custom ones too")
{
	FTestScene Test;
	Test.Start(R"(
		void BeginPlay() {
			OnEvent("spawned", "Spawned"); OnEvent("destroyed", "Gone"); OnEvent("alarm", "Alarm"); OnEvent("spawned", "Again");
			SpawnActor("Marker", FVector(1, 2, 3), "First"); SpawnActor("Marker", FVector(), "Second");
			At(0.1, "Ring");
		}
		void Spawned(const FEvent& in E) { Log("spawned " + E.A.GetName() + E.Position.ToString() + GetStep()); }
		void Again(const FEvent& in E) { Log("again " + E.A.GetName()); }
		void Gone(const FEvent& in E) { Log("gone " + E.A.IsAlive()); }
		void Ring() { RaiseEvent("alarm", FindActor("First"), FVector(0, 9, 0), 2.5f); FindActor("Second").Destroy(); }
		void Alarm(const FEvent& in E) { Log(E.GetName() + E.A.GetName() + E.Position.Y + ":" + E.Value); }
	)");
	Test.Step(12);
	CHECK(Test.Log->Lines == FLines{"spawned First(1, 2, 3)2", "again First", "spawned Second(0, 0, 0)2",
	                             "again Second", "alarmFirst9:2.5", "gone false"});
}

TEST_CASE("Events: a ball that falls reports its contact")
{
	FTestScene Test;
	Test.Start(R"(
		void BeginPlay() {
			SpawnBox(FVector(0, -1, 0), FVector(10, 1, 10), 0, FVector(1, 1, 1), "Ground");
			SpawnActor("Ball", FVector(0, 3, 0), "Ball"); OnEvent("contact", "Hit");
		}
		void Hit(const FEvent& in E) { Log(E.A.GetName() + E.B.GetName() + (E.Value > 0)); }
	)");
	Test.Step(120);
	CHECK(Test.Log->Lines == FLines{"GroundBalltrue"});
}

TEST_CASE("Checks: pass, fail, never evaluated, with values")
{
	FTestScene Test;
	Test.Start(R"(
		bool Yes() { return true; }
		bool No(float& out Value) { Value = 7.5f; return false; }
		bool Early(float& out Value) { Value = float(GetStep()); return GetStep() < 30; }
		bool AtStep(float& out Value) { Value = float(GetStep()); return GetStep() == 30; }
		bool Last(float& out Value) { Value = float(GetTime()); return true; }
		bool Odd(float& out Value) { Value = FMath::Sqrt(-1); return true; }
		void BeginPlay() {
			Check("always", "Yes", ECheckWhen::Always);
			Check("breaks", "early steps only", "Early", ECheckWhen::Always);
			Check("at half", "AtStep", ECheckWhen::AtTime, 0.5);
			Check("too late", "Yes", ECheckWhen::AtTime, 100);
			Check("no", "No", ECheckWhen::AtEnd);
			Check("end", "Last", ECheckWhen::AtEnd);
			Check("late start", "Early", ECheckWhen::Always, 0.9);
			Check("not a number", "Odd", ECheckWhen::AtEnd);
		}
	)");
	Test.Step(60);
	CHECK_FALSE(Test.Check("end").bDone);
	Test.World->GetChecks().Finish(*Test.World);
	CHECK(Test.Check("always").bPass);
	CHECK(Test.Check("always").Value == 1.0);
	CHECK_FALSE(Test.Check("breaks").bPass);
	CHECK(Test.Check("breaks").Value == 30.0);
	CHECK(Test.Check("breaks").Condition == "early steps only");
	CHECK(Test.Check("at half").bPass);
	CHECK(Test.Check("at half").Value == 30.0);
	CHECK_FALSE(Test.Check("too late").bDone);
	CHECK_FALSE(Test.Check("no").bPass);
	CHECK(Test.Check("no").Value == 7.5);
	CHECK(Test.Check("end").bPass);
	CHECK(Test.Check("end").Value == Approx(1.0));
	CHECK(Test.Check("late start").Value == 54.0);
	CHECK_FALSE(Test.Check("not a number").bPass);
	CHECK_FALSE(Test.World->GetChecks().AllPassed());
}

TEST_CASE("Checks and conditions: may look but change nothing")
{
	for (const std::string Statement : {"SpawnActor(\"Marker\", FVector());", "Random();", "At(1, \"F\");",
	         "SetSetting(\"world.killHeight\", -50.0f);", "Explode(FVector(), 1, 1);", "BindInput(AActor());"})
	{
		INFO(Statement);
		FTestScene Test;
		Test.Start("bool C() { " + Statement +
		           " return true; } void F() {}\nvoid BeginPlay() { Check(\"c\", \"C\", ECheckWhen::Always); }");
		Test.Step(1);
		REQUIRE(Test.Scene.GetFault() != nullptr);
		CHECK_THAT(Test.Scene.GetFault()->Message, Catch::Contains("may look but change nothing"));
		CHECK_FALSE(Test.Check("c").bPass);
		FTestScene Global;
		REQUIRE_FALSE(
		    Global.Load("bool C() { " + Statement + " return true; } void F() {} bool G = C();\nvoid BeginPlay() {}"));
		CHECK_THAT(Global.Diagnostics.ToString(), Catch::Contains("may look but change nothing"));
	}
}
