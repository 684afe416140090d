#include "FlockworkNavigation/EscapeField.h"

#include "EscapePrices.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr size_t FewThreats = 8;  // each is reckoned with on every walk; of more, those nearest to its ends
constexpr float WalkPiece = 2.5f; // m
constexpr int32_t MostPieces = 32;
constexpr size_t MostGroups = 3;       // by speed; more speeds share the higher one
constexpr float ThreatHorizon = 12.0f; // s that moving threats are followed ahead
constexpr int64_t VisitsPerNode = 16;  // that cost as much as settling a node
constexpr int64_t UnlimitedBudget = int64_t(1) << 60;

float SpeedOf(const FNavThreat& Threat)
{
	return Threat.Speed > 0.0f ? Threat.Speed : Length(Threat.Velocity);
}
bool Walks(const FNavThreat& Threat)
{
	return Threat.bMoving && Threat.Strength > 0.0f && SpeedOf(Threat) > 0.0f;
}

// The point of the segment From..To that is nearest to Point, 0..1.
float NearestShare(const FVector& From, const FVector& To, const FVector& Point)
{
	const FVector Way = To - From;
	const float Square = LengthSquared(Way);
	return Square > 0.0f ? std::clamp(glm::dot(Point - From, Way) / Square, 0.0f, 1.0f) : 0.0f;
}

// In pieces, each by its own nearness to the threats: a long way is not all as bad as its worst place.
template <typename VisitorType>
void ForEachPiece(const FVector& From, const FVector& To, VisitorType&& Visit)
{
	const FVector Way = To - From;
	const int32_t Pieces = std::clamp(int32_t(Length(Way) / WalkPiece) + 1, 1, MostPieces);
	for (int32_t Piece = 0; Piece < Pieces; ++Piece)
	{
		Visit(From + Way * (float(Piece) / float(Pieces)), From + Way * (float(Piece + 1) / float(Pieces)));
	}
}
} // namespace

void FEscapeField::Begin(const FEscapeFieldInput& Input)
{
	Graph = Input.Graph;
	Threats.assign(Input.Threats.begin(), Input.Threats.end());
	Places.assign(Input.ThreatPlaces.begin(), Input.ThreatPlaces.end());
	Occupied.assign(Input.Occupancy.begin(), Input.Occupancy.end());
	GoalRadius = Input.GoalRadius;
	SettleRadius = std::min(Input.SafeRadius + EscapePrices::Settle, Input.GoalRadius);
	AgentSpeed = Input.AgentSpeed;
	BodyRadius = Input.BodyRadius;
	Slack = Input.Slack;
	const size_t Count = Graph->GetNodeCount();
	Occupied.resize(Count, 0);
	Distances.assign(Count, Never);
	ThreatTimes.assign(Count, Never);
	NearestThreats.assign(Count, None);
	Costs.assign(Count, Never);
	Bases.assign(Count, Never);
	Leads.assign(Count, Never);
	Clearances.assign(Count, Never);
	Nexts.assign(Count, None);
	Refuges.assign(Count, None);
	Heap.clear();
	GroupThreats();
	Cursor = 0;
	Stage = EStage::Distances;
}

void FEscapeField::GroupThreats()
{
	GroupSpeeds.clear();
	for (size_t At = 0; At < Threats.size(); ++At)
	{
		const float Speed = SpeedOf(Threats[At]);
		if (!Walks(Threats[At]) || At >= Places.size() || !Places[At].IsValid() ||
		    std::find(GroupSpeeds.begin(), GroupSpeeds.end(), Speed) != GroupSpeeds.end())
		{
			continue;
		}
		GroupSpeeds.push_back(Speed);
		std::sort(GroupSpeeds.begin(), GroupSpeeds.end());
		if (GroupSpeeds.size() > MostGroups) // the two that are nearest to each other become one, at the higher speed
		{
			size_t Least = 0;
			for (size_t Each = 0; Each + 1 < GroupSpeeds.size(); ++Each)
			{
				const float Gap = GroupSpeeds[Each + 1] - GroupSpeeds[Each];
				Least = Gap < GroupSpeeds[Least + 1] - GroupSpeeds[Least] ? Each : Least;
			}
			GroupSpeeds.erase(GroupSpeeds.begin() + int64_t(Least));
		}
	}
}

