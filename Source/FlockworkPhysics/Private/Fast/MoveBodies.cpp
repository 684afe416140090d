// The pass over all bodies: force -> velocity -> place -> box, each body read and written once.
#include "../BulletMath.h"
#include "FastWorld.h"

#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <LinearMath/btTransformUtil.h>
#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr int32_t MoveGrain = 512;
// How many bodies ahead memory is asked for: first the proxy, then the body.
constexpr size_t ProxyLookAhead = 16;
constexpr size_t BodyLookAhead = 6;

btRigidBody& BodyOf(const FGridProxy& Proxy)
{
	return *static_cast<btRigidBody*>(static_cast<btCollisionObject*>(Proxy.m_clientObject));
}
FGridProxy& ProxyOf(btRigidBody& Body)
{
	return *static_cast<FGridProxy*>(Body.getBroadphaseHandle());
}

void PrefetchAhead(const FBodyPool& Bodies, std::span<const FBodyId> Ids, size_t Index, bool bBoxes)
{
	if (Index + ProxyLookAhead >= Ids.size())
	{
		return;
	}
	const uint32_t Ahead = Ids[Index + ProxyLookAhead].Index;
	const bool bWhole = !Bodies.SlotAt(Ahead).bLazy;
	if (bBoxes || bWhole)
	{
		const btBroadphaseProxy* const Proxy = Bodies.BoxAt(Ahead).Proxy;
		__builtin_prefetch(Proxy, 1);
		if (bWhole)
		{
			__builtin_prefetch(Proxy + 1, 1); // FGridProxy's own line
		}
	}
	const uint32_t Next = Ids[Index + BodyLookAhead].Index;
	if (!Bodies.SlotAt(Next).bLazy)
	{
		const btRigidBody& Body = Bodies.At(Next)->Bullet;
		__builtin_prefetch(&Body.getWorldTransform().getOrigin(), 1);
		__builtin_prefetch(&Body.getLinearVelocity(), 1);
	}
}

void WriteBoxAt(const FBodyBox& Ball, const FVector& Location)
{
	const float Reach = gContactBreakingThreshold + Ball.BallRadius;
	Ball.Proxy->m_aabbMin.setValue(Location.x - Reach, Location.y - Reach, Location.z - Reach);
	Ball.Proxy->m_aabbMax.setValue(Location.x + Reach, Location.y + Reach, Location.z + Reach);
}

// By torque, and by tumbling: a body whose axes differ does not keep its axis. One at rest gains neither.
btVector3 SpinGained(const btRigidBody& Body, float DeltaTime)
{
	btVector3 Gained(0, 0, 0);
	if (!Body.getTotalTorque().isZero())
	{
		Gained += Body.getTotalTorque() * Body.getInvInertiaTensorWorld() * DeltaTime;
	}
	if (!Body.getAngularVelocity().isZero() && (Body.getFlags() & BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY))
	{
		Gained += Body.computeGyroscopicImpulseImplicit_Body(DeltaTime);
	}
	return Gained;
}
} // namespace

// As FStockWorld::UpdateBox: the box reaches as far as contacts are kept.
void FFastWorld::WriteBox(FGridProxy& Proxy, const btRigidBody& Body) const
{
	btVector3 Reach(gContactBreakingThreshold, gContactBreakingThreshold, gContactBreakingThreshold);
	const float BallRadius = BodyPool.BoxAt(Proxy.Slot).BallRadius;
	if (BallRadius > 0.0f)
	{
		Reach += btVector3(BallRadius, BallRadius, BallRadius);
		Proxy.m_aabbMin = Body.getWorldTransform().getOrigin() - Reach;
		Proxy.m_aabbMax = Body.getWorldTransform().getOrigin() + Reach;
		return;
	}
	Body.getAabb(Proxy.m_aabbMin, Proxy.m_aabbMax);
	Proxy.m_aabbMin -= Reach;
	Proxy.m_aabbMax += Reach;
}

