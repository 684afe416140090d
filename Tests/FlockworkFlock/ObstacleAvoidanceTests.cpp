#include "DistanceScene.h"
#include "FlockTestSupport.h"
#include "FlockworkFlock/ObstacleAvoidance.h"
#include "FlockworkFlock/SocialForce.h"
#include "FlockworkFlock/SpeedClamp.h"

#include <catch2/catch.hpp>

using namespace Flockwork;

namespace
{
constexpr float BodyRadius = 0.4f;

FObstacleAvoidanceSettings Walker()
{
	FObstacleAvoidanceSettings Settings;
	Settings.Radius = 0.5f;
	Settings.bPlanar = true;
	return Settings;
}

// Where boids come to that steer for Goal at full force, avoiding the scene. Closest: the least distance ever.
struct FRun
{
	float Closest = 1e9f;
	FTestFlock Flock;
	int32_t Overrides = 0;
	int32_t Jerks = 0; // steps in which an acceleration jumped by more than 0.4 MaxSteerForce
};

FRun RunTo(const FDistanceScene& Scene, FTestFlock Flock, const FVector& Goal, float Seconds,
    const FObstacleAvoidanceSettings& Settings)
{
	FRun Run;
	Run.Flock = std::move(Flock);
	FObstacleAvoidance Avoidance;
	const int32_t Steps = int32_t(Seconds / Run.Flock.DeltaTime);
	for (int32_t Step = 0; Step < Steps; ++Step)
	{
		FTestFlock& Boids = Run.Flock;
		Boids.Step = uint64_t(Step);
		const std::vector<FVector> Before = Boids.Accelerations;
		for (size_t Boid = 0; Boid < Boids.Ids.size(); ++Boid)
		{
			const FVector Wish = SafeNormal(Goal - Boids.Positions[Boid]) * Settings.MaxSpeed;
			Boids.Accelerations[Boid] = ClampLength(Wish - Boids.Velocities[Boid], Settings.MaxSteerForce);
		}
		FFlockOutput Output{Boids.Accelerations};
		Avoidance.Run(Settings, Boids.Input(), Output, Scene);
		Run.Overrides += int32_t(Avoidance.GetOverridden().size());
		for (size_t Boid = 0; Boid < Boids.Ids.size(); ++Boid)
		{
			const bool bJerk = Length(Boids.Accelerations[Boid] - Before[Boid]) > 0.4f * Settings.MaxSteerForce;
			Run.Jerks += Step > 0 && bJerk ? 1 : 0;
			FVector& Velocity = Boids.Velocities[Boid];
			Velocity = ClampSpeed(Velocity + Boids.Accelerations[Boid] * Boids.DeltaTime, Settings.MaxSpeed, false);
			Boids.Positions[Boid] += Velocity * Boids.DeltaTime;
			Run.Closest = std::min(Run.Closest, Scene.Distance(Boids.Positions[Boid]));
		}
	}
	return Run;
}
} // namespace

TEST_CASE("FObstacleAvoidance: nothing near, nothing changed")
{
	const FDistanceScene Scene([](const FVector& P) { return ToPlane(P, {0.0f, 0.0f, -1.0f}, -500.0f); });
	FTestFlock Flock;
	Flock.Add({0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 5.0f});
	Flock.Accelerations[0] = {1.0f, 2.0f, 3.0f};
	FFlockOutput Output{Flock.Accelerations};
	FObstacleAvoidance Avoidance;
	Avoidance.Run(Walker(), Flock.Input(), Output, Scene);
	CHECK(Avoidance.GetOverridden().empty());
	CHECK(Flock.Accelerations[0] == FVector{1.0f, 2.0f, 3.0f});
	FTestFlock Nobody;
	FFlockOutput Empty{Nobody.Accelerations};
	Avoidance.Run(Walker(), Nobody.Input(), Empty, Scene);
	CHECK(Avoidance.GetOverridden().empty());
}

