#pragma once
// Questions about the world's geometry. Obstacle avoidance, feet, the character controller and line of sight ask
// through this interface alone: FlockworkPhysics implements it, and a host may bring its own. World space, metres.
#include "FlockworkCore/Math.h"

#include <cstdint>
#include <span>

namespace Flockwork
{
// What a query sees. The defaults see every solid thing.
struct FQueryFilter
{
	uint32_t LayerMask = 0xffffffffu; // bit n: layer n (FlockworkPhysics/PhysicsTypes.h)
	bool bStatic = true;
	bool bKinematic = true;
	bool bDynamic = true;
	bool bTriggers = false;
	bool bBackFaces = false;                 // hit triangles from behind too
	std::span<const uint64_t> IgnoredBodies; // body ids as bits; few: the search is linear
};

struct FHit
{
	bool bHit = false;
	bool bStartPenetrating = false;            // the sweep began inside; Distance 0, Normal pushes out
	float Fraction = 1.0f;                     // 0..1 of the way from Start to End
	float Distance = 0.0f;                     // m along the way
	FVector Position{0.0f, 0.0f, 0.0f};        // point of contact
	FVector Normal{0.0f, 0.0f, 0.0f};          // unit, toward the side the query came from
	uint64_t BodyBits = 0xffffffffffffffffull; // FBodyId::ToBits of what was hit
	uint64_t UserData = 0;                     // the hit body's
	uint32_t Layer = 0;
};

struct FRayQuery
{
	FVector Start{0.0f, 0.0f, 0.0f};
	FVector End{0.0f, 0.0f, 0.0f};
};

struct FSphereSweep
{
	FVector Start{0.0f, 0.0f, 0.0f};
	FVector End{0.0f, 0.0f, 0.0f};
	float Radius = 0.5f; // > 0
};

// Upright capsule: HalfHeight is half the cylinder's length, so the whole is 2 * (HalfHeight + Radius) high.
struct FCapsuleSweep
{
	FVector Start{0.0f, 0.0f, 0.0f};
	FVector End{0.0f, 0.0f, 0.0f};
	float Radius = 0.3f;     // > 0
	float HalfHeight = 0.6f; // >= 0
};

struct FOverlap
{
	uint64_t BodyBits = 0;
	uint64_t UserData = 0;
	uint32_t Layer = 0;
	FVector Push{0.0f, 0.0f, 0.0f}; // the shortest move of the query's shape that ends this overlap
};

// Non-finite or degenerate input (zero length, radius <= 0) is a miss, never a crash. Safe from several threads at once
// between steps, unless the implementation says otherwise (IsThreadSafe).
class ISceneQuery
{
public:
	virtual ~ISceneQuery() = default;
	virtual bool IsThreadSafe() const { return true; }
	// The nearest hit; false and Out.bHit false on a miss.
	virtual bool Raycast(const FRayQuery& Query, const FQueryFilter& Filter, FHit& Out) const = 0;
	virtual bool SweepSphere(const FSphereSweep& Query, const FQueryFilter& Filter, FHit& Out) const = 0;
	virtual bool SweepCapsule(const FCapsuleSweep& Query, const FQueryFilter& Filter, FHit& Out) const = 0;
	// Fills Out by the bodies' creation and returns how many there are, which may exceed Out.size().
	virtual int32_t OverlapSphere(
	    const FVector& Center, float Radius, const FQueryFilter& Filter, std::span<FOverlap> Out) const = 0;
	virtual int32_t OverlapCapsule(const FVector& Center, float Radius, float HalfHeight, const FQueryFilter& Filter,
	    std::span<FOverlap> Out) const = 0;
	virtual int32_t OverlapBox(const FTransform& Transform, const FVector& HalfExtent, const FQueryFilter& Filter,
	    std::span<FOverlap> Out) const = 0;
	// Where a body is now, for who rides on it. False when there is no such body, or nothing here moves (the default).
	virtual bool GetBodyTransform(uint64_t BodyBits, FTransform& Out) const;
	// Pushes a dynamic body: impulse in N s at a world point. False when there is no such dynamic body.
	virtual bool Push(uint64_t BodyBits, const FVector& Impulse, const FVector& Point) = 0;

	// Many at once, Out[i] for Queries[i]; an implementation may run them on several threads.
	virtual void RaycastBatch(
	    std::span<const FRayQuery> Queries, const FQueryFilter& Filter, std::span<FHit> Out) const;
	virtual void SweepSphereBatch(
	    std::span<const FSphereSweep> Queries, const FQueryFilter& Filter, std::span<FHit> Out) const;
};
} // namespace Flockwork
