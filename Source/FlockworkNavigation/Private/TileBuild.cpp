#include "TileBuild.h"

#include "FlockworkCore/Assert.h"
#include "LinkArrays.h"
#include "VoxelFilters.h"

#include <DetourNavMeshBuilder.h>
#include <algorithm>
#include <cmath>

namespace Flockwork
{
class FTileBuildJob::FLog final : public rcContext
{
public:
	std::string First;

protected:
	void doLog(const rcLogCategory Category, const char* Message, const int Length) override
	{
		if (Category == RC_LOG_ERROR && First.empty())
		{
			First.assign(Message, size_t(std::max(Length, 0)));
		}
	}
};

bool FTileBuildJob::Validate() const
{
	return Geometry && Layout && Settings && MaxPolys > 0 && Config.CellSize > 0.0f && TileX >= 0 && TileZ >= 0 &&
	       TileX < Layout->TilesX && TileZ < Layout->TilesZ;
}

bool FTileBuildJob::Run()
{
	FW_CHECK(Validate(), "a tile needs its geometry, layout and settings");
	FLog Log;
	Log.enableTimer(false);
	Data = {};
	// 1. The triangles over the tile.
	if (!Gather())
	{
		return Error.empty(); // nothing lies here
	}
	// 2. Voxels: columns of solid spans.
	if (!Rasterize(Log))
	{
		return Fail(Log, "rasterising");
	}
	// 3. Which tops of spans can be stood on.
	FilterSpans(Log);
	// 4. The open space over them, and who is whose neighbour.
	if (!Compact(Log))
	{
		return Fail(Log, "connecting");
	}
	// 5. What stands in the way, and the agent's radius from all walls.
	if (!KeepOff(Log))
	{
		return Fail(Log, "keeping off walls");
	}
	// 6. Regions without holes.
	if (!Partition(Log))
	{
		return Fail(Log, "cutting into regions");
	}
	// 7. Their outlines, convex polygons, and heights within them.
	if (!MakePolygons(Log))
	{
		return Fail(Log, "making polygons");
	}
	Warning = Log.First;
	// 8. Detour's data.
	return MakeData();
}

bool FTileBuildJob::Fail(const FLog& Log, const char* Stage)
{
	if (Error.empty())
	{
		Error = std::string(Stage) + " failed: " + (Log.First.empty() ? "out of memory" : Log.First);
	}
	return false;
}

bool FTileBuildJob::Gather()
{
	const bool bSolo = Config.TileCells == 0;
	Border = bSolo ? 0 : Config.Border;
	const float Margin = float(Border) * Config.CellSize;
	VoxelBounds.Min = {Layout->GetX(TileX) - Margin, 0.0f, Layout->GetZ(TileZ) - Margin};
	VoxelBounds.Max = {Layout->GetX(TileX + 1) + Margin, 0.0f, Layout->GetZ(TileZ + 1) + Margin};
	Geometry->Tree.Find(VoxelBounds.Min.x, VoxelBounds.Min.z, VoxelBounds.Max.x, VoxelBounds.Max.z, Triangles);
	if (Triangles.empty())
	{
		return false;
	}
	double Low = 1e30;
	double High = -1e30;
	for (const uint32_t Triangle : Triangles)
	{
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			const float Y = Geometry->Vertices[Geometry->Indices[size_t(Triangle) * 3 + Corner]].y;
			Low = std::min(Low, double(Y));
			High = std::max(High, double(Y));
		}
	}
	// All tiles count their heights in the same steps, or their edges would not meet.
	const double Step = double(Config.CellHeight);
	const double Base = double(Layout->Bounds.Min.y);
	const double First = std::floor((Low - Base) / Step);
	const double Last = std::ceil((High - Base) / Step) + 1.0;
	if (Last - First > RC_SPAN_MAX_HEIGHT)
	{
		Error = "its triangles span " + std::to_string(int64_t(High - Low)) + " m in height, and at most " +
		        std::to_string(int64_t(RC_SPAN_MAX_HEIGHT * Step)) + " m can be held: raise navmesh.cellHeight";
		return false;
	}
	VoxelBounds.Min.y = float(Base + First * Step);
	VoxelBounds.Max.y = float(Base + Last * Step);
	return true;
}

bool FTileBuildJob::Rasterize(FLog& Log)
{
	const bool bSolo = Config.TileCells == 0;
	const int32_t Width = (bSolo ? Layout->CellsX : Config.TileCells) + 2 * Border;
	const int32_t Depth = (bSolo ? Layout->CellsZ : Config.TileCells) + 2 * Border;
	Solid.reset(rcAllocHeightfield());
	if (!Solid || !rcCreateHeightfield(&Log, *Solid, Width, Depth, &VoxelBounds.Min.x, &VoxelBounds.Max.x,
	                  Config.CellSize, Config.CellHeight))
	{
		return false;
	}
	std::vector<int> Corners;
	std::vector<uint8_t> Areas;
	Corners.reserve(Triangles.size() * 3);
	Areas.reserve(Triangles.size());
	for (const uint32_t Triangle : Triangles)
	{
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			Corners.push_back(int(Geometry->Indices[size_t(Triangle) * 3 + Corner]));
		}
		Areas.push_back(Geometry->Areas[Triangle]);
	}
	return rcRasterizeTriangles(&Log, &Geometry->Vertices[0].x, int(Geometry->Vertices.size()), Corners.data(),
	    Areas.data(), int(Triangles.size()), *Solid, Config.Climb);
}