TEST_CASE("FObstacleAvoidance: turns along the wall to the side that deviates least, within the force limit")
{
	const FDistanceScene Wall([](const FVector& P) { return ToPlane(P, {0.0f, 0.0f, -1.0f}, -2.0f); }); // at z = 2
	for (const float Side : {-1.0f, 1.0f})
	{
		FTestFlock Flock;
		Flock.Add({0.0f, 0.0f, 0.0f}, {3.0f * Side, 0.0f, 4.0f});
		FFlockOutput Output{Flock.Accelerations};
		FObstacleAvoidance Avoidance;
		Avoidance.Run(Walker(), Flock.Input(), Output, Wall);
		REQUIRE(Avoidance.GetOverridden().size() == 1);
		CHECK(Flock.Accelerations[0].x * Side > 0.0f);
		CHECK(Flock.Accelerations[0].z < 0.0f);
		CHECK(Length(Flock.Accelerations[0]) <= 5.0001f);
	}
}

TEST_CASE("FObstacleAvoidance: a hit further off than the stopping distance, or a wall alongside, is left alone")
{
	const FDistanceScene Wall([](const FVector& P) { return ToPlane(P, {0.0f, 0.0f, -1.0f}, -2.0f); });
	FTestFlock Flock;
	Flock.Add({0.0f, 0.0f, -10.0f}, {0.0f, 0.0f, 5.0f}); // stops within 4.2 m
	Flock.Add({0.0f, 0.0f, 1.3f}, {5.0f, 0.0f, 0.0f});
	Flock.Add({0.0f, 0.0f, 1.3f}, {5.0f, 0.0f, -1.0f});
	FFlockOutput Output{Flock.Accelerations};
	FObstacleAvoidance Avoidance;
	Avoidance.Run(Walker(), Flock.Input(), Output, Wall);
	CHECK(Avoidance.GetOverridden().empty());
}

TEST_CASE("FObstacleAvoidance: a boid that steers straight at a wall never touches it")
{
	const FDistanceScene Wall([](const FVector& P) { return ToPlane(P, {0.0f, 0.0f, -1.0f}, -10.0f); });
	FTestFlock Flock;
	Flock.Add({0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 5.0f});
	Flock.Add({3.0f, 0.0f, 0.0f}, {2.0f, 0.0f, 4.0f});
	const FRun Run = RunTo(Wall, Flock, {0.0f, 0.0f, 100.0f}, 30.0f, Walker());
	CHECK(Run.Closest > BodyRadius);
	CHECK(Run.Overrides > 0);
}

TEST_CASE("FObstacleAvoidance: boids reach a goal behind pillars, parting round them, and none touches")
{
	const FDistanceScene Hall(
	    [](const FVector& P)
	    {
		    float Least = 1e9f;
		    for (int32_t Pillar = 0; Pillar < 20; ++Pillar)
		    {
			    const float X = float(Pillar % 5) * 4.0f - 8.0f + (Pillar / 5 % 2 == 0 ? 0.0f : 2.0f);
			    Least = std::min(Least, ToPillar(P, X, 8.0f + float(Pillar / 5) * 5.0f, 0.8f));
		    }
		    return Least;
	    });
	FTestFlock Flock;
	for (int32_t Boid = 0; Boid < 17; ++Boid)
	{
		Flock.Add({float(Boid) - 8.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 4.0f});
	}
	const FRun Run = RunTo(Hall, Flock, {0.0f, 0.0f, 45.0f}, 40.0f, Walker());
	CHECK(Run.Closest > BodyRadius);
	int32_t Arrived = 0;
	for (const FVector& Position : Run.Flock.Positions)
	{
		Arrived += Position.z > 30.0f ? 1 : 0;
	}
	CHECK(Arrived == 17);
}

