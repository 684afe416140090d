#include "AllocationCounter.h"
#include "CrowdYard.h"
#include "FlockworkCore/Random.h"

#include <limits>

namespace Flockwork
{
namespace
{
constexpr float NaN = std::numeric_limits<float>::quiet_NaN();
}

TEST_CASE("FCrowdSettings: the table is well defined and its defaults are valid")
{
	FDiagnostics Diagnostics;
	const FCrowdSettings Settings;
	CHECK(FCrowdSettings::Table().CheckDefinition(Diagnostics));
	CHECK(FCrowdSettings::Table().Validate(&Settings, Diagnostics));
	INFO(Diagnostics.ToString());
	CHECK(Diagnostics.GetAll().empty());
}

TEST_CASE("FCrowd: a definition that is not finite or out of range is refused with its field")
{
	FYard Yard;
	Yard.Floor(0, 0, 10, 10).Build();
	FCrowd Crowd(Yard.Mesh, {}, Yard.Serial);
	const auto Refused = [&](auto&& Change)
	{
		FAgentDef Def;
		Change(Def);
		FDiagnostics Diagnostics;
		CHECK_FALSE(Crowd.AddAgent(Def, Diagnostics).IsValid());
		REQUIRE(Diagnostics.GetAll().size() == 1);
		return Diagnostics.GetAll()[0].Field;
	};
	CHECK(Refused([](FAgentDef& Def) { Def.Position.x = NaN; }) == "agent.position");
	CHECK(Refused([](FAgentDef& Def) { Def.Velocity.z = NaN; }) == "agent.velocity");
	CHECK(Refused([](FAgentDef& Def) { Def.Radius = -1.0f; }) == "agent.radius");
	CHECK(Refused([](FAgentDef& Def) { Def.Speed = NaN; }) == "agent.speed");
	CHECK(Refused([](FAgentDef& Def) { Def.Filter = 16; }) == "agent.filter");
	CHECK(Crowd.GetAgentCount() == 0);
}

TEST_CASE("FCrowd: an agent walks to its goal at its speed, tells its arrival once and stands still")
{
	FYard Yard;
	Yard.Floor(0, 0, 20, 4).Build();
	FTestCrowd Test(Yard);
	const FAgentId Anna = Test.Add({1.0f, 0.0f, 2.0f});
	CHECK(Test.StateOf(Anna) == EAgentState::Idle);
	CHECK(Test.Crowd.SetGoal(Anna, {15.0f, 0.0f, 2.0f}));
	Test.Run(5.0f);
	CHECK(Test.StateOf(Anna) == EAgentState::Moving);
	CHECK(Length(Test.VelocityOf(Anna)) == Approx(1.4f).epsilon(0.01));
	Test.Run(8.0f); // 14 m at 1.4 m/s, and slowing down
	CHECK(Test.GoalStateOf(Anna) == EGoalState::Arrived);
	CHECK(Test.CountEvents(ECrowdEvent::Arrived) == 1);
	CHECK(Length(Test.PositionOf(Anna) - FVector{15.0f, 0.0f, 2.0f}) < 0.25f);
	const FVector Place = Test.PositionOf(Anna);
	Test.Run(2.0f);
	CHECK(Test.PositionOf(Anna) == Place);
	CHECK(Test.CountEvents(ECrowdEvent::Arrived) == 1);
}

TEST_CASE("FCrowd: stopping ends at once what was ordered")
{
	FYard Yard;
	Yard.Floor(0, 0, 20, 4).Build();
	FTestCrowd Test(Yard);
	const FAgentId Anna = Test.Add({1.0f, 0.0f, 2.0f});
	Test.Crowd.SetGoal(Anna, {15.0f, 0.0f, 2.0f});
	Test.Run(2.0f);
	CHECK(Test.Crowd.Stop(Anna));
	Test.Run(1.0f);
	CHECK(Length(Test.VelocityOf(Anna)) == 0.0f);
	CHECK(Test.GoalStateOf(Anna) == EGoalState::None);
	CHECK(Test.Events.empty());
}

TEST_CASE("FCrowd: orders to a stale id or with bad values are refused")
{
	FYard Yard;
	Yard.Floor(0, 0, 20, 4).Build();
	FTestCrowd Test(Yard);
	const FAgentId Anna = Test.Add({1.0f, 0.0f, 2.0f});
	CHECK_FALSE(Test.Crowd.SetGoal(Anna, {NaN, 0.0f, 0.0f}));
	CHECK_FALSE(Test.Crowd.SetSpeed(Anna, -1.0f));
	CHECK_FALSE(Test.Crowd.SetSpeed(Anna, NaN));
	CHECK_FALSE(Test.Crowd.SetAgentFilter(Anna, 16));
	CHECK_FALSE(Test.Crowd.Teleport(Anna, {0.0f, NaN, 0.0f}));
	CHECK(Test.Crowd.RemoveAgent(Anna));
	CHECK_FALSE(Test.Crowd.RemoveAgent(Anna));
	CHECK_FALSE(Test.Crowd.SetGoal(Anna, {1.0f, 0.0f, 1.0f}));
	CHECK_FALSE(Test.Crowd.Stop(Anna));
	CHECK(Test.Crowd.FindIndex(Anna) == -1);
	const FAgentId Next = Test.Add({1.0f, 0.0f, 2.0f});
	CHECK(Next.Index == Anna.Index);
	CHECK_FALSE(Next == Anna);
}

TEST_CASE("FCrowd: goals on an island, far off the mesh or in nowhere are told unreachable once")
{
	FYard Yard;
	Yard.Floor(0, 0, 20, 10).Floor(30, 0, 40, 10).Build();
	FTestCrowd Test(Yard);
	const FAgentId Island = Test.Add({2.0f, 0.0f, 3.0f});
	const FAgentId Nowhere = Test.Add({2.0f, 0.0f, 6.0f});
	Test.Crowd.SetGoal(Island, {35.0f, 0.0f, 3.0f});
	Test.Crowd.SetGoal(Nowhere, {2.0f, 500.0f, 6.0f});
	Test.Run(0.1f);
	CHECK(Test.GoalStateOf(Island) == EGoalState::Partial);
	CHECK(Test.GoalStateOf(Nowhere) == EGoalState::Unreachable);
	CHECK(Test.CountEvents(ECrowdEvent::Unreachable) == 2);
	int32_t Searches = 0;
	for (int32_t Step = 0; Step < 20 * 60; ++Step)
	{
		Test.Step();
		Searches += Test.Crowd.GetStats().PathsFound;
	}
	CHECK(Searches == 0); // no endless tries
	CHECK(Test.CountEvents(ECrowdEvent::Unreachable) == 2);
	CHECK(Test.CountEvents(ECrowdEvent::Arrived) == 0);
	CHECK(Test.PositionOf(Island).x == Approx(19.5f).margin(0.5)); // as near as it gets
	CHECK(Test.GoalStateOf(Island) == EGoalState::Unreachable);
	CHECK(Test.StateOf(Island) == EAgentState::Idle);
}

TEST_CASE("FCrowd: path searches are sliced by number, urgent ones first, then the oldest")
{
	FYard Yard;
	Yard.Floor(0, 0, 40, 40).Build();
	FCrowdSettings Settings;
	Settings.PathsPerStep = 4;
	FTestCrowd Test(Yard, Settings);
	std::vector<FAgentId> Ids;
	for (int32_t Index = 0; Index < 10; ++Index)
	{
		Ids.push_back(Test.Add({3.0f + 3.0f * float(Index), 0.0f, 2.0f}));
		Test.Crowd.SetGoal(Ids.back(), {20.0f, 0.0f, 35.0f}, Index == 9 ? EPathUrgency::Urgent : EPathUrgency::Normal);
	}
	const auto IsServed = [&](int32_t Index) { return Test.StateOf(Ids[size_t(Index)]) == EAgentState::Moving; };
	Test.Step();
	CHECK((IsServed(9) && IsServed(0) && IsServed(1) && IsServed(2)));
	CHECK_FALSE(IsServed(3));
	CHECK(Test.Crowd.GetStats().WaitingPaths == 6);
	Test.Step();
	CHECK((IsServed(3) && IsServed(6)));
	CHECK_FALSE(IsServed(7));
	Test.Step();
	CHECK((IsServed(7) && IsServed(8)));
	CHECK(Test.Crowd.GetStats().WaitingPaths == 0);
}

TEST_CASE("FCrowd: arrays stay in order of creation when agents are removed in mid-flight")
{
	FYard Yard;
	Yard.Floor(0, 0, 30, 30).Build();
	FTestCrowd Test(Yard);
	std::vector<FAgentId> Ids;
	for (uint64_t Index = 0; Index < 20; ++Index)
	{
		FAgentDef Def;
		Def.Position = {2.0f + float(Index), 0.0f, 2.0f};
		Def.UserData = Index;
		Ids.push_back(Test.Add(Def));
		Test.Crowd.SetGoal(Ids.back(), {15.0f, 0.0f, 28.0f});
	}
	Test.Run(1.0f);
	const FVector Before = Test.PositionOf(Ids[7]);
	const std::vector<FAgentId> Gone{Ids[3], Ids[19], Ids[0], Ids[3]};
	CHECK(Test.Crowd.RemoveAgents(Gone) == 3);
	CHECK(Test.Crowd.GetAgentCount() == 17);
	CHECK(Test.PositionOf(Ids[7]) == Before);
	const auto Data = Test.Crowd.GetUserData();
	CHECK(std::is_sorted(Data.begin(), Data.end()));
	CHECK(Data[0] == 1);
	Test.Run(1.0f);
	CHECK(Test.PositionOf(Ids[7]).z > Before.z + 1.0f);
	Test.Add({5.0f, 0.0f, 5.0f});
	CHECK(Test.Crowd.GetIds().back().Index == Ids[0].Index); // the slot is used again, the place is the last
}

TEST_CASE("FCrowd: a link is crossed, told at both ends, and an agent may be removed on it")
{
	FYard Yard;
	Yard.Floor(0, 0, 10, 6).Floor(14, 0, 24, 6).Link({9.0f, 0.0f, 3.0f}, {15.0f, 0.0f, 3.0f}, 77).Build();
	FTestCrowd Test(Yard);
	const FAgentId Anna = Test.Add({2.0f, 0.0f, 3.0f});
	Test.Crowd.SetGoal(Anna, {20.0f, 0.0f, 3.0f});
	while (Test.Time < 20.0f && Test.StateOf(Anna) != EAgentState::OnLink)
	{
		Test.Step();
	}
	REQUIRE(Test.StateOf(Anna) == EAgentState::OnLink);
	REQUIRE(Test.Events.size() == 1);
	CHECK(Test.Events[0].Type == ECrowdEvent::LinkStarted);
	CHECK(Test.Events[0].LinkUserId == 77);
	CHECK(Test.Events[0].Position.x == Approx(15.0f).margin(0.3));
	Test.Run(1.0f);
	SECTION("to its end and on to the goal")
	{
		CHECK(Test.StateOf(Anna) == EAgentState::OnLink);
		Test.Run(12.0f);
		CHECK(Test.CountEvents(ECrowdEvent::LinkEnded) == 1);
		CHECK(Test.GoalStateOf(Anna) == EGoalState::Arrived);
		CHECK(Test.AllOnMesh());
	}
	SECTION("removed on it, its slot's next owner stands where it was put")
	{
		CHECK(Test.Crowd.RemoveAgent(Anna));
		const FAgentId Next = Test.Add({5.0f, 0.0f, 3.0f});
		Test.Run(2.0f);
		CHECK(Test.StateOf(Next) == EAgentState::Idle);
		CHECK(Length(Test.PositionOf(Next) - FVector{5.0f, 0.0f, 3.0f}) < 0.1f);
	}
	SECTION("the host says when it is over")
	{
		CHECK(Test.Crowd.EndLink(Anna));
		Test.Run(0.1f);
		CHECK(Test.CountEvents(ECrowdEvent::LinkEnded) == 1);
		CHECK(Test.PositionOf(Anna).x > 14.0f);
		CHECK_FALSE(Test.Crowd.EndLink(Anna));
	}
}

TEST_CASE("FCrowd: an obstacle across the corridor makes agents take another way")
{
	// A ring: two ways round, the south one shorter.
	FYard Yard;
	Yard.Floor(0, 0, 30, 4).Floor(0, 4, 4, 20).Floor(26, 4, 30, 20).Floor(0, 16, 30, 20).Build();
	FTestCrowd Test(Yard);
	const FAgentId Anna = Test.Add({2.0f, 0.0f, 3.0f});
	const FVector Goal{28.0f, 0.0f, 3.0f};
	Test.Crowd.SetGoal(Anna, Goal);
	Test.Run(4.0f);
	CHECK(Test.PositionOf(Anna).x > 5.0f);
	FDiagnostics Diagnostics;
	FNavObstacle Obstacle;
	Obstacle.Center = {15.0f, 0.5f, 2.0f};
	Obstacle.HalfExtent = {1.0f, 1.0f, 3.0f};
	REQUIRE(Yard.Mesh.AddObstacle(Obstacle, Diagnostics).IsValid());
	while (Yard.Mesh.GetWaitingTileCount() > 0)
	{
		Yard.Mesh.Update(Yard.Serial, Diagnostics);
	}
	float HighestZ = 0.0f;
	bool bOnMesh = true;
	for (int32_t Step = 0; Step < 60 * 60; ++Step)
	{
		Test.Step();
		HighestZ = std::max(HighestZ, Test.PositionOf(Anna).z);
		bOnMesh = bOnMesh && Test.AllOnMesh();
	}
	CHECK(HighestZ > 15.0f); // round the north
	CHECK(bOnMesh);
	CHECK(Test.GoalStateOf(Anna) == EGoalState::Arrived);
	CHECK(Test.CountEvents(ECrowdEvent::Unreachable) == 0);
}

TEST_CASE("FCrowd: an obstacle that closes the only way makes the goal unreachable, told once")
{
	FYard Yard;
	Yard.Floor(0, 0, 30, 4).Build();
	FTestCrowd Test(Yard);
	const FAgentId Anna = Test.Add({2.0f, 0.0f, 2.0f});
	Test.Crowd.SetGoal(Anna, {28.0f, 0.0f, 2.0f});
	Test.Run(2.0f);
	FDiagnostics Diagnostics;
	FNavObstacle Obstacle;
	Obstacle.Center = {15.0f, 0.5f, 2.0f};
	Obstacle.HalfExtent = {1.0f, 1.0f, 3.0f};
	REQUIRE(Yard.Mesh.AddObstacle(Obstacle, Diagnostics).IsValid());
	while (Yard.Mesh.GetWaitingTileCount() > 0)
	{
		Yard.Mesh.Update(Yard.Serial, Diagnostics);
	}
	Test.Run(20.0f);
	CHECK(Test.CountEvents(ECrowdEvent::Unreachable) == 1);
	CHECK(Test.PositionOf(Anna).x < 14.0f);
	CHECK(Test.GoalStateOf(Anna) == EGoalState::Unreachable);
}

TEST_CASE("FCrowd: turns are as quick as the angular speed allows, and speed as the acceleration")
{
	FYard Yard;
	Yard.Floor(0, 0, 40, 40).Build();
	FCrowdSettings Settings;
	Settings.MaxAcceleration = 3.0f;
	FTestCrowd Test(Yard, Settings);
	FAgentDef Def;
	Def.Position = {20.0f, 0.0f, 20.0f};
	Def.Facing = {0.0f, 0.0f, -1.0f};
	Def.AngularSpeed = 90.0f;
	const FAgentId Anna = Test.Add(Def);
	Test.Crowd.SetGoal(Anna, {20.0f, 0.0f, 38.0f}); // right behind it: two seconds to turn round
	FVector Facing = Def.Facing;
	FVector Velocity{0.0f, 0.0f, 0.0f};
	float TurnTime = 0.0f;
	for (int32_t Step = 0; Step < 300; ++Step)
	{
		Test.Step();
		const FVector& NewFacing = Test.Crowd.GetFacings()[0];
		const float Angle = std::acos(std::clamp(glm::dot(Facing, NewFacing), -1.0f, 1.0f));
		REQUIRE(Angle <= 90.0f / 60.0f * Pi / 180.0f + 1e-3f);
		REQUIRE(Length(Test.VelocityOf(Anna) - Velocity) <= 3.0f / 60.0f + 1e-4f);
		TurnTime = NewFacing.z < 0.999f ? Test.Time : TurnTime;
		Facing = NewFacing;
		Velocity = Test.VelocityOf(Anna);
	}
	CHECK(TurnTime == Approx(2.0f).margin(0.15));
	CHECK(Length(Velocity) == Approx(1.4f).epsilon(0.01));
}

TEST_CASE("FCrowd: a steady step asks for no memory")
{
	FYard Yard;
	Yard.Floor(0, 0, 60, 60).Build();
	FTaskPool Pool(FTaskPoolSettings{.ThreadCount = 2});
	FTestCrowd Test(Yard, {}, Pool);
	FRandomStream Random(5);
	for (int32_t Index = 0; Index < 300; ++Index)
	{
		Test.Crowd.SetGoal(Test.Add(Random.InBox({2, 0, 2}, {58, 0, 58})), Random.InBox({2, 0, 2}, {58, 0, 58}));
	}
	Test.Run(3.0f);
	Test.Events.reserve(100000);
	FAllocationCounter Counter;
	Test.Run(3.0f);
	CHECK(Counter.GetCount() == 0);
}
} // namespace Flockwork
