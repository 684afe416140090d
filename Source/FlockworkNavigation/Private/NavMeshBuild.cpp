// A whole level: its tiles, built side by side, put together in a fixed order.
#include "LibraryAsserts.h"
#include "NavMeshImpl.h"

#include <DetourNavMesh.h>
#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr int32_t MinPolysPerTile = 64;
constexpr int32_t TilesPerBatch = 32; // at a time in memory as voxels at most, and between two calls of Progress

// Places of all tiles with a triangle over them, by Z, then X.
std::vector<FTileSlot> FindPlaces(const FLevelGeometry& Geometry, const FMeshLayout& Layout)
{
	std::vector<FTileSlot> Slots;
	std::vector<uint32_t> Found;
	for (int32_t Z = 0; Z < Layout.TilesZ; ++Z)
	{
		for (int32_t X = 0; X < Layout.TilesX; ++X)
		{
			Geometry.Tree.Find(Layout.GetX(X), Layout.GetZ(Z), Layout.GetX(X + 1), Layout.GetZ(Z + 1), Found);
			const bool bGround = std::any_of(
			    Found.begin(), Found.end(), [&](uint32_t Index) { return Geometry.Areas[Index] != BlockedArea; });
			if (bGround)
			{
				Slots.push_back({{X, Z}, 1, 1});
			}
		}
	}
	return Slots;
}

std::string PlaceName(const FNavMeshData& Data, uint32_t Slot)
{
	const FTilePlace& Place = Data.Tiles.GetSlots()[Slot].Place;
	return "tile " + std::to_string(Place.X) + ", " + std::to_string(Place.Z);
}

// Builds slots [Begin, End) side by side and puts them in one after the other.
bool BuildBatch(FNavMeshData& Data, uint32_t Begin, uint32_t End, ITaskScheduler& Scheduler, FDiagnostics& Diagnostics)
{
	std::vector<FTileBuildJob> Jobs;
	for (uint32_t Slot = Begin; Slot < End; ++Slot)
	{
		Jobs.push_back(Data.MakeJob(Slot));
	}
	ForEachChunk(Scheduler, int32_t(Jobs.size()), [&](int32_t Chunk, int32_t) { Jobs[size_t(Chunk)].Run(); });
	bool bGood = true;
	for (uint32_t Slot = Begin; Slot < End; ++Slot)
	{
		FTileBuildJob& Job = Jobs[Slot - Begin];
		if (!Job.Warning.empty())
		{
			Diagnostics.Warning({Data.Name, 0, 0}, "", PlaceName(Data, Slot) + ": " + Job.Warning);
		}
		if (Job.Error.empty() && !Data.Tiles.SetTile(Slot, std::move(Job.Data), false))
		{
			Job.Error = "Detour has no room for it";
		}
		if (!Job.Error.empty())
		{
			Diagnostics.Error({Data.Name, 0, 0}, "", PlaceName(Data, Slot) + ": " + Job.Error);
			bGood = false;
		}
	}
	return bGood;
}

bool BuildTiles(FNavMeshData& Data, ITaskScheduler& Scheduler, const FNavProgress& Progress, FDiagnostics& Diagnostics)
{
	const uint32_t Count = uint32_t(Data.Tiles.GetSlots().size());
	for (uint32_t Begin = 0; Begin < Count; Begin += TilesPerBatch)
	{
		if (Progress && !Progress(float(Begin) / float(Count)))
		{
			Diagnostics.Warning({Data.Name, 0, 0}, "", "building the navmesh was ended before it was done");
			return false;
		}
		if (!BuildBatch(Data, Begin, std::min(Begin + TilesPerBatch, Count), Scheduler, Diagnostics))
		{
			return false;
		}
	}
	Data.Tiles.FinishLinks();
	if (Progress)
	{
		Progress(1.0f);
	}
	return true;
}

