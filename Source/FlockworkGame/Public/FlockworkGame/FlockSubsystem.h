#pragma once
// The flocks of a world. Boids of one FlockId are one flock; its arrays are ordered by the actors' creation ids. Each
// step: read bodies -> terms of target, threats, attractors, bounds -> neighbour rules -> obstacle avoidance ->
// accelerations -> (physics) -> speed clamp and facing. All of a flock is computed from one frozen state.
#include "FlockworkCore/Settings.h"
#include "FlockworkFlock/FlockMetrics.h"
#include "FlockworkFlock/FlockSettings.h"
#include "FlockworkFlock/RuleForces.h"
#include "FlockworkFlock/Species.h"
#include "FlockworkGame/Components.h"
#include "FlockworkGame/Subsystem.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace Flockwork
{
// What a flock looks like from outside, for scripts, metrics, drawing and debugging; good until the next step.
struct FFlockView
{
	std::string_view FlockId;
	const FFlockSettings* Settings = nullptr; // the flock's own: of its first boid, then as changed by name
	std::span<const FActorId> Actors;         // by creation id, as all below
	std::span<const uint32_t> Ids;
	std::span<const FVector> Positions;     // m, after the last step
	std::span<const FVector> Velocities;    // m/s, after the last step
	std::span<const FVector> Accelerations; // m/s^2, that the last step applied
	std::span<const float> SpeedLimits;     // m/s, boost included; a boid under an impulse has none (infinity)
	std::span<const uint8_t> Fleeing;       // 1: flees a threat, seen or remembered
	std::string_view SteeringPath;          // which path ran, and why
	int32_t BodyCount = 0;                  // boids that are rigid bodies; the others the flock moves itself
};

// Which part an actor plays for a flock.
enum class EFlockRole : uint8_t
{
	Target,    // target.weight pulls toward it
	Leader,    // leader.* follow it; a boid of the flock or any other actor
	Quarry,    // pursue.weight goes after it, evade.weight away from it
	Formation, // the formation stands around it
	Count
};

using FNamedSetting = std::pair<std::string, FSettingValue>;

struct FFlock; // private

class UFlockSubsystem final : public USubsystem
{
public:
	static constexpr std::string_view Name = "flock";
	UFlockSubsystem();
	~UFlockSubsystem() override;

	// --- Membership. Takes effect between steps. Registering twice is harmless, as is unregistering a stranger; in the
	// middle of a step the last word counts. A boid that leaves keeps its component and may come back.
	// False with diagnostics: its settings differ from those of 255 other kinds of boids in the flock already.
	bool Register(UWorld& World, AActor& Actor, const FFlockingSetup& Setup, FDiagnostics& Diagnostics);
	void Unregister(FActorId Actor);
	void Forget(FActorId Actor);                                         // the component is gone
	bool SetEnabled(const UWorld& World, FActorId Actor, bool bEnabled); // false: no flocking component
	bool IsRegistered(FActorId Actor) const;
	// This boid's share of its flock's speed limit, > 0; false: no flocking component.
	bool SetSpeedScale(FActorId Actor, float Scale);
	// As the component stands now; false: none.
	bool GetComponentSettings(FActorId Actor, FFlockingSettings& Out) const;

	// --- Flocks, by first appearance. An index stays good as long as the world lives.
	int32_t GetFlockCount() const;
	int32_t FindFlock(std::string_view FlockId) const; // -1 when there is none
	FFlockView GetFlock(int32_t Flock) const;
	std::vector<std::string_view> GetFlockIds() const;
	// Whether it walks: steered, clamped and measured in the horizontal plane.
	bool IsFlockPlanar(const UWorld& World, int32_t Flock) const;
	FFlockMetrics ComputeMetrics(const UWorld& World, int32_t Flock) const; // of the state after the last step

	// --- Settings: of a flock by the name of a field of table "flock" (separation.weight); empty FlockId: all flocks.
	// Where one of their kinds of boids could not take a value, nothing changes anywhere.
	bool SetFlockSetting(
	    std::string_view FlockId, std::string_view Field, const FSettingValue& Value, FDiagnostics& Diagnostics);
	// Several at once, all or none: fields that are bound to each other (radii) need not come in a lucky order.
	bool SetFlockSettings(std::string_view FlockId, std::span<const FNamedSetting> Changes, FDiagnostics& Diagnostics);
	bool GetFlockSetting(std::string_view FlockId, std::string_view Field, FSettingValue& Out) const;
	// Takes over presets that were edited; values set by name or by the prefab stay on top. Answers how many flocks
	// changed.
	int32_t ApplyPresets(const UWorld& World);

	// --- What a flock goes by. An actor is given by name and looked up each step, so it may come later or go.
	bool SetRole(
	    std::string_view FlockId, EFlockRole Role, std::string_view ActorName, FDiagnostics& Diagnostics); // "": none
	// A point instead of an actor (Target and Formation).
	bool SetRolePoint(std::string_view FlockId, EFlockRole Role, const FVector& Point, FDiagnostics& Diagnostics);
	// The path that path.weight follows; empty: none.
	bool SetPath(std::string_view FlockId, std::span<const FVector> Points, FDiagnostics& Diagnostics);
	// What FlockId is to Other: ignore, follow, hunt or flee. Either may come later.
	bool SetRelation(
	    std::string_view FlockId, std::string_view Other, ESpeciesRelation Relation, FDiagnostics& Diagnostics);
	// One boid's own target point; wins over the flock's. Null ends it. Weight multiplies the flock's target weight and
	// Boost its speed: nav agents put the next path corner here and raise both while they flee.
	bool SetBoidTarget(FActorId Actor, const FVector* Point, float Weight = 1.0f, float Boost = 1.0f);

	// Tells that the body got a push from outside: lifts the speed clamp for the flock's impulse time. Pushes by orders
	// and hits by bodies that are no boids are noticed without being told.
	void NotifyImpulse(FActorId Actor);
	// Changes a kinematic boid's velocity as the impulse (N s) would its body's. False: it is none, or has its body.
	bool PushKinematic(AActor& Actor, const FVector& Impulse);

	// --- One boid, for debug layers and panels.
	struct FBoidInfo
	{
		int32_t Flock = -1;
		float SpeedLimit = 0.0f;
		bool bFleeing = false;
		float MemoryLeft = 0.0f;         // s until it forgets its last threat
		float ImpulseLeft = 0.0f;        // s until the speed clamp is back
		std::vector<FActorId> Neighbors; // within the neighbour radius, by creation id
	};
	bool GetBoidInfo(FActorId Actor, FBoidInfo& Out) const; // false: no boid
	// What its next step is made of, as things stand. False: no boid, or its model adds up no rules.
	bool GetRuleForces(const UWorld& World, FActorId Actor, FRuleForces& Out) const;

	// --- USubsystem
	std::string_view GetName() const override { return Name; }
	void Run(UWorld& World, EPhase Phase) override;
	void Save(const UWorld& World, FByteWriter& Writer) const override;
	bool Restore(UWorld& World, FByteReader& Reader, FDiagnostics& Diagnostics) override;
	void AddToHash(FStateHash& Hash) const override;
	void DrawDebug(const UWorld& World, IDebugDraw& Draw, const FDebugLayers& Layers) const override;

private:
	struct FImpl;
	FFlock* FindOrExplain(std::string_view FlockId, FDiagnostics& Diagnostics) const; // null: said why
	std::unique_ptr<FImpl> Impl;
};
} // namespace Flockwork
