// Each preset against its acceptance figures, without bodies.
#include "FlockSim.h"

#include <catch2/catch.hpp>

using namespace Flockwork;

namespace
{
constexpr float FrameTime = 1.0f / 60.0f;

// A compact group that already goes one way, after so many seconds; means over the last third.
FMeanMetrics RunGroup(
    const FFlockSettings& Settings, int32_t Count, float Seconds, uint64_t Seed, const FFlockSurroundings& Around = {})
{
	FFlockSim Sim(Settings, Seed, FrameTime);
	Sim.AddBall(Count, 5.0f * Settings.SeparationRadius);
	for (FVector& Velocity : Sim.Velocities)
	{
		Velocity = SafeNormal(Velocity * 0.3f + FVector{Settings.MaxSpeed, 0.0f, 0.0f}) * Settings.MaxSpeed;
	}
	const int32_t Steps = int32_t(Seconds / FrameTime);
	return Sim.Run(Steps, Steps / 3, 20, Around);
}
} // namespace

TEST_CASE("Preset Zombie: chases its target in a clump that does not line up")
{
	FFlockSurroundings Around;
	Around.Target = FVector{20.0f, 0.0f, 0.0f};
	const FFlockSettings Settings = LoadPreset("Zombie");
	const FMeanMetrics Means = RunGroup(Settings, 50, 40.0f, 1, Around);
	INFO("polarisation " << Means.Polarisation << ", gyration " << Means.GyrationRadius);
	CHECK(Means.Polarisation < 0.8);
	CHECK(Means.Clusters == Approx(1.0));
	for (uint32_t Id = 0; Id < 200; ++Id)
	{
		const float Speed = Settings.MaxSpeed * IndividualSpeedScale(Settings, Id);
		REQUIRE(Speed >= 2.0f);
		REQUIRE(Speed <= 3.0f);
	}
}

TEST_CASE("Preset Starlings: ordered, 0.7 to 1.5 m apart, at 10 m/s, turns below 2 g")
{
	const FFlockSettings Settings = LoadPreset("Starlings");
	CHECK(Settings.Neighborhood == ENeighborhood::Topological);
	CHECK(Settings.TopologicalCount == 7);
	CHECK(Settings.MaxSpeed == 10.0f);
	CHECK(Settings.MaxSteerForce < 2.0f * 9.81f);
	CHECK(Settings.BankLimit == 2.0f);
	const FMeanMetrics Means = RunGroup(Settings, 400, 30.0f, 1);
	INFO("polarisation " << Means.Polarisation << ", nearest " << Means.NearestDistance);
	CHECK(Means.Polarisation > 0.9);
	CHECK(Means.NearestDistance > 0.7);
	CHECK(Means.NearestDistance < 1.5);
}

TEST_CASE("Preset Jackdaws: 9 to 15 m/s, 1.3 to 2.9 m apart")
{
	const FFlockSettings Settings = LoadPreset("Jackdaws");
	CHECK(Settings.MaxSpeed * (1.0f - Settings.SpeedVariation) >= 9.0f);
	CHECK(Settings.MaxSpeed * (1.0f + Settings.SpeedVariation) <= 15.0f);
	const FMeanMetrics Means = RunGroup(Settings, 200, 30.0f, 1);
	INFO("nearest " << Means.NearestDistance);
	CHECK(Means.NearestDistance > 1.3);
	CHECK(Means.NearestDistance < 2.9);
}

TEST_CASE("Preset Herring: one fish per 0.7 body lengths cubed")
{
	// In a body-centred lattice of that density neighbours are 0.87 * (0.7 * 0.3^3)^(1/3) m apart, at random 0.55 times
	// it.
	const FMeanMetrics Means = RunGroup(LoadPreset("Herring"), 300, 40.0f, 1);
	const double Spacing = 0.3 * std::cbrt(0.7);
	INFO("nearest " << Means.NearestDistance << ", spacing " << Spacing);
	CHECK(Means.NearestDistance > 0.55 * Spacing);
	CHECK(Means.NearestDistance < 1.0 * Spacing);
	CHECK(Means.Polarisation > 0.9);
}

TEST_CASE("Preset Fish and Birds: ordered schools and flocks")
{
	CHECK(RunGroup(LoadPreset("Fish"), 200, 40.0f, 1).Polarisation > 0.9);
	CHECK(RunGroup(LoadPreset("Birds"), 200, 40.0f, 1).Polarisation > 0.9);
}

TEST_CASE("Preset Gnats: a swarm that stays where it is")
{
	const FMeanMetrics Means = RunGroup(LoadPreset("Gnats"), 200, 40.0f, 1);
	INFO("polarisation " << Means.Polarisation << ", milling " << Means.Milling);
	CHECK(Means.Polarisation < 0.35);
	CHECK(Means.Milling < 0.35);
	CHECK(Means.GyrationRadius < 3.0);
}

TEST_CASE("Preset Mill: circles an empty middle")
{
	FFlockSim Sim(LoadPreset("Mill"), 1, 0.1f);
	Sim.AddBall(100, 5.0f);
	const FMeanMetrics Means = Sim.Run(4000, 1500, 20);
	INFO("polarisation " << Means.Polarisation << ", milling " << Means.Milling);
	CHECK(Means.Milling > 0.65);
	CHECK(Means.Polarisation < 0.35);
}

TEST_CASE("Preset Parade: all the same way")
{
	CHECK(RunGroup(LoadPreset("Parade"), 200, 40.0f, 1).Polarisation > 0.97);
}

TEST_CASE("Preset Drones: take up their formation slots and hold them, well apart")
{
	const FFlockSettings Settings = LoadPreset("Drones");
	FFlockSim Sim(Settings, 1, FrameTime);
	Sim.AddBall(40, 15.0f);
	FFlockSurroundings Around;
	Around.Formation = FFormationFrame{};
	Around.Formation->Velocity = {0.0f, 0.0f, 4.0f};
	for (int32_t Step = 0; Step < 20 * 60; ++Step)
	{
		Around.Formation->Location += Around.Formation->Velocity * FrameTime;
		Sim.Step(Around);
	}
	std::vector<FVector> Slots;
	for (int32_t Slot = 0; Slot < 40; ++Slot)
	{
		Slots.push_back(
		    Around.Formation->Location + FormationSlot(Settings.Formation, Slot, 40, Settings.FormationSpacing));
	}
	float Worst = 0.0f;
	for (const FVector& Position : Sim.Positions)
	{
		float Nearest = 1e9f;
		for (const FVector& Slot : Slots)
		{
			Nearest = std::min(Nearest, Length(Position - Slot));
		}
		Worst = std::max(Worst, Nearest);
	}
	INFO("worst distance from a slot " << Worst << " m");
	CHECK(Worst < 0.5f);
	CHECK(Sim.Measure().MinNearestDistance > 0.8f * Settings.FormationSpacing);
}

TEST_CASE("Presets: the lint has nothing to say about any of them")
{
	for (const char* Name :
	    {"Default", "Zombie", "Fish", "Birds", "Drones", "Starlings", "Jackdaws", "Herring", "Gnats", "Mill", "Parade"})
	{
		FDiagnostics Diagnostics;
		LintFlockSettings(LoadPreset(Name), FrameTime, Diagnostics);
		INFO(Name << ": " << Diagnostics.ToString());
		CHECK(Diagnostics.GetAll().empty());
	}
}