void FFastWorld::MoveAll(float DeltaTime)
{
	const std::span<const FBodyId> Ids = BodyPool.GetIds();
	const size_t ChunkCount = (Ids.size() + size_t(MoveGrain) - 1) / size_t(MoveGrain);
	if (BadByChunk.size() < ChunkCount)
	{
		BadByChunk.resize(ChunkCount);
	}
	const bool bBoxes = Grid->NeedsBoxes();
	ParallelFor(Scheduler, int32_t(Ids.size()), MoveGrain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    std::vector<uint32_t>& Bad = BadByChunk[size_t(Begin / MoveGrain)];
		    Bad.clear();
		    const FBodyRun Run = BodyPool.FindRun(Ids.subspan(size_t(Begin), size_t(End - Begin)));
		    if (Run.AreLazy() && !Run.Slots.front().bForced && MoveRun(Run, DeltaTime))
		    {
			    bBoxes ? WriteBallBoxes(Ids[size_t(Begin)].Index, Run.Slots.size()) : void(0);
			    return;
		    }
		    for (size_t Index = size_t(Begin); Index < size_t(End); ++Index)
		    {
			    const uint32_t Slot = Ids[Index].Index;
			    const FBodySlot& Body = BodyPool.SlotAt(Slot);
			    const bool bGlides = Body.bLazy && !Body.bForced;
			    if (bBoxes || !bGlides)
			    {
				    PrefetchAhead(BodyPool, Ids, Index, bBoxes);
			    }
			    if (!(bGlides ? MoveBall(Slot, DeltaTime, bBoxes) : MoveBody(Slot, DeltaTime)))
			    {
				    Bad.push_back(Slot);
			    }
		    }
	    });
	if (!bBoxes)
	{
		Grid->KeepBoxesBack();
	}
	for (size_t Chunk = 0; Chunk < ChunkCount; ++Chunk)
	{
		for (const uint32_t Slot : BadByChunk[Chunk])
		{
			ResetBad(ProxyOf(BodyPool.At(Slot)->Bullet));
		}
	}
}

// False when it has left the finite world: it is to be put back.
bool FFastWorld::MoveBody(uint32_t Slot, float DeltaTime)
{
	if (BodyPool.SlotAt(Slot).Type != EBodyType::Dynamic)
	{
		return true;
	}
	// Who shares the Bullet body may have given it another proxy.
	FGridProxy& Proxy = BodyPool.IsBulletShared() ? ProxyOf(BodyPool.At(Slot)->Bullet)
	                                              : *static_cast<FGridProxy*>(BodyPool.BoxAt(Slot).Proxy);
	if (Proxy.Kind != EProxyKind::Steered && Proxy.Kind != EProxyKind::Free)
	{
		return true; // its owner has made it static since
	}
	return Proxy.bSimple ? MoveSimple(Proxy, DeltaTime) : MoveFree(Proxy, DeltaTime);
}

// A ball that only glides along, as most boids do most of the time: its motion lies beside the body, which is not
// touched at all. (One that the solver or a force has to do with is marked as forced.) The sums are those of
// MoveSimple, to the bit.
bool FFastWorld::MoveBall(uint32_t Slot, float DeltaTime, bool bBoxes)
{
	FBodySlot& Body = BodyPool.SlotAt(Slot);
	FVector& Push = BodyPool.PushAt(Slot);
	const FVector Velocity = BodyPool.VelocityAt(Slot) + Push * Body.Mass * Body.InverseMass * DeltaTime;
	const FVector Location = BodyPool.LocationAt(Slot) + Velocity * DeltaTime;
	Push = {0.0f, 0.0f, 0.0f};
	if (!IsWithin(Location, MaxCoordinate) || !IsWithin(Velocity, MaxLinearSpeed))
	{
		return false;
	}
	BodyPool.VelocityAt(Slot) = Velocity;
	BodyPool.LocationAt(Slot) = Location;
	Body.MarkStale();
	if (bBoxes)
	{
		WriteBoxAt(BodyPool.BoxAt(Slot), Location);
	}
	return true;
}

