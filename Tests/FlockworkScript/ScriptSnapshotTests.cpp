// Save and continue: a restored world continues its scene as the one that was saved.
#include "FlockworkGame/Snapshot.h"
#include "ScriptTestSupport.h"

using namespace Flockwork;
using FLines = std::vector<std::string>;

namespace
{
const std::string Busy = R"(
	int Beats = 0; float Mood = 0.5f; string Word = "w"; array<FVector> Trail; array<string> Names; AActor Ball; bool bLow = false;
	enum EMode { Calm, Wild } EMode Mode = EMode::Calm; FRandomStream Own;
	void BeginPlay() {
		Own = RandomStream("own");
		SpawnBox(FVector(0, -1, 0), FVector(50, 1, 50));
		SpawnInBox("Boid", FVector(-10, 0.5f, -10), FVector(10, 6, 10), 60);
		Ball = SpawnActor("Ball", FVector(0, 5, 0), "Ball");
		Every(0.17, "Beat"); At(1.3, "Turn"); When("IsLow", "Bounce"); OnEvent("contact", "Hit"); OnEvent("wave", "Wave");
		Check("steady", "Steady", ECheckWhen::Always); Check("end", "End", ECheckWhen::AtEnd);
		Camera::OrbitActor(Ball, 10, 0, 20, 30);
	}
	bool Steady(float& out V) { V = float(Beats); return Beats < 1000; }
	bool End(float& out V) { V = Mood; return true; }
	bool IsLow() { return Ball.GetLocation().Y < 1; }
	void Bounce() { Ball.AddImpulse(FVector(Random(), 6, Random())); Names.insertLast("bounce " + GetStep()); }
	void Beat() { Beats++; Mood += Own.RandomRange(-1, 1); Trail.insertLast(Ball.GetLocation()); Word += Beats % 10;
		array<AActor>@ A = GetFlockActors(); A[uint(RandomInt(0, int(A.length()) - 1))].AddImpulse(RandomInSphere(4));
		if (Beats % 3 == 0) RaiseEvent("wave"); }
	void Turn() { Mode = EMode::Wild; SetSetting("flock.maxSpeed", 8, "birds"); After(0.4, "Turn2"); }
	void Turn2() { Log("turn2 " + GetStep() + int(Mode)); }
	void Hit(const FEvent& in E) { Mood += E.Value; }
	void Wave(const FEvent& in E) { Log("wave " + GetStep() + " " + Beats); }
	void Tick(float D) { if (GetStep() % 60 == 0) Log("" + GetStep() + " " + Beats + " " + Mood + " " + Word + " " + Trail.length() + " " + Names.length() + " " + Random()); }
)";

// Steps two worlds side by side; their hashes must be one.
void StepBoth(FTestScene& A, UWorld& B, int Count)
{
	for (int Index = 0; Index < Count; ++Index)
	{
		A.World->Step();
		B.Step();
		REQUIRE(A.World->GetStateHash() == B.GetStateHash());
	}
}
} // namespace

TEST_CASE("Snapshot: a world made anew continues the scene bit for bit")
{
	for (const int SaveStep : {0, 1, 2, 31, 52, 79, 120})
	{
		INFO(SaveStep);
		FTestScene Original(3);
		Original.Start(Busy);
		Original.Step(SaveStep);
		FDiagnostics Diagnostics;
		const std::vector<uint8_t> Bytes = FSnapshot::Take(*Original.World, Diagnostics);
		INFO(Diagnostics.ToString());
		REQUIRE(!Bytes.empty());

		FWorldDef Def;
		Def.Settings.Seed = 3;
		Def.Settings.Threads = 2;
		Def.Prefabs = MakeTestPrefabs();
		UWorld Restored(std::move(Def));
		const bool bRestored = FSnapshot::Restore(Restored, Bytes, "memory", Diagnostics);
		INFO(Diagnostics.ToString());
		REQUIRE(bRestored);
		// Each logs what its script holds: the lines come in pairs.
		Original.Log->Lines.clear();
		StepBoth(Original, Restored, 150);
		const FLines& Lines = Original.Log->Lines;
		REQUIRE(Lines.size() % 2 == 0);
		REQUIRE(Lines.size() >= 4);
		FLines Odd;
		FLines Even;
		// The worlds step in turns, so the lines of one step are those of the one, then of the other.
		std::map<std::string, int> Counts;
		for (const std::string& Line : Lines)
		{
			++Counts[Line];
		}
		for (const auto& [Line, Count] : Counts)
		{
			INFO(Line);
			CHECK(Count == 2);
		}
		// A new world knows the scene's checks.
		Restored.GetChecks().Finish(Restored);
		Original.World->GetChecks().Finish(*Original.World);
		REQUIRE(Restored.GetChecks().GetResults().size() == 2);
		CHECK(Restored.GetChecks().GetResults()[1].Value == Original.Check("end").Value);
		CHECK(Restored.GetChecks().AllPassed());
	}
}

