#pragma once
// For hosts that bring their own Bullet world, and for those who need a Bullet object of ours. The only header of this
// module that shows Bullet's types: link FlockworkPhysicsInterop to see them.
#include "FlockworkPhysics/PhysicsWorld.h"

#include <btBulletDynamicsCommon.h>
#include <memory>

namespace Flockwork
{
struct FPhysicsInterop
{
	// Our bodies will live in Host's world. Host steps it, then calls Step of ours, which only gathers contacts and
	// checks bodies; Host's own bodies are seen by queries (with an invalid id). Host and Scheduler must outlive the
	// result; its destruction takes our bodies, and nothing else, out of Host. Settings' gravity, world kind, solver
	// and sleeping are not applied: they are the host's. Step the host's world with one sub-step a call, or forces that
	// are applied in a frame without a sub-step are lost. btDbvtBroadphase::m_prediction = 2 makes it much faster. A
	// btSoftRigidDynamicsWorld will do, too: soft and rigid bodies meet as Bullet has it, queries see the rigid ones.
	static std::unique_ptr<FPhysicsWorld> Adopt(
	    btDiscreteDynamicsWorld& Host, const FPhysicsSettings& Settings, ITaskScheduler& Scheduler);

	// The Bullet world inside. Constraints, vehicles and actions may be added to it: the step then takes the stock
	// path. Attach a debug drawer only around drawing: it sets a global that disables deactivation.
	static btDiscreteDynamicsWorld& GetBulletWorld(FPhysicsWorld& World);
	// Null when there is no such body. Do not delete it, or replace its shape, user pointer, user index or motion
	// state. The fast step leaves its interpolation transform behind and takes damping, gravity and locked axes as
	// CreateBody and FPhysicsWorld have set them.
	static btRigidBody* GetBulletBody(FPhysicsWorld& World, FBodyId Id);
	// An invalid id when the object is not one of ours.
	static FBodyId FindBody(const FPhysicsWorld& World, const btCollisionObject& Object);
};
} // namespace Flockwork