// MoveBall for all of them, or, where one has left the finite world, for none: false then. At most MoveGrain.
bool FFastWorld::MoveRun(const FBodyRun& Run, float DeltaTime)
{
	float NewVelocities[3 * MoveGrain];
	float NewLocations[3 * MoveGrain];
	const float* const Velocities = FloatsOf(Run.Velocities).data();
	const float* const Locations = FloatsOf(Run.Locations).data();
	const float* const Pushes = FloatsOf(Run.Pushes).data();
	const float Mass = Run.Slots.front().Mass;
	const float InverseMass = Run.Slots.front().InverseMass;
	const size_t Count = 3 * Run.Slots.size();
	uint32_t Beyond = 0;
	for (size_t Index = 0; Index < Count; ++Index)
	{
		const float Velocity = Velocities[Index] + Pushes[Index] * Mass * InverseMass * DeltaTime;
		const float Location = Locations[Index] + Velocity * DeltaTime;
		Beyond |= IsBeyond(Velocity, MaxLinearSpeed) | IsBeyond(Location, MaxCoordinate);
		NewVelocities[Index] = Velocity;
		NewLocations[Index] = Location;
	}
	if (Beyond != 0)
	{
		return false;
	}
	std::copy_n(NewVelocities, Count, FloatsOf(Run.Velocities).data());
	std::copy_n(NewLocations, Count, FloatsOf(Run.Locations).data());
	std::fill(Run.Pushes.begin(), Run.Pushes.end(), FVector{0.0f, 0.0f, 0.0f});
	Run.MarkStale();
	return true;
}

// Of balls in slots that follow one another.
void FFastWorld::WriteBallBoxes(uint32_t First, size_t Count)
{
	for (size_t Index = 0; Index < Count; ++Index)
	{
		__builtin_prefetch(BodyPool.BoxAt(First + uint32_t(std::min(Index + ProxyLookAhead, Count - 1))).Proxy, 1);
		WriteBallBox(First + uint32_t(Index));
	}
}

void FFastWorld::WriteBallBox(uint32_t Slot)
{
	WriteBoxAt(BodyPool.BoxAt(Slot), BodyPool.LocationAt(Slot));
}

// For FGridBroadphase::BringBoxes: any thread, one at a time.
void FFastWorld::WriteLazyBoxes()
{
	for (const FBodyId Id : BodyPool.GetIds())
	{
		if (BodyPool.SlotAt(Id.Index).bLazy)
		{
			WriteBallBox(Id.Index);
		}
	}
}

// Without rotation, damping and sleep there is so little to do that memory decides: two cache lines of the body are
// touched, and Bullet's setters, which reach for more, are gone round. The force's line is left alone where nobody has
// put a force there.
bool FFastWorld::MoveSimple(FGridProxy& Proxy, float DeltaTime)
{
	btRigidBody& Body = BodyOf(Proxy);
	FBodySlot& Slot = BodyPool.SlotAt(Proxy.Slot);
	FVector& Push = BodyPool.PushAt(Proxy.Slot);
	BodyPool.Sync(*BodyPool.At(Proxy.Slot));
	btVector3 Velocity = Body.getLinearVelocity();
	btVector3 Force = ToBullet(Push) * Slot.Mass;
	if (Slot.bForced || Proxy.bGravity || BodyPool.IsBulletShared())
	{
		if (Proxy.bGravity && !(Proxy.StepFlags & Touches))
		{
			Body.applyGravity();
		}
		Force += Body.getTotalForce();
		const_cast<btVector3&>(Body.getTotalForce()).setZero();
		Slot.bForced = false;
	}
	Push = {0.0f, 0.0f, 0.0f};
	if (!(Proxy.StepFlags & Touches))
	{
		Velocity += Force * Body.getInvMass() * DeltaTime;
	}
	const bool bSwept = (Proxy.StepFlags & Swept) != 0;
	btVector3& Origin = Body.getWorldTransform().getOrigin();
	const btVector3 NewOrigin = bSwept ? Origin : Origin + Velocity * DeltaTime;
	if (!IsWithin(NewOrigin, MaxCoordinate) || !IsWithin(Velocity, MaxLinearSpeed))
	{
		return false;
	}
	Origin = NewOrigin;
	const_cast<btVector3&>(Body.getLinearVelocity()) = Velocity;
	BodyPool.LocationAt(Proxy.Slot) = FromBullet(NewOrigin);
	BodyPool.VelocityAt(Proxy.Slot) = FromBullet(Velocity);
	if (!bSwept)
	{
		Proxy.StepFlags = 0;
		WriteBox(Proxy, Body);
	}
	return true;
}

