// Shots: where the camera stands, and how it gets from one to the next.
#include "ScriptTestSupport.h"

using namespace Flockwork;

namespace
{
float Distance(const FVector& A, const FVector& B)
{
	return Length(A - B);
}
} // namespace

TEST_CASE("Camera: none without a wish")
{
	FTestScene Test;
	Test.Start("void BeginPlay() {}");
	Test.Step(1);
	CHECK_FALSE(Test.Scene.GetCamera(0.5f).bActive);
}

TEST_CASE("Camera: Look stands still, and is there before the first step")
{
	FTestScene Test;
	Test.Start("void BeginPlay() { Camera::SetFieldOfView(90); Camera::Look(FVector(1, 2, 3), FVector(4, 5, 6)); }");
	for (int Step = 0; Step < 3; ++Step)
	{
		const FSceneCamera Camera = Test.Scene.GetCamera(0.3f);
		REQUIRE(Camera.bActive);
		CHECK(Camera.bCut == (Step == 0));
		CHECK(Camera.Position == FVector(1, 2, 3));
		CHECK(Camera.LookAt == FVector(4, 5, 6));
		CHECK(Camera.FieldOfView == Approx(Pi / 2));
		Test.Step(1);
	}
}

TEST_CASE("Camera: Orbit goes round at its rate")
{
	FTestScene Test;
	Test.Start("void BeginPlay() { Camera::Orbit(FVector(1, 0, 0), 10, 0, 30, 90); }");
	const FVector Start = Test.Scene.GetCamera(1.0f).Position;
	CHECK(Distance(Start, FVector(1.0f, 5.0f, 10.0f * std::cos(Pi / 6))) < 1e-3f);
	Test.Step(60); // a quarter
	const FVector Quarter = Test.Scene.GetCamera(1.0f).Position;
	CHECK(Distance(Quarter, FVector(1.0f + 10.0f * std::cos(Pi / 6), 5.0f, 0.0f)) < 0.01f);
	CHECK(Distance(Test.Scene.GetCamera(1.0f).LookAt, FVector(1, 0, 0)) < 1e-5f);
	// Between two steps, in proportion.
	const FVector Before = Test.Scene.GetCamera(0.0f).Position;
	CHECK(Distance(Test.Scene.GetCamera(0.5f).Position, (Before + Quarter) * 0.5f) < 1e-4f);
}

TEST_CASE("Camera: Dolly moves smoothly and arrives")
{
	FTestScene Test;
	Test.Start(
	    "void BeginPlay() { Camera::Dolly(FVector(), FVector(0, 0, 5), FVector(10, 0, 0), FVector(0, 0, 5), 1); }");
	float Fastest = 0.0f;
	float Last = 0.0f;
	for (int Step = 0; Step < 60; ++Step)
	{
		Test.Step(1);
		const float Now = Test.Scene.GetCamera(1.0f).Position.x;
		CHECK(Now >= Last);
		Fastest = std::max(Fastest, Now - Last);
		Last = Now;
	}
	CHECK(Last == Approx(10.0f));
	CHECK(Fastest < 10.0f / 60.0f * 1.6f); // smoothstep's peak is 1.5 times the mean
	Test.Step(10);
	CHECK(Test.Scene.GetCamera(1.0f).Position.x == Approx(10.0f));
}

TEST_CASE("Camera: a blend has no jump, a cut says so")
{
	FTestScene Test;
	Test.Start(R"(
		void BeginPlay() { Camera::Look(FVector(0, 0, 10), FVector()); At(1, "Blend"); At(1.5, "Again"); At(4, "Cut"); }
		void Blend() { Camera::Orbit(FVector(), 20, 90, 10, 20, 2); }
		void Again() { Camera::Look(FVector(-5, 8, 0), FVector(), 1); }
		void Cut() { Camera::Look(FVector(0, 0, 100), FVector()); }
	)");
	FVector Last = Test.Scene.GetCamera(1.0f).Position;
	for (int Step = 1; Step <= 260; ++Step)
	{
		Test.Step(1);
		const FSceneCamera Camera = Test.Scene.GetCamera(1.0f);
		INFO(Step);
		CHECK(Camera.bCut == (Step == 240));
		if (Step != 240)
		{
			CHECK(Distance(Camera.Position, Last) < 0.5f);
		}
		CHECK(Distance(Camera.Position, Camera.LookAt) > 0.1f);
		Last = Camera.Position;
		if (Step == 200)
		{
			CHECK(Distance(Last, FVector(-5, 8, 0)) < 1e-3f);
		}
	}
	CHECK(Last == FVector(0, 0, 100));
}

