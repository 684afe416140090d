// Calls for many bodies at once: one pass, cut into chunks for the scheduler, nothing allocated.
#include "BulletMath.h"
#include "FlockworkCore/Assert.h"
#include "PhysicsWorldImpl.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr float MaxAcceleration = 1.0e9f; // m/s^2
// How many bodies ahead memory is asked for.
constexpr size_t LookAhead = 8;

// Visit(Index) for each id; answers for how many it returned true. Few are visited where the call is made: it may then
// come from inside a chunk.
template <typename VisitorType>
int32_t VisitIds(const FPhysicsWorld::FImpl& Impl, size_t Count, VisitorType&& Visit)
{
	std::atomic<int32_t> GoodCount{0};
	const auto VisitRange = [&](int32_t Begin, int32_t End, int32_t)
	{
		int32_t Good = 0;
		for (size_t Index = size_t(Begin); Index < size_t(End); ++Index)
		{
			Good += Visit(Index) ? 1 : 0;
		}
		GoodCount.fetch_add(Good, std::memory_order_relaxed);
	};
	if (Count <= size_t(FPhysicsWorld::BulkGrain))
	{
		VisitRange(0, int32_t(Count), 0);
	}
	else
	{
		ParallelFor(Impl.Scheduler, int32_t(Count), FPhysicsWorld::BulkGrain, VisitRange);
	}
	return GoodCount;
}

// Visit(FBodySlot*, Index), null for a stale id.
template <typename VisitorType>
int32_t VisitSlots(FPhysicsWorld::FImpl& Impl, std::span<const FBodyId> Ids, VisitorType&& Visit)
{
	return VisitIds(Impl, Ids.size(), [&](size_t Index) { return Visit(Impl.Bodies.FindSlot(Ids[Index]), Index); });
}

// Asks for the two cache lines that writing touches, of the body some places ahead unless that is lazy.
void PrefetchAhead(const FBodyPool& Bodies, std::span<const FBodyId> Ids, size_t Index)
{
	const FBodyId Ahead = Ids[std::min(Index + LookAhead, Ids.size() - 1)];
	const FBodySlot* const Slot = Bodies.FindSlot(Ahead); // null for a stale id, whose body is no more
	if (Slot && !Slot->bLazy)
	{
		const btRigidBody& Body = Bodies.At(Ahead.Index)->Bullet;
		__builtin_prefetch(&Body.getLinearVelocity(), 1);
		__builtin_prefetch(&Body.getWorldTransform(), 1);
	}
}

// Of a shared body, whose copy nobody keeps.
FBodyMotion ReadBullet(const btRigidBody& Body)
{
	FBodyMotion Motion;
	Motion.Location = FromBullet(Body.getWorldTransform().getOrigin());
	Motion.Velocity = FromBullet(Body.getLinearVelocity());
	Motion.Rotation = FromBullet(Body.getWorldTransform().getRotation());
	return Motion;
}

// Take(const FBodyMotion&, Index) for each id, a motion of zeros for a stale one.
template <typename TakerType>
int32_t ReadMotions(const FPhysicsWorld::FImpl& Impl, std::span<const FBodyId> Ids, TakerType&& Take)
{
	const FBodyPool& Bodies = Impl.Bodies;
	const FBodyMotion None;
	if (Bodies.IsBulletShared())
	{
		return VisitIds(Impl, Ids.size(),
		    [&](size_t Index)
		    {
			    const FBodyRecord* const Record = Bodies.Find(Ids[Index]);
			    Take(Record ? ReadBullet(Record->Bullet) : None, Index);
			    return Record != nullptr;
		    });
	}
	return VisitIds(Impl, Ids.size(),
	    [&](size_t Index)
	    {
		    const bool bAlive = Bodies.IsAlive(Ids[Index]);
		    Take(bAlive ? Bodies.MotionAt(Ids[Index].Index) : None, Index);
		    return bAlive;
	    });
}