// Links in the level that the mesh could not take up.
void WarnOfLooseLinks(const FNavMeshData& Data, const FNavMeshStats& Stats, FDiagnostics& Diagnostics)
{
	if (size_t(Stats.Links) < Data.Links.size())
	{
		Diagnostics.Warning({Data.Name, 0, 0}, "",
		    std::to_string(Data.Links.size() - size_t(Stats.Links)) + " of " + std::to_string(Data.Links.size()) +
		        " links are not connected: both ends must lie within the radius (across) and the climb (up and down) "
		        "of the mesh, and in the same tile or in neighbouring ones");
	}
}
} // namespace

std::vector<FNavArea> CompleteAreas(std::vector<FNavArea>&& Areas)
{
	std::vector<FNavArea> All = std::move(Areas);
	All.resize(size_t(MaxAreas));
	All[BlockedArea].Name = "blocked";
	All[BlockedArea].Flags = 0;
	return All;
}

FTileBuildJob FNavMeshData::MakeJob(uint32_t Slot) const
{
	FTileBuildJob Job;
	Job.Geometry = &Geometry;
	Job.Layout = &Layout;
	Job.Config = MakeBuildConfig(Settings);
	Job.Settings = &Settings;
	for (size_t Area = 0; Area < size_t(MaxAreas); ++Area)
	{
		Job.AreaFlags[Area] = Areas[Area].Flags;
	}
	Job.Links = Links;
	Job.TileX = Tiles.GetSlots()[Slot].Place.X;
	Job.TileZ = Tiles.GetSlots()[Slot].Place.Z;
	Job.MaxPolys = FTileStore::GetMaxPolys(Tiles.GetSlots().size());
	return Job;
}

bool FNavMesh::Build(FNavMeshInput Input, const FNavMeshSettings& Settings, ITaskScheduler& Scheduler,
    const FNavProgress& Progress, FDiagnostics& Diagnostics)
{
	InstallLibraryAsserts();
	FNavInputReport Report;
	if (!ValidateNavMeshSettings(Settings, Diagnostics) || !CleanNavMeshInput(Input, Settings, Report, Diagnostics))
	{
		return false;
	}
	FNavMeshData Data;
	Data.Name = Input.Name;
	Data.Settings = Settings;
	Data.Areas = CompleteAreas(std::move(Input.Areas));
	Data.Links = std::move(Input.Links);
	if (!MakeLayout(Report.Bounds, Settings, Data.Name, Data.Layout, Diagnostics))
	{
		return false;
	}
	Data.Geometry = MakeGeometry(Input, Settings.MaxSlope);
	std::vector<FTileSlot> Places = FindPlaces(Data.Geometry, Data.Layout);
	if (FTileStore::GetMaxPolys(Places.size()) < MinPolysPerTile)
	{
		Diagnostics.Error({Data.Name, 0, 0}, "navmesh.tileSize",
		    "the level has " + std::to_string(Places.size()) +
		        " tiles with ground, which are too many to be told apart: raise navmesh.tileSize");
		return false;
	}
	if (!Data.Tiles.Init(Report.Bounds.Min, Data.Layout.TileWidth, Data.Layout.TileDepth, std::move(Places)))
	{
		Diagnostics.Error({Data.Name, 0, 0}, "", "there is not enough memory for the navmesh");
		return false;
	}
	if (!BuildTiles(Data, Scheduler, Progress, Diagnostics))
	{
		return false;
	}
	FNavMesh Built;
	Built.Impl->Replace(std::move(Data));
	const FNavMeshStats Stats = Built.GetStats();
	if (Stats.Polys == 0)
	{
		Diagnostics.Error({Input.Name, 0, 0}, "",
		    "no ground is left for an agent of this size: every floor is narrower than twice navmesh.agentRadius, "
		    "lower "
		    "than navmesh.agentHeight or smaller than navmesh.region.minArea");
		return false;
	}
	WarnOfLooseLinks(Built.Impl->Data, Stats, Diagnostics);
	if (!Settings.bKeepGeometry)
	{
		Built.Impl->Data.Geometry = {};
	}
	Impl->Replace(std::move(Built.Impl->Data));
	return true;
}
} // namespace Flockwork
