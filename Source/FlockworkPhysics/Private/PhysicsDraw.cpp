// Outlines by our own hands: Bullet's debug drawer sets a global that disables deactivation.
#include "BulletMath.h"
#include "PhysicsWorldImpl.h"
#include "Query/QueryFilter.h"
#include "Query/SceneWalker.h"

#include <BulletCollision/CollisionShapes/btConcaveShape.h>
#include <BulletCollision/CollisionShapes/btTriangleCallback.h>

namespace Flockwork
{
namespace
{
constexpr int MaxTriangles = 20000; // of one mesh

FColor ColorOf(const FBodyRecord& Record)
{
	if (Record.bTrigger)
	{
		return {0.9f, 0.3f, 0.9f, 1.0f};
	}
	switch (Record.Type)
	{
	case EBodyType::Static:
		return {0.5f, 0.7f, 0.5f, 1.0f};
	case EBodyType::Kinematic:
		return {0.4f, 0.6f, 1.0f, 1.0f};
	case EBodyType::Dynamic:
		break;
	}
	return Record.Bullet.isActive() ? FColor{1.0f, 0.8f, 0.2f, 1.0f} : FColor{0.6f, 0.6f, 0.6f, 1.0f};
}

class FTriangleLines final : public btTriangleCallback
{
public:
	FTriangleLines(IDebugDraw& InDraw, const btTransform& InPose, const FColor& InColor)
	    : Draw(InDraw), Pose(InPose), Color(InColor)
	{
	}
	void processTriangle(btVector3* Triangle, int, int) override
	{
		for (int Corner = 0; Corner < 3 && Count < MaxTriangles; ++Corner)
		{
			Draw.Line(FromBullet(Pose * Triangle[Corner]), FromBullet(Pose * Triangle[(Corner + 1) % 3]), Color);
		}
		++Count;
	}

private:
	IDebugDraw& Draw;
	btTransform Pose;
	FColor Color;
	int Count = 0;
};

void DrawCapsule(IDebugDraw& Draw, const btTransform& Pose, const FShapeDef& Def, const FColor& Color)
{
	const FVector Axis = FromBullet(Pose.getBasis().getColumn(1));
	const FVector Side = FromBullet(Pose.getBasis().getColumn(0)) * Def.Radius;
	const FVector Front = FromBullet(Pose.getBasis().getColumn(2)) * Def.Radius;
	const FVector Top = FromBullet(Pose.getOrigin()) + Axis * Def.HalfHeight;
	const FVector Bottom = FromBullet(Pose.getOrigin()) - Axis * Def.HalfHeight;
	Draw.Sphere(Top, Def.Radius, Color);
	Draw.Sphere(Bottom, Def.Radius, Color);
	for (const FVector& Offset : {Side, -Side, Front, -Front})
	{
		Draw.Line(Top + Offset, Bottom + Offset, Color);
	}
}

// Two corners share an edge when two faces hold both.
void DrawHull(IDebugDraw& Draw, const btTransform& Pose, const FHullGeometry& Hull, const FColor& Color)
{
	const auto SharedPlanes = [&Hull](const btVector3& A, const btVector3& B)
	{
		int Shared = 0;
		for (const FHullPlane& Plane : Hull.Planes)
		{
			const float Near = 1.0e-3f * (1.0f + std::fabs(Plane.Offset));
			const bool bHolds = std::fabs(Plane.Normal.dot(A) - Plane.Offset) < Near &&
			                    std::fabs(Plane.Normal.dot(B) - Plane.Offset) < Near;
			Shared += bHolds ? 1 : 0;
		}
		return Shared;
	};
	for (size_t First = 0; First < Hull.Corners.size(); ++First)
	{
		for (size_t Second = First + 1; Second < Hull.Corners.size(); ++Second)
		{
			if (SharedPlanes(Hull.Corners[First], Hull.Corners[Second]) >= 2)
			{
				Draw.Line(FromBullet(Pose * Hull.Corners[First]), FromBullet(Pose * Hull.Corners[Second]), Color);
			}
		}
	}
}

class FDrawVisitor final : public IObjectVisitor
{
public:
	FDrawVisitor(const FBodyPool& InBodies, IDebugDraw& InDraw, const FVector& InCenter, float InRadius)
	    : Bodies(InBodies), Draw(InDraw), Center(InCenter), Radius(InRadius)
	{
	}
	void Visit(const btCollisionObject& Object, float&) override
	{
		const FBodyRecord* Record = Bodies.FindObject(&Object);
		if (!Record)
		{
			return;
		}
		const btTransform Pose = Bodies.PoseOf(*Record);
		const FShapeDef& Def = Record->Shape->Def;
		const FColor Color = ColorOf(*Record);
		switch (Def.Type)
		{
		case EShapeType::Box:
			Draw.Box(FromBullet(Pose), Def.HalfExtent, Color);
			break;
		case EShapeType::Sphere:
			Draw.Sphere(FromBullet(Pose.getOrigin()), Def.Radius, Color);
			break;
		case EShapeType::Capsule:
			DrawCapsule(Draw, Pose, Def, Color);
			break;
		case EShapeType::Hull:
			DrawHull(Draw, Pose, Record->Shape->Hull, Color);
			break;
		case EShapeType::Mesh:
			DrawMesh(*Object.getCollisionShape(), Pose, Color);
			break;
		}
	}

private:
	void DrawMesh(const btCollisionShape& Shape, const btTransform& Pose, const FColor& Color)
	{
		const btVector3 Local = Pose.invXform(ToBullet(Center));
		const btVector3 Reach(Radius, Radius, Radius);
		FTriangleLines Lines(Draw, Pose, Color);
		static_cast<const btConcaveShape&>(Shape).processAllTriangles(&Lines, Local - Reach, Local + Reach);
	}
	const FBodyPool& Bodies;
	IDebugDraw& Draw;
	FVector Center;
	float Radius;
};
} // namespace

void FPhysicsWorld::DrawShapes(IDebugDraw& Draw, const FVector& Center, float Radius) const
{
	if (!IsWithin(Center, MaxCoordinate) || !(Radius > 0.0f))
	{
		return;
	}
	const btVector3 Reach(Radius, Radius, Radius);
	FDrawVisitor Visitor(Impl->Bodies, Draw, Center, Radius);
	WalkBox(*Impl->World->getBroadphase(), ToBullet(Center) - Reach, ToBullet(Center) + Reach, {}, Visitor);
}
} // namespace Flockwork
