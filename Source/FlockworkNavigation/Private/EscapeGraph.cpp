#include "FlockworkNavigation/EscapeGraph.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr double MostCells = 1.0e6;

using FWay = FEscapeGraphParts::FWay;

uint64_t LinkKey(uint32_t From, uint32_t To)
{
	return (uint64_t(From) << 32) | To;
}

// Rows by one end of each way, each row by the other end, the shortest of doubles kept.
void MakeRows(std::span<const FWay> Ways, size_t NodeCount, bool bIn, std::vector<uint32_t>& OutOffsets,
    std::vector<FEscapeEdge>& OutEdges)
{
	std::vector<uint32_t> Starts(NodeCount + 1, 0);
	for (const FWay& Way : Ways)
	{
		++Starts[size_t(bIn ? Way.To : Way.From) + 1];
	}
	for (size_t Node = 0; Node < NodeCount; ++Node)
	{
		Starts[Node + 1] += Starts[Node];
	}
	std::vector<FEscapeEdge> Edges(Ways.size());
	std::vector<uint32_t> Next(Starts.begin(), Starts.end());
	for (const FWay& Way : Ways)
	{
		Edges[Next[bIn ? Way.To : Way.From]++] = {bIn ? Way.From : Way.To, Way.Length};
	}
	OutOffsets.assign(NodeCount + 1, 0);
	OutEdges.clear();
	OutEdges.reserve(Edges.size());
	for (size_t Node = 0; Node < NodeCount; ++Node)
	{
		const auto First = Edges.begin() + Starts[Node];
		const auto Last = Edges.begin() + Starts[Node + 1];
		std::sort(First, Last,
		    [](const FEscapeEdge& A, const FEscapeEdge& B)
		    { return A.To != B.To ? A.To < B.To : A.Length < B.Length; });
		std::unique_copy(First, Last, std::back_inserter(OutEdges),
		    [](const FEscapeEdge& A, const FEscapeEdge& B) { return A.To == B.To; });
		OutOffsets[Node + 1] = uint32_t(OutEdges.size());
	}
}
} // namespace

void FEscapeGraph::Build(const FEscapeGraphParts& Parts)
{
	Nodes = Parts.Nodes;
	Polys.clear();
	PolyNodes.clear();
	for (uint32_t Node = 0; Node < Nodes.size(); ++Node)
	{
		Polys.push_back(Nodes[Node].Poly);
		PolyNodes.push_back(Node);
	}
	std::sort(Polys.begin(), Polys.end());
	Polys.erase(std::unique(Polys.begin(), Polys.end()), Polys.end());
	std::stable_sort(
	    PolyNodes.begin(), PolyNodes.end(), [this](uint32_t A, uint32_t B) { return Nodes[A].Poly < Nodes[B].Poly; });
	PolyOffsets.assign(1, 0);
	for (const FPolyRef Poly : Polys)
	{
		uint32_t End = PolyOffsets.back();
		while (End < PolyNodes.size() && Nodes[PolyNodes[End]].Poly == Poly)
		{
			++End;
		}
		PolyOffsets.push_back(End);
	}
	std::vector<FWay> Good;
	for (const FWay& Way : Parts.Ways)
	{
		if (Way.From < Nodes.size() && Way.To < Nodes.size() && Way.Length >= 0.0f)
		{
			Good.push_back(Way);
		}
	}
	BuildRows(Good);
	BuildGrid();
	Revision = 0;
}

std::span<const uint32_t> FEscapeGraph::GetNodesOf(FPolyRef Poly) const
{
	const auto At = std::lower_bound(Polys.begin(), Polys.end(), Poly);
	if (At == Polys.end() || *At != Poly)
	{
		return {};
	}
	return Row(PolyOffsets, PolyNodes, size_t(At - Polys.begin()));
}

bool FEscapeGraph::IsLink(uint32_t From, uint32_t To) const
{
	return std::binary_search(Links.begin(), Links.end(), LinkKey(From, To));
}

void FEscapeGraph::BuildRows(std::span<const FWay> Ways)
{
	Links.clear();
	for (const FWay& Way : Ways)
	{
		if (Way.bLink)
		{
			Links.push_back(LinkKey(Way.From, Way.To));
		}
	}
	std::sort(Links.begin(), Links.end());
	MakeRows(Ways, Nodes.size(), false, OutOffsets, OutEdges);
	MakeRows(Ways, Nodes.size(), true, InOffsets, InEdges);
}

void FEscapeGraph::BuildGrid()
{
	CellsX = CellsZ = 0;
	if (Nodes.empty())
	{
		return;
	}
	FVector Max = GridMin = Nodes[0].Position;
	for (const FEscapeNode& Node : Nodes)
	{
		GridMin = glm::min(GridMin, Node.Position);
		Max = glm::max(Max, Node.Position);
	}
	CellSize = 8.0f;
	while (double(Max.x - GridMin.x) * double(Max.z - GridMin.z) > MostCells * double(CellSize) * double(CellSize) ||
	       double(std::max(Max.x - GridMin.x, Max.z - GridMin.z)) > MostCells * double(CellSize))
	{
		CellSize *= 2.0f;
	}
	CellsX = int32_t((Max.x - GridMin.x) / CellSize) + 1;
	CellsZ = int32_t((Max.z - GridMin.z) / CellSize) + 1;
	const auto CellIndex = [this](const FVector& P)
	{ return size_t(CellOf(P.z, GridMin.z, CellsZ)) * size_t(CellsX) + size_t(CellOf(P.x, GridMin.x, CellsX)); };
	CellOffsets.assign(size_t(CellsX) * size_t(CellsZ) + 1, 0);
	for (const FEscapeNode& Node : Nodes)
	{
		++CellOffsets[CellIndex(Node.Position) + 1];
	}
	for (size_t Cell = 1; Cell < CellOffsets.size(); ++Cell)
	{
		CellOffsets[Cell] += CellOffsets[Cell - 1];
	}
	CellNodes.resize(Nodes.size());
	std::vector<uint32_t> Next(CellOffsets.begin(), CellOffsets.end());
	for (uint32_t Node = 0; Node < Nodes.size(); ++Node)
	{
		CellNodes[Next[CellIndex(Nodes[Node].Position)]++] = Node;
	}
}
} // namespace Flockwork
