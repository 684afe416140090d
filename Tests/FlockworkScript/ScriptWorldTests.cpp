// What a script does to the world and asks of it.
#include "FlockworkGame/FlockSubsystem.h"
#include "FlockworkGame/Snapshot.h"
#include "ScriptTestSupport.h"

using namespace Flockwork;
using FLines = std::vector<std::string>;

namespace
{
const AActor& ActorNamed(const FTestScene& Test, const std::string& Name)
{
	const AActor* const Actor = Test.World->FindActor(Test.World->FindActorByName(Name));
	INFO(Name);
	REQUIRE(Actor != nullptr);
	return *Actor;
}
} // namespace

TEST_CASE("Spawning: one actor, its name, place, turn and changes")
{
	FTestScene Test;
	Test.Start(R"(
		AActor Kept;
		void BeginPlay() {
			Kept = SpawnActor("Ball", FVector(1, 2, 3), "Lead", "{\"body\": {\"mass\": 8, \"gravity\": false}}");
			Log("" + Kept.IsAlive() + Kept.IsPending() + Kept.GetName() + Kept.GetLocation().ToString());
			AActor Turned = SpawnActor("Marker", FVector(), FQuat(FVector(0, 1, 0), 90));
			Log(Turned.GetName()); AActor None; Log("" + None.IsAlive() + (None == Kept) + (Kept == FindActor("Lead")));
		}
		void Tick(float D) { Log("" + Kept.IsAlive() + Kept.IsPending() + Kept.GetLocation().ToString() + Kept.GetPrefab() + (Kept == FindActor("Lead"))); }
	)");
	Test.Step(1);
	CHECK(Test.Log->Lines ==
	      FLines{"falsetrueLead(1, 2, 3)", "Marker.1", "falsefalsefalse", "truefalse(1, 2, 3)Balltrue"});
	CHECK(Test.World->GetPhysics().GetMass(ActorNamed(Test, "Lead").Body) == 8.0f);
	CHECK(YawOf(ActorNamed(Test, "Marker.1").Transform.Rotation) == Approx(Pi / 2));
}

TEST_CASE("Spawning: unknown prefabs, bad changes and numbers tell the script's line")
{
	const auto FaultOf = [](const std::string& Statements)
	{
		FTestScene Test;
		const FDiagnostic Fault = Test.Fail("void BeginPlay() {\n" + Statements + "}");
		CHECK(Fault.Place.Line == 2);
		return Fault.Message;
	};
	CHECK_THAT(FaultOf("SpawnActor(\"Bal\", FVector());"), Catch::Contains("Bal") && Catch::Contains("Ball"));
	CHECK_THAT(FaultOf("SpawnGrid(\"Bal\", FVector(), 2, 2, 1);"), Catch::Contains("Bal"));
	CHECK_THAT(FaultOf("SpawnDisc(\"Bal\", FVector(), 2, 2);"), Catch::Contains("Bal"));
	CHECK_THAT(FaultOf("SpawnActor(\"Ball\", FVector(), \"\", \"{\\\"body\\\": {\\\"mess\\\": 1}}\");"),
	    Catch::Contains("mess"));
	CHECK_THAT(FaultOf("SpawnActor(\"Ball\", FVector(), \"\", \"{nonsense\");"), Catch::Contains("changes"));
	CHECK_THAT(FaultOf("SpawnActor(\"Ball\", FVector(FMath::Sqrt(-1), 0, 0));"), Catch::Contains("finite"));
	CHECK_THAT(FaultOf("SpawnBox(FVector(), FVector(FMath::Sqrt(-1), 1, 1));"), Catch::Contains("finite"));
	CHECK_THAT(FaultOf("AActor A; A.GetLocation();"), Catch::Contains("not alive"));
}

