#pragma once
// One flock of a world: its settings, what it goes by, and the arrays of its boids.
#include "FlockDetail.h"
#include "FlockworkFlock/FlockBehaviors.h"
#include "FlockworkFlock/FlockMetrics.h"
#include "FlockworkFlock/FlockSteering.h"
#include "FlockworkFlock/Integrators.h"
#include "FlockworkFlock/ObstacleAvoidance.h"
#include "FlockworkGame/FlockSubsystem.h"

#include <array>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace Flockwork
{
// The settings that a part of a flock's boids share. Usually a flock has one; boids whose prefabs differ in more than
// maxSpeed get one of their own. All boids see each other, each steers by its variant.
struct FFlockVariant
{
	FFlockSettings Registered; // as the first boid brought it: the preset and its prefab's changes
	FFlockSettings Settings;   // with what was set by name on top
	std::string Preset;
	FDataNode Changes; // of the prefab
	bool bBodyGravity = false;
	FFlockBehaviors Behaviors;
	FObstacleAvoidance Avoidance;
	std::vector<uint8_t> Steered; // 1: a boid of this variant; only filled where there are several
};

struct FFlockRole
{
	std::string Actor; // empty: none, or the point
	bool bPoint = false;
	FVector Point{0.0f, 0.0f, 0.0f};
};

// A boid's own goal, set from outside each step (nav corners, fleeing).
struct FOwnTarget
{
	FVector Point{0.0f, 0.0f, 0.0f};
	float Weight = 1.0f;
	float Boost = 1.0f;
	bool bSet = false;
};

// A boid that will be in the arrays from the next flush on.
struct FJoining
{
	FActorId Actor;
	FVector Position{0.0f, 0.0f, 0.0f};
	FVector Velocity{0.0f, 0.0f, 0.0f};
};

// Ways of boids without a body, swept for static geometry.
struct FWayCheck
{
	std::vector<FSphereSweep> Sweeps;
	std::vector<FHit> Hits;
	std::vector<uint32_t> Places;
};

struct FFlock
{
	std::string FlockId;
	std::vector<FFlockVariant> Variants; // at least one
	std::vector<FNamedSetting> NamedChanges;
	std::array<FFlockRole, size_t(EFlockRole::Count)> Roles;
	std::vector<FVector> Path;

	// By creation id; the first group is state, the second is worked out anew in each step.
	std::vector<FActorId> Actors;
	std::vector<uint32_t> Ids;
	std::vector<FBodyId> Bodies;
	std::vector<uint8_t> VariantOf;
	std::vector<float> OwnScales;
	bool bAnyOwnScale = false; // one of them is not 1
	std::vector<FVector> Positions;
	std::vector<FVector> Velocities; // between steps as ReadBack left them: whoever has another by Sense was pushed
	std::vector<float> ImpulseLeft;  // s
	bool bAsBodies = false;          // ReadBack left positions and velocities as the bodies have them,
	uint64_t SeenRevision = 0;       // in this revision of the physics world; 0: they differ
	std::vector<uint8_t> Fleeing;
	bool bMayFlee = true;               // some of Fleeing may be set
	std::vector<FOwnTarget> OwnTargets; // empty while nobody has one
	std::vector<FVector> Accelerations;
	std::vector<uint8_t> CalmSteps; // of automatic boids with a body: how long nothing has been near

	std::vector<FVector> ExtraSums;     // this and SpeedScales: of all variants, where there are several
	std::vector<float> OwnBoosts;       // own scale x boost from outside
	std::vector<float> SpeedScales;     // of the steering: own x boost x arrival
	std::vector<float> SpeedLimits;     // m/s, of the clamp
	std::vector<FVector> NextPositions; // of boids without a body: after this step
	std::vector<FVector> NextVelocities;
	std::vector<float> BodyRadii; // m, of balls and capsules at scale 1; 0: no such body
	FWayCheck WayCheck;
	std::vector<uint8_t> Moves;        // 1: moved by Runge-Kutta in this step; 2: cannot stay where it would go
	std::vector<FVector> TargetPoints; // filled where a boid has its own target
	std::vector<float> TargetWeights;
	std::vector<FThreat> Threats;
	std::vector<FActorId> ThreatActors;
	std::vector<FAttractor> Attractors;
	std::vector<FOtherFlock> Others;
	FNeighborGrid Grid; // for other flocks that have a relation to this one
	int32_t OwnTargetCount = 0;
	int32_t BodylessCount = 0;   // boids without a body: the flock moves them itself
	std::vector<uint8_t> Levels; // what level of detail each shall have, scratch

	std::vector<FJoining> Joining; // since the last flush
	bool bDirty = false;
	FFlockSteering Steering;
	FFlockMeter Meter;
	FKinematicIntegrator Integrator;

	size_t Num() const { return Actors.size(); }
	bool HasBodyless() const { return BodylessCount > 0; }
	const FFlockSettings& Settings() const { return Variants[0].Settings; }
};

// What the subsystem knows of an actor with a flocking component, enabled or not; by actor slot.
struct FFlockMember
{
	FActorId Actor;
	uint32_t CreationId = 0;
	FBodyId Body;
	const FBodySetup* BodySetup = nullptr; // of its dynamic body component, which it may lack while kinematic
	int32_t Flock = -1;                    // -1: no member
	uint8_t Variant = 0;
	float SpeedScale = 1.0f; // own
	float SpeedShare = 1.0f; // its maxSpeed by the variant's
	bool bEnabled = false;
	bool bLeft = false; // since the last flush; should it be back by then, it starts afresh
	int32_t Place = -1; // in the flock's arrays; -1: not in them
};

struct UFlockSubsystem::FImpl
{
	std::deque<FFlock> Flocks;         // never moved: others point at their grids
	std::vector<FFlockMember> Members; // by actor slot
	struct FRelation
	{
		std::string Flock;
		std::string Other;
		ESpeciesRelation Relation = ESpeciesRelation::Ignore;
		float Waiting = 0.0f; // s that one of the flocks has not been there; told of when it becomes a second
	};
	std::vector<FRelation> Relations; // by name: either flock may come later
	void WaitForFlock(UWorld& World, FRelation& Relation, std::string_view Missing) const;
	bool bFrozen = false; // between Sense and ReadBack: membership waits
	FDetailSources DetailSources;
	std::vector<FActorId> Bodiless; // left their flock while kinematic: their bodies are due

	FFlockMember* FindMember(FActorId Actor);
	int32_t FindFlock(std::string_view FlockId) const;
	int32_t FindOrAddFlock(std::string_view FlockId);
	// FlockMembers.cpp
	void Flush();
	void FlushFlock(int32_t FlockIndex);
	void Enter(FFlock& Flock, const FFlockMember& Member);
	void FinishFlush(FFlock& Flock);
	bool RestoreMembers(const UWorld& World, FByteReader& Reader); // FlockSnapshot.cpp
	// -1: there are too many already.
	int32_t FindOrAddVariant(FFlock& Flock, const FFlockingSetup& Setup, bool bBodyGravity, float& OutSpeedScale);

	// FlockStep.cpp: a step, pass by pass.
	void Sense(UWorld& World);
	void UpdateDetail(UWorld& World); // FlockDetail.cpp
	void UpdateFlockDetail(UWorld& World, FFlock& Flock);
	void GatherDetailSources(const UWorld& World);
	bool Promote(UWorld& World, FFlockMember& Member);
	void Demote(UWorld& World, FFlockMember& Member);
	void Decide(UWorld& World);
	void MeetOtherFlocks(UWorld& World);
	void Steer(UWorld& World);
	void Simulate(UWorld& World);
	void ReadBack(UWorld& World, UFlockSubsystem& Self);
};

// Makes room for an eighth more: doubling would leave up to half of it empty.
template <typename Value>
void GrowSparingly(std::vector<Value>& Values, size_t Size)
{
	if (Values.size() >= Size)
	{
		return;
	}
	if (Values.capacity() < Size)
	{
		Values.reserve(Size + Size / 8);
	}
	Values.resize(Size);
}

// The settings of the actor's body component when that is a dynamic one; otherwise null.
const FBodySetup* FindDynamicBody(const UWorld& World, FActorId Actor);
// Boids of more different settings than these cannot be in one flock: FFlockMember::Variant is a byte.
inline constexpr size_t MaxVariants = 255;
// Applies the changes by name to what was registered.
void ComposeSettings(const FFlock& Flock, FFlockVariant& Variant);
} // namespace Flockwork
