// Obstacles, and the tiles that they have rebuilt.
#include "NavMeshImpl.h"
#include "ObstacleShape.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
FObstacleSlot* FindSlot(FNavMeshData& Data, FNavObstacleId Id)
{
	std::vector<FObstacleSlot>& Slots = Data.Obstacles.Slots;
	const bool bThere = Id.Index < Slots.size() && Slots[Id.Index].bLive && Slots[Id.Index].Generation == Id.Generation;
	return bThere ? &Slots[Id.Index] : nullptr;
}

// Seen from above, in m: how far beyond its tile an obstacle changes it.
float GetReach(const FNavMeshData& Data)
{
	return float(MakeBuildConfig(Data.Settings).Border + 1) * Data.Settings.CellSize;
}

bool Overlaps(const FBox& Box, const FMeshLayout& Layout, const FTilePlace& Place)
{
	return Box.Min.x <= Layout.GetX(Place.X + 1) && Box.Max.x >= Layout.GetX(Place.X) &&
	       Box.Min.z <= Layout.GetZ(Place.Z + 1) && Box.Max.z >= Layout.GetZ(Place.Z);
}

struct FRebuild
{
	uint32_t Slot = 0;
	std::vector<FNavObstacle> Obstacles;
	FTileBuildJob Job;
};

bool IsUnchanged(const FNavMeshData& Data, FRebuild& Rebuild)
{
	const std::vector<uint8_t> Former = Data.Tiles.GetCleanBytes(Rebuild.Slot);
	const FTileData& New = Rebuild.Job.Data;
	return Former.size() == size_t(New.Size) && std::equal(Former.begin(), Former.end(), New.Bytes.get());
}
} // namespace

std::vector<FNavObstacle> FNavMeshData::FindObstacles(uint32_t Slot) const
{
	std::vector<FNavObstacle> Found;
	for (const FObstacleSlot& Each : Obstacles.Slots)
	{
		if (Each.bLive &&
		    Overlaps(GetObstacleBounds(Each.Obstacle, GetReach(*this)), Layout, Tiles.GetSlots()[Slot].Place))
		{
			Found.push_back(Each.Obstacle);
		}
	}
	return Found;
}

void FNavMeshData::Touch(const FNavObstacle& Obstacle)
{
	std::vector<uint32_t>& Waiting = Obstacles.Waiting;
	const FBox Box = GetObstacleBounds(Obstacle, GetReach(*this));
	const auto TileOf = [](float Place, float Origin, float Size, int32_t Count)
	{ return int32_t(std::clamp(std::floor((Place - Origin) / Size), 0.0f, float(Count - 1))); };
	const int32_t FirstX = TileOf(Box.Min.x, Layout.Bounds.Min.x, Layout.TileWidth, Layout.TilesX);
	const int32_t LastX = TileOf(Box.Max.x, Layout.Bounds.Min.x, Layout.TileWidth, Layout.TilesX);
	const int32_t FirstZ = TileOf(Box.Min.z, Layout.Bounds.Min.z, Layout.TileDepth, Layout.TilesZ);
	const int32_t LastZ = TileOf(Box.Max.z, Layout.Bounds.Min.z, Layout.TileDepth, Layout.TilesZ);
	for (int32_t Z = FirstZ; Z <= LastZ; ++Z)
	{
		for (int32_t X = FirstX; X <= LastX; ++X)
		{
			const uint32_t Slot = Tiles.FindSlot({X, Z});
			const bool bWaits = std::find(Waiting.begin(), Waiting.end(), Slot) != Waiting.end();
			if (Slot < Tiles.GetSlots().size() && !bWaits && Overlaps(Box, Layout, {X, Z}))
			{
				Waiting.push_back(Slot);
			}
		}
	}
}