TEST_CASE("Snapshot: the same world goes back in time, and its scene with it")
{
	FTestScene Test(5);
	Test.Start(Busy);
	Test.Step(70);
	FDiagnostics Diagnostics;
	const std::vector<uint8_t> Bytes = FSnapshot::Take(*Test.World, Diagnostics);
	Test.Log->Lines.clear();
	Test.Step(100);
	const uint64_t Hash = Test.World->GetStateHash();
	const FLines Lines = Test.Log->Lines;
	const FSceneCamera Camera = Test.Scene.GetCamera(1.0f);
	Test.Log->Lines.clear();
	REQUIRE(FSnapshot::Restore(*Test.World, Bytes, "memory", Diagnostics));
	Test.Step(100);
	CHECK(Test.World->GetStateHash() == Hash);
	CHECK(Test.Log->Lines == Lines);
	CHECK(Test.Scene.GetCamera(1.0f).Position == Camera.Position);
	CHECK(Test.Scene.GetFiles().size() == 1); // the scene's handle goes on
}

TEST_CASE("Snapshot: a stopped script stays stopped")
{
	FTestScene Test;
	Test.Start("void BeginPlay() { At(0.1, \"F\"); } void F() { throw(\"enough\"); }");
	Test.Step(10);
	FDiagnostics Diagnostics;
	const std::vector<uint8_t> Bytes = FSnapshot::Take(*Test.World, Diagnostics);
	REQUIRE(FSnapshot::Restore(*Test.World, Bytes, "memory", Diagnostics));
	Test.Step(10);
	REQUIRE(Test.Scene.GetFault() != nullptr);
	CHECK(Test.Scene.GetFault()->Message == "enough");
}

TEST_CASE("Snapshot: what cannot be saved is told once")
{
	FTestScene Test;
	Test.Start(
	    "class C { int V; } C@ Held = C(); array<C> Some; const int Fixed = 3; int Plain = 1; void BeginPlay() {}");
	FDiagnostics Diagnostics;
	FSnapshot::Take(*Test.World, Diagnostics);
	FSnapshot::Take(*Test.World, Diagnostics);
	CHECK(Test.Log->Lines == FLines{"a snapshot does not hold the global \"C@ Held\"",
	                             "a snapshot does not hold the global \"array<C> Some\""});
}

TEST_CASE("Snapshot: damaged ones are refused and leave the scene as it is")
{
	FTestScene Test;
	Test.Start(Busy);
	Test.Step(40);
	FDiagnostics Diagnostics;
	const std::vector<uint8_t> Bytes = FSnapshot::Take(*Test.World, Diagnostics);
	int Refused = 0;
	for (size_t Place = 0; Place < Bytes.size(); Place += 211)
	{
		std::vector<uint8_t> Damaged = Bytes;
		Damaged[Place] ^= 0x5a;
		FDiagnostics Found;
		Refused += FSnapshot::Restore(*Test.World, Damaged, "memory", Found) ? 0 : 1;
		std::vector<uint8_t> Cut(Bytes.begin(), Bytes.begin() + ptrdiff_t(Place));
		CHECK_FALSE(FSnapshot::Restore(*Test.World, Cut, "memory", Found));
	}
	CHECK(Refused > 0);
	Test.Step(5);
	CHECK(Test.Scene.GetFiles().size() == 1);
}
