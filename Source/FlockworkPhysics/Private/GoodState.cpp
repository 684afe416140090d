#include "GoodState.h"

#include "BulletMath.h"

namespace Flockwork
{
bool IsGoodPose(const btTransform& Pose)
{
	const btMatrix3x3& Basis = Pose.getBasis();
	return IsWithin(Pose.getOrigin(), MaxCoordinate) && IsWithin(Basis[0], 2.0f) && IsWithin(Basis[1], 2.0f) &&
	       IsWithin(Basis[2], 2.0f);
}

bool IsGoodState(const btRigidBody& Body)
{
	return IsGoodPose(Body.getWorldTransform()) && IsWithin(Body.getLinearVelocity(), MaxLinearSpeed) &&
	       IsWithin(Body.getAngularVelocity(), MaxAngularSpeed);
}
} // namespace Flockwork