TEST_CASE("FObstacleAvoidance: finds its way out of a corner and out of a dead end")
{
	const FDistanceScene Corner(
	    [](const FVector& P) {
		    return std::min(ToPlane(P, {0.0f, 0.0f, -1.0f}, -5.0f), ToPlane(P, {-1.0f, 0.0f, 0.0f}, -5.0f));
	    });
	FTestFlock IntoCorner;
	IntoCorner.Add({0.0f, 0.0f, 0.0f}, {3.0f, 0.0f, 3.0f});
	IntoCorner.Add({3.0f, 0.0f, 1.5f}, {1.0f, 0.0f, 4.0f});
	const FRun Out = RunTo(Corner, IntoCorner, {50.0f, 0.0f, 50.0f}, 20.0f, Walker());
	CHECK(Out.Closest > BodyRadius);

	// A blind alley 3 m wide; the goal lies behind its end wall.
	const FDistanceScene Alley(
	    [](const FVector& P)
	    {
		    return std::min({ToBox(P, {-2.0f, 0.0f, 10.0f}, {0.5f, 9.0f, 5.0f}),
		        ToBox(P, {2.0f, 0.0f, 10.0f}, {0.5f, 9.0f, 5.0f}), ToBox(P, {0.0f, 0.0f, 15.0f}, {2.5f, 9.0f, 0.5f})});
	    });
	FTestFlock IntoAlley;
	IntoAlley.Add({0.1f, 0.0f, 0.0f}, {0.0f, 0.0f, 4.0f});
	const FRun Back = RunTo(Alley, IntoAlley, {0.0f, 0.0f, 60.0f}, 30.0f, Walker());
	CHECK(Back.Closest > BodyRadius);
}

TEST_CASE("FObstacleAvoidance: a boid whose goal lies exactly behind a corner goes round it without trembling")
{
	struct FCase
	{
		FDistanceScene::FDistance Distance;
		FVector Start;
		FVector Goal;
		bool bPlanar = true;
	};
	const FCase Cases[] = {{[](const FVector& P) {
		                        return ToBox(P, {}, {3.0f, 9.0f, 3.0f});
	                        },
	                           {-12.0f, 0.0f, -12.0f}, {6.0f, 0.0f, 6.0f}},
	    {[](const FVector& P) {
		     return ToBox(P, {3.0f, 0.0f, 0.0f}, {3.0f, 9.0f, 0.3f});
	     },
	        {0.0f, 0.0f, -10.0f}, {0.0f, 0.0f, 6.0f}}, // the end of a wall
	    {[](const FVector& P) { return ToPillar(P, 0.0f, 0.0f, 1.0f); }, {0.0f, 0.0f, -10.0f}, {0.0f, 0.0f, 6.0f}},
	    {[](const FVector& P) {
		     return ToBox(P, {3.0f, 0.0f, 0.0f}, {3.0f, 2.0f, 0.3f});
	     },
	        {0.3f, 0.0f, -10.0f}, {0.3f, 0.0f, 6.0f}, false}};
	for (const FCase& Case : Cases)
	{
		const FDistanceScene Scene(Case.Distance);
		FObstacleAvoidanceSettings Settings = Walker();
		Settings.bPlanar = Case.bPlanar;
		FTestFlock Flock;
		Flock.Add(Case.Start, SafeNormal(Case.Goal - Case.Start) * 5.0f);
		float Seconds = 0.0f;
		FRun Run;
		Run.Flock = Flock;
		int32_t Jerks = 0;
		while (Length(Run.Flock.Positions[0] - Case.Goal) > 1.0f && Seconds < 12.0f)
		{
			Seconds += 0.5f;
			Run = RunTo(Scene, Flock, Case.Goal, Seconds, Settings);
			Jerks = Run.Jerks;
		}
		INFO(Case.Start.x << " " << Case.Start.z << " in " << Seconds << " s");
		CHECK(Seconds < 8.0f);
		CHECK(Run.Closest > BodyRadius);
		CHECK(Run.Overrides > 0);
		CHECK(Jerks <= 6); // when it sees the corner, on the way round, and when it leaves it
	}
}

