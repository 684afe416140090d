// Where each fleeing agent runs: the field's way from where it is, pulled taut as far as it can see and dare.
#include "FleePlannerImpl.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr int32_t LongestLeg = 32;      // nodes of the way that are looked along
constexpr float Loyalty = 1.5f;         // m that another way must be worth more before a runner turns to it
constexpr float ShortcutSlack = 0.5f;   // m that a straight leg may be worth more than the way by the nodes
constexpr float ReachedDistance = 1.0f; // m from a node at which one goes on
constexpr float BendReach = 6.0f;       // m beyond the last place in sight
constexpr float BendDistance = 6.0f;    // m from a threat, nearer than which every step of the way counts
constexpr float CowerDistance = 1.5f;   // m from the least bad place at which one cowers
constexpr float LinkDistance = 1.0f;    // m from a link's start at which its far end is the goal
constexpr float DirectClearance = 1.5f; // m from a threat's reach
constexpr uint32_t PlacesLookedAt = 400;
constexpr float PlaceSpread = 0.6f; // m round a refuge where its agents stand

FVector SpreadDirection(uint32_t Id)
{
	return SafeNormal(Horizontal(DirectionFromIds(Id, 0xffffffffu)));
}
} // namespace

void FFleePlanner::FImpl::RequestDecision(FFleeMemory& Agent)
{
	if (!Agent.Has(FFleeMemory::Wants))
	{
		Agent.Set(FFleeMemory::Wants, true);
		Agent.WaitingSince = Input.Step;
	}
}

void FFleePlanner::FImpl::SetGoal(FFleeMemory& Agent, const FNavLocation& Goal, bool bVia)
{
	if (!Agent.Has(FFleeMemory::HasGoal) || !(Goal == Agent.Goal))
	{
		Agent.Set(FFleeMemory::NewGoal, true);
	}
	Agent.Set(FFleeMemory::HasGoal, true);
	Agent.Set(FFleeMemory::Via, bVia);
	Agent.Goal = Goal;
}

void FFleePlanner::FImpl::GatherWaiting()
{
	Waiting.clear();
	for (uint32_t Index = 0; Index < Agents.size(); ++Index)
	{
		const EFleeState State = Agents[Index].State;
		if (State < EFleeState::Fleeing)
		{
			Agents[Index].Set(FFleeMemory::Wants, false);
		}
		if (Agents[Index].Has(FFleeMemory::Wants) && Senses[Index].bGood)
		{
			Waiting.push_back(Index);
		}
	}
	size_t Count = Waiting.size();
	if (Settings.DecisionsPerStep > 0 && Count > size_t(Settings.DecisionsPerStep))
	{
		Count = size_t(Settings.DecisionsPerStep);
		std::nth_element(Waiting.begin(), Waiting.begin() + int64_t(Count), Waiting.end(),
		    [this](uint32_t A, uint32_t B)
		    {
			    const uint64_t SinceA = Agents[A].WaitingSince;
			    const uint64_t SinceB = Agents[B].WaitingSince;
			    return SinceA != SinceB ? SinceA < SinceB : A < B;
		    });
	}
	Report.Waiting = int32_t(Waiting.size() - Count);
	Waiting.resize(Count);
	std::sort(Waiting.begin(), Waiting.end());
}

void FFleePlanner::FImpl::Decide(ITaskScheduler& Scheduler)
{
	if (!bFieldGood)
	{
		return; // they wait, running as they do
	}
	GatherWaiting();
	Legs.resize(Waiting.size());
	ParallelFor(Scheduler, int32_t(Waiting.size()), 4,
	    [&](int32_t Begin, int32_t End, int32_t Worker)
	    {
		    for (int32_t At = Begin; At < End; ++At)
		    {
			    Legs[size_t(At)] = FindLeg(Waiting[size_t(At)], Queries[size_t(Worker)], Paths[size_t(Worker)]);
		    }
	    });
	for (size_t At = 0; At < Waiting.size(); ++At)
	{
		FFleeMemory& Agent = Agents[Waiting[At]];
		Agent.Set(FFleeMemory::Wants, false);
		Agent.LegAge = 0.0f;
		Apply(Waiting[At], Legs[At]);
	}
	Report.Decided = int32_t(Waiting.size());
}

