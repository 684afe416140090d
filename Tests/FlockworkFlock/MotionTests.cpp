// Facing, speed clamp, player, integrators, torus wrap: pure functions of one body.
#include "FlockworkFlock/Facing.h"
#include "FlockworkFlock/Integrators.h"
#include "FlockworkFlock/PlayerMover.h"
#include "FlockworkFlock/SpeedClamp.h"
#include "TermTestSupport.h"

#include <catch2/catch.hpp>

#include <limits>

using namespace Flockwork;

namespace
{
FQuat Turned(float Yaw)
{
	return {std::cos(0.5f * Yaw), 0.0f, std::sin(0.5f * Yaw), 0.0f};
}
} // namespace

TEST_CASE("FaceVelocity: the gap in yaw shrinks by exp(-RotationSpeed * time)")
{
	const FVector East{1.0f, 0.0f, 0.0f};
	const FQuat After = FaceVelocity(Turned(0.0f), East, {}, {10.0f}, 0.1f);
	CHECK(YawOf(After) == Approx(Pi / 2.0f * (1.0f - std::exp(-1.0f))).margin(1e-5));
}

TEST_CASE("FaceVelocity: the result does not depend on the frame rate")
{
	const FVector Velocity{-1.0f, 3.0f, -2.0f};
	for (const bool bFull3D : {false, true})
	{
		FFacingSettings Settings{4.0f};
		Settings.bFull3D = bFull3D;
		FQuat Coarse = Turned(0.3f);
		FQuat Fine = Turned(0.3f);
		for (int32_t Step = 0; Step < 6; ++Step)
		{
			Coarse = FaceVelocity(Coarse, Velocity, {}, Settings, 0.05f);
		}
		for (int32_t Step = 0; Step < 300; ++Step)
		{
			Fine = FaceVelocity(Fine, Velocity, {}, Settings, 0.001f);
		}
		CHECK(std::abs(glm::dot(Coarse, Fine)) == Approx(1.0f).margin(1e-5));
	}
}

TEST_CASE("FaceVelocity: turns the shorter way round")
{
	const FQuat Before = Turned(3.0f);
	const FVector Ahead{std::sin(-3.0f), 0.0f, std::cos(-3.0f)};
	const float Yaw = YawOf(FaceVelocity(Before, Ahead, {}, {5.0f}, 0.05f));
	CHECK(std::abs(Yaw) > 3.0f); // through Pi, not through 0
}

TEST_CASE("FaceVelocity: keeps its facing at or below the least speed")
{
	const FQuat Before = Turned(1.0f);
	CHECK(FaceVelocity(Before, {0.01f, 0.0f, 0.0f}, {}, {10.0f}, 0.1f) == Before);
	CHECK(FaceVelocity(Before, {0.0f, -50.0f, 0.0f}, {}, {10.0f}, 0.1f) == Before); // falling is no heading
	CHECK(!(FaceVelocity(Before, {0.0101f, 0.0f, 0.0f}, {}, {10.0f}, 0.1f) == Before));
}

TEST_CASE("FaceVelocity: a flyer faces its full velocity")
{
	FFacingSettings Settings{1000.0f};
	Settings.bFull3D = true;
	const FVector Velocity{1.0f, 2.0f, 2.0f};
	const FQuat After = FaceVelocity(IdentityQuat, Velocity, {}, Settings, 1.0f);
	CHECK(IsNear(After * ForwardVector, Velocity / 3.0f));
	CHECK((After * FVector{1.0f, 0.0f, 0.0f}).y == Approx(0.0f).margin(1e-5)); // wings level
}

