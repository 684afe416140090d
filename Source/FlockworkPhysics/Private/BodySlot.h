#pragma once
// What the passes over all bodies read and write, by the pool's slots: some bytes beside one another instead of cache
// lines of Bullet's bodies, 744 bytes each.
#include "FlockworkCore/Math.h"
#include "FlockworkPhysics/PhysicsTypes.h"

#include <cstdint>

namespace Flockwork
{
struct FBodySlot
{
	float Mass = 0.0f;        // Dynamic only
	float InverseMass = 0.0f; // as Bullet has it
	float BallRadius = 0.0f;  // 0: no sphere
	EBodyType Type = EBodyType::Static;
	bool bNeverSleeps = false;
	bool bLocked = false; // Dynamic, its rotation is its owner's: FBodyMotion has the true one
	bool bForced = false; // the Bullet body may hold a force for the next step
	bool bLazy = false;   // its motion is kept here; the Bullet body learns of it when somebody looks (FBodyPool::Sync)
	bool bStale = false;  // and has not yet
};

// How a body moves: for a lazy one the truth, for others a copy of what the Bullet body says, kept up to date by
// whatever changes that.
struct FBodyMotion
{
	FVector Location{0.0f, 0.0f, 0.0f};
	FVector Velocity{0.0f, 0.0f, 0.0f};
	FQuat Rotation = IdentityQuat;
	FVector Push{0.0f, 0.0f, 0.0f}; // m/s^2, of the next step: not yet part of the Bullet body's force
};
} // namespace Flockwork
