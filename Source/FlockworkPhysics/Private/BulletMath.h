#pragma once
// Between the project's vectors and Bullet's, and the limits that keep Bullet's arithmetic finite.
#include "FlockworkCore/Math.h"
#include "FlockworkPhysics/PhysicsTypes.h"

#include <LinearMath/btTransform.h>
#include <cmath>

namespace Flockwork
{
// Beyond these, as beyond MaxCoordinate and MaxLinearSpeed, a state counts as gone bad.
inline constexpr float MaxAngularSpeed = 1.0e5f;
inline constexpr float MaxForce = 1.0e15f;

inline btVector3 ToBullet(const FVector& V)
{
	return {V.x, V.y, V.z};
}
inline btQuaternion ToBullet(const FQuat& Q)
{
	return {Q.x, Q.y, Q.z, Q.w};
}
inline btTransform ToBullet(const FTransform& T)
{
	return btTransform(ToBullet(T.Rotation), ToBullet(T.Location));
}
inline FVector FromBullet(const btVector3& V)
{
	return {V.x(), V.y(), V.z()};
}
inline FQuat FromBullet(const btQuaternion& Q)
{
	return {Q.w(), Q.x(), Q.y(), Q.z()};
}
inline FTransform FromBullet(const btTransform& T)
{
	return {FromBullet(T.getOrigin()), FromBullet(T.getRotation()), 1.0f};
}

// False for NaN too: every comparison with it is false.
inline bool IsWithin(const FVector& V, float Limit)
{
	return std::fabs(V.x) <= Limit && std::fabs(V.y) <= Limit && std::fabs(V.z) <= Limit;
}
inline bool IsWithin(const btVector3& V, float Limit)
{
	return std::fabs(V.x()) <= Limit && std::fabs(V.y()) <= Limit && std::fabs(V.z()) <= Limit;
}
inline float LengthSquared(const FQuat& Q)
{
	return Q.x * Q.x + Q.y * Q.y + Q.z * Q.z + Q.w * Q.w;
}
// A rotation of about unit length, which a quaternion from outside must be before it is normalised.
inline bool IsRotation(const FQuat& Q)
{
	return LengthSquared(Q) > 0.25f && LengthSquared(Q) < 4.0f;
}
// As near to unit length as rounding lets normalising come: it need not be done again.
inline bool IsUnit(const FQuat& Q)
{
	return std::fabs(LengthSquared(Q) - 1.0f) <= 5.0e-7f;
}
inline bool IsGoodPose(const FTransform& T)
{
	return IsWithin(T.Location, MaxCoordinate) && IsRotation(T.Rotation);
}
} // namespace Flockwork
