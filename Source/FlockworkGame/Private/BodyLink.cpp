#include "BodyLink.h"

#include "FlockworkPhysics/PhysicsWorld.h"

#include <algorithm>
#include <atomic>

namespace Flockwork
{
namespace
{
constexpr int32_t Grain = 1024; // actors a chunk: some tens of microseconds of work
constexpr size_t LookAhead = 8; // actors ahead that memory is asked for
} // namespace

void FBodyLink::Gather(const FActorTable& Actors, const FPhysicsWorld& Physics)
{
	Moving.clear();
	Bodies.clear();
	for (const FActorId Id : Actors.GetOrder())
	{
		const AActor& Actor = *Actors.Find(Id);
		if (Actor.Body.IsValid() && Physics.GetType(Actor.Body) != EBodyType::Static)
		{
			Moving.push_back(Id);
			Bodies.push_back(Actor.Body);
		}
	}
	bDirty = false;
}

void FBodyLink::BodyChanged(const FActorTable& Actors, const AActor& Actor)
{
	constexpr size_t Few = 8192;
	bDirty |= Moving.size() > Few;
	if (bDirty)
	{
		return;
	}
	const auto Place = std::lower_bound(Moving.begin(), Moving.end(), Actor.CreationId,
	    [&](FActorId Id, uint32_t CreationId) { return Actors.Find(Id)->CreationId < CreationId; });
	const auto BodyPlace = Bodies.begin() + (Place - Moving.begin());
	const bool bKnown = Place != Moving.end() && *Place == Actor.Id;
	if (bKnown && Actor.Body.IsValid())
	{
		*BodyPlace = Actor.Body;
	}
	else if (bKnown)
	{
		Moving.erase(Place);
		Bodies.erase(BodyPlace);
	}
	else if (Actor.Body.IsValid())
	{
		Moving.insert(Place, Actor.Id);
		Bodies.insert(BodyPlace, Actor.Body);
	}
}

void FBodyLink::BeginStep(FActorTable& Actors, ITaskScheduler& Scheduler)
{
	const std::span<const FActorId> Order = Actors.GetOrder();
	ParallelFor(Scheduler, int32_t(Order.size()), Grain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (int32_t Index = Begin; Index < End; ++Index)
		    {
			    AActor& Actor = *Actors.Find(Order[size_t(Index)]);
			    Actor.PreviousTransform = Actor.Transform;
		    }
	    });
}

void FBodyLink::ReadBack(FActorTable& Actors, FPhysicsWorld& Physics, ITaskScheduler& Scheduler,
    const FWorldLimits& Limits, std::vector<FActorId>& OutFallen, std::vector<FActorId>& OutLost)
{
	if (bDirty)
	{
		Gather(Actors, Physics);
	}
	Positions.resize(Moving.size());
	Velocities.resize(Moving.size());
	Rotations.resize(Moving.size());
	Physics.ReadBodies(Bodies, Positions, Velocities, Rotations);
	std::atomic<bool> bAnyOut{false};
	ParallelFor(Scheduler, int32_t(Moving.size()), Grain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    bool bOut = false;
		    for (size_t Index = size_t(Begin); Index < size_t(End); ++Index)
		    {
			    Actors.Prefetch(Moving[std::min(Index + LookAhead, Moving.size() - 1)]);
			    AActor& Actor = *Actors.Find(Moving[Index]);
			    Actor.Transform.Location = Positions[Index]; // the scale is the actor's own: it went into the shape
			    Actor.Transform.Rotation = Rotations[Index];
			    Actor.Velocity = Velocities[Index];
			    bOut |= Limits.IsFallen(Positions[Index]) || Limits.IsLost(Positions[Index]);
		    }
		    if (bOut)
		    {
			    bAnyOut.store(true, std::memory_order_relaxed);
		    }
	    });
	for (size_t Index = 0; bAnyOut && Index < Moving.size(); ++Index)
	{
		if (Limits.IsFallen(Positions[Index]))
		{
			OutFallen.push_back(Moving[Index]);
		}
		else if (Limits.IsLost(Positions[Index]))
		{
			OutLost.push_back(Moving[Index]);
		}
	}
	for (const FActorId Id : Teleported)
	{
		if (AActor* Actor = Actors.Find(Id))
		{
			Actor->PreviousTransform = Actor->Transform;
		}
	}
	Teleported.clear();
}
} // namespace Flockwork
