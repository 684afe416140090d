#pragma once
// Takes a collision shape apart into cores: ours and a host's alike.
#include "ConvexCore.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>
#include <BulletCollision/CollisionShapes/btTriangleCallback.h>

namespace Flockwork
{
struct FShape;

class ICoreVisitor
{
public:
	virtual ~ICoreVisitor() = default;
	virtual void Visit(const FCore& Core) = 0;
};

// Cores of the shape at Pose that may reach into the box Min .. Max (world). Ours is null for a host's shape.
void VisitCores(const btCollisionShape& Shape, const btTransform& Pose, const FShape* Ours, const btVector3& Min,
    const btVector3& Max, ICoreVisitor& Visitor);

// One ray against a shape: the nearest hit within Fraction, which is shortened. What it starts inside of is not seen.
bool RayShape(const btCollisionShape& Shape, const btTransform& Pose, const FShape* Ours, const FVectorD& Start,
    const FVectorD& Motion, bool bBackFaces, double& Fraction, FVectorD& Normal);
} // namespace Flockwork
