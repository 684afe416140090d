// A whole walker: feet planned, hips balanced, legs solved; what is measured is where its joints end in the world.
#include "AllocationCounter.h"
#include "FlockworkAnimation/IKJobs.h"
#include "FlockworkAnimation/PoseJobs.h"
#include "FlockworkLocomotion/LateUpdateJob.h"
#include "LocomotionTestWorld.h"
#include "WalkerSkeleton.h"

#include <string>
#include <vector>

#define EACH_RATE GENERATE(30.0f, 60.0f, 144.0f)

namespace Flockwork
{
namespace
{
struct FWalker
{
	explicit FWalker(FWalkWorld& InScene, const FVector& Place = FVector{0.0f}) : Scene(InScene)
	{
		FDiagnostics Diagnostics;
		const std::vector<FLegJoints> Legs{{"foot_l", 2, 3, 4, 5, AnkleHeight}, {"foot_r", 6, 7, 8, 9, AnkleHeight}};
		REQUIRE(FWalkerRig::Make(Skeleton, Legs, Rig, Diagnostics));
		Rest = {Rig.Legs[0].RestSole, Rig.Legs[1].RestSole};
		Body.Location = Place;
		FFootPlannerJob Job = Plan(60.0f);
		REQUIRE(Job.Plant());
	}
	FFootPlannerJob Plan(float Rate)
	{
		FFootPlannerJob Job{FootSettings, Gaits, Scene.World};
		Job.Rest = Rest;
		Job.Body = Body;
		Job.Velocity = Velocity;
		Job.DeltaTime = 1.0f / Rate;
		Job.Feet = Feet;
		return Job;
	}
	FLateUpdateJob Update(float Rate)
	{
		Locals = Skeleton.RestPose;
		FLateUpdateJob Job{Skeleton, Rig, Balance};
		Job.Body = Body;
		Job.Feet = Feet;
		Job.Velocity = Velocity;
		Job.DeltaTime = 1.0f / Rate;
		Job.State = &State;
		Job.Locals = Locals;
		Job.Models = Models;
		return Job;
	}
	FVector World(int32_t Joint) const { return Body.TransformPoint(Models[size_t(Joint)].GetTranslation()); }
	float KneeAngle(const FWalkerLeg& Leg) const
	{
		const FVector Up = SafeNormal(World(Leg.Thigh) - World(Leg.Shin));
		const FVector Down = SafeNormal(World(Leg.Foot) - World(Leg.Shin));
		return std::acos(glm::clamp(glm::dot(Up, Down), -1.0f, 1.0f)) * 180.0f / Pi;
	}