TEST_CASE("Spawning: changes out of range are clamped with a warning")
{
	FTestScene Test;
	Test.Start("void BeginPlay() { SpawnSphere(FVector(), -1); }");
	Test.Step(1);
	CHECK_THAT(Test.World->TakeDiagnostics().ToString(), Catch::Contains("warning") && Catch::Contains("radius"));
	CHECK(Test.World->GetActors().size() == 1);
}

TEST_CASE("Spawning: grid, ring, list, disc and random box")
{
	FTestScene Test;
	Test.Start(R"(
		void BeginPlay() {
			array<AActor>@ G = SpawnGrid("Marker", FVector(10, 0, 0), 3, 2, 2);
			Log("" + G.length() + G[0].GetLocation().ToString() + G[5].GetLocation().ToString());
			array<AActor>@ R = SpawnRing("Marker", FVector(), 5, 4); Log("" + R.length());
			array<FVector> P = {FVector(1, 1, 1), FVector(2, 2, 2)}; Log(SpawnAt("Marker", P)[1].GetLocation().ToString());
			array<AActor>@ B = SpawnInBox("Marker", FVector(-1, 0, -2), FVector(1, 4, 2), 50); Log("" + B.length());
			SpawnDisc("Marker", FVector(0, 7, 0), 3, 25);
			Log("" + GetActorCount());
		}
		void Tick(float D) { Log("" + GetActorCount() + ":" + GetActorCount("Marker") + ":" + GetActors("Ball").length() + ":" + GetActors().length()); }
	)");
	Test.Step(1);
	CHECK(Test.Log->Lines == FLines{"6(8, 0, -1)(12, 0, 1)", "4", "(2, 2, 2)", "50", "0", "87:87:0:87"});
	const std::span<const FActorId> Actors = Test.World->GetActors();
	for (size_t Index = 6; Index < 10; ++Index)
	{
		const FTransform& Transform = Test.World->FindActor(Actors[Index])->Transform;
		CHECK(Length(Transform.Location) == Approx(5.0f));
		CHECK(Length(Transform.Rotation * ForwardVector + Transform.Location / 5.0f) < 1e-4f); // faces the centre
	}
	for (size_t Index = 12; Index < 62; ++Index)
	{
		const FVector Location = Test.World->FindActor(Actors[Index])->Transform.Location;
		CHECK(std::abs(Location.x) <= 1.0f);
		CHECK((Location.y >= 0.0f && Location.y <= 4.0f));
		CHECK(std::abs(Location.z) <= 2.0f);
	}
}

TEST_CASE("Actors: impulse, velocity, teleport, destroy, at the next step")
{
	FTestScene Test;
	Test.Start(R"(
		AActor A; AActor B; AActor C; AActor D;
		void BeginPlay() {
			string Floating = "{\"body\": {\"gravity\": false, \"mass\": 2}}";
			A = SpawnActor("Ball", FVector(0, 0, 0), "A", Floating); B = SpawnActor("Ball", FVector(10, 0, 0), "B", Floating);
			C = SpawnActor("Ball", FVector(20, 0, 0), "C", Floating); D = SpawnActor("Ball", FVector(30, 0, 0), "D", Floating);
			At(0.5, "Act");
		}
		void Act() { A.AddImpulse(FVector(0, 0, 6)); B.SetVelocity(FVector(0, 1, 0)); C.Teleport(FVector(0, 50, 0)); D.Destroy(); }
	)");
	Test.Step(30);
	CHECK(ActorNamed(Test, "A").Transform.Location.z == 0.0f);
	Test.Step(60);
	CHECK(ActorNamed(Test, "A").Velocity.z == Approx(3.0f));
	CHECK(ActorNamed(Test, "A").Transform.Location.z == Approx(3.0f));
	CHECK(ActorNamed(Test, "B").Transform.Location.y == Approx(1.0f));
	CHECK(ActorNamed(Test, "C").Transform.Location.y == Approx(50.0f));
	CHECK_FALSE(Test.World->FindActorByName("D").IsValid());
}