bool IsGood(const FPhysicsWorld::FImpl& Impl, const FVector& Value, float Limit)
{
	if (IsWithin(Value, Limit))
	{
		return true;
	}
	Impl.RefusedValues.fetch_add(1, std::memory_order_relaxed);
	return false;
}

bool IsGood(const FPhysicsWorld::FImpl& Impl, const FQuat& Rotation)
{
	if (IsRotation(Rotation))
	{
		return true;
	}
	Impl.RefusedValues.fetch_add(1, std::memory_order_relaxed);
	return false;
}

// Bullet's own setters would touch further cache lines of a body, to multiply by factors that are 1 and to count
// revisions that nobody reads: hence the cast.
void WriteVelocity(FBodyPool& Bodies, uint32_t Place, FBodySlot& Slot, const FVector& Velocity)
{
	Bodies.MotionAt(Place).Velocity = Velocity;
	if (Slot.bLazy)
	{
		Slot.MarkStale();
		return;
	}
	const_cast<btVector3&>(Bodies.At(Place)->Bullet.getLinearVelocity()) = ToBullet(Velocity);
	if (Slot.Type == EBodyType::Kinematic)
	{
		Bodies.At(Place)->Drive->Velocity = ToBullet(Velocity);
	}
}

void WriteRotation(FPhysicsWorld::FImpl& Impl, uint32_t Place, FBodySlot& Slot, const FQuat& Rotation)
{
	FBodyPool& Bodies = Impl.Bodies;
	const FQuat Unit = glm::normalize(Rotation);
	Bodies.MotionAt(Place).Rotation = Unit;
	if (Slot.bLazy)
	{
		Slot.MarkStale();
		return;
	}
	btRigidBody& Body = Bodies.At(Place)->Bullet;
	Body.getWorldTransform().setRotation(ToBullet(Unit));
	if (!Slot.bLocked)
	{
		Body.updateInertiaTensor();
	}
	if (Slot.BallRadius == 0.0f)
	{
		Impl.bBoxesTurned.store(true, std::memory_order_relaxed);
	}
}
} // namespace

int32_t FPhysicsWorld::ReadBodies(std::span<const FBodyId> Ids, std::span<FVector> Positions,
    std::span<FVector> Velocities, std::span<FQuat> Rotations) const
{
	FW_CHECK(Positions.empty() || Positions.size() == Ids.size(), "one position an id");
	FW_CHECK(Velocities.empty() || Velocities.size() == Ids.size(), "one velocity an id");
	FW_CHECK(Rotations.empty() || Rotations.size() == Ids.size(), "one rotation an id");
	if (!Positions.empty() && !Velocities.empty() && !Rotations.empty())
	{
		return ReadMotions(*Impl, Ids,
		    [&](const FBodyMotion& Motion, size_t Index)
		    {
			    Positions[Index] = Motion.Location;
			    Velocities[Index] = Motion.Velocity;
			    Rotations[Index] = Motion.Rotation;
		    });
	}
	return ReadMotions(*Impl, Ids,
	    [&](const FBodyMotion& Motion, size_t Index)
	    {
		    if (!Positions.empty())
		    {
			    Positions[Index] = Motion.Location;
		    }
		    if (!Velocities.empty())
		    {
			    Velocities[Index] = Motion.Velocity;
		    }
		    if (!Rotations.empty())
		    {
			    Rotations[Index] = Motion.Rotation;
		    }
	    });
}

int32_t FPhysicsWorld::ReadTransforms(std::span<const FBodyId> Ids, std::span<FTransform> Transforms) const
{
	FW_CHECK(Transforms.size() == Ids.size(), "one transform an id");
	return ReadMotions(*Impl, Ids,
	    [&](const FBodyMotion& Motion, size_t Index) {
		    Transforms[Index] = {Motion.Location, Motion.Rotation, 1.0f};
	    });
}

