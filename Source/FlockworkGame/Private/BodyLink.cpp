#include "BodyLink.h"

#include "FlockworkPhysics/PhysicsWorld.h"

#include <algorithm>
#include <array>
#include <atomic>

namespace Flockwork
{
namespace
{
constexpr int32_t Grain = FPhysicsWorld::BulkGrain; // actors a chunk: some tens of microseconds of work
constexpr size_t LookAhead = 8;                     // actors ahead that memory is asked for

// What growing by doubling has left empty; not for a few that come and go.
template <typename Value>
void GiveBackRoom(std::vector<Value>& Values)
{
	constexpr size_t Few = 1024;
	if (Values.capacity() > Values.size() + Values.size() / 4 + Few)
	{
		Values.shrink_to_fit();
	}
}
} // namespace

void FBodyLink::Gather(const FActorTable& Actors, const FPhysicsWorld& Physics)
{
	Moving.clear();
	Bodies.clear();
	Still.clear();
	for (const FActorId Id : Actors.GetOrder())
	{
		const AActor& Actor = *Actors.Find(Id);
		if (Actor.Body.IsValid() && Physics.GetType(Actor.Body) != EBodyType::Static)
		{
			Moving.push_back(Id);
			Bodies.push_back(Actor.Body);
		}
		else
		{
			Still.push_back(Id);
		}
	}
	GiveBackRoom(Moving);
	GiveBackRoom(Bodies);
	GiveBackRoom(Still);
	bDirty = false;
	bStillDirty = false;
}

void FBodyLink::BodyChanged(FActorTable& Actors, AActor& Actor)
{
	Actors.PreviousOf(Actor.Id) = Actor.Transform; // ReadBack may not come by any more
	bStillDirty = true;
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

void FBodyLink::BeginStep(FActorTable& Actors, const FPhysicsWorld& Physics, ITaskScheduler& Scheduler)
{
	if (bDirty || bStillDirty)
	{
		Gather(Actors, Physics);
	}
	ParallelFor(Scheduler, int32_t(Still.size()), Grain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (int32_t Index = Begin; Index < End; ++Index)
		    {
			    const FActorId Id = Still[size_t(Index)];
			    Actors.PreviousOf(Id) = Actors.Find(Id)->Transform;
		    }
	    });
}

bool FBodyLink::ReadBackChunk(
    FActorTable& Actors, const FPhysicsWorld& Physics, const FWorldLimits& Limits, size_t Begin, size_t Count) const
{
	std::array<FVector, size_t(Grain)> Positions;
	std::array<FVector, size_t(Grain)> Velocities;
	std::array<FQuat, size_t(Grain)> Rotations;
	Physics.ReadBodies(std::span(Bodies).subspan(Begin, Count), std::span(Positions).first(Count),
	    std::span(Velocities).first(Count), std::span(Rotations).first(Count));
	bool bAnyOut = false;
	for (size_t Index = 0; Index < Count; ++Index)
	{
		Actors.Prefetch(Moving[std::min(Begin + Index + LookAhead, Moving.size() - 1)]);
		AActor& Actor = *Actors.Find(Moving[Begin + Index]);
		Actors.PreviousOf(Actor.Id) = Actor.Transform;
		Actor.Transform.Location = Positions[Index]; // the scale is the actor's own: it went into the shape
		Actor.Transform.Rotation = Rotations[Index];
		Actor.Velocity = Velocities[Index];
		bAnyOut |= Limits.IsFallen(Positions[Index]) || Limits.IsLost(Positions[Index]);
	}
	return bAnyOut;
}

void FBodyLink::ReadBack(FActorTable& Actors, const FPhysicsWorld& Physics, ITaskScheduler& Scheduler,
    const FWorldLimits& Limits, std::vector<FActorId>& OutFallen, std::vector<FActorId>& OutLost)
{
	if (bDirty)
	{
		Gather(Actors, Physics);
	}
	std::atomic<bool> bAnyOut{false};
	ParallelFor(Scheduler, int32_t(Moving.size()), Grain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    if (ReadBackChunk(Actors, Physics, Limits, size_t(Begin), size_t(End - Begin)))
		    {
			    bAnyOut.store(true, std::memory_order_relaxed);
		    }
	    });
	for (size_t Index = 0; bAnyOut && Index < Moving.size(); ++Index)
	{
		const FVector& Location = Actors.Find(Moving[Index])->Transform.Location;
		if (Limits.IsFallen(Location))
		{
			OutFallen.push_back(Moving[Index]);
		}
		else if (Limits.IsLost(Location))
		{
			OutLost.push_back(Moving[Index]);
		}
	}
	for (const FActorId Id : Teleported)
	{
		if (const AActor* Actor = Actors.Find(Id))
		{
			Actors.PreviousOf(Id) = Actor->Transform;
		}
	}
	Teleported.clear();
}
} // namespace Flockwork
