#include "BodyPool.h"

#include "BulletMath.h"
#include "FlockworkCore/Assert.h"

#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <algorithm>
#include <new>

namespace Flockwork
{
namespace
{
// By an eighth: doubling would leave up to half of all the tables' memory empty.
template <typename Value>
void PushBack(std::vector<Value>& Vector, Value NewValue)
{
	if (Vector.size() == Vector.capacity())
	{
		Vector.reserve(Vector.size() + std::max<size_t>(Vector.size() / 8, 64));
	}
	Vector.push_back(std::move(NewValue));
}
} // namespace

FBodyPool::~FBodyPool()
{
	for (FBodyRecord* Record : Records)
	{
		Record->~FBodyRecord();
	}
}

FBodyRecord& FBodyPool::Create(const btRigidBody::btRigidBodyConstructionInfo& Info)
{
	if (FreeSlots.empty())
	{
		const uint32_t Slot = uint32_t(Slots.size());
		if (Slot / ChunkSize == Chunks.size())
		{
			Chunks.push_back(std::make_unique_for_overwrite<FChunk>());
		}
		PushBack(LiveGenerations, 0u);
		PushBack(Slots, FBodySlot{});
		PushBack(Boxes, FBodyBox{});
		PushBack(Locations, FVector{0.0f, 0.0f, 0.0f});
		PushBack(Velocities, FVector{0.0f, 0.0f, 0.0f});
		PushBack(Rotations, IdentityQuat);
		PushBack(Pushes, FVector{0.0f, 0.0f, 0.0f});
		PushBack(NextGenerations, 1u);
		FreeSlots.push_back(Slot);
	}
	const uint32_t Slot = FreeSlots.back();
	FreeSlots.pop_back();
	FBodyRecord* Record = ::new (static_cast<void*>(At(Slot))) FBodyRecord(Info);
	LiveGenerations[Slot] = NextGenerations[Slot];
	Record->Id = {Slot, NextGenerations[Slot]};
	Record->Order = NextOrder++;
	Record->Bullet.setUserPointer(Record);
	Record->Bullet.setUserIndex(int(Slot));
	PushBack(Records, Record);
	PushBack(Ids, Record->Id);
	return *Record;
}

void FBodyPool::Destroy(FBodyRecord& Record)
{
	const auto Place = std::lower_bound(Records.begin(), Records.end(), Record.Order,
	    [](const FBodyRecord* Other, uint64_t Order) { return Other->Order < Order; });
	Ids.erase(Ids.begin() + (Place - Records.begin()));
	Records.erase(Place);
	const uint32_t Slot = Record.Id.Index;
	Record.~FBodyRecord();
	LiveGenerations[Slot] = 0;
	Slots[Slot] = {};
	Boxes[Slot] = {};
	// Generation 0 stands for free slots.
	NextGenerations[Slot] = NextGenerations[Slot] == 0xffffffffu ? 1 : NextGenerations[Slot] + 1;
	PushBack(FreeSlots, Slot);
}

void FBodyPool::FillSlot(const FBodyRecord& Record)
{
	FBodySlot& Slot = Slots[Record.Id.Index];
	Slot.Type = Record.Type;
	Slot.Mass = Record.Type == EBodyType::Dynamic ? float(Record.Bullet.getMass()) : 0.0f;
	Slot.bNeverSleeps = !Record.bCanSleep;
	Slot.bLocked = Record.bLockRotation && Record.Type == EBodyType::Dynamic;
	Slot.InverseMass = Record.Bullet.getInvMass();
	const btCollisionShape& Shape = *Record.Bullet.getCollisionShape();
	const bool bBall = Shape.getShapeType() == SPHERE_SHAPE_PROXYTYPE;
	Boxes[Record.Id.Index].BallRadius = bBall ? static_cast<const btSphereShape&>(Shape).getRadius() : 0.0f;
	Pushes[Record.Id.Index] = {0.0f, 0.0f, 0.0f};
	Rotations[Record.Id.Index] = FromBullet(Record.Bullet.getWorldTransform().getRotation());
	NoteMotion(Record);
}

void FBodyPool::NoteMotion(const FBodyRecord& Record)
{
	const uint32_t Slot = Record.Id.Index;
	Slots[Slot].bStale = false;
	Locations[Slot] = FromBullet(Record.Bullet.getWorldTransform().getOrigin());
	Velocities[Slot] = FromBullet(Record.Bullet.getLinearVelocity());
	if (!Slots[Slot].bLocked)
	{
		Rotations[Slot] = FromBullet(Record.Bullet.getWorldTransform().getRotation());
	}
}

void FBodyPool::Sync(FBodyRecord& Record)
{
	FBodySlot& Slot = Slots[Record.Id.Index];
	if (Slot.bStale)
	{
		Record.Bullet.getWorldTransform() = PoseOf(Record);
		const_cast<btVector3&>(Record.Bullet.getLinearVelocity()) = ToBullet(Velocities[Record.Id.Index]);
		Slot.bStale = false;
	}
}

void FBodyPool::SyncAll()
{
	for (FBodyRecord* Record : Records)
	{
		Sync(*Record);
	}
}

btTransform FBodyPool::PoseOf(const FBodyRecord& Record) const
{
	const uint32_t Slot = Record.Id.Index;
	return Slots[Slot].bStale ? btTransform(ToBullet(Rotations[Slot]), ToBullet(Locations[Slot]))
	                          : Record.Bullet.getWorldTransform();
}

void FBodyPool::FoldPush(FBodyRecord& Record)
{
	FVector& Push = Pushes[Record.Id.Index];
	if (Push != FVector{0.0f, 0.0f, 0.0f})
	{
		FBodySlot& Slot = Slots[Record.Id.Index];
		const_cast<btVector3&>(Record.Bullet.getTotalForce()) += ToBullet(Push) * Slot.Mass;
		Push = {0.0f, 0.0f, 0.0f};
		Slot.bForced = true;
	}
}

void FBodyPool::ShareBullet()
{
	if (!bBulletShared)
	{
		bBulletShared = true;
		for (FBodyRecord* Record : Records)
		{
			FoldPush(*Record);
			Sync(*Record);
			Slots[Record->Id.Index].bLazy = false;
		}
	}
}

FBodyRun FBodyPool::FindRun(std::span<const FBodyId> OfIds)
{
	const size_t First = OfIds.empty() ? Slots.size() : OfIds.front().Index;
	const size_t Count = OfIds.size();
	if (Count == 0 || First + Count > Slots.size())
	{
		return {};
	}
	uint32_t Others = 0; // without a branch each
	for (size_t Index = 0; Index < Count; ++Index)
	{
		const uint32_t Live = LiveGenerations[First + Index];
		Others |= (OfIds[Index].Index ^ uint32_t(First + Index)) | (OfIds[Index].Generation ^ Live);
		Others |= uint32_t(Live == 0);
	}
	if (Others != 0)
	{
		return {};
	}
	return {std::span(Slots).subspan(First, Count), std::span(Locations).subspan(First, Count),
	    std::span(Velocities).subspan(First, Count), std::span(Rotations).subspan(First, Count),
	    std::span(Pushes).subspan(First, Count)};
}

void FBodyPool::SetOrders(std::span<const uint64_t> Orders, uint64_t Next)
{
	FW_CHECK(Orders.size() == Records.size(), "one number a body");
	for (size_t Index = 0; Index < Orders.size(); ++Index)
	{
		Records[Index]->Order = Orders[Index];
	}
	NextOrder = Next;
}
} // namespace Flockwork
