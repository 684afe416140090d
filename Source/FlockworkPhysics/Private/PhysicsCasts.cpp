// Rays and sweeps of FPhysicsWorld.
#include "BulletMath.h"
#include "FlockworkCore/Assert.h"
#include "PhysicsWorldImpl.h"
#include "Query/QueryFilter.h"
#include "Query/SceneWalker.h"
#include "Query/ShapeCores.h"

namespace Flockwork
{
namespace
{
constexpr float MaxQueryCoordinate = 1.0e9f;
constexpr int32_t CastGrain = 16;

bool IsGoodMotion(const FVector& Start, const FVector& End)
{
	return IsWithin(Start, MaxQueryCoordinate) && IsWithin(End, MaxQueryCoordinate) &&
	       LengthSquared(End - Start) > 0.0f;
}

// The nearest hit so far, and its body.
struct FNearest
{
	FSweepResult Result;
	FSeenObject Seen;

	// A hit at the same place as the one before counts only when its body was created earlier.
	bool Takes(double Fraction, const FSeenObject& Candidate) const
	{
		return !Seen.Object || Fraction < Result.Fraction ||
		       (Fraction == Result.Fraction && Candidate.Order() < Seen.Order());
	}
};

class FRayVisitor final : public IObjectVisitor
{
public:
	FRayVisitor(const FPhysicsWorld::FImpl& InImpl, const FQueryFilter& InFilter, const FRayQuery& Query)
	    : Impl(InImpl), Filter(InFilter), Start(ToDouble(Query.Start)), Motion(ToDouble(Query.End) - Start)
	{
	}
	void Visit(const btCollisionObject& Object, float& MaxFraction) override
	{
		const FSeenObject Seen{&Object, Impl.Bodies.FindObject(&Object)};
		if (!IsSeen(Filter, Seen))
		{
			return;
		}
		double Fraction = Nearest.Result.Fraction;
		FVectorD Normal(0.0);
		if (!RayShape(*Object.getCollisionShape(), Seen.PoseIn(Impl.Bodies), Seen.OurShape(), Start, Motion,
		        Filter.bBackFaces, Fraction, Normal) ||
		    !Nearest.Takes(Fraction, Seen))
		{
			return;
		}
		Nearest.Result = {Fraction, Normal, Start + Motion * Fraction, 0.0};
		Nearest.Seen = Seen;
		MaxFraction = float(Fraction);
	}
	FNearest Nearest;

private:
	const FPhysicsWorld::FImpl& Impl;
	const FQueryFilter& Filter;
	FVectorD Start;
	FVectorD Motion;
};

// Moves one core and keeps its first contact; of several overlaps at the start, the deepest.
class FSweepVisitor final : public IObjectVisitor, public ICoreVisitor
{
public:
	FSweepVisitor(const FPhysicsWorld::FImpl& InImpl, const FQueryFilter& InFilter, const FCore& InCore,
	    const FVectorD& InMotion, const FMovingBox& InBox)
	    : Impl(InImpl), Filter(InFilter), Core(InCore), Motion(InMotion), Box(InBox)
	{
	}
	void Visit(const btCollisionObject& Object, float& MaxFraction) override
	{
		Candidate = {&Object, Impl.Bodies.FindObject(&Object)};
		if (!IsSeen(Filter, Candidate))
		{
			return;
		}
		const btVector3 End = Box.Start + Box.Motion * float(Nearest.Result.Fraction);
		btVector3 Min = Box.Start;
		btVector3 Max = Box.Start;
		Min.setMin(End);
		Max.setMax(End);
		VisitCores(*Object.getCollisionShape(), Candidate.PoseIn(Impl.Bodies), Candidate.OurShape(),
		    Min - Box.HalfExtent, Max + Box.HalfExtent, *this);
		MaxFraction = float(Nearest.Result.Fraction);
	}
	void Visit(const FCore& Other) override
	{
		if (Other.Type == ECoreType::Triangle && !Filter.bBackFaces)
		{
			const FVectorD Front = glm::cross(Other.B - Other.A, Other.C - Other.A);
			if (glm::dot(Front, Core.Center() - Other.A) < 0.0)
			{
				return;
			}
		}
		FSweepResult Result = Nearest.Result;
		Result.Depth = 0.0;
		if (!SweepCore(Core, Motion, Other, Result))
		{
			return;
		}
		const bool bDeeper = Result.Depth > Nearest.Result.Depth;
		const bool bEqual = Result.Depth == Nearest.Result.Depth;
		if (bDeeper || (bEqual && Nearest.Takes(Result.Fraction, Candidate)))
		{
			Nearest.Result = Result;
			Nearest.Seen = Candidate;
		}
	}
	FNearest Nearest;

private:
	const FPhysicsWorld::FImpl& Impl;
	const FQueryFilter& Filter;
	const FCore& Core;
	FVectorD Motion;
	FMovingBox Box;
	FSeenObject Candidate;
};

bool WriteHit(const FNearest& Nearest, double Length, FHit& Out)
{
	Out = {};
	if (!Nearest.Seen.Object)
	{
		return false;
	}
	Out.bHit = true;
	Out.bStartPenetrating = Nearest.Result.Depth > 0.0;
	Out.Fraction = float(Nearest.Result.Fraction);
	Out.Distance = float(Nearest.Result.Fraction * Length);
	Out.Position = ToFloat(Nearest.Result.Point);
	Out.Normal = ToFloat(Nearest.Result.Normal);
	Out.BodyBits = Nearest.Seen.BodyBits();
	Out.UserData = Nearest.Seen.UserData();
	Out.Layer = Nearest.Seen.Layer();
	return true;
}

// Center is where the core's box has its middle.
bool Sweep(const FPhysicsWorld::FImpl& Impl, const FCore& Core, const FVector& Center, const FVector& HalfExtent,
    const FVector& End, const FQueryFilter& Filter, FHit& Out)
{
	const FVectorD Motion = ToDouble(End) - ToDouble(Center);
	const FMovingBox Box{ToBullet(Center), ToBullet(ToFloat(Motion)), ToBullet(HalfExtent)};
	FSweepVisitor Visitor(Impl, Filter, Core, Motion, Box);
	WalkMotion(*Impl.World->getBroadphase(), Box, WantedBy(Filter), Visitor);
	return WriteHit(Visitor.Nearest, glm::length(Motion), Out);
}
} // namespace

bool FPhysicsWorld::IsThreadSafe() const
{
	return IsWalkThreadSafe(*Impl->World->getBroadphase());
}

bool FPhysicsWorld::Raycast(const FRayQuery& Query, const FQueryFilter& Filter, FHit& Out) const
{
	Out = {};
	if (!IsGoodMotion(Query.Start, Query.End))
	{
		return false;
	}
	FRayVisitor Visitor(*Impl, Filter, Query);
	const FMovingBox Box{ToBullet(Query.Start), ToBullet(Query.End - Query.Start), btVector3(0, 0, 0)};
	WalkMotion(*Impl->World->getBroadphase(), Box, WantedBy(Filter), Visitor);
	return WriteHit(Visitor.Nearest, glm::length(ToDouble(Query.End) - ToDouble(Query.Start)), Out);
}

bool FPhysicsWorld::SweepSphere(const FSphereSweep& Query, const FQueryFilter& Filter, FHit& Out) const
{
	Out = {};
	const bool bGoodRadius = Query.Radius > 0.0f && Query.Radius <= MaxCoordinate;
	if (!IsGoodMotion(Query.Start, Query.End) || !bGoodRadius)
	{
		return false;
	}
	const FCore Core = FCore::MakePoint(ToDouble(Query.Start), double(Query.Radius));
	return Sweep(*Impl, Core, Query.Start, FVector(Query.Radius), Query.End, Filter, Out);
}

bool FPhysicsWorld::SweepCapsule(const FCapsuleSweep& Query, const FQueryFilter& Filter, FHit& Out) const
{
	Out = {};
	const bool bGoodSize = Query.Radius > 0.0f && Query.Radius <= MaxCoordinate && Query.HalfHeight >= 0.0f &&
	                       Query.HalfHeight <= MaxCoordinate;
	if (!IsGoodMotion(Query.Start, Query.End) || !bGoodSize)
	{
		return false;
	}
	const FVectorD Center = ToDouble(Query.Start);
	const FVectorD Half(0.0, double(Query.HalfHeight), 0.0);
	const FCore Core = FCore::MakeSegment(Center - Half, Center + Half, double(Query.Radius));
	const FVector HalfExtent(Query.Radius, Query.Radius + Query.HalfHeight, Query.Radius);
	return Sweep(*Impl, Core, Query.Start, HalfExtent, Query.End, Filter, Out);
}

void FPhysicsWorld::RaycastBatch(
    std::span<const FRayQuery> Queries, const FQueryFilter& Filter, std::span<FHit> Out) const
{
	FW_CHECK(Out.size() == Queries.size(), "one hit a query");
	if (!IsThreadSafe())
	{
		ISceneQuery::RaycastBatch(Queries, Filter, Out);
		return;
	}
	ParallelFor(Impl->Scheduler, int32_t(Queries.size()), CastGrain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (int32_t Index = Begin; Index < End; ++Index)
		    {
			    Raycast(Queries[size_t(Index)], Filter, Out[size_t(Index)]);
		    }
	    });
}

void FPhysicsWorld::SweepSphereBatch(
    std::span<const FSphereSweep> Queries, const FQueryFilter& Filter, std::span<FHit> Out) const
{
	FW_CHECK(Out.size() == Queries.size(), "one hit a query");
	if (!IsThreadSafe())
	{
		ISceneQuery::SweepSphereBatch(Queries, Filter, Out);
		return;
	}
	ParallelFor(Impl->Scheduler, int32_t(Queries.size()), CastGrain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (int32_t Index = Begin; Index < End; ++Index)
		    {
			    SweepSphere(Queries[size_t(Index)], Filter, Out[size_t(Index)]);
		    }
	    });
}
} // namespace Flockwork
