#pragma once
// The refuges of a navmesh and the ways between them: points of the portals between polygons, of the outer boundary,
// and samples of the ground, joined by straight lines that can be walked (both ends in one convex polygon) and by
// off-mesh links.
#include "FlockworkCore/Tasks.h"
#include "FlockworkNavigation/NavMesh.h"

#include <cstdint>
#include <span>
#include <vector>

namespace Flockwork
{
struct FEscapeNode
{
	FVector Position{0.0f, 0.0f, 0.0f};
	FPolyRef Poly = 0;    // one polygon that it lies in
	int32_t Capacity = 0; // agents that may take refuge here; 0: only a way
};

struct FEscapeEdge
{
	uint32_t To = 0; // node; in the list of ways in: where it comes from
	float Length = 0.0f;
};

// What a graph is made of, for tests and hosts that know their own refuges.
struct FEscapeGraphParts
{
	struct FWay
	{
		uint32_t From = 0;
		uint32_t To = 0;
		float Length = 0.0f; // m, >= 0
		bool bLink = false;  // off the mesh
	};
	std::vector<FEscapeNode> Nodes;
	std::vector<FWay> Ways; // one way each
};

class FEscapeGraph
{
public:
	// Looks at every polygon that Filter passes, in parallel; the bits are the same at any thread count. Spacing in m,
	// Capacity in agents/m^2.
	void Build(
	    const FNavMesh& Mesh, const FNavFilter& Filter, float Spacing, float Capacity, ITaskScheduler& Scheduler);
	// Nodes belong to their Poly alone. Ways that name no node are left out.
	void Build(const FEscapeGraphParts& Parts);

	// Of the mesh when this was built; 0: never, or by hand.
	uint32_t GetRevision() const { return Revision; }
	uint32_t GetNodeCount() const { return uint32_t(Nodes.size()); }
	size_t GetEdgeCount() const { return OutEdges.size(); }
	std::span<const FEscapeNode> GetNodes() const { return Nodes; }
	std::span<const FEscapeEdge> GetWaysOut(uint32_t Node) const { return Row(OutOffsets, OutEdges, Node); }
	std::span<const FEscapeEdge> GetWaysIn(uint32_t Node) const { return Row(InOffsets, InEdges, Node); }
	// Whether the way between two neighbours is an off-mesh link.
	bool IsLink(uint32_t From, uint32_t To) const;
	// The nodes in and on the border of a polygon, ascending: from anywhere in it each is reached in a straight line.
	std::span<const uint32_t> GetNodesOf(FPolyRef Poly) const;
	// Calls Visit(node) for the nodes of all grid cells that touch the square of HalfSize round Center.
	template <typename VisitorType>
	void VisitNear(const FVector& Center, float HalfSize, VisitorType&& Visit) const
	{
		if (CellsX <= 0)
		{
			return;
		}
		const int32_t MinX = CellOf(Center.x - HalfSize, GridMin.x, CellsX);
		const int32_t MaxX = CellOf(Center.x + HalfSize, GridMin.x, CellsX);
		const int32_t MaxZ = CellOf(Center.z + HalfSize, GridMin.z, CellsZ);
		for (int32_t Z = CellOf(Center.z - HalfSize, GridMin.z, CellsZ); Z <= MaxZ; ++Z)
		{
			const size_t Row = size_t(Z) * size_t(CellsX);
			for (uint32_t At = CellOffsets[Row + size_t(MinX)]; At < CellOffsets[Row + size_t(MaxX) + 1]; ++At)
			{
				Visit(CellNodes[At]);
			}
		}
	}

private:
	template <typename ItemType>
	static std::span<const ItemType> Row(
	    const std::vector<uint32_t>& Offsets, const std::vector<ItemType>& Items, size_t Index)
	{
		return {Items.data() + Offsets[Index], size_t(Offsets[Index + 1] - Offsets[Index])};
	}
	int32_t CellOf(float Value, float Min, int32_t Count) const
	{
		const float Cell = (Value - Min) / CellSize;
		return Cell <= 0.0f ? 0 : Cell >= float(Count - 1) ? Count - 1 : int32_t(Cell);
	}
	void BuildRows(std::span<const FEscapeGraphParts::FWay> Ways);
	void BuildGrid();

	std::vector<FEscapeNode> Nodes;
	std::vector<uint32_t> OutOffsets{0}, InOffsets{0};
	std::vector<FEscapeEdge> OutEdges, InEdges;
	std::vector<uint64_t> Links; // From and To in one, ascending
	std::vector<FPolyRef> Polys; // ascending
	std::vector<uint32_t> PolyOffsets{0};
	std::vector<uint32_t> PolyNodes;
	FVector GridMin{0.0f, 0.0f, 0.0f};
	float CellSize = 8.0f; // m; larger in a huge world
	int32_t CellsX = 0, CellsZ = 0;
	std::vector<uint32_t> CellOffsets;
	std::vector<uint32_t> CellNodes;
	uint32_t Revision = 0;
};
} // namespace Flockwork
