#pragma once
// Off-mesh links as Detour wants them: those that begin in one tile, field by field.
#include "FlockworkNavigation/NavTypes.h"

#include <array>
#include <span>
#include <vector>

struct dtNavMeshCreateParams;

namespace Flockwork
{
class FLinkArrays
{
public:
	FLinkArrays(std::span<const FNavLink> Links, const std::array<uint16_t, MaxAreas>& AreaFlags,
	    const FVector& TileMin, const FVector& TileMax);
	// Points into this.
	void Fill(dtNavMeshCreateParams& Params) const;
	int32_t GetCount() const { return int32_t(Radii.size()); }

private:
	std::vector<float> Ends; // start x, y, z, end x, y, z
	std::vector<float> Radii;
	std::vector<uint16_t> Flags;
	std::vector<uint8_t> Areas;
	std::vector<uint8_t> Directions;
	std::vector<unsigned int> UserIds;
};
} // namespace Flockwork
