#pragma once
// All behaviours of one flock's settings in one call: fills the ExtraSums and the scales that FFlockSteering takes.
// Owns what the behaviours remember (threats fled from, wander points, formation slots), by boid id, so that boids may
// come and go between steps.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkCore/Serialize.h"
#include "FlockworkFlock/Behaviors.h"
#include "FlockworkFlock/FlockSettings.h"
#include "FlockworkFlock/Formation.h"
#include "FlockworkFlock/Species.h"

#include <memory>
#include <optional>

namespace Flockwork
{
struct FLeader
{
	uint32_t Id = 0; // of a boid in this flock, or of none (a player): then all follow
	FVector Position{0.0f, 0.0f, 0.0f};
	FVector Velocity{0.0f, 0.0f, 0.0f};
};

struct FQuarry
{
	FVector Position{0.0f, 0.0f, 0.0f};
	FVector Velocity{0.0f, 0.0f, 0.0f};
};

// What is around a flock in this step. Everything may be absent.
struct FFlockSurroundings
{
	std::optional<FVector> Target{};
	std::span<const FVector> Targets{};     // one for each boid (nav corners): take the place of Target
	std::span<const float> TargetWeights{}; // multiply the target weight of each boid
	std::span<const float> Boosts{};        // one for each boid: factors on its speed limit from outside; empty: 1
	std::span<const FThreat> Threats{};
	std::span<const FAttractor> Attractors{};
	std::optional<FLeader> Leader{};
	std::optional<FQuarry> Quarry{}; // pursued and evaded by pursue.weight and evade.weight
	std::span<const FVector> Path{};
	std::optional<FFormationFrame> Formation{};
	std::span<const FOtherFlock> OtherFlocks{};
};

class FFlockBehaviors
{
public:
	FFlockBehaviors();
	~FFlockBehaviors();
	FFlockBehaviors(FFlockBehaviors&&) noexcept;
	FFlockBehaviors& operator=(FFlockBehaviors&&) noexcept;

	// Input's Positions, Velocities, Ids, DeltaTime, Seed, Step and bGravity are read. Afterwards GetExtraSums,
	// GetSpeedScales and GetForceScales hold this step's values, valid until the next Run or RunTrial; GetBoosts those
	// of the last Run. No allocation while the flock keeps its size.
	void Run(const FFlockSettings& Settings, const FFlockInput& Input, const FFlockSurroundings& Surroundings,
	    ITaskScheduler& Scheduler);
	// The terms at a trial state of the same boids, for an integrator's inner stages: as Run with no time passing, and
	// nothing is remembered of it. Memories of threats, wander points and formation slots are those of the last Run.
	void RunTrial(const FFlockSettings& Settings, const FFlockInput& Input, const FFlockSurroundings& Surroundings,
	    ITaskScheduler& Scheduler);
	std::span<const FVector> GetExtraSums() const;
	std::span<const float> GetSpeedScales() const; // individual variation x boost x arrival: for FFlockInput
	std::span<const float> GetForceScales() const; // for FFlockInput; empty while PredatorSteerBoost is 1
	std::span<const float> GetBoosts() const;      // individual variation x boost: for the speed clamp
	// False: there are only zeros, or ones, which a caller need not hand on. (A flock without such terms is then spared
	// reading them, boid by boid.)
	bool HasExtraSums() const;
	bool HasSpeedScales() const;
	bool HasBoosts() const;
	// Whether a boid fled from a threat in the last Run, now or by memory.
	bool IsFleeing(size_t Index) const;
	bool IsAnyFleeing() const;
	// Seconds until it forgets its last threat; 0 when it has none in mind.
	float GetMemoryLeft(size_t Index) const;

	void Save(FByteWriter& Writer) const;
	bool Restore(FByteReader& Reader); // false on damaged data; then nothing changes

private:
	struct FImpl;
	std::unique_ptr<FImpl> Impl;
};
} // namespace Flockwork
