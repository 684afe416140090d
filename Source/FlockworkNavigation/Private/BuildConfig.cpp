#include "BuildConfig.h"

#include "FlockworkCore/Math.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
// 0.3 m in cells of 0.1 m are three, although the quotient of the floats is a little more.
constexpr double Slack = 1e-3;

int32_t RoundUp(float Length, float Cell)
{
	return int32_t(std::ceil(double(Length) / double(Cell) - Slack));
}

int32_t RoundDown(float Length, float Cell)
{
	return int32_t(std::floor(double(Length) / double(Cell) + Slack));
}
} // namespace

FBuildConfig MakeBuildConfig(const FNavMeshSettings& Settings)
{
	const double Cell = double(Settings.CellSize);
	const double MaxArea = 1e8;
	FBuildConfig Config;
	Config.CellSize = Settings.CellSize;
	Config.CellHeight = Settings.CellHeight;
	Config.Radius = RoundUp(Settings.AgentRadius, Settings.CellSize);
	Config.Height = std::max(RoundUp(Settings.AgentHeight, Settings.CellHeight), 3);
	Config.Climb = RoundDown(Settings.MaxClimb, Settings.CellHeight);
	const double Rise = 2.0 * Cell * std::tan(double(Settings.MaxSlope) * double(Pi) / 180.0);
	Config.SlopeRise = int32_t(std::ceil(Rise / double(Settings.CellHeight) - Slack)) + 1;
	Config.TileCells = Settings.TileSize > 0 ? std::max(Settings.TileSize, MinTileCells) : 0;
	Config.Border = Config.Radius + 3;
	Config.MinRegion = int32_t(std::min(double(Settings.MinRegionArea) / (Cell * Cell), MaxArea));
	Config.MergeRegion = int32_t(std::min(double(Settings.MergeRegionArea) / (Cell * Cell), MaxArea));
	Config.EdgeLength = int32_t(double(Settings.EdgeMaxLength) / Cell);
	Config.EdgeError = Settings.EdgeMaxError;
	Config.DetailDistance = Settings.DetailSampleDistance;
	Config.DetailError = Settings.DetailMaxError;
	return Config;
}
} // namespace Flockwork
