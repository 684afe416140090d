#pragma once
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <cstdint>

namespace Flockwork
{
// Motion of a body when it was last finite.
struct FGoodState
{
	btTransform Pose = btTransform::getIdentity();
	btVector3 Velocity{0, 0, 0};
	btVector3 Spin{0, 0, 0};
	uint64_t Order = 0; // of the body

	static FGoodState Of(const btRigidBody& Body, uint64_t Order)
	{
		return {Body.getWorldTransform(), Body.getLinearVelocity(), Body.getAngularVelocity(), Order};
	}
	void PutBack(btRigidBody& Body) const
	{
		Body.setWorldTransform(Pose);
		Body.setInterpolationWorldTransform(Pose);
		Body.setLinearVelocity(Velocity);
		Body.setAngularVelocity(Spin);
		Body.updateInertiaTensor();
		Body.clearForces();
	}
};

// Whether position, rotation and velocities are finite and within the limits of BulletMath.h.
bool IsGoodPose(const btTransform& Pose);
bool IsGoodState(const btRigidBody& Body);
} // namespace Flockwork
