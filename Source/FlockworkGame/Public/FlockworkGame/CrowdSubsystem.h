#pragma once
// The people of a world: actors with a navAgent component, walking on its navmesh, and those who flee. One FCrowd moves
// them all, so that everybody makes way for everybody; agents of one CrowdId flee by one set of settings. Each step:
// where bodies truly are -> who flees, and where to -> corridors, corners, avoidance -> forces, flocks' targets or
// moves -> facing -> events.
#include "FlockworkCore/Settings.h"
#include "FlockworkGame/CrowdComponents.h"
#include "FlockworkGame/CrowdMetrics.h"
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
	// Needs a navAgent component. Points only where the kind has some.
	bool AttachEveryday(const AActor& Actor, const FEverydaySetup& Setup, FDiagnostics& Diagnostics);
	void DetachEveryday(FActorId Actor);
	const FEverydaySettings* GetEverydaySettings(FActorId Actor) const; // null: has no everyday component
	bool SetEverydaySettings(FActorId Actor, const FEverydaySettings& Settings);
	bool SetEverydayPoints(FActorId Actor, std::span<const FVector> Points);
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
	std::string_view GetCrowdId(int32_t Crowd) const;                // Crowd < GetCrowdCount()
	std::vector<FActorId> GetActors(std::string_view CrowdId) const; // by creation; empty CrowdId: all
	// StuckAfter in s. Empty CrowdId: all.
	FCrowdMetrics ComputeMetrics(const UWorld& World, std::string_view CrowdId, float StuckAfter = 5.0f) const;
	// Density, speed and flow of all agents whose feet are in the measuring area. Null (the default): the whole
	// navmesh, which is narrower than the ground by navmesh.agentRadius on each side.
	void SetMeasuringArea(const FBox* Area);
	const FBox* GetMeasuringArea() const;
	FFlowSample MeasureFlow(const UWorld& World) const;
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
