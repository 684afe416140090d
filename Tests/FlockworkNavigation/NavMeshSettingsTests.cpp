#include "FlockworkNavigation/NavMeshSettings.h"

#include <catch2/catch.hpp>

namespace Flockwork
{
TEST_CASE("FNavMeshSettings: the table is well defined and its defaults are valid")
{
	FDiagnostics Diagnostics;
	CHECK(FNavMeshSettings::Table().CheckDefinition(Diagnostics));
	CHECK(ValidateNavMeshSettings(FNavMeshSettings{}, Diagnostics));
	INFO(Diagnostics.ToString());
	CHECK(Diagnostics.GetAll().empty());
}

TEST_CASE("FNavMeshSettings: what the voxels cannot hold is refused with the setting that helps")
{
	const auto Refused = [](const FNavMeshSettings& Settings)
	{
		FDiagnostics Diagnostics;
		CHECK_FALSE(ValidateNavMeshSettings(Settings, Diagnostics));
		return Diagnostics.ToString();
	};
	FNavMeshSettings Settings;
	Settings.AgentRadius = 10.0f;
	Settings.CellSize = 0.05f;
	CHECK(Refused(Settings).find("navmesh.cellSize") != std::string::npos);
	Settings = {};
	Settings.AgentHeight = 20.0f;
	CHECK(Refused(Settings).find("navmesh.cellHeight") != std::string::npos);
	Settings = {};
	Settings.TileSize = 16;
	Settings.AgentRadius = 2.0f;
	CHECK(Refused(Settings).find("navmesh.tileSize") != std::string::npos);
	Settings = {};
	Settings.MaxSlope = 90.0f;
	CHECK(Refused(Settings).find("maxSlope") != std::string::npos);
}
} // namespace Flockwork
