// RiMEA 3.0, tests of ways: 10 (exits that people were assigned) and 15 (a large crowd round a corner).
#include "CrowdYard.h"
#include "FlockworkCore/Random.h"

#include <cstdio>

namespace Flockwork
{
namespace
{
FCrowdSettings RimeaSettings()
{
	FCrowdSettings Settings;
	Settings.BodyRadius = 0.2f;
	Settings.WalkSpeed = 1.34f;
	return Settings;
}

// A corridor with six rooms on either side, each with a door of 0.9 m, and an exit at either end.
void BuildRooms(FYard& Yard)
{
	Yard.Floor(-3, 0, 21, 2);
	for (int32_t Room = 0; Room < 6; ++Room)
	{
		const float West = 3.0f * float(Room) + 0.1f;
		for (const float Near : {2.3f, -4.3f})
		{
			Yard.Floor(West, Near, West + 2.8f, Near + 4.0f);
		}
		Yard.Floor(West + 0.95f, -0.4f, West + 1.85f, 0.1f).Floor(West + 0.95f, 1.9f, West + 1.85f, 2.4f);
	}
	Yard.Build(0.2f, 0.1f);
}

struct FAssigned
{
	FAgentId Id;
	bool bWest = false;
};

constexpr float CornerWidth = 6.0f;  // m, of the corridor
constexpr float StartLength = 42.0f; // m; 500 people at two in a square metre
constexpr float LegLength = 12.0f;   // m from there to the corner's inner edge, and again after it

// s until 500 have left a corridor that is so much longer than the place where they start, straight on.
float TimeStraight(float Length)
{
	FYard Yard;
	Yard.Floor(0, 0, StartLength + Length + 6.0f, CornerWidth).Build(0.2f, 0.1f);
	FTestCrowd Test(Yard, RimeaSettings());
	FRandomStream Random(15);
	for (int32_t Index = 0; Index < 500; ++Index)
	{
		const FVector Start{0.5f + 0.5f * float(Index / 6), 0.0f, 0.5f + float(Index % 6) + Random.Range(-0.1f, 0.1f)};
		Test.Crowd.SetGoal(Test.Add(Start), {StartLength + Length + 5.5f, 0.0f, Start.z});
	}
	std::vector<FAgentId> There;
	while (Test.Time < 150.0f && Test.Crowd.GetAgentCount() > 0)
	{
		Test.Step();
		There.clear();
		for (size_t Agent = 0; Agent < Test.Crowd.GetPositions().size(); ++Agent)
		{
			if (Test.Crowd.GetPositions()[Agent].x > StartLength + Length)
			{
				There.push_back(Test.Crowd.GetIds()[Agent]);
			}
		}
		Test.Crowd.RemoveAgents(There);
	}
	return Test.Time;
}

// The same with a corner to the left; everybody ends as far from the inner wall as they began.
float TimeRoundCorner()
{
	FYard Yard;
	constexpr float Inner = StartLength + LegLength;
	Yard.Floor(0, 0, Inner + CornerWidth, CornerWidth)
	    .Floor(Inner, 0, Inner + CornerWidth, CornerWidth + LegLength + 6.0f)
	    .Build(0.2f, 0.1f);
	FTestCrowd Test(Yard, RimeaSettings());
	FRandomStream Random(15);
	for (int32_t Index = 0; Index < 500; ++Index)
	{
		const FVector Start{0.5f + 0.5f * float(Index / 6), 0.0f, 0.5f + float(Index % 6) + Random.Range(-0.1f, 0.1f)};
		Test.Crowd.SetGoal(Test.Add(Start), {Inner + CornerWidth - Start.z, 0.0f, CornerWidth + LegLength + 5.5f});
	}
	std::vector<FAgentId> There;
	while (Test.Time < 150.0f && Test.Crowd.GetAgentCount() > 0)
	{
		Test.Step();
		There.clear();
		for (size_t Agent = 0; Agent < Test.Crowd.GetPositions().size(); ++Agent)
		{
			if (Test.Crowd.GetPositions()[Agent].z > CornerWidth + LegLength)
			{
				There.push_back(Test.Crowd.GetIds()[Agent]);
			}
		}
		Test.Crowd.RemoveAgents(There);
	}
	return Test.Time;
}
} // namespace

TEST_CASE("RiMEA 10: 23 people in twelve rooms leave each by the exit that they were assigned")
{
	FYard Yard;
	BuildRooms(Yard);
	FTestCrowd Test(Yard, RimeaSettings());
	std::vector<FAssigned> People;
	for (int32_t Index = 0; Index < 23; ++Index)
	{
		const int32_t Room = Index / 4;
		const float Side = Index % 2 == 0 ? 4.3f : -2.3f;
		const FVector Start{3.0f * float(Room) + (Index % 4 < 2 ? 0.8f : 2.2f), 0.0f, Side};
		const bool bWest = Room < 4; // of the last ones, by the other exit
		People.push_back({Test.Add(Start), bWest});
		Test.Crowd.SetGoal(People.back().Id, {bWest ? -2.5f : 20.5f, 0.0f, 1.0f});
	}
	int32_t Right = 0;
	int32_t Left = 0;
	while (Test.Time < 90.0f && Left < 23)
	{
		Test.Step();
		for (const FAssigned& Person : People)
		{
			const bool bInside = Test.Crowd.IsAlive(Person.Id);
			const float Along = bInside ? Test.PositionOf(Person.Id).x : 0.0f;
			if (bInside && (Along < -1.0f || Along > 19.0f))
			{
				++Left;
				Right += (Along < 0.0f) == Person.bWest ? 1 : 0;
				Test.Crowd.RemoveAgents(std::span(&Person.Id, 1));
			}
		}
	}
	std::printf("RiMEA 10: %d of 23 by their own exit, after %.1f s\n", Right, double(Test.Time));
	CHECK(Left == 23);
	CHECK(Right == 23);
}

TEST_CASE("RiMEA 15: 500 round a corner take no less than on the inner way straight on, and no more than on the outer")
{
	const float Short = TimeStraight(2.0f * LegLength);
	const float Corner = TimeRoundCorner();
	const float Long = TimeStraight(2.0f * (LegLength + CornerWidth));
	std::printf(
	    "RiMEA 15: %.1f s short, %.1f s round the corner, %.1f s long\n", double(Short), double(Corner), double(Long));
	CHECK(Short <= Corner);
	CHECK(Corner <= Long);
	CHECK(Long < 150.0f);
}
} // namespace Flockwork
