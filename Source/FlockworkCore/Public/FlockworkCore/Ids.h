#pragma once
// Generational ids: a handle that outlives what it names is recognised as stale instead of naming the next owner.
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace Flockwork
{
// Tag keeps ids of different kinds apart at compile time. A default-made id names nothing.
template <typename Tag>
struct TId
{
	static constexpr uint32_t InvalidIndex = 0xffffffffu;
	uint32_t Index = InvalidIndex;
	uint32_t Generation = 0;

	bool IsValid() const { return Index != InvalidIndex; }
	uint64_t ToBits() const { return (uint64_t(Generation) << 32) | Index; }
	static TId FromBits(uint64_t Bits) { return {uint32_t(Bits), uint32_t(Bits >> 32)}; }
	friend bool operator==(const TId&, const TId&) = default;
	friend bool operator<(const TId& A, const TId& B)
	{
		return A.Index != B.Index ? A.Index < B.Index : A.Generation < B.Generation;
	}
};

// Values by id in stable slots. Freed slots are reused last-freed-first, so ids are the same in every run of the same
// operations. Add is O(1) amortised and may move values (keep ids, not pointers).
template <typename Value, typename Tag>
class TSlotMap
{
public:
	using FId = TId<Tag>;

	FId Add(Value&& NewValue)
	{
		if (FreeSlots.empty())
		{
			FreeSlots.push_back(uint32_t(Slots.size()));
			Slots.emplace_back();
		}
		const uint32_t Index = FreeSlots.back();
		FreeSlots.pop_back();
		Slots[Index].Content.emplace(std::move(NewValue));
		++Count;
		return {Index, Slots[Index].Generation};
	}
	// False when the id is stale or invalid; then nothing happens.
	bool Remove(FId Id)
	{
		if (!Find(Id))
		{
			return false;
		}
		Slots[Id.Index].Content.reset();
		++Slots[Id.Index].Generation;
		FreeSlots.push_back(Id.Index);
		--Count;
		return true;
	}
	// Null when the id is stale or invalid.
	Value* Find(FId Id)
	{
		const bool bLive = Id.Index < Slots.size() && Slots[Id.Index].Generation == Id.Generation;
		return bLive && Slots[Id.Index].Content ? &*Slots[Id.Index].Content : nullptr;
	}
	const Value* Find(FId Id) const { return const_cast<TSlotMap*>(this)->Find(Id); }
	uint32_t Num() const { return Count; }
	// Calls Visit(FId, Value&) for each live value by ascending slot.
	template <typename Visitor>
	void ForEach(Visitor&& Visit)
	{
		for (uint32_t Index = 0; Index < Slots.size(); ++Index)
		{
			if (Slots[Index].Content)
			{
				Visit(FId{Index, Slots[Index].Generation}, *Slots[Index].Content);
			}
		}
	}

private:
	struct FSlot
	{
		std::optional<Value> Content;
		uint32_t Generation = 1;
	};
	std::vector<FSlot> Slots;
	std::vector<uint32_t> FreeSlots;
	uint32_t Count = 0;
};
} // namespace Flockwork
