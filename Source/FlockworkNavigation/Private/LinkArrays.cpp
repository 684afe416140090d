#include "LinkArrays.h"

#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>

namespace Flockwork
{
FLinkArrays::FLinkArrays(std::span<const FNavLink> Links, const std::array<uint16_t, MaxAreas>& AreaFlags,
    const FVector& TileMin, const FVector& TileMax)
{
	for (const FNavLink& Link : Links)
	{
		const FVector& Start = Link.Start;
		if (Start.x < TileMin.x || Start.x >= TileMax.x || Start.z < TileMin.z || Start.z >= TileMax.z)
		{
			continue;
		}
		Ends.insert(Ends.end(), {Start.x, Start.y, Start.z, Link.End.x, Link.End.y, Link.End.z});
		Radii.push_back(Link.Radius);
		Flags.push_back(AreaFlags[Link.Area]);
		Areas.push_back(Link.Area);
		Directions.push_back(Link.bBothWays ? uint8_t(DT_OFFMESH_CON_BIDIR) : uint8_t(0));
		UserIds.push_back(Link.UserId);
	}
}

void FLinkArrays::Fill(dtNavMeshCreateParams& Params) const
{
	Params.offMeshConVerts = Ends.data();
	Params.offMeshConRad = Radii.data();
	Params.offMeshConFlags = Flags.data();
	Params.offMeshConAreas = Areas.data();
	Params.offMeshConDir = Directions.data();
	Params.offMeshConUserID = UserIds.data();
	Params.offMeshConCount = GetCount();
}
} // namespace Flockwork