FNavObstacleId FNavMesh::AddObstacle(const FNavObstacle& Obstacle, FDiagnostics& Diagnostics)
{
	FNavMeshData& Data = Impl->Data;
	if (!IsGoodObstacle(Obstacle))
	{
		Diagnostics.Error({}, "obstacle", "its place must be finite and its sizes above 0");
		return {};
	}
	if (!Data.HasGeometry())
	{
		Diagnostics.Error({}, "obstacle",
		    "this navmesh was built without navmesh.keepGeometry, or is a host's own: it cannot be built anew round "
		    "obstacles");
		return {};
	}
	if (Data.Obstacles.Free.empty())
	{
		Data.Obstacles.Free.push_back(uint32_t(Data.Obstacles.Slots.size()));
		Data.Obstacles.Slots.emplace_back();
	}
	const uint32_t Index = Data.Obstacles.Free.back();
	Data.Obstacles.Free.pop_back();
	FObstacleSlot& Slot = Data.Obstacles.Slots[Index];
	Slot.Obstacle = Obstacle;
	Slot.bLive = true;
	Data.Touch(Obstacle);
	return {Index, Slot.Generation};
}

bool FNavMesh::MoveObstacle(FNavObstacleId Id, const FVector& Center, float Yaw)
{
	FObstacleSlot* Slot = FindSlot(Impl->Data, Id);
	if (!Slot || !IsGoodObstaclePlace(Center, Yaw))
	{
		return false;
	}
	if (Slot->Obstacle.Center == Center && Slot->Obstacle.Yaw == Yaw)
	{
		return true;
	}
	Impl->Data.Touch(Slot->Obstacle);
	Slot->Obstacle.Center = Center;
	Slot->Obstacle.Yaw = Yaw;
	Impl->Data.Touch(Slot->Obstacle);
	return true;
}

bool FNavMesh::RemoveObstacle(FNavObstacleId Id)
{
	FObstacleSlot* Slot = FindSlot(Impl->Data, Id);
	if (!Slot)
	{
		return false;
	}
	Impl->Data.Touch(Slot->Obstacle);
	Slot->bLive = false;
	++Slot->Generation;
	Impl->Data.Obstacles.Free.push_back(Id.Index);
	return true;
}

const FNavObstacle* FNavMesh::FindObstacle(FNavObstacleId Id) const
{
	const FObstacleSlot* Slot = FindSlot(Impl->Data, Id);
	return Slot ? &Slot->Obstacle : nullptr;
}

int32_t FNavMesh::GetWaitingTileCount() const
{
	return int32_t(Impl->Data.Obstacles.Waiting.size());
}

int32_t FNavMesh::Update(ITaskScheduler& Scheduler, FDiagnostics& Diagnostics)
{
	FNavMeshData& Data = Impl->Data;
	const size_t Count = std::min(Data.Obstacles.Waiting.size(), size_t(Data.Settings.TilesPerUpdate));
	if (Count == 0)
	{
		return 0;
	}
	std::vector<FRebuild> Rebuilds(Count);
	for (size_t Index = 0; Index < Count; ++Index)
	{
		FRebuild& Rebuild = Rebuilds[Index];
		Rebuild.Slot = Data.Obstacles.Waiting[Index];
		Rebuild.Obstacles = Data.FindObstacles(Rebuild.Slot);
		Rebuild.Job = Data.MakeJob(Rebuild.Slot);
		Rebuild.Job.Obstacles = Rebuild.Obstacles;
	}
	Data.Obstacles.Waiting.erase(
	    Data.Obstacles.Waiting.begin(), Data.Obstacles.Waiting.begin() + std::ptrdiff_t(Count));
	ForEachChunk(Scheduler, int32_t(Count), [&](int32_t Chunk, int32_t) { Rebuilds[size_t(Chunk)].Job.Run(); });
	bool bChanged = false;
	for (FRebuild& Rebuild : Rebuilds)
	{
		if (Rebuild.Job.Error.empty() && IsUnchanged(Data, Rebuild))
		{
			continue; // references stay good
		}
		if (Rebuild.Job.Error.empty() && !Data.Tiles.SetTile(Rebuild.Slot, std::move(Rebuild.Job.Data), true))
		{
			Rebuild.Job.Error = "Detour has no room for it";
		}
		if (!Rebuild.Job.Error.empty())
		{
			Diagnostics.Error({Data.Name, 0, 0}, "", "a tile stays as it was: " + Rebuild.Job.Error);
			continue;
		}
		bChanged = true;
	}
	Data.Tiles.FinishLinks();
	if (bChanged)
	{
		++Impl->Revision;
		++Impl->Stamp;
	}
	return int32_t(Count);
}
} // namespace Flockwork
