// The grid paths against every boid against every boid: |difference of v| <= 1e-5 m/s after a step.
#include "FlockTestSupport.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

using namespace Flockwork;

namespace
{
constexpr double Tolerance = 1e-5; // m/s

FFlockSettings RandomRules(uint64_t Seed)
{
	FRandomStream Random(Seed ^ 0xabcdefull);
	FFlockSettings Settings;
	const int32_t Model = Random.RangeInt(0, 2);
	Settings.Model = Model == 0 ? EFlockModel::Normalized : Model == 1 ? EFlockModel::Additive : EFlockModel::Reynolds;
	Settings.NeighborRadius = Random.Range(0.5f, 12.0f);
	Settings.SeparationRadius = Settings.NeighborRadius * Random.Range(0.1f, 1.0f);
	Settings.AlignmentRadius = Random.Uniform() < 0.5f ? 0.0f : Settings.NeighborRadius * Random.Range(0.2f, 1.0f);
	Settings.CohesionRadius = Random.Uniform() < 0.5f ? 0.0f : Settings.NeighborRadius * Random.Range(0.2f, 1.0f);
	Settings.SeparationWeight = Random.Range(0.0f, 3.0f);
	Settings.AlignmentWeight = Random.Range(0.0f, 3.0f);
	Settings.CohesionWeight = Random.Range(0.0f, 3.0f);
	Settings.BlindAngle = Random.Uniform() < 0.5f ? 0.0f : Random.Range(0.0f, 5.0f);
	Settings.bSeparateFromAll = Random.Uniform() < 0.2f;
	Settings.Planar = Random.Uniform() < 0.3f ? EPlanarMode::On : EPlanarMode::Off;
	Settings.MaxSpeed = Random.Range(1.0f, 10.0f);
	Settings.MaxSteerForce = Random.Range(1.0f, 20.0f);
	return Settings;
}

struct FTally
{
	int64_t Boids = 0;
	int64_t LeftOut = 0;
	double ShareLeftOut() const { return double(LeftOut) / double(Boids); }
};

void CheckAgainstBruteForce(const FFlockSettings& Settings, FTestFlock& Flock, FTally& Tally)
{
	for (const ETestPath Path : {ETestPath::AsChosen, ETestPath::General})
	{
		Steer(Settings, Flock, Path);
		RC_ASSERT(AllFinite(Flock.Accelerations));
		const FComparison Comparison = CompareWithBruteForce(Settings, Flock);
		RC_ASSERT(Comparison.Worst <= Tolerance);
		Tally.Boids += int64_t(Flock.Ids.size());
		Tally.LeftOut += Comparison.LeftOut;
	}
}

uint64_t AnySeed()
{
	return *rc::gen::inRange<uint64_t>(1, 1'000'000'000);
}
} // namespace

TEST_CASE("FFlockSteering: equals brute force on spread-out flocks")
{
	FTally Tally;
	CHECK(rc::check(
	    [&]
	    {
		    const uint64_t Seed = AnySeed();
		    FTestFlock Flock = RandomFlock(*rc::gen::inRange(0, 300), 20.0f, Seed);
		    CheckAgainstBruteForce(RandomRules(Seed), Flock, Tally);
	    }));
	CHECK(Tally.ShareLeftOut() < 0.02);
}

TEST_CASE("FFlockSteering: equals brute force on dense clumps, all in one cell")
{
	FTally Tally;
	CHECK(rc::check(
	    [&]
	    {
		    const uint64_t Seed = AnySeed();
		    FTestFlock Flock = RandomFlock(*rc::gen::inRange(2, 250), 0.2f, Seed);
		    CheckAgainstBruteForce(RandomRules(Seed), Flock, Tally);
	    }));
	CHECK(Tally.ShareLeftOut() < 0.15);
}

TEST_CASE("FFlockSteering: equals brute force where many boids share few places")
{
	FTally Tally;
	CHECK(rc::check(
	    [&]
	    {
		    const uint64_t Seed = AnySeed();
		    FTestFlock Flock = RandomFlock(*rc::gen::inRange(2, 120), 4.0f, Seed);
		    for (FVector& Position : Flock.Positions)
		    {
			    Position = FVector{std::round(Position.x / 3.0f), std::round(Position.y / 3.0f), 0.0f} * 3.0f;
		    }
		    CheckAgainstBruteForce(RandomRules(Seed), Flock, Tally); // lattices cancel exactly: left out, but finite
	    }));
}

TEST_CASE("FFlockSteering: equals brute force a thousand kilometres from the origin")
{
	FTally Tally;
	CHECK(rc::check(
	    [&]
	    {
		    const uint64_t Seed = AnySeed();
		    FTestFlock Flock = RandomFlock(*rc::gen::inRange(2, 200), 15.0f, Seed, FVector{1e6f, -1e6f, 1e6f});
		    CheckAgainstBruteForce(RandomRules(Seed), Flock, Tally);
	    }));
	CHECK(Tally.ShareLeftOut() < 0.1);
}

TEST_CASE("FFlockSteering: equals brute force when groups and loners are far apart")
{
	FTally Tally;
	CHECK(rc::check(
	    [&]
	    {
		    const uint64_t Seed = AnySeed();
		    FTestFlock Flock = RandomFlock(60, 6.0f, Seed);
		    for (size_t Boid = 0; Boid < Flock.Positions.size(); ++Boid)
		    {
			    const float Group = float(Boid % 4);
			    Flock.Positions[Boid] += FVector{Group * 5000.0f, Group * Group * -300.0f, Group * 77.0f};
		    }
		    Flock.Positions.back() = {-3e7f, 2e7f, 1e8f};
		    CheckAgainstBruteForce(RandomRules(Seed), Flock, Tally);
	    }));
	CHECK(Tally.ShareLeftOut() < 0.1);
}

TEST_CASE("FFlockSteering: equals brute force across the seams of a torus, also one smaller than the radius")
{
	FTally Tally;
	CHECK(rc::check(
	    [&]
	    {
		    const uint64_t Seed = AnySeed();
		    FTestFlock Flock = RandomFlock(*rc::gen::inRange(2, 200), 30.0f, Seed);
		    FFlockSettings Settings = RandomRules(Seed);
		    FRandomStream Random(Seed);
		    Settings.WorldShape = EWorldShape::Torus;
		    for (int32_t Axis = 0; Axis < 3; ++Axis)
		    {
			    Settings.TorusSize[Axis] = Random.Uniform() < 0.2f ? 0.0f : Random.Range(1.0f, 60.0f);
			    for (FVector& Position : Flock.Positions) // a world keeps its boids inside: farther out, rounding grows
			    {
				    const float Period = Settings.TorusSize[Axis];
				    Position[Axis] -= Period > 0.0f ? Period * std::floor(Position[Axis] / Period) : 0.0f;
			    }
		    }
		    CheckAgainstBruteForce(Settings, Flock, Tally);
	    }));
	CHECK(Tally.ShareLeftOut() < 0.1);
}

TEST_CASE("FFlockSteering: equals brute force with extra sums and speed scales")
{
	FTally Tally;
	CHECK(rc::check(
	    [&]
	    {
		    const uint64_t Seed = AnySeed();
		    FTestFlock Flock = RandomFlock(*rc::gen::inRange(1, 150), 12.0f, Seed);
		    FRandomStream Random(Seed + 1);
		    for (size_t Boid = 0; Boid < Flock.Ids.size(); ++Boid)
		    {
			    const FVector Direction = Random.UnitVector();
			    Flock.ExtraSums.push_back(Direction * Random.Range(0.0f, 4.0f));
			    Flock.SpeedScales.push_back(Random.Range(0.0f, 2.0f));
		    }
		    CheckAgainstBruteForce(RandomRules(Seed), Flock, Tally);
	    }));
	CHECK(Tally.ShareLeftOut() < 0.02);
}
