// Feet against what one sees: they stand to the bit, step in time, land on the ground, and never all at once.
#include "AllocationCounter.h"
#include "FlockworkLocomotion/FootPlanner.h"
#include "LocomotionTestWorld.h"

#include <array>
#include <limits>
#include <random>
#include <string>
#include <vector>

#define EACH_RATE GENERATE(30.0f, 60.0f, 144.0f)

namespace Flockwork
{
namespace
{
const float Nan = std::numeric_limits<float>::quiet_NaN();
const std::vector<FVector> BipedRest = {{0.1f, 0.0f, 0.0f}, {-0.1f, 0.0f, 0.0f}};
const std::vector<FVector> HexapodRest = {{0.4f, 0.0f, 0.4f}, {0.45f, 0.0f, 0.0f}, {0.4f, 0.0f, -0.4f},
    {-0.4f, 0.0f, 0.4f}, {-0.45f, 0.0f, 0.0f}, {-0.4f, 0.0f, -0.4f}};
const std::vector<FVector> QuadrupedRest = {
    {0.15f, 0.0f, 0.35f}, {-0.15f, 0.0f, 0.35f}, {0.15f, 0.0f, -0.35f}, {-0.15f, 0.0f, -0.35f}};

// A body that glides over the scene; the feet have to follow.
struct FFeet
{
	FFeet(FWalkWorld& InScene, std::vector<FVector> InRest, FGaitTable InGaits)
	    : Scene(InScene), Rest(std::move(InRest)), Gaits(std::move(InGaits)), Feet(Rest.size())
	{
		FFootPlannerJob Job = MakeJob(60.0f);
		REQUIRE(Job.Plant());
	}
	FFootPlannerJob MakeJob(float Rate)
	{
		FFootPlannerJob Job{Settings, Gaits, Scene.World};
		Job.Rest = Rest;
		Job.Body = Body;
		Job.Velocity = Velocity;
		Job.DeltaTime = 1.0f / Rate;
		Job.Feet = Feet;
		return Job;
	}
	// Ground under the body is followed by a ray.
	void Step(float Rate, float TurnRate = 0.0f)
	{
		Body.Location += Velocity / Rate;
		Body.Rotation = glm::normalize(glm::angleAxis(TurnRate / Rate, UpVector) * Body.Rotation);
		FHit Hit;
		const FVector Top = Body.Location + UpVector * 0.6f;
		if (Scene.World.Raycast({Top, Top - UpVector * 4.0f}, {}, Hit))
		{
			Body.Location.y = Hit.Position.y;
		}
		FFootPlannerJob Job = MakeJob(Rate);
		REQUIRE(Job.Run());
		Report = Job.Report;
	}
	int32_t CountSwinging() const
	{
		int32_t Count = 0;
		for (const FFootState& Foot : Feet)
		{
			Count += Foot.bStepping ? 1 : 0;
		}
		return Count;
	}
	FWalkWorld& Scene;
	FFootSettings Settings;
	std::vector<FVector> Rest;
	FGaitTable Gaits;
	std::vector<FFootState> Feet;
	FTransform Body;
	FVector Velocity{0.0f, 0.0f, 0.0f};
	FFootReport Report;
};
} // namespace

TEST_CASE("FFootSettings: the table is well defined")
{
	FDiagnostics Diagnostics;
	FFootSettings::Table().CheckDefinition(Diagnostics);
	INFO(Diagnostics.ToString());
	CHECK_FALSE(Diagnostics.HasErrors());
}

TEST_CASE("FGaitTable: the tables that come with it hold, bad ones are told")
{
	FDiagnostics Diagnostics;
	CHECK(FGaitTable::Biped().Validate(2, Diagnostics));
	CHECK(FGaitTable::Quadruped().Validate(4, Diagnostics));
	CHECK(FGaitTable::Hexapod().Validate(6, Diagnostics));
	CHECK(FGaitTable::Quadruped().Choose(2.0f).Name == "trot");
	CHECK(FGaitTable::Quadruped().Choose(1e9f).Name == "gallop");
	const auto FaultOf = [](const FGaitTable& Table, int32_t Feet)
	{
		FDiagnostics Faults;
		CHECK_FALSE(Table.Validate(Feet, Faults));
		return Faults.ToString();
	};
	CHECK(FaultOf(FGaitTable::Biped(), 4).find("in no set") != std::string::npos);
	CHECK(FaultOf(FGaitTable::Quadruped(), 2).find("no foot that is there") != std::string::npos);
	CHECK(FaultOf(FGaitTable{}, 2).find("at least one gait") != std::string::npos);
	FGaitTable Falling = FGaitTable::Quadruped();
	Falling.Gaits[1].MaxSpeed = 0.5f;
	CHECK(FaultOf(Falling, 4).find("rising speed") != std::string::npos);
}

TEST_CASE("FFootPlannerJob: refuses input that does not fit or is no number")
{
	FWalkWorld Scene;
	Scene.AddFloor();
	FFeet Walker(Scene, BipedRest, FGaitTable::Biped());
	const auto Refused = [&](auto&& Break)
	{
		FFootPlannerJob Job = Walker.MakeJob(60.0f);
		Break(Job);
		return !Job.Run();
	};
	CHECK(Refused([](FFootPlannerJob& J) { J.Feet = {}; }));
	CHECK(Refused([](FFootPlannerJob& J) { J.Rest = J.Rest.first(1); }));
	CHECK(Refused([](FFootPlannerJob& J) { J.Velocity.x = Nan; }));
	CHECK(Refused([](FFootPlannerJob& J) { J.Body.Location.y = Nan; }));
	CHECK(Refused([](FFootPlannerJob& J) { J.DeltaTime = 0.0f; }));
	CHECK(Refused([](FFootPlannerJob& J) { J.DeltaTime = 1.0f; }));
	CHECK_FALSE(Refused([](FFootPlannerJob&) {}));
}

TEST_CASE("FFootPlannerJob: a planted foot does not move by a bit, never are both in the air, a step takes its time")
{
	const float Rate = EACH_RATE;
	const float Speed = GENERATE(0.5f, 1.0f, 1.4f, 2.0f);
	FWalkWorld Scene;
	Scene.AddFloor();
	FFeet Walker(Scene, BipedRest, FGaitTable::Biped());
	Walker.Velocity = {0.0f, 0.0f, Speed};
	std::array<FVector, 2> Stood{Walker.Feet[0].Sole, Walker.Feet[1].Sole};
	std::array<int32_t, 2> Ticks{};
	int32_t Steps = 0;
	for (int32_t Tick = 0; Tick < int32_t(8.0f * Rate); ++Tick)
	{
		Walker.Step(Rate);
		REQUIRE(Walker.CountSwinging() <= 1);
		for (size_t Foot = 0; Foot < 2; ++Foot)
		{
			const FFootState& State = Walker.Feet[Foot];
			if (State.bLanded)
			{
				// From the start of the step to here.
				REQUIRE(std::abs(float(Ticks[Foot]) / Rate - 0.25f) <= 1.01f / Rate);
				Stood[Foot] = State.Sole;
				Ticks[Foot] = 0;
				++Steps;
			}
			else if (!State.bStepping)
			{
				REQUIRE(State.Sole == Stood[Foot]);
			}
			Ticks[Foot] += State.bStepping ? 1 : 0;
			// Within a leg's reach: 0.88 m of leg under hips at 0.85 m.
			REQUIRE(Length(Horizontal(State.Sole - Walker.Body.Location)) < 0.62f);
			REQUIRE(State.Sole.y >= -1e-4f);
		}
	}
	CHECK(Steps > int32_t(8.0f * Speed));
}

TEST_CASE("FFootPlannerJob: a larger threshold gives longer strides, and fewer")
{
	const auto StridesAt = [](float Threshold)
	{
		FWalkWorld Scene;
		Scene.AddFloor();
		FFeet Walker(Scene, BipedRest, FGaitTable::Biped());
		Walker.Settings.StepThreshold = Threshold;
		Walker.Velocity = {0.0f, 0.0f, 0.6f};
		int32_t Steps = 0;
		for (int32_t Tick = 0; Tick < 1200; ++Tick)
		{
			Walker.Step(60.0f);
			Steps += Walker.Report.Landed;
		}
		return Steps;
	};
	const int32_t Short = StridesAt(0.2f);
	const int32_t Middle = StridesAt(0.35f);
	const int32_t Long = StridesAt(0.6f);
	CHECK(Short > Middle);
	CHECK(Middle > Long);
}

TEST_CASE("FFootPlannerJob: who stops brings the feet together, who turns on the spot turns them too")
{
	const float Rate = EACH_RATE;
	FWalkWorld Scene;
	Scene.AddFloor();
	FFeet Walker(Scene, BipedRest, FGaitTable::Biped());
	Walker.Velocity = {0.0f, 0.0f, 1.4f};
	for (int32_t Tick = 0; Tick < int32_t(2.3f * Rate); ++Tick)
	{
		Walker.Step(Rate);
	}
	Walker.Velocity = {};
	for (int32_t Tick = 0; Tick < int32_t(1.5f * Rate); ++Tick)
	{
		Walker.Step(Rate);
	}
	CHECK(Walker.CountSwinging() == 0);
	for (size_t Foot = 0; Foot < 2; ++Foot)
	{
		const FVector Rest = Walker.Body.TransformPoint(BipedRest[Foot]);
		CHECK(Length(Walker.Feet[Foot].Sole - Rest) <= 0.061f);
	}
	for (int32_t Tick = 0; Tick < int32_t(3.0f * Rate); ++Tick)
	{
		Walker.Step(Rate, 1.5f);
		for (const FFootState& Foot : Walker.Feet)
		{
			const float Turned = std::remainder(YawOf(Walker.Body.Rotation) - Foot.Yaw, 2.0f * Pi);
			REQUIRE(std::abs(Turned) < 80.0f * Pi / 180.0f);
		}
	}
}

TEST_CASE("FFootPlannerJob: feet lie on slopes, stairs and rubble, and swing over what lies between")
{
	const float Rate = EACH_RATE;
	FWalkWorld Scene;
	Scene.AddFloor();
	Scene.AddStairs(0.25f, 0.35f, 5);
	std::mt19937 Random(3);
	for (int32_t Stone = 0; Stone < 40; ++Stone)
	{
		const float X = float(Random() % 100) * 0.02f - 1.0f;
		const float Z = -float(Random() % 100) * 0.05f - 0.5f;
		const float Height = 0.02f + float(Random() % 10) * 0.01f;
		Scene.AddBox({X, 0.0f, Z}, {0.1f, Height, 0.1f});
	}
	FFeet Walker(Scene, BipedRest, FGaitTable::Biped());
	Walker.Body.Location = {0.0f, 0.0f, -6.0f};
	FFootPlannerJob Job = Walker.MakeJob(Rate);
	REQUIRE(Job.Plant());
	Walker.Velocity = {0.0f, 0.0f, 1.2f};
	for (int32_t Tick = 0; Tick < int32_t(9.0f * Rate); ++Tick)
	{
		Walker.Step(Rate);
		for (const FFootState& Foot : Walker.Feet)
		{
			// The ground below the sole, found by the test.
			FHit Hit;
			const FVector Top = Foot.Sole + UpVector * 0.5f;
			REQUIRE(Scene.World.Raycast({Top, Top - UpVector * 3.0f}, {}, Hit));
			if (!Foot.bStepping)
			{
				REQUIRE(Foot.Sole.y == Approx(Hit.Position.y).margin(1e-3f));
				REQUIRE(Foot.Foothold.bGround);
			}
		}
	}
	CHECK(Walker.Body.Location.y == Approx(1.25f).margin(1e-3f));
}

TEST_CASE("FFootPlannerJob: feet on a platform that moves and turns stay on their spots of it")
{
	const float Rate = EACH_RATE;
	FWalkWorld Scene;
	const FBodyId Platform = Scene.AddBox({0.0f, -0.5f, 0.0f}, {4.0f, 0.5f, 4.0f}, EBodyType::Kinematic);
	FFeet Walker(Scene, BipedRest, FGaitTable::Biped());
	const FVector Spot = Walker.Feet[0].Sole;
	const float Step = 1.0f / Rate;
	for (int32_t Tick = 1; Tick <= int32_t(2.0f * Rate); ++Tick)
	{
		const FTransform Place{{0.5f * float(Tick) * Step, -0.5f + 0.2f * std::sin(float(Tick) * Step), 0.0f},
		    glm::angleAxis(0.3f * float(Tick) * Step, UpVector)};
		Scene.World.SetTransform(Platform, Place);
		Walker.Body = {Place.TransformPoint(FVector{0.0f, 0.5f, 0.0f}), Place.Rotation};
		FFootPlannerJob Job = Walker.MakeJob(Rate);
		REQUIRE(Job.Run());
		REQUIRE(Walker.CountSwinging() == 0);
		REQUIRE(Length(Walker.Feet[0].Sole - Place.TransformPoint(Spot + FVector{0.0f, 0.5f, 0.0f})) < 1e-3f);
	}
}

TEST_CASE("FFootPlannerJob: six legs keep three on the ground, four trot in pairs, all follow")
{
	const float Rate = EACH_RATE;
	FWalkWorld Scene;
	Scene.AddFloor();
	FFeet Crab(Scene, HexapodRest, FGaitTable::Hexapod());
	Crab.Settings.StepThreshold = 0.2f;
	Crab.Velocity = {0.5f, 0.0f, 0.3f};
	for (int32_t Tick = 0; Tick < int32_t(6.0f * Rate); ++Tick)
	{
		Crab.Step(Rate);
		REQUIRE(Crab.CountSwinging() <= 3);
		for (size_t Foot = 0; Foot < 6; ++Foot)
		{
			const FVector Rest = Crab.Body.TransformPoint(HexapodRest[Foot]);
			REQUIRE(Length(Horizontal(Crab.Feet[Foot].Sole - Rest)) < 0.5f);
		}
	}
	FFeet Dog(Scene, QuadrupedRest, FGaitTable::Quadruped());
	Dog.Velocity = {0.0f, 0.0f, 2.0f};
	int32_t Together = 0;
	int32_t Alone = 0;
	for (int32_t Tick = 0; Tick < int32_t(6.0f * Rate); ++Tick)
	{
		Dog.Step(Rate);
		const bool bLeftPair = Dog.Feet[0].bStepping || Dog.Feet[3].bStepping;
		const bool bRightPair = Dog.Feet[1].bStepping || Dog.Feet[2].bStepping;
		const bool bBothPairs = bLeftPair && bRightPair;
		REQUIRE_FALSE(bBothPairs);
		Together += Dog.CountSwinging() == 2 ? 1 : 0;
		Alone += Dog.CountSwinging() == 1 ? 1 : 0;
	}
	CHECK(Together > 3 * Alone);
}

TEST_CASE("FFootPlannerJob: ground that is not there is counted, and taken when it comes")
{
	FWalkWorld Scene;
	FFeet Walker(Scene, BipedRest, FGaitTable::Biped());
	Walker.Step(60.0f);
	CHECK(Walker.Report.Misses == 2);
	CHECK_FALSE(Walker.Feet[0].Foothold.bGround);
	Scene.AddBox({0.0f, -0.65f, 0.0f}, {5.0f, 0.5f, 5.0f}); // 15 cm below
	for (int32_t Tick = 0; Tick < 60; ++Tick)
	{
		FFootPlannerJob Job = Walker.MakeJob(60.0f);
		REQUIRE(Job.Run());
	}
	CHECK(Walker.Feet[0].Foothold.bGround);
	CHECK(Walker.Feet[1].Sole.y == Approx(-0.15f).margin(1e-3f));
	FFootPlannerJob Fall = Walker.MakeJob(60.0f);
	Fall.bFeetUp = true;
	Fall.Body.Location.y = 3.0f;
	REQUIRE(Fall.Run());
	CHECK(Walker.Feet[0].Sole.y == Approx(3.0f));
}

TEST_CASE("FFootPlannerJob: the same walk gives the same bits, and a run allocates nothing")
{
	const auto Walked = []
	{
		FWalkWorld Scene;
		Scene.AddFloor();
		FFeet Walker(Scene, BipedRest, FGaitTable::Biped());
		Walker.Velocity = {0.3f, 0.0f, 1.3f};
		int64_t Allocations = 0;
		for (int32_t Tick = 0; Tick < 300; ++Tick)
		{
			Walker.Body.Location += Walker.Velocity / 60.0f;
			FFootPlannerJob Job = Walker.MakeJob(60.0f);
			const FAllocationCounter Counter;
			Job.Run();
			Allocations += Counter.GetCount();
		}
		CHECK(Allocations == 0);
		return Walker.Feet[1].Sole;
	};
	CHECK(Walked() == Walked());
}
} // namespace Flockwork
