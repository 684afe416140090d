// Boids without bodies against closed forms: what each integrator makes of an oscillator that a flock's own rules are.
#include "GameTestSupport.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
using namespace GameTest;

struct FStudy
{
	const char* Integrator = "rungeKutta4";
	float FixedStep = 0.05f;
	const char* Rules = "";
};

std::unique_ptr<UWorld> MakeStudy(const FStudy& Study)
{
	FWorldDef Def = MakeDef();
	Def.Settings.FixedStep = Study.FixedStep;
	FDiagnostics Diagnostics;
	REQUIRE(Def.Prefabs->AddPrefab(
	    std::string(R"({"prefab": "Mote", "components": {"flocking": {"flockId": "Motes", "flock": {)") + Study.Rules +
	        R"(, "neighborRadius": 100, "world": {"shape": "open"}, "obstacle": {"avoid": false},
			"maxSteerForce": 10000, "faceVelocity": false, "integrator": ")" +
	        Study.Integrator + "\"}}}}",
	    "test", Diagnostics));
	INFO(Diagnostics.ToString());
	REQUIRE(Diagnostics.GetAll().empty());
	return std::make_unique<UWorld>(std::move(Def));
}

void StepFor(UWorld& World, float Seconds)
{
	const int32_t Steps = int32_t(std::lround(Seconds / World.GetSettings().FixedStep));
	for (int32_t Step = 0; Step < Steps; ++Step)
	{
		World.Step();
	}
}

// Two boids with nothing but cohesion of weight k, in the Additive model: x1'' = k (x2 - x1), so about their middle
// each swings by x'' = -2 k x.
constexpr const char* TwoOnASpring =
    R"("model": "additive", "maxSpeed": 1000, "cohesion": {"weight": 8}, "alignment": {"weight": 0},
	"separation": {"weight": 0})";
constexpr double Omega = 4.0; // rad/s: sqrt(2 k)

struct FSwing
{
	double Place = 0.0;
	double Speed = 0.0;
	double Energy() const { return 0.5 * (Speed * Speed + Omega * Omega * Place * Place); }
};

FSwing SwingFor(const char* Integrator, float FixedStep, float Seconds)
{
	const std::unique_ptr<UWorld> World = MakeStudy({Integrator, FixedStep, TwoOnASpring});
	const FActorId A = SpawnAt(*World, "Mote", {1.0f, 2.0f, 0.0f});
	SpawnAt(*World, "Mote", {-1.0f, 2.0f, 0.0f});
	StepFor(*World, Seconds);
	const AActor& Actor = *World->FindActor(A);
	CHECK(Actor.Transform.Location.y == Approx(2.0f));
	return {double(Actor.Transform.Location.x), double(Actor.Velocity.x)};
}

double SwingError(const char* Integrator, float FixedStep, float Seconds)
{
	const FSwing Swing = SwingFor(Integrator, FixedStep, Seconds);
	const double Angle = Omega * double(Seconds);
	return std::hypot(Swing.Place - std::cos(Angle), Swing.Speed / Omega + std::sin(Angle));
}

// One boid that arrives at a target: within the arrival radius R it wants to go at MaxSpeed * distance / R, so with the
// steering force out of the way x'' = -(MaxSpeed / R) x - x': a damped oscillator.
double ArrivalError(const char* Integrator, float FixedStep)
{
	constexpr float Seconds = 3.0f;
	const std::unique_ptr<UWorld> World =
	    MakeStudy({Integrator, FixedStep, R"("maxSpeed": 100, "target": {"weight": 1, "arrivalRadius": 10})"});
	const FActorId A = SpawnAt(*World, "Mote", {3.0f, 0.0f, 0.0f});
	FDiagnostics Diagnostics;
	REQUIRE(World->Get<UFlockSubsystem>().SetRolePoint("Motes", EFlockRole::Target, {1.0f, 0.0f, 0.0f}, Diagnostics));
	StepFor(*World, Seconds);
	const double Swing = std::sqrt(10.0 - 0.25);
	const double Angle = Swing * double(Seconds);
	const double Size = 2.0 * std::exp(-0.5 * double(Seconds));
	const double Place = Size * (std::cos(Angle) + 0.5 / Swing * std::sin(Angle));
	const double Speed = -Size * 10.0 / Swing * std::sin(Angle);
	const AActor& Actor = *World->FindActor(A);
	return std::hypot(
	    double(Actor.Transform.Location.x) - 1.0 - Place, (double(Actor.Velocity.x) - Speed) / std::sqrt(10.0));
}
} // namespace

