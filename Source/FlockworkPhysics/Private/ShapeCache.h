#pragma once
// Shapes by definition: bodies with equal definitions share one, which saves memory and keeps the caches warm.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkPhysics/PhysicsTypes.h"
#include "HullGeometry.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace Flockwork
{
// Its Bullet shape's user pointer leads back here.
struct FShape
{
	FShapeDef Def; // scaled; of meshes without degenerate triangles
	uint64_t Hash = 0;
	int32_t UseCount = 0;
	float InnerRadius = 0.0f; // of a ball about the origin that the shape holds; 0 for meshes
	FHullGeometry Hull;       // hulls only
	std::unique_ptr<btTriangleIndexVertexArray> MeshData;
	std::unique_ptr<btCollisionShape> Bullet;
};

class FShapeCache
{
public:
	// Null, with diagnostics, when the definition is bad.
	FShape* Acquire(const FShapeDef& Def, float Scale, FDiagnostics& Diagnostics);
	void Release(FShape& Shape);
	int32_t Num() const { return int32_t(Shapes.size()); }

private:
	std::unordered_multimap<uint64_t, std::unique_ptr<FShape>> Shapes; // by hash; never iterated
};
} // namespace Flockwork
