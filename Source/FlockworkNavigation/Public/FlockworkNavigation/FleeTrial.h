#pragma once
// The flight measured: agents at random on a mesh, a threat that is dropped or hunts, and what became of each. For
// samples and tests; a game needs none of it. Which agents could have got away is found by a search of the trial's own
// (Dijkstra over a fine grid of the mesh), not by the escape field.
#include "FlockworkCore/Tasks.h"
#include "FlockworkNavigation/CrowdSettings.h"
#include "FlockworkNavigation/FleeSettings.h"
#include "FlockworkNavigation/NavMesh.h"
#include "FlockworkNavigation/NavQuery.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace Flockwork
{
// Moves the trial's agents towards what they are told. Agents are numbered from 0.
class IFleeTrialMover
{
public:
	virtual ~IFleeTrialMover() = default;
	virtual void Add(const FNavLocation& Place) = 0;
	virtual void Remove(int32_t Agent) = 0;
	// bVia: another goal comes before this one is reached.
	virtual void SetGoal(int32_t Agent, const FNavLocation& Goal, bool bVia, float Speed, float AngularSpeed) = 0;
	virtual void Stop(int32_t Agent) = 0;
	virtual void Step(float DeltaTime, ITaskScheduler& Scheduler) = 0;
	virtual FNavLocation GetLocation(int32_t Agent) const = 0;
	virtual FVector GetVelocity(int32_t Agent) const = 0;
};
using FFleeTrialMoverMaker = std::function<std::unique_ptr<IFleeTrialMover>(const FNavMesh& Mesh, float BodyRadius)>;

struct FFleeTrialSettings
{
	FFleeSettings Flee;
	int32_t Agents = 200;
	bool bAllNear = true; // agents start within DetectionRadius of the threat; false: anywhere on its island
	float Time = 10.0f;   // s
	float DeltaTime = 1.0f / 60.0f;
	float PursuerSpeed = 0.0f; // m/s; above 0 the threat takes the nearest agent by path, replanned every 0.25 s
	int32_t Trials = 20;
	uint64_t Seed = 1;            // trial n uses Seed + n
	float ThreatRadius = 1.0f;    // m; within this plus the body's radius an agent is caught (after the first second)
	float ContactDistance = 1.6f; // m from a threat that stands; after the first second
	float GridSpacing = 0.5f;     // m, of the search that counts
};

struct FFleeTrialResult
{
	int32_t Triggered = 0; // agents that began within DetectionRadius
	int32_t Countable = 0; // of these, who could get beyond SafeRadius in 8 s without being touched
	int32_t SafeAll = 0;   // triggered and beyond SafeRadius at the end
	int32_t SafeCountable = 0;
	int32_t Contacts = 0; // started more than 3 m away, and were touched
	int32_t Caught = 0;
	int32_t OffMesh = 0;             // at the end
	int32_t Stuck = 0;               // countable, inside SafeRadius at the end and slower than 0.2 m/s
	int32_t Cornered = 0;            // were told that they have no way out
	float LargestOverlap = 0.0f;     // share of two bodies' radius sum, at the end
	std::vector<float> MinDistances; // m, least of all agents to the threat, each second until all are caught
	double DecisionMeanMs = 0.0;
	double DecisionMaxMs = 0.0;
	std::vector<float> ReactionTicks; // from the drop until each triggered agent was told to run
};

// Mean and half the width of its 95 % interval over trials (Student's t).
struct FFleeTrialFigure
{
	double Mean = 0.0;
	double HalfWidth = 0.0;
};
FFleeTrialFigure Summarize(std::span<const double> Values);

// One trial each; a mesh without ground gives none.
std::vector<FFleeTrialResult> RunFleeTrials(const FNavMesh& Mesh, const FFleeTrialSettings& Settings,
    const FFleeTrialMoverMaker& Maker, ITaskScheduler& Scheduler);
// As JSON: settings and each figure with its interval.
std::string WriteFleeTrialReport(const FFleeTrialSettings& Settings, std::span<const FFleeTrialResult> Results);

// The agents as a crowd without bodies, by either backend. Mesh and Scheduler must outlive the result.
std::unique_ptr<IFleeTrialMover> MakeCrowdMover(
    const FNavMesh& Mesh, float BodyRadius, ECrowdBackend Backend, ITaskScheduler& Scheduler);
} // namespace Flockwork