TEST_CASE("World: rays and overlaps see what was spawned")
{
	FTestScene Test;
	Test.Start(R"(
		void BeginPlay() {
			SpawnBox(FVector(0, 0, 10), FVector(2, 2, 1), 0, FVector(1, 0, 0), "Wall");
			SpawnActor("Ball", FVector(0, 0, 5), "Near", "{\"body\": {\"gravity\": false}}");
		}
		void Tick(float D) {
			FHit Hit;
			Log("" + Raycast(FVector(), FVector(0, 0, 20), Hit) + Hit.Actor.GetName() + FMath::Floor(Hit.Distance * 10 + 0.5f) + Hit.Normal.ToString());
			Log("" + Raycast(FVector(), FVector(0, 0, 20), Hit, false) + Hit.Actor.GetName());
			Log("" + Raycast(FVector(), FVector(0, 20, 0), Hit) + Hit.Actor.IsAlive());
			Log("" + OverlapsStatic(FVector(0, 0, 8.5f), 0.6f) + OverlapsStatic(FVector(0, 0, 8.5f), 0.4f) + OverlapsStatic(FVector(0, 0, 5), 1));
		}
	)");
	Test.Step(1);
	CHECK(Test.Log->Lines == FLines{"trueWall90(0, 0, -1)", "trueNear", "falsefalse", "truefalsefalse"});
}

TEST_CASE("World: a path and input axes move a player")
{
	FTestScene Test;
	Test.Start(R"(
		AActor Player;
		void BeginPlay() {
			Player = SpawnActor("Walker", FVector(), "Player");
			array<FVector> Path = {FVector(10, 0, 0)}; Player.SetPath(Path);
			BindInput(Player);
		}
		void Tick(float D) { if (GetStep() % 60 == 0) Log("" + GetInputAxis("MoveForward") + GetInputAxis("Jump")); }
	)");
	Test.Step(60);
	const float Walked = ActorNamed(Test, "Player").Transform.Location.x;
	CHECK(Walked == Approx(2.0f).margin(0.1f));
	Test.Scene.SetInputAxis("MoveForward", 1.0f);
	Test.Scene.SetInputAxis("Jump", 0.5f);
	Test.Step(60);
	CHECK(ActorNamed(Test, "Player").Transform.Location.z == Approx(2.0f).margin(0.1f));
	Test.Scene.SetInputAxis("MoveForward", 0.0f);
	Test.Scene.SetInputAxis("MoveRight", 1.0f);
	Test.Scene.SetInputAxis("CameraYaw", Pi); // looks along -Z: right is +X
	Test.Step(60);
	CHECK(ActorNamed(Test, "Player").Transform.Location.x == Approx(Walked + 2.0f).margin(0.1f));
	Test.Scene.SetInputAxis("MoveRight", NAN); // counts as 0: the path goes on
	Test.Step(60);
	CHECK(ActorNamed(Test, "Player").Transform.Location.x > Walked + 3.5f);
	CHECK(Test.Log->Lines == FLines{"00", "10.5", "00.5", "00.5"});
}

TEST_CASE("Settings: by dotted name, of flocks, world and components")
{
	FTestScene Test;
	Test.Start(R"(
		void BeginPlay() {
			SpawnActor("Boid", FVector(), "One"); SpawnActor("Boid", FVector(3, 0, 0), "Two");
			At(0.1, "Change");
		}
		void Change() {
			Log("" + GetSetting("flock.maxSpeed", "birds") + GetSettingText("flock.model", "birds"));
			SetSetting("flock.maxSpeed", 7, "birds"); SetSetting("flock.separation.weight", 2.5f); SetSetting("flock.model", "reynolds", "birds");
			SetSetting("world.killHeight", -500.0f); SetSetting("flock.bounds.center", FVector(1, 2, 3), "birds");
			At(0.2, "Look");
		}
		void Look() {
			Log("" + GetSetting("flock.maxSpeed", "birds") + GetSetting("flock.separation.weight", "birds") + GetSettingText("flock.model", "birds") + GetSetting("world.killHeight"));
		}
	)");
	Test.Step(13);
	CHECK(Test.World->TakeDiagnostics().ToString() == "");
	CHECK(Test.Log->Lines == FLines{"5normalized", "72.5reynolds-500"});
	FTestScene Unknown;
	CHECK(Unknown.Fail("void BeginPlay() { SetSetting(\"flock.maxSped\", 1); }").Message ==
	      "there is no setting \"flock.maxSped\"; did you mean \"flock.maxSpeed\"?");
	FTestScene NoFlock;
	CHECK_THAT(NoFlock.Fail("void BeginPlay() { GetSetting(\"flock.maxSpeed\", \"fish\"); }").Message,
	    Catch::Contains("fish"));
}

