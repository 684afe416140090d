#pragma once
// The dtNavMesh and its tiles. Each tile of the level that has triangles owns one slot, in the order of its place, so
// that references mean the same after every rebuild and every load; the order of links within a polygon, which decides
// between equally good ways, is fixed too and does not tell in which order tiles came.
#include "FlockworkCore/Math.h"
#include "RecastOwners.h"

#include <cstdint>
#include <string>
#include <vector>

namespace Flockwork
{
struct FTilePlace
{
	int32_t X = 0;
	int32_t Z = 0;
	friend bool operator==(const FTilePlace&, const FTilePlace&) = default;
};

struct FTileSlot
{
	FTilePlace Place;
	uint32_t Revision = 1;
	uint32_t Salt = 1; // of the references to it, also while it has no ground
};

class FTileStore
{
public:
	// No tile yet. Places ascend by Z, then X. False when references cannot tell so many tiles apart.
	bool Init(const FVector& Origin, float TileWidth, float TileDepth, std::vector<FTileSlot>&& InSlots);
	// Polygons that a tile may have, from the bits that SlotCount tiles leave.
	static int32_t GetMaxPolys(size_t SlotCount);
	// Salts stay below this.
	static uint32_t GetSaltLimit(size_t SlotCount);

	// Puts a tile in, or takes what was there away when Data is empty. CountRevision: as a change of the mesh, which
	// makes references into the former tile stale. FinishLinks must follow.
	bool SetTile(uint32_t Slot, FTileData&& Data, bool bCountRevision);
	// As SetTile, with the revision and salt that it had at another time.
	bool RestoreTile(uint32_t Slot, FTileData&& Data, uint32_t Revision, uint32_t Salt);
	// Sorts the links of the tiles set since the last call, and of those round them.
	void FinishLinks();
	// As it was set, without links: what is saved and compared. Empty where there is no ground.
	std::vector<uint8_t> GetCleanBytes(uint32_t Slot) const;

	dtNavMesh* GetMesh() const { return Mesh.get(); }
	const std::vector<FTileSlot>& GetSlots() const { return Slots; }
	// The slot of a place; SlotCount when nothing lies there.
	uint32_t FindSlot(const FTilePlace& Place) const;

private:
	// True when there was one.
	bool TakeOut(uint32_t Slot);
	bool PutIn(uint32_t Slot, FTileData&& Data);

	FDetourMeshOwner Mesh;
	std::vector<FTileSlot> Slots;
	std::vector<uint32_t> Touched;
};

// Puts a tile's bytes into the state in which dtCreateNavMeshData leaves them. Size must be a checked tile's.
void CleanTileBytes(uint8_t* Bytes);
} // namespace Flockwork
