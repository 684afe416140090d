// The simulator page's case: a 2D torus of 800 x 600 units, 200 boids, Reynolds' form, one step as the unit of time.
#include "FlockSim.h"

#include <catch2/catch.hpp>

using namespace Flockwork;

namespace
{
FFlockSettings PageSettings()
{
	FFlockSettings Settings;
	Settings.Model = EFlockModel::Reynolds;
	Settings.MaxSpeed = 4.0f;
	Settings.MaxSteerForce = 0.1f;
	Settings.NeighborRadius = 50.0f;
	Settings.SeparationRadius = 25.0f; // inside R/2
	Settings.Planar = EPlanarMode::On;
	Settings.WorldShape = EWorldShape::Torus;
	Settings.TorusSize = {800.0f, 0.0f, 600.0f};
	return Settings;
}

// Means of three seeds over the last 300 of 3,000 steps.
FMeanMetrics RunPage(const FFlockSettings& Settings)
{
	FMeanMetrics Means;
	for (const uint64_t Seed : {1ull, 2ull, 3ull})
	{
		FFlockSim Sim(Settings, Seed, 1.0f);
		Sim.AddOverTorus(200);
		Sim.Run(2700, 1, 1);
		for (int32_t Sample = 0; Sample < 30; ++Sample)
		{
			Sim.Run(10, 1, 10);
			Means.Add(Sim.Measure());
		}
	}
	return Means;
}
} // namespace

TEST_CASE("Simulator page: the default weights give an ordered flock at a loose distance")
{
	const FMeanMetrics Means = RunPage(PageSettings());
	INFO("polarisation " << Means.Polarisation << ", nearest " << Means.NearestDistance);
	CHECK(Means.Polarisation > 0.9);
	CHECK(Means.NearestDistance == Approx(20.0).margin(6.0));
}

TEST_CASE("Simulator page: without separation boids fall together")
{
	FFlockSettings Settings = PageSettings();
	Settings.SeparationWeight = 0.0f;
	CHECK(RunPage(Settings).NearestDistance < 2.0);
}

TEST_CASE("Simulator page: alignment decides the order")
{
	FFlockSettings Settings = PageSettings();
	Settings.AlignmentWeight = 0.0f;
	CHECK(RunPage(Settings).Polarisation < 0.2);
	Settings.AlignmentWeight = 3.0f;
	CHECK(RunPage(Settings).Polarisation > 0.97);
}

TEST_CASE("Simulator page: who sees little is not ordered")
{
	FFlockSettings Settings = PageSettings();
	Settings.NeighborRadius = 10.0f;
	Settings.SeparationRadius = 5.0f;
	CHECK(RunPage(Settings).Polarisation < 0.7);
}

TEST_CASE("Simulator page: strong cohesion packs the flock")
{
	FFlockSettings Settings = PageSettings();
	const double Usual = RunPage(Settings).NearestDistance;
	Settings.CohesionWeight = 3.0f;
	CHECK(RunPage(Settings).NearestDistance < 0.5 * Usual);
}

TEST_CASE("Simulator page: the Additive model taken literally collapses into disorder")
{
	FFlockSettings Settings = PageSettings();
	Settings.Model = EFlockModel::Additive;
	const FMeanMetrics Means = RunPage(Settings);
	INFO("polarisation " << Means.Polarisation);
	CHECK(Means.Polarisation < 0.1);
	CHECK(Means.NearestDistance < 6.0);
}
