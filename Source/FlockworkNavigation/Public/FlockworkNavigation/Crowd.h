#pragma once
// Agents on a navmesh: goals in, wished velocities out. It knows no physics: a host with bodies hands over where they
// are and makes the wishes forces; without bodies the crowd moves its agents along the mesh itself.
//
//	FCrowd Crowd(Mesh, Settings, Scheduler);
//	const FAgentId Anna = Crowd.AddAgent({.Position = Home}, Diagnostics);
//	Crowd.SetGoal(Anna, Market);
//	Crowd.Step({.DeltaTime = 1.0f / 60.0f});
//	const FVector Wish = Crowd.GetWishedVelocities()[size_t(Crowd.FindIndex(Anna))];
//
// Same input, same bits, at any thread count. A steady step allocates nothing.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkCore/Hash.h"
#include "FlockworkCore/Serialize.h"
#include "FlockworkCore/Tasks.h"
#include "FlockworkNavigation/CrowdSettings.h"
#include "FlockworkNavigation/CrowdTypes.h"
#include "FlockworkNavigation/NavCorridor.h"

#include <memory>
#include <span>

namespace Flockwork
{
class FNavMesh;
class IDebugDraw;

class FCrowd
{
public:
	// Mesh and Scheduler must outlive this. The mesh may change between steps: corridors are mended.
	FCrowd(const FNavMesh& Mesh, const FCrowdSettings& Settings, ITaskScheduler& Scheduler);
	~FCrowd();
	FCrowd(const FCrowd&) = delete;
	FCrowd& operator=(const FCrowd&) = delete;

	// From the next step on. Another backend starts with the agents as they are.
	void SetSettings(const FCrowdSettings& Settings);
	const FCrowdSettings& GetSettings() const;
	// Index below MaxCrowdFilters. At first all are the mesh's own.
	void SetFilter(int32_t Index, const FNavFilter& Filter);

	// Agents. An agent beside the mesh is put on it when it is near, and else is OffMesh. A definition that is not
	// finite, or out of the settings' ranges, gives an invalid id and an error.
	FAgentId AddAgent(const FAgentDef& Def, FDiagnostics& Diagnostics);
	bool RemoveAgent(FAgentId Id);
	// All at once is quicker: each call closes the gaps in the arrays. Answers how many there were.
	int32_t RemoveAgents(std::span<const FAgentId> Ids);
	bool IsAlive(FAgentId Id) const;
	int32_t GetAgentCount() const;
	// Its place in every span below, until the next removal; -1 for a stale id.
	int32_t FindIndex(FAgentId Id) const;

	// Orders; false for a stale id or a value that is not finite or out of range. The goal's nearest ground is meant.
	// Polygon, where it is known (FNavLocation), saves a search.
	bool SetGoal(FAgentId Id, const FVector& Goal, EPathUrgency Urgency = EPathUrgency::Normal, FPolyRef Poly = 0);
	bool Stop(FAgentId Id);
	bool SetSpeed(FAgentId Id, float Speed);                   // m/s; 0: the settings' walking speed
	bool SetAngularSpeed(FAgentId Id, float DegreesPerSecond); // 0: the settings' for walking
	bool SetSpeedScale(FAgentId Id, float Scale);
	bool SetRadius(FAgentId Id, float Radius); // m; 0: the settings'
	bool SetMaxAcceleration(FAgentId Id, float Acceleration);
	bool SetAgentFilter(FAgentId Id, uint8_t Filter);
	bool SetAvoids(FAgentId Id, bool bAvoids);
	// To another place; its goal is kept, and a path from there is searched.
	bool Teleport(FAgentId Id, const FVector& Position);
	// The host's own animation has brought it over its link. (Else it has crossed when it comes near the far end.)
	bool EndLink(FAgentId Id);

	void Step(const FCrowdInput& Input);

	// One for each agent, in order of ascending creation.
	std::span<const FAgentId> GetIds() const;
	std::span<const FVector> GetPositions() const;         // true ones, of the last step; without bodies: after it
	std::span<const FVector> GetVelocities() const;        // so, too
	std::span<const FVector> GetFacings() const;           // unit, horizontal
	std::span<const FVector> GetDesiredVelocities() const; // along the path, before anybody is avoided
	std::span<const FVector> GetWishedVelocities() const;  // after avoidance and limits
	std::span<const FVector> GetAccelerations() const;     // that bring the wished velocity within the step
	std::span<const FVector> GetNextCorners() const;       // its own position where it has nowhere to go
	std::span<const FVector> GetGoals() const;             // as ordered
	std::span<const EAgentState> GetStates() const;
	std::span<const EGoalState> GetGoalStates() const;
	std::span<const float> GetRadii() const; // as used in the last step
	std::span<const float> GetSpeeds() const;
	std::span<const uint64_t> GetUserData() const;
	const FNavCorridor& GetCorridor(int32_t Index) const;

	// Of the last step, by agent in order of creation.
	std::span<const FCrowdEvent> GetEvents() const;
	FCrowdStats GetStats() const;

	// Everything that the next steps depend on, but not mesh, settings and filters. Restore checks all, and leaves this
	// as it was when it answers false. Backend DetourCrowd starts its crowd anew.
	void Save(FByteWriter& Writer) const;
	bool Restore(FByteReader& Reader);
	void AddToHash(FStateHash& Hash) const;

	// Corridors, corners, velocities and states of the agents within Radius of Center; Radius 0: all.
	void Draw(IDebugDraw& DebugDraw, const FVector& Center = {0.0f, 0.0f, 0.0f}, float Radius = 0.0f) const;

	struct FImpl;

private:
	std::unique_ptr<FImpl> Impl;
};
} // namespace Flockwork
