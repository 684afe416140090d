// What obstacles do to a mesh, as bytes: for a world's snapshots.
#include "FlockworkCore/Serialize.h"
#include "NavMeshImpl.h"
#include "ObstacleShape.h"
#include "TileCheck.h"

#include <algorithm>
#include <cstring>

namespace Flockwork
{
void WriteObstacles(const FObstacleList& Obstacles, FByteWriter& Writer)
{
	Writer.Write(uint64_t(Obstacles.Slots.size()));
	for (const FObstacleSlot& Slot : Obstacles.Slots)
	{
		const FNavObstacle& Obstacle = Slot.Obstacle;
		Writer.Write(Slot.Generation);
		Writer.Write(uint8_t(Slot.bLive));
		Writer.Write(uint8_t(Obstacle.Shape));
		Writer.Write(Obstacle.Center);
		Writer.Write(Obstacle.HalfExtent);
		Writer.Write(Obstacle.Yaw);
		Writer.Write(Obstacle.Radius);
		Writer.Write(Obstacle.HalfHeight);
	}
	Writer.WriteArray(std::span<const uint32_t>(Obstacles.Free));
	Writer.WriteArray(std::span<const uint32_t>(Obstacles.Waiting));
}

bool ReadObstacles(FByteReader& Reader, const FNavMeshData& Data, FObstacleList& Out)
{
	const uint64_t Count = Reader.Read<uint64_t>();
	bool bGood = Reader.IsOk();
	for (uint64_t Index = 0; bGood && Index < Count; ++Index)
	{
		FObstacleSlot& Slot = Out.Slots.emplace_back();
		FNavObstacle& Obstacle = Slot.Obstacle;
		Slot.Generation = Reader.Read<uint32_t>();
		Slot.bLive = Reader.Read<uint8_t>() != 0;
		const uint8_t Shape = Reader.Read<uint8_t>();
		Obstacle.Shape = Shape == 0 ? ENavObstacleShape::Box : ENavObstacleShape::Cylinder;
		Obstacle.Center = Reader.Read<FVector>();
		Obstacle.HalfExtent = Reader.Read<FVector>();
		Obstacle.Yaw = Reader.Read<float>();
		Obstacle.Radius = Reader.Read<float>();
		Obstacle.HalfHeight = Reader.Read<float>();
		bGood = Reader.IsOk() && Shape < 2 && IsGoodObstacle(Obstacle);
	}
	Out.Free = Reader.ReadArray<uint32_t>();
	Out.Waiting = Reader.ReadArray<uint32_t>();
	for (const uint32_t Free : Out.Free)
	{
		bGood = bGood && Free < Out.Slots.size() && !Out.Slots[Free].bLive;
	}
	for (const uint32_t Slot : Out.Waiting)
	{
		bGood = bGood && Slot < Data.Tiles.GetSlots().size() && Data.HasGeometry();
	}
	return bGood && Reader.IsOk();
}

namespace
{
// A tile that is no longer as Build made it.
struct FChangedTile
{
	uint32_t Slot = 0;
	uint32_t Revision = 1;
	uint32_t Salt = 1;
	FTileData Data;
};

bool ReadTile(FByteReader& Reader, const FNavMeshData& Data, FChangedTile& Out)
{
	const std::vector<FTileSlot>& Slots = Data.Tiles.GetSlots();
	Out.Slot = Reader.Read<uint32_t>();
	Out.Revision = Reader.Read<uint32_t>();
	Out.Salt = Reader.Read<uint32_t>();
	const std::vector<uint8_t> Bytes = Reader.ReadArray<uint8_t>();
	if (!Reader.IsOk() || Out.Slot >= Slots.size() || Out.Salt == 0 ||
	    Out.Salt >= FTileStore::GetSaltLimit(Slots.size()) || Bytes.size() > size_t(INT32_MAX))
	{
		return false;
	}
	if (Bytes.empty())
	{
		return true;
	}
	Out.Data.Bytes.reset(static_cast<uint8_t*>(dtAlloc(Bytes.size(), DT_ALLOC_PERM)));
	Out.Data.Size = int32_t(Bytes.size());
	if (!Out.Data.Bytes)
	{
		return false;
	}
	std::memcpy(Out.Data.Bytes.get(), Bytes.data(), Bytes.size());
	const int32_t MaxPolys = FTileStore::GetMaxPolys(Slots.size());
	if (!FindTileFault({Out.Data.Bytes.get(), Bytes.size()}, Slots[Out.Slot].Place, MaxPolys).empty())
	{
		return false;
	}
	CleanTileBytes(Out.Data.Bytes.get());
	return true;
}

// Ascending by slot, each once.
bool ReadTiles(FByteReader& Reader, const FNavMeshData& Data, std::vector<FChangedTile>& Out)
{
	const uint64_t Count = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < Count; ++Index)
	{
		FChangedTile Tile;
		if (!ReadTile(Reader, Data, Tile) || (!Out.empty() && Out.back().Slot >= Tile.Slot))
		{
			return false;
		}
		Out.push_back(std::move(Tile));
	}
	return Reader.IsOk();
}

// Tiles that have changed since Build, but not in the state that is restored: as they were at first.
bool AddFirstTiles(const FNavMeshData& Data, ITaskScheduler& Scheduler, std::vector<FChangedTile>& Tiles)
{
	std::vector<FTileBuildJob> Jobs;
	const size_t Named = Tiles.size();
	for (uint32_t Slot = 0; Slot < Data.Tiles.GetSlots().size(); ++Slot)
	{
		const auto IsSlot = [&](const FChangedTile& Tile) { return Tile.Slot == Slot; };
		const auto End = Tiles.begin() + std::ptrdiff_t(Named);
		if (Data.Tiles.GetSlots()[Slot].Revision > 1 && std::find_if(Tiles.begin(), End, IsSlot) == End)
		{
			Jobs.push_back(Data.MakeJob(Slot));
			Tiles.emplace_back().Slot = Slot;
		}
	}
	ForEachChunk(Scheduler, int32_t(Jobs.size()), [&](int32_t Chunk, int32_t) { Jobs[size_t(Chunk)].Run(); });
	for (size_t Index = 0; Index < Jobs.size(); ++Index)
	{
		if (!Jobs[Index].Error.empty())
		{
			return false;
		}
		Tiles[Named + Index].Data = std::move(Jobs[Index].Data);
	}
	return true;
}
} // namespace

