#pragma once
// A flock without bodies, stepped as the game does it: behaviours, rules, integration, clamp, wrap.
#include "FlockworkCore/Random.h"
#include "FlockworkFlock/FlockBehaviors.h"
#include "FlockworkFlock/FlockMetrics.h"
#include "FlockworkFlock/FlockSteering.h"
#include "FlockworkFlock/Integrators.h"
#include "FlockworkFlock/SpeedClamp.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace Flockwork
{
// Means of metrics over the sampled part of a run.
struct FMeanMetrics
{
	double Polarisation = 0.0;
	double Milling = 0.0;
	double NearestDistance = 0.0;
	double Clusters = 0.0;
	double LargestCluster = 0.0;
	double GyrationRadius = 0.0;
	int32_t Samples = 0;

	void Add(const FFlockMetrics& Metrics)
	{
		const double Share = 1.0 / double(++Samples);
		const auto Mix = [&](double& Mean, double Value) { Mean += (Value - Mean) * Share; };
		Mix(Polarisation, double(Metrics.Polarisation));
		Mix(Milling, double(Metrics.Milling));
		Mix(NearestDistance, double(Metrics.MeanNearestDistance));
		Mix(Clusters, double(Metrics.ClusterCount));
		Mix(LargestCluster, double(Metrics.LargestCluster));
		Mix(GyrationRadius, double(Metrics.GyrationRadius));
	}
};

class FFlockSim
{
public:
	FFlockSim(const FFlockSettings& InSettings, uint64_t InSeed, float InDeltaTime)
	    : Settings(InSettings), DeltaTime(InDeltaTime), Seed(InSeed), Random(InSeed)
	{
	}

	void Add(const FVector& Position, const FVector& Velocity)
	{
		Ids.push_back(uint32_t(Ids.size()) + 1);
		Positions.push_back(Position);
		Velocities.push_back(Velocity);
		Accelerations.push_back(FVector{0.0f, 0.0f, 0.0f});
	}
	// Count boids at random in a ball (a disc when planar), in random directions at full speed.
	void AddBall(int32_t Count, float Radius, const FVector& Center = FVector{0.0f, 0.0f, 0.0f})
	{
		const bool bPlanar = IsPlanar(Settings, false);
		for (int32_t Boid = 0; Boid < Count; ++Boid)
		{
			FVector Offset = Random.InSphere(Radius);
			FVector Heading = Random.UnitVector();
			Offset.y = bPlanar ? 0.0f : Offset.y;
			Heading = bPlanar ? SafeNormal(Horizontal(Heading)) : Heading;
			Add(Center + Offset, Heading * Settings.MaxSpeed);
		}
	}
	// Count boids at random all over the torus.
	void AddOverTorus(int32_t Count)
	{
		const FVector Half = Settings.TorusSize * 0.5f;
		for (int32_t Boid = 0; Boid < Count; ++Boid)
		{
			const FVector Position = Settings.BoundsCenter + Random.InBox(-Half, Half);
			const float Angle = Random.Range(0.0f, 2.0f * Pi);
			Add(Position, FVector{std::cos(Angle), 0.0f, std::sin(Angle)} * Settings.MaxSpeed);
		}
	}

	void Step(const FFlockSurroundings& Around = {})
	{
		FFlockInput Input;
		Input.Positions = Positions;
		Input.Velocities = Velocities;
		Input.Ids = Ids;
		Input.DeltaTime = DeltaTime;
		Input.Seed = Seed;
		Input.Step = StepIndex++;
		Behaviors.Run(Settings, Input, Around, Serial);
		Input.ExtraSums = Behaviors.GetExtraSums();
		Input.SpeedScales = Behaviors.GetSpeedScales();
		Input.ForceScales = Behaviors.GetForceScales();
		FFlockOutput Output{Accelerations};
		Steering.Run(Settings, Input, Output, Serial);
		const bool bExplicit = Settings.Integrator == EIntegrator::ExplicitEuler;
		Move(bExplicit);
		for (size_t Boid = 0; Boid < Ids.size(); ++Boid)
		{
			Velocities[Boid] += Accelerations[Boid] * DeltaTime;
		}
		FSpeedClampJob Clamp;
		Clamp.Velocities = Velocities;
		Clamp.SpeedScales = Behaviors.GetBoosts();
		Clamp.MaxSpeed = Settings.MaxSpeed;
		Clamp.bPlanar = IsPlanar(Settings, false);
		Clamp.DeltaTime = DeltaTime;
		Clamp.Run(Serial);
		Move(!bExplicit);
		WrapToTorus(Positions, Settings.BoundsCenter, TorusPeriod(Settings));
	}

	// Runs Steps; the metrics' means are over the last Measured of them, one sample in Every.
	FMeanMetrics Run(int32_t Steps, int32_t Measured, int32_t Every, const FFlockSurroundings& Around = {})
	{
		FMeanMetrics Means;
		for (int32_t Index = 0; Index < Steps; ++Index)
		{
			Step(Around);
			if (Index >= Steps - Measured && Index % Every == 0)
			{
				Means.Add(Measure());
			}
		}
		return Means;
	}

	FFlockMetrics Measure()
	{
		return Meter.Compute(
		    {Positions, Velocities, Settings.NeighborRadius, TorusPeriod(Settings), IsPlanar(Settings, false)}, Serial);
	}

	FFlockSettings Settings;
	float DeltaTime;
	uint64_t Seed;
	uint64_t StepIndex = 0;
	FRandomStream Random;
	std::vector<uint32_t> Ids;
	std::vector<FVector> Positions;
	std::vector<FVector> Velocities;
	std::vector<FVector> Accelerations;
	FSerialScheduler Serial;
	FFlockBehaviors Behaviors;
	FFlockSteering Steering;
	FFlockMeter Meter;

private:
	void Move(bool bNow)
	{
		for (size_t Boid = 0; bNow && Boid < Ids.size(); ++Boid)
		{
			Positions[Boid] += Velocities[Boid] * DeltaTime;
		}
	}
};

inline FFlockSettings LoadPreset(const char* Name)
{
	FFlockSettings Settings;
	FDiagnostics Diagnostics;
	const bool bLoaded =
	    LoadFlockPreset(std::string(FLOCKWORK_SOURCE_DIR) + "/Content/Flocks/" + Name + ".json", Settings, Diagnostics);
	INFO(Diagnostics.ToString());
	REQUIRE(bLoaded);
	return Settings;
}
} // namespace Flockwork
