#pragma once
// Where what lies in a tile's bytes: the order of dtNavMesh::addTile.
#include <DetourNavMesh.h>
#include <cstddef>
#include <cstdint>

namespace Flockwork
{
constexpr size_t AlignTilePart(size_t Size)
{
	return (Size + 3) & ~size_t(3);
}

// Bytes: of a tile whose size has been checked against its header (GetTileSize).
struct FTileView
{
	dtMeshHeader* Header;
	float* Vertices;
	dtPoly* Polys;
	dtLink* Links;
	dtPolyDetail* Details;
	float* DetailVertices;
	uint8_t* DetailTriangles; // four bytes each: three corners, flags
	dtBVNode* Nodes;
	dtOffMeshConnection* Connections;

	explicit FTileView(uint8_t* Bytes)
	{
		Header = reinterpret_cast<dtMeshHeader*>(Bytes);
		uint8_t* At = Bytes + AlignTilePart(sizeof(dtMeshHeader));
		const auto Take = [&At](auto*& Out, size_t Size)
		{
			Out = reinterpret_cast<std::remove_reference_t<decltype(Out)>>(At);
			At += AlignTilePart(Size);
		};
		Take(Vertices, sizeof(float) * 3 * size_t(Header->vertCount));
		Take(Polys, sizeof(dtPoly) * size_t(Header->polyCount));
		Take(Links, sizeof(dtLink) * size_t(Header->maxLinkCount));
		Take(Details, sizeof(dtPolyDetail) * size_t(Header->detailMeshCount));
		Take(DetailVertices, sizeof(float) * 3 * size_t(Header->detailVertCount));
		Take(DetailTriangles, 4 * size_t(Header->detailTriCount));
		Take(Nodes, sizeof(dtBVNode) * size_t(Header->bvNodeCount));
		Take(Connections, sizeof(dtOffMeshConnection) * size_t(Header->offMeshConCount));
	}
};

// What a tile with this header must measure; its counts must not be negative or above a million each.
inline size_t GetTileSize(const dtMeshHeader& Header)
{
	return AlignTilePart(sizeof(dtMeshHeader)) + AlignTilePart(sizeof(float) * 3 * size_t(Header.vertCount)) +
	       AlignTilePart(sizeof(dtPoly) * size_t(Header.polyCount)) +
	       AlignTilePart(sizeof(dtLink) * size_t(Header.maxLinkCount)) +
	       AlignTilePart(sizeof(dtPolyDetail) * size_t(Header.detailMeshCount)) +
	       AlignTilePart(sizeof(float) * 3 * size_t(Header.detailVertCount)) +
	       AlignTilePart(4 * size_t(Header.detailTriCount)) +
	       AlignTilePart(sizeof(dtBVNode) * size_t(Header.bvNodeCount)) +
	       AlignTilePart(sizeof(dtOffMeshConnection) * size_t(Header.offMeshConCount));
}
} // namespace Flockwork
