#pragma once
// Carries moving bodies' places over to their actors after the physics step, for all at once.
#include "ActorTable.h"
#include "FlockworkCore/Tasks.h"

#include <span>
#include <vector>

namespace Flockwork
{
class FPhysicsWorld;

class FBodyLink
{
public:
	// The actors that have a moving body may have changed.
	void MarkDirty() { bDirty = true; }
	// One actor got a moving body or lost it: quicker than gathering all anew while they are few.
	void BodyChanged(const FActorTable& Actors, const AActor& Actor);
	void MarkTeleported(FActorId Actor) { Teleported.push_back(Actor); }
	// Before the step: what is current becomes previous. Actors without a moving body stand still until they are moved.
	void BeginStep(FActorTable& Actors, ITaskScheduler& Scheduler);
	// After the step. OutFallen gets the actors below KillHeight, OutLost those beyond MaxDistance, by creation.
	void ReadBack(FActorTable& Actors, FPhysicsWorld& Physics, float KillHeight, float MaxDistance,
	    std::vector<FActorId>& OutFallen, std::vector<FActorId>& OutLost);

private:
	void Gather(const FActorTable& Actors, const FPhysicsWorld& Physics);

	std::vector<FActorId> Moving; // by creation, as the arrays below
	std::vector<FBodyId> Bodies;
	std::vector<FTransform> Transforms;
	std::vector<FVector> Velocities;
	std::vector<FActorId> Teleported;
	bool bDirty = true;
};
} // namespace Flockwork
