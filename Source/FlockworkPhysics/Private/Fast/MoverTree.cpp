#include "MoverTree.h"

#include <algorithm>
#include <utility>

namespace Flockwork
{
namespace
{
constexpr int32_t BitsPerAxis = 16;
constexpr int32_t DigitBits = 12;

// Leaves two empty bits between each two of the lower sixteen.
uint64_t Spread(uint64_t Bits)
{
	Bits = (Bits | (Bits << 16)) & 0x0000FF0000FFull;
	Bits = (Bits | (Bits << 8)) & 0x00F00F00F00Full;
	Bits = (Bits | (Bits << 4)) & 0x0C30C30C30C3ull;
	return (Bits | (Bits << 2)) & 0x249249249249ull;
}

btVector3 CenterOf(const FGridProxy& Mover)
{
	return (Mover.m_aabbMin + Mover.m_aabbMax) * 0.5f;
}
} // namespace

void FMoverTree::Build(std::span<FGridProxy* const> Movers)
{
	Loose.clear();
	SortByCurve(Movers);
	Leaves.resize(Items.size());
	for (size_t Index = 0; Index < Items.size(); ++Index)
	{
		Leaves[Index] = Items[Index].Mover;
		Items[Index].Mover->TreeLeaf = int32_t(Index);
	}
	PackLevels();
	bBuilt = true;
}

void FMoverTree::SortByCurve(std::span<FGridProxy* const> Movers)
{
	Items.resize(Movers.size());
	ItemsSwap.resize(Movers.size());
	if (Movers.empty())
	{
		return;
	}
	btVector3 Min = CenterOf(*Movers.front());
	btVector3 Max = Min;
	for (const FGridProxy* Mover : Movers)
	{
		Min.setMin(CenterOf(*Mover));
		Max.setMax(CenterOf(*Mover));
	}
	const float Cells = float((1 << BitsPerAxis) - 1);
	const btVector3 Extent = Max - Min;
	btVector3 Scale;
	for (int Axis = 0; Axis < 3; ++Axis)
	{
		Scale[Axis] = Extent[Axis] > 0.0f ? Cells / Extent[Axis] : 0.0f;
	}
	for (size_t Index = 0; Index < Movers.size(); ++Index)
	{
		const btVector3 Cell = (CenterOf(*Movers[Index]) - Min) * Scale;
		Items[Index].Key =
		    Spread(uint64_t(Cell.x())) | (Spread(uint64_t(Cell.y())) << 1) | (Spread(uint64_t(Cell.z())) << 2);
		Items[Index].Mover = Movers[Index];
	}
	// A radix sort, lowest digit first.
	for (int32_t Shift = 0; Shift < 3 * BitsPerAxis; Shift += DigitBits)
	{
		std::array<uint32_t, (1u << DigitBits) + 1> Starts{};
		const auto DigitOf = [Shift](const FSortItem& Item)
		{ return size_t(Item.Key >> Shift) & ((size_t(1) << DigitBits) - 1); };
		for (const FSortItem& Item : Items)
		{
			++Starts[DigitOf(Item) + 1];
		}
		for (size_t Digit = 1; Digit < Starts.size(); ++Digit)
		{
			Starts[Digit] += Starts[Digit - 1];
		}
		for (const FSortItem& Item : Items)
		{
			ItemsSwap[Starts[DigitOf(Item)]++] = Item;
		}
		std::swap(Items, ItemsSwap);
	}
}

void FMoverTree::PackLevels()
{
	size_t LevelCount = 0;
	size_t Count = Leaves.size();
	while (Count > 0)
	{
		if (Levels.size() == LevelCount)
		{
			Levels.emplace_back();
		}
		std::vector<FNode>& Level = Levels[LevelCount];
		const size_t ChildCount = Count;
		Count = (Count + Branching - 1) / Branching;
		Level.resize(Count);
		for (size_t Node = 0; Node < Count; ++Node)
		{
			btVector3 Min(BT_LARGE_FLOAT, BT_LARGE_FLOAT, BT_LARGE_FLOAT);
			btVector3 Max = -Min;
			for (size_t Child = Node * Branching; Child < std::min((Node + 1) * Branching, ChildCount); ++Child)
			{
				Min.setMin(LevelCount == 0 ? Leaves[Child]->m_aabbMin : Levels[LevelCount - 1][Child].Min);
				Max.setMax(LevelCount == 0 ? Leaves[Child]->m_aabbMax : Levels[LevelCount - 1][Child].Max);
			}
			Level[Node] = {Min, Max};
		}
		++LevelCount;
		if (Count <= Branching)
		{
			break;
		}
	}
	Levels.resize(LevelCount);
}

void FMoverTree::WasMoved(FGridProxy& Mover)
{
	if (!bBuilt || (Mover.TreeLeaf < 0 && std::find(Loose.begin(), Loose.end(), &Mover) != Loose.end()))
	{
		return;
	}
	if (Loose.size() == MaxLoose)
	{
		Forget();
		return;
	}
	if (Mover.TreeLeaf >= 0)
	{
		Leaves[size_t(Mover.TreeLeaf)] = nullptr;
		Mover.TreeLeaf = -1;
	}
	Loose.push_back(&Mover);
}

void FMoverTree::WasDestroyed(FGridProxy& Mover)
{
	if (!bBuilt)
	{
		return;
	}
	if (Mover.TreeLeaf >= 0)
	{
		Leaves[size_t(Mover.TreeLeaf)] = nullptr;
	}
	const auto Place = std::find(Loose.begin(), Loose.end(), &Mover);
	if (Place != Loose.end())
	{
		Loose.erase(Place);
	}
}
} // namespace Flockwork
