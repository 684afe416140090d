#pragma once
#include "FlockworkPhysics/PhysicsTypes.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

namespace Flockwork
{
struct FShape;

// A body as the pool keeps it. The Bullet body's user pointer leads back here.
struct FBodyRecord
{
	explicit FBodyRecord(const btRigidBody::btRigidBodyConstructionInfo& Info) : Bullet(Info) {}

	btRigidBody Bullet;
	FBodyId Id;
	uint64_t Order = 0; // counts creations; the order in which everything happens
	uint64_t UserData = 0;
	FShape* Shape = nullptr;
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
