#pragma once
// One record for each actor that has some component, in order of creation.
#include "FlockworkCore/Assert.h"
#include "FlockworkGame/Actor.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace Flockwork
{
template <typename Record>
class TActorArray
{
public:
	struct FEntry
	{
		FActorId Actor;
		uint32_t CreationId = 0;
		Record Data;
	};

	// Actors come in order of creation: components are attached when actors are spawned.
	void Add(const AActor& Actor, Record Data)
	{
		Compact();
		FW_CHECK(
		    Entries.empty() || Entries.back().CreationId < Actor.CreationId, "components are attached by creation");
		if (Places.size() <= Actor.Id.Index)
		{
			Places.resize(Actor.Id.Index + 1, -1);
		}
		Places[Actor.Id.Index] = int32_t(Entries.size());
		Entries.push_back({Actor.Id, Actor.CreationId, std::move(Data)});
	}
	void Remove(FActorId Actor)
	{
		if (Find(Actor))
		{
			Entries[size_t(Places[Actor.Index])].Actor = {};
			Places[Actor.Index] = -1;
			bHoles = true;
		}
	}
	Record* Find(FActorId Actor)
	{
		const int32_t Place = Actor.Index < Places.size() ? Places[Actor.Index] : -1;
		return Place >= 0 && Entries[size_t(Place)].Actor == Actor ? &Entries[size_t(Place)].Data : nullptr;
	}
	const Record* Find(FActorId Actor) const { return const_cast<TActorArray*>(this)->Find(Actor); }
	std::vector<FEntry>& GetAll()
	{
		Compact();
		return Entries;
	}

private:
	// Once for all that were removed.
	void Compact()
	{
		if (!bHoles)
		{
			return;
		}
		const auto IsHole = [](const FEntry& Entry) { return !Entry.Actor.IsValid(); };
		Entries.erase(std::remove_if(Entries.begin(), Entries.end(), IsHole), Entries.end());
		for (size_t Place = 0; Place < Entries.size(); ++Place)
		{
			Places[Entries[Place].Actor.Index] = int32_t(Place);
		}
		bHoles = false;
	}
	std::vector<FEntry> Entries;
	std::vector<int32_t> Places; // by actor slot; -1: none
	bool bHoles = false;
};
} // namespace Flockwork
