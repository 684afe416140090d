#include "FlockworkGame/Events.h"

#include <algorithm>
#include <array>

namespace Flockwork
{
namespace
{
constexpr std::array<std::string_view, 8> BuiltinNames = {
    "spawned", "destroyed", "contact", "threatSensed", "threatLost", "pathEnded", "fellOut", "bodyReset"};
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
	Published.swap(Raised);
	Raised.clear();
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
	Writer.WriteArray(std::span<const FEvent>(Raised));
	Writer.Write(uint64_t(CustomNames.size()));
	for (const std::string& Name : CustomNames)
	{
		Writer.WriteString(Name);
	}
}

bool FEventList::Restore(FByteReader& Reader)
{
	std::vector<FEvent> NewRaised = Reader.ReadArray<FEvent>();
	const uint64_t Count = Reader.Read<uint64_t>();
	std::vector<std::string> Names;
	for (uint64_t Index = 0; Index < Count && Reader.IsOk(); ++Index)
	{
		Names.push_back(Reader.ReadString());
	}
	const bool bFinite = std::all_of(NewRaised.begin(), NewRaised.end(),
	    [](const FEvent& Event) { return IsFinite(Event.Position) && std::isfinite(Event.Value); });
	if (!Reader.IsOk() || !bFinite)
	{
		return false;
	}
	Raised = std::move(NewRaised);
	Published.clear();
	CustomNames = std::move(Names);
	return true;
}
} // namespace Flockwork
