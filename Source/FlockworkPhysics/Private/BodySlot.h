#pragma once
// What the passes over all bodies read and write, by the pool's slots: some bytes beside one another instead of cache
// lines of Bullet's bodies, 744 bytes each. Cut into pieces by who reads them, since these passes are as fast as
// memory.
#include "FlockworkCore/Math.h"
#include "FlockworkPhysics/PhysicsTypes.h"

#include <cstdint>

struct btBroadphaseProxy;

namespace Flockwork
{
struct FBodySlot
{
	float Mass = 0.0f;        // Dynamic only
	float InverseMass = 0.0f; // as Bullet has it
	EBodyType Type = EBodyType::Static;
	bool bNeverSleeps = false;
	bool bLocked = false; // Dynamic, its rotation is its owner's: the pool's table has the true one
	bool bForced = false; // the Bullet body may hold a force for the next step
	bool bLazy = false;   // its motion is kept here; the Bullet body learns of it when somebody looks (FBodyPool::Sync)
	bool bStale = false;  // and has not yet
	uint16_t Unused = 0;  // so that slots can be compared as bytes

	// Mostly it is already: a cache line that is not written need not be brought back to memory.
	void MarkStale()
	{
		if (!bStale)
		{
			bStale = true;
		}
	}
};
static_assert(sizeof(FBodySlot) == 16);

// Only needed where boxes are.
struct FBodyBox
{
	btBroadphaseProxy* Proxy = nullptr; // of a lazy body: its box is all that is written there
	float BallRadius = 0.0f;            // 0: no sphere
};
} // namespace Flockwork
