// How agents move among each other.
#include "CrowdYard.h"
#include "FlockworkCore/Random.h"

namespace Flockwork
{
TEST_CASE("FCrowd: two who meet head on pass each other without touching and without standing still")
{
	FYard Yard;
	Yard.Floor(0, 0, 30, 12).Build();
	FTestCrowd Test(Yard);
	const FAgentId Anna = Test.Add({3.0f, 0.0f, 6.0f});
	const FAgentId Bert = Test.Add({27.0f, 0.0f, 6.0f});
	Test.Crowd.SetGoal(Anna, {27.0f, 0.0f, 6.0f});
	Test.Crowd.SetGoal(Bert, {3.0f, 0.0f, 6.0f});
	float Deepest = 0.0f;
	float Slowest = 10.0f;
	for (int32_t Step = 0; Step < 16 * 60; ++Step)
	{
		Test.Step();
		Deepest = std::max(Deepest, Test.DeepestOverlap());
		if (Test.Time > 1.0f)
		{
			Slowest = std::min(Slowest, Length(Test.VelocityOf(Anna)));
		}
	}
	CHECK(Deepest <= 0.0f);
	CHECK(Slowest > 0.7f);
	// 24 m at 1.4 m/s take 17.1 s: both are where somebody alone would be, but for a second.
	CHECK(Test.PositionOf(Anna).x > 3.0f + 1.4f * 15.0f);
	CHECK(Test.PositionOf(Bert).x < 27.0f - 1.4f * 15.0f);
}

TEST_CASE("FCrowd: sixteen who change places across a circle all get there")
{
	FYard Yard;
	Yard.Floor(0, 0, 30, 30).Build();
	FTestCrowd Test(Yard);
	for (int32_t Index = 0; Index < 16; ++Index)
	{
		const float Angle = 2.0f * Pi * float(Index) / 16.0f;
		const FVector Offset{8.0f * std::cos(Angle), 0.0f, 8.0f * std::sin(Angle)};
		Test.Crowd.SetGoal(Test.Add(FVector{15.0f, 0.0f, 15.0f} + Offset), FVector{15.0f, 0.0f, 15.0f} - Offset);
	}
	float Deepest = 0.0f;
	while (Test.Time < 40.0f && Test.CountEvents(ECrowdEvent::Arrived) < 16)
	{
		Test.Step();
		Deepest = std::max(Deepest, Test.DeepestOverlap());
	}
	CHECK(Test.CountEvents(ECrowdEvent::Arrived) == 16);
	CHECK(Test.Time < 25.0f); // 16 m take 11.4 s alone
	CHECK(Deepest < 0.05f);
}

TEST_CASE("FCrowd: 200 in one spot no longer overlap after three seconds and have settled after five")
{
	FYard Yard;
	Yard.Floor(0, 0, 40, 40).Build();
	FTestCrowd Test(Yard);
	for (int32_t Index = 0; Index < 200; ++Index)
	{
		Test.Add({20.0f, 0.0f, 20.0f});
	}
	Test.Run(3.0f);
	CHECK(Test.DeepestOverlap() <= 0.05f);
	CHECK(Test.AllOnMesh());
	Test.Run(2.0f);
	const auto Now = Test.Crowd.GetPositions();
	const std::vector<FVector> Settled(Now.begin(), Now.end());
	Test.Run(2.0f);
	float Moved = 0.0f;
	for (size_t Agent = 0; Agent < Settled.size(); ++Agent)
	{
		Moved = std::max(Moved, Length(Test.Crowd.GetPositions()[Agent] - Settled[Agent]));
	}
	CHECK(Moved < 0.02f);
}

TEST_CASE("FCrowd: a hundred with one goal all arrive round it, settle and do not jitter")
{
	FYard Yard;
	Yard.Floor(0, 0, 40, 40).Build();
	FTestCrowd Test(Yard);
	FRandomStream Random(7);
	for (int32_t Index = 0; Index < 100; ++Index)
	{
		Test.Crowd.SetGoal(Test.Add(Random.InBox({3, 0, 3}, {37, 0, 37})), {20.0f, 0.0f, 20.0f});
	}
	Test.Run(27.0f); // the farthest has 24 m: 17.1 s, and five to settle, and five more for the throng
	CHECK(Test.CountEvents(ECrowdEvent::Arrived) == 100);
	CHECK(Test.CountEvents(ECrowdEvent::Unreachable) == 0);
	CHECK(Test.DeepestOverlap() <= 0.05f);
	const auto Now = Test.Crowd.GetPositions();
	const std::vector<FVector> Settled(Now.begin(), Now.end());
	float Farthest = 0.0f;
	float Trembling = 0.0f;
	for (int32_t Step = 0; Step < 300; ++Step)
	{
		Test.Step();
		for (size_t Agent = 0; Agent < Settled.size(); ++Agent)
		{
			const FVector& Here = Test.Crowd.GetPositions()[Agent];
			Trembling = std::max(Trembling, Length(Here - Settled[Agent]));
			Farthest = std::max(Farthest, Length(Here - FVector{20.0f, 0.0f, 20.0f}));
		}
	}
	CHECK(Trembling < 0.02f);
	CHECK(Farthest < 6.0f); // a hundred discs of 0.3 m fill a circle of 3.3 m
}

TEST_CASE("FCrowd: an arrived agent that is pushed aside comes back")
{
	FYard Yard;
	Yard.Floor(0, 0, 20, 20).Build();
	FTestCrowd Test(Yard);
	const FAgentId Anna = Test.Add({9.0f, 0.0f, 10.0f});
	Test.Crowd.SetGoal(Anna, {10.0f, 0.0f, 10.0f});
	Test.Run(3.0f);
	REQUIRE(Test.GoalStateOf(Anna) == EGoalState::Arrived);
	std::vector<FVector> Positions{{10.0f, 0.0f, 12.0f}}; // a body, shoved
	std::vector<FVector> Velocities{{0.0f, 0.0f, 0.0f}};
	for (int32_t Step = 0; Step < 240; ++Step)
	{
		Test.Crowd.Step({Positions, Velocities, 1.0f / 60.0f});
		Velocities[0] += Test.Crowd.GetAccelerations()[0] / 60.0f;
		Positions[0] += Velocities[0] / 60.0f;
	}
	CHECK(Length(Positions[0] - FVector{10.0f, 0.0f, 10.0f}) < 0.7f);
	CHECK(Test.GoalStateOf(Anna) == EGoalState::Arrived);
	CHECK(Test.CountEvents(ECrowdEvent::Arrived) == 1);
}

TEST_CASE("FCrowd: whoever stands in the way steps aside")
{
	FYard Yard;
	Yard.Floor(0, 0, 30, 3).Build();
	FTestCrowd Test(Yard);
	const FAgentId Idle = Test.Add({15.0f, 0.0f, 1.5f});
	const FAgentId Walker = Test.Add({3.0f, 0.0f, 1.5f});
	Test.Crowd.SetGoal(Walker, {28.0f, 0.0f, 1.5f});
	Test.Run(20.0f);
	CHECK(Test.GoalStateOf(Walker) == EGoalState::Arrived);
	CHECK(Test.CountEvents(ECrowdEvent::Arrived) == 1);
	CHECK(Test.StateOf(Idle) == EAgentState::Idle);
}

TEST_CASE("FCrowd: nobody leaves the mesh by own steering, in any throng")
{
	// Rooms with a narrow door between them, and an edge all round.
	FYard Yard;
	Yard.Floor(0, 0, 12, 12).Floor(12, 5, 14, 7).Floor(14, 0, 26, 12).Build();
	FCrowdSettings Settings;
	Settings.WalkSpeed = GENERATE(1.4f, 10.0f);
	FTestCrowd Test(Yard, Settings);
	FRandomStream Random(11);
	for (int32_t Index = 0; Index < 60; ++Index)
	{
		const bool bLeft = Index % 2 == 0;
		const FVector Left = Random.InBox({1, 0, 1}, {11, 0, 11});
		const FVector Right = Random.InBox({15, 0, 1}, {25, 0, 11});
		Test.Crowd.SetGoal(Test.Add(bLeft ? Left : Right), bLeft ? Right : Left);
	}
	bool bOnMesh = true;
	for (int32_t Step = 0; Step < 30 * 60; ++Step)
	{
		Test.Step();
		bOnMesh = bOnMesh && (Step % 10 != 0 || Test.AllOnMesh());
	}
	CHECK(bOnMesh);
	CHECK(Test.CountEvents(ECrowdEvent::OffMesh) == 0);
}

TEST_CASE("FCrowd: nobody's body is driven over an edge, at any speed")
{
	FYard Yard;
	Yard.Floor(0, 0, 12, 12).Floor(12, 5, 14, 7).Floor(14, 0, 26, 12).Build();
	FCrowdSettings Settings;
	Settings.WalkSpeed = GENERATE(1.4f, 10.0f);
	FTestCrowd Test(Yard, Settings);
	FRandomStream Random(11);
	std::vector<FVector> Positions;
	for (int32_t Index = 0; Index < 40; ++Index)
	{
		const FVector Left = Random.InBox({1, 0, 1}, {11, 0, 11});
		const FVector Right = Random.InBox({15, 0, 1}, {25, 0, 11});
		Positions.push_back(Index % 2 == 0 ? Left : Right);
		Test.Crowd.SetGoal(Test.Add(Positions.back()), Index % 2 == 0 ? Right : Left);
	}
	std::vector<FVector> Velocities(Positions.size(), FVector{0.0f, 0.0f, 0.0f});
	float Farthest = 0.0f;
	for (int32_t Step = 0; Step < 20 * 60; ++Step)
	{
		Test.Crowd.Step({Positions, Velocities, 1.0f / 60.0f});
		for (size_t Agent = 0; Agent < Positions.size(); ++Agent)
		{
			Velocities[Agent] += Test.Crowd.GetAccelerations()[Agent] / 60.0f;
			Positions[Agent] += Velocities[Agent] / 60.0f;
			const FVector Ground = Test.Crowd.GetCorridor(int32_t(Agent)).GetPosition();
			Farthest = std::max(Farthest, Length(Horizontal(Positions[Agent] - Ground)));
		}
	}
	CHECK(Farthest < 0.4f); // the mesh ends 0.4 m before the edge
}

TEST_CASE("FCrowd: agents shoved off the mesh tell it, go back and on to their goal")
{
	FYard Yard;
	Yard.Floor(0, 0, 30, 10).Build();
	FTestCrowd Test(Yard);
	const FAgentId Anna = Test.Add({3.0f, 0.0f, 5.0f});
	Test.Crowd.SetGoal(Anna, {27.0f, 0.0f, 5.0f});
	std::vector<FVector> Positions{{3.0f, 0.0f, 5.0f}};
	std::vector<FVector> Velocities{{0.0f, 0.0f, 0.0f}};
	std::vector<FCrowdEvent> Events;
	const auto Run = [&](int32_t Steps)
	{
		for (int32_t Step = 0; Step < Steps; ++Step)
		{
			Test.Crowd.Step({Positions, Velocities, 1.0f / 60.0f});
			Events.insert(Events.end(), Test.Crowd.GetEvents().begin(), Test.Crowd.GetEvents().end());
			Velocities[0] += Test.Crowd.GetAccelerations()[0] / 60.0f;
			Positions[0] += Velocities[0] / 60.0f;
		}
	};
	Run(120);
	CHECK(Events.empty());
	Positions[0].z = 11.5f;
	Run(10);
	REQUIRE(Events.size() == 1);
	CHECK(Events[0].Type == ECrowdEvent::OffMesh);
	CHECK(Test.StateOf(Anna) == EAgentState::OffMesh);
	Run(30);
	CHECK(Velocities[0].z < -0.5f);
	Run(25 * 60);
	REQUIRE(Events.size() == 3);
	CHECK(Events[1].Type == ECrowdEvent::BackOnMesh);
	CHECK(Events[2].Type == ECrowdEvent::Arrived);
}

TEST_CASE("FCrowd: born off the mesh, inside nothing and on an island, agents do what they can")
{
	FYard Yard;
	Yard.Floor(0, 0, 20, 20).Build();
	FTestCrowd Test(Yard);
	const FAgentId Beside = Test.Add({21.0f, 0.0f, 10.0f});
	const FAgentId Nowhere = Test.Add({500.0f, 0.0f, 500.0f});
	CHECK(Test.StateOf(Beside) == EAgentState::OffMesh);
	CHECK(Test.StateOf(Nowhere) == EAgentState::OffMesh);
	Test.Crowd.SetGoal(Beside, {5.0f, 0.0f, 10.0f});
	Test.Crowd.SetGoal(Nowhere, {5.0f, 0.0f, 10.0f});
	Test.Run(20.0f);
	CHECK(Test.GoalStateOf(Beside) == EGoalState::Arrived);
	CHECK(Test.StateOf(Nowhere) == EAgentState::OffMesh);
	CHECK(Test.CountEvents(ECrowdEvent::BackOnMesh) == 1);
}

TEST_CASE("FCrowd: without a mesh nobody moves and nothing breaks")
{
	FSerialScheduler Serial;
	FNavMesh Mesh;
	FCrowdSettings Settings;
	Settings.Backend = GENERATE(ECrowdBackend::Flockwork, ECrowdBackend::DetourCrowd);
	FCrowd Crowd(Mesh, Settings, Serial);
	FDiagnostics Diagnostics;
	const FAgentId Anna = Crowd.AddAgent({}, Diagnostics);
	CHECK(Crowd.SetGoal(Anna, {1.0f, 0.0f, 0.0f}));
	for (int32_t Step = 0; Step < 100; ++Step)
	{
		Crowd.Step({});
	}
	CHECK(Crowd.GetPositions()[0] == FVector{0.0f, 0.0f, 0.0f});
}

TEST_CASE("FCrowd: 30, 60 and 120 steps a second agree")
{
	FYard Yard;
	Yard.Floor(0, 0, 40, 4).Build();
	std::vector<float> Arrivals;
	std::vector<float> Middles;
	for (const float Rate : {30.0f, 60.0f, 120.0f})
	{
		FTestCrowd Test(Yard);
		for (int32_t Index = 0; Index < 10; ++Index)
		{
			const float Row = Index % 2 == 0 ? 1.4f : 2.6f;
			Test.Crowd.SetGoal(Test.Add({2.0f + 1.2f * float(Index), 0.0f, Row}), {38.0f, 0.0f, 2.0f});
		}
		Test.Run(10.0f, 1.0f / Rate);
		float Middle = 0.0f;
		for (const FVector& Position : Test.Crowd.GetPositions())
		{
			Middle += Position.x / 10.0f;
		}
		Middles.push_back(Middle);
		while (Test.Time < 60.0f && Test.CountEvents(ECrowdEvent::Arrived) < 10)
		{
			Test.Step(1.0f / Rate);
		}
		Arrivals.push_back(Test.Time);
	}
	CHECK(Middles[0] == Approx(Middles[1]).margin(0.2));
	CHECK(Middles[2] == Approx(Middles[1]).margin(0.2));
	CHECK(Arrivals[0] == Approx(Arrivals[1]).margin(1.0));
	CHECK(Arrivals[2] == Approx(Arrivals[1]).margin(1.0));
}

TEST_CASE("FCrowd: Detour's crowd behind the same face walks, arrives and tells of islands")
{
	FYard Yard;
	Yard.Floor(0, 0, 20, 10).Floor(30, 0, 40, 10).Build();
	FCrowdSettings Settings;
	Settings.Backend = ECrowdBackend::DetourCrowd;
	FTestCrowd Test(Yard, Settings);
	const FAgentId Anna = Test.Add({2.0f, 0.0f, 3.0f});
	const FAgentId Bert = Test.Add({2.0f, 0.0f, 6.0f});
	Test.Crowd.SetGoal(Anna, {15.0f, 0.0f, 3.0f});
	Test.Crowd.SetGoal(Bert, {35.0f, 0.0f, 6.0f});
	Test.Run(15.0f);
	CHECK(Test.GoalStateOf(Anna) == EGoalState::Arrived);
	CHECK(Length(Test.PositionOf(Anna) - FVector{15.0f, 0.0f, 3.0f}) < 0.3f);
	CHECK(Test.GoalStateOf(Bert) == EGoalState::Unreachable);
	CHECK(Test.CountEvents(ECrowdEvent::Arrived) == 1);
	CHECK(Test.CountEvents(ECrowdEvent::Unreachable) == 1);
	CHECK(Test.AllOnMesh());
	for (int32_t Index = 0; Index < 100; ++Index) // more than it was made for: made anew
	{
		Test.Add({3.0f + 0.15f * float(Index), 0.0f, 8.0f});
	}
	Test.Run(1.0f);
	CHECK(Test.Crowd.RemoveAgent(Bert));
	Test.Run(1.0f);
	CHECK(Test.AllOnMesh());
}
} // namespace Flockwork
