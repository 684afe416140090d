// The classic policy: a threat appears, and each agent near it decides once.
#include "FleePlannerImpl.h"
#include "FlockworkNavigation/ClassicRecipe.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr float ThereDistance = 1.0f; // m
} // namespace

void FFleePlanner::FImpl::RunClassic(ITaskScheduler& Scheduler)
{
	NewThreats.clear();
	for (uint32_t At = 0; At < Threats.size(); ++At)
	{
		if (!std::binary_search(KnownThreats.begin(), KnownThreats.end(), Threats[At].Id))
		{
			NewThreats.push_back(At);
		}
	}
	ReplanAge += Input.DeltaTime;
	if (!Settings.bReplanOnce && ReplanAge >= Settings.ReplanInterval)
	{
		ReplanAge = 0.0f;
		NewThreats.clear();
		for (uint32_t At = 0; At < Threats.size(); ++At)
		{
			NewThreats.push_back(At);
		}
	}
	Legs.resize(Agents.size());
	for (const uint32_t Each : NewThreats)
	{
		const FNavThreat& Threat = Threats[Each];
		ParallelFor(Scheduler, int32_t(Agents.size()), 8,
		    [&](int32_t Begin, int32_t End, int32_t Worker)
		    {
			    for (size_t Index = size_t(Begin); Index < size_t(End); ++Index)
			    {
				    const FVector Offset = Input.Locations[Index].Position - Threat.Position;
				    FClassicRecipe Recipe;
				    Recipe.Query = &Queries[size_t(Worker)];
				    Recipe.Agent = Input.Locations[Index];
				    Recipe.Threat = Threat.Position;
				    Recipe.FallbackDirection = SafeNormal(Horizontal(DirectionFromIds(Agents[Index].Id, 0xffffffffu)));
				    Recipe.FleeRadius = Settings.FleeRadius;
				    Recipe.Filter = Filter;
				    Legs[Index].bFound = Senses[Index].bGood &&
				                         Length(Offset) < Settings.DetectionRadius * Threat.Strength &&
				                         Recipe.Run(Paths[size_t(Worker)], Legs[Index].Goal);
			    }
		    });
		for (size_t Index = 0; Index < Agents.size(); ++Index)
		{
			if (Legs[Index].bFound)
			{
				Agents[Index].State = EFleeState::Fleeing;
				Agents[Index].Timer = Settings.CalmDownTime;
				Agents[Index].Set(FFleeMemory::HasGoal, false);
				SetGoal(Agents[Index], Legs[Index].Goal, false);
				Tell(Agents[Index], EFleeEvent::Started);
			}
		}
	}
}

// Safe beyond the safe radius; who has arrived inside it has done all it was told, and calms down as well.
void FFleePlanner::FImpl::UpdateClassicState(FFleeMemory& Agent, const FFleeSense& Now, size_t Index)
{
	if (Agent.State != EFleeState::Fleeing && Agent.State != EFleeState::Safe)
	{
		Agent.State = EFleeState::Calm;
		return;
	}
	if (Agent.State == EFleeState::Fleeing && Now.Distance >= Settings.SafeRadius)
	{
		BecomeSafe(Agent);
	}
	if (Agent.State == EFleeState::Safe ||
	    Length(Input.Locations[Index].Position - Agent.Goal.Position) < ThereDistance)
	{
		Agent.Timer -= Input.DeltaTime;
	}
	if (Agent.Timer <= 0.0f)
	{
		Agent.State = EFleeState::Calm;
		Agent.Flags = 0;
		Tell(Agent, EFleeEvent::Calm);
	}
}
} // namespace Flockwork
