#pragma once
// Keeps boids out of static geometry: a sphere is cast ahead of each; where a hit is nearer than the boid can stop, the
// flock's acceleration gives way to one along the surface, in the free direction of least deviation (Reynolds 1999,
// "wall following" and "obstacle avoidance", on real geometry). The more gently a boid nears a surface, the more of the
// flock's acceleration stays, save that it may not lead into the surface faster than the boid can brake: so one that is
// drawn round a corner slides along the wall and does not tremble between the flock's will and the wall's.
#include "FlockworkCore/SceneQuery.h"
#include "FlockworkCore/Serialize.h"
#include "FlockworkCore/Tasks.h"
#include "FlockworkFlock/FlockTypes.h"

#include <vector>

namespace Flockwork
{
struct FObstacleAvoidanceSettings
{
	float LookAhead = 1.0f;     // s, > 0: the cast's length at the present speed, never below the stopping distance
	float Radius = 0.5f;        // m, > 0: of the cast sphere; the body's own radius or a little more
	float MaxSpeed = 5.0f;      // m/s, > 0
	float MaxSteerForce = 5.0f; // m/s^2, > 0
	bool bPlanar = false;       // casts and steers horizontally; floors that a walker stands on are no obstacle
	int32_t Interval = 4;       // [1, 60] steps between a boid's casts while nothing is ahead of it; 1: every step
	uint32_t LayerMask = 1;     // what is an obstacle: world static
};

class FObstacleAvoidance
{
public:
	// Overrides Output.Accelerations where needed. All casts of a step go to Query in one batch, those for ways out in
	// two more; a boid with something ahead of it also looks where the flock's acceleration would lead it. Costs one
	// overlap test while no static geometry is near the flock.
	void Run(const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input, FFlockOutput& Output,
	    const ISceneQuery& Query);
	// Boids whose acceleration the last Run replaced, by ascending order in the flock.
	std::span<const uint32_t> GetOverridden() const { return Overridden; }

	// m that the last cast along each boid's way saw free, infinity where nothing is in sight; by order in the flock.
	std::span<const float> GetFreeWays() const { return FreeWays; }

	// Which boids have something ahead of them: without it, a continued run could cast in other steps.
	void Save(FByteWriter& Writer) const;
	bool Restore(FByteReader& Reader); // false on damaged data; then nothing changes

private:
	struct FSurface
	{
		FVector Normal{0.0f, 0.0f, 0.0f}; // unit, or zero: none
		float Gap = 0.0f;                 // m, from the cast sphere along the normal
	};
	struct FDanger
	{
		uint32_t Boid = 0;
		bool bInside = false;
		FSurface Ahead;
		FSurface Beside;                 // what blocks the way along the first: the other wall of a corner
		FSurface Wished;                 // where the flock would lead it
		float Urgency = 0.0f;            // [0, 1] share of the escape in the acceleration; the rest is the flock's
		float StoppingDistance = 0.0f;   // m
		FVector Way{0.0f, 0.0f, 0.0f};   // unit: where to turn
		const FVector& GetNormal() const // of the wall that it turns along
		{
			return LengthSquared(Ahead.Normal) > 0.0f ? Ahead.Normal : Wished.Normal;
		}
	};
	struct FBlocked
	{
		uint32_t Danger = 0;   // index into Dangers
		float Distance = 0.0f; // m, that its tangent is free for
	};

	bool IsAnythingNear(
	    const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input, const ISceneQuery& Query) const;
	void UpdateMembers(std::span<const uint32_t> Ids);
	void CastAhead(const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input, const FFlockOutput& Output,
	    const ISceneQuery& Query);
	static FVector Escape(
	    const FObstacleAvoidanceSettings& Settings, const FDanger& Danger, const FVector& Velocity, float SpeedLimit);
	static FVector KeepOut(const FObstacleAvoidanceSettings& Settings, const FDanger& Danger, const FVector& Velocity,
	    const FVector& Acceleration, float DeltaTime);
	void FindDangers(const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input, const FFlockOutput& Output);
	static void LookAhead(const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input, const FVector& Velocity,
	    const FHit& Hit, FDanger& Out);
	static void LookWhereWished(const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input,
	    const FSphereSweep& Sweep, const FVector& Intent, const FHit& Hit, FDanger& Out);
	static void LookAround(
	    const FObstacleAvoidanceSettings& Settings, const FVector& Position, const ISceneQuery& Query, FDanger& Out);
	void ChooseWays(const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input, const ISceneQuery& Query);
	void ChooseOtherWays(
	    const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input, const ISceneQuery& Query);
	void AddWaySweep(
	    const FObstacleAvoidanceSettings& Settings, const FFlockInput& Input, size_t Danger, const FVector& Way);
	void CastWays(const FObstacleAvoidanceSettings& Settings, const ISceneQuery& Query);

	void ReserveRoom(size_t BoidCount);

	std::vector<uint32_t> KnownIds;
	std::vector<uint8_t> Alert; // by boid order: something was ahead, so cast every step
	std::vector<float> FreeWays;
	std::vector<FSphereSweep> Sweeps;
	std::vector<FHit> Hits;
	std::vector<uint32_t> SweepOwners; // boid, or index into Dangers
	std::vector<FDanger> Dangers;
	std::vector<FBlocked> Blocked;
	std::vector<uint32_t> Overridden;
};
} // namespace Flockwork
