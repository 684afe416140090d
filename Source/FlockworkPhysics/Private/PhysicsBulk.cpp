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
constexpr int32_t LookAhead = 8;

// Cache lines of a body that a call touches, see FBodyRecord.
void PrefetchPlace(const FBodyRecord& Record)
{
	__builtin_prefetch(&Record.Bullet.getWorldTransform().getOrigin());
}
void PrefetchVelocity(const FBodyRecord& Record)
{
	__builtin_prefetch(&Record.Bullet.getLinearVelocity());
}
void PrefetchForce(const FBodyRecord& Record)
{
	__builtin_prefetch(&Record.Bullet.getTotalForce());
}

// Visit(const FBodySlot*, FBodyRecord*, Index) for each id, nulls for a stale one; answers for how many it returned
// true.
template <typename PrefetchType, typename VisitorType>
int32_t VisitBodies(
    const FPhysicsWorld::FImpl& Impl, std::span<const FBodyId> Ids, PrefetchType&& Prefetch, VisitorType&& Visit)
{
	std::atomic<int32_t> GoodCount{0};
	const FBodyPool& Bodies = Impl.Bodies;
	const int32_t Count = int32_t(Ids.size());
	ParallelFor(Impl.Scheduler, Count, BulkGrain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    int32_t Good = 0;
		    for (int32_t Index = Begin; Index < End; ++Index)
		    {
			    const uint32_t Ahead = Ids[size_t(std::min(Index + LookAhead, Count - 1))].Index;
			    if (Ahead < Bodies.GetSlotCount())
			    {
				    Prefetch(*Bodies.At(Ahead));
			    }
			    const FBodyId Id = Ids[size_t(Index)];
			    const FBodySlot* Slot = Bodies.FindSlot(Id);
			    Good += Visit(Slot, Slot ? Bodies.At(Id.Index) : nullptr, size_t(Index)) ? 1 : 0;
		    }
		    GoodCount.fetch_add(Good, std::memory_order_relaxed);
	    });
	return GoodCount;
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

void WakeIfNeeded(const FBodySlot& Slot, FBodyRecord& Record)
{
	if (!Slot.bNeverSleeps)
	{
		Record.Bullet.activate();
	}
}
} // namespace

int32_t FPhysicsWorld::ReadBodies(
    std::span<const FBodyId> Ids, std::span<FVector> Positions, std::span<FVector> Velocities) const
{
	FW_CHECK(Positions.empty() || Positions.size() == Ids.size(), "one position an id");
	FW_CHECK(Velocities.empty() || Velocities.size() == Ids.size(), "one velocity an id");
	const auto Prefetch = [](const FBodyRecord& Record)
	{
		PrefetchPlace(Record);
		PrefetchVelocity(Record);
	};
	return VisitBodies(*Impl, Ids, Prefetch,
	    [&](const FBodySlot*, const FBodyRecord* Record, size_t Index)
	    {
		    if (!Positions.empty())
		    {
			    Positions[Index] = Record ? FromBullet(Record->Bullet.getWorldTransform().getOrigin()) : FVector{};
		    }
		    if (!Velocities.empty())
		    {
			    Velocities[Index] = Record ? FromBullet(Record->Bullet.getLinearVelocity()) : FVector{};
		    }
		    return Record != nullptr;
	    });
}

int32_t FPhysicsWorld::ReadTransforms(std::span<const FBodyId> Ids, std::span<FTransform> Transforms) const
{
	FW_CHECK(Transforms.size() == Ids.size(), "one transform an id");
	return VisitBodies(*Impl, Ids, PrefetchPlace,
	    [&](const FBodySlot*, const FBodyRecord* Record, size_t Index)
	    {
		    Transforms[Index] = Record ? FromBullet(Record->Bullet.getWorldTransform()) : FTransform{};
		    return Record != nullptr;
	    });
}

// Bullet's own setters would touch further cache lines, to multiply by factors that are 1 and to count revisions that
// nobody reads: hence the casts here and below.
int32_t FPhysicsWorld::ApplyAccelerations(std::span<const FBodyId> Ids, std::span<const FVector> Accelerations)
{
	FW_CHECK(Accelerations.size() == Ids.size(), "one acceleration an id");
	return VisitBodies(*Impl, Ids, PrefetchForce,
	    [&](const FBodySlot* Slot, FBodyRecord* Record, size_t Index)
	    {
		    const FVector& Acceleration = Accelerations[Index];
		    if (!Slot || Slot->Type != EBodyType::Dynamic || !IsGood(*Impl, Acceleration, MaxAcceleration))
		    {
			    return false;
		    }
		    const_cast<btVector3&>(Record->Bullet.getTotalForce()) += ToBullet(Acceleration) * Slot->Mass;
		    WakeIfNeeded(*Slot, *Record);
		    return true;
	    });
}

int32_t FPhysicsWorld::WriteVelocities(std::span<const FBodyId> Ids, std::span<const FVector> Velocities)
{
	FW_CHECK(Velocities.size() == Ids.size(), "one velocity an id");
	return VisitBodies(*Impl, Ids, PrefetchVelocity,
	    [&](const FBodySlot* Slot, FBodyRecord* Record, size_t Index)
	    {
		    const FVector& Velocity = Velocities[Index];
		    if (!Slot || Slot->Type == EBodyType::Static || !IsGood(*Impl, Velocity, MaxLinearSpeed))
		    {
			    return false;
		    }
		    const_cast<btVector3&>(Record->Bullet.getLinearVelocity()) = ToBullet(Velocity);
		    if (Slot->Type == EBodyType::Kinematic)
		    {
			    Record->DriveVelocity = ToBullet(Velocity);
		    }
		    WakeIfNeeded(*Slot, *Record);
		    return true;
	    });
}

int32_t FPhysicsWorld::WriteRotations(std::span<const FBodyId> Ids, std::span<const FQuat> Rotations)
{
	FW_CHECK(Rotations.size() == Ids.size(), "one rotation an id");
	const int32_t Good = VisitBodies(*Impl, Ids, PrefetchPlace,
	    [&](const FBodySlot* Slot, FBodyRecord* Record, size_t Index)
	    {
		    const FQuat& Rotation = Rotations[Index];
		    if (!Slot || Slot->Type == EBodyType::Static)
		    {
			    return false;
		    }
		    if (!IsRotation(Rotation))
		    {
			    Impl->RefusedValues.fetch_add(1, std::memory_order_relaxed);
			    return false;
		    }
		    Record->Bullet.getWorldTransform().setRotation(ToBullet(glm::normalize(Rotation)));
		    if (!Slot->bLockRotation)
		    {
			    Record->Bullet.updateInertiaTensor();
		    }
		    WakeIfNeeded(*Slot, *Record);
		    return true;
	    });
	Impl->BodiesWereTurned(Ids);
	return Good;
}
} // namespace Flockwork
