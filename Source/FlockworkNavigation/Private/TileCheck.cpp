#include "TileCheck.h"

#include "TileStore.h"
#include "TileView.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr int32_t MaxCount = 1'000'000; // of anything in one tile

bool IsCount(int Count)
{
	return Count >= 0 && Count <= MaxCount;
}

bool AreFinite(const float* Values, size_t Count)
{
	return std::all_of(
	    Values, Values + Count, [](float Value) { return std::isfinite(Value) && std::abs(Value) < 1e8f; });
}

std::string_view CheckHeader(const dtMeshHeader& Header, const FTilePlace& Place, int32_t MaxPolys)
{
	if (Header.magic != DT_NAVMESH_MAGIC || Header.version != DT_NAVMESH_VERSION)
	{
		return "a tile is of another version of Detour";
	}
	const int Counts[] = {Header.polyCount, Header.vertCount, Header.maxLinkCount, Header.detailMeshCount,
	    Header.detailVertCount, Header.detailTriCount, Header.bvNodeCount, Header.offMeshConCount, Header.offMeshBase};
	if (!std::all_of(std::begin(Counts), std::end(Counts), IsCount))
	{
		return "a tile's counts are out of range";
	}
	const bool bFits = Header.polyCount > 0 && Header.polyCount <= MaxPolys && Header.vertCount <= 0xffff &&
	                   Header.maxLinkCount > 0 && // addTile ends the list of free links at the last one
	                   Header.offMeshBase + Header.offMeshConCount == Header.polyCount &&
	                   Header.detailMeshCount == Header.offMeshBase;
	if (!bFits)
	{
		return "a tile's counts do not fit together";
	}
	if (Header.x != Place.X || Header.y != Place.Z || Header.layer != 0)
	{
		return "a tile lies at another place than its slot";
	}
	const float Measures[] = {Header.walkableHeight, Header.walkableRadius, Header.walkableClimb, Header.bvQuantFactor};
	if (!AreFinite(Measures, std::size(Measures)) || !AreFinite(Header.bmin, 3) || !AreFinite(Header.bmax, 3) ||
	    Header.bvQuantFactor <= 0.0f)
	{
		return "a tile's measures are not finite";
	}
	return {};
}

// Clockwise seen from above, with some room for what rounding to voxels does to nearly straight corners.
bool IsConvex(const FTileView& View, const dtPoly& Poly)
{
	const size_t Count = Poly.vertCount;
	for (size_t Corner = 0; Corner < Count; ++Corner)
	{
		const float* A = View.Vertices + size_t(Poly.verts[Corner]) * 3;
		const float* B = View.Vertices + size_t(Poly.verts[(Corner + 1) % Count]) * 3;
		for (size_t Other = 2; Other < Count; ++Other)
		{
			const float* C = View.Vertices + size_t(Poly.verts[(Corner + Other) % Count]) * 3;
			const double Side = (double(B[0]) - double(A[0])) * (double(C[2]) - double(A[2])) -
			                    (double(B[2]) - double(A[2])) * (double(C[0]) - double(A[0]));
			const double Edge = std::hypot(double(B[0]) - double(A[0]), double(B[2]) - double(A[2]));
			const double Slack = 5e-3 + 1e-6 * (std::abs(double(A[0])) + std::abs(double(A[2])));
			if (Side > Slack * Edge || Edge == 0.0)
			{
				return false;
			}
		}
	}
	return true;
}

// The neighbour named for an edge runs along the same two corners the other way.
bool IsNeighborGood(const FTileView& View, int32_t Index, size_t Edge)
{
	const dtPoly& Poly = View.Polys[Index];
	const uint16_t Neighbor = Poly.neis[Edge];
	if (Neighbor == 0)
	{
		return true;
	}
	if ((Neighbor & DT_EXT_LINK) != 0)
	{
		return (Neighbor & 0xff) < 8; // a side of the tile
	}
	if (Neighbor > View.Header->offMeshBase || Neighbor == Index + 1)
	{
		return false;
	}
	const dtPoly& Other = View.Polys[Neighbor - 1];
	const uint16_t First = Poly.verts[Edge];
	const uint16_t Second = Poly.verts[(Edge + 1) % Poly.vertCount];
	for (size_t Back = 0; Back < Other.vertCount && Back < DT_VERTS_PER_POLYGON; ++Back)
	{
		if (Other.neis[Back] == Index + 1 && Other.verts[Back] == Second &&
		    Other.verts[(Back + 1) % Other.vertCount] == First)
		{
			return true;
		}
	}
	return false;
}

