#pragma once
// Bodies by id, in memory that never moves: neighbours in creation are neighbours in memory, which is what makes the
// passes over all bodies quick.
#include "BodyRecord.h"
#include "BodyRun.h"

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace Flockwork
{
class FBodyPool
{
public:
	FBodyPool() = default;
	~FBodyPool();
	FBodyPool(const FBodyPool&) = delete;
	FBodyPool& operator=(const FBodyPool&) = delete;

	FBodyRecord& Create(const btRigidBody::btRigidBodyConstructionInfo& Info);
	void Destroy(FBodyRecord& Record);
	// After the record was filled in.
	void FillSlot(const FBodyRecord& Record);
	FBodySlot& SlotAt(uint32_t Slot) { return Slots[Slot]; }
	const FBodySlot& SlotAt(uint32_t Slot) const { return Slots[Slot]; }
	FBodySlot& SlotOf(const FBodyRecord& Record) { return Slots[Record.Id.Index]; }
	FBodyBox& BoxAt(uint32_t Slot) { return Boxes[Slot]; }
	const FBodyBox& BoxAt(uint32_t Slot) const { return Boxes[Slot]; }
	// How a body moves: for a lazy one the truth, for others a copy of what the Bullet body says, kept up to date by
	// whatever changes that.
	FVector& LocationAt(uint32_t Slot) { return Locations[Slot]; }
	FVector& VelocityAt(uint32_t Slot) { return Velocities[Slot]; }
	FQuat& RotationAt(uint32_t Slot) { return Rotations[Slot]; }
	// m/s^2, for the next step: not yet part of the Bullet body's force.
	FVector& PushAt(uint32_t Slot) { return Pushes[Slot]; }
	// Before the Bullet body's place, rotation or velocity is read or changed.
	void Sync(FBodyRecord& Record);
	void SyncAll();
	// The pose without Sync: any thread.
	btTransform PoseOf(const FBodyRecord& Record) const;
	// After the Bullet body's place or velocity was changed. A locked rotation stays: only its owner turns it.
	void NoteMotion(const FBodyRecord& Record);
	void NoteRotation(const FBodyRecord& Record, const FQuat& Rotation) { Rotations[Record.Id.Index] = Rotation; }
	// What was pushed becomes part of the Bullet body's force.
	void FoldPush(FBodyRecord& Record);
	// Others hold Bullet's objects and may read and write them: from now on no body is lazy and no copy is read.
	void ShareBullet();
	bool IsBulletShared() const { return bBulletShared; }
	// Null when there is no such body.
	FBodyRecord* Find(FBodyId Id) const { return IsAlive(Id) ? At(Id.Index) : nullptr; }
	bool IsAlive(FBodyId Id) const
	{
		return Id.Index < LiveGenerations.size() && Id.Generation != 0 && LiveGenerations[Id.Index] == Id.Generation;
	}
	const FBodySlot* FindSlot(FBodyId Id) const { return IsAlive(Id) ? &Slots[Id.Index] : nullptr; }
	FBodySlot* FindSlot(FBodyId Id) { return const_cast<FBodySlot*>(std::as_const(*this).FindSlot(Id)); }
	// Null when the object is not one of ours, whatever its user pointer and index hold.
	FBodyRecord* FindObject(const btCollisionObject* Object) const
	{
		const uint32_t Slot = uint32_t(Object->getUserIndex());
		const bool bLive = Slot < LiveGenerations.size() && LiveGenerations[Slot] != 0;
		return bLive && &At(Slot)->Bullet == Object ? At(Slot) : nullptr;
	}
	// Of a slot below GetSlotCount, in use or not.
	FBodyRecord* At(uint32_t Index) const
	{
		std::byte* Bytes = Chunks[Index / ChunkSize]->Bytes;
		return reinterpret_cast<FBodyRecord*>(Bytes + (Index % ChunkSize) * sizeof(FBodyRecord));
	}
	// Empty unless these are the living bodies of slots that follow one another.
	FBodyRun FindRun(std::span<const FBodyId> OfIds);
	uint32_t GetSlotCount() const { return uint32_t(Slots.size()); }
	// In order of creation.
	std::span<FBodyRecord* const> GetRecords() const { return Records; }
	std::span<const FBodyId> GetIds() const { return Ids; }
	// For restoring: the numbers that the same bodies had, ascending, and the one the next body gets.
	void SetOrders(std::span<const uint64_t> Orders, uint64_t Next);
	uint64_t GetNextOrder() const { return NextOrder; }

private:
	static constexpr uint32_t ChunkSize = 128;
	struct FChunk
	{
		alignas(FBodyRecord) std::byte Bytes[ChunkSize * sizeof(FBodyRecord)];
	};

	std::vector<std::unique_ptr<FChunk>> Chunks;
	std::vector<uint32_t> LiveGenerations; // by slot, as all down to Pushes; 0: free
	std::vector<FBodySlot> Slots;
	std::vector<FBodyBox> Boxes;
	std::vector<FVector> Locations;
	std::vector<FVector> Velocities;
	std::vector<FQuat> Rotations;
	std::vector<FVector> Pushes;
	bool bBulletShared = false;
	std::vector<uint32_t> NextGenerations;
	std::vector<uint32_t> FreeSlots; // the last freed is used first, so ids are the same in every run
	std::vector<FBodyRecord*> Records;
	std::vector<FBodyId> Ids;
	uint64_t NextOrder = 1;
};
} // namespace Flockwork
