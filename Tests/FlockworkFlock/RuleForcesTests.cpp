#include "FlockworkFlock/RuleForces.h"

#include "FlockTestSupport.h"

#include <catch2/catch.hpp>

using namespace Flockwork;

namespace
{
// One boid at rest with one near and one far neighbour, whose rules have forms that one can write down.
FTestFlock MakeTrio()
{
	FTestFlock Flock;
	Flock.Add({0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
	Flock.Add({1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 3.0f});
	Flock.Add({3.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f});
	return Flock;
}

FFlockSettings MakeSettings(EFlockModel Model)
{
	FFlockSettings Settings;
	Settings.Model = Model;
	Settings.NeighborRadius = 5.0f;
	Settings.SeparationRadius = 2.0f;
	Settings.SeparationWeight = 1.5f;
	Settings.AlignmentWeight = 0.5f;
	Settings.CohesionWeight = 0.25f;
	Settings.MaxSpeed = 4.0f;
	Settings.MaxSteerForce = 100.0f;
	return Settings;
}

FRuleForces Compute(const FFlockSettings& Settings, const FTestFlock& Flock, size_t Boid = 0)
{
	FTaskPool Pool({1});
	FRuleForces Forces;
	REQUIRE(ComputeRuleForces(Settings, Flock.Input(), Boid, Pool, Forces));
	return Forces;
}

bool AreNear(const FVector& A, const FVector& B)
{
	return Length(A - B) < 1e-5f;
}
} // namespace

TEST_CASE("ComputeRuleForces: Normalized rules are directions times their weights")
{
	const FRuleForces Forces = Compute(MakeSettings(EFlockModel::Normalized), MakeTrio());
	CHECK(AreNear(Forces.Separation, {-1.5f, 0.0f, 0.0f}));
	CHECK(AreNear(Forces.Alignment, {0.0f, 0.0f, 0.5f}));
	CHECK(AreNear(Forces.Cohesion, {0.25f, 0.0f, 0.0f}));
	CHECK(AreNear(Forces.Others, {0.0f, 0.0f, 0.0f}));
}

TEST_CASE("ComputeRuleForces: Additive rules are sums and means")
{
	const FRuleForces Forces = Compute(MakeSettings(EFlockModel::Additive), MakeTrio());
	CHECK(AreNear(Forces.Separation, {-1.5f, 0.0f, 0.0f})); // -r / r^2 at 1 m
	CHECK(AreNear(Forces.Alignment, {0.0f, 0.0f, 1.0f}));   // the mean velocity is 2 m/s
	CHECK(AreNear(Forces.Cohesion, {0.5f, 0.0f, 0.0f}));    // the mean place is 2 m away
}

TEST_CASE("ComputeRuleForces: Reynolds' rules each steer toward full speed")
{
	const FRuleForces Forces = Compute(MakeSettings(EFlockModel::Reynolds), MakeTrio());
	CHECK(AreNear(Forces.Separation, {-6.0f, 0.0f, 0.0f})); // 1.5 x 4 m/s
	CHECK(AreNear(Forces.Alignment, {0.0f, 0.0f, 2.0f}));
	CHECK(AreNear(Forces.Cohesion, {1.0f, 0.0f, 0.0f}));
}

TEST_CASE("ComputeRuleForces: what it tells adds up to the acceleration that a step applies")
{
	for (const ENeighborhood Neighborhood : {ENeighborhood::Metric, ENeighborhood::Topological})
	{
		FFlockSettings Settings = MakeSettings(EFlockModel::Normalized);
		Settings.Neighborhood = Neighborhood;
		Settings.MaxSteerForce = 5.0f;
		FTestFlock Flock = RandomFlock(60, 6.0f, 11);
		const std::vector<FVector> Applied = Steer(Settings, Flock, ETestPath::AsChosen);
		for (size_t Boid = 0; Boid < Applied.size(); ++Boid)
		{
			const FRuleForces Forces = Compute(Settings, Flock, Boid);
			const FVector Sum = Forces.Separation + Forces.Alignment + Forces.Cohesion + Forces.Others;
			const FVector Wanted = SafeNormal(Sum) * Settings.MaxSpeed - Flock.Velocities[Boid];
			CHECK(Length(Applied[Boid] - ClampLength(Wanted, Settings.MaxSteerForce)) < 1e-3f);
		}
	}
}

TEST_CASE("ComputeRuleForces: models that turn a heading have no such parts, and a lone boid feels nothing")
{
	FTaskPool Pool({1});
	FRuleForces Forces;
	for (const EFlockModel Model : {EFlockModel::Zones, EFlockModel::Vicsek, EFlockModel::Pedestrian})
	{
		CHECK_FALSE(ComputeRuleForces(MakeSettings(Model), MakeTrio().Input(), 0, Pool, Forces));
	}
	FTestFlock Alone;
	Alone.Add({0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f});
	const FRuleForces None = Compute(MakeSettings(EFlockModel::Normalized), Alone);
	CHECK(AreNear(None.Separation + None.Alignment + None.Cohesion, {0.0f, 0.0f, 0.0f}));
}
