#include "FlockworkGame/Events.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr std::array<std::string_view, size_t(EEvent::BuiltinCount)> BuiltinNames = {"spawned", "destroyed", "contact",
    "threatSensed", "threatLost", "pathEnded", "fellOut", "bodyReset", "arrived", "unreachable", "offMesh",
    "backOnMesh", "linkStarted", "linkEnded", "fleeing", "safe", "cornered", "cowering", "calmedDown", "isRunning",
    "isCowering"};
} // namespace

void FEventList::Raise(const FEvent& Event)
{
	if (int32_t(Raised.size()) < MaxEvents)
	{
		Raised.push_back(Event);
	}
	else
	{
		++Dropped;
	}
}

void FEventList::Publish()
{
	// What one step that was full of events needed (the spawning of a flock) is given back.
	constexpr size_t Modest = 1024;
	Published.swap(Raised);
	Raised.clear();
	if (Raised.capacity() > std::max(Modest, 8 * Published.size()))
	{
		Raised = std::vector<FEvent>();
	}
	PublishedDropped = Dropped;
	Dropped = 0;
}

void FEventList::SetCapacity(int32_t Capacity)
{
	MaxEvents = Capacity;
}

EEvent FEventList::FindOrAdd(std::string_view Name)
{
	const auto Builtin = std::find(BuiltinNames.begin(), BuiltinNames.end(), Name);
	if (Builtin != BuiltinNames.end())
	{
		return EEvent(Builtin - BuiltinNames.begin());
	}
	const auto Found = std::find(CustomNames.begin(), CustomNames.end(), Name);
	const size_t Index = size_t(Found - CustomNames.begin());
	if (Found == CustomNames.end())
	{
		CustomNames.emplace_back(Name);
	}
	return EEvent(uint32_t(EEvent::CustomBase) + uint32_t(Index));
}

std::string_view FEventList::GetName(EEvent Id) const
{
	const size_t Index = size_t(Id);
	if (Index < BuiltinNames.size())
	{
		return BuiltinNames[Index];
	}
	const size_t Custom = Index - size_t(EEvent::CustomBase);
	return Index >= size_t(EEvent::CustomBase) && Custom < CustomNames.size() ? std::string_view(CustomNames[Custom])
	                                                                          : std::string_view("unknown");
}

void FEventList::Save(FByteWriter& Writer) const
{
	Writer.Write(uint64_t(Raised.size()));
	for (const FEvent& Event : Raised) // field by field: there is padding between them
	{
		Writer.Write(Event.Id);
		Writer.Write(Event.A.ToBits());
		Writer.Write(Event.B.ToBits());
		Writer.Write(Event.Position);
		Writer.Write(Event.Value);
		Writer.Write(Event.Key);
	}
	Writer.Write(uint64_t(CustomNames.size()));
	for (const std::string& Name : CustomNames)
	{
		Writer.WriteString(Name);
	}
}

bool FEventList::Restore(FByteReader& Reader)
{
	std::vector<FEvent> NewRaised;
	bool bGood = true;
	const uint64_t EventCount = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < EventCount && Reader.IsOk(); ++Index)
	{
		FEvent Event;
		Event.Id = Reader.Read<EEvent>();
		Event.A = FActorId::FromBits(Reader.Read<uint64_t>());
		Event.B = FActorId::FromBits(Reader.Read<uint64_t>());
		Event.Position = Reader.Read<FVector>();
		Event.Value = Reader.Read<float>();
		Event.Key = Reader.Read<uint64_t>();
		bGood &= IsFinite(Event.Position) && std::isfinite(Event.Value);
		NewRaised.push_back(Event);
	}
	const uint64_t Count = Reader.Read<uint64_t>();
	std::vector<std::string> Names;
	for (uint64_t Index = 0; Index < Count && Reader.IsOk(); ++Index)
	{
		Names.push_back(Reader.ReadString());
	}
	if (!Reader.IsOk() || !bGood)
	{
		return false;
	}
	Raised = std::move(NewRaised);
	Published.clear();
	CustomNames = std::move(Names);
	return true;
}
} // namespace Flockwork
