// Each term against its closed form on single boids.
#include "FlockworkCore/Random.h"
#include "FlockworkFlock/Behaviors.h"
#include "FlockworkFlock/ReynoldsBehaviors.h"
#include "TermTestSupport.h"

#include <catch2/catch.hpp>

using namespace Flockwork;

TEST_CASE("FBoundsTerm: pulls back outside the radius only")
{
	FTermFlock Flock({{31.0f, 0.0f, 0.0f}, {29.0f, 0.0f, 0.0f}, {0.0f, -40.0f, 0.0f}});
	FBoundsTerm Term{Flock.Spans(), {0.0f, 0.0f, 0.0f}, 30.0f, 2.0f};
	REQUIRE(Term.Validate());
	Term.Run(Flock.Serial);
	CHECK(IsNear(Flock.Sums[0], {-2.0f, 0.0f, 0.0f}));
	CHECK(IsNear(Flock.Sums[1], {0.0f, 0.0f, 0.0f}));
	CHECK(IsNear(Flock.Sums[2], {0.0f, 2.0f, 0.0f}));
	Term.Radius = 0.0f;
	CHECK(!Term.Validate());
}

TEST_CASE("FBoundsTerm: adds to what is there, and is level for planar flocks")
{
	FTermFlock Flock({{30.0f, 40.0f, 0.0f}});
	Flock.Sums[0] = {0.0f, 0.0f, 1.0f};
	Flock.bPlanar = true;
	FBoundsTerm{Flock.Spans(), {0.0f, 0.0f, 0.0f}, 20.0f, 1.0f}.Run(Flock.Serial);
	CHECK(IsNear(Flock.Sums[0], {-1.0f, 0.0f, 1.0f}));
}

TEST_CASE("FBoxTerm: pushes in from the margin on, linearly, and at most four times its weight")
{
	FTermFlock Flock({{0.0f, 0.0f, 0.0f}, {7.5f, 0.0f, 0.0f}, {10.0f, -10.0f, 0.0f}, {500.0f, 0.0f, -12.5f}});
	FBoxTerm Term{Flock.Spans(), {0.0f, 0.0f, 0.0f}, {10.0f, 10.0f, 10.0f}, 5.0f, 2.0f};
	REQUIRE(Term.Validate());
	Term.Run(Flock.Serial);
	CHECK(IsNear(Flock.Sums[0], {0.0f, 0.0f, 0.0f}));
	CHECK(IsNear(Flock.Sums[1], {-1.0f, 0.0f, 0.0f}));
	CHECK(IsNear(Flock.Sums[2], {-2.0f, 2.0f, 0.0f}));
	CHECK(IsNear(Flock.Sums[3], {-8.0f, 0.0f, 3.0f}));
}

TEST_CASE("FTargetTerm: pulls to the common target, or to each boid's own, with each boid's own weight")
{
	FTermFlock Flock({{0.0f, 0.0f, 0.0f}, {5.0f, 0.0f, 0.0f}});
	FTargetTerm Term{Flock.Spans(), {5.0f, 0.0f, 5.0f}};
	REQUIRE(Term.Validate());
	Term.Run(Flock.Serial);
	CHECK(IsNear(Flock.Sums[0], FVector{1.0f, 0.0f, 1.0f} * (0.8f / std::sqrt(2.0f))));
	CHECK(IsNear(Flock.Sums[1], {0.0f, 0.0f, 0.8f}));

	FTermFlock Own({{0.0f, 0.0f, 0.0f}, {5.0f, 0.0f, 0.0f}});
	const FVector Targets[] = {{0.0f, 0.0f, -9.0f}, {0.0f, 0.0f, 0.0f}};
	const float Weights[] = {0.0f, 3.0f};
	FTargetTerm Each{Own.Spans(), {}, Targets, Weights, 1.0f};
	REQUIRE(Each.Validate());
	Each.Run(Own.Serial);
	CHECK(IsNear(Own.Sums[0], {0.0f, 0.0f, 0.0f}));
	CHECK(IsNear(Own.Sums[1], {-3.0f, 0.0f, 0.0f}));
	Each.Targets = {Targets, 1};
	CHECK(!Each.Validate());
}