bool AreCornersGood(const FTileView& View, int32_t Index)
{
	const dtPoly& Poly = View.Polys[Index];
	const bool bLink = Index >= View.Header->offMeshBase;
	const bool bType = Poly.getType() == (bLink ? DT_POLYTYPE_OFFMESH_CONNECTION : DT_POLYTYPE_GROUND);
	const bool bCount = bLink ? Poly.vertCount == 2 : Poly.vertCount >= 3 && Poly.vertCount <= DT_VERTS_PER_POLYGON;
	return bType && bCount && Poly.getArea() != 0 &&
	       std::all_of(Poly.verts, Poly.verts + Poly.vertCount,
	           [&](uint16_t Vertex) { return Vertex < View.Header->vertCount; });
}

std::string_view CheckPolys(const FTileView& View)
{
	for (int32_t Index = 0; Index < View.Header->polyCount; ++Index)
	{
		if (!AreCornersGood(View, Index))
		{
			return "a polygon's corners are out of range";
		}
	}
	int64_t Edges = 0;
	for (int32_t Index = 0; Index < View.Header->polyCount; ++Index)
	{
		const dtPoly& Poly = View.Polys[Index];
		Edges += Poly.vertCount;
		if (Index >= View.Header->offMeshBase)
		{
			continue;
		}
		if (!IsConvex(View, Poly))
		{
			return "a polygon is not convex";
		}
		for (size_t Edge = 0; Edge < Poly.vertCount; ++Edge)
		{
			if (!IsNeighborGood(View, Index, Edge))
			{
				return "a polygon's neighbours are not its neighbours";
			}
		}
	}
	return View.Header->maxLinkCount < 0x10000 * 8 && Edges < 0x10000 * 8 ? std::string_view()
	                                                                      : "a tile has too many edges";
}

std::string_view CheckDetails(const FTileView& View)
{
	for (int32_t Index = 0; Index < View.Header->detailMeshCount; ++Index)
	{
		const dtPolyDetail& Detail = View.Details[Index];
		if (uint64_t(Detail.vertBase) + Detail.vertCount > uint64_t(View.Header->detailVertCount) ||
		    uint64_t(Detail.triBase) + Detail.triCount > uint64_t(View.Header->detailTriCount))
		{
			return "a polygon's heights are out of range";
		}
		const uint32_t Corners = uint32_t(View.Polys[Index].vertCount) + Detail.vertCount;
		for (uint32_t Triangle = 0; Triangle < Detail.triCount; ++Triangle)
		{
			const uint8_t* Indices = View.DetailTriangles + size_t(Detail.triBase + Triangle) * 4;
			if (Indices[0] >= Corners || Indices[1] >= Corners || Indices[2] >= Corners)
			{
				return "a polygon's height triangles are out of range";
			}
		}
	}
	return {};
}

std::string_view CheckTree(const FTileView& View)
{
	for (int32_t Index = 0; Index < View.Header->bvNodeCount; ++Index)
	{
		const int32_t Value = View.Nodes[Index].i;
		const bool bLeaf = Value >= 0;
		const bool bGood = bLeaf ? Value < View.Header->offMeshBase : Value >= -(View.Header->bvNodeCount - Index);
		if (!bGood)
		{
			return "a tile's tree is out of range";
		}
	}
	return {};
}

std::string_view CheckConnections(const FTileView& View)
{
	for (int32_t Index = 0; Index < View.Header->offMeshConCount; ++Index)
	{
		const dtOffMeshConnection& Connection = View.Connections[Index];
		const bool bSide = Connection.side == 0xff || Connection.side < 8;
		if (Connection.poly != View.Header->offMeshBase + Index || !bSide || !AreFinite(Connection.pos, 6) ||
		    !AreFinite(&Connection.rad, 1) || Connection.rad <= 0.0f)
		{
			return "a link is damaged";
		}
	}
	return {};
}
} // namespace

std::string_view FindTileFault(std::span<uint8_t> Bytes, const FTilePlace& Place, int32_t MaxPolys)
{
	if (Bytes.size() < AlignTilePart(sizeof(dtMeshHeader)))
	{
		return "a tile is too short";
	}
	const dtMeshHeader& Header = *reinterpret_cast<const dtMeshHeader*>(Bytes.data());
	if (const std::string_view Fault = CheckHeader(Header, Place, MaxPolys); !Fault.empty())
	{
		return Fault;
	}
	if (GetTileSize(Header) != Bytes.size())
	{
		return "a tile's length does not fit its counts";
	}
	const FTileView View(Bytes.data());
	if (!AreFinite(View.Vertices, size_t(Header.vertCount) * 3) ||
	    !AreFinite(View.DetailVertices, size_t(Header.detailVertCount) * 3))
	{
		return "a tile's vertices are not finite";
	}
	for (const auto Check : {CheckPolys, CheckDetails, CheckTree, CheckConnections})
	{
		if (const std::string_view Fault = Check(View); !Fault.empty())
		{
			return Fault;
		}
	}
	return {};
}
} // namespace Flockwork
