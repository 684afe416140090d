// Guideline for microscopic evacuation analysis (RiMEA 3.0): body and mesh radius 0.2 m, cells of 0.1 m.
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
	return Settings;
}

// What Weidmann (1993) measured: m/s at people per square metre.
struct FDensityPoint
{
	float Density;
	float Speed;
};

// So many people per square metre walk in a corridor; who comes to its end begins anew, so that the density stays. Mean
// speed in the middle half.
float SpeedAtDensity(float Density)
{
	FYard Yard;
	constexpr float CorridorLength = 30.0f;
	constexpr float CorridorWidth = 4.0f;
	constexpr float Margin = 0.3f;
	Yard.Floor(0.0f, 0.0f, CorridorLength, CorridorWidth).Build(0.2f, 0.1f);
	FCrowdSettings Settings = RimeaSettings();
	Settings.WalkSpeed = 1.34f;
	Settings.HeadwayTime = 0.57f; // fitted
	Settings.HeadwayDistance = 0.34f;
	FTestCrowd Test(Yard, Settings);
	FRandomStream Random(31);
	const int32_t Count = int32_t(Density * (CorridorLength - 0.4f) * (CorridorWidth - 0.4f));
	for (int32_t Index = 0; Index < Count; ++Index)
	{
		const FVector Start = Random.InBox({Margin, 0, Margin}, {CorridorLength - Margin, 0, CorridorWidth - Margin});
		Test.Crowd.SetGoal(Test.Add(Start), {CorridorLength - Margin, 0.0f, Start.z});
	}
	double SpeedSum = 0.0;
	int32_t Samples = 0;
	std::vector<FAgentId> Ended;
	while (Test.Time < 25.0f)
	{
		Test.Step();
		Ended.clear();
		for (size_t Agent = 0; Agent < Test.Crowd.GetPositions().size(); ++Agent)
		{
			const float Along = Test.Crowd.GetPositions()[Agent].x;
			if (Along > CorridorLength - 1.5f)
			{
				Ended.push_back(Test.Crowd.GetIds()[Agent]);
			}
			if (Test.Time > 12.0f && Along > 8.0f && Along < 22.0f)
			{
				SpeedSum += double(Test.Crowd.GetVelocities()[Agent].x);
				++Samples;
			}
		}
		for (const FAgentId Id : Ended)
		{
			const float Row = Test.PositionOf(Id).z;
			Test.Crowd.Teleport(Id, {Margin, 0.0f, Row});
			Test.Crowd.SetGoal(Id, {CorridorLength - Margin, 0.0f, Row});
		}
	}
	return float(SpeedSum / std::max(Samples, 1));
}
} // namespace

TEST_CASE("RiMEA 1: one person keeps the speed in a corridor of 40 m")
{
	FYard Yard;
	Yard.Floor(-1, 0, 42, 2).Build(0.2f, 0.1f);
	FCrowdSettings Settings = RimeaSettings();
	Settings.WalkSpeed = 1.33f;
	FTestCrowd Test(Yard, Settings);
	const FAgentId Anna = Test.Add({0.0f, 0.0f, 1.0f});
	Test.Crowd.SetGoal(Anna, {41.5f, 0.0f, 1.0f});
	while (Test.Time < 60.0f && Test.PositionOf(Anna).x < 40.0f)
	{
		Test.Step();
	}
	std::printf("RiMEA 1: 40 m in %.2f s\n", double(Test.Time));
	CHECK(Test.Time >= 26.0f);
	CHECK(Test.Time <= 34.0f);
}

TEST_CASE("RiMEA 4: with a headway, speed falls with density as people's does")
{
	const FDensityPoint Point = GENERATE(
	    FDensityPoint{0.5f, 1.30f}, FDensityPoint{1.0f, 1.06f}, FDensityPoint{2.0f, 0.61f}, FDensityPoint{4.0f, 0.16f});
	const float Speed = SpeedAtDensity(Point.Density);
	std::printf("RiMEA 4: %.2f m/s at %.1f people per square metre, measured %.2f\n", double(Speed),
	    double(Point.Density), double(Point.Speed));
	CHECK(Speed == Approx(Point.Speed).epsilon(0.2));
}

