#pragma once
// Which triangles lie over a rectangle of ground: a binary tree of boxes (as Recast's demo has it, Mononen 2009). Tiles
// ask for theirs, so that a level's memory does not grow with the number of tiles a triangle lies in.
#include "FlockworkCore/Math.h"

#include <cstdint>
#include <span>
#include <vector>

namespace Flockwork
{
class FTriangleTree
{
public:
	// Both are only read while building.
	void Build(const std::vector<FVector>& Vertices, const std::vector<uint32_t>& Indices);
	// Triangles whose boxes overlap the rectangle, in ascending order.
	void Find(float MinX, float MinZ, float MaxX, float MaxZ, std::vector<uint32_t>& OutTriangles) const;
	size_t GetBytes() const { return Nodes.capacity() * sizeof(FNode) + Items.capacity() * sizeof(FItem); }

private:
	struct FItem
	{
		float MinX, MinZ, MaxX, MaxZ;
		uint32_t Triangle;
	};
	struct FNode
	{
		float MinX, MinZ, MaxX, MaxZ;
		uint32_t Begin; // of its items
		uint32_t End;
		uint32_t Skip; // the next node when this box is missed
	};
	void Split(uint32_t Begin, uint32_t End);

	std::vector<FItem> Items;
	std::vector<FNode> Nodes; // depth first
};
} // namespace Flockwork
