#pragma once
// Bodies by id, in memory that never moves: neighbours in creation are neighbours in memory, which is what makes the
// passes over all bodies quick.
#include "BodyRecord.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace Flockwork
{
// What bulk calls need to know of a body without touching it.
struct FBodySlot
{
	uint32_t LiveGeneration = 0; // 0: free
	float Mass = 0.0f;           // Dynamic only
	EBodyType Type = EBodyType::Static;
	bool bNeverSleeps = false;
	bool bLockRotation = false;
};

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
	// Null when there is no such body.
	FBodyRecord* Find(FBodyId Id) const { return FindSlot(Id) ? At(Id.Index) : nullptr; }
	const FBodySlot* FindSlot(FBodyId Id) const
	{
		const bool bLive =
		    Id.Index < Slots.size() && Id.Generation != 0 && Slots[Id.Index].LiveGeneration == Id.Generation;
		return bLive ? &Slots[Id.Index] : nullptr;
	}
	// Null when the object is not one of ours, whatever its user pointer and index hold.
	FBodyRecord* FindObject(const btCollisionObject* Object) const
	{
		const uint32_t Slot = uint32_t(Object->getUserIndex());
		const bool bLive = Slot < Slots.size() && Slots[Slot].LiveGeneration != 0;
		return bLive && &At(Slot)->Bullet == Object ? At(Slot) : nullptr;
	}
	// Of a slot below GetSlotCount, in use or not.
	FBodyRecord* At(uint32_t Index) const
	{
		std::byte* Bytes = Chunks[Index / ChunkSize]->Bytes;
		return reinterpret_cast<FBodyRecord*>(Bytes + (Index % ChunkSize) * sizeof(FBodyRecord));
	}
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
	std::vector<FBodySlot> Slots;
	std::vector<uint32_t> NextGenerations;
	std::vector<uint32_t> FreeSlots; // the last freed is used first, so ids are the same in every run
	std::vector<FBodyRecord*> Records;
	std::vector<FBodyId> Ids;
	uint64_t NextOrder = 1;
};
} // namespace Flockwork
