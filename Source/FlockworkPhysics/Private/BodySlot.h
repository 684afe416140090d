#pragma once
// What the passes over all bodies read and write, by the pool's slots: some bytes beside one another instead of cache
// lines of Bullet's bodies, 744 bytes each.
#include "FlockworkCore/Math.h"
#include "FlockworkPhysics/PhysicsTypes.h"

#include <cstdint>

struct btBroadphaseProxy;

namespace Flockwork
{
struct FBodySlot
{
	btBroadphaseProxy* Proxy = nullptr; // of a lazy body: its box is all that is written there
	float Mass = 0.0f;                  // Dynamic only
	float InverseMass = 0.0f;           // as Bullet has it
	float BallRadius = 0.0f;            // 0: no sphere
	EBodyType Type = EBodyType::Static;
	bool bNeverSleeps = false;
	bool bLocked = false; // Dynamic, its rotation is its owner's: FBodyMotion has the true one
	bool bForced = false; // the Bullet body may hold a force for the next step
	bool bLazy = false;   // its motion is kept here; the Bullet body learns of it when somebody looks (FBodyPool::Sync)
	bool bStale = false;  // and has not yet

	// Mostly it is already: a cache line that is not written need not be brought back to memory.
	void MarkStale()
	{
		if (!bStale)
		{
			bStale = true;
		}
	}
};

// How a body moves: for a lazy one the truth, for others a copy of what the Bullet body says, kept up to date by
// whatever changes that.
struct FBodyMotion
{
	FVector Location{0.0f, 0.0f, 0.0f};
	FVector Velocity{0.0f, 0.0f, 0.0f};
	FQuat Rotation = IdentityQuat;
};
} // namespace Flockwork
