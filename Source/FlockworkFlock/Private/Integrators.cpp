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
	const size_t Count = Positions.size();
	for (size_t Index = 0; Index < 4; ++Index)
	{
		Accelerations[Index].resize(Count);
		Speeds[Index].resize(Count);
	}
	TrialPositions.resize(Count);
	TrialVelocities.resize(Count);
	Source.Evaluate(Positions, Velocities, Accelerations[0]);
	if (Method != EIntegrator::RungeKutta4)
	{
		for (size_t Boid = 0; Boid < Count; ++Boid)
		{
			const FVector Before = Velocities[Boid];
			Velocities[Boid] += Accelerations[0][Boid] * DeltaTime;
			const bool bExplicit = Method == EIntegrator::ExplicitEuler;
			Positions[Boid] += (bExplicit ? Before : Velocities[Boid]) * DeltaTime;
		}
		return;
	}
	std::copy(Velocities.begin(), Velocities.end(), Speeds[0].begin());
	constexpr float StageTime[4] = {0.0f, 0.5f, 0.5f, 1.0f};
	for (size_t Stage = 1; Stage < 4; ++Stage)
	{
		const float Time = StageTime[Stage] * DeltaTime;
		for (size_t Boid = 0; Boid < Count; ++Boid)
		{
			TrialPositions[Boid] = Positions[Boid] + Speeds[Stage - 1][Boid] * Time;
			TrialVelocities[Boid] = Velocities[Boid] + Accelerations[Stage - 1][Boid] * Time;
			Speeds[Stage][Boid] = TrialVelocities[Boid];
		}
		Source.Evaluate(TrialPositions, TrialVelocities, Accelerations[Stage]);
	}
	const float Sixth = DeltaTime / 6.0f;
	for (size_t Boid = 0; Boid < Count; ++Boid)
	{
		Positions[Boid] += (Speeds[0][Boid] + 2.0f * (Speeds[1][Boid] + Speeds[2][Boid]) + Speeds[3][Boid]) * Sixth;
		Velocities[Boid] += (Accelerations[0][Boid] + 2.0f * (Accelerations[1][Boid] + Accelerations[2][Boid]) +
		                        Accelerations[3][Boid]) *
		                    Sixth;
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
