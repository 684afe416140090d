#pragma once
// Carries moving bodies' places over to their actors after the physics step, for all at once.
#include "ActorTable.h"
#include "FlockworkCore/Tasks.h"

#include <span>
#include <vector>

namespace Flockwork
{
class FPhysicsWorld;

// Where a world ends for its actors.
struct FWorldLimits
{
	float KillHeight = 0.0f;
	float MaxDistance = 0.0f;

	bool IsFallen(const FVector& Location) const { return Location.y < KillHeight; }
	bool IsLost(const FVector& Location) const { return LengthSquared(Location) > MaxDistance * MaxDistance; }
	// The nearest place that is not lost, a little inside: nobody is put back outside over and over.
	FVector Inside(const FVector& Location) const
	{
		return IsLost(Location) ? Location * (0.99f * MaxDistance / Length(Location)) : Location;
	}
};

class FBodyLink
{
public:
	// The actors that have a moving body may have changed.
	void MarkDirty() { bDirty = true; }
	// One actor got a moving body or lost it: quicker than gathering all anew while they are few.
	void BodyChanged(FActorTable& Actors, AActor& Actor);
	void MarkTeleported(FActorId Actor) { Teleported.push_back(Actor); }
	// Before the step: what is current becomes previous, for actors without a moving body; for the others ReadBack does
	// it, where their memory is at hand anyway.
	void BeginStep(FActorTable& Actors, const FPhysicsWorld& Physics, ITaskScheduler& Scheduler);
	// After the step. OutFallen gets the actors below the limits, OutLost those beyond them, by creation.
	void ReadBack(FActorTable& Actors, const FPhysicsWorld& Physics, ITaskScheduler& Scheduler,
	    const FWorldLimits& Limits, std::vector<FActorId>& OutFallen, std::vector<FActorId>& OutLost);

private:
	void Gather(const FActorTable& Actors, const FPhysicsWorld& Physics);
	// Whether any of them is out of the limits.
	bool ReadBackChunk(FActorTable& Actors, const FPhysicsWorld& Physics, const FWorldLimits& Limits, size_t Begin,
	    size_t Count) const;

	std::vector<FActorId> Moving; // by creation, as the arrays below
	std::vector<FBodyId> Bodies;
	std::vector<FActorId> Still; // those without a moving body
	std::vector<FActorId> Teleported;
	bool bDirty = true;
	bool bStillDirty = true;
};
} // namespace Flockwork