TEST_CASE("Camera: Follow stays behind the way of its actor")
{
	FTestScene Test;
	Test.Start(R"(
		void BeginPlay() {
			AActor Player = SpawnActor("Walker", FVector(), "Player"); array<FVector> Path = {FVector(100, 0, 0)}; Player.SetPath(Path);
			Camera::Follow(Player, 7, 3, 1);
		}
	)");
	Test.Step(300);
	const FVector Player = Test.World->FindActor(Test.World->FindActorByName("Player"))->Transform.Location;
	const FSceneCamera Camera = Test.Scene.GetCamera(1.0f);
	CHECK(Camera.Position.x - Player.x == Approx(-7.0f).margin(0.6f));
	CHECK(Camera.Position.y - Player.y == Approx(3.0f).margin(0.01f));
	CHECK(std::abs(Camera.Position.z) < 0.3f);
	CHECK(Distance(Camera.LookAt, Player + FVector(0, 1, 0)) < 0.6f);
}

TEST_CASE("Camera: FrameFlock keeps away in proportion to the flock's size")
{
	const auto DistanceOf = [](const std::string& Spacing)
	{
		FTestScene Test;
		Test.Start("void BeginPlay() { SpawnGrid(\"Boid\", FVector(5, 0, 0), 6, 6, " + Spacing +
		           "); Camera::FrameFlock(\"birds\", 3, 0, 20); }");
		Test.Step(1);
		return Distance(Test.Scene.GetCamera(1.0f).Position, Test.Scene.GetCamera(1.0f).LookAt);
	};
	CHECK(DistanceOf("4") > 1.8f * DistanceOf("2"));
}

TEST_CASE("Camera: odd numbers are refused, the watched actor's end is survived")
{
	FTestScene Bad;
	CHECK_THAT(Bad.Fail("void BeginPlay() { Camera::Orbit(FVector(), FMath::Sqrt(-1), 0, 0); }").Message,
	    Catch::Contains("finite"));
	FTestScene Test;
	Test.Start("AActor A; void BeginPlay() { A = SpawnActor(\"Marker\", FVector(3, 0, 0)); Camera::OrbitActor(A, 5, 0, "
	           "0); At(0.5, \"End\"); } void End() { A.Destroy(); }");
	Test.Step(60);
	CHECK(Distance(Test.Scene.GetCamera(1.0f).LookAt, FVector(3, 0, 0)) < 1e-3f);
	FTestScene Same;
	Same.Start("void BeginPlay() { Camera::Look(FVector(1, 1, 1), FVector(1, 1, 1)); }");
	CHECK(Distance(Same.Scene.GetCamera(1.0f).Position, Same.Scene.GetCamera(1.0f).LookAt) > 0.5f);
}

TEST_CASE("Camera: a wall between it and its actor pulls it nearer, and lets it out again slowly")
{
	FTestScene Test;
	Test.Start(
	    "AActor Subject; void BeginPlay() { SpawnBox(FVector(0, 2, 5), FVector(4, 2, 0.2f), 0, FVector(1, 1, 1), "
	    "\"Screen\"); Subject = SpawnActor(\"Marker\", FVector(0, 0.9f, 0)); "
	    "Camera::OrbitActor(Subject, 10, 0, 0, 0); At(1, \"Clear\"); } "
	    "void Clear() { FindActor(\"Screen\").Destroy(); }");
	Test.Step(30);
	const FSceneCamera Behind = Test.Scene.GetCamera(1.0f);
	// The wall's near face is 4.8 m away, the camera keeps 0.3 m from it.
	CHECK(Distance(Behind.Position, Behind.LookAt) == Approx(4.5f).margin(0.02f));
	Test.Step(40);
	const float Soon = Distance(Test.Scene.GetCamera(1.0f).Position, Test.Scene.GetCamera(1.0f).LookAt);
	CHECK(Soon > 4.6f);
	CHECK(Soon < 9.0f);
	Test.Step(300);
	CHECK(Distance(Test.Scene.GetCamera(1.0f).Position, Test.Scene.GetCamera(1.0f).LookAt) ==
	      Approx(10.0f).margin(0.05f));
}