TEST_CASE("FTargetTerm: a boid whose weight is 0 has no target and does not slow down for it")
{
	FTermFlock Flock({{1.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}});
	const std::vector<FVector> Targets = {{1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
	const std::vector<float> Weights = {0.0f, 1.0f};
	FTargetTerm{Flock.Spans(), {}, Targets, Weights, 1.0f, 2.0f}.Run(Flock.Serial);
	CHECK(Flock.Sums[0] == FVector{0.0f, 0.0f, 0.0f});
	CHECK(Flock.Scales[0] == 1.0f);
	CHECK(Flock.Scales[1] == Approx(0.5f));
}

TEST_CASE("FTargetTerm: slows down within the arrival radius and rests on the target")
{
	FTermFlock Flock({{1.0f, 0.0f, 0.0f}, {4.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}});
	FTargetTerm{Flock.Spans(), {0.0f, 0.0f, 0.0f}, {}, {}, 1.0f, 2.0f}.Run(Flock.Serial);
	CHECK(Flock.Scales[0] == Approx(0.5f));
	CHECK(Flock.Scales[1] == 1.0f);
	CHECK(Flock.Scales[2] == 0.0f);
	CHECK(IsNear(Flock.Sums[2], {0.0f, 0.0f, 0.0f}));
}

namespace
{
FPredatorTerm Predator(FTermFlock& Flock, std::span<const FThreat> Threats, std::span<FThreatMemory> Memories)
{
	FPredatorTerm Term{Flock.Spans(), Threats, Memories};
	Term.Radius = 10.0f;
	Term.Weight = 2.0f;
	Term.MemoryTime = 1.0f;
	Term.Boost = 1.5f;
	Term.DeltaTime = 0.25f;
	return Term;
}
} // namespace

TEST_CASE("FPredatorTerm: flees as radius over distance, boosted, and only within the radius")
{
	FTermFlock Flock({{5.0f, 0.0f, 0.0f}, {0.0f, 10.0f, 0.0f}, {0.0f, 0.0f, 10.1f}});
	std::vector<FThreatMemory> Memories(3);
	const FThreat Threat;
	FPredatorTerm Term = Predator(Flock, {&Threat, 1}, Memories);
	REQUIRE(Term.Validate());
	Term.Run(Flock.Serial);
	CHECK(IsNear(Flock.Sums[0], {4.0f, 0.0f, 0.0f}));
	CHECK(IsNear(Flock.Sums[1], {0.0f, 2.0f, 0.0f}));
	CHECK(IsNear(Flock.Sums[2], {0.0f, 0.0f, 0.0f}));
	CHECK(Flock.Scales[0] == 1.5f);
	CHECK(Flock.Scales[2] == 1.0f);
}

TEST_CASE("FPredatorTerm: a boid exactly on a predator flees somewhere, at the strongest")
{
	FTermFlock Flock({{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}});
	std::vector<FThreatMemory> Memories(2);
	const FThreat Threat;
	Predator(Flock, {&Threat, 1}, Memories).Run(Flock.Serial);
	CHECK(Length(Flock.Sums[0]) == Approx(2.0f * MaxFleeStrength));
	CHECK(!IsNear(Flock.Sums[0], Flock.Sums[1], 0.1f)); // not all the same way
	FTermFlock Level({{0.0f, 0.0f, 0.0f}});
	Level.bPlanar = true;
	std::vector<FThreatMemory> One(1);
	Predator(Level, {&Threat, 1}, One).Run(Level.Serial);
	CHECK(Level.Sums[0].y == 0.0f);
	CHECK(Length(Level.Sums[0]) == Approx(2.0f * MaxFleeStrength));
}

TEST_CASE("FPredatorTerm: remembers the last direction for the memory time, fading, then forgets")
{
	FTermFlock Flock({{5.0f, 0.0f, 0.0f}});
	std::vector<FThreatMemory> Memories(1);
	const FThreat Threat;
	Predator(Flock, {&Threat, 1}, Memories).Run(Flock.Serial);
	for (const float Left : {0.75f, 0.5f, 0.25f, 0.0f, 0.0f})
	{
		Flock.Clear();
		Predator(Flock, {}, Memories).Run(Flock.Serial);
		CHECK(IsNear(Flock.Sums[0], {2.0f * Left, 0.0f, 0.0f}));
		CHECK(Flock.Scales[0] == Approx(1.0f + 0.5f * Left));
	}
}

TEST_CASE("FPredatorTerm: fright raises the steering force too, and fades with the memory")
{
	FTermFlock Flock({{5.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 11.0f}});
	std::vector<FThreatMemory> Memories(2);
	std::vector<float> Forces(2, 1.0f);
	const FThreat Threat;
	FPredatorTerm Term = Predator(Flock, {&Threat, 1}, Memories);
	Term.SteerBoost = 3.0f;
	Term.Run(Flock.Serial); // without the span nothing but the force's factor is missing
	CHECK(Flock.Scales[0] == 1.5f);
	Term.Spans.ForceScales = Forces;
	REQUIRE(Term.Validate());
	Term.Run(Flock.Serial);
	CHECK(Forces[0] == 3.0f);
	CHECK(Forces[1] == 1.0f);
	Forces.assign(2, 1.0f);
	Term.Threats = {};
	Term.Run(Flock.Serial); // a quarter of the memory time later
	CHECK(Forces[0] == Approx(1.0f + 2.0f * 0.75f));
	Term.SteerBoost = 0.9f;
	CHECK(!Term.Validate());
	Term.SteerBoost = 1.0f;
	Term.Spans.ForceScales = {Forces.data(), 1};
	CHECK(!Term.Validate());
}

TEST_CASE("FPredatorTerm: flees two threats by the sum of both")
{
	FTermFlock Flock({{0.0f, 0.0f, 0.0f}});
	std::vector<FThreatMemory> Memories(1);
	const FThreat Threats[] = {{{-5.0f, 0.0f, 0.0f}, {}, 1.0f}, {{0.0f, 0.0f, -2.5f}, {}, 0.5f}};
	Predator(Flock, Threats, Memories).Run(Flock.Serial);
	CHECK(IsNear(Flock.Sums[0], {4.0f, 0.0f, 4.0f})); // half the radius, half as far
}

TEST_CASE("FAttractorTerm: pulls within its radius and slows the boid on arrival")
{
	FTermFlock Flock({{5.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {21.0f, 0.0f, 0.0f}});
	const FAttractor Attractor{{0.0f, 0.0f, 0.0f}, 20.0f, 3.0f};
	FAttractorTerm Term{Flock.Spans(), {&Attractor, 1}, 0.5f, 2.0f};
	REQUIRE(Term.Validate());
	Term.Run(Flock.Serial);
	CHECK(IsNear(Flock.Sums[0], {-1.5f, 0.0f, 0.0f}));
	CHECK(Flock.Scales[0] == 1.0f);
	CHECK(Flock.Scales[1] == Approx(0.5f));
	CHECK(IsNear(Flock.Sums[2], {0.0f, 0.0f, 0.0f}));
}

TEST_CASE("FLeaderTerm: all but the leader go to it and with it")
{
	FTermFlock Flock({{0.0f, 0.0f, 0.0f}, {4.0f, 0.0f, 0.0f}, {50.0f, 0.0f, 0.0f}});
	FLeaderTerm Term{Flock.Spans(), Flock.Ids[0], {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 3.0f}, 20.0f, 2.0f, 1.0f};
	REQUIRE(Term.Validate());
	Term.Run(Flock.Serial);
	CHECK(IsNear(Flock.Sums[0], {0.0f, 0.0f, 0.0f}));
	CHECK(IsNear(Flock.Sums[1], {-2.0f, 0.0f, 1.0f}));
	CHECK(IsNear(Flock.Sums[2], {0.0f, 0.0f, 0.0f}));
}

TEST_CASE("SeekDirection, FleeDirection: toward and away, nowhere when already there")
{
	CHECK(IsNear(SeekDirection({1.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 9.0f}), {0.0f, 0.0f, 1.0f}));
	CHECK(IsNear(FleeDirection({1.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 9.0f}), {0.0f, 0.0f, -1.0f}));
	CHECK(SeekDirection({1.0f, 2.0f, 3.0f}, {1.0f, 2.0f, 3.0f}) == FVector{0.0f, 0.0f, 0.0f});
}

TEST_CASE("ArrivalScale: linear within the radius, 1 beyond, never a division by zero")
{
	CHECK(ArrivalScale(0.0f, 4.0f) == 0.0f);
	CHECK(ArrivalScale(1.0f, 4.0f) == 0.25f);
	CHECK(ArrivalScale(9.0f, 4.0f) == 1.0f);
	CHECK(ArrivalScale(0.0f, 0.0f) == 1.0f);
}

TEST_CASE("PredictInterception: the quarry's place after the time to reach it, bounded")
{
	const FVector Quarry{10.0f, 0.0f, 0.0f};
	const FVector Velocity{0.0f, 0.0f, 2.0f};
	CHECK(IsNear(PredictInterception({}, 5.0f, Quarry, Velocity, 60.0f), {10.0f, 0.0f, 4.0f}));
	CHECK(IsNear(PredictInterception({}, 5.0f, Quarry, Velocity, 1.0f), {10.0f, 0.0f, 2.0f}));
	CHECK(IsNear(PredictInterception({}, 0.0f, Quarry, Velocity, 1.0f), {10.0f, 0.0f, 2.0f}));
	CHECK(IsNear(PursueDirection({}, 5.0f, Quarry, Velocity, 60.0f), FVector{10.0f, 0.0f, 4.0f} / std::sqrt(116.0f)));
	CHECK(IsNear(EvadeDirection({}, 5.0f, Quarry, Velocity, 60.0f), FVector{-10.0f, 0.0f, -4.0f} / std::sqrt(116.0f)));
}

TEST_CASE("FPursuitTerm: pursues and evades with its weights")
{
	FTermFlock Flock({{0.0f, 0.0f, 0.0f}});
	FPursuitTerm Term{Flock.Spans(), {10.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, 5.0f, 1.0f, 2.0f, 0.5f};
	REQUIRE(Term.Validate());
	Term.Run(Flock.Serial);
	CHECK(IsNear(Flock.Sums[0], {1.5f, 0.0f, 0.0f}));
}

TEST_CASE("FWanderTerm: a unit vector times its weight whose course changes smoothly and never stands still")
{
	FTermFlock Flock({{0.0f, 0.0f, 0.0f}});
	Flock.Velocities[0] = {0.0f, 0.0f, 3.0f};
	std::vector<FVector> Offsets(1, FVector{0.0f, 0.0f, 0.0f});
	FWanderTerm Term{Flock.Spans(), Offsets, 2.0f};
	REQUIRE(Term.Validate());
	FVector Before{0.0f, 0.0f, 0.0f};
	for (uint64_t Step = 0; Step < 600; ++Step)
	{
		Flock.Clear();
		Term.Step = Step;
		Term.Run(Flock.Serial);
		REQUIRE(Length(Flock.Sums[0]) == Approx(2.0f));
		REQUIRE(Length(Offsets[0]) == Approx(Term.Radius));
		// The sphere's centre is two radii ahead: at most 30 degrees off course.
		REQUIRE(Flock.Sums[0].z >= 2.0f * std::cos(Pi / 6.0f) - 1e-4f);
		if (Step > 0)
		{
			REQUIRE(Length(Flock.Sums[0] - Before) < 2.0f * 0.4f); // jitter over the least distance of the point
			REQUIRE(Length(Flock.Sums[0] - Before) > 0.0f);
		}
		Before = Flock.Sums[0];
	}
}

TEST_CASE("FWanderTerm: stays level for planar flocks and differs from boid to boid")
{
	FTermFlock Flock({{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}});
	Flock.bPlanar = true;
	std::vector<FVector> Offsets(2, FVector{0.0f, 0.0f, 0.0f});
	FWanderTerm{Flock.Spans(), Offsets}.Run(Flock.Serial);
	CHECK(Flock.Sums[0].y == 0.0f);
	CHECK(!IsNear(Flock.Sums[0], Flock.Sums[1], 1e-3f));
}

TEST_CASE("FWanderTerm: with a target, full within the radius, less to twice that, and there nothing that leads away")
{
	// A target at the origin, radius 4 m: within it, midway to twice that, beyond.
	FTermFlock Flock({{1.0f, 0.0f, 0.0f}, {4.0f, 0.0f, 0.0f}, {6.0f, 0.0f, 0.0f}, {9.0f, 0.0f, 0.0f}});
	const std::vector<FVector> Nowhere(4, FVector{0.0f, 0.0f, 0.0f});
	std::vector<FVector> Offsets = Nowhere;
	FWanderTerm Term{Flock.Spans(), Offsets, 2.0f};
	Term.Near.FarShare = 0.25f;
	const auto SumsWith = [&](float Radius)
	{
		Offsets = Nowhere;
		Flock.Clear();
		Term.Near.Radius = Radius;
		REQUIRE(Term.Validate());
		Term.Run(Flock.Serial);
		return Flock.Sums;
	};
	const float Shares[] = {1.0f, 1.0f, 0.625f, 0.25f}; // linear from 1 to the far share
	const float Backs[] = {1.0f, 1.0f, 0.5f, 0.0f};     // of what leads away
	for (Term.Step = 0; Term.Step < 50; ++Term.Step)
	{
		Term.Near.Target.reset();
		const std::vector<FVector> Free = SumsWith(4.0f); // nobody has a target
		Term.Near.Target = FVector{0.0f, 0.0f, 0.0f};
		const std::vector<FVector> Drawn = SumsWith(4.0f);
		CHECK(SumsWith(0.0f) == Free);
		for (size_t Boid = 0; Boid < Free.size(); ++Boid)
		{
			REQUIRE(Length(Free[Boid]) == Approx(2.0f));
			const float Outward = Free[Boid].x > 0.0f ? Free[Boid].x * Backs[Boid] : Free[Boid].x;
			CHECK(IsNear(Drawn[Boid], FVector{Outward, Free[Boid].y, Free[Boid].z} * Shares[Boid]));
		}
	}
}

TEST_CASE("FWanderTerm: each boid's own target counts, and none for whom has none")
{
	FTermFlock Flock({{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}});
	std::vector<FVector> Offsets(3, FVector{0.0f, 0.0f, 0.0f});
	FWanderTerm Term{Flock.Spans(), Offsets, 2.0f};
	const FVector Targets[] = {{1.0f, 0.0f, 0.0f}, {50.0f, 0.0f, 0.0f}, {50.0f, 0.0f, 0.0f}};
	const float Weights[] = {1.0f, 1.0f, 0.0f};
	Term.Near = {FVector{0.0f, 0.0f, 0.0f}, Targets, Weights, 4.0f, 0.0f};
	REQUIRE(Term.Validate());
	Term.Run(Flock.Serial);
	CHECK(Length(Flock.Sums[0]) == Approx(2.0f));
	CHECK(Length(Flock.Sums[1]) == 0.0f);
	CHECK(Length(Flock.Sums[2]) == Approx(2.0f));
	Term.Near.Targets = {Targets, 2};
	CHECK_FALSE(Term.Validate());
}

TEST_CASE("FPathTerm: on the path goes along it, off the path back to it, against it turns round")
{
	const FVector Path[] = {{0.0f, 0.0f, 0.0f}, {100.0f, 0.0f, 0.0f}};
	FTermFlock Flock({{10.0f, 0.0f, 0.5f}, {10.0f, 0.0f, 20.0f}, {50.0f, 0.0f, 0.0f}});
	Flock.Velocities = {{2.0f, 0.0f, 0.0f}, {2.0f, 0.0f, 0.0f}, {-2.0f, 0.0f, 0.0f}};
	FPathTerm Term{Flock.Spans(), Path, false, 1.0f, 1.0f, 3.0f};
	REQUIRE(Term.Validate());
	Term.Run(Flock.Serial);
	CHECK(IsNear(Flock.Sums[0], {3.0f, 0.0f, 0.0f}));
	// Predicted at x 12; aims one path radius and one and a half moves ahead of that: (16, 0, 0).
	CHECK(IsNear(Flock.Sums[1], FVector{6.0f, 0.0f, -20.0f} * (3.0f / std::sqrt(436.0f))));
	CHECK(IsNear(Flock.Sums[2], {3.0f, 0.0f, 0.0f}));
	Term.Points = {Path, 1};
	Flock.Clear();
	Term.Run(Flock.Serial);
	CHECK(IsNear(Flock.Sums[0], {0.0f, 0.0f, 0.0f}));
}

TEST_CASE("FPathTerm: a looped path leads from its end to its beginning")
{
	const FVector Path[] = {{0.0f, 0.0f, 0.0f}, {10.0f, 0.0f, 0.0f}, {10.0f, 0.0f, 10.0f}};
	FTermFlock Flock({{5.0f, 0.0f, 5.0f}});
	Flock.Velocities[0] = {0.0f, 0.0f, 0.0f};
	FPathTerm{Flock.Spans(), Path, true, 1.0f, 1.0f, 1.0f}.Run(Flock.Serial);
	const float Part = -1.0f / std::sqrt(2.0f);
	CHECK(IsNear(Flock.Sums[0], {Part, 0.0f, Part}));
}

TEST_CASE("FContainmentTerm: steers inward before the wall, by the normal part only")
{
	FTermFlock Flock({{9.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, {9.0f, 9.0f, 0.0f}});
	Flock.Velocities = {{2.0f, 0.0f, 2.0f}, {2.0f, 0.0f, 0.0f}, {2.0f, 2.0f, 0.0f}};
	FContainmentTerm Term{Flock.Spans(), {0.0f, 0.0f, 0.0f}, {10.0f, 10.0f, 10.0f}, 1.0f, 2.0f};
	REQUIRE(Term.Validate());
	Term.Run(Flock.Serial);
	CHECK(IsNear(Flock.Sums[0], {-2.0f, 0.0f, 0.0f}));
	CHECK(IsNear(Flock.Sums[1], {0.0f, 0.0f, 0.0f}));
	CHECK(IsNear(Flock.Sums[2], FVector{-1.0f, -1.0f, 0.0f} * std::sqrt(2.0f)));
}

TEST_CASE("Behaviour terms: on a torus the near way leads across the seam")
{
	FTermFlock Flock({{29.0f, 0.0f, 0.0f}});
	Flock.Torus = {60.0f, 60.0f, 60.0f};
	FTargetTerm{Flock.Spans(), {-29.0f, 0.0f, 0.0f}, {}, {}, 1.0f}.Run(Flock.Serial);
	CHECK(IsNear(Flock.Sums[0], {1.0f, 0.0f, 0.0f}));
}

TEST_CASE("FTermSpans::Validate: lengths must agree")
{
	FTermFlock Flock({{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}});
	CHECK(Flock.Spans().Validate());
	Flock.Sums.pop_back();
	CHECK(!Flock.Spans().Validate());
}
