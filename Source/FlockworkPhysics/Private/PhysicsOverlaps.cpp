// Overlaps of FPhysicsWorld, with the way out.
#include "BulletMath.h"
#include "PhysicsWorldImpl.h"
#include "Query/QueryFilter.h"
#include "Query/SceneWalker.h"
#include "Query/ShapeCores.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
// Keeps the deepest overlap of one core with the cores of one body.
class FDeepest final : public ICoreVisitor
{
public:
	FDeepest(const FCore& InCore, bool bInBackFaces) : Core(InCore), bBackFaces(bInBackFaces) {}
	void Visit(const FCore& Other) override
	{
		if (Other.Type == ECoreType::Triangle && !bBackFaces)
		{
			const FVectorD Front = glm::cross(Other.B - Other.A, Other.C - Other.A);
			if (glm::dot(Front, Core.Center() - Other.A) < 0.0)
			{
				return;
			}
		}
		FVectorD OtherDirection(0.0);
		double OtherDepth = 0.0;
		if (PushOut(Core, Other, OtherDirection, OtherDepth) && OtherDepth > Depth)
		{
			Depth = OtherDepth;
			Direction = OtherDirection;
		}
	}
	double Depth = 0.0;
	FVectorD Direction{0.0};

private:
	const FCore& Core;
	bool bBackFaces;
};

class FOverlapVisitor final : public IObjectVisitor
{
public:
	FOverlapVisitor(const FPhysicsWorld::FImpl& InImpl, const FQueryFilter& InFilter, const FCore& InCore,
	    const btVector3& InMin, const btVector3& InMax, std::span<FOverlap> InOut)
	    : Impl(InImpl), Filter(InFilter), Core(InCore), Min(InMin), Max(InMax), Out(InOut)
	{
	}
	void Visit(const btCollisionObject& Object, float&) override
	{
		const FSeenObject Seen{&Object, Impl.Bodies.FindObject(&Object)};
		FVectorD Push(0.0);
		if (IsSeen(Filter, Seen) && FindPush(Seen, Push))
		{
			Keep(Seen, {Seen.BodyBits(), Seen.UserData(), Seen.Layer(), ToFloat(Push)});
		}
	}
	int32_t Count = 0;

private:
	// One step for a convex body. Out of a mesh it is found by steps out of the deepest triangle, which for corners and
	// grooves comes near the shortest way.
	bool FindPush(const FSeenObject& Seen, FVectorD& Push) const
	{
		constexpr int MaxSteps = 8;
		bool bOverlaps = false;
		for (int Step = 0; Step < MaxSteps; ++Step)
		{
			const FCore Moved = Core.Moved(Push);
			const btVector3 Shift = ToBullet(ToFloat(Push));
			FDeepest Deepest(Moved, Filter.bBackFaces);
			VisitCores(*Seen.Object->getCollisionShape(), Seen.PoseIn(Impl.Bodies), Seen.OurShape(), Min + Shift,
			    Max + Shift, Deepest);
			if (Deepest.Depth <= 0.0)
			{
				break;
			}
			bOverlaps = true;
			Push += Deepest.Direction * Deepest.Depth;
		}
		return bOverlaps;
	}
	// In order of creation; when there is no room, the later ones are left out.
	void Keep(const FSeenObject& Seen, const FOverlap& Overlap)
	{
		const int32_t Room = int32_t(Out.size());
		const int32_t Kept = std::min(Count, Room);
		++Count;
		const auto OrderOf = [this](const FOverlap& Known) {
			return FSeenObject{nullptr, Impl.Bodies.Find(FBodyId::FromBits(Known.BodyBits))}.Order();
		};
		const auto Place = std::upper_bound(Out.begin(), Out.begin() + Kept, Seen.Order(),
		    [&](uint64_t Order, const FOverlap& Known) { return Order < OrderOf(Known); });
		if (Place == Out.begin() + Room)
		{
			return;
		}
		const auto End = Out.begin() + std::min(Kept, Room - 1);
		std::move_backward(Place, End, End + 1);
		*Place = Overlap;
	}

	const FPhysicsWorld::FImpl& Impl;
	const FQueryFilter& Filter;
	const FCore& Core;
	btVector3 Min;
	btVector3 Max;
	std::span<FOverlap> Out;
};

int32_t Overlap(const FPhysicsWorld::FImpl& Impl, const FCore& Core, const FVector& Center, const FVector& HalfExtent,
    const FQueryFilter& Filter, std::span<FOverlap> Out)
{
	const btVector3 Min = ToBullet(Center - HalfExtent);
	const btVector3 Max = ToBullet(Center + HalfExtent);
	FOverlapVisitor Visitor(Impl, Filter, Core, Min, Max, Out);
	WalkBox(*Impl.World->getBroadphase(), Min, Max, WantedBy(Filter), Visitor);
	return Visitor.Count;
}

bool IsGoodSize(float Size)
{
	return Size > 0.0f && Size <= MaxCoordinate;
}
} // namespace

int32_t FPhysicsWorld::OverlapSphere(
    const FVector& Center, float Radius, const FQueryFilter& Filter, std::span<FOverlap> Out) const
{
	if (!IsWithin(Center, MaxCoordinate) || !IsGoodSize(Radius))
	{
		return 0;
	}
	return Overlap(*Impl, FCore::MakePoint(ToDouble(Center), double(Radius)), Center, FVector(Radius), Filter, Out);
}

int32_t FPhysicsWorld::OverlapCapsule(
    const FVector& Center, float Radius, float HalfHeight, const FQueryFilter& Filter, std::span<FOverlap> Out) const
{
	if (!IsWithin(Center, MaxCoordinate) || !IsGoodSize(Radius) || !(HalfHeight >= 0.0f && HalfHeight <= MaxCoordinate))
	{
		return 0;
	}
	const FVectorD Half(0.0, double(HalfHeight), 0.0);
	const FCore Core = FCore::MakeSegment(ToDouble(Center) - Half, ToDouble(Center) + Half, double(Radius));
	return Overlap(*Impl, Core, Center, FVector(Radius, Radius + HalfHeight, Radius), Filter, Out);
}

int32_t FPhysicsWorld::OverlapBox(
    const FTransform& Transform, const FVector& HalfExtent, const FQueryFilter& Filter, std::span<FOverlap> Out) const
{
	const FVector Half = HalfExtent * Transform.Scale;
	if (!IsGoodPose(Transform) || !IsGoodSize(Half.x) || !IsGoodSize(Half.y) || !IsGoodSize(Half.z))
	{
		return 0;
	}
	FTransform Unit = Transform;
	Unit.Rotation = glm::normalize(Transform.Rotation);
	const FPoseD Pose(ToBullet(Unit));
	const FVectorD Reach = glm::abs(Pose.Axis[0]) * double(Half.x) + glm::abs(Pose.Axis[1]) * double(Half.y) +
	                       glm::abs(Pose.Axis[2]) * double(Half.z);
	return Overlap(*Impl, FCore::MakeBox(Pose, ToDouble(Half)), Transform.Location, ToFloat(Reach), Filter, Out);
}
} // namespace Flockwork
