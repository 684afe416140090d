#pragma once
// An actor: a name, a place, and which components it has. The components' own data lies in arrays of the subsystems;
// nothing here is virtual and nothing is called once a step for each actor.
#include "FlockworkCore/Ids.h"
#include "FlockworkCore/Math.h"
#include "FlockworkPhysics/PhysicsTypes.h"

#include <cstdint>
#include <string>

namespace Flockwork
{
using FActorId = TId<struct FActorTag>;

enum class EActorState : uint8_t
{
	Reserved,   // its id was given out with a spawn order that is not due yet
	Alive,      //
	PendingKill // destroyed in this step; gone when the step ends
};

struct AActor
{
	// What every step touches comes first: one cache line.
	FActorId Id;
	FTransform Transform;               // world space, after the last step; before it: UWorld::GetPreviousTransform
	FVector Velocity{0.0f, 0.0f, 0.0f}; // m/s, after the last step
	FBodyId Body;                       // invalid without a body component
	EActorState State = EActorState::Reserved;

	uint32_t CreationId = 0; // 1, 2, 3 ... by order of spawning, never used twice; every result is ordered by it
	uint64_t Components = 0; // bit n: has the component class that the registry lists at place n
	uint64_t SpawnKey = 0;   // what the spawn order carried, for whoever gave it
	std::string Name;        // unique among living actors

	bool IsAlive() const { return State == EActorState::Alive; }
};

// Location, rotation and scale between the two, Alpha in [0, 1]; the rotation takes the shorter way.
FTransform Interpolate(const FTransform& From, const FTransform& To, float Alpha);
} // namespace Flockwork