TEST_CASE("Flocks: metrics and lists agree with the subsystem")
{
	FTestScene Test;
	Test.Start(R"(
		void BeginPlay() { SpawnGrid("Boid", FVector(), 3, 3, 1.5f); Log("" + GetFlockSize() + GetFlockMetrics().Count); }
		void Tick(float D) {
			FFlockMetrics M = GetFlockMetrics("birds");
			array<FVector>@ P = GetFlockLocations("birds"); array<FVector>@ V = GetFlockVelocities(); array<AActor>@ A = GetFlockActors();
			float Far = 0; for (uint I = 0; I < P.length(); I++) Far = FMath::Max(Far, P[I].Distance(FVector(1, 0, 0)));
			float Fast = 0; for (uint I = 0; I < V.length(); I++) Fast = FMath::Max(Fast, V[I].Size());
			Log("" + (Far == GetFlockMaxDistance("birds", FVector(1, 0, 0))) + (Fast == GetFlockMaxSpeed()) + M.Count + A.length() + M.GetState());
			Log("" + (GetFlockCenter().Distance(M.Centroid) < 1e-4f) + (GetFlockSpeedExcess("birds") <= 0.001f) + (A[0].GetLocation() == P[0]));
			Log("" + M.Polarisation); Log("" + M.MeanNearestDistance);
			Log("" + GetFlockSize("none") + GetFlockMetrics("none").Count + GetFlockMaxSpeed("none"));
		}
	)");
	Test.Step(1);
	const UFlockSubsystem& Flocks = Test.World->Get<UFlockSubsystem>();
	const FFlockMetrics Metrics = Flocks.ComputeMetrics(*Test.World, Flocks.FindFlock("birds"));
	REQUIRE(Test.Log->Lines.size() == 6);
	CHECK(Test.Log->Lines[0] == "00");
	CHECK_THAT(Test.Log->Lines[1], Catch::StartsWith("truetrue99"));
	CHECK(Test.Log->Lines[2] == "truetruetrue");
	CHECK(std::stof(Test.Log->Lines[3]) == Approx(Metrics.Polarisation));
	CHECK(std::stof(Test.Log->Lines[4]) == Approx(Metrics.MeanNearestDistance));
	CHECK(Test.Log->Lines[5] == "000");
}

TEST_CASE("Flocks: targets draw, threats drive away")
{
	FTestScene Test;
	Test.Start(R"(
		AActor Goal;
		void BeginPlay() {
			SpawnGrid("Boid", FVector(), 3, 3, 1); Goal = SpawnActor("Marker", FVector(20, 0, 0), "Goal");
			SetTarget("birds", Goal); At(4, "Scare");
		}
		void Scare() { Log("near " + (GetFlockCenter().Distance(FVector(20, 0, 0)) < 10)); DropThreat(GetFlockCenter() + FVector(0.5f, 0, 0), 15, 2); }
		void Tick(float D) { if (GetStep() == 270) Log("flee " + GetFlockActors()[0].IsFleeing()); if (GetStep() == 420) Log("gone " + GetActors().length()); }
	)");
	Test.Step(420);
	CHECK(Test.Log->Lines == FLines{"near true", "flee true", "gone 10"});
	CHECK(Test.World->TakeDiagnostics().ToString() == "");
}