	FWalkWorld& Scene;
	FSkeleton Skeleton = MakeWalkerSkeleton();
	FWalkerRig Rig;
	FFootSettings FootSettings;
	FBalanceSettings Balance;
	FGaitTable Gaits = FGaitTable::Biped();
	std::vector<FVector> Rest;
	std::vector<FFootState> Feet = std::vector<FFootState>(2);
	FBalanceState State;
	FTransform Body;
	FVector Velocity{0.0f, 0.0f, 0.0f};
	std::vector<FJointPose> Locals = Skeleton.RestPose;
	std::vector<FJointMatrix> Models = Skeleton.RestModels();
};
} // namespace

TEST_CASE("FWalkerRig: measures legs, hips and soles and says when a character cannot walk by them")
{
	const FSkeleton Skeleton = MakeWalkerSkeleton();
	FWalkerRig Rig;
	FDiagnostics Diagnostics;
	REQUIRE(
	    FWalkerRig::Make(Skeleton, {{"foot_l", 2, 3, 4, 5, -1.0f}, {"foot_r", 6, 7, 8, 9, -1.0f}}, Rig, Diagnostics));
	CHECK(Rig.Hips == 1);
	CHECK(Length(Rig.RestHips - FVector{0.0f, 0.95f, 0.0f}) < 1e-5f);
	CHECK(Rig.Legs[0].AnkleHeight == Approx(AnkleHeight));
	CHECK(Rig.Legs[0].Length == Approx(0.8222f).margin(1e-3f));
	const auto FaultOf = [&](std::vector<FLegJoints> Legs)
	{
		FDiagnostics Faults;
		FWalkerRig Kept = Rig;
		CHECK_FALSE(FWalkerRig::Make(Skeleton, Legs, Kept, Faults));
		CHECK(Kept.Legs.size() == 2);
		return Faults.ToString();
	};
	CHECK(FaultOf({}).find("walks by its clips") != std::string::npos);
	CHECK(FaultOf({{"foot_l", 2, 3, 8, 5, -1.0f}}).find("no child of the shin") != std::string::npos);
	CHECK(FaultOf({{"foot_l", 2, 3, 99, 5, -1.0f}}).find("no child") != std::string::npos);
}

TEST_CASE("FLateUpdateJob: refuses what does not fit")
{
	FWalkWorld Scene;
	Scene.AddFloor();
	FWalker Walker(Scene);
	const auto Refused = [&](auto&& Break)
	{
		FLateUpdateJob Job = Walker.Update(60.0f);
		Break(Job);
		return !Job.Run();
	};
	CHECK(Refused([](FLateUpdateJob& J) { J.State = nullptr; }));
	CHECK(Refused([](FLateUpdateJob& J) { J.Feet = J.Feet.first(1); }));
	CHECK(Refused([](FLateUpdateJob& J) { J.Locals = J.Locals.first(3); }));
	CHECK(Refused([](FLateUpdateJob& J) { J.Models = {}; }));
	CHECK(Refused([](FLateUpdateJob& J) { J.FootWeight = 2.0f; }));
	CHECK(Refused([](FLateUpdateJob& J) { J.Body.Scale = 0.0f; }));
	CHECK_FALSE(Refused([](FLateUpdateJob&) {}));
}

TEST_CASE("FLateUpdateJob: over flat ground, stairs and slopes ankles lie on their soles and knees never lock")
{
	const float Rate = EACH_RATE;
	const int32_t Ground = GENERATE(0, 1, 2);
	FWalkWorld Scene;
	Scene.AddFloor();
	if (Ground == 1)
	{
		Scene.AddStairs(0.25f, 0.4f, 6);
	}
	else if (Ground == 2)
	{
		Scene.AddSlope(30.0f);
	}
	FWalker Walker(Scene, {0.0f, 0.0f, -2.0f});
	Walker.Velocity = {0.0f, 0.0f, 1.0f};
	FVector LastHips = Walker.World(1);
	float Height = 0.0f;
	int32_t Frames = 0;
	for (int32_t Tick = 0; Tick < int32_t(6.0f * Rate); ++Tick)
	{
		Walker.Body.Location += Walker.Velocity / Rate;
		FHit Hit;
		const FVector Top = Walker.Body.Location + UpVector * 0.6f;
		REQUIRE(Scene.World.Raycast({Top, Top - UpVector * 3.0f}, {}, Hit));
		// As the capsule climbs: stairs are a ramp to it.
		Height += (Hit.Position.y - Height) * SmoothingAlpha(12.0f, 1.0f / Rate);
		Walker.Body.Location.y = Height;
		FFootPlannerJob Plan = Walker.Plan(Rate);
		REQUIRE(Plan.Run());
		FLateUpdateJob Job = Walker.Update(Rate);
		REQUIRE(Job.Run());
		++Frames;
		REQUIRE(Job.Unreached == 0);
		REQUIRE(Job.WorstReach < 1e-4f);
		for (size_t Leg = 0; Leg < 2; ++Leg)
		{
			const FWalkerLeg& Each = Walker.Rig.Legs[Leg];
			const FFootState& Foot = Walker.Feet[Leg];
			const FVector Ankle = Foot.Sole + Foot.Normal * AnkleHeight;
			REQUIRE(Length(Walker.World(Each.Foot) - Ankle) < 1e-4f);
			REQUIRE(Walker.KneeAngle(Each) <= 172.1f);
			// The sole lies on the ground: its up is the ground's.
			const FQuat Turn = Walker.Body.Rotation * Walker.Models[size_t(Each.Foot)].GetRotation();
			REQUIRE(glm::dot(Turn * Each.SoleUpInFoot, Foot.Normal) > 0.9999f);
			// The knee points ahead.
			const FVector Middle = 0.5f * (Walker.World(Each.Thigh) + Walker.World(Each.Foot));
			REQUIRE((Walker.World(Each.Shin) - Middle).z > 0.0f);
		}
		// Hips: over the body, save the balance's few centimetres; no jumps.
		const FVector Hips = Walker.World(1);
		REQUIRE(Length(Horizontal(Hips - Walker.Body.Location)) < 0.0601f);
		REQUIRE(Length(Hips - LastHips) < (Tick == 0 ? 1.0f : 6.0f / Rate));
		LastHips = Hips;
	}
	CHECK(Frames > 100);
}

TEST_CASE("FLateUpdateJob: standing, the centre of mass is over the feet, at weight 0 the clip comes through")
{
	FWalkWorld Scene;
	Scene.AddFloor();
	FWalker Walker(Scene);
	for (int32_t Tick = 0; Tick < 120; ++Tick)
	{
		FLateUpdateJob Job = Walker.Update(60.0f);
		REQUIRE(Job.Run());
		CHECK(Length(Horizontal(Job.ExtrapolatedCenter)) < 0.05f);
	}
	FLateUpdateJob Job = Walker.Update(60.0f);
	std::vector<FJointMatrix> Bent = Walker.Skeleton.RestModels();
	ApplyTurn(Walker.Skeleton, 3, glm::angleAxis(0.4f, FVector{1.0f, 0.0f, 0.0f}), Walker.Locals, Bent);
	const std::vector<FJointPose> Clip = Walker.Locals;
	Job.FootWeight = 0.0f;
	Walker.State = {};
	REQUIRE(Job.Run());
	std::vector<FJointMatrix> Expected(Clip.size());
	FLocalToModelJob{&Walker.Skeleton, Clip, 0, Expected}.Run();
	for (size_t Joint = 0; Joint < Clip.size(); ++Joint)
	{
		CHECK(Length(Walker.Models[Joint].GetTranslation() - Expected[Joint].GetTranslation()) < 2e-3f);
	}
}

TEST_CASE("FLateUpdateJob: a scaled and turned character stands as well, and a run allocates nothing")
{
	FWalkWorld Scene;
	Scene.AddFloor();
	FWalker Walker(Scene);
	Walker.Body = {{3.0f, 0.0f, -2.0f}, glm::angleAxis(2.0f, UpVector), 1.4f};
	FFootPlannerJob Plant = Walker.Plan(60.0f);
	REQUIRE(Plant.Plant());
	FLateUpdateJob Job = Walker.Update(60.0f);
	REQUIRE(Job.Run());
	for (size_t Leg = 0; Leg < 2; ++Leg)
	{
		const FVector Ankle = Walker.Feet[Leg].Sole + UpVector * (AnkleHeight * 1.4f);
		CHECK(Length(Walker.World(Walker.Rig.Legs[Leg].Foot) - Ankle) < 2e-4f);
		CHECK(Length(Walker.Feet[Leg].Sole - Walker.Body.TransformPoint(Walker.Rest[Leg])) < 1e-4f);
	}
	const FAllocationCounter Counter;
	for (int32_t Tick = 0; Tick < 50; ++Tick)
	{
		FLateUpdateJob Again{Walker.Skeleton, Walker.Rig, Walker.Balance};
		Again.Body = Walker.Body;
		Again.Feet = Walker.Feet;
		Again.State = &Walker.State;
		Again.Locals = Walker.Locals;
		Again.Models = Walker.Models;
		Again.Run();
	}
	const int64_t Allocations = Counter.GetCount();
	CHECK(Allocations == 0);
}
} // namespace Flockwork
