// Each slider does what its name says: five seeds, means compared between a low and a high value.
#include "FlockSim.h"

#include <catch2/catch.hpp>

using namespace Flockwork;

namespace
{
constexpr float FrameTime = 1.0f / 30.0f;

FFlockSettings OpenFlock()
{
	FFlockSettings Settings;
	Settings.WorldShape = EWorldShape::Torus;
	Settings.TorusSize = {60.0f, 60.0f, 60.0f};
	return Settings;
}

// Mean over five seeds of what Measure says of a flock of 150 after 20 s.
template <typename Measurement>
double MeanOfSeeds(const FFlockSettings& Settings, float StartRadius, Measurement&& Measure)
{
	double Mean = 0.0;
	for (const uint64_t Seed : {1ull, 2ull, 3ull, 4ull, 5ull})
	{
		FFlockSim Sim(Settings, Seed, FrameTime);
		Sim.AddBall(150, StartRadius);
		Mean += Measure(Sim.Run(600, 200, 20)) / 5.0;
	}
	return Mean;
}

// Checks that the measurement rises (or falls) from each value of a setting to the next.
template <typename Measurement>
void CheckMonotone(float FFlockSettings::*Setting, std::initializer_list<float> Values, bool bRises,
    FFlockSettings Settings, float StartRadius, Measurement&& Measure)
{
	double Before = bRises ? -1e30 : 1e30;
	for (const float Value : Values)
	{
		Settings.*Setting = Value;
		const double Now = MeanOfSeeds(Settings, StartRadius, Measure);
		INFO("at " << Value << ": " << Now << " after " << Before);
		CHECK((bRises ? Now > Before : Now < Before));
		Before = Now;
	}
}
} // namespace

TEST_CASE("Slider neighborRadius: fewer and larger clusters")
{
	FFlockSettings Settings = OpenFlock();
	Settings.SeparationRadius = 1.5f;
	CheckMonotone(&FFlockSettings::NeighborRadius, {2.5f, 5.0f, 12.0f}, false, Settings, 25.0f,
	    [](const FMeanMetrics& Means) { return Means.Clusters; });
	CheckMonotone(&FFlockSettings::NeighborRadius, {2.5f, 5.0f, 12.0f}, true, Settings, 25.0f,
	    [](const FMeanMetrics& Means) { return Means.LargestCluster; });
}

TEST_CASE("Slider separation.radius: larger distance to the nearest neighbour")
{
	CheckMonotone(&FFlockSettings::SeparationRadius, {0.5f, 1.5f, 3.0f}, true, OpenFlock(), 6.0f,
	    [](const FMeanMetrics& Means) { return Means.NearestDistance; });
}

TEST_CASE("Slider separation.weight: larger distance to the nearest neighbour")
{
	CheckMonotone(&FFlockSettings::SeparationWeight, {0.5f, 1.5f, 4.0f}, true, OpenFlock(), 6.0f,
	    [](const FMeanMetrics& Means) { return Means.NearestDistance; });
}

TEST_CASE("Slider alignment.weight: higher polarisation")
{
	FFlockSettings Settings = OpenFlock();
	Settings.TorusSize = {15.0f, 15.0f, 15.0f}; // one group, so that there is one order to speak of
	CheckMonotone(&FFlockSettings::AlignmentWeight, {0.0f, 0.5f, 3.0f}, true, Settings, 7.0f,
	    [](const FMeanMetrics& Means) { return Means.Polarisation; });
}

TEST_CASE("Slider cohesion.weight: smaller radius of gyration")
{
	CheckMonotone(&FFlockSettings::CohesionWeight, {0.2f, 1.0f, 4.0f}, false, OpenFlock(), 6.0f,
	    [](const FMeanMetrics& Means) { return Means.GyrationRadius; });
}

TEST_CASE("Slider target.weight: the target is reached sooner")
{
	double Before = 1e30;
	for (const float Weight : {0.1f, 0.8f, 4.0f})
	{
		double Mean = 0.0;
		for (const uint64_t Seed : {1ull, 2ull, 3ull, 4ull, 5ull})
		{
			FFlockSettings Settings;
			Settings.WorldShape = EWorldShape::Open;
			Settings.TargetWeight = Weight;
			FFlockSim Sim(Settings, Seed, FrameTime);
			Sim.AddBall(60, 6.0f);
			FFlockSurroundings Around;
			Around.Target = FVector{60.0f, 0.0f, 0.0f};
			int32_t Steps = 0;
			while (Steps < 3000 && Length(Sim.Measure().Centroid - *Around.Target) > 10.0f)
			{
				Sim.Step(Around);
				++Steps;
			}
			Mean += double(Steps) * double(FrameTime) / 5.0;
		}
		INFO("weight " << Weight << ": " << Mean << " s after " << Before << " s");
		CHECK(Mean < Before);
		Before = Mean;
	}
}
