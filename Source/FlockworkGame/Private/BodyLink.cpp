#include "BodyLink.h"

#include "FlockworkPhysics/PhysicsWorld.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr int32_t Grain = 1024; // actors a chunk: some tens of microseconds of work
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
	Transforms.resize(Moving.size());
	Velocities.resize(Moving.size());
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
	Transforms.resize(Moving.size());
	Velocities.resize(Moving.size());
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

void FBodyLink::ReadBack(FActorTable& Actors, FPhysicsWorld& Physics, float KillHeight, float MaxDistance,
    std::vector<FActorId>& OutFallen, std::vector<FActorId>& OutLost)
{
	if (bDirty)
	{
		Gather(Actors, Physics);
	}
	Physics.ReadTransforms(Bodies, Transforms);
	Physics.ReadBodies(Bodies, {}, Velocities);
	for (size_t Index = 0; Index < Moving.size(); ++Index)
	{
		AActor& Actor = *Actors.Find(Moving[Index]);
		const FTransform& New = Transforms[Index];
		Actor.Transform.Location = New.Location; // the scale is the actor's own: physics baked it into the shape
		Actor.Transform.Rotation = New.Rotation;
		Actor.Velocity = Velocities[Index];
		if (New.Location.y < KillHeight)
		{
			OutFallen.push_back(Actor.Id);
		}
		else if (LengthSquared(New.Location) > MaxDistance * MaxDistance)
		{
			OutLost.push_back(Actor.Id);
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
