// Calls for many bodies at once: one pass, cut into chunks for the scheduler, nothing allocated.
#include "BulletMath.h"
#include "FlockworkCore/Assert.h"
#include "PhysicsWorldImpl.h"

namespace Flockwork
{
namespace
{
constexpr float MaxAcceleration = 1.0e9f; // m/s^2

// Visit(FBodyRecord*, Index) for each id, null for a stale one; answers for how many it returned true.
template <typename VisitorType>
int32_t VisitBodies(const FPhysicsWorld::FImpl& Impl, std::span<const FBodyId> Ids, VisitorType&& Visit)
{
	std::atomic<int32_t> GoodCount{0};
	ParallelFor(Impl.Scheduler, int32_t(Ids.size()), BulkGrain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    int32_t Good = 0;
		    for (int32_t Index = Begin; Index < End; ++Index)
		    {
			    Good += Visit(Impl.Bodies.Find(Ids[size_t(Index)]), size_t(Index)) ? 1 : 0;
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
} // namespace

int32_t FPhysicsWorld::ReadBodies(
    std::span<const FBodyId> Ids, std::span<FVector> Positions, std::span<FVector> Velocities) const
{
	FW_CHECK(Positions.empty() || Positions.size() == Ids.size(), "one position an id");
	FW_CHECK(Velocities.empty() || Velocities.size() == Ids.size(), "one velocity an id");
	return VisitBodies(*Impl, Ids,
	    [&](const FBodyRecord* Record, size_t Index)
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
	return VisitBodies(*Impl, Ids,
	    [&](const FBodyRecord* Record, size_t Index)
	    {
		    Transforms[Index] = Record ? FromBullet(Record->Bullet.getWorldTransform()) : FTransform{};
		    return Record != nullptr;
	    });
}

int32_t FPhysicsWorld::ApplyAccelerations(std::span<const FBodyId> Ids, std::span<const FVector> Accelerations)
{
	FW_CHECK(Accelerations.size() == Ids.size(), "one acceleration an id");
	return VisitBodies(*Impl, Ids,
	    [&](FBodyRecord* Record, size_t Index)
	    {
		    const FVector& Acceleration = Accelerations[Index];
		    if (!Record || Record->Type != EBodyType::Dynamic || !IsGood(*Impl, Acceleration, MaxAcceleration))
		    {
			    return false;
		    }
		    Record->Bullet.applyCentralForce(ToBullet(Acceleration) * Record->Bullet.getMass());
		    Record->Bullet.activate();
		    return true;
	    });
}

int32_t FPhysicsWorld::WriteVelocities(std::span<const FBodyId> Ids, std::span<const FVector> Velocities)
{
	FW_CHECK(Velocities.size() == Ids.size(), "one velocity an id");
	return VisitBodies(*Impl, Ids,
	    [&](FBodyRecord* Record, size_t Index)
	    {
		    const FVector& Velocity = Velocities[Index];
		    if (!Record || Record->Type == EBodyType::Static || !IsGood(*Impl, Velocity, MaxLinearSpeed))
		    {
			    return false;
		    }
		    Record->Bullet.setLinearVelocity(ToBullet(Velocity));
		    Record->DriveVelocity = Record->Bullet.getLinearVelocity();
		    Record->Bullet.activate();
		    return true;
	    });
}

int32_t FPhysicsWorld::WriteRotations(std::span<const FBodyId> Ids, std::span<const FQuat> Rotations)
{
	FW_CHECK(Rotations.size() == Ids.size(), "one rotation an id");
	const int32_t Good = VisitBodies(*Impl, Ids,
	    [&](FBodyRecord* Record, size_t Index)
	    {
		    const FQuat& Rotation = Rotations[Index];
		    if (!Record || Record->Type == EBodyType::Static)
		    {
			    return false;
		    }
		    if (!IsRotation(Rotation))
		    {
			    Impl->RefusedValues.fetch_add(1, std::memory_order_relaxed);
			    return false;
		    }
		    Record->Bullet.getWorldTransform().setRotation(ToBullet(glm::normalize(Rotation)));
		    Impl->BodyWasTurned(*Record);
		    return true;
	    });
	Impl->BodiesWereTurned(Ids);
	return Good;
}
} // namespace Flockwork
