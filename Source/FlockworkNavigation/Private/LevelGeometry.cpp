#include "LevelGeometry.h"

#include "TriangleFaces.h"

#include <cmath>
#include <utility>

namespace Flockwork
{
namespace
{
constexpr double MaxSoloCells = 1 << 24;
constexpr double MaxTiles = 1 << 20;
} // namespace

bool MakeLayout(const FBox& Bounds, const FNavMeshSettings& Settings, const std::string& Level, FMeshLayout& Out,
    FDiagnostics& Diagnostics)
{
	const FBuildConfig Config = MakeBuildConfig(Settings);
	const double Cell = double(Config.CellSize);
	const FVector Size = Bounds.Max - Bounds.Min;
	// Half a cell more, so that rounding never leaves the last row of ground outside.
	const double CellsX = std::max(std::ceil(double(Size.x) / Cell + 0.5), 1.0);
	const double CellsZ = std::max(std::ceil(double(Size.z) / Cell + 0.5), 1.0);
	const bool bSolo = Config.TileCells == 0;
	const double TilesX = bSolo ? 1.0 : std::ceil(CellsX / Config.TileCells);
	const double TilesZ = bSolo ? 1.0 : std::ceil(CellsZ / Config.TileCells);
	const std::string Extent =
	    "the level is " + std::to_string(int64_t(Size.x)) + " x " + std::to_string(int64_t(Size.z)) + " m, which is ";
	if (bSolo && CellsX * CellsZ > MaxSoloCells)
	{
		Diagnostics.Error({Level, 0, 0}, "navmesh.tileSize",
		    Extent + "too large for one solo tile of such cells: build it tiled (64), or raise navmesh.cellSize");
		return false;
	}
	if (TilesX * TilesZ > MaxTiles)
	{
		Diagnostics.Error({Level, 0, 0}, "navmesh.cellSize",
		    Extent + std::to_string(int64_t(TilesX * TilesZ)) + " tiles, and at most " +
		        std::to_string(int64_t(MaxTiles)) +
		        " can be held: raise navmesh.cellSize or tileSize, or scale the level if it is in other units");
		return false;
	}
	Out.Bounds = Bounds;
	Out.CellsX = int32_t(CellsX);
	Out.CellsZ = int32_t(CellsZ);
	Out.TilesX = int32_t(TilesX);
	Out.TilesZ = int32_t(TilesZ);
	Out.TileWidth = float(bSolo ? Out.CellsX : Config.TileCells) * Config.CellSize;
	Out.TileDepth = float(bSolo ? Out.CellsZ : Config.TileCells) * Config.CellSize;
	return true;
}

FLevelGeometry MakeGeometry(FNavMeshInput& Input, float MaxSlope)
{
	FLevelGeometry Geometry;
	Geometry.Vertices = std::move(Input.Vertices);
	Geometry.Indices = std::move(Input.Indices);
	Geometry.Areas = std::move(Input.TriangleAreas);
	const size_t Count = Geometry.Indices.size() / 3;
	Geometry.Areas.resize(Count, GroundArea);
	const double MinUp = WalkableNormalY(MaxSlope);
	for (size_t Index = 0; Index < Count; ++Index)
	{
		if (MeasureFace(Geometry.Vertices, &Geometry.Indices[Index * 3]).NormalY < MinUp)
		{
			Geometry.Areas[Index] = BlockedArea;
		}
	}
	Geometry.Tree.Build(Geometry.Vertices, Geometry.Indices);
	return Geometry;
}
} // namespace Flockwork
