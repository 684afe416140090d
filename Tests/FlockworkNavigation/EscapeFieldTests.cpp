#include "FlockworkNavigation/EscapeField.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <rapidcheck.h>

namespace Flockwork
{
namespace
{
// Nodes at random in a square of 60 m, each joined to a few others; some ways lead one way only.
FEscapeGraphParts DrawGraph(bool bJoined = true)
{
	FEscapeGraphParts Parts;
	const int32_t Count = *rc::gen::inRange(2, 40);
	for (int32_t Node = 0; Node < Count; ++Node)
	{
		const float X = float(*rc::gen::inRange(0, 600)) * 0.1f;
		const float Z = float(*rc::gen::inRange(0, 600)) * 0.1f;
		Parts.Nodes.push_back({{X, 0.0f, Z}, FPolyRef(Node + 1), *rc::gen::inRange(0, 3)});
	}
	const int32_t Ways = bJoined ? *rc::gen::inRange(0, 4 * Count) : 0;
	for (int32_t Way = 0; Way < Ways; ++Way)
	{
		const uint32_t From = uint32_t(*rc::gen::inRange(0, Count));
		const uint32_t To = uint32_t(*rc::gen::inRange(0, Count));
		const float Distance = Length(Parts.Nodes[To].Position - Parts.Nodes[From].Position);
		Parts.Ways.push_back({From, To, Distance, false});
		if (*rc::gen::inRange(0, 4) > 0)
		{
			Parts.Ways.push_back({To, From, Distance, false});
		}
	}
	return Parts;
}

FEscapeField RunField(const FEscapeGraph& Graph, std::span<const FNavThreat> Threats,
    std::span<const FNavLocation> Places, int32_t Budget = 0)
{
	FEscapeFieldInput Input;
	Input.Graph = &Graph;
	Input.Threats = Threats;
	Input.ThreatPlaces = Places;
	FEscapeField Field;
	Field.Begin(Input);
	for (int32_t Rounds = 0; !Field.Advance(Budget); ++Rounds)
	{
		REQUIRE(Rounds < 100000);
	}
	return Field;
}

FNavThreat ThreatAt(const FVector& Position)
{
	FNavThreat Threat;
	Threat.Position = Position;
	return Threat;
}

// A line of nodes 2 m apart along X, each a polygon of its own.
FEscapeGraphParts MakeLine(int32_t Count)
{
	FEscapeGraphParts Parts;
	for (int32_t Node = 0; Node < Count; ++Node)
	{
		Parts.Nodes.push_back({{2.0f * float(Node), 0.0f, 0.0f}, FPolyRef(Node + 1), 4});
		if (Node > 0)
		{
			Parts.Ways.push_back({uint32_t(Node - 1), uint32_t(Node), 2.0f, false});
			Parts.Ways.push_back({uint32_t(Node), uint32_t(Node - 1), 2.0f, false});
		}
	}
	return Parts;
}
} // namespace

TEST_CASE("FEscapeField: moving threats' times are those of a brute-force search")
{
	CHECK(rc::check("times",
	    []
	    {
		    const FEscapeGraphParts Parts = DrawGraph();
		    FEscapeGraph Graph;
		    Graph.Build(Parts);
		    std::vector<FNavThreat> Threats;
		    std::vector<FNavLocation> Places;
		    std::vector<float> Expected(Parts.Nodes.size(), FEscapeField::Never);
		    for (int32_t Each = 0; Each < 3; ++Each) // speeds of few kinds, that no group is merged
		    {
			    const uint32_t At = uint32_t(*rc::gen::inRange(0, int32_t(Parts.Nodes.size())));
			    FNavThreat& Threat = Threats.emplace_back(ThreatAt(Parts.Nodes[At].Position));
			    Threat.bMoving = true;
			    Threat.Speed = 20.0f + 5.0f * float(Each);
			    Places.push_back({Threat.Position, Parts.Nodes[At].Poly});
			    // Bellman and Ford, without any order.
			    std::vector<float> Way(Parts.Nodes.size(), FEscapeField::Never);
			    Way[At] = 0.0f;
			    for (size_t Round = 0; Round < Parts.Nodes.size(); ++Round)
			    {
				    for (const FEscapeGraphParts::FWay& Edge : Parts.Ways)
				    {
					    Way[Edge.To] = std::min(Way[Edge.To], Way[Edge.From] + Edge.Length);
				    }
			    }
			    for (size_t Node = 0; Node < Way.size(); ++Node)
			    {
				    const float Time = Way[Node] / Threat.Speed;
				    Expected[Node] = std::min(Expected[Node], Time < 12.0f ? Time : FEscapeField::Never);
			    }
		    }
		    const FEscapeField Field = RunField(Graph, Threats, Places);
		    for (size_t Node = 0; Node < Expected.size(); ++Node)
		    {
			    RC_ASSERT(std::abs(Field.GetThreatTimes()[Node] - Expected[Node]) <= 1e-3f);
		    }
	    }));
}

TEST_CASE("FEscapeField: costs are those of a brute-force search, and the ways add up to them")
{
	CHECK(rc::check("costs",
	    []
	    {
		    const FEscapeGraphParts Parts = DrawGraph();
		    FEscapeGraph Graph;
		    Graph.Build(Parts);
		    std::vector<FNavThreat> Threats;
		    for (int32_t Each = *rc::gen::inRange(1, 4); Each > 0; --Each)
		    {
			    const float X = float(*rc::gen::inRange(0, 600)) * 0.1f;
			    Threats.push_back(ThreatAt({X, 0.0f, float(*rc::gen::inRange(0, 600)) * 0.1f}));
		    }
		    const FEscapeField Field = RunField(Graph, Threats, {});
		    // What it is worth to stay: the same nodes without any way.
		    FEscapeGraph Apart;
		    Apart.Build({Parts.Nodes, {}});
		    const FEscapeField Stay = RunField(Apart, Threats, {});
		    std::vector<float> Expected(Stay.GetCosts().begin(), Stay.GetCosts().end());
		    // The price of an edge, from a graph of that edge alone.
		    const auto Price = [&](const FEscapeGraphParts::FWay& Edge)
		    {
			    FEscapeGraph Two;
			    FEscapeGraphParts Pair;
			    Pair.Nodes = {Parts.Nodes[Edge.From], Parts.Nodes[Edge.To]};
			    Pair.Nodes[0].Capacity = 1;
			    Two.Build(Pair);
			    const FEscapeField Own = RunField(Two, Threats, {});
			    const bool bFar = Own.GetDistances()[0] >= 28.75f && Own.GetDistances()[1] >= 28.75f;
			    return bFar ? Edge.Length : Own.GetWalk(Pair.Nodes[0].Position, 1).Cost; // no threat counts there
		    };
		    std::vector<float> Prices;
		    for (const FEscapeGraphParts::FWay& Edge : Parts.Ways)
		    {
			    Prices.push_back(Price(Edge));
		    }
		    for (size_t Round = 0; Round < Parts.Nodes.size(); ++Round)
		    {
			    for (size_t Edge = 0; Edge < Parts.Ways.size(); ++Edge)
			    {
				    float& From = Expected[Parts.Ways[Edge].From];
				    From = std::min(From, Prices[Edge] + Expected[Parts.Ways[Edge].To]);
			    }
		    }
		    for (uint32_t Node = 0; Node < Expected.size(); ++Node)
		    {
			    // Of several threats the field reckons with those nearest to an edge's ends.
			    if (Threats.size() == 1)
			    {
				    RC_ASSERT(std::abs(Field.GetCosts()[Node] - Expected[Node]) <= 1e-3f + 1e-4f * Expected[Node]);
			    }
			    uint32_t At = Node;
			    for (size_t Steps = 0; Field.GetNexts()[At] != At; ++Steps)
			    {
				    RC_ASSERT(Steps <= Expected.size());
				    RC_ASSERT(Field.GetCosts()[Field.GetNexts()[At]] <= Field.GetCosts()[At]);
				    At = Field.GetNexts()[At];
			    }
			    RC_ASSERT(At == Field.GetRefuges()[Node]);
		    }
	    }));
}

TEST_CASE("FEscapeField: slices of any size, and a save between them, give the same bits")
{
	CHECK(rc::check("slices",
	    []
	    {
		    const FEscapeGraphParts Parts = DrawGraph();
		    FEscapeGraph Graph;
		    Graph.Build(Parts);
		    FNavThreat Threat = ThreatAt({30.0f, 0.0f, 30.0f});
		    Threat.bMoving = true;
		    Threat.Speed = 6.0f;
		    const FNavLocation Place{Threat.Position, 1};
		    const FEscapeField Whole = RunField(Graph, {&Threat, 1}, {&Place, 1});
		    FEscapeFieldInput Input;
		    Input.Graph = &Graph;
		    Input.Threats = {&Threat, 1};
		    Input.ThreatPlaces = {&Place, 1};
		    FEscapeField Sliced;
		    Sliced.Begin(Input);
		    const int32_t Budget = *rc::gen::inRange(1, 9);
		    while (!Sliced.Advance(Budget))
		    {
			    FByteWriter Writer;
			    Sliced.Save(Writer);
			    FEscapeField Copy;
			    FByteReader Reader(Writer.GetBytes());
			    RC_ASSERT(Copy.Restore(Reader, Graph));
			    Sliced = std::move(Copy);
		    }
		    RC_ASSERT(std::ranges::equal(Whole.GetCosts(), Sliced.GetCosts()));
		    RC_ASSERT(std::ranges::equal(Whole.GetNexts(), Sliced.GetNexts()));
		    RC_ASSERT(std::ranges::equal(Whole.GetLeads(), Sliced.GetLeads()));
	    }));
}

TEST_CASE("FEscapeField: in a corridor with a dead end one leaves by the open end while the way is clear")
{
	FEscapeGraph Graph;
	Graph.Build(MakeLine(40)); // 0 is the dead end, 78 m long
	const FNavThreat Threat = ThreatAt({30.0f, 0.0f, 0.0f});
	const FEscapeField Field = RunField(Graph, {&Threat, 1}, {});
	// Behind the threat seen from the open end there is no way but through it: the least bad place is the dead end.
	CHECK(Field.GetRefuges()[10] == 0);
	CHECK(Field.GetNexts()[10] == 9);
	CHECK(Field.IsSafe(Field.GetRefuges()[10])); // 30 m away
	CHECK(Field.GetNexts()[20] == 21);
	CHECK(Field.IsSafe(Field.GetRefuges()[20]));
	CHECK(Graph.GetNodes()[Field.GetRefuges()[20]].Position.x >= 30.0f + 25.0f);
}

TEST_CASE("FEscapeField: a short dead end is no refuge, and its end is the least bad place")
{
	FEscapeGraph Graph;
	Graph.Build(MakeLine(40));
	const FNavThreat Threat = ThreatAt({12.0f, 0.0f, 0.0f});
	const FEscapeField Field = RunField(Graph, {&Threat, 1}, {});
	CHECK(Field.GetRefuges()[3] == 0);
	CHECK_FALSE(Field.IsSafe(0));
}

TEST_CASE("FEscapeField: round a ring everybody takes the side on which a pursuer is not first")
{
	FEscapeGraphParts Parts;
	const int32_t Count = 60; // 120 m round
	for (int32_t Node = 0; Node < Count; ++Node)
	{
		const float Angle = 2.0f * Pi * float(Node) / float(Count);
		const float Radius = 2.0f * float(Count) / (2.0f * Pi);
		Parts.Nodes.push_back({{Radius * std::cos(Angle), 0.0f, Radius * std::sin(Angle)}, FPolyRef(Node + 1), 4});
	}
	for (int32_t Node = 0; Node < Count; ++Node)
	{
		const uint32_t Other = uint32_t((Node + 1) % Count);
		const float Distance = Length(Parts.Nodes[Other].Position - Parts.Nodes[size_t(Node)].Position);
		Parts.Ways.push_back({uint32_t(Node), Other, Distance, false});
		Parts.Ways.push_back({Other, uint32_t(Node), Distance, false});
	}
	FEscapeGraph Graph;
	Graph.Build(Parts);
	FNavThreat Threat = ThreatAt(Parts.Nodes[0].Position);
	Threat.bMoving = true;
	Threat.Speed = 6.0f;
	const FNavLocation Place{Threat.Position, 1};
	const FEscapeField Field = RunField(Graph, {&Threat, 1}, {&Place, 1});
	for (uint32_t Node = 2; Node < 12; ++Node)
	{
		CHECK(Field.GetNexts()[Node] == Node + 1);
		CHECK(Field.GetNexts()[60 - Node] == 60 - Node - 1);
		CHECK(Field.GetLeads()[Node] >= 0.0f);
	}
}

TEST_CASE("FEscapeField: with the threat at one of two exits everybody takes the other")
{
	FEscapeGraph Graph;
	Graph.Build(MakeLine(61)); // exits at 0 and 120 m
	const FNavThreat Threat = ThreatAt({20.0f, 0.0f, 0.0f});
	const FEscapeField Field = RunField(Graph, {&Threat, 1}, {});
	for (uint32_t Node = 11; Node < 24; ++Node)
	{
		CHECK(Field.GetNexts()[Node] == Node + 1);
		CHECK(Field.IsSafe(Field.GetRefuges()[Node]));
	}
}

TEST_CASE("FEscapeField: a full refuge is passed by")
{
	FEscapeGraph Graph;
	Graph.Build(MakeLine(60));
	const FNavThreat Threat = ThreatAt({0.0f, 0.0f, 0.0f});
	FEscapeFieldInput Input;
	Input.Graph = &Graph;
	Input.Threats = {&Threat, 1};
	std::vector<int32_t> Occupied(60, 0);
	Occupied[15] = 4; // the first at 28.75 m or more
	Input.Occupancy = Occupied;
	FEscapeField Field;
	Field.Begin(Input);
	REQUIRE(Field.Advance(0));
	CHECK(Field.GetRefuges()[5] == 16);
	Occupied[15] = 3;
	Field.Begin(Input);
	REQUIRE(Field.Advance(0));
	CHECK(Field.GetRefuges()[5] == 15);
}

TEST_CASE("FEscapeField: a strong threat is fled from farther, and a weak one not at all")
{
	FEscapeGraph Graph;
	Graph.Build(MakeLine(60));
	FNavThreat Threat = ThreatAt({0.0f, 0.0f, 0.0f});
	Threat.Strength = 2.0f;
	CHECK(RunField(Graph, {&Threat, 1}, {}).GetRefuges()[5] == 29);
	Threat.Strength = 0.0f;
	CHECK(RunField(Graph, {&Threat, 1}, {}).GetRefuges()[5] == 5);
}

TEST_CASE("FEscapeField: bytes that were damaged are refused, and nothing changes")
{
	FEscapeGraph Graph;
	Graph.Build(MakeLine(12));
	const FNavThreat Threat = ThreatAt({0.0f, 0.0f, 0.0f});
	const FEscapeField Field = RunField(Graph, {&Threat, 1}, {});
	FByteWriter Writer;
	Field.Save(Writer);
	const std::vector<uint8_t> Bytes = Writer.GetBytes();
	FEscapeField Copy;
	for (size_t Size = 0; Size < Bytes.size(); Size += 7)
	{
		FByteReader Reader(std::span<const uint8_t>(Bytes).first(Size));
		CHECK_FALSE(Copy.Restore(Reader, Graph));
		CHECK(Copy.GetCosts().empty());
	}
	FEscapeGraph Smaller;
	Smaller.Build(MakeLine(11));
	FByteReader Reader(Bytes);
	CHECK_FALSE(Copy.Restore(Reader, Smaller));
}

TEST_CASE("FEscapeGraph: a hand-made graph keeps its nodes' polygons and leaves out ways that lead nowhere")
{
	FEscapeGraphParts Parts = MakeLine(3);
	Parts.Nodes[2].Poly = 1;
	Parts.Ways.push_back({0, 99, 1.0f, false});
	Parts.Ways.push_back({0, 1, 0.5f, false}); // shorter than the one that is there
	FEscapeGraph Graph;
	Graph.Build(Parts);
	REQUIRE(Graph.GetNodesOf(1).size() == 2);
	CHECK(Graph.GetNodesOf(1)[0] == 0);
	CHECK(Graph.GetNodesOf(1)[1] == 2);
	CHECK(Graph.GetNodesOf(7).empty());
	REQUIRE(Graph.GetWaysOut(0).size() == 1);
	CHECK(Graph.GetWaysOut(0)[0].Length == 0.5f);
	CHECK(Graph.GetWaysIn(1).size() == 2);
}
} // namespace Flockwork