TEST_CASE("BankAngle: that of a coordinated turn, up to the limit, toward the inside")
{
	const FVector Velocity{0.0f, 0.0f, 10.0f};
	CHECK(BankAngle(Velocity, {-9.80665f, 0.0f, 0.0f}, 2.0f) == Approx(Pi / 4.0f)); // a right turn at 1 g
	CHECK(BankAngle(Velocity, {9.80665f, 0.0f, 0.0f}, 2.0f) == Approx(-Pi / 4.0f));
	CHECK(BankAngle(Velocity, {-500.0f, 0.0f, 0.0f}, 2.0f) == Approx(std::atan(2.0f)));
	CHECK(BankAngle(Velocity, {0.0f, 5.0f, 8.0f}, 2.0f) == Approx(0.0f).margin(1e-6));

	FFacingSettings Settings{1000.0f, true, true, 2.0f};
	const FQuat After = FaceVelocity(IdentityQuat, Velocity, {-9.80665f, 0.0f, 0.0f}, Settings, 1.0f);
	CHECK((After * FVector{-1.0f, 0.0f, 0.0f}).y == Approx(-std::sqrt(0.5f))); // the right wing is down
	CHECK(IsNear(After * ForwardVector, ForwardVector));
}

TEST_CASE("ClampSpeed: shortens what is longer, a planar boid falls as fast as it will")
{
	CHECK(IsNear(ClampSpeed({6.0f, 8.0f, 0.0f}, 5.0f, false), {3.0f, 4.0f, 0.0f}));
	CHECK(ClampSpeed({1.0f, 2.0f, 3.0f}, 5.0f, false) == FVector{1.0f, 2.0f, 3.0f});
	CHECK(IsNear(ClampSpeed({6.0f, -30.0f, 8.0f}, 5.0f, true), {3.0f, -30.0f, 4.0f}));
	CHECK(ClampSpeed({0.0f, 0.0f, 0.0f}, 5.0f, false) == FVector{0.0f, 0.0f, 0.0f});
}

TEST_CASE("FSpeedClampJob: boost raises the limit and an impulse lifts it for its time")
{
	std::vector<FVector> Velocities(3, FVector{100.0f, 0.0f, 0.0f});
	const std::vector<float> Scales = {1.0f, 1.5f, 1.0f};
	std::vector<float> Impulses = {0.0f, 0.0f, 0.25f};
	FSpeedClampJob Job;
	Job.Velocities = Velocities;
	Job.SpeedScales = Scales;
	Job.ImpulseTimesLeft = Impulses;
	Job.DeltaTime = 0.2f;
	REQUIRE(Job.Validate());
	FSerialScheduler Serial;
	Job.Run(Serial);
	CHECK(Velocities[0].x == Approx(5.0f));
	CHECK(Velocities[1].x == Approx(7.5f));
	CHECK(Velocities[2].x == 100.0f);
	CHECK(Impulses[2] == Approx(0.05f));
	Job.Run(Serial);
	CHECK(Velocities[2].x == 100.0f);
	CHECK(Impulses[2] == 0.0f);
	Job.Run(Serial);
	CHECK(Velocities[2].x == Approx(5.0f));
	Job.SpeedScales = {Scales.data(), 2};
	CHECK(!Job.Validate());
}

TEST_CASE("PlayerVelocity: 6 m/s, no faster on the diagonal, slower with a half-pressed stick")
{
	CHECK(IsNear(PlayerVelocity({0.0f, 1.0f}), {0.0f, 0.0f, 6.0f}));
	CHECK(IsNear(PlayerVelocity({1.0f, 0.0f}), {-6.0f, 0.0f, 0.0f})); // facing +Z with Y up, -X is right
	CHECK(Length(PlayerVelocity({1.0f, 1.0f})) == Approx(6.0f));
	CHECK(Length(PlayerVelocity({-1.0f, 1.0f})) == Approx(6.0f));
	CHECK(Length(PlayerVelocity({0.0f, -0.5f})) == Approx(3.0f));
	CHECK(IsNear(PlayerVelocity({0.0f, 0.0f}), {0.0f, 0.0f, 0.0f}));
}

TEST_CASE("PlayerVelocity: follows the camera, keeps falling, and takes bad input as none")
{
	CHECK(IsNear(PlayerVelocity({0.0f, 1.0f}, Pi / 2.0f), {6.0f, 0.0f, 0.0f}));
	CHECK(PlayerVelocity({0.0f, 1.0f}, 0.0f, PlayerSpeed, -3.0f).y == -3.0f);
	const float Nan = std::numeric_limits<float>::quiet_NaN();
	CHECK(IsNear(PlayerVelocity({Nan, 1.0f}), {0.0f, 0.0f, 6.0f}));
	CHECK(IsNear(PlayerVelocity({0.0f, 77.0f}), {0.0f, 0.0f, 6.0f}));
}

