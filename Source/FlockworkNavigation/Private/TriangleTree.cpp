#include "TriangleTree.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr uint32_t LeafSize = 64;
}

void FTriangleTree::Build(const std::vector<FVector>& Vertices, const std::vector<uint32_t>& Indices)
{
	const uint32_t Count = uint32_t(Indices.size() / 3);
	Items.clear();
	Items.reserve(Count);
	Nodes.clear();
	for (uint32_t Triangle = 0; Triangle < Count; ++Triangle)
	{
		const FVector& A = Vertices[Indices[size_t(Triangle) * 3]];
		const FVector& B = Vertices[Indices[size_t(Triangle) * 3 + 1]];
		const FVector& C = Vertices[Indices[size_t(Triangle) * 3 + 2]];
		Items.push_back({std::min({A.x, B.x, C.x}), std::min({A.z, B.z, C.z}), std::max({A.x, B.x, C.x}),
		    std::max({A.z, B.z, C.z}), Triangle});
	}
	if (Count > 0)
	{
		Split(0, Count);
	}
}

void FTriangleTree::Split(uint32_t Begin, uint32_t End)
{
	const size_t Self = Nodes.size();
	FNode Node{Items[Begin].MinX, Items[Begin].MinZ, Items[Begin].MaxX, Items[Begin].MaxZ, Begin, End, 0};
	for (uint32_t Index = Begin + 1; Index < End; ++Index)
	{
		const FItem& Item = Items[Index];
		Node.MinX = std::min(Node.MinX, Item.MinX);
		Node.MinZ = std::min(Node.MinZ, Item.MinZ);
		Node.MaxX = std::max(Node.MaxX, Item.MaxX);
		Node.MaxZ = std::max(Node.MaxZ, Item.MaxZ);
	}
	Nodes.push_back(Node);
	if (End - Begin > LeafSize)
	{
		const bool bAlongX = Node.MaxX - Node.MinX > Node.MaxZ - Node.MinZ;
		const uint32_t Middle = Begin + (End - Begin) / 2;
		// By number where centres are equal: the tree, and with it the order of work, is the same everywhere.
		std::nth_element(Items.begin() + Begin, Items.begin() + Middle, Items.begin() + End,
		    [bAlongX](const FItem& A, const FItem& B)
		    {
			    const float CenterA = bAlongX ? A.MinX + A.MaxX : A.MinZ + A.MaxZ;
			    const float CenterB = bAlongX ? B.MinX + B.MaxX : B.MinZ + B.MaxZ;
			    return CenterA != CenterB ? CenterA < CenterB : A.Triangle < B.Triangle;
		    });
		Split(Begin, Middle);
		Split(Middle, End);
	}
	Nodes[Self].Skip = uint32_t(Nodes.size());
}

void FTriangleTree::Find(float MinX, float MinZ, float MaxX, float MaxZ, std::vector<uint32_t>& OutTriangles) const
{
	const auto Overlaps = [&](const auto& Box)
	{ return Box.MinX <= MaxX && Box.MaxX >= MinX && Box.MinZ <= MaxZ && Box.MaxZ >= MinZ; };
	OutTriangles.clear();
	for (uint32_t Index = 0; Index < Nodes.size();)
	{
		const FNode& Node = Nodes[Index];
		const bool bLeaf = Node.End - Node.Begin <= LeafSize;
		if (!Overlaps(Node))
		{
			Index = Node.Skip;
			continue;
		}
		for (uint32_t Item = Node.Begin; bLeaf && Item < Node.End; ++Item)
		{
			if (Overlaps(Items[Item]))
			{
				OutTriangles.push_back(Items[Item].Triangle);
			}
		}
		++Index;
	}
	std::sort(OutTriangles.begin(), OutTriangles.end());
}
} // namespace Flockwork
