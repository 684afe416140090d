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
class FBodyPool
{
public:
	FBodyPool() = default;
	~FBodyPool();
	FBodyPool(const FBodyPool&) = delete;
	FBodyPool& operator=(const FBodyPool&) = delete;

	FBodyRecord& Create(const btRigidBody::btRigidBodyConstructionInfo& Info);
	void Destroy(FBodyRecord& Record);
	FBodyRecord* Find(FBodyId Id) const
	{
		const bool bLive =
		    Id.Index < LiveGenerations.size() && Id.Generation != 0 && LiveGenerations[Id.Index] == Id.Generation;
		return bLive ? At(Id.Index) : nullptr;
	}
	// Null when the object is not one of ours, whatever its user pointer and index hold.
	FBodyRecord* FindObject(const btCollisionObject* Object) const
	{
		const uint32_t Slot = uint32_t(Object->getUserIndex());
		const bool bLive = Slot < LiveGenerations.size() && LiveGenerations[Slot] != 0;
		return bLive && &At(Slot)->Bullet == Object ? At(Slot) : nullptr;
	}
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
	FBodyRecord* At(uint32_t Index) const
	{
		std::byte* Bytes = Chunks[Index / ChunkSize]->Bytes;
		return reinterpret_cast<FBodyRecord*>(Bytes + (Index % ChunkSize) * sizeof(FBodyRecord));
	}

	std::vector<std::unique_ptr<FChunk>> Chunks;
	std::vector<uint32_t> LiveGenerations; // by slot; 0: free
	std::vector<uint32_t> NextGenerations;
	std::vector<uint32_t> FreeSlots; // the last freed is used first, so ids are the same in every run
	std::vector<FBodyRecord*> Records;
	std::vector<FBodyId> Ids;
	uint64_t NextOrder = 1;
};
} // namespace Flockwork