TEST_CASE("Actors: a boid's own target wins over its flock's, from the step in which it is spawned")
{
	FTestScene Test;
	Test.Start(R"(
		AActor Own, Other;
		void BeginPlay() {
			Own = SpawnActor("Boid", FVector(0, 0, 0)); Other = SpawnActor("Boid", FVector(30, 0, 0));
			SetTarget("birds", FVector(0, 0, 50));
			Own.SetTarget(FVector(-50, 0, 0));
			After(1, "Rejoin");
		}
		void Rejoin() { Log("" + (Own.GetVelocity().X < -2) + (Other.GetVelocity().Z > 2)); Own.ClearTarget(); }
	)");
	Test.Step(61);
	CHECK(Test.Log->Lines == FLines{"truetrue"});
	Test.Step(180);
	CHECK(ActorNamed(Test, "Boid.1").Velocity.z > 2.0f);
}

TEST_CASE("Actors: who is no boid has no target of its own")
{
	FTestScene Test;
	Test.Start("void BeginPlay() { SpawnActor(\"Ball\", FVector()).SetTarget(FVector(1, 0, 0)); }");
	Test.Step(2);
	CHECK_THAT(Test.World->TakeDiagnostics().ToString(), Catch::Contains("Ball.1") && Catch::Contains("no boid"));
}

TEST_CASE("Random: the same by seed, its own stream for each purpose")
{
	const auto Draw = [](int32_t Seed, const std::string& Before)
	{
		FTestScene Test(Seed);
		Test.Start("void BeginPlay() {" + Before + R"(
			Log("" + Random() + " " + RandomRange(5, 6) + " " + RandomInt(1, 6) + RandomUnitVector().ToString() + RandomInSphere(2).ToString());
			FRandomStream S = RandomStream("debris"); FRandomStream T = S; Log("" + S.Random() + T.RandomInBox(FVector(), FVector(1, 1, 1)).ToString()); })");
		return Test.Log->Lines;
	};
	const FLines First = Draw(1, "");
	CHECK(First == Draw(1, ""));
	CHECK(First != Draw(2, ""));
	const FLines Other = Draw(1, "Random(); Random();");
	CHECK(First[0] != Other[0]);
	CHECK(First[1] == Other[1]); // draws for one purpose do not shift another's
	CHECK(LogOf("int Low = 9; int High = 0; for (int I = 0; I < 1000; I++) { int N = RandomInt(1, 6); Low = "
	            "FMath::Min(Low, N); High = FMath::Max(High, N); } Log(\"\" + Low + High);") == FLines{"16"});
}

TEST_CASE("Scene: parameters, hints and captions")
{
	FTestScene Test;
	Test.Scene.SetParameter("boids", 200);
	Test.Start(R"(
		void BeginPlay() {
			Log("" + GetIntParameter("boids", 50) + ":" + GetIntParameter("other", 3) + ":" + GetParameter("x", 0.5) + ":" + GetSeed());
			SetTitle("Night"); SetDuration(60); SetSky(ESceneSky::Evening); SetGround(ESceneGround::Sand, 1.5f); SetHaze(90); SetShadowRadius(20); ShowTrails(true);
			SetColoring(EFlockColoring::Cluster); ShowPlots(); ShowLayer(EDebugLayer::Rules); ShowLayer(EDebugLayer::Velocity);
			ShowLayer(EDebugLayer::Velocity, false); SelectActor(SpawnActor("Boid", FVector(0, 5, 0), "Chosen"));
			Caption("Hello", 2);
		}
	)");
	CHECK(Test.Log->Lines == FLines{"200:3:0.5:1"});
	const FSceneHints& Hints = Test.Scene.GetHints();
	CHECK(Hints.Title == "Night");
	CHECK(Hints.Duration == 60.0f);
	CHECK(Hints.Sky == ESceneSky::Evening);
	CHECK(Hints.Ground == ESceneGround::Sand);
	CHECK(Hints.GroundHeight == 1.5f);
	CHECK(Hints.HazeDistance == 90.0f);
	CHECK(Hints.ShadowRadius == 20.0f);
	CHECK(Hints.bTrails);
	CHECK(Hints.Coloring == ESceneColoring::Cluster);
	CHECK(Hints.bPlots);
	CHECK(Hints.Layers.bRules);
	CHECK_FALSE(Hints.Layers.bVelocity);
	CHECK_FALSE(Hints.Layers.bVision);
	CHECK(Hints.Layers.Selected.IsValid());
	Test.Step(60);
	REQUIRE(Test.Scene.GetCaptions().size() == 1);
	CHECK(Test.Scene.GetCaptions()[0].Text == "Hello");
	CHECK(Test.Scene.GetCaptions()[0].Opacity == 1.0f);
	Test.Step(66);
	CHECK(Test.Scene.GetCaptions().empty());
	FTestScene Bad;
	CHECK_THAT(Bad.Fail("void BeginPlay() { SetDuration(0); }").Message, Catch::Contains("duration"));
}

