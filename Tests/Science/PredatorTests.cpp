// How a school meets a predator: flash expansion and the fountain.
#include "FlockSim.h"

#include <catch2/catch.hpp>

using namespace Flockwork;

namespace
{
constexpr float FrameTime = 1.0f / 60.0f;

FFlockSim MakeSchool(int32_t Count, uint64_t Seed)
{
	FFlockSim Sim(LoadPreset("Fish"), Seed, FrameTime);
	Sim.AddBall(Count, 4.0f);
	for (FVector& Velocity : Sim.Velocities)
	{
		Velocity = {Sim.Settings.MaxSpeed, 0.0f, 0.0f};
	}
	return Sim;
}

// Mean distance to the nearest other, over the given boids.
double NearestOf(const FFlockSim& Sim, const std::vector<size_t>& Boids)
{
	double Sum = 0.0;
	for (const size_t Boid : Boids)
	{
		float Least = 1e9f;
		for (size_t Other = 0; Other < Sim.Positions.size(); ++Other)
		{
			Least = Other == Boid ? Least : std::min(Least, Length(Sim.Positions[Other] - Sim.Positions[Boid]));
		}
		Sum += double(Least);
	}
	return Sum / double(Boids.size());
}
} // namespace

TEST_CASE("Flash expansion: a strike doubles the distance to the nearest within 1 s, after 10 s the school is back")
{
	for (const uint64_t Seed : {1ull, 2ull, 3ull})
	{
		FFlockSim Sim = MakeSchool(200, Seed);
		Sim.Run(20 * 60, 1, 1);
		FThreat Predator;
		Predator.Position = Sim.Measure().Centroid;
		std::vector<size_t> InReach;
		FVector Drift{0.0f, 0.0f, 0.0f};
		for (size_t Boid = 0; Boid < Sim.Positions.size(); ++Boid)
		{
			Drift += Sim.Velocities[Boid] / float(Sim.Positions.size());
			if (Length(Sim.Positions[Boid] - Predator.Position) <= Sim.Settings.PredatorRadius)
			{
				InReach.push_back(Boid);
			}
		}
		REQUIRE(InReach.size() > 50);
		const double Before = NearestOf(Sim, InReach);
		double Widest = 0.0;
		for (int32_t Step = 0; Step < 60; ++Step)
		{
			Predator.Position += Drift * FrameTime;
			FFlockSurroundings Around;
			Around.Threats = {&Predator, Step < 30 ? size_t(1) : size_t(0)}; // the strike itself takes half a second
			Sim.Step(Around);
			Widest = std::max(Widest, NearestOf(Sim, InReach));
		}
		Sim.Run(9 * 60, 1, 1);
		const double After = NearestOf(Sim, InReach);
		INFO("before " << Before << ", widest " << Widest << ", after " << After);
		CHECK(Widest >= 2.0 * Before);
		CHECK(After == Approx(Before).epsilon(0.2));
	}
}

TEST_CASE("Fountain: fish pass on both sides of a slow predator, untouched, and rejoin behind it")
{
	int32_t Right = 0;
	for (const uint64_t Seed : {1ull, 2ull, 3ull})
	{
		FFlockSim Sim = MakeSchool(120, Seed);
		Sim.Settings.WorldShape = EWorldShape::Open;
		FThreat Predator;
		Predator.Position = {15.0f, 0.0f, 0.0f};
		Predator.Velocity = {-0.3f, 0.0f, 0.0f};
		Predator.RadiusScale = 0.3f; // slow, so they let it come near
		std::vector<bool> bPassed(120, false);
		float Closest = 1e9f;
		for (int32_t Step = 0; Step < 25 * 60; ++Step)
		{
			Predator.Position += Predator.Velocity * FrameTime;
			FFlockSurroundings Around;
			Around.Threats = {&Predator, 1};
			Around.Target = FVector{200.0f, 0.0f, 0.0f};
			Sim.Step(Around);
			for (size_t Boid = 0; Boid < bPassed.size(); ++Boid)
			{
				const FVector Offset = Sim.Positions[Boid] - Predator.Position;
				Closest = std::min(Closest, Length(Offset));
				if (!bPassed[Boid] && Offset.x > 0.0f)
				{
					bPassed[Boid] = true;
					Right += Offset.z < 0.0f ? 1 : 0;
				}
			}
		}
		CHECK(std::count(bPassed.begin(), bPassed.end(), true) == 120);
		CHECK(Closest > 0.5f);
		CHECK(Sim.Measure().ClusterCount == 1);
		CHECK(Sim.Measure().Polarisation > 0.9f);
	}
	INFO(Right << " of 360 on the right");
	CHECK(Right > 90);
	CHECK(Right < 270);
}
