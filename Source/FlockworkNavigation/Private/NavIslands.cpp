#include "FlockworkNavigation/NavIslands.h"

#include "PolyArea.h"

#include <algorithm>
#include <numeric>

namespace Flockwork
{
namespace
{
// Disjoint sets (Galler and Fischer 1964): whoever has the lowest number stands for all.
class FSets
{
public:
	explicit FSets(size_t Count) : Parents(Count) { std::iota(Parents.begin(), Parents.end(), 0u); }
	uint32_t Find(uint32_t Item)
	{
		while (Parents[Item] != Item)
		{
			Parents[Item] = Parents[Parents[Item]];
			Item = Parents[Item];
		}
		return Item;
	}
	void Join(uint32_t A, uint32_t B)
	{
		const uint32_t First = Find(A);
		const uint32_t Second = Find(B);
		Parents[std::max(First, Second)] = std::min(First, Second);
	}

private:
	std::vector<uint32_t> Parents;
};

struct FGround
{
	std::vector<FPolyRef> Polys; // ascending
	std::vector<double> Areas;   // 0 of links
};

FGround FindGround(const FNavMesh& Mesh, const FNavFilter& Filter)
{
	FGround Ground;
	Ground.Polys = Mesh.GetPolys();
	std::sort(Ground.Polys.begin(), Ground.Polys.end());
	std::erase_if(Ground.Polys,
	    [&](FPolyRef Ref)
	    {
		    FNavPoly Poly;
		    if (!Mesh.GetPoly(Ref, Poly) || !PassesFlags(Poly, Filter))
		    {
			    return true;
		    }
		    Ground.Areas.push_back(Poly.bLink ? 0.0 : AreaFromAbove(Poly));
		    return false;
	    });
	return Ground;
}

FSets JoinNeighbors(const FNavMesh& Mesh, const std::vector<FPolyRef>& Polys)
{
	FSets Sets(Polys.size());
	for (uint32_t Index = 0; Index < Polys.size(); ++Index)
	{
		FNavPortal Portals[64];
		const int32_t Count = Mesh.GetPortals(Polys[Index], Portals);
		for (int32_t Portal = 0; Portal < Count; ++Portal)
		{
			const auto Found = std::lower_bound(Polys.begin(), Polys.end(), Portals[Portal].To);
			if (Found != Polys.end() && *Found == Portals[Portal].To)
			{
				Sets.Join(Index, uint32_t(Found - Polys.begin()));
			}
		}
	}
	return Sets;
}
} // namespace

void FNavIslands::Update(const FNavMesh& Mesh, const FNavFilter& Filter)
{
	const FGround Ground = FindGround(Mesh, Filter);
	FSets Sets = JoinNeighbors(Mesh, Ground.Polys);
	std::vector<double> Sums(Ground.Polys.size(), 0.0);
	for (uint32_t Index = 0; Index < Ground.Polys.size(); ++Index)
	{
		Sums[Sets.Find(Index)] += Ground.Areas[Index];
	}
	std::vector<uint32_t> Order;
	for (uint32_t Index = 0; Index < Ground.Polys.size(); ++Index)
	{
		if (Sets.Find(Index) == Index)
		{
			Order.push_back(Index);
		}
	}
	std::stable_sort(Order.begin(), Order.end(), [&](uint32_t A, uint32_t B) { return Sums[A] > Sums[B]; });
	std::vector<int32_t> Numbers(Ground.Polys.size(), -1);
	Areas.clear();
	for (const uint32_t First : Order)
	{
		Numbers[First] = int32_t(Areas.size());
		Areas.push_back(Sums[First]);
	}
	Entries.clear();
	for (uint32_t Index = 0; Index < Ground.Polys.size(); ++Index)
	{
		Entries.push_back({Ground.Polys[Index], Numbers[Sets.Find(Index)]});
	}
}

int32_t FNavIslands::GetIsland(FPolyRef Poly) const
{
	const auto Found = std::lower_bound(
	    Entries.begin(), Entries.end(), Poly, [](const FEntry& Entry, FPolyRef Wanted) { return Entry.Poly < Wanted; });
	return Found != Entries.end() && Found->Poly == Poly ? Found->Island : -1;
}
} // namespace Flockwork