bool FFastWorld::MoveFree(FGridProxy& Proxy, float DeltaTime)
{
	btRigidBody& Body = BodyOf(Proxy);
	FBodyRecord& Record = *BodyPool.At(Proxy.Slot);
	BodyPool.FoldPush(Record);
	if (!Body.isActive())
	{
		Body.clearForces();
		Proxy.StepFlags = 0;
		return true;
	}
	if (!(Proxy.StepFlags & Damped) && (Body.getLinearDamping() != 0.0f || Body.getAngularDamping() != 0.0f))
	{
		Body.applyDamping(DeltaTime); // which takes two powers
	}
	btVector3 Velocity = Body.getLinearVelocity();
	btVector3 Spin = Body.getAngularVelocity();
	if (!(Proxy.StepFlags & Touches))
	{
		if (Proxy.bGravity)
		{
			Body.applyGravity();
		}
		Velocity += Body.getTotalForce() * Body.getInvMass() * DeltaTime;
		Spin += SpinGained(Body, DeltaTime);
	}
	Body.clearForces();
	const bool bSwept = (Proxy.StepFlags & Swept) != 0;
	const bool bTurns = !Spin.isZero();
	btTransform Pose = Body.getWorldTransform();
	if (!bSwept && bTurns)
	{
		btTransformUtil::integrateTransform(Body.getWorldTransform(), Velocity, Spin, DeltaTime, Pose);
	}
	else if (!bSwept)
	{
		Pose.getOrigin() += Velocity * DeltaTime;
	}
	if (!IsGoodPose(Pose) || !IsWithin(Velocity, MaxLinearSpeed) || !IsWithin(Spin, MaxAngularSpeed))
	{
		return false;
	}
	const_cast<btVector3&>(Body.getLinearVelocity()) = Velocity;
	const_cast<btVector3&>(Body.getAngularVelocity()) = Spin;
	if (!bSwept)
	{
		bTurns ? Body.proceedToTransform(Pose) : void(Body.getWorldTransform().setOrigin(Pose.getOrigin()));
		BodyPool.NoteMotion(Record);
		Proxy.StepFlags = 0;
		WriteBox(Proxy, Body);
	}
	return true;
}

void FFastWorld::MoveSwept(float DeltaTime)
{
	if (!SweptBodies.empty())
	{
		BodyPool.SyncAll();
	}
	for (FGridProxy* Proxy : SweptBodies)
	{
		if (!(Proxy->StepFlags & Swept))
		{
			continue; // went bad, and is back already
		}
		btRigidBody* Body = &BodyOf(*Proxy);
		const FGoodState Before = FGoodState::Of(*Body, 0);
		integrateTransformsInternal(&Body, 1, DeltaTime);
		if (!IsGoodState(*Body))
		{
			Before.PutBack(*Body);
			ResetBodies.push_back(RecordOf(Body));
		}
		BodyPool.NoteMotion(*RecordOf(Body));
		Proxy->StepFlags = 0;
		WriteBox(*Proxy, *Body);
	}
}

// The last good state is the one before the step: the pass has not written, and what the solver wrote was kept.
void FFastWorld::ResetBad(FGridProxy& Proxy)
{
	btRigidBody& Body = BodyOf(Proxy);
	BodyPool.Sync(*RecordOf(&Body));
	FGoodState Good = FGoodState::Of(Body, 0);
	if (Proxy.StepFlags & Touches)
	{
		Good = Touched[size_t(Body.getIslandTag())].Before;
	}
	if (!IsGoodPose(Good.Pose))
	{
		// Somebody wrote it from outside. The box is that of the last step.
		Good.Pose = btTransform(btMatrix3x3::getIdentity(), (Proxy.m_aabbMin + Proxy.m_aabbMax) * 0.5f);
	}
	if (!IsWithin(Good.Velocity, MaxLinearSpeed) || !IsWithin(Good.Spin, MaxAngularSpeed))
	{
		Good.Velocity.setZero();
		Good.Spin.setZero();
	}
	Good.PutBack(Body);
	BodyPool.PushAt(Proxy.Slot) = {0.0f, 0.0f, 0.0f};
	BodyPool.NoteMotion(*RecordOf(&Body));
	Proxy.StepFlags = 0;
	WriteBox(Proxy, Body);
	ResetBodies.push_back(RecordOf(&Body));
}
} // namespace Flockwork
