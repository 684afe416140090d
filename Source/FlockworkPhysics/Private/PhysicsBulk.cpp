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

// Chunk(Begin, Count) for pieces of [0, Total), each of which answers for how many bodies were good; the sum. Few are
// dealt with where the call is made: it may then come from inside a chunk.
template <typename ChunkType>
int32_t SumChunks(const FPhysicsWorld::FImpl& Impl, size_t Total, ChunkType&& Chunk)
{
	if (Total <= size_t(FPhysicsWorld::BulkGrain))
	{
		return Chunk(size_t(0), Total);
	}
	std::atomic<int32_t> GoodCount{0};
	ParallelFor(Impl.Scheduler, int32_t(Total), FPhysicsWorld::BulkGrain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    { GoodCount.fetch_add(Chunk(size_t(Begin), size_t(End - Begin)), std::memory_order_relaxed); });
	return GoodCount;
}

// What was left out stays left out.
template <typename Value>
std::span<Value> PartOf(std::span<Value> Whole, size_t Begin, size_t Count)
{
	return Whole.empty() ? Whole : Whole.subspan(Begin, Count);
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

// Where the values of one chunk go; what is not wanted is empty.
struct FMotionSpans
{
	std::span<FVector> Locations;
	std::span<FVector> Velocities;
	std::span<FQuat> Rotations;

	void Set(size_t Index, const FVector& Location, const FVector& Velocity, const FQuat& Rotation) const
	{
		Locations.empty() ? void(0) : void(Locations[Index] = Location);
		Velocities.empty() ? void(0) : void(Velocities[Index] = Velocity);
		Rotations.empty() ? void(0) : void(Rotations[Index] = Rotation);
	}
};

// Nobody keeps a copy of a shared body. Zeros for a stale id.
bool ReadBody(FBodyPool& Bodies, FBodyId Id, const FMotionSpans& Out, size_t Index)
{
	const bool bAlive = Bodies.IsAlive(Id);
	if (!bAlive)
	{
		Out.Set(Index, FVector{0.0f, 0.0f, 0.0f}, FVector{0.0f, 0.0f, 0.0f}, IdentityQuat);
	}
	else if (Bodies.IsBulletShared())
	{
		const btRigidBody& Body = Bodies.At(Id.Index)->Bullet;
		const btTransform& Pose = Body.getWorldTransform();
		Out.Set(
		    Index, FromBullet(Pose.getOrigin()), FromBullet(Body.getLinearVelocity()), FromBullet(Pose.getRotation()));
	}
	else
	{
		Out.Set(Index, Bodies.LocationAt(Id.Index), Bodies.VelocityAt(Id.Index), Bodies.RotationAt(Id.Index));
	}
	return bAlive;
}

int32_t ReadChunk(FBodyPool& Bodies, std::span<const FBodyId> Ids, const FMotionSpans& Out)
{
	const FBodyRun Run = Bodies.IsBulletShared() ? FBodyRun{} : Bodies.FindRun(Ids);
	if (!Run.IsEmpty())
	{
		std::copy_n(Run.Locations.begin(), Out.Locations.size(), Out.Locations.begin());
		std::copy_n(Run.Velocities.begin(), Out.Velocities.size(), Out.Velocities.begin());
		std::copy_n(Run.Rotations.begin(), Out.Rotations.size(), Out.Rotations.begin());
		return int32_t(Ids.size());
	}
	int32_t GoodCount = 0;
	for (size_t Index = 0; Index < Ids.size(); ++Index)
	{
		GoodCount += ReadBody(Bodies, Ids[Index], Out, Index) ? 1 : 0;
	}
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
	Bodies.VelocityAt(Place) = Velocity;
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
	const FQuat Unit = IsUnit(Rotation) ? Rotation : glm::normalize(Rotation);
	Bodies.RotationAt(Place) = Unit;
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
	if (Bodies.BoxAt(Place).BallRadius == 0.0f)
	{
		Impl.bBoxesTurned.store(true, std::memory_order_relaxed);
	}
}

int32_t ApplyChunk(FPhysicsWorld::FImpl& Impl, std::span<const FBodyId> Ids, std::span<const FVector> Accelerations)
{
	FBodyPool& Bodies = Impl.Bodies;
	const FBodyRun Run = Bodies.FindRun(Ids);
	if (Run.AreLazy() && AreWithin(Accelerations, MaxAcceleration))
	{
		std::transform(Run.Pushes.begin(), Run.Pushes.end(), Accelerations.begin(), Run.Pushes.begin(),
		    [](const FVector& Push, const FVector& Acceleration) { return Push + Acceleration; });
		return int32_t(Ids.size());
	}
	int32_t GoodCount = 0;
	for (size_t Index = 0; Index < Ids.size(); ++Index)
	{
		const FBodySlot* const Slot = Bodies.FindSlot(Ids[Index]);
		if (!Slot || Slot->Type != EBodyType::Dynamic || !IsGood(Impl, Accelerations[Index], MaxAcceleration))
		{
			continue;
		}
		const uint32_t Place = Ids[Index].Index;
		Bodies.PushAt(Place) += Accelerations[Index];
		if (Bodies.IsBulletShared())
		{
			Bodies.FoldPush(*Bodies.At(Place));
		}
		if (!Slot->bNeverSleeps)
		{
			Bodies.At(Place)->Bullet.activate();
		}
		++GoodCount;
	}
	return GoodCount;
}

bool AreUnit(std::span<const FQuat> Rotations)
{
	uint32_t Others = 0;
	for (const FQuat& Rotation : Rotations)
	{
		Others |= uint32_t(!IsUnit(Rotation));
	}
	return Others == 0;
}
} // namespace

