#include "ActorTable.h"

#include "FlockworkCore/Assert.h"
#include "FlockworkCore/Serialize.h"

#include <algorithm>

namespace Flockwork
{
void FActorTable::AddSlot()
{
	if (SlotCount / ChunkSize == Chunks.size())
	{
		Chunks.push_back(std::make_unique<FChunk>());
	}
	++SlotCount;
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
	FSlot& Slot = SlotAt(Index);
	Slot.bUsed = true;
	Slot.Actor = AActor{};
	Slot.Actor.Id = {Index, Slot.Generation};
	++Reserved;
	return Slot.Actor.Id;
}

AActor& FActorTable::Activate(FActorId Id, std::string Name)
{
	AActor* Actor = Find(Id);
	FW_CHECK(Actor && Actor->State == EActorState::Reserved, "an actor is activated once, after Reserve");
	Actor->State = EActorState::Alive;
	Actor->CreationId = NextCreationId++;
	Actor->Name = std::move(Name);
	Names.emplace(Actor->Name, Id);
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
	FSlot& Slot = SlotAt(Index);
	Slot.bUsed = false;
	Slot.Source.reset();
	Slot.Actor = AActor{};
	++Slot.Generation;
	FreeSlots.push_back(Index);
}

void FActorTable::ReleaseName(const AActor& Actor)
{
	const auto Found = Names.find(Actor.Name);
	if (Found != Names.end() && Found->second == Actor.Id) // it may be another's by now
	{
		Names.erase(Found);
	}
}

FActorId FActorTable::FindByName(std::string_view Name) const
{
	const auto Found = Names.find(Name);
	return Found == Names.end() ? FActorId{} : Found->second;
}

std::string FActorTable::MakeUniqueName(std::string_view Wanted) const
{
	std::string Name(Wanted);
	for (uint32_t Number = 2; Names.find(Name) != Names.end(); ++Number)
	{
		Name = std::string(Wanted) + "_" + std::to_string(Number);
	}
	return Name;
}

void FActorTable::SetSource(FActorId Id, std::shared_ptr<const FPrefab> Source)
{
	SlotAt(Id.Index).Source = std::move(Source);
}

const std::shared_ptr<const FPrefab>& FActorTable::GetSource(FActorId Id) const
{
	return SlotAt(Id.Index).Source;
}

void FActorTable::Save(FByteWriter& Writer) const
{
	Writer.Write(uint64_t(SlotCount));
	for (uint32_t Index = 0; Index < SlotCount; ++Index)
	{
		Writer.Write(SlotAt(Index).Generation);
		Writer.Write(uint8_t(SlotAt(Index).bUsed));
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
		FSlot& Slot = SlotAt(Index);
		Slot.Generation = Reader.Read<uint32_t>();
		Slot.bUsed = Reader.Read<uint8_t>() != 0;
		Slot.Actor.Id = Slot.bUsed ? FActorId{Index, Slot.Generation} : FActorId{};
		Reserved += Slot.bUsed ? 1 : 0;
	}
	FreeSlots = Reader.ReadArray<uint32_t>();
	NextCreationId = Reader.Read<uint32_t>();
	std::vector<bool> bListed(SlotCount); // a slot that is listed twice would be given away twice
	const auto IsFree = [&](uint32_t Index)
	{
		const bool bFree = Index < SlotCount && !SlotAt(Index).bUsed && !bListed[Index];
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
	       Names.find(Name) == Names.end();
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
