#pragma once
// Bullet's world with what the promise of equal bits needs on top of it.
#include "BodyPool.h"

#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorld.h>
#include <span>
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
	// The box of a body where it is now. Bullet's updateSingleAabb takes its interpolated place in, which may be an old
	// one.
	void UpdateBox(btCollisionObject& Object);
	// What the world keeps of a body beside Bullet (gravity, shape, sleep) is to be read again.
	virtual void BodyWasChanged(FBodyRecord&) {}
	// The body's mask was changed.
	virtual void FilterWasChanged(FBodyRecord& Record) { refreshBroadphaseProxy(&Record.Bullet); }
	// Why the next step cannot be the fast one; empty when it can.
	virtual std::string_view FindStockReason() const { return "physics.world is stock"; }
	// At most this many movers are looked for by one of them. Bullet's own broadphase knows no bound.
	virtual void SetMaxContactPairs(int32_t) {}
	// Bodies that met more in the last step.
	virtual int32_t CountCrowded() const { return 0; }
	// Before others look at the boxes of Bullet's proxies themselves.
	virtual void BringBoxes() {}
	// Bodies whose state went bad in the last fast step; they have been put back.
	virtual std::span<FBodyRecord* const> GetResetBodies() const { return {}; }
};

// Two bodies that do not move by themselves need no pair, unless a trigger waits for one that is moved.
struct FPairFilter final : btOverlapFilterCallback
{
	bool needBroadphaseCollision(btBroadphaseProxy* A, btBroadphaseProxy* B) const override;
};
} // namespace Flockwork
