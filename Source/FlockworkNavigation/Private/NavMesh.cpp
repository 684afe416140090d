#include "FlockworkNavigation/NavMesh.h"

#include "LibraryAsserts.h"
#include "NavMeshImpl.h"

#include <DetourCommon.h>
#include <DetourNavMesh.h>
#include <algorithm>
#include <utility>

namespace Flockwork
{
FNavMesh::FNavMesh() : FNavMesh(std::make_unique<FImpl>()) {}

FNavMesh::FNavMesh(std::unique_ptr<FImpl> InImpl) : Impl(std::move(InImpl))
{
	InstallLibraryAsserts();
	if (Impl->Data.Areas.empty())
	{
		Impl->Data.Areas = CompleteAreas({});
	}
}

FNavMesh::~FNavMesh() = default;

bool FNavMesh::IsBuilt() const
{
	return Impl->GetMesh() != nullptr;
}

bool FNavMesh::IsAdopted() const
{
	return Impl->Host != nullptr;
}

const FNavMeshSettings& FNavMesh::GetSettings() const
{
	return Impl->Data.Settings;
}

const FBox& FNavMesh::GetBounds() const
{
	return Impl->Data.Layout.Bounds;
}

const FNavArea& FNavMesh::GetArea(uint8_t Area) const
{
	return Impl->Data.Areas[Area < MaxAreas ? Area : BlockedArea];
}

uint8_t FNavMesh::FindArea(std::string_view Name) const
{
	const std::vector<FNavArea>& Areas = Impl->Data.Areas;
	const auto Found =
	    std::find_if(Areas.begin(), Areas.end(), [&](const FNavArea& Area) { return Area.Name == Name; });
	return Found == Areas.end() ? BlockedArea : uint8_t(Found - Areas.begin());
}

FNavFilter FNavMesh::MakeFilter() const
{
	FNavFilter Filter;
	for (size_t Area = 0; Area < size_t(MaxAreas); ++Area)
	{
		Filter.AreaCosts[Area] = Impl->Data.Areas[Area].Cost;
	}
	return Filter;
}

uint32_t FNavMesh::GetRevision() const
{
	return Impl->Revision;
}

uint32_t FNavMesh::GetTileRevision(FPolyRef Poly) const
{
	if (!IsValidPoly(Poly))
	{
		return 0;
	}
	const uint32_t Slot = Impl->GetMesh()->decodePolyIdTile(Poly);
	return IsAdopted() ? Impl->Revision : Impl->Data.Tiles.GetSlots()[Slot].Revision;
}

bool FNavMesh::IsValidPoly(FPolyRef Poly) const
{
	return IsBuilt() && Impl->GetMesh()->isValidPolyRef(Poly);
}

FBox MeasureBounds(const dtNavMesh& Mesh)
{
	FBox Bounds;
	bool bFirst = true;
	ForEachTile(Mesh,
	    [&](const dtMeshTile& Tile)
	    {
		    const FVector Min = ToVector(Tile.header->bmin);
		    const FVector Max = ToVector(Tile.header->bmax);
		    Bounds.Min = bFirst ? Min : glm::min(Bounds.Min, Min);
		    Bounds.Max = bFirst ? Max : glm::max(Bounds.Max, Max);
		    bFirst = false;
	    });
	return Bounds;
}

namespace
{
double AreaFromAbove(const dtMeshTile& Tile, const dtPoly& Poly)
{
	double Twice = 0.0;
	for (size_t Corner = 0; Corner < Poly.vertCount; ++Corner)
	{
		const float* A = &Tile.verts[size_t(Poly.verts[Corner]) * 3];
		const float* B = &Tile.verts[size_t(Poly.verts[(Corner + 1) % Poly.vertCount]) * 3];
		Twice += double(A[2]) * double(B[0]) - double(A[0]) * double(B[2]);
	}
	return 0.5 * std::abs(Twice);
}

// Both of its ends lead to ground.
bool IsConnected(const dtMeshTile& Tile, const dtPoly& Poly)
{
	bool bEnds[2] = {false, false};
	for (uint32_t Link = Poly.firstLink; Link != DT_NULL_LINK; Link = Tile.links[Link].next)
	{
		bEnds[Tile.links[Link].edge == 0 ? 0 : 1] = true;
	}
	return bEnds[0] && bEnds[1];
}

void FillPoly(const dtMeshTile& Tile, const dtPoly& Poly, FNavPoly& Out)
{
	Out.Area = Poly.getArea();
	Out.Flags = Poly.flags;
	Out.bLink = Poly.getType() == DT_POLYTYPE_OFFMESH_CONNECTION;
	Out.VertexCount = Poly.vertCount;
	for (size_t Corner = 0; Corner < Poly.vertCount; ++Corner)
	{
		Out.Vertices[Corner] = ToVector(&Tile.verts[size_t(Poly.verts[Corner]) * 3]);
	}
	if (Out.bLink)
	{
		const int32_t Index = int32_t(&Poly - Tile.polys) - Tile.header->offMeshBase;
		Out.LinkUserId = Tile.offMeshCons[Index].userId;
	}
}

// A link's own polygon names its edge: 0 its start, 1 its end; ground names 0xff where it leads onto a link.
FNavPortal MakePortal(FPolyRef Ref, const dtMeshTile& Tile, const dtPoly& Poly, const dtLink& Link,
    const dtMeshTile& OtherTile, const dtPoly& Other)
{
	FNavPortal Portal;
	Portal.To = Link.ref;
	if (Poly.getType() == DT_POLYTYPE_OFFMESH_CONNECTION)
	{
		Portal.Left = ToVector(&Tile.verts[size_t(Poly.verts[Link.edge == 0 ? 0 : 1]) * 3]);
		Portal.Right = Portal.Left;
		return Portal;
	}
	if (Other.getType() == DT_POLYTYPE_OFFMESH_CONNECTION)
	{
		// The end that touches this polygon, by the link back.
		size_t End = 0;
		for (uint32_t Back = Other.firstLink; Back != DT_NULL_LINK; Back = OtherTile.links[Back].next)
		{
			End = OtherTile.links[Back].ref == Ref && OtherTile.links[Back].edge != 0 ? 1 : End;
		}
		Portal.Left = ToVector(&OtherTile.verts[size_t(Other.verts[End]) * 3]);
		Portal.Right = Portal.Left;
		return Portal;
	}
	const FVector First = ToVector(&Tile.verts[size_t(Poly.verts[Link.edge]) * 3]);
	const FVector Second = ToVector(&Tile.verts[size_t(Poly.verts[(Link.edge + 1) % Poly.vertCount]) * 3]);
	const bool bPart = Link.side != 0xff && (Link.bmin != 0 || Link.bmax != 255);
	const float Begin = bPart ? float(Link.bmin) / 255.0f : 0.0f;
	const float End = bPart ? float(Link.bmax) / 255.0f : 1.0f;
	Portal.Left = First + (Second - First) * Begin;
	Portal.Right = First + (Second - First) * End;
	return Portal;
}
} // namespace

FNavMeshStats FNavMesh::GetStats() const
{
	FNavMeshStats Stats;
	if (!IsBuilt())
	{
		return Stats;
	}
	ForEachTile(*Impl->GetMeshReadOnly(),
	    [&](const dtMeshTile& Tile)
	    {
		    ++Stats.Tiles;
		    Stats.Vertices += Tile.header->vertCount;
		    Stats.MeshBytes += size_t(Tile.dataSize);
		    for (int32_t Index = 0; Index < Tile.header->polyCount; ++Index)
		    {
			    const dtPoly& Poly = Tile.polys[Index];
			    const bool bLink = Poly.getType() == DT_POLYTYPE_OFFMESH_CONNECTION;
			    Stats.Polys += bLink ? 0 : 1;
			    Stats.Links += bLink && IsConnected(Tile, Poly) ? 1 : 0;
			    Stats.WalkableArea += bLink ? 0.0 : AreaFromAbove(Tile, Poly);
		    }
	    });
	Stats.Triangles = int32_t(Impl->Data.Geometry.Indices.size() / 3);
	Stats.GeometryBytes = Impl->Data.Geometry.GetBytes();
	return Stats;
}

std::vector<FPolyRef> FNavMesh::GetPolys() const
{
	std::vector<FPolyRef> Polys;
	if (IsBuilt())
	{
		const dtNavMesh& Mesh = *Impl->GetMeshReadOnly();
		ForEachTile(Mesh,
		    [&](const dtMeshTile& Tile)
		    {
			    const dtPolyRef Base = Mesh.getPolyRefBase(&Tile);
			    for (uint32_t Index = 0; Index < uint32_t(Tile.header->polyCount); ++Index)
			    {
				    Polys.push_back(Base | Index);
			    }
		    });
	}
	return Polys;
}

bool FNavMesh::GetPoly(FPolyRef Ref, FNavPoly& Out) const
{
	const dtMeshTile* Tile = nullptr;
	const dtPoly* Poly = nullptr;
	if (!IsBuilt() || dtStatusFailed(Impl->GetMesh()->getTileAndPolyByRef(Ref, &Tile, &Poly)))
	{
		return false;
	}
	Out = {};
	Out.Ref = Ref;
	FillPoly(*Tile, *Poly, Out);
	return true;
}

int32_t FNavMesh::GetPortals(FPolyRef Ref, std::span<FNavPortal> Out) const
{
	const dtMeshTile* Tile = nullptr;
	const dtPoly* Poly = nullptr;
	if (!IsBuilt() || dtStatusFailed(Impl->GetMesh()->getTileAndPolyByRef(Ref, &Tile, &Poly)))
	{
		return 0;
	}
	size_t Count = 0;
	for (uint32_t Link = Poly->firstLink; Link != DT_NULL_LINK && Count < Out.size(); Link = Tile->links[Link].next)
	{
		const dtMeshTile* OtherTile = nullptr;
		const dtPoly* Other = nullptr;
		if (dtStatusSucceed(Impl->GetMesh()->getTileAndPolyByRef(Tile->links[Link].ref, &OtherTile, &Other)))
		{
			Out[Count] = MakePortal(Ref, *Tile, *Poly, Tile->links[Link], *OtherTile, *Other);
			++Count;
		}
	}
	return int32_t(Count);
}
} // namespace Flockwork
