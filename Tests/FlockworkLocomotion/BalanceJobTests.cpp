// Hips against closed forms.
#include "FlockworkLocomotion/BalanceJob.h"

#include <catch2/catch.hpp>
#include <limits>
#include <vector>

namespace Flockwork
{
namespace
{
struct FBody
{
	FBalanceSettings Settings;
	FBalanceState State;
	FBalanceJob MakeJob(float DeltaTime)
	{
		FBalanceJob Job{Settings};
		Job.State = &State;
		Job.DeltaTime = DeltaTime;
		return Job;
	}
};
} // namespace

TEST_CASE("FBalanceSettings: the table is well defined")
{
	FDiagnostics Diagnostics;
	FBalanceSettings::Table().CheckDefinition(Diagnostics);
	INFO(Diagnostics.ToString());
	CHECK_FALSE(Diagnostics.HasErrors());
}

TEST_CASE("FBalanceJob: the shift approaches the support point as an exponential, alike at every frame rate")
{
	for (const float Rate : {30.0f, 60.0f, 144.0f})
	{
		FBody Body;
		const std::vector<FVector> Planted{{0.3f, 0.0f, 0.1f}};
		const int32_t Count = int32_t(std::lround(0.25f * Rate));
		for (int32_t Step = 0; Step < Count; ++Step)
		{
			FBalanceJob Job = Body.MakeJob(1.0f / Rate);
			Job.Planted = Planted;
			REQUIRE(Job.Run());
		}
		const float Share = 1.0f - std::exp(-6.0f * float(Count) / Rate);
		CHECK(Body.State.Shift.x == Approx(0.3f * 0.06f * Share).margin(1e-6f));
		CHECK(Body.State.Shift.z == Approx(0.1f * 0.06f * Share).margin(1e-6f));
		CHECK(Body.State.Shift.y == 0.0f);
	}
}

TEST_CASE("FBalanceJob: two feet share the support, far ones count as a metre, none fades to the base")
{
	FBody Body;
	Body.Settings.ShiftSpeed = 100.0f;
	const std::vector<FVector> Both{{0.2f, 0.0f, 0.4f}, {-0.2f, 0.1f, 0.0f}};
	FBalanceJob Job = Body.MakeJob(1.0f);
	Job.Planted = Both;
	REQUIRE(Job.Run());
	CHECK(Length(Body.State.Shift - FVector{0.0f, 0.0f, 0.2f * 0.06f}) < 1e-6f);
	const std::vector<FVector> Far{{30.0f, 0.0f, 0.0f}};
	Job.Planted = Far;
	REQUIRE(Job.Run());
	CHECK(Body.State.Shift.x == Approx(0.06f));
	Body.Settings.ShiftSpeed = 2.0f;
	Job.Planted = {};
	for (int32_t Step = 0; Step < 10; ++Step)
	{
		REQUIRE(Job.Run());
	}
	CHECK(Length(Body.State.Shift) < 1e-3f);
}

TEST_CASE("FBalanceJob: the pelvis sinks at once until the lowest foot reaches, and rises gradually")
{
	FBody Body;
	const std::vector<FLegReach> Legs{{{0.1f, 0.9f, 0.0f}, {0.1f, 0.08f, 0.0f}, 0.84f},
	    {{-0.1f, 0.9f, 0.0f}, {-0.1f, -0.12f, 0.3f}, 0.84f}}; // one foot a step lower and ahead
	FBalanceJob Job = Body.MakeJob(1.0f / 60.0f);
	Job.Legs = Legs;
	REQUIRE(Job.Run());
	const float Needed = 1.02f - std::sqrt(0.84f * 0.84f - 0.3f * 0.3f);
	CHECK(Body.State.Drop == Approx(Needed).margin(1e-5f));
	CHECK(Job.UnreachedBy < 1e-5f);
	CHECK(Job.HipsOffset.y == Approx(-Needed).margin(1e-5f));
	const std::vector<FLegReach> Flat{Legs[0]};
	Job.Legs = Flat;
	REQUIRE(Job.Run());
	CHECK(Body.State.Drop < Needed);
	CHECK(Body.State.Drop > 0.5f * Needed);
	// Out of any reach: the deepest drop, and by how much it fails.
	const std::vector<FLegReach> Deep{{{0.0f, 0.9f, 0.0f}, {0.0f, -2.0f, 0.0f}, 0.84f}};
	Job.Legs = Deep;
	REQUIRE(Job.Run());
	CHECK(Body.State.Drop == Approx(Body.Settings.MaxDrop));
	CHECK(Job.UnreachedBy == Approx(2.9f - 0.35f - 0.84f).margin(1e-4f));
}

TEST_CASE("FBalanceJob: leans into its acceleration up to a limit, and reports the extrapolated centre of mass")
{
	FBody Body;
	Body.Settings.LeanSpeed = 100.0f;
	FBalanceJob Job = Body.MakeJob(1.0f);
	Job.Acceleration = {0.0f, 5.0f, 2.0f};
	Job.Velocity = {0.0f, 0.0f, 1.4f};
	Job.CenterHeight = 1.0f;
	REQUIRE(Job.Run());
	CHECK(Body.State.Lean.x == Approx(0.04f)); // forward: about +X, +Y goes toward +Z
	CHECK((glm::angleAxis(Body.State.Lean.x, FVector{1.0f, 0.0f, 0.0f}) * UpVector).z > 0.0f);
	CHECK(Job.ExtrapolatedCenter.z == Approx(1.4f / std::sqrt(9.81f)).margin(1e-5f));
	Job.Acceleration = {100.0f, 0.0f, 0.0f};
	REQUIRE(Job.Run());
	CHECK(Length(Body.State.Lean) == Approx(0.2f));
}

TEST_CASE("FBalanceJob: refuses what is no number or no leg, and leaves the state alone")
{
	const float Nan = std::numeric_limits<float>::quiet_NaN();
	FBody Body;
	FBalanceJob Job = Body.MakeJob(1.0f / 60.0f);
	const std::vector<FVector> Broken{{Nan, 0.0f, 0.0f}};
	Job.Planted = Broken;
	CHECK_FALSE(Job.Run());
	Job.Planted = {};
	const std::vector<FLegReach> None{{{}, {}, 0.0f}};
	Job.Legs = None;
	CHECK_FALSE(Job.Run());
	Job.Legs = {};
	Job.DeltaTime = Nan;
	CHECK_FALSE(Job.Run());
	Job.DeltaTime = 0.01f;
	Job.State = nullptr;
	CHECK_FALSE(Job.Run());
	CHECK(Body.State.Shift == FVector{0.0f});
}
} // namespace Flockwork