int32_t FPhysicsWorld::ReadBodies(std::span<const FBodyId> Ids, std::span<FVector> Positions,
    std::span<FVector> Velocities, std::span<FQuat> Rotations) const
{
	FW_CHECK(Positions.empty() || Positions.size() == Ids.size(), "one position an id");
	FW_CHECK(Velocities.empty() || Velocities.size() == Ids.size(), "one velocity an id");
	FW_CHECK(Rotations.empty() || Rotations.size() == Ids.size(), "one rotation an id");
	return SumChunks(*Impl, Ids.size(),
	    [&](size_t Begin, size_t Count)
	    {
		    return ReadChunk(Impl->Bodies, Ids.subspan(Begin, Count),
		        {PartOf(Positions, Begin, Count), PartOf(Velocities, Begin, Count), PartOf(Rotations, Begin, Count)});
	    });
}

bool FPhysicsWorld::IsUnchangedSince(uint64_t Revision) const
{
	return Impl->Revision == Revision && !Impl->Bodies.IsBulletShared();
}

uint64_t FPhysicsWorld::GetRevision() const
{
	return Impl->Revision;
}

int32_t FPhysicsWorld::ReadTransforms(std::span<const FBodyId> Ids, std::span<FTransform> Transforms) const
{
	FW_CHECK(Transforms.size() == Ids.size(), "one transform an id");
	return SumChunks(*Impl, Ids.size(),
	    [&](size_t Begin, size_t Count)
	    {
		    int32_t GoodCount = 0;
		    for (size_t Index = Begin; Index < Begin + Count; ++Index)
		    {
			    FTransform& Out = Transforms[Index];
			    Out.Scale = 1.0f;
			    GoodCount +=
			        ReadBody(Impl->Bodies, Ids[Index], {{&Out.Location, 1}, {}, {&Out.Rotation, 1}}, 0) ? 1 : 0;
		    }
		    return GoodCount;
	    });
}

int32_t FPhysicsWorld::ApplyAccelerations(std::span<const FBodyId> Ids, std::span<const FVector> Accelerations)
{
	FW_CHECK(Accelerations.size() == Ids.size(), "one acceleration an id");
	return SumChunks(*Impl, Ids.size(),
	    [&](size_t Begin, size_t Count)
	    { return ApplyChunk(*Impl, Ids.subspan(Begin, Count), Accelerations.subspan(Begin, Count)); });
}

int32_t FPhysicsWorld::WriteBodies(
    std::span<const FBodyId> Ids, std::span<const FVector> Velocities, std::span<const FQuat> Rotations)
{
	std::atomic<int32_t> GoodCount{0};
	ParallelFor(Impl->Scheduler, int32_t(Ids.size()), BulkGrain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    const size_t First = size_t(Begin);
		    const size_t Count = size_t(End - Begin);
		    GoodCount += WriteBodiesOfChunk(
		        Ids.subspan(First, Count), PartOf(Velocities, First, Count), PartOf(Rotations, First, Count));
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
	const FBodyRun Run = Bodies.FindRun(Ids);
	if (Run.AreLazy() && AreWithin(Velocities, MaxLinearSpeed) && AreUnit(Rotations))
	{
		std::copy_n(Velocities.begin(), Velocities.size(), Run.Velocities.begin());
		std::copy_n(Rotations.begin(), Rotations.size(), Run.Rotations.begin());
		Run.MarkStale();
		return int32_t(Ids.size());
	}
	int32_t GoodCount = 0;
	for (size_t Index = 0; Index < Ids.size(); ++Index)
	{
		FBodySlot* Slot = Bodies.FindSlot(Ids[Index]);
		if (!Slot || Slot->Type == EBodyType::Static)
		{
			continue;
		}
		if (!Slot->bLazy)
		{
			PrefetchAhead(Bodies, Ids, Index);
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
	++Impl->Revision;
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
