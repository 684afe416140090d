#pragma once
#include "FlockworkNavigation/NavMesh.h"
#include "FlockworkNavigation/NavQuery.h"

#include <DetourNavMeshQuery.h>
#include <memory>
#include <vector>

namespace Flockwork
{
// Area-weighted choice among polygons: sums of their areas, kept while mesh and filter stay the same.
struct FAreaTable
{
	uint64_t Stamp = 0; // of the mesh
	FNavFilter Filter;
	std::vector<FPolyRef> Polys;
	std::vector<double> Sums; // of the areas up to and with each
};

struct FNavQuery::FImpl
{
	// Room for paths of the usual length from the start: which worker gets its first one when is chance, and a steady
	// step asks for no memory.
	FImpl(const FNavMesh& InMesh, int32_t InMaxNodes) : Mesh(&InMesh), MaxNodes(InMaxNodes)
	{
		constexpr size_t UsualCorners = 520;
		Corners.reserve(3 * UsualCorners);
		CornerFlags.reserve(UsualCorners);
		CornerPolys.reserve(UsualCorners);
	}

	const FNavMesh* Mesh;
	int32_t MaxNodes;

	// Null while there is no mesh. Set up anew when the mesh is another one.
	dtNavMeshQuery* GetQuery();
	// Null when the polygon is stale or the position not finite.
	dtNavMeshQuery* GetQuery(const FNavLocation& Location);
	// Detour's form of a filter, kept until another is asked for.
	const dtQueryFilter& ToDetour(const FNavFilter& Filter);
	const FAreaTable& GetAreas(const FNavFilter& Filter);

	// Scratch; keeps its memory.
	std::vector<float> Corners;
	std::vector<unsigned char> CornerFlags;
	std::vector<FPolyRef> CornerPolys;
	std::vector<FPolyRef> Polys;
	std::vector<float> Costs;

private:
	std::unique_ptr<dtNavMeshQuery, void (*)(dtNavMeshQuery*)> Query{nullptr, dtFreeNavMeshQuery};
	uint32_t Generation = 0;
	FNavFilter FilterGiven;
	dtQueryFilter FilterKept;
	bool bFilterKept = false;
	FAreaTable Areas;
};
} // namespace Flockwork
