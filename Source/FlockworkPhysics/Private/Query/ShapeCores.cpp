#include "ShapeCores.h"

#include "../BulletMath.h"
#include "../ShapeCache.h"
#include "RayTests.h"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <BulletCollision/CollisionShapes/btConcaveShape.h>
#include <BulletCollision/CollisionShapes/btConvexShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <LinearMath/btAabbUtil2.h>
#include <utility>

namespace Flockwork
{
namespace
{
FCore ConvexCoreOf(const btCollisionShape& Shape, const btTransform& Transform, const FShape* Ours)
{
	const FPoseD Pose(Transform);
	switch (Shape.getShapeType())
	{
	case SPHERE_SHAPE_PROXYTYPE:
		return FCore::MakePoint(Pose.Origin, double(static_cast<const btSphereShape&>(Shape).getRadius()));
	case BOX_SHAPE_PROXYTYPE:
		return FCore::MakeBox(Pose, ToDouble(static_cast<const btBoxShape&>(Shape).getHalfExtentsWithMargin()));
	case CAPSULE_SHAPE_PROXYTYPE:
	{
		const auto& Capsule = static_cast<const btCapsuleShape&>(Shape);
		const FVectorD Half = Pose.Axis[Capsule.getUpAxis()] * double(Capsule.getHalfHeight());
		return FCore::MakeSegment(Pose.Origin - Half, Pose.Origin + Half, double(Capsule.getRadius()));
	}
	default:
		break;
	}
	FCore Core;
	Core.Pose = Pose;
	if (Ours && Ours->Def.Type == EShapeType::Hull)
	{
		Core.Type = ECoreType::Hull;
		Core.Hull = &Ours->Hull;
		return Core;
	}
	Core.Type = ECoreType::Convex;
	Core.Convex = static_cast<const btConvexShape*>(&Shape);
	Core.Radius = double(Core.Convex->getMargin());
	return Core;
}

// Bullet gives a static plane's triangles the wrong way round.
bool IsInsideOut(const btCollisionShape& Shape)
{
	return Shape.getShapeType() == STATIC_PLANE_PROXYTYPE;
}

class FTriangleCores final : public btTriangleCallback
{
public:
	FTriangleCores(const btTransform& Transform, bool bInFlip, ICoreVisitor& InVisitor)
	    : Pose(Transform), bFlip(bInFlip), Visitor(InVisitor)
	{
	}
	void processTriangle(btVector3* Triangle, int, int) override
	{
		if (bFlip)
		{
			std::swap(Triangle[0], Triangle[1]);
		}
		Visitor.Visit(FCore::MakeTriangle(Pose.ToWorld(ToDouble(Triangle[0])), Pose.ToWorld(ToDouble(Triangle[1])),
		    Pose.ToWorld(ToDouble(Triangle[2]))));
	}

private:
	FPoseD Pose;
	bool bFlip;
	ICoreVisitor& Visitor;
};

class FRayTriangles final : public btTriangleCallback
{
public:
	FRayTriangles(const FRayD& InRay, bool bInFlip, bool bInBackFaces, double InFraction)
	    : Fraction(InFraction), Ray(InRay), bFlip(bInFlip), bBackFaces(bInBackFaces)
	{
	}
	void processTriangle(btVector3* Triangle, int, int) override
	{
		if (bFlip)
		{
			std::swap(Triangle[0], Triangle[1]);
		}
		const bool bThis = RayTriangle(
		    Ray, ToDouble(Triangle[0]), ToDouble(Triangle[1]), ToDouble(Triangle[2]), bBackFaces, Fraction, Normal);
		bHit = bThis || bHit;
	}
	double Fraction;
	FVectorD Normal{0.0};
	bool bHit = false;

private:
	FRayD Ray;
	bool bFlip;
	bool bBackFaces;
};

bool RayConcave(const btCollisionShape& Shape, const FPoseD& Pose, const FRayD& Ray, bool bBackFaces, double& Fraction,
    FVectorD& Normal)
{
	const FRayD Local{Pose.ToLocal(Ray.Origin), Pose.ToLocalDirection(Ray.Direction)};
	FRayTriangles Triangles(Local, IsInsideOut(Shape), bBackFaces, Fraction);
	const btVector3 From = ToBullet(ToFloat(Local.Origin));
	const btVector3 To = ToBullet(ToFloat(Local.Origin + Local.Direction * Fraction));
	if (Shape.getShapeType() == TRIANGLE_MESH_SHAPE_PROXYTYPE)
	{
		auto& Mesh = const_cast<btBvhTriangleMeshShape&>(static_cast<const btBvhTriangleMeshShape&>(Shape));
		// A box a little larger than nothing: in floats the ray may run just beside a triangle's box.
		const btVector3 Slack = btVector3(1, 1, 1) * (1.0e-5f * (1.0f + (To - From).length() + From.length()));
		Mesh.performConvexcast(&Triangles, From, To, -Slack, Slack);
	}
	else
	{
		btVector3 Min = From;
		btVector3 Max = From;
		Min.setMin(To);
		Max.setMax(To);
		static_cast<const btConcaveShape&>(Shape).processAllTriangles(&Triangles, Min, Max);
	}
	if (Triangles.bHit)
	{
		Fraction = Triangles.Fraction;
		Normal = Pose.ToWorldDirection(Triangles.Normal);
	}
	return Triangles.bHit;
}

bool RayConvex(const FCore& Core, const FRayD& Ray, double& Fraction, FVectorD& Normal)
{
	const FRayD Local{Core.Pose.ToLocal(Ray.Origin), Core.Pose.ToLocalDirection(Ray.Direction)};
	switch (Core.Type)
	{
	case ECoreType::Point:
		return RaySphere(Ray, Core.A, Core.Radius, Fraction, Normal);
	case ECoreType::Segment:
		return RayCapsule(Ray, Core.A, Core.B, Core.Radius, Fraction, Normal);
	case ECoreType::Box:
	case ECoreType::Hull:
	{
		const bool bHit = Core.Type == ECoreType::Box ? RayBox(Local, Core.HalfExtent, Fraction, Normal)
		                                              : RayPlanes(Local, Core.Hull->Planes, Fraction, Normal);
		Normal = bHit ? Core.Pose.ToWorldDirection(Normal) : Normal;
		return bHit;
	}
	default:
		break;
	}
	FSweepResult Result;
	Result.Fraction = Fraction;
	if (!SweepCore(FCore::MakePoint(Ray.Origin, 0.0), Ray.Direction, Core, Result) || Result.Depth > 0.0)
	{
		return false;
	}
	Fraction = Result.Fraction;
	Normal = Result.Normal;
	return true;
}
} // namespace

void VisitCores(const btCollisionShape& Shape, const btTransform& Pose, const FShape* Ours, const btVector3& Min,
    const btVector3& Max, ICoreVisitor& Visitor)
{
	if (Shape.isConvex())
	{
		Visitor.Visit(ConvexCoreOf(Shape, Pose, Ours));
	}
	else if (Shape.isConcave())
	{
		btVector3 LocalMin;
		btVector3 LocalMax;
		btTransformAabb((Max - Min) * 0.5f, 0.0f,
		    Pose.inverse() * btTransform(btMatrix3x3::getIdentity(), (Min + Max) * 0.5f), LocalMin, LocalMax);
		FTriangleCores Triangles(Pose, IsInsideOut(Shape), Visitor);
		static_cast<const btConcaveShape&>(Shape).processAllTriangles(&Triangles, LocalMin, LocalMax);
	}
	else if (Shape.isCompound())
	{
		const auto& Compound = static_cast<const btCompoundShape&>(Shape);
		for (int Child = 0; Child < Compound.getNumChildShapes(); ++Child)
		{
			const btTransform ChildPose = Pose * Compound.getChildTransform(Child);
			btVector3 ChildMin;
			btVector3 ChildMax;
			Compound.getChildShape(Child)->getAabb(ChildPose, ChildMin, ChildMax);
			if (TestAabbAgainstAabb2(Min, Max, ChildMin, ChildMax))
			{
				VisitCores(*Compound.getChildShape(Child), ChildPose, nullptr, Min, Max, Visitor);
			}
		}
	}
}

bool RayShape(const btCollisionShape& Shape, const btTransform& Pose, const FShape* Ours, const FVectorD& Start,
    const FVectorD& Motion, bool bBackFaces, double& Fraction, FVectorD& Normal)
{
	const FRayD Ray{Start, Motion};
	if (Shape.isConvex())
	{
		return RayConvex(ConvexCoreOf(Shape, Pose, Ours), Ray, Fraction, Normal);
	}
	if (Shape.isConcave())
	{
		return RayConcave(Shape, FPoseD(Pose), Ray, bBackFaces, Fraction, Normal);
	}
	bool bHit = false;
	if (Shape.isCompound())
	{
		const auto& Compound = static_cast<const btCompoundShape&>(Shape);
		for (int Child = 0; Child < Compound.getNumChildShapes(); ++Child)
		{
			bHit = RayShape(*Compound.getChildShape(Child), Pose * Compound.getChildTransform(Child), nullptr, Start,
			           Motion, bBackFaces, Fraction, Normal) ||
			       bHit;
		}
	}
	return bHit;
}
} // namespace Flockwork
