#pragma once
// Which ground hangs together. Whoever spawns agents wants the main island: the tops of walls, table tops and the
// inside of hollow boxes over a floor are ground too.
#include "FlockworkNavigation/NavTypes.h"

#include <cstdint>
#include <vector>

namespace Flockwork
{
class FNavMesh;

class FNavIslands
{
public:
	// Costs about a microsecond a polygon: again when the mesh's revision has changed. Links join what they lead to and
	// from, also those that go one way only.
	void Update(const FNavMesh& Mesh, const FNavFilter& Filter);
	// By number, the largest first; -1 for polygons that are stale or do not pass the filter.
	int32_t GetIsland(FPolyRef Poly) const;
	int32_t Num() const { return int32_t(Areas.size()); }
	// m^2, seen from above. Island < Num().
	double GetArea(int32_t Island) const { return Areas[size_t(Island)]; }

private:
	struct FEntry
	{
		FPolyRef Poly = 0;
		int32_t Island = -1;
	};

	std::vector<FEntry> Entries; // ascending by Poly
	std::vector<double> Areas;
};
} // namespace Flockwork
