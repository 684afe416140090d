// What agents perceive, and the states that follow from it.
#include "FleePlannerImpl.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr int32_t Grain = 64;         // agents a chunk
constexpr float LookInterval = 0.1f;  // s between two looks of an agent that a wall may hide a threat from
constexpr float LegSightTime = 0.5f;  // s before it reaches the end of a leg, an agent asks for the next
constexpr float LegLifetime = 1.0f;   // s after which it asks anyway: it may have been pushed
constexpr float ThereDistance = 1.0f; // m from a goal that counts as there

FRandomStream StreamOf(uint64_t Seed, uint32_t Id)
{
	return FRandomStream::ForPurpose(Seed + 0x9E3779B97F4A7C15ull * (uint64_t(Id) + 1), "flee");
}
} // namespace

// Both lists ascend by id: who is gone is forgotten and its place is free, who is new is calm.
void FFleePlanner::FImpl::MatchAgents()
{
	const bool bSame =
	    Agents.size() == Input.Ids.size() && std::equal(Agents.begin(), Agents.end(), Input.Ids.begin(),
	                                             [](const FFleeMemory& Agent, uint32_t Id) { return Agent.Id == Id; });
	if (bSame)
	{
		return;
	}
	NewAgents.clear();
	size_t Old = 0;
	for (const uint32_t Id : Input.Ids)
	{
		for (; Old < Agents.size() && Agents[Old].Id < Id; ++Old)
		{
			Release(Agents[Old]);
		}
		if (Old < Agents.size() && Agents[Old].Id == Id)
		{
			NewAgents.push_back(Agents[Old++]);
			continue;
		}
		FFleeMemory& Added = NewAgents.emplace_back();
		Added.Id = Id;
		Added.Random = StreamOf(Input.Seed, Id).GetState();
	}
	for (; Old < Agents.size(); ++Old)
	{
		Release(Agents[Old]);
	}
	Agents.swap(NewAgents);
}

void FFleePlanner::FImpl::Sense(ITaskScheduler& Scheduler)
{
	Senses.resize(Agents.size());
	ParallelFor(Scheduler, int32_t(Agents.size()), Grain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (size_t Index = size_t(Begin); Index < size_t(End); ++Index)
		    {
			    FFleeSense& Now = Senses[Index];
			    Now = {};
			    const FNavLocation& Place = Input.Locations[Index];
			    Now.bGood = IsFinite(Place.Position) && Mesh->IsValidPoly(Place.Poly);
			    for (uint32_t Each = 0; Now.bGood && Each < Threats.size(); ++Each)
			    {
				    const FNavThreat& Threat = Threats[Each];
				    float Square = LengthSquared(Place.Position - Threat.Position);
				    if (Threat.bMoving)
				    {
					    const FVector Ahead = Threat.Position + Threat.Velocity * Settings.PredictionTime;
					    Square = std::min(Square, LengthSquared(Place.Position - Ahead));
				    }
				    const float Scaled = Square / (Threat.Strength * Threat.Strength);
				    if (Scaled < Now.Distance)
				    {
					    Now.Distance = Scaled;
					    Now.Threat = Each;
				    }
			    }
			    Now.Distance = std::sqrt(Now.Distance);
			    Now.Distance = Now.Distance > 3.0e4f ? FEscapeField::Never : Now.Distance;
		    }
	    });
}

void FFleePlanner::FImpl::UpdateStates()
{
	for (size_t Index = 0; Index < Agents.size(); ++Index)
	{
		FFleeMemory& Agent = Agents[Index];
		Agent.Set(FFleeMemory::NewGoal, false);
		if (!Senses[Index].bGood)
		{
			continue;
		}
		Agent.LegAge += Input.DeltaTime;
		Agent.LookAge += Input.DeltaTime;
		if (Settings.Policy == EFleePolicy::Classic)
		{
			UpdateClassicState(Agent, Senses[Index], Index);
		}
		else
		{
			UpdateState(Agent, Senses[Index], Index);
		}
	}
}

void FFleePlanner::FImpl::UpdateState(FFleeMemory& Agent, const FFleeSense& Now, size_t Index)
{
	const bool bBeyond = Now.Distance >= Settings.SafeRadius;
	const float Distance = Length(Input.Locations[Index].Position - Agent.Goal.Position);
	switch (Agent.State)
	{
	case EFleeState::Calm:
		if (Now.bPerceives)
		{
			FRandomStream Random(Agent.Random);
			const float Spread = Random.Range(-Settings.ReactionSpread, Settings.ReactionSpread);
			Agent.Random = Random.GetState();
			Agent.Timer = std::max(0.0f, Settings.ReactionTime + Spread);
			Agent.State = EFleeState::Reacting;
		}
		break;
	case EFleeState::Reacting:
		Agent.Timer -= Input.DeltaTime;
		if (bBeyond && !Agent.Has(FFleeMemory::Panicked))
		{
			Agent.State = EFleeState::Calm;
		}
		break;
	case EFleeState::Fleeing:
		if (Agent.Has(FFleeMemory::Panicked) && bBeyond ? Distance < ThereDistance || Agent.Timer <= 0.0f : bBeyond)
		{
			BecomeSafe(Agent);
		}
		Agent.Timer -= Input.DeltaTime;
		break;
	case EFleeState::Cowering:
		Agent.Timer -= Input.DeltaTime;
		if (bBeyond)
		{
			BecomeSafe(Agent);
		}
		else if (Agent.LegAge >= Settings.RedecideInterval)
		{
			RequestDecision(Agent);
		}
		break;
	case EFleeState::Safe:
		Agent.Timer -= Input.DeltaTime;
		if (Now.bPerceives)
		{
			BecomeFleeing(Agent, Index);
		}
		else if (Agent.Timer <= 0.0f && bBeyond) // whoever was pushed back inside goes on to its goal first
		{
			Release(Agent);
			Agent.State = EFleeState::Calm;
			Agent.Flags = 0;
			Tell(Agent, EFleeEvent::Calm);
		}
		break;
	}
	if (Agent.State == EFleeState::Reacting && Agent.Timer <= 0.5f * Input.DeltaTime)
	{
		BecomeFleeing(Agent, Index);
	}
	const bool bRuns = Agent.State == EFleeState::Fleeing || Agent.State == EFleeState::Safe;
	const bool bNextLeg = Agent.Has(FFleeMemory::Via) && Distance < 1.0f + LegSightTime * GetSpeed(Index);
	if (bRuns && (bNextLeg || (Agent.State == EFleeState::Fleeing && Agent.LegAge > LegLifetime)))
	{
		RequestDecision(Agent);
	}
}

