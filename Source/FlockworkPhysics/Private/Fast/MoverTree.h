#pragma once
// Moving bodies for queries: sorted along a Morton curve (Morton 1966), neighbours on the curve are packed eight to a
// box, eight such boxes to the next, and so on. It is built anew after a step, and only when somebody asks for movers
// at all.
#include "GridProxy.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace Flockwork
{
class FMoverTree
{
public:
	void Build(std::span<FGridProxy* const> Movers);
	void Forget() { bBuilt = false; }
	bool IsBuilt() const { return bBuilt; }
	// A mover of the tree, or a new one, has a new box: from now on it is looked at by itself. After many, IsBuilt is
	// false.
	void WasMoved(FGridProxy& Mover);
	void WasDestroyed(FGridProxy& Mover);
	// Visit(const FGridProxy&) for each mover whose box passes Test(min, max).
	template <typename TestType, typename VisitType>
	void Walk(TestType&& Test, VisitType&& Visit) const;

private:
	static constexpr uint32_t Branching = 8;
	static constexpr size_t MaxLoose = 64;
	struct FNode
	{
		btVector3 Min;
		btVector3 Max;
	};
	struct FSortItem
	{
		uint64_t Key;
		FGridProxy* Mover;
	};
	void SortByCurve(std::span<FGridProxy* const> Movers);
	void PackLevels();

	bool bBuilt = false;
	std::vector<FGridProxy*> Leaves;        // along the curve; null where it is loose or gone
	std::vector<std::vector<FNode>> Levels; // 0: boxes of leaves
	std::vector<FGridProxy*> Loose;
	std::vector<FSortItem> Items;
	std::vector<FSortItem> ItemsSwap;
};

template <typename TestType, typename VisitType>
void FMoverTree::Walk(TestType&& Test, VisitType&& Visit) const
{
	for (const FGridProxy* Mover : Loose)
	{
		if (Test(Mover->m_aabbMin, Mover->m_aabbMax))
		{
			Visit(*Mover);
		}
	}
	struct FPlace
	{
		int32_t Level;
		uint32_t Index;
	};
	// Eight children a level and at most eleven levels of 32-bit indices.
	std::array<FPlace, Branching * 12> Stack;
	size_t Size = 0;
	const auto PushAll = [&](int32_t Level, uint32_t First)
	{
		const uint32_t End = std::min(First + Branching, uint32_t(Levels[size_t(Level)].size()));
		for (uint32_t Index = End; Index-- > First;)
		{
			Stack[Size++] = {Level, Index};
		}
	};
	if (!Levels.empty())
	{
		PushAll(int32_t(Levels.size()) - 1, 0);
	}
	while (Size > 0)
	{
		const FPlace Place = Stack[--Size];
		const FNode& Node = Levels[size_t(Place.Level)][Place.Index];
		if (!Test(Node.Min, Node.Max))
		{
			continue;
		}
		if (Place.Level > 0)
		{
			PushAll(Place.Level - 1, Place.Index * Branching);
			continue;
		}
		const uint32_t End = std::min((Place.Index + 1) * Branching, uint32_t(Leaves.size()));
		for (uint32_t Leaf = Place.Index * Branching; Leaf < End; ++Leaf)
		{
			const FGridProxy* Mover = Leaves[Leaf];
			if (Mover && Test(Mover->m_aabbMin, Mover->m_aabbMax))
			{
				Visit(*Mover);
			}
		}
	}
}
} // namespace Flockwork
