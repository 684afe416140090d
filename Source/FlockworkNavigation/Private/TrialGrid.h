#pragma once
// The trial's own judge: a fine grid of points on the mesh, joined where one can walk straight from one to the next,
// and who can get how far over it. It shares nothing with the escape field.
#include "FlockworkCore/Tasks.h"
#include "FlockworkNavigation/NavMesh.h"
#include "FlockworkNavigation/NavQuery.h"

#include <cstdint>
#include <vector>

namespace Flockwork
{
class FTrialGrid
{
public:
	FTrialGrid(const FNavMesh& Mesh, float InSpacing);

	bool IsEmpty() const { return Points.empty(); }
	// Whether a place is on the largest piece of connected ground.
	bool IsOnMainIsland(const FNavLocation& Place) const;
	// m of the shortest way over the grid from each point to anywhere at least SafeRadius from Threat, on which one
	// stays Clearance away from it.
	std::vector<float> FindWaysOut(const FVector& Threat, float SafeRadius, float Clearance) const;
	// The way from a place, the walk to the nearest points of the grid included; 1e9 when there is none.
	float GetWay(const std::vector<float>& WaysOut, const FNavLocation& Place, const FVector& Threat, float Clearance,
	    const FNavQuery& Query) const;

private:
	struct FLinkTo
	{
		uint32_t To = 0;
		float Length = 0.0f;
	};
	struct FPoint
	{
		FNavLocation Place;
		int32_t X = 0, Z = 0;
	};
	void AddPoints(const FNavPoly& Poly, const FNavQuery& Query);
	void Join(const FNavQuery& Query);
	void FindIslands();
	std::vector<uint32_t> FindNear(const FVector& Position) const;
	uint64_t KeyOf(int32_t X, int32_t Z) const { return (uint64_t(uint32_t(X)) << 32) | uint32_t(Z); }

	float Spacing;
	FNavFilter Filter;
	std::vector<FPoint> Points; // by X, then Z
	std::vector<std::vector<FLinkTo>> Links;
	std::vector<uint32_t> Islands;
	uint32_t MainIsland = 0;
};
} // namespace Flockwork