// Runs at once: the first leg needs no look round, for it ends in the agent's own polygon or a few metres away.
void FFleePlanner::FImpl::BecomeFleeing(FFleeMemory& Agent, size_t Index)
{
	Agent.State = EFleeState::Fleeing;
	Agent.Leg = FEscapeField::None;
	Agent.Set(FFleeMemory::Cornered, false);
	Agent.Set(FFleeMemory::HasGoal, false);
	Tell(Agent, EFleeEvent::Started);
	const bool bFarPanic = Senses[Index].Distance >= Settings.SafeRadius;
	Agent.Timer = bFarPanic ? Settings.FleeRadius / std::max(GetSpeed(Index), 0.1f) + 1.0f : 0.0f;
	if (bFarPanic)
	{
		RunStraightAway(Agent, Index, Settings.FleeRadius);
		Agent.Set(FFleeMemory::Via, false);
		return;
	}
	float Cost = 0.0f;
	const uint32_t First = bFieldGood ? FindFirstNode(Index, Queries[0], Cost) : FEscapeField::None;
	if (First != FEscapeField::None && Field().GetNexts()[First] != FEscapeField::None)
	{
		const FEscapeNode& Node = Graph.GetNodes()[First];
		Agent.Leg = First;
		SetGoal(Agent, {Node.Position, Node.Poly}, true);
	}
	else
	{
		RunStraightAway(Agent, Index, Settings.FleeRadius);
	}
	RequestDecision(Agent);
}

void FFleePlanner::FImpl::BecomeSafe(FFleeMemory& Agent)
{
	if (Agent.State == EFleeState::Cowering)
	{
		Agent.Set(FFleeMemory::HasGoal, false);
	}
	Agent.State = EFleeState::Safe;
	Agent.Timer = Settings.CalmDownTime;
	Tell(Agent, EFleeEvent::Safe);
}

// Through walls only by ear. A look is a ray, a fixed number of them a step, the longest waiting first.
void FFleePlanner::FImpl::LookForThreats()
{
	const bool bThroughWalls = !Settings.bLineOfSight || !Input.Sight;
	Waiting.clear();
	for (uint32_t Index = 0; Index < Agents.size(); ++Index)
	{
		FFleeSense& Now = Senses[Index];
		const FFleeMemory& Agent = Agents[Index];
		const bool bDetects = Now.bGood && Now.Distance < Settings.DetectionRadius;
		Now.bPerceives = bDetects && (bThroughWalls || Now.Distance <= Settings.HearingRadius);
		const bool bAsks = Agent.State == EFleeState::Calm || Agent.State == EFleeState::Safe;
		if (bDetects && !Now.bPerceives && bAsks && Agent.LookAge >= LookInterval)
		{
			Waiting.push_back(Index);
		}
	}
	std::sort(Waiting.begin(), Waiting.end(),
	    [this](uint32_t A, uint32_t B)
	    { return Agents[A].LookAge != Agents[B].LookAge ? Agents[A].LookAge > Agents[B].LookAge : A < B; });
	int32_t LooksLeft = Settings.SightChecksPerStep > 0 ? Settings.SightChecksPerStep : INT32_MAX;
	for (const uint32_t Index : Waiting)
	{
		if (LooksLeft <= 0)
		{
			break;
		}
		Agents[Index].LookAge = 0.0f;
		Senses[Index].bPerceives = SeesThreat(Input.Locations[Index].Position, LooksLeft);
	}
}

bool FFleePlanner::FImpl::SeesThreat(const FVector& Position, int32_t& LooksLeft) const
{
	const FVector Eye{0.0f, Settings.EyeHeight, 0.0f};
	for (const FNavThreat& Threat : Threats)
	{
		if (Length(Position - Threat.Position) >= Settings.DetectionRadius * Threat.Strength || LooksLeft <= 0)
		{
			continue;
		}
		--LooksLeft;
		FHit Hit;
		if (!Input.Sight->Raycast({Position + Eye, Threat.Position + Eye}, Input.SightFilter, Hit))
		{
			return true;
		}
	}
	return false;
}
} // namespace Flockwork
