#pragma once
// For hosts that bring their own dtNavMesh, and for those who need a Detour object of ours. The only header of this
// module that shows Detour's types: link FlockworkNavigationInterop to see them.
#include "FlockworkNavigation/NavMesh.h"
#include "FlockworkNavigation/NavQuery.h"

#include <DetourNavMesh.h>
#include <DetourNavMeshQuery.h>
#include <vector>

namespace Flockwork
{
struct FNavMeshInterop
{
	// Queries and crowds on a mesh that the host built and owns; it must outlive the result, and stay unchanged while
	// queries run. It cannot be saved, and obstacles are the host's business. Areas by number, as FNavMeshInput has
	// them. Detour must be as packaged: 32-bit references (no DT_POLYREF64).
	static FNavMesh Adopt(dtNavMesh& Host, std::vector<FNavArea> Areas = {});
	// The host has changed its mesh (tiles, flags, areas): corridors check theirs.
	static void NotifyChanged(FNavMesh& Mesh);

	// Null before Build or Load, and another one after each.
	static dtNavMesh* GetDetourMesh(const FNavMesh& Mesh);
	static dtNavMeshQuery* GetDetourQuery(const FNavQuery& Query);
	// Costs are scaled so that the cheapest is 1: A*'s estimate must not be above the true cost.
	static dtQueryFilter ToDetour(const FNavFilter& Filter);
};
} // namespace Flockwork
