#pragma once
// What came out of the trials of ./Samples/run FleeTrial: as JSON (its keys: Samples/Viewer/FleeTrial.schema.json) and
// as a table.
#include "FlockworkCore/DataNode.h"
#include "FlockworkNavigation/FleeTrial.h"

#include <string>
#include <vector>

namespace Flockwork
{
struct FFleeTrialRun
{
	std::string LevelFile;
	float WalkableArea = 0.0f; // m^2
	FNavMeshSettings NavMesh;
	std::string Policy; // as on the command line
	FFleeTrialSettings Settings;
	int32_t Threads = 1;
	std::vector<FFleeTrialResult> Results; // one a seed, from Settings.Seed on
	double WallSeconds = 0.0;
};

// What the flight promises where the threat stands; the baselines promise nothing.
struct FFleeTrialCheck
{
	std::string Name;
	std::string Condition;
	double Value = 0.0;
	bool bPass = false;
};
std::vector<FFleeTrialCheck> MakeFleeTrialChecks(const FFleeTrialRun& Run);

FDataNode MakeFleeTrialReport(const FFleeTrialRun& Run);
std::string MakeFleeTrialSummary(const FFleeTrialRun& Run);
} // namespace Flockwork
