#pragma once
// What stands behind UCrowdSubsystem, for the files that share the work: CrowdSubsystem.cpp (face), CrowdMembers.cpp
// (who is in it), CrowdPhases.cpp (a step), CrowdEveryday.cpp, CrowdMeasures.cpp and CrowdFlow.cpp, CrowdState.cpp
// (snapshots).
#include "ActorArray.h"
#include "FlockworkGame/CrowdSubsystem.h"
#include "FlockworkNavigation/AgentGrid.h"
#include "FlockworkNavigation/Crowd.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace Flockwork
{
struct FThreatActor;
struct FBodySetup;

// Who carries out what the crowd wishes for an agent.
enum class EAgentMover : uint8_t
{
	Crowd, // nobody else: the crowd puts it where it wishes to be
	Body,  // a force on its dynamic body
	Flock  // its flock, whose target is the next corner
};

struct FCrowdMember
{
	FNavAgentSettings Settings;
	std::string FlockId; // of its flocking component; empty: none
	int32_t Group = 0;
	FAgentId Agent;          // invalid until the next flush
	int32_t Place = -1;      // in the crowd's arrays; -1 until then
	float FootOffset = 0.0f; // m from the feet up to the actor's place
	float Radius = 0.0f;     // m; 0: the crowd's settings'
	float Scale = 1.0f;      // of its speeds
	bool bFlees = false;     // has a flee component
	EAgentMover Mover = EAgentMover::Crowd;

	bool bHasGoal = false; // everyday life's, apart from where it flees to
	FVector Goal{0.0f, 0.0f, 0.0f};
	bool bDriven = false; // flees: what the crowd has as its goal is the way to safety
	bool bStands = false; // while driven: cowers, or has nowhere to go
	EFleeState FleeState = EFleeState::Calm;

	bool bEveryday = false; // has an everyday component
	FEverydaySettings Everyday;
	std::vector<FVector> Points;    // m, of everyday life
	FVector Home{0.0f, 0.0f, 0.0f}; // m, where it was spawned
	int32_t Point = -1;             // the last that it went to
	float Pause = -1.0f;            // s that it still stays; negative: it goes somewhere

	FVector Feet{0.0f, 0.0f, 0.0f}; // m, as Sense found it, or as it was put
	FVector Velocity{0.0f, 0.0f, 0.0f};
	FVector Anchor{0.0f, 0.0f, 0.0f}; // where StuckTime began
	float StuckTime = 0.0f;           // s
};

// Agents of one CrowdId.
struct FCrowdGroup
{
	std::string CrowdId;
	bool bHasFlee = false; // somebody brought flee settings
	std::string Preset;
	FDataNode Changes = FDataNode::MakeObject();
	FFleeSettings Registered; // as the first brought them
	FFleeSettings Flee;       // with what was set by name on top
	std::vector<std::pair<std::string, FSettingValue>> NamedChanges;
	std::unique_ptr<FFleePlanner> Planner; // null until somebody may flee

	// Of this step, one for each of its fleeing members.
	std::vector<size_t> Entries; // in the members' array
	std::vector<uint64_t> ActorBits;
	std::vector<FNavLocation> Locations;
	std::vector<FVector> Velocities;
	std::vector<uint32_t> Ids;
	std::vector<float> Speeds;
	std::vector<FNavThreat> Threats;
	std::vector<FFleeDecision> Decisions;
};

struct UCrowdSubsystem::FImpl
{
	using FEntry = TActorArray<FCrowdMember>::FEntry;

	// CrowdMembers.cpp
	void EnsureCrowd(UWorld& World);
	void TakeMesh(UWorld& World);
	void Flush();
	int32_t FindGroup(std::string_view CrowdId) const;
	int32_t FindOrAddGroup(std::string_view CrowdId);
	FAgentDef MakeDef(const FEntry& Entry) const;
	static void ComposeFlee(FCrowdGroup& Group);
	bool IsIn(const FCrowdMember& Member, int32_t Group) const { return Group < 0 || Member.Group == Group; }

	// CrowdPhases.cpp
	void Sense(UWorld& World);
	void ReadMember(UWorld& World, FEntry& Entry);
	void Decide(UWorld& World);
	void GatherGroup(UWorld& World, FCrowdGroup& Group, int32_t Index);
	void GatherThreats(const UWorld& World, FCrowdGroup& Group) const;
	void ApplyDecision(FCrowdMember& Member, const FFleeDecision& Decision);
	void Resume(FCrowdMember& Member);
	void Steer(UWorld& World);
	void SetFlockTarget(UWorld& World, const FEntry& Entry) const;
	void Simulate(UWorld& World);
	float GetLift(const UWorld& World, const FCrowdMember& Member) const; // m/s upward
	void MoveByCrowd(UWorld& World, FEntry& Entry);
	void ReadBack(UWorld& World);
	void Report(UWorld& World);
	void RaiseFleeEvents(UWorld& World, const FCrowdGroup& Group) const;
	void UpdateStuck(const UWorld& World, FEntry& Entry) const;

	// CrowdEveryday.cpp
	void Live(UWorld& World); // everyday life of all
	void ChooseNext(UWorld& World, FCrowdMember& Member);
	bool FindPlace(UWorld& World, FCrowdMember& Member, FVector& Out);

	// CrowdFlow.cpp
	float GetWalkableArea(const UWorld& World); // m^2

	// CrowdMeasures.cpp
	void MeasureOverlaps(const std::vector<FVector>& Feet, int32_t Group, FCrowdMetrics& Out);
	void MeasureThreats(const UWorld& World, const std::vector<FVector>& Feet, int32_t Group, FCrowdMetrics& Out);

	TActorArray<FCrowdMember> Members;
	std::vector<FCrowdGroup> Groups;
	FCrowdSettings Settings;
	std::unique_ptr<FCrowd> Crowd; // null before the first agent
	const FNavMesh* Mesh = nullptr;
	uint32_t MeshBuild = 0; // that Crowd knows
	std::vector<FAgentId> Leaving;
	bool bFrozen = false; // from Sense to Report: membership waits
	bool bBodies = false; // in this step somebody else than the crowd moves an agent

	bool bHasMeasuringArea = false;
	FBox MeasuringArea;
	std::pair<uint32_t, uint32_t> AreaRevision{0, 0}; // builds and changes of the mesh that WalkableArea is of
	float WalkableArea = 0.0f;                        // m^2

	// Of this step, by place: scratch.
	std::vector<FVector> MeasuredFeet;
	std::vector<FVector> Positions;
	std::vector<FVector> Velocities;
	std::vector<FBodyId> Bodies; // of those that get a force
	std::vector<FVector> Accelerations;
	std::vector<FBodyId> TurnedBodies;
	std::vector<FQuat> Rotations;
	FAgentGrid Grid;
};

// How far the actor's place is above its feet, and how wide its body is (0: no round body).
float GetFootOffset(const FBodySetup* Body, float Scale);
float GetRoundRadius(const FBodySetup* Body, float Scale);
// Where an actor is now: its body knows better than the actor itself while a step runs.
FVector GetPlaceNow(const UWorld& World, const AActor& Actor);
// Metres at which the crowd's DetectionRadius counts for this threat, as a factor.
float GetThreatStrength(const FThreatActor& Threat, const FFleeSettings& Flee);
} // namespace Flockwork
