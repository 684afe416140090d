#pragma once
// Finds the bodies whose boxes a query meets. Bullet's own tree test shares one stack between all callers; these walks
// keep everything on the caller's stack, so that queries may run on several threads.
#include <BulletCollision/BroadphaseCollision/btBroadphaseInterface.h>

class btCollisionObject;

namespace Flockwork
{
// A box that moves in a straight line; a ray is one without extent.
struct FMovingBox
{
	btVector3 Start;
	btVector3 Motion;
	btVector3 HalfExtent;
};

class IObjectVisitor
{
public:
	virtual ~IObjectVisitor() = default;
	// MaxFraction: how much of the motion still matters; the visitor shortens it when it finds a hit.
	virtual void Visit(const btCollisionObject& Object, float& MaxFraction) = 0;
};

// What a query wants to see, as far as the broadphase can tell; more may be visited.
struct FWalkWanted
{
	bool bFixed = true;
	bool bMovers = true;
};

// Whether WalkMotion and WalkBox may run on several threads over this broadphase.
bool IsWalkThreadSafe(const btBroadphaseInterface& Broadphase);
void WalkMotion(
    const btBroadphaseInterface& Broadphase, const FMovingBox& Box, const FWalkWanted& Wanted, IObjectVisitor& Visitor);
void WalkBox(const btBroadphaseInterface& Broadphase, const btVector3& Min, const btVector3& Max,
    const FWalkWanted& Wanted, IObjectVisitor& Visitor);

// The slab test of a moving box against a resting one.
class FSlabTest
{
public:
	explicit FSlabTest(const FMovingBox& Box);
	bool Meets(const btVector3& Min, const btVector3& Max, float MaxFraction) const;

private:
	FMovingBox Box;
	btVector3 InverseMotion;
};
} // namespace Flockwork
