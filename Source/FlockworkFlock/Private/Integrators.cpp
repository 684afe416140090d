#include "FlockworkFlock/Integrators.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
float WrapAxis(float Value, float Center, float Period)
{
	if (Period <= 0.0f)
	{
		return Value;
	}
	const float Offset = Value - Center;
	const float Wrapped = Offset - Period * std::floor(Offset / Period + 0.5f);
	return Center + (Wrapped < 0.5f * Period ? Wrapped : Wrapped - Period); // rounding may leave it on the seam
}
} // namespace

void FKinematicIntegrator::Step(EIntegrator Method, IAccelerationSource& Source, std::span<FVector> Positions,
    std::span<FVector> Velocities, float DeltaTime)
{
	Rates[0].resize(Positions.size());
	Source.Evaluate(Positions, Velocities, Rates[0]);
	StepFrom(Method, Rates[0], {}, Source, Positions, Velocities, DeltaTime);
}

void FKinematicIntegrator::StepFrom(EIntegrator Method, std::span<const FVector> Accelerations,
    std::span<const uint8_t> Moves, IAccelerationSource& Source, std::span<FVector> Positions,
    std::span<FVector> Velocities, float DeltaTime)
{
	if (Method == EIntegrator::RungeKutta4)
	{
		Rates[0].assign(Accelerations.begin(), Accelerations.end());
		StepRungeKutta(Moves, Source, Positions, Velocities, DeltaTime);
		return;
	}
	for (size_t Boid = 0; Boid < Positions.size(); ++Boid)
	{
		if (Moves.empty() || Moves[Boid] != 0)
		{
			const FVector Before = Velocities[Boid];
			Velocities[Boid] += Accelerations[Boid] * DeltaTime;
			const bool bExplicit = Method == EIntegrator::ExplicitEuler;
			Positions[Boid] += (bExplicit ? Before : Velocities[Boid]) * DeltaTime;
		}
	}
}

// Rates[0] is filled.
void FKinematicIntegrator::StepRungeKutta(std::span<const uint8_t> Moves, IAccelerationSource& Source,
    std::span<FVector> Positions, std::span<FVector> Velocities, float DeltaTime)
{
	const size_t Count = Positions.size();
	TrialPositions.assign(Positions.begin(), Positions.end());
	TrialVelocities.assign(Velocities.begin(), Velocities.end());
	Speeds[0].assign(Velocities.begin(), Velocities.end());
	const auto IsMoved = [&](size_t Boid) { return Moves.empty() || Moves[Boid] != 0; };
	constexpr float StageTime[4] = {0.0f, 0.5f, 0.5f, 1.0f};
	for (size_t Stage = 1; Stage < 4; ++Stage)
	{
		const float Time = StageTime[Stage] * DeltaTime;
		Speeds[Stage].resize(Count);
		for (size_t Boid = 0; Boid < Count; ++Boid)
		{
			if (IsMoved(Boid))
			{
				TrialPositions[Boid] = Positions[Boid] + Speeds[Stage - 1][Boid] * Time;
				TrialVelocities[Boid] = Velocities[Boid] + Rates[Stage - 1][Boid] * Time;
				Speeds[Stage][Boid] = TrialVelocities[Boid];
			}
		}
		Rates[Stage].assign(Rates[0].begin(), Rates[0].end()); // for boids that Source leaves as they are
		Source.Evaluate(TrialPositions, TrialVelocities, Rates[Stage]);
	}
	const float Sixth = DeltaTime / 6.0f;
	for (size_t Boid = 0; Boid < Count; ++Boid)
	{
		if (IsMoved(Boid))
		{
			Positions[Boid] += (Speeds[0][Boid] + 2.0f * (Speeds[1][Boid] + Speeds[2][Boid]) + Speeds[3][Boid]) * Sixth;
			Velocities[Boid] += (Rates[0][Boid] + 2.0f * (Rates[1][Boid] + Rates[2][Boid]) + Rates[3][Boid]) * Sixth;
		}
	}
}

FVector WrapToTorus(const FVector& Position, const FVector& Center, const FVector& TorusPeriod)
{
	return {WrapAxis(Position.x, Center.x, TorusPeriod.x), WrapAxis(Position.y, Center.y, TorusPeriod.y),
	    WrapAxis(Position.z, Center.z, TorusPeriod.z)};
}

void WrapToTorus(std::span<FVector> Positions, const FVector& Center, const FVector& TorusPeriod)
{
	for (FVector& Position : Positions)
	{
		Position = WrapToTorus(Position, Center, TorusPeriod);
	}
}
} // namespace Flockwork