// The node from which the way is worth most, walk to it included. A runner keeps to its leg unless another way is
// clearly better, so that it does not waver between two that are as good.
uint32_t FFleePlanner::FImpl::FindFirstNode(size_t Index, const FNavQuery& Query, float& OutCost) const
{
	const FNavLocation& Place = Input.Locations[Index];
	const std::span<const float> Costs = Field().GetCosts();
	uint32_t Best = FEscapeField::None;
	OutCost = FEscapeField::Never;
	for (const uint32_t Node : Graph.GetNodesOf(Place.Poly))
	{
		if (Costs[Node] >= OutCost)
		{
			continue;
		}
		const float Cost = Costs[Node] + Field().GetWalk(Place.Position, Node).Cost;
		if (Cost < OutCost)
		{
			OutCost = Cost;
			Best = Node;
		}
	}
	const uint32_t Kept = Agents[Index].Leg;
	FPolyRef Poly = 0;
	if (Kept != FEscapeField::None && Kept != Best && Costs[Kept] < OutCost)
	{
		const float Cost = Costs[Kept] + Field().GetWalk(Place.Position, Kept).Cost;
		if (Cost < OutCost + Loyalty && IsVisible(Place, Kept, Query, Poly))
		{
			OutCost = Cost;
			Best = Kept;
		}
	}
	return Best;
}

bool FFleePlanner::FImpl::IsVisible(
    const FNavLocation& From, uint32_t Node, const FNavQuery& Query, FPolyRef& OutPoly) const
{
	const FNavRayHit Hit = Query.Raycast(From, Graph.GetNodes()[Node].Position, Filter);
	if (Hit.bHit)
	{
		return false;
	}
	// Rays know no height: the ray must have come to the node's own floor.
	const std::span<const uint32_t> There = Graph.GetNodesOf(Hit.LastPoly);
	OutPoly = Hit.LastPoly;
	return std::binary_search(There.begin(), There.end(), Node);
}

// Another field came after it took its place, perhaps only for those who found none: it goes on to its own, unless the
// short way there leads by a threat.
bool FFleePlanner::FImpl::FindDirectLeg(size_t Index, const FNavQuery& Query, FNavPath& Path, FFleeLeg& Leg) const
{
	const FFleeMemory& Agent = Agents[Index];
	if (!Agent.Has(FFleeMemory::Held) || Agent.Epoch == Epoch || Field().HasMovingThreats() ||
	    !Field().IsSafe(Agent.Refuge))
	{
		return false;
	}
	const FEscapeNode& Refuge = Graph.GetNodes()[Agent.Refuge];
	if (Query.FindPath(Input.Locations[Index], {Refuge.Position, Refuge.Poly}, Filter, Path) !=
	    ENavPathStatus::Complete)
	{
		return false;
	}
	for (size_t At = 1; At < Path.Corners.size(); ++At)
	{
		if (Field().GetClearance(Path.Corners[At - 1].Position, Path.Corners[At].Position) < DirectClearance)
		{
			return false;
		}
	}
	Leg.bFound = Leg.bDirect = true;
	Leg.Refuge = Leg.Node = Agent.Refuge;
	Leg.Goal = {Refuge.Position, Refuge.Poly};
	return true;
}

FFleeLeg FFleePlanner::FImpl::FindLeg(size_t Index, const FNavQuery& Query, FNavPath& Path) const
{
	FFleeLeg Leg;
	if (FindDirectLeg(Index, Query, Path, Leg))
	{
		return Leg;
	}
	const FVector& Position = Input.Locations[Index].Position;
	float Cost = 0.0f;
	const uint32_t First = FindFirstNode(Index, Query, Cost);
	if (First == FEscapeField::None || Field().GetNexts()[First] == FEscapeField::None)
	{
		return Leg;
	}
	Leg.bFound = true;
	Leg.Refuge = Field().GetRefuges()[First];
	const float Clearance = std::min(Field().GetClearances()[First], Field().GetWalk(Position, First).Clearance);
	Leg.bCornered = !Field().IsSafe(Leg.Refuge) || Clearance < 0.0f;
	if (!Field().IsSafe(Leg.Refuge))
	{
		Leg.bCower = Length(Graph.GetNodes()[Leg.Refuge].Position - Position) < CowerDistance;
	}
	PullString(Index, First, Cost, Query, Leg);
	return Leg;
}