TEST_CASE("Scene: plots keep their last values, and so does a snapshot")
{
	FTestScene Test;
	Test.Start(R"(
		void BeginPlay() {}
		void Tick(float D) { Plot("step", GetStep(), 0, 900, FVector(1, 0, 0)); if (GetStep() % 2 == 0) Plot("even", 1); }
	)");
	Test.Step(610);
	const std::span<const FScenePlot> Plots = Test.Scene.GetPlots();
	REQUIRE(Plots.size() == 2);
	CHECK(Plots[0].Name == "step");
	CHECK(Plots[0].Max == 900.0f);
	CHECK(Plots[0].Color == FVector{1.0f, 0.0f, 0.0f});
	REQUIRE(Plots[0].Values.size() == FScenePlot::Capacity);
	CHECK(Plots[0].Values.front() == 11.0f);
	CHECK(Plots[0].Values.back() == 610.0f);
	CHECK(Plots[1].Values.size() == 305);
	const std::vector<uint8_t> Bytes = FSnapshot::Take(*Test.World, Test.Diagnostics);
	Test.Step(20);
	REQUIRE(FSnapshot::Restore(*Test.World, Bytes, "memory", Test.Diagnostics));
	CHECK(Test.Scene.GetPlots()[0].Values.back() == 610.0f);
}

TEST_CASE("Scene: a plot of no number or one too many stops the script")
{
	const auto FaultOf = [](const std::string& Statements)
	{
		FTestScene Test;
		return Test.Fail("void BeginPlay() {" + Statements + "}").Message;
	};
	CHECK_THAT(FaultOf("Plot(\"a\", FMath::Sqrt(-1));"), Catch::Contains("finite"));
	CHECK_THAT(FaultOf("for (int I = 0; I < 9; I++) Plot(\"a\" + I, 1);"), Catch::Contains("at most 8"));
}

TEST_CASE("World: the hash is one at 1 and 2 threads")
{
	const auto HashOf = [](int32_t Threads)
	{
		FTestScene Test(7, Threads);
		Test.Start(R"(
			void BeginPlay() { SpawnInBox("Boid", FVector(-20, 0, -20), FVector(20, 10, 20), 300); Every(0.25, "Poke"); }
			void Poke() { array<AActor>@ A = GetFlockActors(); A[uint(RandomInt(0, 299))].AddImpulse(RandomInSphere(5)); DropThreat(RandomInSphere(10), 4, 0.2f); }
		)");
		Test.Step(180);
		CHECK(Test.World->TakeDiagnostics().ToString() == "");
		return Test.World->GetStateHash();
	};
	const uint64_t One = HashOf(1);
	CHECK(One == HashOf(2));
	CHECK(One == HashOf(1));
}
