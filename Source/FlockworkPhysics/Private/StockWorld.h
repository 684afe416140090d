#pragma once
// Bullet's world with what the promise of equal bits needs on top of it.
#include "BodyPool.h"

#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorld.h>
#include <string_view>

namespace Flockwork
{
class FStockWorld : public btDiscreteDynamicsWorld
{
public:
	using btDiscreteDynamicsWorld::btDiscreteDynamicsWorld;
	// Bullet fills the gap of a removed body with the last one. This puts ours back in order of creation; objects that
	// somebody else added follow in the order they have.
	void RestoreOrder(const FBodyPool& Bodies);
	// Makes the broadphase, its pairs, the contacts and the solver's memory what they would be in a new world that is
	// given the same bodies in the same order.
	virtual void ForgetContacts(const FBodyPool& Bodies);
	virtual bool WasFastStep() const { return false; }
	virtual std::string_view GetStockReason() const { return "physics.world is stock"; }
};

// Two bodies that do not move by themselves need no pair, unless a trigger waits for one that is moved.
struct FPairFilter final : btOverlapFilterCallback
{
	bool needBroadphaseCollision(btBroadphaseProxy* A, btBroadphaseProxy* B) const override;
};
} // namespace Flockwork
