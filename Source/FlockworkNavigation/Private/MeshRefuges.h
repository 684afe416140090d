#pragma once
// A navmesh's polygons as refuges and ways: what FEscapeGraph is built from. Polygons are looked at in parallel, and
// their findings are numbered in the polygons' order.
#include "FlockworkNavigation/EscapeGraph.h"
#include "FlockworkNavigation/NavQuery.h"

namespace Flockwork
{
class FMeshRefuges
{
public:
	FMeshRefuges(const FNavMesh& InMesh, const FNavFilter& InFilter, float InSpacing, float InCapacity);
	void Run(ITaskScheduler& Scheduler);

	FEscapeGraphParts Parts;
	std::vector<FPolyRef> Polys;              // ascending, those that may be walked
	std::vector<std::vector<uint32_t>> Nodes; // by polygon, ascending

private:
	struct FPortalPoints
	{
		FPolyRef To = 0;
		std::vector<FVector> Points;
	};
	struct FFound
	{
		FNavPoly Poly;
		std::vector<FPortalPoints> Portals; // those that this polygon has to make, into polygons of higher reference
		std::vector<FPolyRef> LinksOut;     // links that begin here
		std::vector<FVector> LinkEnds;      // where, by link
		std::vector<FVector> Samples;
		int32_t Capacity = 0; // of each sample
	};

	bool Passes(const FNavPoly& Poly) const;
	void LookAt(size_t Index, const FNavQuery& Query);
	void AddPortal(FFound& Found, const FNavPortal& Portal) const;
	void AddSamples(FFound& Found, const FNavQuery& Query) const;
	void Number();
	void NumberLink(size_t Index);
	void Join(size_t Index, std::vector<FEscapeGraphParts::FWay>& Out) const;
	size_t IndexOf(FPolyRef Poly) const; // Polys.size() when it is not walked

	const FNavMesh& Mesh;
	const FNavFilter& Filter;
	float Spacing;
	float Capacity;
	std::vector<FFound> Found;
};
} // namespace Flockwork
