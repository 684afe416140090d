#include "ConvexCore.h"

#include "../BulletMath.h"
#include "Gjk.h"

#include <BulletCollision/CollisionShapes/btConvexShape.h>

namespace Flockwork
{
FCore FCore::MakePoint(const FVectorD& A, double Radius)
{
	FCore Core;
	Core.Radius = Radius;
	Core.A = A;
	return Core;
}

FCore FCore::MakeSegment(const FVectorD& A, const FVectorD& B, double Radius)
{
	FCore Core;
	Core.Type = A == B ? ECoreType::Point : ECoreType::Segment;
	Core.Radius = Radius;
	Core.A = A;
	Core.B = B;
	return Core;
}

FCore FCore::MakeTriangle(const FVectorD& A, const FVectorD& B, const FVectorD& C)
{
	FCore Core;
	Core.Type = ECoreType::Triangle;
	Core.A = A;
	Core.B = B;
	Core.C = C;
	return Core;
}

FCore FCore::MakeBox(const FPoseD& Pose, const FVectorD& HalfExtent)
{
	FCore Core;
	Core.Type = ECoreType::Box;
	Core.Pose = Pose;
	Core.HalfExtent = HalfExtent;
	return Core;
}

FCore FCore::Moved(const FVectorD& Offset) const
{
	FCore Core = *this;
	Core.A += Offset;
	Core.B += Offset;
	Core.C += Offset;
	Core.Pose.Origin += Offset;
	return Core;
}

FVectorD FCore::Center() const
{
	switch (Type)
	{
	case ECoreType::Point:
		return A;
	case ECoreType::Segment:
		return (A + B) * 0.5;
	case ECoreType::Triangle:
		return (A + B + C) / 3.0;
	default:
		return Pose.Origin;
	}
}

FVectorD FCore::Support(const FVectorD& Direction) const
{
	switch (Type)
	{
	case ECoreType::Point:
		return A;
	case ECoreType::Segment:
		return glm::dot(Direction, B - A) > 0.0 ? B : A;
	case ECoreType::Triangle:
	{
		const double AtA = glm::dot(Direction, A);
		const double AtB = glm::dot(Direction, B);
		const double AtC = glm::dot(Direction, C);
		return AtA >= AtB && AtA >= AtC ? A : AtB >= AtC ? B : C;
	}
	case ECoreType::Box:
	{
		FVectorD Corner = Pose.Origin;
		for (int Axis = 0; Axis < 3; ++Axis)
		{
			const double Side = glm::dot(Direction, Pose.Axis[Axis]) >= 0.0 ? HalfExtent[Axis] : -HalfExtent[Axis];
			Corner += Pose.Axis[Axis] * Side;
		}
		return Corner;
	}
	case ECoreType::Hull:
	{
		const FVectorD Local = Pose.ToLocalDirection(Direction);
		const btVector3* Best = &Hull->Corners.front();
		double BestHeight = glm::dot(ToDouble(*Best), Local);
		for (const btVector3& Corner : Hull->Corners)
		{
			const double Height = glm::dot(ToDouble(Corner), Local);
			if (Height > BestHeight)
			{
				BestHeight = Height;
				Best = &Corner;
			}
		}
		return Pose.ToWorld(ToDouble(*Best));
	}
	case ECoreType::Convex:
	{
		const double Length = glm::length(Direction);
		const FVectorD Unit = Length > 0.0 ? Direction / Length : FVectorD(0.0, 1.0, 0.0);
		const btVector3 Local = ToBullet(ToFloat(Pose.ToLocalDirection(Unit)));
		return Pose.ToWorld(ToDouble(Convex->localGetSupportingVertexWithoutMargin(Local)));
	}
	}
	return A;
}

namespace
{
FCoreDistance FromPoints(const FVectorD& OnX, const FVectorD& OnY)
{
	constexpr double Meeting = 1.0e-9; // m; below it the direction would be noise
	const double Distance = glm::length(OnX - OnY);
	if (Distance < Meeting)
	{
		return {};
	}
	return {Distance, OnX, OnY, (OnX - OnY) / Distance};
}

FVectorD ClosestOnCore(const FVectorD& Point, const FCore& Core)
{
	switch (Core.Type)
	{
	case ECoreType::Segment:
		return ClosestOnSegment(Point, Core.A, Core.B);
	case ECoreType::Triangle:
		return ClosestOnTriangle(Point, Core.A, Core.B, Core.C);
	case ECoreType::Box:
	{
		// By the way out, so that a point inside comes back unchanged although the axes are rounded to floats.
		const FVectorD Local = Core.Pose.ToLocal(Point);
		const FVectorD Beyond = Local - glm::clamp(Local, -Core.HalfExtent, Core.HalfExtent);
		return Point - Core.Pose.ToWorldDirection(Beyond);
	}
	default:
		return Core.A;
	}
}

bool HasClosedForm(const FCore& Core)
{
	return Core.Type != ECoreType::Hull && Core.Type != ECoreType::Convex;
}
} // namespace

FCoreDistance DistanceOf(const FCore& X, const FCore& Y)
{
	if (X.Type == ECoreType::Point && HasClosedForm(Y))
	{
		return FromPoints(X.A, ClosestOnCore(X.A, Y));
	}
	if (Y.Type == ECoreType::Point && HasClosedForm(X))
	{
		return FromPoints(ClosestOnCore(Y.A, X), Y.A);
	}
	if (X.Type == ECoreType::Segment && Y.Type == ECoreType::Segment)
	{
		FVectorD OnX;
		FVectorD OnY;
		ClosestOnSegments(X.A, X.B, Y.A, Y.B, OnX, OnY);
		return FromPoints(OnX, OnY);
	}
	FVectorD OnX;
	FVectorD OnY;
	if (!GjkClosestPoints(X, Y, OnX, OnY))
	{
		return {};
	}
	return FromPoints(OnX, OnY);
}
} // namespace Flockwork
