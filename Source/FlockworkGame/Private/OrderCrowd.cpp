// Orders to crowds.
#include "FlockworkGame/CrowdSubsystem.h"
#include "FlockworkGame/NavigationSubsystem.h"
#include "OrderRunner.h"
#include "WorldState.h"

namespace Flockwork
{
bool FOrderRunner::BuildNavMesh(const FOrder& Order, FDiagnostics& Diagnostics)
{
	if (World.IsInStep() && World.GetNextPhase() > int32_t(EPhase::Script))
	{
		Diagnostics.Error({}, "order.buildNavMesh",
		    "crowds are walking on the navmesh now: build it between steps or in the Script phase");
		return false;
	}
	FBox Region;
	if (!Order.Points.empty())
	{
		Region = {Order.Points[0], Order.Points[1]};
	}
	return World.Get<UNavigationSubsystem>().BuildFromWorld(
	    World, Order.Points.empty() ? nullptr : &Region, Diagnostics);
}

bool FOrderRunner::SetGoal(const FOrder& Order, FDiagnostics& Diagnostics)
{
	if (!Order.Actor.IsValid() && Order.Name.empty())
	{
		return SetCrowdGoal(Order, Diagnostics);
	}
	const AActor* Actor = FindActor(Order, Diagnostics);
	if (!Actor)
	{
		return false;
	}
	UCrowdSubsystem& Crowds = World.Get<UCrowdSubsystem>();
	if (Order.Count > 0)
	{
		return Crowds.SetGoal(World, Actor->Id, Order.Vector, Diagnostics);
	}
	if (!Crowds.ClearGoal(Actor->Id))
	{
		Diagnostics.Error({}, "order.setGoal", "\"" + Actor->Name + "\" has no navAgent component");
		return false;
	}
	return true;
}

bool FOrderRunner::SetCrowdGoal(const FOrder& Order, FDiagnostics& Diagnostics)
{
	UCrowdSubsystem& Crowds = World.Get<UCrowdSubsystem>();
	if (Crowds.FindCrowd(Order.Other) < 0)
	{
		const std::string_view Near = NearestName(Order.Other, Crowds.GetCrowdIds());
		Diagnostics.Error({}, "order.setGoal",
		    "there is no crowd \"" + Order.Other + "\"" +
		        (Near.empty() ? std::string(" yet") : "; did you mean \"" + std::string(Near) + "\"?"));
		return false;
	}
	for (const FActorId Agent : Crowds.GetActors(Order.Other))
	{
		if (Order.Count <= 0)
		{
			Crowds.ClearGoal(Agent);
		}
		else if (!Crowds.SetGoal(World, Agent, Order.Vector, Diagnostics))
		{
			return false; // the place is at fault, and that with the first already
		}
	}
	return true;
}

bool FOrderRunner::SetCrowdPath(const FOrder& Order, FDiagnostics& Diagnostics)
{
	UCrowdSubsystem& Crowds = World.Get<UCrowdSubsystem>();
	int32_t Given = 0;
	for (const FActorId Agent : Crowds.GetActors(Order.Other))
	{
		Given += Crowds.SetEverydayPoints(Agent, Order.Points) ? 1 : 0;
	}
	if (Given == 0)
	{
		Diagnostics.Error({}, "order.setPath",
		    "nobody of a crowd \"" + Order.Other + "\" has an everyday component, which takes the points");
	}
	return Given > 0;
}

bool FOrderRunner::SetMeasuringArea(const FOrder& Order)
{
	FBox Area;
	if (!Order.Points.empty())
	{
		Area = {Order.Points[0], Order.Points[1]};
	}
	World.Get<UCrowdSubsystem>().SetMeasuringArea(Order.Points.empty() ? nullptr : &Area);
	return true;
}
} // namespace Flockwork
