#pragma once
// The groups of measurements.
#include "Harness.h"

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
struct FBenchOptions
{
	std::vector<int32_t> Counts = {1000, 10000, 100000};
	std::vector<int32_t> Threads = {1, 2};
	int32_t BruteForceLimit = 10000; // every boid against every boid takes minutes beyond it
	std::vector<std::string> Only;   // names of measurements; empty: all

	bool Wants(std::string_view Name) const
	{
		return Only.empty() || std::find(Only.begin(), Only.end(), Name) != Only.end();
	}
};

// Called with each finished measurement.
using FOnMeasured = std::function<void(const FMeasured&)>;

// Names of the measurements, for tables and ratios.
inline constexpr const char* KernelName = "kernel";
inline constexpr const char* ClumpedName = "kernel, clumped";
inline constexpr const char* GeneralName = "general path";
inline constexpr const char* ScalarGridName = "plain scalar grid";
inline constexpr const char* BruteForceName = "brute force";
inline constexpr const char* StockName = "Bullet stock world";
inline constexpr const char* StockContactsName = "Bullet stock world, contacts";
inline constexpr const char* PhysicsName = "physics";
inline constexpr const char* PhysicsContactsName = "physics, contacts";
inline constexpr const char* StepName = "whole step";
inline constexpr const char* StepContactsName = "whole step, contacts";
inline constexpr const char* KinematicName = "whole step, kinematic";
inline constexpr const char* AutomaticName = "whole step, automatic";
inline constexpr const char* MetricsName = "metrics";
inline constexpr const char* MetricsApartName = "metrics, many clusters";
inline constexpr const char* NavMeshBuildName = "navmesh build"; // counts are triangles
inline constexpr const char* NavPathsName = "256 paths";
inline constexpr const char* CrowdName = "crowd"; // counts are agents
inline constexpr const char* DetourCrowdName = "Detour's crowd";
inline constexpr const char* FleeDecisionsName = "flee decisions";
inline constexpr const char* CharactersName = "characters"; // counts are characters of 67 joints
inline constexpr const char* CharacterJobsName = "characters, one by one";
inline constexpr const char* PlainCharactersName = "characters, slerp and matrices";
inline constexpr const char* CharacterWorldName = "world of characters";
inline constexpr const char* CharacterWorldAloneName = "world of characters, alone"; // each posed by itself
inline constexpr const char* CharacterStartName = "characters' start"; // baked file to the first pose of all

void RunFlockSuite(const FBenchOptions& Options, const FOnMeasured& OnMeasured);
void RunPhysicsSuite(const FBenchOptions& Options, const FOnMeasured& OnMeasured);
void RunStepSuite(const FBenchOptions& Options, const FOnMeasured& OnMeasured);
void RunDetailSuite(const FBenchOptions& Options, const FOnMeasured& OnMeasured);
void RunMetricsSuite(const FBenchOptions& Options, const FOnMeasured& OnMeasured);
void RunNavMeshSuite(const FBenchOptions& Options, const FOnMeasured& OnMeasured);
void RunCrowdSuite(const FBenchOptions& Options, const FOnMeasured& OnMeasured);
void RunCharacterSuite(const FBenchOptions& Options, const FOnMeasured& OnMeasured);
void RunCharacterWorldSuite(const FBenchOptions& Options, const FOnMeasured& OnMeasured);
} // namespace Flockwork