void FNavMesh::SaveState(FByteWriter& Writer) const
{
	const FNavMeshData& Data = Impl->Data;
	const std::vector<FTileSlot>& Slots = Data.Tiles.GetSlots();
	const auto IsChanged = [](const FTileSlot& Slot) { return Slot.Revision > 1; };
	Writer.Write(uint64_t(Slots.size()));
	Writer.Write(Impl->Revision);
	Writer.Write(uint64_t(std::count_if(Slots.begin(), Slots.end(), IsChanged)));
	for (uint32_t Slot = 0; Slot < Slots.size(); ++Slot)
	{
		if (IsChanged(Slots[Slot]))
		{
			Writer.Write(Slot);
			Writer.Write(Slots[Slot].Revision);
			Writer.Write(Slots[Slot].Salt);
			const std::vector<uint8_t> Bytes = Data.Tiles.GetCleanBytes(Slot);
			Writer.WriteArray(std::span<const uint8_t>(Bytes));
		}
	}
	WriteObstacles(Data.Obstacles, Writer);
}

bool FNavMesh::RestoreState(FByteReader& Reader, ITaskScheduler& Scheduler, FDiagnostics& Diagnostics)
{
	FNavMeshData& Data = Impl->Data;
	const auto Refuse = [&](const char* Message)
	{
		Diagnostics.Error({Data.Name, 0, 0}, "", Message);
		return false;
	};
	if (Reader.Read<uint64_t>() != uint64_t(Data.Tiles.GetSlots().size()))
	{
		return Refuse("the state is another navmesh's");
	}
	const uint32_t Revision = Reader.Read<uint32_t>();
	std::vector<FChangedTile> Tiles;
	FObstacleList Obstacles;
	if (!ReadTiles(Reader, Data, Tiles) || !ReadObstacles(Reader, Data, Obstacles) || Revision == 0)
	{
		return Refuse("the navmesh's state is damaged");
	}
	if (!AddFirstTiles(Data, Scheduler, Tiles))
	{
		return Refuse("a tile of the navmesh cannot be built again as it was");
	}
	for (FChangedTile& Tile : Tiles)
	{
		Data.Tiles.RestoreTile(Tile.Slot, std::move(Tile.Data), Tile.Revision, Tile.Salt);
	}
	Data.Tiles.FinishLinks();
	Data.Obstacles = std::move(Obstacles);
	Impl->Revision = Revision;
	++Impl->Stamp;
	return true;
}
} // namespace Flockwork
