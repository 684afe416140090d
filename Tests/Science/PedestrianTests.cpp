// Helbing and Molnar 1995: walkers of two opposite goals in a corridor form lanes.
#include "FlockSim.h"

#include <catch2/catch.hpp>

using namespace Flockwork;

namespace
{
constexpr float HalfWidth = 3.0f; // m
constexpr float FrameTime = 1.0f / 30.0f;

// Lane index: over all walkers, the mean of ((same - opposite) / (same + opposite))^2 within a strip of their own
// width; near 0 when mixed, 1 when each strip goes one way.
double LaneIndex(const FFlockSim& Sim, const std::vector<float>& Goals)
{
	double Sum = 0.0;
	for (size_t Walker = 0; Walker < Goals.size(); ++Walker)
	{
		double Balance = 0.0;
		double Count = 0.0;
		for (size_t Other = 0; Other < Goals.size(); ++Other)
		{
			if (std::abs(Sim.Positions[Other].z - Sim.Positions[Walker].z) < 0.5f)
			{
				Balance += double(Goals[Other]);
				Count += 1.0;
			}
		}
		Sum += (Balance / Count) * (Balance / Count);
	}
	return Sum / double(Goals.size());
}
} // namespace

TEST_CASE("Pedestrians: two streams in a corridor form lanes")
{
	FFlockSettings Settings;
	Settings.Model = EFlockModel::Pedestrian;
	Settings.MaxSpeed = 1.4f;
	Settings.SpeedVariation = 0.15f;
	Settings.NeighborRadius = 3.0f;
	Settings.Planar = EPlanarMode::On;
	Settings.WorldShape = EWorldShape::Torus; // the corridor closes on itself
	Settings.TorusSize = {30.0f, 0.0f, 0.0f};
	double Before = 0.0;
	double After = 0.0;
	for (const uint64_t Seed : {1ull, 2ull, 3ull})
	{
		FFlockSim Sim(Settings, Seed, FrameTime);
		std::vector<float> Goals;
		for (int32_t Walker = 0; Walker < 60; ++Walker)
		{
			const FVector Position =
			    Sim.Random.InBox({-15.0f, 0.0f, -HalfWidth + 0.4f}, {15.0f, 0.0f, HalfWidth - 0.4f});
			Goals.push_back(Walker % 2 == 0 ? 1.0f : -1.0f);
			Sim.Add(Position, {Goals.back() * 1.2f, 0.0f, 0.0f});
		}
		Before += LaneIndex(Sim, Goals) / 3.0;
		std::vector<FVector> Targets(Goals.size());
		for (int32_t Step = 0; Step < 90 * 30; ++Step)
		{
			for (size_t Walker = 0; Walker < Goals.size(); ++Walker)
			{
				Targets[Walker] = Sim.Positions[Walker] + FVector{Goals[Walker] * 10.0f, 0.0f, 0.0f};
				// The walls' push, as FWallForce adds it in a world with bodies.
				float& Across = Sim.Velocities[Walker].z;
				const float Z = Sim.Positions[Walker].z;
				Across += 10.0f *
				          (std::exp((0.3f - (HalfWidth + Z)) / 0.2f) - std::exp((0.3f - (HalfWidth - Z)) / 0.2f)) *
				          FrameTime;
			}
			FFlockSurroundings Around;
			Around.Targets = Targets;
			Sim.Step(Around);
		}
		After += LaneIndex(Sim, Goals) / 3.0;
		for (const FVector& Position : Sim.Positions)
		{
			REQUIRE(std::abs(Position.z) < HalfWidth);
		}
	}
	INFO("lane index " << Before << " before, " << After << " after");
	CHECK(Before < 0.3);
	CHECK(After > 0.6);
}
