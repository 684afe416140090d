#include "FlockworkCore/Random.h"
#include "FlockworkNavigation/Avoidance.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <rapidcheck.h>
#include <vector>

namespace Flockwork
{
namespace
{
// The smallest distance of two discs' rims within Time when both keep their velocity: closed form.
float ClosestRims(FGroundVector Offset, FGroundVector Relative, float RadiusSum, float Time)
{
	const float Speed = LengthSquared(Relative);
	const float At = Speed > 0.0f ? std::clamp(Dot(Offset, Relative) / Speed, 0.0f, Time) : 0.0f;
	return Length(Offset - Relative * At) - RadiusSum;
}

bool IsAllowed(const FAvoidanceJob& Job, FGroundVector Velocity, int32_t LineCount, float Slack)
{
	for (int32_t Line = 0; Line < LineCount; ++Line)
	{
		const FVelocityLine& Each = Job.Lines[size_t(Line)];
		if (Cross(Each.Direction, Velocity - Each.Point) < -Slack)
		{
			return false;
		}
	}
	return Length(Velocity) <= Job.MaxSpeed + Slack;
}

float DeepestViolation(const FAvoidanceJob& Job, FGroundVector Velocity)
{
	float Deepest = 0.0f;
	for (int32_t Line = Job.WallLineCount; Line < Job.LineCount; ++Line)
	{
		const FVelocityLine& Each = Job.Lines[size_t(Line)];
		Deepest = std::max(Deepest, -Cross(Each.Direction, Velocity - Each.Point));
	}
	return Deepest;
}

// Calls Visit for velocities all over the disc of speeds.
template <typename Visitor>
void SampleDisc(float MaxSpeed, Visitor&& Visit)
{
	constexpr int32_t Rings = 60;
	constexpr int32_t Rays = 180;
	for (int32_t Ring = 0; Ring <= Rings; ++Ring)
	{
		for (int32_t Ray = 0; Ray < Rays; ++Ray)
		{
			const float Angle = 2.0f * Pi * float(Ray) / float(Rays);
			const float Speed = MaxSpeed * float(Ring) / float(Rings);
			Visit(FGroundVector{Speed * std::cos(Angle), Speed * std::sin(Angle)});
		}
	}
}

struct FThrong
{
	FAvoidanceJob Job;
	std::vector<FAvoidanceNeighbor> Neighbors;
	std::vector<FAvoidanceWall> Walls;
};

FGroundVector RandomVector(FRandomStream& Random, float Length)
{
	const float Angle = Random.Range(0.0f, 2.0f * Pi);
	return FGroundVector{std::cos(Angle), std::sin(Angle)} * Length;
}

void MakeThrong(FThrong& Out, uint64_t Seed, int32_t Count, float Nearest)
{
	FRandomStream Random(Seed);
	Out.Job.MaxSpeed = 2.0f;
	Out.Job.Velocity = RandomVector(Random, 1.2f);
	Out.Job.Desired = RandomVector(Random, 1.4f);
	for (int32_t Index = 0; Index < Count; ++Index)
	{
		FAvoidanceNeighbor Neighbor;
		Neighbor.Offset = RandomVector(Random, Random.Range(Nearest, 4.0f));
		Neighbor.Velocity = RandomVector(Random, 1.2f);
		Neighbor.Id = uint32_t(Index) + 1;
		Out.Neighbors.push_back(Neighbor);
	}
	Out.Job.Neighbors = Out.Neighbors;
	Out.Job.Walls = Out.Walls;
}
} // namespace

TEST_CASE("FAvoidanceJob: rejects incomplete input")
{
	FAvoidanceJob Job;
	CHECK(Job.Validate());
	Job.Radius = 0.0f;
	CHECK_FALSE(Job.Validate());
	Job = {};
	Job.TimeHorizon = 0.0f;
	CHECK_FALSE(Job.Validate());
	Job = {};
	const std::vector<FAvoidanceNeighbor> TooMany(33);
	Job.Neighbors = TooMany;
	CHECK_FALSE(Job.Validate());
}

TEST_CASE("FAvoidanceJob: alone it takes what is desired, up to the speed limit")
{
	FAvoidanceJob Job;
	Job.Desired = {0.6f, -0.8f};
	Job.MaxSpeed = 1.4f;
	Job.Run();
	CHECK(Job.Result == Job.Desired);
	Job.Desired = {6.0f, -8.0f};
	Job.Run();
	CHECK(Length(Job.Result) == Approx(1.4f));
	CHECK(Cross(Job.Result, Job.Desired) == Approx(0.0f).margin(1e-5));
}

TEST_CASE("FAvoidanceJob: the half-plane is the tangent of the truncated cone, by closed form")
{
	// Head on along X, 4 m apart, radii 0.5 each, horizon 2 s: the cone's legs have sine 1 / 4.
	FAvoidanceJob Job;
	Job.Radius = 0.5f;
	Job.TimeHorizon = 2.0f;
	Job.MaxSpeed = 10.0f;
	Job.Velocity = {2.0f, 0.1f};
	Job.Desired = Job.Velocity;
	const std::vector<FAvoidanceNeighbor> Neighbors{{{4.0f, 0.0f}, {-2.0f, 0.0f}, 0.5f, 0.5f, 1}};
	Job.Neighbors = Neighbors;
	Job.Run();
	REQUIRE(Job.LineCount == 1);
	const FVelocityLine& Line = Job.Lines[0];
	CHECK(Length(Line.Direction) == Approx(1.0f));
	CHECK(std::abs(Line.Direction.Z) == Approx(0.25f)); // along a leg
	// The line goes through the velocity plus half of the least change that leaves the cone.
	const FGroundVector Relative{4.0f, 0.1f};
	const float OutOfCone = std::sin(std::asin(0.25f) - std::atan2(0.1f, 4.0f)) * Length(Relative);
	const float Change = Cross(Line.Direction, Line.Point - Job.Velocity);
	CHECK(Change == Approx(0.5f * OutOfCone).epsilon(1e-4));
	CHECK(Length(Job.Result - Job.Velocity) == Approx(0.5f * OutOfCone).epsilon(1e-4));
}

TEST_CASE("FAvoidanceJob: when both take their half, no two collide within the horizon")
{
	REQUIRE(rc::check("two agents anywhere, at any velocities",
	    []
	    {
		    FRandomStream Random(*rc::gen::arbitrary<uint64_t>());
		    const FGroundVector Offset = RandomVector(Random, Random.Range(0.7f, 6.0f));
		    const FGroundVector First = RandomVector(Random, Random.Range(0.0f, 1.4f));
		    const FGroundVector Second = RandomVector(Random, Random.Range(0.0f, 1.4f));
		    const std::vector<FAvoidanceNeighbor> Seen{{Offset, Second, 0.3f, 0.5f, 2}};
		    const std::vector<FAvoidanceNeighbor> SeenBack{{-Offset, First, 0.3f, 0.5f, 1}};
		    FAvoidanceJob Job;
		    Job.MaxSpeed = 3.0f;
		    Job.TimeHorizon = 1.5f;
		    Job.Id = 1;
		    Job.Velocity = First;
		    Job.Desired = First;
		    Job.Neighbors = Seen;
		    FAvoidanceJob Back = Job;
		    Back.Id = 2;
		    Back.Velocity = Second;
		    Back.Desired = Second;
		    Back.Neighbors = SeenBack;
		    Job.Run();
		    Back.Run();
		    RC_PRE(Job.bFeasible && Back.bFeasible);
		    RC_ASSERT(ClosestRims(Offset, Job.Result - Back.Result, 0.6f, 1.5f) > -2e-3f);
	    }));
}

TEST_CASE("FAvoidanceJob: no sampled velocity that keeps to all lines is nearer to the desired one")
{
	REQUIRE(rc::check("throngs that leave room",
	    []
	    {
		    FThrong Throng;
		    MakeThrong(Throng, *rc::gen::arbitrary<uint64_t>(), *rc::gen::inRange(1, 8), 0.8f);
		    FAvoidanceJob& Job = Throng.Job;
		    Job.Run();
		    RC_PRE(Job.bFeasible);
		    RC_ASSERT(IsAllowed(Job, Job.Result, Job.LineCount, 1e-3f));
		    const float Reached = Length(Job.Result - Job.Desired);
		    SampleDisc(Job.MaxSpeed,
		        [&](FGroundVector Velocity) {
			        RC_ASSERT(!IsAllowed(Job, Velocity, Job.LineCount, 0.0f) ||
			                  Length(Velocity - Job.Desired) > Reached - 2e-3f);
		        });
	    }));
}

TEST_CASE("FAvoidanceJob: in a throng without a way out, no sampled velocity violates the worst line less")
{
	REQUIRE(rc::check("throngs that press from all sides",
	    []
	    {
		    FThrong Throng;
		    MakeThrong(Throng, *rc::gen::arbitrary<uint64_t>(), *rc::gen::inRange(6, 20), 0.3f);
		    FAvoidanceJob& Job = Throng.Job;
		    Job.Run();
		    RC_PRE(!Job.bFeasible);
		    const float Reached = DeepestViolation(Job, Job.Result);
		    RC_ASSERT(Length(Job.Result) <= Job.MaxSpeed + 1e-3f);
		    SampleDisc(Job.MaxSpeed,
		        [&](FGroundVector Velocity) { RC_ASSERT(DeepestViolation(Job, Velocity) > Reached - 5e-3f); });
	    }));
}

TEST_CASE("FAvoidanceJob: walls hold, whoever presses")
{
	// Ground lies left of the wall: above it (towards +X when it runs along +Z).
	const std::vector<FAvoidanceWall> Walls{{{-0.1f, -2.0f}, {-0.1f, 2.0f}}};
	const std::vector<FAvoidanceNeighbor> Neighbors{
	    {{0.3f, 0.0f}, {-1.0f, 0.0f}, 0.3f, 1.0f, 1}, {{0.25f, 0.2f}, {-1.0f, 0.0f}, 0.3f, 1.0f, 2}};
	FAvoidanceJob Job;
	Job.Desired = {-1.4f, 0.3f};
	Job.WallTimeHorizon = 0.5f;
	Job.Walls = Walls;
	Job.Run();
	CHECK(Job.Result.X == Approx(-0.1f / 0.5f)); // as fast as would reach the wall at the horizon
	CHECK(Job.Result.Z == Approx(0.3f));
	Job.Neighbors = Neighbors;
	Job.Run();
	CHECK_FALSE(Job.bFeasible);
	CHECK(Job.Result.X >= -0.2f - 1e-4f);
}

TEST_CASE("FAvoidanceJob: the back of a wall and a wall beside the agent do not hold it")
{
	const std::vector<FAvoidanceWall> Walls{{{0.5f, 2.0f}, {0.5f, -2.0f}}, // ground on the agent's side
	    {{-0.5f, 2.0f}, {-0.5f, -2.0f}},                                   // its back
	    {{1.0f, 5.0f}, {1.0f, 3.0f}}};                                     // farther along
	FAvoidanceJob Job;
	Job.Walls = Walls;
	Job.WallTimeHorizon = 1.0f;
	Job.Desired = {1.0f, 0.0f};
	Job.Run();
	CHECK(Job.WallLineCount == 1);
	CHECK(Job.Result.X == Approx(0.5f));
}

TEST_CASE("FAvoidanceJob: two in one place part in opposite directions")
{
	const std::vector<FAvoidanceNeighbor> Second{{{0.0f, 0.0f}, {0.0f, 0.0f}, 0.3f, 0.5f, 2}};
	const std::vector<FAvoidanceNeighbor> First{{{0.0f, 0.0f}, {0.0f, 0.0f}, 0.3f, 0.5f, 1}};
	FAvoidanceJob Job;
	Job.Id = 1;
	Job.Neighbors = Second;
	FAvoidanceJob Back;
	Back.Id = 2;
	Back.Neighbors = First;
	Job.Run();
	Back.Run();
	CHECK(Length(Job.Result) > 0.5f);
	CHECK(Length(Job.Result + Back.Result) < 1e-4f);
}

TEST_CASE("FAvoidanceJob: who only touches stays at rest")
{
	const std::vector<FAvoidanceNeighbor> Neighbors{{{0.59f, 0.0f}, {0.0f, 0.0f}, 0.3f, 0.5f, 2}};
	FAvoidanceJob Job;
	Job.Id = 1;
	Job.Neighbors = Neighbors;
	Job.Run();
	CHECK(Length(Job.Result) < 1e-6f);
}
} // namespace Flockwork
