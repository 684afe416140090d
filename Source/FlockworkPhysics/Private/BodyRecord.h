#pragma once
#include "FlockworkPhysics/PhysicsTypes.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <memory>

namespace Flockwork
{
struct FShape;

// Kinematic bodies: what their owner asked for.
struct FKinematicDrive
{
	btVector3 Velocity{0, 0, 0};
	btVector3 Spin{0, 0, 0};
	btTransform Target = btTransform::getIdentity();
	bool bMovePending = false;
};

// A body as the pool keeps it. The Bullet body's user pointer leads back here. What stands before the Bullet body puts
// its pose into one cache line and its velocity and inverse mass into another: the passes over all bodies touch no more
// than these.
struct alignas(64) FBodyRecord
{
	explicit FBodyRecord(const btRigidBody::btRigidBodyConstructionInfo& Info) : Bullet(Info) {}

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
	btRigidBody Bullet;
	std::unique_ptr<FKinematicDrive> Drive; // of a kinematic body
};

inline FBodyRecord* RecordOf(const btCollisionObject* Object)
{
	return static_cast<FBodyRecord*>(Object->getUserPointer());
}
} // namespace Flockwork
