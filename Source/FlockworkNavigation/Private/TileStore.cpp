#include "TileStore.h"

#include "FlockworkCore/Math.h"
#include "TileView.h"

#include <DetourCommon.h>
#include <algorithm>
#include <array>
#include <cstring>

namespace Flockwork
{
namespace
{
constexpr uint32_t PlaceBits = 22; // of a reference; the other ten tell a slot's former tiles from the present one
constexpr uint32_t MaxPolyBits = 16;

uint32_t BitsFor(size_t Count)
{
	uint32_t Bits = 0;
	while ((size_t(1) << Bits) < Count)
	{
		++Bits;
	}
	return Bits;
}

// By edge, then by whom it leads to; never by the order in which it was made.
void SortLinks(const dtNavMesh& Mesh, const dtMeshTile& Tile)
{
	struct FKey
	{
		std::array<uint32_t, 5> Key;
		uint32_t Link;
	};
	std::vector<FKey> Order;
	for (int32_t Poly = 0; Poly < Tile.header->polyCount; ++Poly)
	{
		Order.clear();
		for (uint32_t Link = Tile.polys[Poly].firstLink; Link != DT_NULL_LINK; Link = Tile.links[Link].next)
		{
			const dtLink& In = Tile.links[Link];
			uint32_t Salt = 0;
			uint32_t Slot = 0;
			uint32_t Index = 0;
			Mesh.decodePolyId(In.ref, Salt, Slot, Index);
			Order.push_back({{In.edge, Slot, Index, In.side, (uint32_t(In.bmin) << 8) | In.bmax}, Link});
		}
		std::sort(Order.begin(), Order.end(),
		    [](const FKey& A, const FKey& B) { return A.Key != B.Key ? A.Key < B.Key : A.Link < B.Link; });
		uint32_t* Next = &Tile.polys[Poly].firstLink;
		for (const FKey& Each : Order)
		{
			*Next = Each.Link;
			Next = &Tile.links[Each.Link].next;
		}
		*Next = DT_NULL_LINK;
	}
}
} // namespace

int32_t FTileStore::GetMaxPolys(size_t SlotCount)
{
	const uint32_t TileBits = BitsFor(SlotCount);
	return TileBits >= PlaceBits ? 0 : int32_t(1u << std::min(PlaceBits - TileBits, MaxPolyBits));
}

uint32_t FTileStore::GetSaltLimit(size_t SlotCount)
{
	return 1u << (32 - BitsFor(SlotCount) - BitsFor(size_t(GetMaxPolys(SlotCount))));
}

bool FTileStore::Init(const FVector& Origin, float TileWidth, float TileDepth, std::vector<FTileSlot>&& InSlots)
{
	Slots = std::move(InSlots);
	dtNavMeshParams Params{};
	std::copy_n(&Origin.x, 3, Params.orig);
	Params.tileWidth = TileWidth;
	Params.tileHeight = TileDepth;
	Params.maxTiles = int(Slots.size());
	Params.maxPolys = GetMaxPolys(Slots.size());
	Mesh.reset(dtAllocNavMesh());
	return Mesh && Params.maxPolys > 0 && dtStatusSucceed(Mesh->init(&Params));
}

uint32_t FTileStore::FindSlot(const FTilePlace& Place) const
{
	const auto Found = std::lower_bound(Slots.begin(), Slots.end(), Place,
	    [](const FTileSlot& Slot, const FTilePlace& Wanted)
	    { return Slot.Place.Z != Wanted.Z ? Slot.Place.Z < Wanted.Z : Slot.Place.X < Wanted.X; });
	const bool bThere = Found != Slots.end() && Found->Place == Place;
	return bThere ? uint32_t(Found - Slots.begin()) : uint32_t(Slots.size());
}

bool FTileStore::TakeOut(uint32_t Slot)
{
	const FTilePlace& Place = Slots[Slot].Place;
	const dtTileRef Former = Mesh->getTileRefAt(Place.X, Place.Z, 0);
	return Former != 0 && dtStatusSucceed(Mesh->removeTile(Former, nullptr, nullptr));
}

bool FTileStore::PutIn(uint32_t Slot, FTileData&& Data)
{
	Touched.push_back(Slot);
	if (Data.IsEmpty())
	{
		return true;
	}
	const dtTileRef Wanted = Mesh->encodePolyId(Slots[Slot].Salt, Slot, 0);
	if (dtStatusFailed(Mesh->addTile(Data.Bytes.get(), Data.Size, DT_TILE_FREE_DATA, Wanted, nullptr)))
	{
		return false;
	}
	Data.Bytes.release(); // the mesh owns them now
	return true;
}

bool FTileStore::SetTile(uint32_t Slot, FTileData&& Data, bool bCountRevision)
{
	FTileSlot& Own = Slots[Slot];
	const bool bFormer = TakeOut(Slot);
	if (bCountRevision)
	{
		const dtNavMesh* ReadOnly = Mesh.get();
		++Own.Revision;
		Own.Salt = bFormer ? ReadOnly->getTile(int(Slot))->salt : Own.Salt; // removeTile has counted it on
	}
	return PutIn(Slot, std::move(Data));
}

bool FTileStore::RestoreTile(uint32_t Slot, FTileData&& Data, uint32_t Revision, uint32_t Salt)
{
	TakeOut(Slot);
	Slots[Slot].Revision = Revision;
	Slots[Slot].Salt = Salt;
	return PutIn(Slot, std::move(Data));
}

void FTileStore::FinishLinks()
{
	std::vector<uint32_t> All;
	for (const uint32_t Slot : Touched)
	{
		const FTilePlace& Place = Slots[Slot].Place;
		for (int32_t Z = Place.Z - 1; Z <= Place.Z + 1; ++Z)
		{
			for (int32_t X = Place.X - 1; X <= Place.X + 1; ++X)
			{
				All.push_back(FindSlot({X, Z}));
			}
		}
	}
	std::sort(All.begin(), All.end());
	All.erase(std::unique(All.begin(), All.end()), All.end());
	const dtNavMesh* ReadOnly = Mesh.get();
	for (const uint32_t Slot : All)
	{
		const dtMeshTile* Tile = Slot < Slots.size() ? ReadOnly->getTile(int(Slot)) : nullptr;
		if (Tile && Tile->header)
		{
			SortLinks(*Mesh, *Tile);
		}
	}
	Touched.clear();
}

std::vector<uint8_t> FTileStore::GetCleanBytes(uint32_t Slot) const
{
	const dtNavMesh* ReadOnly = Mesh.get();
	const dtMeshTile* Tile = ReadOnly->getTile(int(Slot));
	if (!Tile || !Tile->header)
	{
		return {};
	}
	std::vector<uint8_t> Bytes(Tile->data, Tile->data + Tile->dataSize);
	CleanTileBytes(Bytes.data());
	return Bytes;
}

void CleanTileBytes(uint8_t* Bytes)
{
	const FTileView View(Bytes);
	for (int32_t Poly = 0; Poly < View.Header->polyCount; ++Poly)
	{
		View.Polys[Poly].firstLink = 0;
	}
	std::memset(View.Links, 0, size_t(View.Header->maxLinkCount) * sizeof(dtLink));
	// Connecting moves a link's ends onto the mesh; where it was wanted stands in the connection.
	for (int32_t Link = 0; Link < View.Header->offMeshConCount; ++Link)
	{
		const dtOffMeshConnection& Connection = View.Connections[Link];
		const dtPoly& Poly = View.Polys[Connection.poly];
		std::copy_n(Connection.pos, 3, View.Vertices + size_t(Poly.verts[0]) * 3);
		std::copy_n(Connection.pos + 3, 3, View.Vertices + size_t(Poly.verts[1]) * 3);
	}
}
} // namespace Flockwork
