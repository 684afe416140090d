#pragma once
#include "FlockworkPhysics/PhysicsTypes.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

namespace Flockwork
{
struct FShape;

// A body as the pool keeps it. The Bullet body's user pointer leads back here. What stands before the Bullet body puts
// its velocity and inverse mass into one cache line, its place into another and its force into a third: the passes over
// all bodies touch no more than these.
struct alignas(64) FBodyRecord
{
	explicit FBodyRecord(const btRigidBody::btRigidBodyConstructionInfo& Info) : Bullet(Info) {}

	FBodyId Id;
	uint64_t Order = 0; // counts creations; the order in which everything happens
	uint64_t UserData = 0;
	FShape* Shape = nullptr;
	btRigidBody Bullet;
	uint32_t Layer = 0;
	uint32_t CollidesWith = AllLayers;
	EBodyType Type = EBodyType::Dynamic;
	bool bTrigger = false;
	bool bReportContacts = false;
	bool bGravity = true;
	bool bLockRotation = false;
	bool bContinuous = false;
	bool bCanSleep = false;
	bool bReset = false; // its state went bad before, which was reported

	// Kinematic bodies: what their owner asked for.
	btVector3 DriveVelocity{0, 0, 0};
	btVector3 DriveSpin{0, 0, 0};
	btTransform MoveTarget = btTransform::getIdentity();
	bool bMovePending = false;
};

inline FBodyRecord* RecordOf(const btCollisionObject* Object)
{
	return static_cast<FBodyRecord*>(Object->getUserPointer());
}
} // namespace Flockwork
