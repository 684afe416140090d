#pragma once
// Physics level of detail: which boids have to be rigid bodies.
#include "FlockworkCore/Math.h"

#include <cstdint>
#include <span>
#include <vector>

namespace Flockwork
{
// Boxes that boids must not be kinematic near, sorted into cells for quick answers. Cells lie over the boids' extent,
// boxes are listed in each cell that they reach into.
class FDetailSources
{
public:
	void Clear() { Boxes.clear(); }
	void Add(const FBox& Box) { Boxes.push_back(Box); }
	bool IsEmpty() const { return Boxes.empty(); }
	// For points within the bounds of Points and distances up to Reach (m, > 0).
	void Sort(std::span<const FVector> Points, float Reach);
	// Whether a box is within Radius of the point: one of the Points of Sort, Radius at most its Reach.
	bool IsNear(const FVector& Point, float Radius) const;

private:
	static constexpr int32_t MaxCells = 32; // along an axis
	struct FCells
	{
		int32_t X = 0;
		int32_t Y = 0;
		int32_t Z = 0;
	};
	FCells CellOf(const FVector& Point) const;
	template <typename VisitorType>
	void ForEachCell(const FBox& Box, float Reach, VisitorType&& Visit) const;

	std::vector<FBox> Boxes;
	FBox Bounds;
	FBox AllReach; // nobody outside is near any
	float CellSize = 1.0f;
	FCells Size;
	std::vector<uint32_t> CellStarts; // into CellBoxes; one more than there are cells
	std::vector<uint32_t> CellBoxes;
};
} // namespace Flockwork
