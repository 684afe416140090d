#include "FlockworkNavigation/NavMeshSettings.h"

#include "BuildConfig.h"
#include "FlockworkNavigation/CrowdSettings.h"
#include "FlockworkNavigation/FleeSettings.h"

#include <string>

namespace Flockwork
{
const FSettingsTable& FNavMeshSettings::Table()
{
	using FSelf = FNavMeshSettings;
	static const FSettingsTable Table =
	    TSettingsTableBuilder<FSelf>("navmesh", "How a level becomes the ground that agents walk on.")
	        .Float("agentRadius", &FSelf::AgentRadius, "m", 0.0, 20.0, "The mesh keeps this far away from walls.")
	        .Float("agentHeight", &FSelf::AgentHeight, "m", 0.1, 50.0, "Lower ceilings are no way through.")
	        .Float("maxClimb", &FSelf::MaxClimb, "m", 0.0, 20.0,
	            "Steps up to this height are walked over; rounded down to whole cell heights.")
	        .Float("maxSlope", &FSelf::MaxSlope, "deg", 0.0, 89.0, "Steeper triangles are not walkable.")
	        .Float("cellSize", &FSelf::CellSize, "m", 0.01, 10.0,
	            "A voxel's side, best half the agent's radius; half of it takes four times as long.")
	        .Float("cellHeight", &FSelf::CellHeight, "m", 0.005, 10.0,
	            "A voxel's height; heights and climbs are wrong by up to one of it.")
	        .Int("tileSize", &FSelf::TileSize, "cells", 0, 1024,
	            "A tile's side (at least 16); 0 makes one solo tile, which any obstacle has rebuilt whole.")
	        .EnumField("partition", &FSelf::Partition, {"watershed", "monotone", "layers"},
	            "How the ground is cut into regions: watershed gives the best polygons, monotone is the quickest.")
	        .Float("region.minArea", &FSelf::MinRegionArea, "m^2", 0.0, 10000.0,
	            "Smaller islands, such as table tops, are left out.")
	        .Float("region.mergeArea", &FSelf::MergeRegionArea, "m^2", 0.0, 10000.0,
	            "Smaller regions join their neighbours.")
	        .Float("edge.maxLength", &FSelf::EdgeMaxLength, "m", 0.0, 1000.0,
	            "Longer outer edges are split; 0 never splits.")
	        .Float("edge.maxError", &FSelf::EdgeMaxError, "cells", 0.0, 10.0,
	            "How far an outer edge may leave the voxels' outline.")
	        .Float("detail.sampleDistance", &FSelf::DetailSampleDistance, "m", 0.0, 100.0,
	            "Distance of the height samples; 0 takes heights from the polygons alone.")
	        .Float("detail.maxError", &FSelf::DetailMaxError, "m", 0.0, 10.0,
	            "How far the surface may leave the sampled heights.")
	        .Bool("keepGeometry", &FSelf::bKeepGeometry,
	            "Keeps the level's triangles, also in the file: obstacles need them.")
	        .Int("tilesPerUpdate", &FSelf::TilesPerUpdate, "1", 1, 1024,
	            "Tiles touched by obstacles that one update rebuilds at most.")
	        .Build();
	return Table;
}

bool ValidateNavMeshSettings(const FNavMeshSettings& Settings, FDiagnostics& Diagnostics)
{
	bool bGood = FNavMeshSettings::Table().Validate(&Settings, Diagnostics);
	const auto Refuse = [&](std::string_view Field, const std::string& Message)
	{
		Diagnostics.Error({}, Field, Message);
		bGood = false;
	};
	if (!bGood)
	{
		return false;
	}
	const FBuildConfig Config = MakeBuildConfig(Settings);
	if (Config.Radius > MaxRadiusCells)
	{
		Refuse("navmesh.agentRadius", "is " + std::to_string(Config.Radius) + " cells, and at most " +
		                                  std::to_string(MaxRadiusCells) + " can be kept off: raise navmesh.cellSize");
	}
	if (Config.Height > MaxHeightCells)
	{
		Refuse("navmesh.agentHeight", "is " + std::to_string(Config.Height) + " cell heights, and at most " +
		                                  std::to_string(MaxHeightCells) +
		                                  " can be told apart: raise navmesh.cellHeight");
	}
	if (Config.Climb > MaxHeightCells)
	{
		Refuse("navmesh.maxClimb",
		    "is more than " + std::to_string(MaxHeightCells) + " cell heights: raise navmesh.cellHeight");
	}
	if (Settings.TileSize > 0 && Config.TileCells <= 2 * Config.Border)
	{
		Refuse("navmesh.tileSize", "must be larger than twice the border of " + std::to_string(Config.Border) +
		                               " cells (the agent's radius and three)");
	}
	return bGood;
}

void RegisterNavigationSettings(FSettingsRegistry& Registry)
{
	Registry.Add(FNavMeshSettings::Table());
	Registry.Add(FCrowdSettings::Table());
	RegisterFleeSettings(Registry);
}
} // namespace Flockwork