// The farthest node of the way that lies in a straight line, unless that line is dearer (nearer to a threat) than the
// way itself. Sight along a way is nearly always lost only once: bisection finds where.
void FFleePlanner::FImpl::PullString(
    size_t Index, uint32_t First, float FirstCost, const FNavQuery& Query, FFleeLeg& Leg) const
{
	const FNavLocation& Place = Input.Locations[Index];
	const std::span<const uint32_t> Nexts = Field().GetNexts();
	const std::span<const float> Costs = Field().GetCosts();
	uint32_t Chain[LongestLeg];
	int32_t Count = 0;
	uint32_t Link = FEscapeField::None; // the node behind a link that ends the chain
	for (uint32_t Node = First; Count < LongestLeg; Node = Nexts[Node])
	{
		Chain[Count++] = Node;
		if (Nexts[Node] == Node)
		{
			break;
		}
		if (Graph.IsLink(Node, Nexts[Node]))
		{
			Link = Nexts[Node];
			break;
		}
	}
	int32_t Low = 0;
	int32_t High = Count - 1;
	FPolyRef Poly = Graph.GetNodes()[First].Poly;
	FPolyRef Seen = 0;
	for (int32_t Try = High; Low < High; Try = (Low + High + 1) / 2)
	{
		const uint32_t Node = Chain[Try];
		const float Worth = FirstCost - Costs[Node] + ShortcutSlack;
		if (Field().GetWalk(Place.Position, Node).Cost <= Worth && IsVisible(Place, Node, Query, Seen))
		{
			Low = Try;
			Poly = Seen;
		}
		else
		{
			High = Try - 1;
		}
	}
	// Nobody comes to a stand where the way only passes through: what is that near counts as passed, and round the bend
	// the crowd's own path leads to the next.
	while (Low + 1 < Count && Length(Graph.GetNodes()[Chain[Low]].Position - Place.Position) < ReachedDistance)
	{
		++Low;
		Poly = Graph.GetNodes()[Chain[Low]].Poly;
	}
	Leg.Node = Chain[Low];
	// On round the bend, where no threat is near: the goal must stay so far ahead that nobody brakes for it.
	float Beyond = BendReach;
	while (Low + 1 < Count && Beyond > 0.0f && Field().GetDistances()[Chain[Low + 1]] > BendDistance)
	{
		Beyond -= Length(Graph.GetNodes()[Chain[Low + 1]].Position - Graph.GetNodes()[Chain[Low]].Position);
		++Low;
		Poly = Graph.GetNodes()[Chain[Low]].Poly;
	}
	Leg.Goal = {Graph.GetNodes()[Chain[Low]].Position, Poly};
	Leg.bVia = Chain[Low] != Leg.Refuge;
	if (Low == Count - 1 && Link != FEscapeField::None && Length(Leg.Goal.Position - Place.Position) < LinkDistance)
	{
		Leg.Node = Link;
		Leg.Goal = {Graph.GetNodes()[Link].Position, Graph.GetNodes()[Link].Poly};
	}
}

void FFleePlanner::FImpl::Apply(size_t Index, FFleeLeg& Leg)
{
	FFleeMemory& Agent = Agents[Index];
	if (Agent.State == EFleeState::Safe)
	{
		Leg.bCornered = Leg.bCower = false; // it is out of it, and only runs on
	}
	if (Leg.bCornered && !Agent.Has(FFleeMemory::Cornered))
	{
		Tell(Agent, EFleeEvent::Cornered);
	}
	Agent.Set(FFleeMemory::Cornered, Leg.bCornered);
	const bool bNoWay = !Leg.bFound && !RunStraightAway(Agent, Index, Settings.FleeRadius);
	if (Leg.bCower || (bNoWay && Agent.State == EFleeState::Fleeing))
	{
		Cower(Agent, Index);
		return;
	}
	if (!Leg.bFound || (Agent.State == EFleeState::Cowering && Agent.Timer > 0.0f))
	{
		return;
	}
	if (Agent.State == EFleeState::Cowering)
	{
		Agent.State = EFleeState::Fleeing;
		Agent.Set(FFleeMemory::HasGoal, false);
		Tell(Agent, EFleeEvent::Started);
	}
	Agent.Leg = Leg.Node;
	const bool bSafe = Field().IsSafe(Leg.Refuge);
	if (!bSafe)
	{
		Release(Agent); // there is always room where nobody is safe
	}
	else if (!Leg.bDirect && !TakePlace(Agent, Leg.Refuge))
	{
		bOverflow = true;
	}
	if (Leg.bVia)
	{
		SetGoal(Agent, Leg.Goal, true);
		return;
	}
	FNavLocation Goal = Leg.Goal;
	if (Agent.Has(FFleeMemory::Held) && Agent.Refuge != Leg.Refuge)
	{
		Goal = {Graph.GetNodes()[Agent.Refuge].Position, Graph.GetNodes()[Agent.Refuge].Poly};
	}
	// Not all onto one point, and rather behind it than before it.
	FVector Spread = SpreadDirection(Agent.Id);
	if (Senses[Index].Threat < Threats.size())
	{
		Spread += 0.7f * SafeNormal(Horizontal(Goal.Position - Threats[Senses[Index].Threat].Position));
	}
	SetGoal(Agent, Queries[0].MoveAlongSurface(Goal, Goal.Position + Spread * PlaceSpread, Filter), false);
}

