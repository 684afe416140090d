// Spawn orders: prefabs become actors.
#include "CrowdData.h"
#include "FlockworkGame/Components.h"
#include "FlockworkGame/ThreatSubsystem.h"
#include "OrderRunner.h"
#include "WorldState.h"

namespace Flockwork
{
bool FOrderRunner::CheckRoom(const FOrder& Order, int64_t Waiting, FDiagnostics& Diagnostics) const
{
	const int64_t Here = State.Actors.NumLiving() + Waiting;
	if (Here + Order.Count <= State.Settings.MaxActors)
	{
		return true;
	}
	Diagnostics.Error({}, "world.maxActors",
	    "to spawn " + std::to_string(Order.Count) + " of \"" + Order.Prefab + "\" was refused: there are " +
	        std::to_string(Here) + " actors and at most " + std::to_string(State.Settings.MaxActors) + " allowed");
	return false;
}

bool FOrderRunner::Spawn(const FOrder& Order, FDiagnostics& Diagnostics)
{
	std::shared_ptr<const FPrefab> Source;
	if (Order.Text.empty())
	{
		Source = State.Prefabs->Find(Order.Prefab);
		if (!Source)
		{
			Diagnostics.Error({}, "order.spawn", State.Prefabs->ExplainMissing(Order.Prefab));
		}
	}
	else
	{
		FPrefab Variant;
		if (State.Prefabs->MakeVariant(Order.Prefab, Order.Text, Variant, Diagnostics))
		{
			Source = std::make_shared<const FPrefab>(std::move(Variant));
		}
	}
	if (Source)
	{
		return SpawnAll(Order, Source, Diagnostics);
	}
	State.Actors.Free({&Order.Actor, 1});
	return false;
}

bool FOrderRunner::SpawnAll(
    const FOrder& Order, const std::shared_ptr<const FPrefab>& Source, FDiagnostics& Diagnostics)
{
	State.Bodies.MarkDirty();
	std::vector<FActorId> Spawned;
	Spawned.reserve(size_t(Order.Count));
	const bool bSingle = Order.Count == 1 && Order.Actor.IsValid();
	const uint64_t RandomBefore = bSingle ? 0 : World.GetRandom("spawn").GetState();
	for (int32_t Index = 0; Index < Order.Count; ++Index)
	{
		const FActorId Id = bSingle ? Order.Actor : State.Actors.Reserve();
		std::string Name = Order.Name;
		if (Name.empty())
		{
			const std::string_view Kind =
			    Order.Prefab.empty() ? std::string_view("Actor") : std::string_view(Order.Prefab);
			Name = std::string(Kind) + "_" + std::to_string(State.Actors.GetNextCreationId());
		}
		else if (!bSingle)
		{
			Name += "_" + std::to_string(Index + 1);
		}
		const FTransform Transform = bSingle ? Order.Transform : PlaceInDisc(Order, Index);
		if (!SpawnOne(Order, Id, Name, Transform, Source, Diagnostics))
		{
			Withdraw(Spawned);
			if (!bSingle)
			{
				World.GetRandom("spawn").SetState(RandomBefore);
			}
			return false;
		}
		Spawned.push_back(Id);
	}
	for (const FActorId Id : Spawned)
	{
		State.Events.Raise({EEvent::Spawned, Id, {}, State.Actors.Find(Id)->Transform.Location, 0.0f, Order.Key});
	}
	return true;
}

// All of them or none: those that came before the one that could not.
void FOrderRunner::Withdraw(std::span<const FActorId> Spawned)
{
	for (size_t Index = Spawned.size(); Index-- > 0;) // the newest first: the quickest
	{
		World.DetachComponents(*State.Actors.Find(Spawned[Index]));
	}
	State.Actors.Free(Spawned);
}

// Evenly over the disc: a sunflower's spiral (Vogel 1979), shaken by a quarter of the spacing. No two are in one place.
FTransform FOrderRunner::PlaceInDisc(const FOrder& Order, int32_t Index)
{
	constexpr float GoldenAngle = 2.39996323f;
	FRandomStream& Random = World.GetRandom("spawn");
	const float Angle = GoldenAngle * float(Index);
	const float Radius = Order.Radius * std::sqrt((float(Index) + 0.5f) / float(Order.Count));
	const float Spacing = Order.Radius * std::sqrt(Pi / float(Order.Count));
	const float ShakeX = Random.Range(-0.25f, 0.25f);
	const float ShakeZ = Random.Range(-0.25f, 0.25f);
	const float Height = Random.Range(-Order.Amount, Order.Amount);
	const float Yaw = Random.Range(-Pi, Pi);
	const FVector Offset{Radius * std::cos(Angle) + ShakeX * Spacing, Order.Amount > 0.0f ? Height : 0.0f,
	    Radius * std::sin(Angle) + ShakeZ * Spacing};
	FTransform Transform = Order.Transform;
	Transform.Location += Order.Transform.Rotation * Offset;
	Transform.Rotation = Order.Transform.Rotation * glm::angleAxis(Yaw, UpVector);
	return Transform;
}

bool FOrderRunner::SpawnOne(const FOrder& Order, FActorId Id, const std::string& Name, const FTransform& Transform,
    const std::shared_ptr<const FPrefab>& Source, FDiagnostics& Diagnostics)
{
	const std::string UniqueName = State.Actors.MakeUniqueName(Name);
	if (UniqueName != Name)
	{
		Diagnostics.Warning({}, "order.spawn",
		    "there is an actor named \"" + Name + "\" already; the new one is called \"" + UniqueName + "\"");
	}
	AActor& Actor = State.Actors.Activate(Id, UniqueName);
	Actor.Transform = Transform;
	Actor.Velocity = Order.Vector;
	Actor.SpawnKey = Order.Key;
	State.Actors.SetSource(Id, Source);
	VarySize(Actor, *Source);
	State.Actors.PreviousOf(Id) = Actor.Transform;
	if (!AttachComponents(Actor, *Source, Diagnostics))
	{
		State.Actors.Free({&Id, 1});
		return false;
	}
	return true;
}

// navAgent.sizeVariation: before there is a body, whose shape the size is a part of. The feet stay where they are.
void FOrderRunner::VarySize(AActor& Actor, const FPrefab& Source)
{
	const FNavAgentSettings* Agent = nullptr;
	const FBodySetup* Body = nullptr;
	for (const FPrefabComponent& Component : Source.Components)
	{
		const std::string_view Class = World.GetRegistry().GetComponentClass(Component.Class).GetTable().Name;
		if (Class == FNavAgentSettings::Table().Name)
		{
			Agent = &static_cast<const TComponentSettings<FNavAgentSettings>&>(*Component.Settings).Settings;
		}
		else if (Class == FBodySettings::Table().Name)
		{
			Body = &static_cast<const TComponentSettings<FBodySetup>&>(*Component.Settings).Settings;
		}
	}
	if (!Agent || Agent->SizeVariation <= 0.0f)
	{
		return;
	}
	const float Former = Actor.Transform.Scale;
	Actor.Transform.Scale *= 1.0f + Agent->SizeVariation * World.GetRandom("size").Range(-1.0f, 1.0f);
	Actor.Transform.Location.y += GetFootOffset(Body, Actor.Transform.Scale) - GetFootOffset(Body, Former);
}

bool FOrderRunner::AttachComponents(AActor& Actor, const FPrefab& Source, FDiagnostics& Diagnostics)
{
	const FGameRegistry& Registry = World.GetRegistry();
	for (const FPrefabComponent& Component : Source.Components)
	{
		FDiagnostics OfComponent; // knows no file
		const bool bAttached =
		    Registry.GetComponentClass(Component.Class).Attach(World, Actor, *Component.Settings, OfComponent);
		for (const FDiagnostic& Found : OfComponent.GetAll())
		{
			const FSourcePlace Place = Found.Place.File.empty() ? FSourcePlace{Source.File} : Found.Place;
			const std::string Message =
			    Source.Name.empty() ? Found.Message : Found.Message + " (prefab \"" + Source.Name + "\")";
			Found.Severity == ESeverity::Error ? Diagnostics.Error(Place, Found.Field, Message)
			                                   : Diagnostics.Warning(Place, Found.Field, Message);
		}
		if (!bAttached)
		{
			World.DetachComponents(Actor); // those before it
			return false;
		}
		Actor.Components |= uint64_t(1) << Component.Class;
	}
	return true;
}

bool FOrderRunner::Drop(const FOrder& Order, std::string_view Component, FDiagnostics& Diagnostics)
{
	FOrder SpawnOrder = Order;
	SpawnOrder.Kind = EOrder::Spawn;
	SpawnOrder.Count = 1;
	SpawnOrder.Radius = 0.0f;
	if (SpawnOrder.Name.empty() && SpawnOrder.Prefab.empty())
	{
		SpawnOrder.Name = std::string(Component) + "_" + std::to_string(State.Actors.GetNextCreationId());
	}
	if (SpawnOrder.Text.empty() && SpawnOrder.Prefab.empty())
	{
		FDataNode Settings = FDataNode::MakeObject();
		if (Order.Radius > 0.0f)
		{
			Settings.Set("radius", FDataNode::MakeNumber(double(Order.Radius)));
		}
		FDataNode Components = FDataNode::MakeObject();
		Components.Set(Component, std::move(Settings));
		SpawnOrder.Text = WriteJson(Components);
	}
	if (!CheckRoom(SpawnOrder, State.SpawnsWaiting, Diagnostics))
	{
		return false;
	}
	SpawnOrder.Actor = State.Actors.Reserve();
	if (!Spawn(SpawnOrder, Diagnostics))
	{
		return false;
	}
	if (Order.Amount > 0.0f)
	{
		World.Get<UThreatSubsystem>().SetTimeLeft(SpawnOrder.Actor, Order.Amount);
	}
	return true;
}
} // namespace Flockwork