void FTileBuildJob::FilterSpans(FLog& Log)
{
	rcFilterLowHangingWalkableObstacles(&Log, Config.Climb, *Solid);
	FilterLedges(Config, *Solid);
	rcFilterWalkableLowHeightSpans(&Log, Config.Height, *Solid);
	const int32_t Dropped = LimitFloors(*Solid);
	if (Dropped > 0)
	{
		Log.log(RC_LOG_ERROR, "%d places lie over more than %d floors and are left out", Dropped, MaxFloors);
	}
}

bool FTileBuildJob::Compact(FLog& Log)
{
	constexpr int MaxSpans = 1 << 24; // Recast's index of a span has 24 bits
	if (rcGetHeightFieldSpanCount(&Log, *Solid) >= MaxSpans)
	{
		Error = "it has too many voxels: set navmesh.tileSize, or raise navmesh.cellSize";
		return false;
	}
	Open.reset(rcAllocCompactHeightfield());
	const bool bMade = Open && rcBuildCompactHeightfield(&Log, Config.Height, Config.Climb, *Solid, *Open);
	Solid.reset();
	return bMade;
}

bool FTileBuildJob::KeepOff(FLog& Log)
{
	for (const FNavObstacle& Obstacle : Obstacles)
	{
		MarkObstacle(Obstacle, Config, *Open);
	}
	return Config.Radius == 0 || rcErodeWalkableArea(&Log, Config.Radius, *Open);
}

bool FTileBuildJob::Partition(FLog& Log)
{
	switch (Settings->Partition)
	{
	case ENavPartition::Watershed:
		return rcBuildDistanceField(&Log, *Open) &&
		       rcBuildRegions(&Log, *Open, Border, Config.MinRegion, Config.MergeRegion);
	case ENavPartition::Monotone:
		return rcBuildRegionsMonotone(&Log, *Open, Border, Config.MinRegion, Config.MergeRegion);
	case ENavPartition::Layers:
		return rcBuildLayerRegions(&Log, *Open, Border, Config.MinRegion);
	}
	return false;
}

bool FTileBuildJob::MakePolygons(FLog& Log)
{
	FContoursOwner Contours(rcAllocContourSet());
	Polys.reset(rcAllocPolyMesh());
	Detail.reset(rcAllocPolyMeshDetail());
	if (!Contours || !Polys || !Detail)
	{
		return false;
	}
	if (!rcBuildContours(&Log, *Open, Config.EdgeError, Config.EdgeLength, *Contours))
	{
		return false;
	}
	if (Contours->nconts == 0)
	{
		return true; // no ground
	}
	return rcBuildPolyMesh(&Log, *Contours, DT_VERTS_PER_POLYGON, *Polys) &&
	       rcBuildPolyMeshDetail(&Log, *Polys, *Open, Config.DetailDistance, Config.DetailError, *Detail);
}

bool FTileBuildJob::MakeData()
{
	if (Polys->npolys == 0)
	{
		return true;
	}
	for (int32_t Poly = 0; Poly < Polys->npolys; ++Poly)
	{
		Polys->flags[Poly] = AreaFlags[Polys->areas[Poly] & (MaxAreas - 1)];
	}
	const FVector TileMin{Layout->GetX(TileX), Polys->bmin[1], Layout->GetZ(TileZ)};
	const FVector TileMax{Layout->GetX(TileX + 1), Polys->bmax[1], Layout->GetZ(TileZ + 1)};
	const FLinkArrays Starts(Links, AreaFlags, TileMin, TileMax);
	dtNavMeshCreateParams Params{};
	Params.verts = Polys->verts;
	Params.vertCount = Polys->nverts;
	Params.polys = Polys->polys;
	Params.polyFlags = Polys->flags;
	Params.polyAreas = Polys->areas;
	Params.polyCount = Polys->npolys;
	Params.nvp = Polys->nvp;
	Params.detailMeshes = Detail->meshes;
	Params.detailVerts = Detail->verts;
	Params.detailVertsCount = Detail->nverts;
	Params.detailTris = Detail->tris;
	Params.detailTriCount = Detail->ntris;
	Starts.Fill(Params);
	Params.tileX = TileX;
	Params.tileY = TileZ;
	std::copy_n(&TileMin.x, 3, Params.bmin);
	std::copy_n(&TileMax.x, 3, Params.bmax);
	Params.walkableHeight = Settings->AgentHeight;
	Params.walkableRadius = Settings->AgentRadius;
	Params.walkableClimb = std::max(float(Config.Climb), 1.0f) * Config.CellHeight;
	Params.cs = Config.CellSize;
	Params.ch = Config.CellHeight;
	Params.buildBvTree = true;
	unsigned char* Bytes = nullptr;
	int Size = 0;
	if (Polys->npolys + Starts.GetCount() > MaxPolys || !dtCreateNavMeshData(&Params, &Bytes, &Size))
	{
		Error = "it has " + std::to_string(Polys->npolys + Starts.GetCount()) + " polygons and links, and at most " +
		        std::to_string(MaxPolys) +
		        " can be held with so many tiles: lower navmesh.tileSize where tiles are "
		        "crowded, raise it where they are too many";
		return false;
	}
	Data.Bytes.reset(Bytes);
	Data.Size = Size;
	return true;
}
} // namespace Flockwork
