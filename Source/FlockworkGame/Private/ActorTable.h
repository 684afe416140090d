#pragma once
// All actors of a world: stable slots, the order of creation, and the names.
#include "FlockworkGame/Actor.h"
#include "FlockworkGame/Prefabs.h"
#include "NameIndex.h"

#include <array>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
class FActorTable
{
public:
	// A slot for an actor that is to come.
	FActorId Reserve();
	// Makes a reserved slot an actor: gives it its creation id and enters its name, which is unique (MakeUniqueName).
	AActor& Activate(FActorId Id, std::string Name);
	// Its name is free for another; the actor still answers to its id.
	void ReleaseName(const AActor& Actor);
	// Ends actors and reservations; stale ids are skipped.
	void Free(std::span<const FActorId> Ids);

	// In any state; null when the id is stale or invalid.
	AActor* Find(FActorId Id)
	{
		if (Id.Index >= SlotCount)
		{
			return nullptr;
		}
		AActor& Actor = SlotAt(Id.Index).Actor;
		return Actor.Id == Id ? &Actor : nullptr; // a free slot's actor has no id
	}
	const AActor* Find(FActorId Id) const { return const_cast<FActorTable*>(this)->Find(Id); }
	// Asks for the memory of an actor that is soon looked at.
	void Prefetch(FActorId Id) const { __builtin_prefetch(&SlotAt(Id.Index), 1); }
	// Where an actor was before the last step. Apart from it, since only drawing reads that.
	FTransform& PreviousOf(FActorId Id) const { return Chunks[Id.Index / ChunkSize]->Previous[Id.Index % ChunkSize]; }
	FActorId FindByName(std::string_view Name) const;
	// Wanted, or Wanted_2, Wanted_3 ... where that is taken.
	std::string MakeUniqueName(std::string_view Wanted) const;
	std::span<const FActorId> GetOrder() const { return Order; } // by creation
	int32_t NumLiving() const { return int32_t(Order.size()); }
	int32_t NumReserved() const { return Reserved; }
	uint32_t GetNextCreationId() const { return NextCreationId; }

	void SetSource(FActorId Id, std::shared_ptr<const FPrefab> Source);
	const std::shared_ptr<const FPrefab>& GetSource(FActorId Id) const; // of a living actor

	// Snapshots: slots, generations and free list exactly as they were. Names and sources of living actors come after,
	// by RestoreActor in order of creation.
	void Save(FByteWriter& Writer) const;
	bool Restore(FByteReader& Reader);
	// False where RestoreActor would break what holds of all actors: one slot, one name, ascending creation ids.
	bool CanRestore(FActorId Id, uint32_t CreationId, const std::string& Name) const;
	AActor& RestoreActor(FActorId Id, uint32_t CreationId, std::string Name);

private:
	void Release(AActor& Actor);
	uint32_t FindSlotByName(std::string_view Name) const;
	// What every step looks at comes first in an actor, and begins a cache line.
	struct alignas(64) FSlot
	{
		AActor Actor;
		uint32_t Source = NoSource; // into Sources
		bool IsUsed() const { return Actor.Id.IsValid(); }
	};
	static constexpr uint32_t NoSource = 0xffffffffu;
	// What actors were made of. Those of one prefab mostly come one after the other and share an entry.
	struct FSource
	{
		std::shared_ptr<const FPrefab> Prefab;
		uint32_t Actors = 0;
	};
	void DropSource(FSlot& Slot);
	// Actors never move: who works on one may keep it, and a table that grows copies nothing.
	static constexpr uint32_t ChunkSize = 64;
	struct FChunk
	{
		std::array<FSlot, ChunkSize> Slots;
		std::array<FTransform, ChunkSize> Previous;
	};
	FSlot& SlotAt(uint32_t Index) const { return Chunks[Index / ChunkSize]->Slots[Index % ChunkSize]; }
	void AddSlot();

	std::vector<std::unique_ptr<FChunk>> Chunks;
	uint32_t SlotCount = 0;
	std::vector<uint32_t> Generations; // by slot; of a free one: that the next actor gets
	std::deque<FSource> Sources;
	std::vector<uint32_t> FreeSources;
	uint32_t LastSource = NoSource; // that an actor was given
	std::vector<uint32_t> FreeSlots;
	std::vector<FActorId> Order;
	FNameIndex Names; // of slots
	uint32_t NextCreationId = 1;
	int32_t Reserved = 0;
};
} // namespace Flockwork