bool FEscapeField::Advance(int32_t NodeBudget)
{
	int64_t Budget = NodeBudget > 0 ? int64_t(NodeBudget) : UnlimitedBudget;
	while (Stage != EStage::Done && Budget > 0)
	{
		switch (Stage)
		{
		case EStage::Distances:
			StepDistances(Budget);
			break;
		case EStage::Arrival:
			StepArrival(Budget);
			break;
		case EStage::Seeds:
			StepSeeds(Budget);
			break;
		case EStage::Escape:
			StepEscape(Budget);
			break;
		case EStage::Done:
			break;
		}
	}
	return Stage == EStage::Done;
}

void FEscapeField::StepDistances(int64_t& Budget)
{
	for (; Cursor < Threats.size() && Budget > 0; ++Cursor)
	{
		const FNavThreat& Threat = Threats[Cursor];
		if (!(Threat.Strength > 0.0f))
		{
			continue;
		}
		int64_t Visits = 0;
		Graph->VisitNear(Threat.Position, GoalRadius * Threat.Strength,
		    [&](uint32_t Node)
		    {
			    ++Visits;
			    const FVector& Position = Graph->GetNodes()[Node].Position;
			    const float Distance = Length(Position - Threat.Position);
			    if (Distance < GoalRadius * Threat.Strength)
			    {
				    Distances[Node] = std::min(Distances[Node], Distance / Threat.Strength);
				    const FNavThreat* Known = NearestThreats[Node] != None ? &Threats[NearestThreats[Node]] : nullptr;
				    if (!Known || Distance - Threat.Radius < Length(Position - Known->Position) - Known->Radius)
				    {
					    NearestThreats[Node] = Cursor;
				    }
			    }
		    });
		Budget -= 1 + Visits / VisitsPerNode;
	}
	if (Cursor == Threats.size())
	{
		Cursor = 0;
		Stage = GroupSpeeds.empty() ? EStage::Seeds : EStage::Arrival;
		SeedArrival();
	}
}

// The threats whose speed is that of the group, or has been merged into it.
void FEscapeField::SeedArrival()
{
	if (Cursor >= GroupSpeeds.size())
	{
		return;
	}
	GroupTimes.assign(Graph->GetNodeCount(), Never);
	const float Speed = GroupSpeeds[Cursor];
	const float Slower = Cursor > 0 ? GroupSpeeds[Cursor - 1] : 0.0f;
	for (size_t At = 0; At < Threats.size() && At < Places.size(); ++At)
	{
		const float Own = SpeedOf(Threats[At]);
		if (!Walks(Threats[At]) || Own > Speed || Own <= Slower)
		{
			continue;
		}
		for (const uint32_t Node : Graph->GetNodesOf(Places[At].Poly))
		{
			const float Way = Length(Graph->GetNodes()[Node].Position - Places[At].Position) - Threats[At].Radius;
			const float Time = std::max(0.0f, Way - BodyRadius) / Speed;
			if (Time < GroupTimes[Node])
			{
				GroupTimes[Node] = Time;
				Push(Time, Node);
			}
		}
	}
}

void FEscapeField::StepArrival(int64_t& Budget)
{
	const float PerMeter = 1.0f / GroupSpeeds[Cursor];
	while (!Heap.empty() && Budget > 0)
	{
		const FHeapItem Item = Pop();
		if (Item.Key > GroupTimes[Item.Node])
		{
			continue;
		}
		--Budget;
		for (const FEscapeEdge& Edge : Graph->GetWaysOut(Item.Node))
		{
			const float Time = Item.Key + Edge.Length * PerMeter;
			if (Time < GroupTimes[Edge.To] && Time < ThreatHorizon)
			{
				GroupTimes[Edge.To] = Time;
				Push(Time, Edge.To);
			}
		}
	}
	if (Heap.empty())
	{
		FinishArrival();
	}
}

