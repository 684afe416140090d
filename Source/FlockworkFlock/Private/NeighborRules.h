#pragma once
// The rules in plain scalar code: what the fast path must equal, and the only path for all that it does not cover.
#include "FlockworkFlock/FlockSettings.h"
#include "FlockworkFlock/NeighborGrid.h"
#include "Kernel/SteeringKernel.h"

namespace Flockwork
{
// One flock's frozen step, as every rule sees it.
struct FSteerContext
{
	const FFlockSettings& Settings;
	const FFlockInput& Input;
	const FNeighborGrid& Grid;
	FKernelParams Rules; // what Settings come to: own radii per rule, field of view, period, planar

	FVector Flat(const FVector& V) const { return Rules.bPlanar ? Horizontal(V) : V; }
	FVector Position(size_t Boid) const { return Flat(Input.Positions[Boid]); }
	FVector Velocity(size_t Boid) const { return Flat(Input.Velocities[Boid]); }
	FVector ExtraSum(size_t Boid) const
	{
		return Input.ExtraSums.empty() ? FVector{0.0f, 0.0f, 0.0f} : Flat(Input.ExtraSums[Boid]);
	}
	float SpeedLimit(size_t Boid) const
	{
		return Rules.MaxSpeed * (Input.SpeedScales.empty() ? 1.0f : Input.SpeedScales[Boid]);
	}
	// Whether a boid of this velocity sees what lies at Offset.
	bool IsVisible(const FVector& Velocity, const FVector& Offset) const
	{
		return Rules.CosVisible <= -1.0f ||
		       glm::dot(Offset, Velocity) >= Rules.CosVisible * Length(Offset) * Length(Velocity);
	}
	// The acceleration that brings Velocity + a * DeltaTime down to the speed limit where it exceeds it.
	FVector LimitToSpeed(const FVector& Acceleration, const FVector& Velocity, float SpeedLimit) const;
};

FKernelParams MakeRules(const FFlockSettings& Settings, bool bGravity);
// The largest distance at which any rule of the model looks at a neighbour.
float LargestRadius(const FFlockSettings& Settings, const FKernelParams& Rules);
// Where a topological flock looks first: in a dense flock the k nearest are all in there.
float FirstLookRadius(const FFlockSettings& Settings, const FKernelParams& Rules);
float GridCellSize(const FFlockSettings& Settings, const FKernelParams& Rules);
inline bool IsSumOfRules(EFlockModel Model)
{
	return Model == EFlockModel::Normalized || Model == EFlockModel::Additive || Model == EFlockModel::Reynolds;
}

// Normalized, Additive and Reynolds, metric or topological.
FVector SteerByRules(const FSteerContext& Context, size_t Boid);
// Models that turn a heading instead of summing forces.
FVector SteerByZones(const FSteerContext& Context, size_t Boid);
FVector SteerByVicsek(const FSteerContext& Context, size_t Boid);
FVector SteerPedestrian(const FSteerContext& Context, size_t Boid);
} // namespace Flockwork
