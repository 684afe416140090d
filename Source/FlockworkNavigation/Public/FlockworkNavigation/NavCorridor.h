#pragma once
// The polygons between an agent and its goal, kept up to date while both move: Mononen's path corridor (Detour, 2010)
// as a plain value without memory of its own, so that agents hold theirs in an array and snapshots copy it.
#include "FlockworkNavigation/NavQuery.h"

#include <array>
#include <cstdint>
#include <span>

namespace Flockwork
{
class FNavCorridor
{
public:
	// Longer paths keep their first part: see IsTruncated. (The library's own corridors end the process there.)
	static constexpr int32_t MaxPolys = 128;

	// Just here, nowhere to go.
	void Reset(const FNavLocation& Location);
	// A path from GetPosition's polygon on (FNavPath::Polys). Target is where it leads to: FNavPath::GetEnd, or the
	// goal. False, and unchanged, when the path is empty or does not begin at GetFirstPoly.
	bool SetPath(std::span<const FPolyRef> Path, const FVector& Target);

	// The agent was moved (by its body): slides there along the surface, and the corridor follows. False when its first
	// polygon is stale (Repair), true otherwise; GetPosition tells how far it came.
	bool MovePosition(const FNavQuery& Query, const FVector& To, const FNavFilter& Filter);
	// The goal has moved a little. False when the corridor does not reach it, or is stale.
	bool MoveTarget(const FNavQuery& Query, const FVector& To, const FNavFilter& Filter);
	// Shortens the start by sight towards a coming corner; Range in m. Not in every step: a few times a second.
	void OptimizeVisibility(const FNavQuery& Query, const FVector& Next, float Range, const FNavFilter& Filter);
	// Shortens the start by a small search (about 32 polygons). True when it changed.
	bool OptimizeTopology(const FNavQuery& Query, const FNavFilter& Filter);

	// Whether the first LookAhead polygons are still there and passable. Quick while the mesh's revision has not
	// changed.
	bool IsValid(const FNavQuery& Query, const FNavFilter& Filter, int32_t LookAhead = MaxPolys);
	// After a change of the mesh: keeps the good part (IsTruncated when something was cut off). Finds the ground anew
	// within SearchExtent when even the first polygon is gone. False when there is none, and the agent is off the mesh;
	// the corridor is then empty.
	bool Repair(const FNavQuery& Query, const FNavFilter& Filter, const FVector& SearchExtent = {2.0f, 4.0f, 2.0f});

	// The next corners, those within 1 cm of the position left out; the last has bEnd when it is the target. A link's
	// start ends the list.
	int32_t FindCorners(const FNavQuery& Query, std::span<FNavCorner> Out) const;
	// The agent begins to cross a link that is the next corner's polygon: the corridor goes on behind it, and the
	// position is the link's far end. False, unchanged, when the link is not on the way.
	bool CrossLink(const FNavQuery& Query, FPolyRef Link, FVector& OutStart, FVector& OutEnd);

	const FVector& GetPosition() const { return Position; }
	const FVector& GetTarget() const { return Target; }
	FNavLocation GetLocation() const { return {Position, GetFirstPoly()}; }
	FPolyRef GetFirstPoly() const { return Count > 0 ? Polys[0] : 0; }
	FPolyRef GetLastPoly() const { return Count > 0 ? Polys[size_t(Count) - 1] : 0; }
	std::span<const FPolyRef> GetPolys() const { return {Polys.data(), size_t(Count)}; }
	bool IsEmpty() const { return Count == 0; }
	// The polygons end before the target: the agent asks for a new path when it comes near their end.
	bool IsTruncated() const { return bTruncated != 0; }

private:
	// The start has moved over Visited, the last of which is under it now.
	void MergeStart(std::span<const FPolyRef> Visited);
	// The same for the end.
	void MergeEnd(std::span<const FPolyRef> Visited);
	// Visited is a better beginning. True when it leads to a later polygon of the corridor.
	bool MergeShortcut(std::span<const FPolyRef> Visited);
	// Drop polygons, then put New before the rest.
	void ReplaceStart(int32_t Drop, std::span<const FPolyRef> New);

	FVector Position{0.0f, 0.0f, 0.0f};
	FVector Target{0.0f, 0.0f, 0.0f};
	std::array<FPolyRef, MaxPolys> Polys{};
	int32_t Count = 0;
	uint32_t CheckedRevision = 0; // of the mesh, when all polygons were last known to be good; 0: never
	uint32_t bTruncated = 0;      // 0 or 1; four bytes, so that no padding is left
};
} // namespace Flockwork