void FEscapeField::FinishArrival()
{
	for (size_t Node = 0; Node < ThreatTimes.size(); ++Node)
	{
		ThreatTimes[Node] = std::min(ThreatTimes[Node], GroupTimes[Node]);
	}
	if (++Cursor < GroupSpeeds.size())
	{
		SeedArrival();
		return;
	}
	Cursor = 0;
	Stage = EStage::Seeds;
}

float FEscapeField::GetStayCost(uint32_t Node) const
{
	const FEscapeNode& Own = Graph->GetNodes()[Node];
	if (Occupied[Node] >= std::max(Own.Capacity, 1)) // a way node holds one, for want of better
	{
		return Never;
	}
	float Cost = Own.Capacity > 0 ? 0.0f : EscapePrices::WayNode;
	if (Distances[Node] < GoalRadius)
	{
		Cost += EscapePrices::MissingMargin * (GoalRadius - std::max(Distances[Node], SettleRadius));
	}
	if (!IsSafe(Node))
	{
		Cost += EscapePrices::NotSafe + EscapePrices::MissingSafety * (SettleRadius - Distances[Node]);
	}
	if (ThreatTimes[Node] < EscapePrices::LongTime)
	{
		Cost += EscapePrices::ShortTime * (EscapePrices::LongTime - ThreatTimes[Node]);
	}
	return Cost;
}

void FEscapeField::StepSeeds(int64_t& Budget)
{
	const uint32_t Count = Graph->GetNodeCount();
	for (uint32_t Node = 0; Node < Count; ++Node)
	{
		Bases[Node] = GetStayCost(Node);
		if (Bases[Node] < Never)
		{
			Leads[Node] = ThreatTimes[Node];
			Costs[Node] = Bases[Node] + EscapePrices::GetLateness(Leads[Node], Slack);
			Nexts[Node] = Node;
			Refuges[Node] = Node;
		}
	}
	// Only those from which a neighbour may get a better way are worth starting from.
	for (uint32_t Node = 0; Node < Count; ++Node)
	{
		const std::span<const FEscapeEdge> Ways = Graph->GetWaysIn(Node);
		if (Costs[Node] < Never &&
		    std::any_of(Ways.begin(), Ways.end(),
		        [&](const FEscapeEdge& Way) { return Costs[Way.To] > Costs[Node] + Way.Length; }))
		{
			Push(Costs[Node], Node);
		}
	}
	Budget -= 1 + Count / VisitsPerNode;
	Stage = EStage::Escape;
}

void FEscapeField::StepEscape(int64_t& Budget)
{
	while (!Heap.empty() && Budget > 0)
	{
		const FHeapItem Item = Pop();
		if (Item.Key > Costs[Item.Node])
		{
			continue;
		}
		--Budget;
		for (const FEscapeEdge& Way : Graph->GetWaysIn(Item.Node))
		{
			if (Costs[Way.To] > Item.Key + Way.Length)
			{
				Relax(Way.To, Way.Length, Item.Node);
			}
		}
	}
	if (Heap.empty())
	{
		Stage = EStage::Done;
	}
}

// Leads only shrink and bases only grow on the way back from a refuge, so that the sum of base and lateness does, too.
void FEscapeField::Relax(uint32_t From, float EdgeLength, uint32_t To)
{
	const std::span<const FEscapeNode> Nodes = Graph->GetNodes();
	FWalk Walk = GetWay(NearestThreats[From], NearestThreats[To], Nodes[From].Position, Nodes[To].Position);
	Walk.Cost = std::max(Walk.Cost, EdgeLength); // a link may be longer than it looks
	const float Base = Bases[To] + Walk.Cost;
	const float Lead = std::min(ThreatTimes[From], Leads[To] - EdgeLength / AgentSpeed);
	const float Cost = Base + EscapePrices::GetLateness(Lead, Slack);
	if (Cost < Costs[From])
	{
		Costs[From] = Cost;
		Bases[From] = Base;
		Leads[From] = Lead;
		Clearances[From] = std::min(Clearances[To], Walk.Clearance);
		Nexts[From] = To;
		Refuges[From] = Refuges[To];
		Push(Cost, From);
	}
}