TEST_CASE("RiMEA 6: twenty go round a corner, none through the wall")
{
	FYard Yard;
	Yard.Floor(0, 0, 12, 2).Floor(10, 0, 12, 12).Build(0.2f, 0.1f);
	FTestCrowd Test(Yard, RimeaSettings());
	for (int32_t Index = 0; Index < 20; ++Index)
	{
		const FVector Start{0.4f + 0.6f * float(Index / 3), 0.0f, 0.4f + 0.6f * float(Index % 3)};
		Test.Crowd.SetGoal(Test.Add(Start), {11.0f, 0.0f, 11.5f});
	}
	bool bInside = true;
	std::vector<FAgentId> There;
	int32_t Through = 0;
	while (Test.Time < 60.0f && Through < 20)
	{
		Test.Step();
		There.clear();
		for (size_t Agent = 0; Agent < Test.Crowd.GetPositions().size(); ++Agent)
		{
			const FVector& Here = Test.Crowd.GetPositions()[Agent];
			const bool bFirstLeg = Here.x >= 0.15f && Here.x <= 11.85f && Here.z >= 0.15f && Here.z <= 1.85f;
			const bool bSecondLeg = Here.x >= 10.15f && Here.x <= 11.85f && Here.z >= 0.15f && Here.z <= 11.85f;
			bInside = bInside && (bFirstLeg || bSecondLeg);
			if (Here.z > 10.5f)
			{
				There.push_back(Test.Crowd.GetIds()[Agent]);
			}
		}
		Through += Test.Crowd.RemoveAgents(There);
	}
	std::printf("RiMEA 6: all round after %.1f s\n", double(Test.Time));
	CHECK(bInside);
	CHECK(Through == 20);
	CHECK(Test.Time < 40.0f);
}

TEST_CASE("RiMEA 7: people of all ages walk as fast as measured")
{
	FYard Yard;
	Yard.Floor(0, 0, 60, 60).Build(0.2f, 0.1f);
	FCrowdSettings Settings = RimeaSettings();
	Settings.WalkSpeed = 1.61f;
	FTestCrowd Test(Yard, Settings);
	struct FAgePoint
	{
		float Age;
		float Speed;
	};
	const std::vector<FAgePoint> Points{{3.0f, 0.46f}, {20.0f, 1.61f}, {30.0f, 1.54f}, {50.0f, 1.41f}};
	std::vector<FAgentId> Ids;
	for (size_t Index = 0; Index < Points.size(); ++Index)
	{
		FAgentDef Def;
		Def.Position = {2.0f, 0.0f, 5.0f + 10.0f * float(Index)};
		Def.SpeedScale = WalkSpeedScaleOfAge(Points[Index].Age);
		Ids.push_back(Test.Add(Def));
		Test.Crowd.SetGoal(Ids.back(), Def.Position + FVector{55.0f, 0.0f, 0.0f});
	}
	Test.Run(3.0f);
	std::vector<float> Starts;
	for (const FAgentId Id : Ids)
	{
		Starts.push_back(Test.PositionOf(Id).x);
	}
	Test.Run(10.0f);
	for (size_t Index = 0; Index < Points.size(); ++Index)
	{
		const float Speed = (Test.PositionOf(Ids[Index]).x - Starts[Index]) / 10.0f;
		std::printf("RiMEA 7: %.2f m/s at %.0f years, measured %.2f\n", double(Speed), double(Points[Index].Age),
		    double(Points[Index].Speed));
		CHECK(Speed == Approx(Points[Index].Speed).epsilon(0.05));
	}
}
} // namespace Flockwork
