#include "ShapeCache.h"

#include "BulletMath.h"
#include "FlockworkCore/Hash.h"
#include "ShapeValidation.h"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <algorithm>
#include <utility>

namespace Flockwork
{
namespace
{
// Rounding of hulls in contacts. Larger: contacts are found by the quick method more often, edges are rounder.
constexpr float HullMargin = 0.02f;
// Bullet's quantised tree packs a triangle's index into 21 bits.
constexpr size_t MaxQuantizedTriangles = size_t(1) << 21;

FShapeDef Scaled(const FShapeDef& Def, float Scale)
{
	FShapeDef Out;
	Out.Type = Def.Type;
	switch (Def.Type)
	{
	case EShapeType::Box:
		Out.HalfExtent = Def.HalfExtent * Scale;
		break;
	case EShapeType::Capsule:
		Out.HalfHeight = Def.HalfHeight * Scale;
		Out.Radius = Def.Radius * Scale;
		break;
	case EShapeType::Sphere:
		Out.Radius = Def.Radius * Scale;
		break;
	case EShapeType::Hull:
		Out.Points = Def.Points;
		break;
	case EShapeType::Mesh:
		Out.Vertices = Def.Vertices;
		Out.Indices = Def.Indices;
		break;
	}
	for (FVector& Point : Out.Points)
	{
		Point *= Scale;
	}
	for (FVector& Vertex : Out.Vertices)
	{
		Vertex *= Scale;
	}
	return Out;
}

uint64_t HashOf(const FShapeDef& Def)
{
	FStateHash Hash;
	Hash.Add(uint64_t(Def.Type));
	Hash.Add(Def.HalfExtent);
	Hash.Add(Def.Radius);
	Hash.Add(Def.HalfHeight);
	Hash.Add(std::span<const FVector>(Def.Points));
	Hash.Add(std::span<const FVector>(Def.Vertices));
	Hash.AddBytes(Def.Indices.data(), Def.Indices.size() * sizeof(uint32_t));
	return Hash.Get();
}

bool IsSame(const FShapeDef& A, const FShapeDef& B)
{
	return A.Type == B.Type && A.HalfExtent == B.HalfExtent && A.Radius == B.Radius && A.HalfHeight == B.HalfHeight &&
	       A.Points == B.Points && A.Vertices == B.Vertices && A.Indices == B.Indices;
}

void MakeHull(FShape& Shape)
{
	std::vector<btVector3> Corners;
	float Margin = ShrinkHull(Shape.Def.Points, HullMargin, Corners);
	if (Corners.empty())
	{
		Corners = Shape.Hull.Corners;
		Margin = 0.0f;
	}
	auto Bullet = std::make_unique<btConvexHullShape>(&Corners[0].m_floats[0], int(Corners.size()));
	Bullet->setMargin(Margin);
	Bullet->recalcLocalAabb();
	Bullet->optimizeConvexHull();
	Bullet->initializePolyhedralFeatures();
	Shape.InnerRadius = std::max(0.0f, Shape.Hull.InnerRadius());
	Shape.Bullet = std::move(Bullet);
}

void MakeMesh(FShape& Shape)
{
	FShapeDef& Def = Shape.Def;
	btIndexedMesh Part;
	Part.m_numTriangles = int(Def.Indices.size() / 3);
	Part.m_triangleIndexBase = reinterpret_cast<const unsigned char*>(Def.Indices.data());
	Part.m_triangleIndexStride = 3 * int(sizeof(uint32_t));
	Part.m_numVertices = int(Def.Vertices.size());
	Part.m_vertexBase = reinterpret_cast<const unsigned char*>(Def.Vertices.data());
	Part.m_vertexStride = int(sizeof(FVector));
	Part.m_vertexType = PHY_FLOAT;
	Shape.MeshData = std::make_unique<btTriangleIndexVertexArray>();
	Shape.MeshData->addIndexedMesh(Part, PHY_INTEGER);
	const bool bQuantized = Def.Indices.size() / 3 < MaxQuantizedTriangles;
	auto Bullet = std::make_unique<btBvhTriangleMeshShape>(Shape.MeshData.get(), bQuantized);
	// The other body's rounding is enough: a margin here would lift everything off the surface.
	Bullet->setMargin(0.0f);
	Shape.Bullet = std::move(Bullet);
}

void MakeBulletShape(FShape& Shape)
{
	const FShapeDef& Def = Shape.Def;
	switch (Def.Type)
	{
	case EShapeType::Box:
		Shape.Bullet = std::make_unique<btBoxShape>(ToBullet(Def.HalfExtent));
		Shape.InnerRadius = std::min({Def.HalfExtent.x, Def.HalfExtent.y, Def.HalfExtent.z});
		break;
	case EShapeType::Sphere:
		Shape.Bullet = std::make_unique<btSphereShape>(Def.Radius);
		Shape.InnerRadius = Def.Radius;
		break;
	case EShapeType::Capsule:
		Shape.Bullet = std::make_unique<btCapsuleShape>(Def.Radius, 2.0f * Def.HalfHeight);
		Shape.InnerRadius = Def.Radius;
		break;
	case EShapeType::Hull:
		MakeHull(Shape);
		break;
	case EShapeType::Mesh:
		MakeMesh(Shape);
		break;
	}
	Shape.Bullet->setUserPointer(&Shape);
}
} // namespace

FShape* FShapeCache::Acquire(const FShapeDef& Def, float Scale, FDiagnostics& Diagnostics)
{
	if (!ValidateShape(Def, Diagnostics))
	{
		return nullptr;
	}
	FShapeDef Wanted = Scaled(Def, Scale);
	if (!ValidateScaledShape(Wanted, Diagnostics))
	{
		return nullptr;
	}
	const uint64_t Hash = HashOf(Wanted);
	const auto [First, Last] = Shapes.equal_range(Hash);
	for (auto Entry = First; Entry != Last; ++Entry)
	{
		if (IsSame(Entry->second->Def, Wanted))
		{
			++Entry->second->UseCount;
			return Entry->second.get();
		}
	}
	auto Shape = std::make_unique<FShape>();
	Shape->Def = std::move(Wanted);
	Shape->Hash = Hash;
	if (Def.Type == EShapeType::Hull && !Shape->Hull.Build(Shape->Def.Points))
	{
		Diagnostics.Error(
		    {}, "shape.points", "the points span no volume; four or more, not all in one plane, are needed");
		return nullptr;
	}
	MakeBulletShape(*Shape);
	Shape->UseCount = 1;
	FShape* Result = Shape.get();
	Shapes.emplace(Result->Hash, std::move(Shape));
	return Result;
}

void FShapeCache::Release(FShape& Shape)
{
	if (--Shape.UseCount > 0)
	{
		return;
	}
	const auto [First, Last] = Shapes.equal_range(Shape.Hash);
	const auto Entry = std::find_if(First, Last, [&](const auto& Other) { return Other.second.get() == &Shape; });
	Shapes.erase(Entry);
}
} // namespace Flockwork
