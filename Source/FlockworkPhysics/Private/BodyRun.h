#pragma once
// Bodies that were made one after the other lie side by side in the pool's tables. Where they are also all alike, a
// pass over them is a loop over rows of plain floats, without a question asked of each: a compiler makes vectors of it.
#include "BodySlot.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <type_traits>

namespace Flockwork
{
struct FBodyRun
{
	std::span<FBodySlot> Slots; // empty: what was asked for is no run
	std::span<FVector> Locations;
	std::span<FVector> Velocities;
	std::span<FQuat> Rotations;
	std::span<FVector> Pushes;

	bool IsEmpty() const { return Slots.empty(); }
	// Whether mass, type and flags of all are those of the first: the table equals itself moved on by one.
	bool AreAlike() const
	{
		return !IsEmpty() && std::memcmp(Slots.data(), Slots.data() + 1, (Slots.size() - 1) * sizeof(FBodySlot)) == 0;
	}
	bool AreLazy() const { return AreAlike() && Slots.front().bLazy; }
	// Of bodies that are alike.
	void MarkStale() const
	{
		if (!Slots.front().bStale)
		{
			std::for_each(Slots.begin(), Slots.end(), [](FBodySlot& Slot) { Slot.bStale = true; });
		}
	}
};

static_assert(sizeof(FVector) == 3 * sizeof(float));
template <typename Vector> // const or not
auto FloatsOf(std::span<Vector> Vectors)
{
	using FFloat = std::remove_reference_t<decltype((Vectors.front().x))>;
	return Vectors.empty() ? std::span<FFloat>() : std::span<FFloat>(&Vectors.front().x, 3 * Vectors.size());
}

// 1 for NaN too. For loops that collect it without branching.
inline uint32_t IsBeyond(float Value, float Limit)
{
	return uint32_t(!(std::fabs(Value) <= Limit));
}
inline bool AreWithin(std::span<const FVector> Vectors, float Limit)
{
	uint32_t Beyond = 0;
	for (const float Value : FloatsOf(Vectors))
	{
		Beyond |= IsBeyond(Value, Limit);
	}
	return Beyond == 0;
}
} // namespace Flockwork
