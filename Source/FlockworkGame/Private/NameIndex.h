#pragma once
// Finds things by name where the names lie with the things: a hash table of places alone, four to eight bytes a name.
// Looked up only, never walked: its order would differ between builds.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace Flockwork
{
// NameOf(uint32_t Place) gives a listed place's name, as a std::string_view; it must not change while it is listed.
class FNameIndex
{
public:
	static constexpr uint32_t None = 0xffffffffu;

	template <typename NameOfType>
	uint32_t Find(std::string_view Name, NameOfType&& NameOf) const
	{
		for (size_t Cell = StartOf(Name); !Cells.empty() && Cells[Cell] != None; Cell = Next(Cell))
		{
			if (Cells[Cell] != Left && NameOf(Cells[Cell]) == Name)
			{
				return Cells[Cell];
			}
		}
		return None;
	}
	// A name that is not listed yet.
	template <typename NameOfType>
	void Add(std::string_view Name, uint32_t Place, NameOfType&& NameOf)
	{
		if (4 * (UsedCount + 1) > 3 * Cells.size())
		{
			Grow(NameOf);
		}
		Put(Name, Place);
		++ListedCount;
	}
	// A name that is listed for this place.
	void Remove(std::string_view Name, uint32_t Place)
	{
		size_t Cell = StartOf(Name);
		while (Cells[Cell] != Place)
		{
			Cell = Next(Cell);
		}
		Cells[Cell] = Left; // not empty: what was put behind it must still be found
		--ListedCount;
	}

private:
	static constexpr uint32_t Left = 0xfffffffeu;

	size_t StartOf(std::string_view Name) const
	{
		return Cells.empty() ? 0 : std::hash<std::string_view>()(Name) & (Cells.size() - 1);
	}
	size_t Next(size_t Cell) const { return (Cell + 1) & (Cells.size() - 1); }
	void Put(std::string_view Name, uint32_t Place)
	{
		size_t Cell = StartOf(Name);
		while (Cells[Cell] != None)
		{
			Cell = Next(Cell);
		}
		Cells[Cell] = Place;
		++UsedCount;
	}
	// To at most three eighths full, without the cells that were left.
	template <typename NameOfType>
	void Grow(NameOfType&& NameOf)
	{
		size_t Size = 64;
		while (3 * Size < 8 * ListedCount)
		{
			Size *= 2;
		}
		std::vector<uint32_t> Old(Size, None);
		Old.swap(Cells);
		UsedCount = 0;
		for (const uint32_t Place : Old)
		{
			if (Place != None && Place != Left)
			{
				Put(NameOf(Place), Place);
			}
		}
	}

	std::vector<uint32_t> Cells; // a power of two of them
	size_t UsedCount = 0;        // not empty
	size_t ListedCount = 0;
};
} // namespace Flockwork