TEST_CASE("FObstacleAvoidance: along a wall that hides its goal a boid goes on as it goes, unless the goal lies "
          "plainly behind")
{
	const FDistanceScene Wall([](const FVector& P) { return ToPlane(P, {0.0f, 0.0f, -1.0f}, -2.0f); }); // at z = 2
	const auto PlaceAfter = [&](const FVector& Goal)
	{
		FTestFlock Flock;
		Flock.Add({0.0f, 0.0f, 1.4f}, {3.0f, 0.0f, 0.0f}); // along the wall, nearly touching it
		const FRun Run = RunTo(Wall, std::move(Flock), Goal, 2.0f, Walker());
		CHECK(Run.Closest > 0.4f);
		return Run.Flock.Positions[0].x;
	};
	CHECK(PlaceAfter({-1.0f, 0.0f, 12.0f}) > 2.0f);   // 5 degrees behind: that end may be as near as the other
	CHECK(PlaceAfter({-20.0f, 0.0f, 12.0f}) < -0.5f); // 60 degrees behind: it has turned round
}

TEST_CASE("FObstacleAvoidance: a flyer goes over a wall as well as round it")
{
	const FDistanceScene Wall([](const FVector& P) { return ToBox(P, {0.0f, 0.0f, 12.0f}, {40.0f, 3.0f, 0.5f}); });
	FObstacleAvoidanceSettings Settings;
	Settings.Radius = 0.5f;
	FTestFlock Flock;
	Flock.Add({0.0f, 1.0f, 0.0f}, {0.0f, 0.5f, 4.0f});
	Flock.Add({1.0f, -1.0f, 0.0f}, {0.0f, -0.5f, 4.0f});
	const FRun Run = RunTo(Wall, Flock, {0.0f, 0.0f, 40.0f}, 25.0f, Settings);
	CHECK(Run.Closest > BodyRadius);
	CHECK(Run.Flock.Positions[0].z > 20.0f);
	CHECK(Run.Flock.Positions[1].z > 20.0f);
}

TEST_CASE("FObstacleAvoidance: 30 m/s at a wall, and no tunnelling")
{
	const FDistanceScene Wall([](const FVector& P) { return ToPlane(P, {0.0f, 0.0f, -1.0f}, -200.0f); });
	FObstacleAvoidanceSettings Settings = Walker();
	Settings.MaxSpeed = 30.0f;
	Settings.MaxSteerForce = 20.0f;
	FTestFlock Flock;
	Flock.Add({0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 30.0f});
	const FRun Run = RunTo(Wall, Flock, {0.0f, 0.0f, 1000.0f}, 20.0f, Settings);
	CHECK(Run.Closest > BodyRadius);
}

TEST_CASE("FObstacleAvoidance: one that starts inside is pushed out, floors do not stop a walker")
{
	const FDistanceScene Wall([](const FVector& P) { return ToPlane(P, {0.0f, 0.0f, -1.0f}, -2.0f); });
	FTestFlock Flock;
	Flock.Add({0.0f, 0.0f, 1.9f}, {1.0f, 0.0f, 0.0f});
	FFlockOutput Output{Flock.Accelerations};
	FObstacleAvoidance().Run(Walker(), Flock.Input(), Output, Wall);
	CHECK(Flock.Accelerations[0].z < -3.5f);

	const FDistanceScene Ground([](const FVector& P) { return ToPlane(P, {0.0f, 1.0f, 0.0f}, -0.45f); });
	FTestFlock OnFoot;
	OnFoot.Add({0.0f, 0.0f, 0.0f}, {3.0f, -1.0f, 0.0f});
	FFlockOutput OnFootOutput{OnFoot.Accelerations};
	FObstacleAvoidance Avoidance;
	Avoidance.Run(Walker(), OnFoot.Input(), OnFootOutput, Ground);
	CHECK(Avoidance.GetOverridden().empty());
}