void FFleePlanner::FImpl::Cower(FFleeMemory& Agent, size_t Index)
{
	if (Agent.State == EFleeState::Cowering)
	{
		return;
	}
	Agent.State = EFleeState::Cowering;
	Agent.Timer = Settings.CowerTime;
	Agent.Set(FFleeMemory::HasGoal, false);
	SetGoal(Agent, Input.Locations[Index], false);
	Tell(Agent, EFleeEvent::Cowering);
}

void FFleePlanner::FImpl::Release(FFleeMemory& Agent)
{
	if (Agent.Has(FFleeMemory::Held))
	{
		--Occupied[Agent.Refuge];
	}
	Agent.Set(FFleeMemory::Held, false);
	Agent.Refuge = FEscapeField::None;
}

// The wanted refuge or, when that is full, the next one that is safe and has room. False when there is none.
bool FFleePlanner::FImpl::TakePlace(FFleeMemory& Agent, uint32_t Wanted)
{
	if (Agent.Has(FFleeMemory::Held) && (Agent.Refuge == Wanted || Agent.Epoch == Epoch))
	{
		return true; // or it was sent on from there before
	}
	Release(Agent);
	const bool bFull = Occupied[Wanted] >= std::max(Graph.GetNodes()[Wanted].Capacity, 1);
	const uint32_t Place = bFull ? FindFreePlace(Wanted) : Wanted;
	if (Place == FEscapeField::None)
	{
		return false;
	}
	Agent.Refuge = Place;
	Agent.Epoch = Epoch;
	++Occupied[Place];
	Agent.Set(FFleeMemory::Held, true);
	return true;
}

// Breadth first from there, over safe nodes.
uint32_t FFleePlanner::FImpl::FindFreePlace(uint32_t Wanted)
{
	++Stamp;
	Frontier.clear();
	Frontier.push_back(Wanted);
	Stamps[Wanted] = Stamp;
	for (size_t At = 0; At < Frontier.size() && At < PlacesLookedAt; ++At)
	{
		for (const FEscapeEdge& Way : Graph.GetWaysOut(Frontier[At]))
		{
			if (Stamps[Way.To] == Stamp || !Field().IsSafe(Way.To))
			{
				continue;
			}
			if (Occupied[Way.To] < Graph.GetNodes()[Way.To].Capacity)
			{
				return Way.To;
			}
			Stamps[Way.To] = Stamp;
			Frontier.push_back(Way.To);
		}
	}
	return FEscapeField::None;
}

// When nothing is known of refuges yet, or none can be reached: away from the threat as far as the ground goes.
bool FFleePlanner::FImpl::RunStraightAway(FFleeMemory& Agent, size_t Index, float Distance)
{
	const FNavLocation& Place = Input.Locations[Index];
	const FFleeSense& Now = Senses[Index];
	FVector Away = Now.Away;
	if (Now.Distance < FEscapeField::Never && Now.Threat < Threats.size())
	{
		Away = SafeNormal(Horizontal(Place.Position - Threats[Now.Threat].Position), 1e-6f);
	}
	if (LengthSquared(Away) < 0.5f)
	{
		Away = SpreadDirection(Agent.Id);
	}
	const FNavLocation Goal = Queries[0].MoveAlongSurface(Place, Place.Position + Away * Distance, Filter);
	if (!Goal.IsValid() || Length(Goal.Position - Place.Position) < 0.5f)
	{
		return false;
	}
	SetGoal(Agent, Goal, true);
	return true;
}
} // namespace Flockwork
