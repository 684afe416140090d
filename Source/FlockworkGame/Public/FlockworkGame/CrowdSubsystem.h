#pragma once
// The people of a world: actors with a navAgent component, walking on its navmesh, and those who flee. One FCrowd moves
// them all, so that everybody makes way for everybody; agents of one CrowdId flee by one set of settings. Each step:
// where bodies truly are -> who flees, and where to -> corridors, corners, avoidance -> forces, flocks' targets or
// moves -> facing -> events.
#include "FlockworkCore/Settings.h"
#include "FlockworkGame/CrowdComponents.h"
#include "FlockworkGame/Subsystem.h"
#include "FlockworkNavigation/CrowdSettings.h"
#include "FlockworkNavigation/CrowdTypes.h"
#include "FlockworkNavigation/FleePlanner.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
class FCrowd;

struct FCrowdAgentInfo
{
	std::string_view CrowdId;
	EAgentState State = EAgentState::Idle;
	EGoalState GoalState = EGoalState::None; // of what it does now, which may be to flee
	EFleeState FleeState = EFleeState::Calm;
	FVector Feet{0.0f, 0.0f, 0.0f};           // m
	FVector WishedVelocity{0.0f, 0.0f, 0.0f}; // m/s
	FVector NextCorner{0.0f, 0.0f, 0.0f};
	FVector Goal{0.0f, 0.0f, 0.0f}; // that it goes to now
	float Radius = 0.0f;            // m
	float StuckTime = 0.0f;         // s that it has wanted to go somewhere and has come no half metre farther
	bool bFlocks = false;           // its flock moves it
};

// A crowd in numbers, after the last step.
struct FCrowdMetrics
{
	int32_t Count = 0;
	int32_t Moving = 0;      // on the way somewhere, fleeing or not
	int32_t Arrived = 0;     // where they were sent
	int32_t Unreachable = 0; // cannot get there
	int32_t OffMesh = 0;
	int32_t Reacting = 0; // will flee in a moment
	int32_t Fleeing = 0;
	int32_t Cowering = 0;
	int32_t Safe = 0;
	int32_t Stuck = 0;               // for longer than asked
	int32_t Overlapping = 0;         // agents that are more than 5 % of the radii's sum into another
	float LargestOverlap = 0.0f;     // share of the radii's sum
	float LongestStuck = 0.0f;       // s
	float MeanSpeed = 0.0f;          // m/s, horizontal
	float BeyondSafeRadius = 1.0f;   // share of them that are, of every threat
	float MinThreatDistance = -1.0f; // m, horizontal, between centres; negative without threats
};

class UCrowdSubsystem final : public USubsystem
{
public:
	static constexpr std::string_view Name = "crowd";
	UCrowdSubsystem();
	~UCrowdSubsystem() override;

	// --- Membership; agents join in the next Sense phase. False with diagnostics: values out of range.
	bool Attach(UWorld& World, AActor& Actor, const FNavAgentSettings& Settings, FDiagnostics& Diagnostics);
	void Detach(FActorId Actor);
	bool AttachFlee(UWorld& World, const AActor& Actor, const FFleeSetup& Setup, FDiagnostics& Diagnostics);
	void DetachFlee(FActorId Actor);
	bool IsAgent(FActorId Actor) const;
	const FNavAgentSettings* GetAgentSettings(FActorId Actor) const; // null: no agent
	bool SetAgentSettings(FActorId Actor, const FNavAgentSettings& Settings);
	bool GetAgent(FActorId Actor, FCrowdAgentInfo& Out) const; // false: no agent, or it joins in the next step

	// --- Goals. Who flees remembers its goal, and goes there when calm. False with diagnostics: no such agent, no
	// navmesh, or no ground near the place (crowd.paths.searchExtent).
	bool SetGoal(const UWorld& World, FActorId Actor, const FVector& Goal, FDiagnostics& Diagnostics);
	bool ClearGoal(FActorId Actor);

	// --- Crowds, by first appearance. An index stays good as long as the world lives.
	int32_t GetCrowdCount() const;
	int32_t FindCrowd(std::string_view CrowdId) const; // -1 when there is none
	std::vector<std::string_view> GetCrowdIds() const;
	std::vector<FActorId> GetActors(std::string_view CrowdId) const; // by creation; empty CrowdId: all
	// StuckAfter in s. Empty CrowdId: all.
	FCrowdMetrics ComputeMetrics(const UWorld& World, std::string_view CrowdId, float StuckAfter = 5.0f) const;
	const FCrowd* GetCrowd() const; // who moves them all; null before the first agent

	// --- Settings by the name of a field: "crowd.*" holds for all, "flee.*" for one crowd (empty CrowdId: all).
	bool SetCrowdSetting(std::string_view Field, const FSettingValue& Value, FDiagnostics& Diagnostics);
	const FCrowdSettings& GetSettings() const;
	bool SetFleeSetting(
	    std::string_view CrowdId, std::string_view Field, const FSettingValue& Value, FDiagnostics& Diagnostics);
	bool GetFleeSetting(std::string_view CrowdId, std::string_view Field, FSettingValue& Out) const;
	const FFleeSettings* GetFleeSettings(std::string_view CrowdId) const; // null: no such crowd
	// Takes over presets that were edited; values set by name or by the prefab stay on top. How many crowds changed.
	int32_t ApplyPresets(const UWorld& World);

	// --- USubsystem
	std::string_view GetName() const override { return Name; }
	void Run(UWorld& World, EPhase Phase) override;
	void Save(const UWorld& World, FByteWriter& Writer) const override;
	bool Restore(UWorld& World, FByteReader& Reader, FDiagnostics& Diagnostics) override;
	void AddToHash(FStateHash& Hash) const override;
	void DrawDebug(const UWorld& World, IDebugDraw& Draw, const FDebugLayers& Layers) const override;

private:
	struct FImpl;
	std::unique_ptr<FImpl> Impl;
};
} // namespace Flockwork