TEST_CASE("FObstacleAvoidance: one pushed into a corner is kept off both of its walls")
{
	const FDistanceScene Corner(
	    std::vector<FDistanceScene::FDistance>{[](const FVector& P) {
		                                           return ToPlane(P, {0.0f, 0.0f, -1.0f}, -2.0f);
	                                           },
	        [](const FVector& P) {
		        return ToPlane(P, {-1.0f, 0.0f, 0.0f}, -2.0f);
	        }});
	FTestFlock Flock;
	Flock.Add({1.7f, 0.0f, 1.6f}, {1.0f, 0.0f, 1.0f}); // nearer to both than its sphere's radius
	Flock.Accelerations[0] = {4.0f, 0.0f, 3.0f};
	FFlockOutput Output{Flock.Accelerations};
	FObstacleAvoidance().Run(Walker(), Flock.Input(), Output, Corner);
	CHECK(Flock.Accelerations[0].x < -2.0f);
	CHECK(Flock.Accelerations[0].z < -2.0f);
	CHECK(Length(Flock.Accelerations[0]) <= 5.0001f);
}

TEST_CASE("FObstacleAvoidance: saved in the middle and restored, it goes on with the same bits")
{
	const FDistanceScene Wall([](const FVector& P) { return ToPlane(P, {0.0f, 0.0f, -1.0f}, -12.0f); });
	const auto Advance = [&](FObstacleAvoidance& Avoidance, FTestFlock& Flock, int32_t Steps)
	{
		for (int32_t Step = 0; Step < Steps; ++Step, ++Flock.Step)
		{
			for (FVector& Acceleration : Flock.Accelerations)
			{
				Acceleration = {0.0f, 0.0f, 1.0f};
			}
			FFlockOutput Output{Flock.Accelerations};
			Avoidance.Run(Walker(), Flock.Input(), Output, Wall);
			for (size_t Boid = 0; Boid < Flock.Ids.size(); ++Boid)
			{
				Flock.Velocities[Boid] += Flock.Accelerations[Boid] * Flock.DeltaTime;
				Flock.Positions[Boid] += Flock.Velocities[Boid] * Flock.DeltaTime;
			}
		}
	};
	FTestFlock Flock = RandomFlock(50, 6.0f, 8);
	FObstacleAvoidance Avoidance;
	Advance(Avoidance, Flock, 50);
	FByteWriter Writer;
	Avoidance.Save(Writer);
	FTestFlock Continued = Flock;
	FObstacleAvoidance Restored;
	FByteReader Reader(Writer.GetBytes());
	REQUIRE(Restored.Restore(Reader));
	Advance(Avoidance, Flock, 60);
	Advance(Restored, Continued, 60);
	CHECK(SameBits(Flock.Positions, Continued.Positions));
	FByteReader Cut(std::span<const uint8_t>(Writer.GetBytes()).first(9));
	CHECK(!Restored.Restore(Cut));
}

TEST_CASE("FWallForce: pushes off a wall, exponentially, level, and not off the floor")
{
	const FDistanceScene Wall([](const FVector& P) { return ToPlane(P, {0.0f, 0.0f, -1.0f}, -2.0f); });
	const std::vector<FVector> Positions = {{0.0f, 0.0f, 1.2f}, {0.0f, 0.0f, -5.0f}};
	std::vector<FVector> Accelerations(2, FVector{1.0f, 0.0f, 0.0f});
	FWallForce Force;
	Force.Query = &Wall;
	Force.Positions = Positions;
	Force.Accelerations = Accelerations;
	REQUIRE(Force.Validate());
	FSerialScheduler Serial;
	Force.Run(Serial);
	CHECK(Accelerations[0].x == 1.0f);
	CHECK(Accelerations[0].z == Approx(-10.0f * std::exp((0.3f - 0.8f) / 0.2f)).epsilon(1e-2));
	CHECK(Accelerations[1] == FVector{1.0f, 0.0f, 0.0f});
	const FDistanceScene Ground([](const FVector& P) { return ToPlane(P, {0.0f, 1.0f, 0.0f}, -0.9f); });
	Force.Query = &Ground;
	Force.Run(Serial);
	CHECK(Accelerations[1] == FVector{1.0f, 0.0f, 0.0f});
	Force.Query = nullptr;
	CHECK(!Force.Validate());
}
