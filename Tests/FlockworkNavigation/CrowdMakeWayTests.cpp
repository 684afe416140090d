// Who makes way for whom where there is no room for two.
#include "CrowdYard.h"
#include "FlockworkCore/Random.h"

#include <cmath>

namespace Flockwork
{
namespace
{
// Two rooms and a passage between them, 8 m long, of a width in which two bodies of 0.3 m cannot pass each other.
FYard& BuildPassage(FYard& Yard)
{
	return Yard.Floor(0, 0, 10, 10).Floor(10, 4.4f, 18, 5.6f).Floor(18, 0, 28, 10).Build(0.4f, 0.1f);
}

// So many from the left room to the right one, and so many the other way.
std::vector<FAgentId> AddStreams(FTestCrowd& Test, int32_t FromLeft, int32_t FromRight)
{
	std::vector<FAgentId> Ids;
	for (int32_t Index = 0; Index < FromLeft + FromRight; ++Index)
	{
		const bool bLeft = Index < FromLeft;
		const int32_t Row = bLeft ? Index : Index - FromLeft;
		const FVector Start{
		    bLeft ? 8.0f - 0.8f * float(Row / 5) : 20.0f + 0.8f * float(Row / 5), 0.0f, 3.0f + 1.0f * float(Row % 5)};
		const FVector End{
		    bLeft ? 26.5f - 0.8f * float(Row / 5) : 1.5f + 0.8f * float(Row / 5), 0.0f, 1.5f + 1.7f * float(Row % 5)};
		Ids.push_back(Test.Add(Start));
		Test.Crowd.SetGoal(Ids.back(), End);
	}
	return Ids;
}
} // namespace

TEST_CASE("FCrowd: who stands in a passage one body wide goes ahead of whoever comes, and comes back")
{
	FYard Yard;
	BuildPassage(Yard);
	FTestCrowd Test(Yard);
	const FAgentId Stands = Test.Add({14.0f, 0.0f, 5.0f});
	Test.Crowd.SetGoal(Stands, {14.0f, 0.0f, 5.0f});
	Test.Run(1.0f);
	REQUIRE(Test.GoalStateOf(Stands) == EGoalState::Arrived);
	const FVector Place = Test.PositionOf(Stands);
	const FAgentId Walker = Test.Add({3.0f, 0.0f, 5.0f});
	Test.Crowd.SetGoal(Walker, {26.0f, 0.0f, 3.0f});
	float Deepest = 0.0f;
	while (Test.Time < 40.0f && Test.GoalStateOf(Walker) != EGoalState::Arrived)
	{
		Test.Step();
		Deepest = std::max(Deepest, Test.DeepestOverlap());
	}
	CHECK(Test.GoalStateOf(Walker) == EGoalState::Arrived);
	CHECK(Test.Time < 32.0f); // 23.1 m take 16.5 s alone
	CHECK(Deepest < 0.05f);
	Test.Run(12.0f);
	CHECK(Test.GoalStateOf(Stands) == EGoalState::Arrived);
	CHECK(Length(Test.PositionOf(Stands) - Place) < 0.6f);
	CHECK(Test.CountEvents(ECrowdEvent::Arrived) == 2); // coming back is no news
	const FVector Rest = Test.PositionOf(Stands);
	Test.Run(3.0f);
	CHECK(Length(Test.PositionOf(Stands) - Rest) < 0.005f);
}

TEST_CASE("FCrowd: streams that meet in a passage one body wide get through, whoever came first")
{
	FYard Yard;
	BuildPassage(Yard);
	const auto [Left, Right] =
	    GENERATE(std::pair(1, 1), std::pair(5, 1), std::pair(1, 5), std::pair(5, 5), std::pair(12, 12));
	FTestCrowd Test(Yard);
	AddStreams(Test, Left, Right);
	float Deepest = 0.0f;
	while (Test.Time < 150.0f && Test.CountEvents(ECrowdEvent::Arrived) < Left + Right)
	{
		Test.Step();
		Deepest = std::max(Deepest, Test.DeepestOverlap());
	}
	INFO(Left << " against " << Right);
	CHECK(Test.CountEvents(ECrowdEvent::Arrived) == Left + Right);
	CHECK(Deepest < 0.05f);
}

TEST_CASE("FCrowd: a throng gets through a door one and a half bodies wide, walking and running")
{
	FYard Yard;
	Yard.Floor(0, 0, 12, 12).Floor(12, 5.3f, 14, 6.7f).Floor(14, 0, 26, 12).Build();
	FCrowdSettings Settings;
	Settings.WalkSpeed = GENERATE(1.4f, 6.0f);
	FTestCrowd Test(Yard, Settings);
	FRandomStream Random(3);
	for (int32_t Index = 0; Index < 60; ++Index)
	{
		Test.Crowd.SetGoal(Test.Add(Random.InBox({1, 0, 1}, {11, 0, 11})), Random.InBox({18, 0, 1}, {25, 0, 11}));
	}
	while (Test.Time < 120.0f && Test.CountEvents(ECrowdEvent::Arrived) < 60)
	{
		Test.Step();
	}
	CHECK(Test.CountEvents(ECrowdEvent::Arrived) == 60);
}

TEST_CASE("FCrowd: a jam saved in its midst goes on in another crowd as it would have")
{
	FYard Yard;
	BuildPassage(Yard);
	FTestCrowd Test(Yard);
	AddStreams(Test, 5, 5);
	Test.Run(9.0f);
	FByteWriter Writer;
	Test.Crowd.Save(Writer);
	FTestCrowd Twin(Yard);
	FByteReader Reader(Writer.GetBytes());
	REQUIRE(Twin.Crowd.Restore(Reader));
	for (int32_t Step = 0; Step < 600; ++Step)
	{
		Test.Step();
		Twin.Step();
	}
	CHECK(Test.Hash() == Twin.Hash());
}
} // namespace Flockwork
