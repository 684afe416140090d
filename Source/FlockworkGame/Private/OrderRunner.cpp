#include "OrderRunner.h"

#include "FlockworkGame/CrowdSubsystem.h"
#include "FlockworkGame/FlockSubsystem.h"
#include "FlockworkGame/MoverSubsystem.h"
#include "WorldState.h"

#include <algorithm>
#include <array>

namespace Flockwork
{
FActorId FOrderRunner::Enqueue(FOrder Order, FDiagnostics& Diagnostics, bool* bOutAccepted)
{
	if (State.Recorder)
	{
		State.Recorder->AddOrder(World, Order, false);
	}
	const bool bSpawn = Order.Kind == EOrder::Spawn;
	const int32_t Count = Order.Count;
	FActorId Reserved;
	bool bAccepted = !bSpawn || CheckRoom(Order, State.SpawnsWaiting, Diagnostics);
	if (bAccepted)
	{
		if (bSpawn)
		{
			Order.Actor = {}; // ids are given here, not taken
		}
		if (bSpawn && Count == 1)
		{
			Reserved = State.Actors.Reserve();
			Order.Actor = Reserved;
		}
		bAccepted = State.Orders.Add(std::move(Order), Diagnostics);
	}
	if (bAccepted && bSpawn)
	{
		State.SpawnsWaiting += Count;
	}
	else if (Reserved.IsValid())
	{
		State.Actors.Free({&Reserved, 1});
		Reserved = {};
	}
	if (bOutAccepted)
	{
		*bOutAccepted = bAccepted;
	}
	return Reserved;
}

bool FOrderRunner::Execute(FOrder Order, FDiagnostics& Diagnostics, FActorId* OutActor)
{
	if (State.Recorder)
	{
		State.Recorder->AddOrder(World, Order, true);
	}
	if (!Order.Validate(Diagnostics))
	{
		return false;
	}
	if (Order.Kind == EOrder::Spawn)
	{
		if (!CheckRoom(Order, State.SpawnsWaiting, Diagnostics))
		{
			return false;
		}
		Order.Actor = Order.Count == 1 ? State.Actors.Reserve() : FActorId{};
	}
	const bool bDone = Apply(Order, Diagnostics);
	if (OutActor)
	{
		*OutActor = bDone && Order.Kind == EOrder::Spawn ? Order.Actor : FActorId{};
	}
	return bDone;
}

void FOrderRunner::RunDue()
{
	FOrder Order;
	while (State.Orders.TakeDue(State.StepCount, Order))
	{
		FDiagnostics Found;
		bool bRoom = true;
		if (Order.Kind == EOrder::Spawn)
		{
			State.SpawnsWaiting -= Order.Count;
			bRoom = CheckRoom(Order, 0, Found); // world.maxActors may have become less since
		}
		if (bRoom)
		{
			Apply(Order, Found);
		}
		else
		{
			State.Actors.Free({&Order.Actor, 1});
		}
		State.Keep(Found);
	}
}

bool FOrderRunner::Apply(const FOrder& Order, FDiagnostics& Diagnostics)
{
	switch (Order.Kind)
	{
	case EOrder::Spawn:
		return Spawn(Order, Diagnostics);
	case EOrder::Destroy:
	{
		const AActor* Actor = FindActor(Order, Diagnostics);
		return Actor && World.KillActor(Actor->Id);
	}
	case EOrder::SetSetting:
		return SetSetting(Order.Text, Order.Name, Order.Actor, Order.Value, Diagnostics);
	case EOrder::SetTarget:
		return SetTarget(Order, Diagnostics);
	case EOrder::SetFlockPath:
		return World.Get<UFlockSubsystem>().SetPath(Order.Name, Order.Points, Diagnostics);
	case EOrder::SetRelation:
		return SetRelation(Order, Diagnostics);
	case EOrder::Teleport:
		return Teleport(Order, Diagnostics);
	case EOrder::SetVelocity:
		return SetVelocity(Order, Diagnostics);
	case EOrder::ApplyImpulse:
		return ApplyImpulse(Order, Diagnostics);
	case EOrder::Explode:
		return Explode(Order);
	case EOrder::SetInput:
	case EOrder::SetPath:
		return Move(Order, Diagnostics);
	case EOrder::SetFlocking:
		return SetFlocking(Order, Diagnostics);
	case EOrder::DropThreat:
		return Drop(Order, "threat", Diagnostics);
	case EOrder::DropTarget:
		return Drop(Order, "target", Diagnostics);
	case EOrder::Camera:
		return SetCamera(Order, Diagnostics);
	case EOrder::Event:
		return RaiseEvent(Order);
	case EOrder::SetBoidTarget:
		return SetBoidTarget(Order, Diagnostics);
	case EOrder::BuildNavMesh:
		return BuildNavMesh(Order, Diagnostics);
	case EOrder::SetGoal:
		return SetGoal(Order, Diagnostics);
	case EOrder::SetMeasuringArea:
		return SetMeasuringArea(Order);
	case EOrder::SetTrigger:
	case EOrder::SetParameter:
	case EOrder::PlayClip:
		return Animate(Order, Diagnostics);
	}
	return false;
}

AActor* FOrderRunner::FindActor(const FOrder& Order, FDiagnostics& Diagnostics)
{
	const FActorId Id = Order.Actor.IsValid() ? Order.Actor : World.FindActorByName(Order.Name);
	AActor* Actor = World.FindActor(Id);
	if (!Actor)
	{
		const std::string Who =
		    Order.Actor.IsValid() ? "with id " + std::to_string(Order.Actor.ToBits()) : "named \"" + Order.Name + "\"";
		Diagnostics.Error({}, "order." + std::string(ToString(Order.Kind)), "there is no actor " + Who);
	}
	return Actor;
}

bool FOrderRunner::SetTarget(const FOrder& Order, FDiagnostics& Diagnostics)
{
	constexpr std::array<std::string_view, size_t(EFlockRole::Count)> RoleNames = {
	    "target", "leader", "quarry", "formation"};
	const std::string_view Wanted = Order.Text.empty() ? RoleNames[0] : std::string_view(Order.Text);
	const auto Found = std::find(RoleNames.begin(), RoleNames.end(), Wanted);
	if (Found == RoleNames.end())
	{
		Diagnostics.Error({}, "order.setTarget",
		    "\"" + Order.Text + "\" is no role; target, leader, quarry or formation is expected");
		return false;
	}
	const EFlockRole Role = EFlockRole(Found - RoleNames.begin());
	UFlockSubsystem& Flocks = World.Get<UFlockSubsystem>();
	if (Order.Other.empty() && Order.Amount != 0.0f)
	{
		return Flocks.SetRolePoint(Order.Name, Role, Order.Vector, Diagnostics);
	}
	return Flocks.SetRole(Order.Name, Role, Order.Other, Diagnostics);
}

bool FOrderRunner::SetBoidTarget(const FOrder& Order, FDiagnostics& Diagnostics)
{
	const AActor* Actor = FindActor(Order, Diagnostics);
	if (!Actor)
	{
		return false;
	}
	const FVector* Point = Order.Count > 0 ? &Order.Vector : nullptr;
	if (!World.Get<UFlockSubsystem>().SetBoidTarget(Actor->Id, Point, Order.Amount))
	{
		Diagnostics.Error({}, "order.setBoidTarget", "\"" + Actor->Name + "\" is no boid of a flock");
		return false;
	}
	return true;
}

bool FOrderRunner::SetRelation(const FOrder& Order, FDiagnostics& Diagnostics)
{
	return World.Get<UFlockSubsystem>().SetRelation(
	    Order.Name, Order.Other, FindRelation(Order.Text).value_or(ESpeciesRelation::Ignore), Diagnostics);
}

bool FOrderRunner::Teleport(const FOrder& Order, FDiagnostics& Diagnostics)
{
	AActor* Actor = FindActor(Order, Diagnostics);
	if (!Actor)
	{
		return false;
	}
	FTransform Target = Actor->Transform;
	Target.Location = Order.Transform.Location;
	Target.Rotation = Order.Transform.Rotation;
	const FWorldLimits Limits{State.Settings.KillHeight, State.Settings.MaxDistance};
	if (Limits.IsLost(Target.Location) || (Actor->Body.IsValid() && !State.Physics->SetTransform(Actor->Body, Target)))
	{
		Diagnostics.Error({}, "order.teleport",
		    "\"" + Actor->Name + "\" stays where it is: a place within world.maxDistance (" +
		        std::to_string(State.Settings.MaxDistance) + " m) of the origin is expected");
		return false;
	}
	Actor->Transform = Target;
	State.Actors.PreviousOf(Actor->Id) = Target;
	return true;
}

bool FOrderRunner::SetVelocity(const FOrder& Order, FDiagnostics& Diagnostics)
{
	AActor* Actor = FindActor(Order, Diagnostics);
	if (!Actor)
	{
		return false;
	}
	const FVector Size = glm::abs(Order.Vector);
	const bool bTooFast = std::max({Size.x, Size.y, Size.z}) > MaxLinearSpeed;
	if (bTooFast || (Actor->Body.IsValid() && !State.Physics->SetVelocity(Actor->Body, Order.Vector)))
	{
		Diagnostics.Error({}, "order.setVelocity",
		    bTooFast ? "at most " + std::to_string(MaxLinearSpeed) + " m/s along each axis is expected"
		             : "\"" + Actor->Name + "\" has a static body, which cannot move");
		return false;
	}
	Actor->Velocity = Order.Vector;
	World.Get<UFlockSubsystem>().NotifyImpulse(Actor->Id);
	return true;
}

bool FOrderRunner::ApplyImpulse(const FOrder& Order, FDiagnostics& Diagnostics)
{
	AActor* Actor = FindActor(Order, Diagnostics);
	if (!Actor)
	{
		return false;
	}
	UFlockSubsystem& Flocks = World.Get<UFlockSubsystem>();
	if (!State.Physics->AddImpulse(Actor->Body, Order.Vector) && !Flocks.PushKinematic(*Actor, Order.Vector))
	{
		Diagnostics.Error({}, "order.applyImpulse", "\"" + Actor->Name + "\" has no dynamic body to push");
		return false;
	}
	Flocks.NotifyImpulse(Actor->Id);
	return true;
}

bool FOrderRunner::Explode(const FOrder& Order)
{
	UFlockSubsystem& Flocks = World.Get<UFlockSubsystem>();
	for (const FActorId Id : State.Actors.GetOrder())
	{
		AActor& Actor = *State.Actors.Find(Id);
		const bool bBody = Actor.Body.IsValid();
		const FVector Place = bBody ? State.Physics->GetTransform(Actor.Body).Location : Actor.Transform.Location;
		const FVector Away = Place - Order.Transform.Location;
		const float Distance = Length(Away);
		if (Distance >= Order.Radius || (bBody && State.Physics->GetType(Actor.Body) != EBodyType::Dynamic))
		{
			continue;
		}
		const FVector Direction = Distance > 1e-4f ? Away / Distance : UpVector;
		const FVector Impulse = Direction * (Order.Amount * (1.0f - Distance / Order.Radius));
		if (State.Physics->AddImpulse(Actor.Body, Impulse) || Flocks.PushKinematic(Actor, Impulse))
		{
			Flocks.NotifyImpulse(Id);
		}
	}
	return true;
}

bool FOrderRunner::Move(const FOrder& Order, FDiagnostics& Diagnostics)
{
	if (Order.Kind == EOrder::SetPath && !Order.Actor.IsValid() && Order.Name.empty() && !Order.Other.empty())
	{
		return SetCrowdPath(Order, Diagnostics);
	}
	const AActor* Actor = FindActor(Order, Diagnostics);
	if (!Actor)
	{
		return false;
	}
	if (Order.Kind == EOrder::SetPath && World.Get<UCrowdSubsystem>().SetEverydayPoints(Actor->Id, Order.Points))
	{
		return true;
	}
	UMoverSubsystem& Movers = World.Get<UMoverSubsystem>();
	const bool bDone = Order.Kind == EOrder::SetPath ? Movers.SetPath(Actor->Id, Order.Points)
	                                                 : Movers.SetInput(Actor->Id, Order.Vector, Order.Amount);
	if (!bDone)
	{
		Diagnostics.Error({}, "order." + std::string(ToString(Order.Kind)),
		    "\"" + Actor->Name + "\" has no playerMover component" +
		        (Order.Kind == EOrder::SetPath ? ", and no everyday component either" : ""));
	}
	return bDone;
}

bool FOrderRunner::SetFlocking(const FOrder& Order, FDiagnostics& Diagnostics)
{
	const AActor* Actor = FindActor(Order, Diagnostics);
	if (!Actor)
	{
		return false;
	}
	if (!World.Get<UFlockSubsystem>().SetEnabled(World, Actor->Id, Order.Amount != 0.0f))
	{
		Diagnostics.Error({}, "order.setFlocking", "\"" + Actor->Name + "\" has no flocking component");
		return false;
	}
	return true;
}

bool FOrderRunner::SetCamera(const FOrder& Order, FDiagnostics& Diagnostics)
{
	constexpr std::array<std::string_view, 4> Modes = {"free", "look", "orbit", "follow"};
	const auto Found = std::find(Modes.begin(), Modes.end(), std::string_view(Order.Text));
	if (Found == Modes.end())
	{
		Diagnostics.Error(
		    {}, "order.camera", "\"" + Order.Text + "\" is no camera mode; free, look, orbit or follow is expected");
		return false;
	}
	FCameraWish Wish;
	Wish.Mode = ECameraMode(Found - Modes.begin());
	Wish.Location = Order.Transform.Location;
	Wish.LookAt = Order.Vector;
	Wish.Target = Order.Actor;
	if (!Order.Other.empty())
	{
		Wish.Target = World.FindActorByName(Order.Other);
		if (!Wish.Target.IsValid())
		{
			Diagnostics.Error({}, "order.camera", "there is no actor named \"" + Order.Other + "\"");
			return false;
		}
	}
	if (!Order.Points.empty())
	{
		Wish.Yaw = Order.Points[0].x;
		Wish.Pitch = Order.Points[0].y;
		Wish.Distance = Order.Points[0].z;
	}
	Wish.BlendTime = Order.Amount;
	Wish.SinceStep = State.StepCount;
	State.CameraWish = Wish;
	return true;
}

bool FOrderRunner::RaiseEvent(const FOrder& Order)
{
	State.Events.Raise({State.Events.FindOrAdd(Order.Name), Order.Actor, {}, Order.Vector, Order.Amount, Order.Key});
	return true;
}
} // namespace Flockwork