TEST_CASE("Integrators: explicit Euler gains the energy its formula says, step by step")
{
	const double PerStep = 1.0 + Omega * Omega * 0.02 * 0.02;
	CHECK(SwingFor("explicitEuler", 0.02f, 4.0f).Energy() ==
	      Approx(0.5 * Omega * Omega * std::pow(PerStep, 200.0)).epsilon(1e-3));
}

TEST_CASE("Integrators: semi-implicit Euler keeps the energy bounded, and its own invariant")
{
	for (const float Seconds : {1.0f, 10.0f, 60.0f})
	{
		const float H = 0.05f;
		const FSwing Swing = SwingFor("semiImplicitEuler", H, Seconds);
		const double Start = 0.5 * Omega * Omega;
		CHECK(std::abs(Swing.Energy() / Start - 1.0) < 0.5 * Omega * double(H) / (1.0 - 0.5 * Omega * double(H)));
		// v^2 + w^2 x^2 - h w^2 x v never changes.
		const double Kept = Swing.Energy() - 0.5 * double(H) * Omega * Omega * Swing.Place * Swing.Speed;
		CHECK(Kept == Approx(Start).epsilon(1e-3));
	}
}

TEST_CASE("Integrators: Runge-Kutta steers anew at its inner stages: the error shrinks with the fourth power")
{
	const double Coarse = SwingError("rungeKutta4", 0.1f, 5.0f);
	const double Fine = SwingError("rungeKutta4", 0.05f, 5.0f);
	CHECK(Coarse < 0.02);
	CHECK(Coarse / Fine > 13.0);
	CHECK(Coarse / Fine < 36.0); // the energy error is of fifth order
	// And the Euler methods' with the first.
	for (const char* const Euler : {"explicitEuler", "semiImplicitEuler"})
	{
		const double Ratio = SwingError(Euler, 0.01f, 1.0f) / SwingError(Euler, 0.005f, 1.0f);
		CHECK(Ratio > 1.7);
		CHECK(Ratio < 2.4);
	}
}

TEST_CASE("Integrators: so it is for a target that a boid arrives at, terms and speed share are worked out anew too")
{
	const double Ratio = ArrivalError("rungeKutta4", 0.1f) / ArrivalError("rungeKutta4", 0.05f);
	CHECK(ArrivalError("rungeKutta4", 0.05f) < 1e-3);
	CHECK(Ratio > 12.0);
	CHECK(Ratio < 24.0);
	const double Semi = ArrivalError("semiImplicitEuler", 0.02f) / ArrivalError("semiImplicitEuler", 0.01f);
	CHECK(Semi > 1.6);
	CHECK(Semi < 2.6);
}

TEST_CASE("Integrators: a boid that goes bad stays where it was and is reported, one that falls too deep is destroyed")
{
	const std::unique_ptr<UWorld> World = MakeStudy({"semiImplicitEuler", 0.02f, TwoOnASpring});
	const FActorId Far = SpawnAt(*World, "Mote", {99999.0f, 0.0f, 0.0f}, {900.0f, 0.0f, 0.0f});
	World->Step();
	CHECK(World->FindActor(Far)->Transform.Location.x == 99999.0f);
	CHECK(World->FindActor(Far)->Velocity == FVector{});
	const std::span<const FEvent> Events = World->GetEvents().GetAll();
	CHECK(std::count_if(
	          Events.begin(), Events.end(), [](const FEvent& Event) { return Event.Id == EEvent::BodyReset; }) == 1);
	const FActorId Low = SpawnAt(*World, "Mote", {0.0f, -99.9f, 0.0f}, {0.0f, -900.0f, 0.0f});
	World->Step();
	CHECK(World->FindActor(Low) == nullptr);
}
} // namespace Flockwork