FEscapeField::FWalk FEscapeField::GetWalk(const FVector& From, uint32_t Node) const
{
	const FVector& To = Graph->GetNodes()[Node].Position;
	const uint32_t Nearest = NearestThreats[Node];
	if (Threats.size() > FewThreats)
	{
		return GetWay(Nearest, Nearest, From, To);
	}
	FWalk Whole;
	ForEachPiece(From, To,
	    [&](const FVector& Begin, const FVector& End)
	    {
		    float Cost = Length(End - Begin);
		    for (uint32_t Threat = 0; Threat < Threats.size(); ++Threat)
		    {
			    const FWalk Walk = GetPiece(Threat, Threat, Begin, End);
			    Cost = std::max(Cost, Walk.Cost);
			    Whole.Clearance = std::min(Whole.Clearance, Walk.Clearance);
		    }
		    Whole.Cost += Cost;
	    });
	return Whole;
}

FEscapeField::FWalk FEscapeField::GetWay(
    uint32_t ThreatA, uint32_t ThreatB, const FVector& From, const FVector& To) const
{
	FWalk Whole;
	if (ThreatA == None && ThreatB == None)
	{
		Whole.Cost = Length(To - From);
		return Whole;
	}
	ForEachPiece(From, To,
	    [&](const FVector& Begin, const FVector& End)
	    {
		    const FWalk Walk = GetPiece(ThreatA, ThreatB, Begin, End);
		    Whole.Cost += Walk.Cost;
		    Whole.Clearance = std::min(Whole.Clearance, Walk.Clearance);
	    });
	return Whole;
}

float FEscapeField::GetClearance(const FVector& From, const FVector& To) const
{
	float Least = Never;
	for (const FNavThreat& Threat : Threats)
	{
		const FVector Point = From + (To - From) * NearestShare(From, To, Threat.Position);
		Least = std::min(Least, Length(Point - Threat.Position) - Threat.Radius - BodyRadius);
	}
	return Least;
}

FEscapeField::FWalk FEscapeField::GetPiece(
    uint32_t ThreatA, uint32_t ThreatB, const FVector& From, const FVector& To) const
{
	FWalk Walk;
	float Nearest = Never;
	for (const uint32_t Index : {ThreatA, ThreatB == ThreatA ? None : ThreatB})
	{
		if (Index == None || !(Threats[Index].Strength > 0.0f))
		{
			continue;
		}
		const FNavThreat& Threat = Threats[Index];
		const float Share = NearestShare(From, To, Threat.Position);
		const float Reach = Threat.Radius + BodyRadius;
		const float Clearance = Length(From + (To - From) * Share - Threat.Position) - Reach;
		Nearest = std::min(Nearest, Clearance);
		if (Share > 0.0f) // else it leads away, from wherever one already is
		{
			Walk.Clearance = std::min(Walk.Clearance, Clearance);
		}
	}
	Walk.Cost = Length(To - From) * EscapePrices::GetFear(Nearest) + EscapePrices::GetTouch(Walk.Clearance);
	return Walk;
}

void FEscapeField::Push(float Key, uint32_t Node)
{
	Heap.push_back({Key, Node});
	std::push_heap(Heap.begin(), Heap.end(),
	    [](const FHeapItem& A, const FHeapItem& B) { return A.Key != B.Key ? A.Key > B.Key : A.Node > B.Node; });
}

FEscapeField::FHeapItem FEscapeField::Pop()
{
	std::pop_heap(Heap.begin(), Heap.end(),
	    [](const FHeapItem& A, const FHeapItem& B) { return A.Key != B.Key ? A.Key > B.Key : A.Node > B.Node; });
	const FHeapItem Item = Heap.back();
	Heap.pop_back();
	return Item;
}
} // namespace Flockwork
