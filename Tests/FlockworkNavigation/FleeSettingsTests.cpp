#include "FlockworkNavigation/FleeSettings.h"

#include <catch2/catch.hpp>

namespace Flockwork
{
TEST_CASE("FFleeSettings: the table is well defined and its defaults are valid")
{
	FDiagnostics Diagnostics;
	CHECK(FFleeSettings::Table().CheckDefinition(Diagnostics));
	CHECK(ValidateFleeSettings(FFleeSettings{}, Diagnostics));
	INFO(Diagnostics.ToString());
	CHECK(Diagnostics.GetAll().empty());
}

TEST_CASE("FFleeSettings: a safe radius inside the detection radius is refused")
{
	FFleeSettings Settings;
	Settings.SafeRadius = Settings.DetectionRadius - 1.0f;
	FDiagnostics Diagnostics;
	CHECK_FALSE(ValidateFleeSettings(Settings, Diagnostics));
	CHECK(Diagnostics.ToString().find("flee.safeRadius") != std::string::npos);
	Settings.SafeRadius = Settings.DetectionRadius;
	CHECK(ValidateFleeSettings(Settings, Diagnostics));
}
} // namespace Flockwork
