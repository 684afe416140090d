// The kinematic controller against closed forms, at several frame rates.
#include "AllocationCounter.h"
#include "FlockworkLocomotion/CharacterController.h"
#include "LocomotionTestWorld.h"

#include <limits>

#define EACH_RATE GENERATE(30.0f, 60.0f, 144.0f)

namespace Flockwork
{
namespace
{
struct FWalker
{
	explicit FWalker(FWalkWorld& InScene, const FVector& Feet = FVector{0.0f}) : Scene(InScene)
	{
		REQUIRE(PlaceController(Settings, Scene.World, Feet, 0.5f, {}, State));
	}
	void Step(const FVector& Wish, float Rate, bool bJump = false)
	{
		FControllerMoveJob Job{Settings, Scene.World};
		Job.State = &State;
		Job.WishVelocity = Wish;
		Job.bJump = bJump;
		Job.DeltaTime = 1.0f / Rate;
		REQUIRE(Job.Run());
	}
	// Calls Look after each step.
	template <typename LookType>
	void Walk(const FVector& Wish, float Seconds, float Rate, LookType&& Look)
	{
		for (int32_t Count = int32_t(std::lround(Seconds * Rate)); Count > 0; --Count)
		{
			Step(Wish, Rate);
			Look();
		}
	}
	void Walk(const FVector& Wish, float Seconds, float Rate)
	{
		Walk(Wish, Seconds, Rate, [] {});
	}
	FWalkWorld& Scene;
	FControllerSettings Settings;
	FControllerState State;
};
const FVector Ahead{0.0f, 0.0f, 1.4f};
} // namespace

TEST_CASE("FControllerSettings: the table is well defined")
{
	FDiagnostics Diagnostics;
	FControllerSettings::Table().CheckDefinition(Diagnostics);
	INFO(Diagnostics.ToString());
	CHECK_FALSE(Diagnostics.HasErrors());
}

TEST_CASE("FControllerMoveJob: refuses incomplete and broken input and leaves the state alone")
{
	FWalkWorld Scene;
	Scene.AddFloor();
	FControllerSettings Settings;
	FControllerMoveJob Job{Settings, Scene.World};
	CHECK_FALSE(Job.Run());
	FControllerState State;
	State.Velocity = {1.0f, 0.0f, 0.0f};
	Job.State = &State;
	const float Nan = std::numeric_limits<float>::quiet_NaN();
	for (const float DeltaTime : {0.0f, -1.0f, Nan, 0.26f, 10.0f})
	{
		Job.DeltaTime = DeltaTime;
		CHECK_FALSE(Job.Run());
	}
	Job.DeltaTime = 0.01f;
	Job.WishVelocity = {Nan, 0.0f, 0.0f};
	CHECK_FALSE(Job.Run());
	Job.WishVelocity = {};
	Settings.Height = 0.1f;
	CHECK_FALSE(Job.Run());
	CHECK(State.Velocity.x == 1.0f);
	CHECK(State.Feet == FVector{0.0f});
}

TEST_CASE("FControllerMoveJob: goes on flat ground as far as speed and acceleration say")
{
	FWalkWorld Scene;
	Scene.AddFloor();
	FWalker Walker(Scene);
	const float Rate = EACH_RATE;
	Walker.Walk(Ahead, 2.0f, Rate, [&] { CHECK(Walker.State.bGrounded); });
	// 1.4 m/s is reached after 0.07 s; half of that time's way is lost, and at most one step's change of speed.
	CHECK(Walker.State.Feet.z == Approx(2.0f * 1.4f - 0.5f * 1.4f * 0.07f).margin(1.4f / Rate));
	CHECK(Walker.State.Feet.x == 0.0f);
	CHECK(Walker.State.Feet.y == Approx(0.0f).margin(2e-3f));
	CHECK(Walker.State.Velocity.z == Approx(1.4f));
}

TEST_CASE("FControllerMoveJob: a slope is climbed at the same speed seen from above, a steep one is a wall")
{
	FWalkWorld Scene;
	const float Rate = EACH_RATE;
	const float Degrees = GENERATE(10.0f, 30.0f, 44.0f);
	Scene.AddFloor();
	Scene.AddSlope(Degrees);
	FWalker Walker(Scene, {0.0f, 0.0f, -1.0f});
	Walker.Walk(Ahead, 3.0f, Rate, [&] { REQUIRE(Walker.State.bGrounded); });
	CHECK(Walker.State.Feet.z == Approx(-1.0f + 3.0f * 1.4f).margin(0.15f));
	// The ball at the capsule's bottom touches the slope beside its lowest point.
	const float Slope = Degrees * Pi / 180.0f;
	const float Expected =
	    Walker.State.Feet.z * std::tan(Slope) + Walker.Settings.Radius * (1.0f / std::cos(Slope) - 1.0f);
	CHECK(Walker.State.Feet.y == Approx(Expected).margin(0.02f));
	CHECK(Walker.State.GroundNormal.y == Approx(std::cos(Slope)).margin(1e-3f));

	FWalkWorld Cliff;
	Cliff.AddFloor();
	Cliff.AddSlope(50.0f);
	FWalker Climber(Cliff, {0.0f, 0.0f, -1.0f});
	bool bHitWall = false;
	Climber.Walk(Ahead, 3.0f, Rate, [&] { bHitWall |= Climber.State.bHitWall; });
	CHECK(Climber.State.Feet.y < 0.1f);
	CHECK(bHitWall);
}

TEST_CASE("FControllerMoveJob: downhill stays on the ground")
{
	FWalkWorld Scene;
	const float Rate = EACH_RATE;
	Scene.AddFloor();
	Scene.AddSlope(30.0f);
	FWalker Walker(Scene, {0.0f, 4.5f, 7.5f});
	REQUIRE(Walker.State.bGrounded);
	Walker.Walk({0.0f, 0.0f, -4.0f}, 1.5f, Rate, [&] { REQUIRE(Walker.State.bGrounded); });
	CHECK(Walker.State.Feet.z < 2.0f);
}

TEST_CASE("FControllerMoveJob: stairs are climbed smoothly, up and down, without a hop")
{
	FWalkWorld Scene;
	const float Rate = EACH_RATE;
	const float Rise = GENERATE(0.15f, 0.25f, 0.34f);
	Scene.AddFloor();
	Scene.AddStairs(Rise, 0.4f, 5);
	FWalker Walker(Scene);
	float Highest = 0.0f;
	bool bClimbed = false;
	const auto Look = [&]
	{
		REQUIRE(Walker.State.bGrounded);
		Highest = std::max(Highest, Walker.State.Feet.y);
		bClimbed |= Walker.State.bClimbed;
	};
	Walker.Walk(Ahead, 4.0f, Rate, Look);
	CHECK(bClimbed);
	CHECK(Walker.State.Feet.y == Approx(5.0f * Rise).margin(5e-3f));
	CHECK(Highest <= 5.0f * Rise + 5e-3f);
	CHECK(Walker.State.Feet.z > 4.5f);
	Walker.Walk(-Ahead, 4.0f, Rate, Look);
	CHECK(Walker.State.Feet.y == Approx(0.0f).margin(5e-3f));
	CHECK(Walker.State.Feet.z < 1.0f);
}

TEST_CASE("FControllerMoveJob: an edge above the step height is a wall")
{
	FWalkWorld Scene;
	const float Rate = EACH_RATE;
	Scene.AddFloor();
	Scene.AddBox({0.0f, 0.19f, 3.0f}, {3.0f, 0.19f, 1.0f}); // 0.38 m
	FWalker Walker(Scene);
	Walker.Walk(Ahead, 3.0f, Rate);
	CHECK(Walker.State.Feet.y == Approx(0.0f).margin(5e-3f));
	CHECK(Walker.State.Feet.z == Approx(2.0f - Walker.Settings.Radius).margin(0.03f));
}

TEST_CASE("FControllerMoveJob: no step up under a ceiling too low for it")
{
	FWalkWorld Scene;
	Scene.AddFloor();
	Scene.AddBox({0.0f, 0.15f, 3.0f}, {3.0f, 0.15f, 1.0f});
	Scene.AddBox({0.0f, 2.9f, 3.0f}, {3.0f, 1.0f, 1.0f}); // from 1.9 m: 1.6 m over the step
	FWalker Walker(Scene);
	Walker.Walk(Ahead, 3.0f, 60.0f);
	CHECK(Walker.State.Feet.z < 2.0f);
	CHECK(Walker.State.Feet.y < 0.05f);
}

TEST_CASE("FControllerMoveJob: slides along a wall by the part of its way that the wall leaves")
{
	FWalkWorld Scene;
	const float Rate = EACH_RATE;
	Scene.AddFloor();
	Scene.AddBox({0.0f, 1.0f, 3.0f}, {20.0f, 2.0f, 1.0f});
	FWalker Walker(Scene, {0.0f, 0.0f, 1.65f});
	Walker.Walk({2.0f, 0.0f, 2.0f}, 3.0f, Rate);
	CHECK(Walker.State.bHitWall);
	CHECK(Walker.State.Feet.z == Approx(2.0f - Walker.Settings.Radius).margin(0.03f));
	CHECK(Walker.State.Feet.x == Approx(3.0f * 2.0f).margin(0.25f));
}

TEST_CASE("FControllerMoveJob: comes to rest in a corner, and out of it again")
{
	FWalkWorld Scene;
	const float Rate = EACH_RATE;
	Scene.AddFloor();
	Scene.AddBox({0.0f, 1.0f, 3.0f}, {20.0f, 2.0f, 1.0f});
	const FQuat Turned = YawRotation({1.0f, 0.0f, 1.0f});
	Scene.Add(FShapeDef::MakeBox({1.0f, 2.0f, 20.0f}), {{4.0f, 1.0f, 0.0f}, Turned});
	FWalker Walker(Scene);
	Walker.Walk({1.5f, 0.0f, 2.0f}, 6.0f, Rate);
	const FVector Corner = Walker.State.Feet;
	Walker.Walk({1.5f, 0.0f, 2.0f}, 1.0f, Rate, [&] { CHECK(Length(Walker.State.Feet - Corner) < 0.02f); });
	CHECK(Length(Walker.State.Velocity) < 0.2f);
	Walker.Walk({-1.0f, 0.0f, -1.0f}, 1.0f, Rate);
	CHECK(Length(Walker.State.Feet - Corner) > 1.2f);
}

TEST_CASE("FControllerMoveJob: jumps as high, and falls as long, as gravity says at any frame rate")
{
	FWalkWorld Scene;
	const float Rate = EACH_RATE;
	Scene.AddFloor();
	FWalker Walker(Scene);
	Walker.Step({}, Rate, true);
	float Highest = Walker.State.Feet.y;
	int32_t Steps = 1;
	for (; !Walker.State.bGrounded && Steps < 1000; ++Steps)
	{
		Walker.Step({}, Rate);
		Highest = std::max(Highest, Walker.State.Feet.y);
	}
	const float Speed = Walker.Settings.JumpSpeed;
	const float Gravity = Walker.Settings.Gravity;
	CHECK(Highest == Approx(Speed * Speed / (2.0f * Gravity)).margin(0.005f));
	CHECK(float(Steps) / Rate == Approx(2.0f * Speed / Gravity).margin(1.5f / Rate));
	CHECK(Walker.State.bLanded);
	CHECK(Walker.State.LandingSpeed == Approx(Speed).margin(Gravity / Rate));
	CHECK(Walker.State.Feet.y == Approx(0.0f).margin(2e-3f));
}

TEST_CASE("FControllerMoveJob: walks off a ledge and falls")
{
	FWalkWorld Scene;
	const float Rate = EACH_RATE;
	Scene.AddFloor();
	Scene.AddBox({0.0f, 1.0f, -5.0f}, {3.0f, 1.0f, 5.0f}); // its edge is at z = 0, 2 m up
	FWalker Walker(Scene, {0.0f, 2.0f, -2.0f});
	REQUIRE(Walker.State.bGrounded);
	bool bFell = false;
	Walker.Walk(Ahead, 4.0f, Rate, [&] { bFell |= !Walker.State.bGrounded; });
	CHECK(bFell);
	CHECK(Walker.State.bGrounded);
	CHECK(Walker.State.Feet.y == Approx(0.0f).margin(2e-3f));
	CHECK(Walker.State.Feet.z > 2.0f);
}

TEST_CASE("FControllerMoveJob: rides a platform that moves and turns, to the millimetre")
{
	FWalkWorld Scene;
	const float Rate = EACH_RATE;
	const FBodyId Platform = Scene.AddBox({0.0f, 0.5f, 0.0f}, {3.0f, 0.5f, 3.0f}, EBodyType::Kinematic);
	FWalker Walker(Scene, {1.0f, 1.0f, 0.0f});
	REQUIRE(Walker.State.bGrounded);
	const FVector Start = Walker.State.Feet;
	const int32_t Count = int32_t(2.0f * Rate);
	for (int32_t Step = 1; Step <= Count; ++Step)
	{
		const float Time = float(Step) / Rate;
		FTransform Place{{1.5f * Time, 0.5f + 0.7f * Time, 0.4f * std::sin(Time)}};
		Place.Rotation = glm::angleAxis(0.8f * Time, UpVector);
		REQUIRE(Scene.World.SetTransform(Platform, Place));
		Walker.Step({}, Rate);
		REQUIRE(Walker.State.bGrounded);
		const FVector Expected = Place.TransformPoint(Start - FVector{0.0f, 0.5f, 0.0f});
		CHECK(Length(Walker.State.Feet - Expected) < 2e-3f);
	}
	CHECK(Walker.State.Yaw == Approx(1.6f).margin(1e-3f));
	CHECK(Walker.State.PlatformVelocity.y == Approx(0.7f).margin(0.02f));
	// A jump keeps what the platform gave.
	const FTransform Last = Scene.World.GetTransform(Platform);
	Scene.World.SetTransform(Platform, {Last.Location + FVector{1.5f / Rate, 0.0f, 0.0f}, Last.Rotation});
	Walker.Step({}, Rate, true);
	CHECK(Walker.State.Velocity.x == Approx(1.5f).margin(0.01f));
}

TEST_CASE("FControllerMoveJob: resting on ground that does not move, it does not drift by a bit")
{
	FWalkWorld Scene;
	Scene.AddSlope(25.0f);
	FWalker Walker(Scene, {0.3f, 2.0f, 4.0f});
	REQUIRE(Walker.State.bGrounded);
	Walker.Walk({}, 0.2f, 60.0f);
	const FVector Feet = Walker.State.Feet;
	Walker.Walk({}, 10.0f, 60.0f);
	CHECK(Length(Walker.State.Feet - Feet) < 1e-4f);
	CHECK(Walker.State.Velocity == FVector{0.0f});
}

TEST_CASE("FControllerMoveJob: pushes a crate, and a heavy one less")
{
	const auto PushedBy = [](float Mass)
	{
		FWalkWorld Scene;
		Scene.AddFloor();
		const FBodyId Crate = Scene.AddBox({0.0f, 0.4f, 1.5f}, {0.4f, 0.4f, 0.4f}, EBodyType::Dynamic, Mass);
		FWalker Walker(Scene);
		for (int32_t Step = 0; Step < 240; ++Step)
		{
			Walker.Step(Ahead, 60.0f);
			REQUIRE(Scene.World.Step(1.0f / 60.0f));
		}
		return Scene.World.GetTransform(Crate).Location.z - 1.5f;
	};
	const float Light = PushedBy(20.0f);
	const float Heavy = PushedBy(500.0f);
	CHECK(Light > 1.0f);
	CHECK(Heavy < 0.2f);
}

TEST_CASE("FControllerMoveJob: a door that swings into it moves it away")
{
	FWalkWorld Scene;
	Scene.AddFloor();
	const FBodyId Door = Scene.AddBox({0.0f, 1.0f, -2.0f}, {2.0f, 1.0f, 0.2f}, EBodyType::Kinematic);
	FWalker Walker(Scene);
	for (int32_t Step = 1; Step <= 180; ++Step)
	{
		Scene.World.SetTransform(Door, {{0.0f, 1.0f, -2.0f + float(Step) / 60.0f}});
		Walker.Step({}, 60.0f);
		CHECK(Walker.State.Stuck == 0.0f);
	}
	CHECK(Walker.State.Feet.z == Approx(1.0f + 0.2f + Walker.Settings.Radius).margin(0.03f));
}

TEST_CASE("FControllerMoveJob: out of an overlap with a body it may always walk")
{
	FWalkWorld Scene;
	Scene.AddFloor();
	Scene.AddBox({0.0f, 0.5f, 0.25f}, {0.3f, 0.5f, 0.3f}, EBodyType::Dynamic, 1000.0f);
	FWalker Walker(Scene);
	Walker.State.Feet.y = 0.0f; // inside the crate's side
	Walker.Walk(-Ahead, 2.0f, 60.0f);
	CHECK(Walker.State.Feet.z < -2.0f);
}

TEST_CASE("FControllerMoveJob: only layers that count stop it")
{
	FWalkWorld Scene;
	Scene.AddFloor();
	Scene.AddBox({0.0f, 1.0f, 2.0f}, {3.0f, 1.0f, 0.2f}, EBodyType::Kinematic); // layer WorldDynamic
	FWalker Walker(Scene);
	Walker.Settings.SolidLayers = int32_t(LayerBit(ELayer::WorldStatic));
	Walker.Walk(Ahead, 3.0f, 60.0f);
	CHECK(Walker.State.Feet.z > 3.0f);
}

namespace
{
class FBrokenQuery final : public ISceneQuery
{
	static bool Answer(FHit& Out)
	{
		const float Nan = std::numeric_limits<float>::quiet_NaN();
		Out.bHit = true;
		Out.Distance = Nan;
		Out.Normal = Out.Position = FVector{Nan};
		return true;
	}
	bool Raycast(const FRayQuery&, const FQueryFilter&, FHit& Out) const override { return Answer(Out); }
	bool SweepSphere(const FSphereSweep&, const FQueryFilter&, FHit& Out) const override { return Answer(Out); }
	bool SweepCapsule(const FCapsuleSweep&, const FQueryFilter&, FHit& Out) const override { return Answer(Out); }
	int32_t OverlapSphere(const FVector&, float, const FQueryFilter&, std::span<FOverlap>) const override { return 0; }
	int32_t OverlapCapsule(const FVector&, float, float, const FQueryFilter&, std::span<FOverlap> Out) const override
	{
		Out[0].Push = FVector{std::numeric_limits<float>::quiet_NaN()};
		return 1;
	}
	int32_t OverlapBox(const FTransform&, const FVector&, const FQueryFilter&, std::span<FOverlap>) const override
	{
		return 0;
	}
	bool Push(uint64_t, const FVector&, const FVector&) override { return false; }
};
} // namespace

TEST_CASE("FControllerMoveJob: a host's query that answers with no numbers breaks no state")
{
	FBrokenQuery Query;
	FControllerSettings Settings;
	FControllerState State;
	for (int32_t Step = 0; Step < 100; ++Step)
	{
		FControllerMoveJob Job{Settings, Query};
		Job.State = &State;
		Job.WishVelocity = Ahead;
		Job.bJump = Step == 50;
		Job.Run();
		REQUIRE(IsFinite(State.Feet));
		REQUIRE(IsFinite(State.Velocity));
		REQUIRE(IsFinite(State.GroundNormal));
	}
}

TEST_CASE("FControllerMoveJob: a steady step allocates nothing, and the same walk gives the same bits")
{
	const auto Walked = []
	{
		FWalkWorld Scene;
		Scene.AddFloor();
		Scene.AddStairs(0.2f, 0.4f, 4);
		FWalker Walker(Scene);
		Walker.Walk({0.2f, 0.0f, 1.4f}, 1.0f, 60.0f);
		const FAllocationCounter Counter;
		for (int32_t Step = 0; Step < 200; ++Step)
		{
			FControllerMoveJob Job{Walker.Settings, Scene.World};
			Job.State = &Walker.State;
			Job.WishVelocity = {0.2f, 0.0f, 1.4f};
			Job.Run();
		}
		const int64_t Allocations = Counter.GetCount();
		CHECK(Allocations == 0);
		return Walker.State.Feet;
	};
	CHECK(Walked() == Walked());
}
} // namespace Flockwork
