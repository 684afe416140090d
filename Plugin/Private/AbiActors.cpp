// The C interface: actors.
#include "AbiWorld.h"
#include "FlockworkGame/Prefabs.h"

#include <cmath>
#include <cstring>
#include <utility>

using namespace Flockwork;

namespace
{
void RequirePrefab(const FAbiWorld& World, std::string_view Prefab)
{
	const FPrefabLibrary& Prefabs = World.World->GetPrefabs();
	if (!Prefabs.Find(Prefab))
	{
		throw FAbiError{FW_ERROR_NOT_FOUND, Prefabs.ExplainMissing(Prefab)};
	}
}

// Runs an order at once.
// An order about one actor.
FOrder OrderFor(const FAbiWorld& World, EOrder Kind, FwActorId Actor)
{
	FOrder Order;
	Order.Kind = Kind;
	Order.Actor = RequireActor(World, Actor);
	return Order;
}
} // namespace

FwResult fwWorld_Spawn(
    FwWorld* World, const char* Prefab, const char* Name, const FwTransform* Transform, FwActorId* OutActor)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    RequirePrefab(Ours, RequireText(Prefab, "Prefab"));
		    const FTransform Place = ReadTransform(Ours, Transform);
		    const FActorId Actor = Execute(Ours, FOrder::Spawn(Prefab, Place, std::string(OptionalText(Name))));
		    if (OutActor)
		    {
			    *OutActor = ToAbi(Actor);
		    }
	    });
}

FwResult fwWorld_SpawnMany(FwWorld* World, const char* Prefab, FwVector Center, float Radius, int32_t Count)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    RequirePrefab(Ours, RequireText(Prefab, "Prefab"));
		    RequireFinite(ToVector(Center), "Center");
		    RequireBetween(double(Radius), 0.0, 1e9, "Radius");
		    RequireBetween(Count, 1, 1'000'000, "Count");
		    Execute(Ours, FOrder::SpawnMany(Prefab, Ours.Host.PositionFromHost(ToVector(Center)),
		                      Ours.Host.LengthFromHost(Radius), Count));
	    });
}

FwResult fwWorld_DestroyActor(FwWorld* World, FwActorId Actor)
{
	return CallWorld(World, [&](FAbiWorld& Ours) { Execute(Ours, FOrder::Destroy(RequireActor(Ours, Actor))); });
}

FwResult fwWorld_FindActor(FwWorld* World, const char* Name, FwActorId* OutActor)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    Require(OutActor, FW_ERROR_ARGUMENT, "OutActor is null");
		    const FActorId Actor = Ours.World->FindActorByName(RequireText(Name, "Name"));
		    Require(Actor.IsValid(), FW_ERROR_NOT_FOUND, "no living actor is called " + std::string(Name));
		    *OutActor = ToAbi(Actor);
	    });
}

FwResult fwWorld_GetActorName(FwWorld* World, FwActorId Actor, char* Buffer, size_t Capacity, size_t* OutNeeded)
{
	return CallWorld(World, [&](FAbiWorld& Ours)
	    { WriteText(Ours.World->FindActor(RequireActor(Ours, Actor))->Name, Buffer, Capacity, OutNeeded); });
}

FwResult fwWorld_GetActor(FwWorld* World, FwActorId Actor, FwTransform* OutTransform, FwVector* OutVelocity)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    Require(OutTransform, FW_ERROR_ARGUMENT, "OutTransform is null");
		    const AActor& Found = *Ours.World->FindActor(RequireActor(Ours, Actor));
		    *OutTransform = WriteTransform(Ours, Found.Transform);
		    if (OutVelocity)
		    {
			    *OutVelocity = FromVector(Ours.Host.PositionToHost(Found.Velocity));
		    }
	    });
}

FwResult fwWorld_GetActorCount(FwWorld* World, uint32_t* OutCount)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    Require(OutCount, FW_ERROR_ARGUMENT, "OutCount is null");
		    *OutCount = uint32_t(Ours.World->GetActors().size());
	    });
}

FwResult fwWorld_GetTransforms(
    FwWorld* World, FwTransform* Out, FwActorId* OutIds, uint32_t Capacity, uint32_t* OutCount)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    const std::span<const FActorId> Actors = Ours.World->GetActors();
		    Require(OutCount, FW_ERROR_ARGUMENT, "OutCount is null");
		    *OutCount = uint32_t(Actors.size());
		    if (Capacity == 0)
		    {
			    return;
		    }
		    Require(Out || OutIds, FW_ERROR_ARGUMENT, "both buffers are null");
		    Require(Capacity >= Actors.size(), FW_ERROR_CAPACITY,
		        "the buffers are too small: room for " + std::to_string(Actors.size()) + " actors is needed");
		    const float Alpha = Ours.World->GetAlpha();
		    for (size_t Index = 0; Index < Actors.size(); ++Index)
		    {
			    if (Out)
			    {
				    const AActor& Actor = *Ours.World->FindActor(Actors[Index]);
				    const FTransform& Previous = Ours.World->GetPreviousTransform(Actor.Id);
				    Out[Index] = WriteTransform(Ours, Interpolate(Previous, Actor.Transform, Alpha));
			    }
			    if (OutIds)
			    {
				    OutIds[Index] = ToAbi(Actors[Index]);
			    }
		    }
	    });
}

FwResult fwWorld_Teleport(FwWorld* World, FwActorId Actor, const FwTransform* Transform)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    FOrder Order = OrderFor(Ours, EOrder::Teleport, Actor);
		    Order.Transform = ReadTransform(Ours, Transform);
		    Execute(Ours, std::move(Order));
	    });
}

FwResult fwWorld_SetVelocity(FwWorld* World, FwActorId Actor, FwVector Velocity)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    FOrder Order = OrderFor(Ours, EOrder::SetVelocity, Actor);
		    RequireFinite(ToVector(Velocity), "Velocity");
		    Order.Vector = Ours.Host.PositionFromHost(ToVector(Velocity));
		    Execute(Ours, std::move(Order));
	    });
}

FwResult fwWorld_ApplyImpulse(FwWorld* World, FwActorId Actor, FwVector Impulse)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    FOrder Order = OrderFor(Ours, EOrder::ApplyImpulse, Actor);
		    RequireFinite(ToVector(Impulse), "Impulse");
		    Order.Vector = Ours.Host.PositionFromHost(ToVector(Impulse));
		    Execute(Ours, std::move(Order));
	    });
}

FwResult fwWorld_SetInput(FwWorld* World, FwActorId Actor, float Right, float Forward, FwVector Ahead)
{
	return CallWorld(World,
	    [&](FAbiWorld& Ours)
	    {
		    FOrder Order = OrderFor(Ours, EOrder::SetInput, Actor);
		    RequireBetween(double(Right), -1.0, 1.0, "Right");
		    RequireBetween(double(Forward), -1.0, 1.0, "Forward");
		    RequireFinite(ToVector(Ahead), "Ahead");
		    const FVector Level = Horizontal(Ours.Host.DirectionFromHost(ToVector(Ahead)));
		    Require(Length(Level) > 0.0f, FW_ERROR_ARGUMENT, "Ahead has no horizontal part");
		    Order.Vector = {Right, 0.0f, Forward};
		    Order.Amount = std::atan2(Level.x, Level.z);
		    Execute(Ours, std::move(Order));
	    });
}