namespace
{
// One oscillator: a = -x. Its energy tells the integrators apart.
class FSpring final : public IAccelerationSource
{
public:
	void Evaluate(
	    std::span<const FVector> Positions, std::span<const FVector>, std::span<FVector> Accelerations) override
	{
		for (size_t Index = 0; Index < Positions.size(); ++Index)
		{
			Accelerations[Index] = -Positions[Index];
		}
	}
};

struct FOrbit
{
	FVector Position{1.0f, 0.0f, 0.0f};
	FVector Velocity{0.0f, 0.0f, 0.0f};
	float Energy() const { return 0.5f * (LengthSquared(Position) + LengthSquared(Velocity)); }
};

FOrbit Integrate(EIntegrator Method, float DeltaTime, int32_t Steps)
{
	FSpring Spring;
	FKinematicIntegrator Integrator;
	FOrbit Orbit;
	for (int32_t Step = 0; Step < Steps; ++Step)
	{
		Integrator.Step(Method, Spring, {&Orbit.Position, 1}, {&Orbit.Velocity, 1}, DeltaTime);
	}
	return Orbit;
}
} // namespace

TEST_CASE("FKinematicIntegrator: one step of each method is what its formula says")
{
	const float H = 0.1f;
	const FOrbit Euler = Integrate(EIntegrator::ExplicitEuler, H, 1);
	CHECK(Euler.Position.x == Approx(1.0f));
	CHECK(Euler.Velocity.x == Approx(-H));
	const FOrbit Semi = Integrate(EIntegrator::SemiImplicitEuler, H, 1);
	CHECK(Semi.Velocity.x == Approx(-H));
	CHECK(Semi.Position.x == Approx(1.0f - H * H));
	const FOrbit Kutta = Integrate(EIntegrator::RungeKutta4, H, 1);
	CHECK(Kutta.Position.x == Approx(1.0f - H * H / 2.0f + H * H * H * H / 24.0f).epsilon(1e-6));
	CHECK(Kutta.Velocity.x == Approx(-H + H * H * H / 6.0f).epsilon(1e-6));
}

TEST_CASE("FKinematicIntegrator: explicit Euler gains energy, semi-implicit keeps it, RK4 is exact to the fourth order")
{
	const int32_t Steps = 1000;
	const float H = 0.02f;
	CHECK(Integrate(EIntegrator::ExplicitEuler, H, Steps).Energy() ==
	      Approx(0.5f * std::pow(1.0f + H * H, float(Steps))).epsilon(1e-3));
	CHECK(Integrate(EIntegrator::SemiImplicitEuler, H, Steps).Energy() == Approx(0.5f).epsilon(H));
	const FOrbit Kutta = Integrate(EIntegrator::RungeKutta4, H, Steps);
	CHECK(Kutta.Position.x == Approx(std::cos(H * float(Steps))).margin(1e-4));
	CHECK(Kutta.Velocity.x == Approx(-std::sin(H * float(Steps))).margin(1e-4));
}

TEST_CASE("WrapToTorus: brings positions into the period about the centre, open axes stay")
{
	const FVector Period{10.0f, 0.0f, 4.0f};
	const FVector Center{5.0f, 0.0f, 0.0f};
	CHECK(IsNear(WrapToTorus({10.5f, 99.0f, 2.5f}, Center, Period), {0.5f, 99.0f, -1.5f}));
	CHECK(IsNear(WrapToTorus({-0.25f, 0.0f, -2.0f}, Center, Period), {9.75f, 0.0f, -2.0f}));
	CHECK(WrapToTorus({3.0f, 1.0f, 1.0f}, Center, Period) == FVector{3.0f, 1.0f, 1.0f});
	for (const float X : {10.0f, -1e-9f, 1e7f, -123456.7f})
	{
		const float Wrapped = WrapToTorus({X, 0.0f, 0.0f}, Center, Period).x;
		CHECK(Wrapped >= 0.0f);
		CHECK(Wrapped < 10.0f);
	}
}