int32_t FPhysicsWorld::ApplyAccelerations(std::span<const FBodyId> Ids, std::span<const FVector> Accelerations)
{
	FW_CHECK(Accelerations.size() == Ids.size(), "one acceleration an id");
	FBodyPool& Bodies = Impl->Bodies;
	return VisitSlots(*Impl, Ids,
	    [&](FBodySlot* Slot, size_t Index)
	    {
		    const FVector& Acceleration = Accelerations[Index];
		    if (!Slot || Slot->Type != EBodyType::Dynamic || !IsGood(*Impl, Acceleration, MaxAcceleration))
		    {
			    return false;
		    }
		    const uint32_t Place = Ids[Index].Index;
		    Bodies.PushAt(Place) += Acceleration;
		    if (Bodies.IsBulletShared())
		    {
			    Bodies.FoldPush(*Bodies.At(Place));
		    }
		    if (!Slot->bNeverSleeps)
		    {
			    Bodies.At(Place)->Bullet.activate();
		    }
		    return true;
	    });
}

int32_t FPhysicsWorld::WriteBodies(
    std::span<const FBodyId> Ids, std::span<const FVector> Velocities, std::span<const FQuat> Rotations)
{
	std::atomic<int32_t> GoodCount{0};
	const auto PartOf = [](auto Whole, int32_t Begin, int32_t End)
	{ return Whole.empty() ? Whole : Whole.subspan(size_t(Begin), size_t(End - Begin)); };
	ParallelFor(Impl->Scheduler, int32_t(Ids.size()), BulkGrain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    GoodCount += WriteBodiesOfChunk(
		        PartOf(Ids, Begin, End), PartOf(Velocities, Begin, End), PartOf(Rotations, Begin, End));
	    });
	FinishWriting(Ids);
	return GoodCount;
}

int32_t FPhysicsWorld::WriteBodiesOfChunk(
    std::span<const FBodyId> Ids, std::span<const FVector> Velocities, std::span<const FQuat> Rotations)
{
	FW_CHECK(Velocities.empty() || Velocities.size() == Ids.size(), "one velocity an id");
	FW_CHECK(Rotations.empty() || Rotations.size() == Ids.size(), "one rotation an id");
	FBodyPool& Bodies = Impl->Bodies;
	int32_t GoodCount = 0;
	for (size_t Index = 0; Index < Ids.size(); ++Index)
	{
		PrefetchAhead(Bodies, Ids, Index);
		FBodySlot* Slot = Bodies.FindSlot(Ids[Index]);
		if (!Slot || Slot->Type == EBodyType::Static)
		{
			continue;
		}
		const uint32_t Place = Ids[Index].Index;
		const bool bGoodVelocity = Velocities.empty() || IsGood(*Impl, Velocities[Index], MaxLinearSpeed);
		const bool bGoodRotation = Rotations.empty() || IsGood(*Impl, Rotations[Index]);
		if (bGoodVelocity && !Velocities.empty())
		{
			WriteVelocity(Bodies, Place, *Slot, Velocities[Index]);
		}
		if (bGoodRotation && !Rotations.empty())
		{
			WriteRotation(*Impl, Place, *Slot, Rotations[Index]);
		}
		if (!Slot->bNeverSleeps)
		{
			Bodies.At(Place)->Bullet.activate();
		}
		GoodCount += bGoodVelocity && bGoodRotation ? 1 : 0;
	}
	return GoodCount;
}

void FPhysicsWorld::FinishWriting(std::span<const FBodyId> Ids)
{
	if (Impl->bBoxesTurned.exchange(false))
	{
		Impl->BodiesWereTurned(Ids);
	}
}

int32_t FPhysicsWorld::WriteVelocities(std::span<const FBodyId> Ids, std::span<const FVector> Velocities)
{
	FW_CHECK(Velocities.size() == Ids.size(), "one velocity an id");
	return WriteBodies(Ids, Velocities, {});
}

int32_t FPhysicsWorld::WriteRotations(std::span<const FBodyId> Ids, std::span<const FQuat> Rotations)
{
	FW_CHECK(Rotations.size() == Ids.size(), "one rotation an id");
	return WriteBodies(Ids, {}, Rotations);
}
} // namespace Flockwork
