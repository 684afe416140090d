#pragma once
// Boids without bodies: the flock integrates itself. For the study of integrators, and for the kinematic level of
// detail.
#include "FlockworkCore/Tasks.h"
#include "FlockworkFlock/FlockSettings.h"
#include "FlockworkFlock/FlockTypes.h"

#include <vector>

namespace Flockwork
{
// Accelerations at a state. Evaluated once a step, four times by RungeKutta4.
class IAccelerationSource
{
public:
	virtual ~IAccelerationSource() = default;
	virtual void Evaluate(
	    std::span<const FVector> Positions, std::span<const FVector> Velocities, std::span<FVector> Accelerations) = 0;
};

// Owns its scratch memory; allocates only when there are more boids than ever before.
class FKinematicIntegrator
{
public:
	// ExplicitEuler: x += v dt, v += a dt. SemiImplicitEuler: v += a dt, x += v dt (what Bullet does).
	// RungeKutta4: the classical fourth-order method on (x, v). No speed clamp: that comes after, as with bodies.
	void Step(EIntegrator Method, IAccelerationSource& Source, std::span<FVector> Positions,
	    std::span<FVector> Velocities, float DeltaTime);

	// The same where the accelerations at the present state are known already: RungeKutta4 asks Source for its three
	// other stages, the Euler methods ask nothing. Moves: 0 for those that are not to be moved; at all stages the
	// others see them where they are. Empty: all move.
	void StepFrom(EIntegrator Method, std::span<const FVector> Accelerations, std::span<const uint8_t> Moves,
	    IAccelerationSource& Source, std::span<FVector> Positions, std::span<FVector> Velocities, float DeltaTime);

private:
	void StepRungeKutta(std::span<const uint8_t> Moves, IAccelerationSource& Source, std::span<FVector> Positions,
	    std::span<FVector> Velocities, float DeltaTime);

	std::vector<FVector> Rates[4]; // accelerations at the four stages
	std::vector<FVector> Speeds[4];
	std::vector<FVector> TrialPositions;
	std::vector<FVector> TrialVelocities;
};

// Brings positions that left the torus back in on the other side; velocities are not touched. Center: of the torus.
void WrapToTorus(std::span<FVector> Positions, const FVector& Center, const FVector& TorusPeriod);
FVector WrapToTorus(const FVector& Position, const FVector& Center, const FVector& TorusPeriod);
} // namespace Flockwork
