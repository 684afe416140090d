#include "ActorTable.h"

#include "FlockworkCore/Assert.h"
#include "FlockworkCore/Serialize.h"

#include <algorithm>
#include <cstddef>

namespace Flockwork
{
void FActorTable::AddSlot()
{
	if (SlotCount / ChunkSize == Chunks.size())
	{
		Chunks.push_back(std::make_unique<FChunk>());
	}
	++SlotCount;
	Generations.push_back(1);
	static_assert(sizeof(FSlot) == 128, "two cache lines, one of which a step touches");
	static_assert(offsetof(AActor, CreationId) == 64);
}

FActorId FActorTable::Reserve()
{
	if (FreeSlots.empty())
	{
		FreeSlots.push_back(SlotCount);
		AddSlot();
	}
	const uint32_t Index = FreeSlots.back();
	FreeSlots.pop_back();
	AActor& Actor = SlotAt(Index).Actor;
	Actor = AActor{};
	Actor.Id = {Index, Generations[Index]};
	++Reserved;
	return Actor.Id;
}

AActor& FActorTable::Activate(FActorId Id, std::string Name)
{
	AActor* Actor = Find(Id);
	FW_CHECK(Actor && Actor->State == EActorState::Reserved, "an actor is activated once, after Reserve");
	Actor->State = EActorState::Alive;
	Actor->CreationId = NextCreationId++;
	Actor->Name = std::move(Name);
	Names.Add(Actor->Name, Id.Index, [this](uint32_t Slot) { return std::string_view(SlotAt(Slot).Actor.Name); });
	Order.push_back(Id);
	--Reserved;
	return *Actor;
}

void FActorTable::Free(std::span<const FActorId> Ids)
{
	for (const FActorId Id : Ids)
	{
		if (AActor* Actor = Find(Id))
		{
			Release(*Actor);
		}
	}
	// Once for all of them: taking each out by itself would cost the square of their number.
	const auto IsGone = [this](FActorId Id) { return Find(Id) == nullptr; };
	Order.erase(std::remove_if(Order.begin(), Order.end(), IsGone), Order.end());
}

void FActorTable::Release(AActor& Actor)
{
	if (Actor.State == EActorState::Reserved)
	{
		--Reserved;
	}
	else
	{
		ReleaseName(Actor);
	}
	const uint32_t Index = Actor.Id.Index;
	DropSource(SlotAt(Index));
	Actor = AActor{};
	++Generations[Index];
	FreeSlots.push_back(Index);
}

void FActorTable::ReleaseName(const AActor& Actor)
{
	if (FindSlotByName(Actor.Name) == Actor.Id.Index) // it may be another's by now
	{
		Names.Remove(Actor.Name, Actor.Id.Index);
	}
}

uint32_t FActorTable::FindSlotByName(std::string_view Name) const
{
	return Names.Find(Name, [this](uint32_t Slot) { return std::string_view(SlotAt(Slot).Actor.Name); });
}

FActorId FActorTable::FindByName(std::string_view Name) const
{
	const uint32_t Slot = FindSlotByName(Name);
	return Slot == FNameIndex::None ? FActorId{} : SlotAt(Slot).Actor.Id;
}

std::string FActorTable::MakeUniqueName(std::string_view Wanted) const
{
	std::string Name(Wanted);
	for (uint32_t Number = 2; FindSlotByName(Name) != FNameIndex::None; ++Number)
	{
		Name = std::string(Wanted) + "_" + std::to_string(Number);
	}
	return Name;
}

void FActorTable::SetSource(FActorId Id, std::shared_ptr<const FPrefab> Source)
{
	FSlot& Slot = SlotAt(Id.Index);
	DropSource(Slot);
	if (!Source)
	{
		return;
	}
	if (LastSource == NoSource || Sources[LastSource].Prefab != Source)
	{
		if (FreeSources.empty())
		{
			FreeSources.push_back(uint32_t(Sources.size()));
			Sources.emplace_back();
		}
		LastSource = FreeSources.back();
		FreeSources.pop_back();
		Sources[LastSource].Prefab = std::move(Source);
	}
	Slot.Source = LastSource;
	++Sources[LastSource].Actors;
}

void FActorTable::DropSource(FSlot& Slot)
{
	if (Slot.Source == NoSource)
	{
		return;
	}
	FSource& Source = Sources[Slot.Source];
	if (--Source.Actors == 0)
	{
		Source.Prefab.reset();
		FreeSources.push_back(Slot.Source);
		LastSource = LastSource == Slot.Source ? NoSource : LastSource;
	}
	Slot.Source = NoSource;
}

const std::shared_ptr<const FPrefab>& FActorTable::GetSource(FActorId Id) const
{
	static const std::shared_ptr<const FPrefab> None;
	const uint32_t Source = SlotAt(Id.Index).Source;
	return Source == NoSource ? None : Sources[Source].Prefab;
}

void FActorTable::Save(FByteWriter& Writer) const
{
	Writer.Write(uint64_t(SlotCount));
	for (uint32_t Index = 0; Index < SlotCount; ++Index)
	{
		Writer.Write(Generations[Index]);
		Writer.Write(uint8_t(SlotAt(Index).IsUsed()));
	}
	Writer.WriteArray(std::span<const uint32_t>(FreeSlots));
	Writer.Write(NextCreationId);
}

bool FActorTable::Restore(FByteReader& Reader)
{
	const uint64_t Count = Reader.Read<uint64_t>();
	if (Count > Reader.Remaining() / (sizeof(uint32_t) + sizeof(uint8_t))) // a damaged count must not allocate
	{
		return false;
	}
	*this = FActorTable{};
	for (uint32_t Index = 0; Index < uint32_t(Count); ++Index)
	{
		AddSlot();
		Generations[Index] = Reader.Read<uint32_t>();
		const bool bUsed = Reader.Read<uint8_t>() != 0;
		SlotAt(Index).Actor.Id = bUsed ? FActorId{Index, Generations[Index]} : FActorId{};
		Reserved += bUsed ? 1 : 0;
	}
	FreeSlots = Reader.ReadArray<uint32_t>();
	NextCreationId = Reader.Read<uint32_t>();
	std::vector<bool> bListed(SlotCount); // a slot that is listed twice would be given away twice
	const auto IsFree = [&](uint32_t Index)
	{
		const bool bFree = Index < SlotCount && !SlotAt(Index).IsUsed() && !bListed[Index];
		if (bFree)
		{
			bListed[Index] = true;
		}
		return bFree;
	};
	return Reader.IsOk() && std::all_of(FreeSlots.begin(), FreeSlots.end(), IsFree);
}

bool FActorTable::CanRestore(FActorId Id, uint32_t CreationId, const std::string& Name) const
{
	const AActor* Slot = Find(Id);
	const bool bInOrder = Order.empty() || Find(Order.back())->CreationId < CreationId;
	return Slot && Slot->State == EActorState::Reserved && CreationId < NextCreationId && bInOrder &&
	       FindSlotByName(Name) == FNameIndex::None;
}

AActor& FActorTable::RestoreActor(FActorId Id, uint32_t CreationId, std::string Name)
{
	const uint32_t Next = NextCreationId;
	AActor& Actor = Activate(Id, std::move(Name));
	Actor.CreationId = CreationId;
	NextCreationId = Next;
	return Actor;
}
} // namespace Flockwork
