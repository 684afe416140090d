// The graph of refuges and the escape fields: when they are made anew, and which one is gone by.
#include "FleePlannerImpl.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
const FVector ThreatReach{2.0f, 4.0f, 2.0f}; // m; how far from the mesh a threat may be and still walk on it
constexpr int32_t SearchNodes = 4096;        // polygons that a path's search looks at
constexpr float Stir = 0.25f;                // m; a standing threat that moves less needs no new field

bool IsGood(const FNavThreat& Threat)
{
	return IsFinite(Threat.Position) && IsFinite(Threat.Velocity) && std::isfinite(Threat.Radius) &&
	       std::isfinite(Threat.Strength) && std::isfinite(Threat.Speed) && Threat.Radius >= 0.0f &&
	       Threat.Strength > 0.0f;
}
} // namespace

void FFleePlanner::FImpl::TakeThreats()
{
	Threats.clear();
	for (const FNavThreat& Threat : Input.Threats)
	{
		if (IsGood(Threat))
		{
			Threats.push_back(Threat);
		}
	}
}

void FFleePlanner::FImpl::MakeQueries(ITaskScheduler& Scheduler)
{
	while (int32_t(Queries.size()) < Scheduler.GetThreadCount())
	{
		Queries.emplace_back(*Mesh, SearchNodes);
		Paths.emplace_back();
	}
}

void FFleePlanner::FImpl::PrepareGraph(ITaskScheduler& Scheduler)
{
	MakeQueries(Scheduler);
	if (Settings.Policy == EFleePolicy::Flockwork)
	{
		Prepare(Settings.RefugeSpacing, Settings.RefugeCapacity, Scheduler);
	}
}

void FFleePlanner::FImpl::Prepare(float Spacing, float Capacity, ITaskScheduler& Scheduler)
{
	if (Graph.GetRevision() == Mesh->GetRevision() && GraphSpacing == Spacing && GraphCapacity == Capacity)
	{
		return;
	}
	Filter = Mesh->MakeFilter();
	Graph.Build(*Mesh, Filter, Spacing, Capacity, Scheduler);
	GraphSpacing = Spacing;
	GraphCapacity = Capacity;
	Report.bGraphBuilt = true;
	ForgetNodes();
}

// Nodes have other numbers now. Whoever runs, runs on to where it was going until it is told better.
void FFleePlanner::FImpl::ForgetNodes()
{
	for (FFleeMemory& Agent : Agents)
	{
		Agent.Refuge = Agent.Leg = FEscapeField::None;
		Agent.Set(FFleeMemory::Held, false);
		if (Agent.State == EFleeState::Fleeing || Agent.State == EFleeState::Cowering)
		{
			RequestDecision(Agent);
		}
	}
	Occupied.assign(Graph.GetNodeCount(), 0);
	Stamps.assign(Graph.GetNodeCount(), 0);
	Stamp = 0;
	bFieldGood = bFieldPending = false;
	FieldThreats.clear();
}

bool FFleePlanner::FImpl::HaveThreatsChanged() const
{
	if (Threats.size() != FieldThreats.size())
	{
		return true;
	}
	for (size_t At = 0; At < Threats.size(); ++At)
	{
		const FNavThreat& Now = Threats[At];
		const FNavThreat& Then = FieldThreats[At];
		if (Now.Id != Then.Id || Now.Strength != Then.Strength || Now.Radius != Then.Radius ||
		    Now.bMoving != Then.bMoving || LengthSquared(Now.Position - Then.Position) > Stir * Stir)
		{
			return true;
		}
	}
	return false;
}

void FFleePlanner::FImpl::UpdateField()
{
	FieldAge += Input.DeltaTime;
	if (Threats.empty())
	{
		bFieldGood = bFieldPending = false;
		FieldThreats.clear();
		return;
	}
	const bool bAnyMoving =
	    std::any_of(Threats.begin(), Threats.end(), [](const FNavThreat& Each) { return Each.bMoving; });
	// A crowd of threats that all walk must not have the field begun anew before it was ever done.
	const float Pause = bOverflow ? 0.4f * Settings.RedecideInterval : Settings.RedecideInterval;
	const bool bDue = !bFieldGood || FieldAge >= Pause;
	const bool bNewThreat = Threats.size() > FieldThreats.size();
	if (!bFieldPending && (bDue || bNewThreat) && (bAnyMoving || bOverflow || HaveThreatsChanged()))
	{
		BeginField();
	}
	FEscapeField& Next = Fields[1 - Current];
	if (bFieldPending && Next.Advance(Settings.FieldNodesPerStep))
	{
		Current = 1 - Current;
		bFieldGood = true;
		++Epoch;
		bFieldPending = false;
		for (FFleeMemory& Agent : Agents)
		{
			if (Agent.State == EFleeState::Fleeing || Agent.State == EFleeState::Cowering)
			{
				RequestDecision(Agent);
			}
		}
	}
}

void FFleePlanner::FImpl::BeginField()
{
	Places.clear();
	for (const FNavThreat& Threat : Threats)
	{
		Places.push_back(
		    Threat.bMoving ? Queries[0].FindNearest(Threat.Position, ThreatReach, Filter) : FNavLocation{});
	}
	// While threats move, places of those who are still on the run are given away anew with the new field. Else they
	// keep them, and the field is for those who have none.
	const bool bMoving =
	    std::any_of(Threats.begin(), Threats.end(), [](const FNavThreat& Each) { return Each.bMoving; });
	Staying.assign(Graph.GetNodeCount(), 0);
	for (const FFleeMemory& Agent : Agents)
	{
		if (Agent.Has(FFleeMemory::Held) && (Agent.State == EFleeState::Safe || !bMoving))
		{
			++Staying[Agent.Refuge];
		}
	}
	FEscapeFieldInput In;
	In.Graph = &Graph;
	In.Threats = Threats;
	In.ThreatPlaces = Places;
	In.Occupancy = Staying;
	In.SafeRadius = Settings.SafeRadius;
	In.GoalRadius = Settings.SafeRadius * Settings.GoalMargin;
	In.AgentSpeed = Settings.FleeSpeed;
	In.BodyRadius = Settings.BodyRadius;
	In.Slack = Settings.InterceptSlack;
	Fields[1 - Current].Begin(In);
	FieldThreats = Threats;
	FieldAge = 0.0f;
	bFieldPending = true;
	bOverflow = false;
}
} // namespace Flockwork
