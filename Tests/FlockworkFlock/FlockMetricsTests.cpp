// Each metric against its definition, written out by hand over all pairs.
#include "FlockTestSupport.h"
#include "FlockworkFlock/FlockMetrics.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include <algorithm>
#include <numeric>

using namespace Flockwork;

namespace
{
FFlockMetrics Measure(const FFlockMetricsInput& Input)
{
	FSerialScheduler Serial;
	return FFlockMeter().Compute(Input, Serial);
}

struct FByHand
{
	double MeanNearest = 0.0;
	double MinNearest = 1e30;
	double MeanNeighbors = 0.0;
	int32_t Clusters = 0;
	int32_t Largest = 0;
};

FByHand MeasureByHand(const FFlockMetricsInput& Input)
{
	const size_t Count = Input.Positions.size();
	std::vector<size_t> Label(Count);
	std::iota(Label.begin(), Label.end(), size_t(0));
	FByHand Result;
	int32_t WithNeighbor = 0;
	for (size_t A = 0; A < Count; ++A)
	{
		double Nearest = 1e30;
		for (size_t B = 0; B < Count; ++B)
		{
			FVector Offset = Input.Positions[B] - Input.Positions[A];
			for (int32_t Axis = 0; Axis < 3; ++Axis)
			{
				const float Period = Input.TorusPeriod[Axis];
				Offset[Axis] -= Period > 0.0f ? Period * std::nearbyint(Offset[Axis] / Period) : 0.0f;
			}
			Offset.y = Input.bPlanar ? 0.0f : Offset.y;
			if (A == B || LengthSquared(Offset) > Input.NeighborRadius * Input.NeighborRadius)
			{
				continue;
			}
			Nearest = std::min(Nearest, double(Length(Offset)));
			Result.MeanNeighbors += 1.0 / double(Count);
			const size_t From = std::max(Label[A], Label[B]);
			const size_t To = std::min(Label[A], Label[B]);
			std::replace(Label.begin(), Label.end(), From, To);
		}
		if (Nearest < 1e30)
		{
			Result.MeanNearest += Nearest;
			Result.MinNearest = std::min(Result.MinNearest, Nearest);
			++WithNeighbor;
		}
	}
	Result.MeanNearest /= std::max(1, WithNeighbor);
	Result.MinNearest = WithNeighbor > 0 ? Result.MinNearest : 0.0;
	for (size_t Boid = 0; Boid < Count; ++Boid)
	{
		const int32_t Size = int32_t(std::count(Label.begin(), Label.end(), Boid));
		Result.Clusters += Size > 0 ? 1 : 0;
		Result.Largest = std::max(Result.Largest, Size);
	}
	return Result;
}
} // namespace

TEST_CASE("FFlockMeter: nobody measures nothing, one boid is one cluster")
{
	const FFlockMetrics None = Measure({});
	CHECK(None.Count == 0);
	CHECK(None.ClusterCount == 0);
	CHECK(None.Polarisation == 0.0f);
	const FVector Position{1.0f, 2.0f, 3.0f};
	const FVector Velocity{0.0f, 0.0f, 2.0f};
	const FFlockMetrics One = Measure({{&Position, 1}, {&Velocity, 1}});
	CHECK(One.Count == 1);
	CHECK(One.ClusterCount == 1);
	CHECK(One.LargestCluster == 1);
	CHECK(One.Polarisation == Approx(1.0f));
	CHECK(One.Milling == 0.0f);
	CHECK(One.MeanSpeed == Approx(2.0f));
	CHECK(One.MeanNearestDistance == 0.0f);
	CHECK(One.Centroid == Position);
}

TEST_CASE("FFlockMeter: polarisation is the length of the mean unit velocity, boids at rest have none")
{
	const std::vector<FVector> Positions(4, FVector{0.0f, 0.0f, 0.0f});
	std::vector<FVector> Velocities = {{1.0f, 0.0f, 0.0f}, {9.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 2.0f}, {0.0f, 0.0f, 0.0f}};
	const FFlockMetrics Metrics = Measure({Positions, Velocities});
	CHECK(Metrics.Polarisation == Approx(std::sqrt(5.0f) / 4.0f));
	CHECK(Metrics.MeanSpeed == Approx(3.0f));
}

TEST_CASE("FFlockMeter: a ring of boids that go round is a mill, a column is polarised, a cross-fire a swarm")
{
	std::vector<FVector> Positions;
	std::vector<FVector> Round;
	std::vector<FVector> Straight;
	std::vector<FVector> Outward;
	for (int32_t Boid = 0; Boid < 36; ++Boid)
	{
		const float Angle = 2.0f * Pi * float(Boid) / 36.0f;
		Positions.push_back({10.0f * std::cos(Angle), 0.0f, 10.0f * std::sin(Angle)});
		Round.push_back({-std::sin(Angle), 0.0f, std::cos(Angle)});
		Straight.push_back({0.0f, 0.0f, 3.0f});
		Outward.push_back({std::cos(Angle), 0.0f, std::sin(Angle)});
	}
	const FFlockMetrics Mill = Measure({Positions, Round});
	CHECK(Mill.Milling == Approx(1.0f));
	CHECK(Mill.Polarisation == Approx(0.0f).margin(1e-5));
	CHECK(Mill.State == EFlockState::Mill);
	CHECK(Mill.GyrationRadius == Approx(10.0f));
	const FFlockMetrics Column = Measure({Positions, Straight});
	CHECK(Column.Polarisation == Approx(1.0f));
	CHECK(Column.State == EFlockState::Polarised);
	const FFlockMetrics Swarm = Measure({Positions, Outward});
	CHECK(Swarm.Milling == Approx(0.0f).margin(1e-5));
	CHECK(Swarm.State == EFlockState::Swarm);
	CHECK(ToString(Swarm.State) == "swarm");
}

TEST_CASE("FFlockMeter: on a torus a flock that straddles the seam has its centre there")
{
	const std::vector<FVector> Positions = {{9.0f, 0.0f, 5.0f}, {-9.0f, 0.0f, 5.0f}};
	const std::vector<FVector> Velocities(2, FVector{0.0f, 0.0f, 1.0f});
	FFlockMetricsInput Input{Positions, Velocities, 5.0f, {20.0f, 0.0f, 0.0f}};
	const FFlockMetrics Metrics = Measure(Input);
	CHECK(std::abs(Metrics.Centroid.x) == Approx(10.0f));
	CHECK(Metrics.Centroid.z == Approx(5.0f));
	CHECK(Metrics.GyrationRadius == Approx(1.0f).epsilon(1e-3));
	CHECK(Metrics.MeanNearestDistance == Approx(2.0f));
	CHECK(Metrics.ClusterCount == 1);
}

TEST_CASE("FFlockMeter: neighbours and clusters equal a count over all pairs")
{
	CHECK(rc::check(
	    []
	    {
		    const uint64_t Seed = *rc::gen::inRange<uint64_t>(1, 1'000'000);
		    FRandomStream Random(Seed);
		    const float Extent = Random.Range(0.5f, 40.0f);
		    FTestFlock Flock = RandomFlock(*rc::gen::inRange(1, 250), Extent, Seed);
		    if (Random.Uniform() < 0.3f) // far apart: hashed
		    {
			    for (size_t Boid = 0; Boid < Flock.Positions.size(); Boid += 5)
			    {
				    Flock.Positions[Boid] += FVector{3000.0f, -500.0f * float(Boid % 3), 90.0f};
			    }
		    }
		    FFlockMetricsInput Input{Flock.Positions, Flock.Velocities, Random.Range(0.3f, 8.0f)};
		    Input.bPlanar = Random.Uniform() < 0.3f;
		    if (Random.Uniform() < 0.4f)
		    {
			    Input.TorusPeriod = {Random.Range(1.0f, 50.0f), 0.0f, Random.Range(1.0f, 50.0f)};
		    }
		    const FFlockMetrics Metrics = Measure(Input);
		    const FByHand Expected = MeasureByHand(Input);
		    RC_ASSERT(Metrics.ClusterCount == Expected.Clusters);
		    RC_ASSERT(Metrics.LargestCluster == Expected.Largest);
		    RC_ASSERT(std::abs(double(Metrics.MeanNeighbors) - Expected.MeanNeighbors) < 1e-3);
		    RC_ASSERT(std::abs(double(Metrics.MeanNearestDistance) - Expected.MeanNearest) < 1e-3);
		    RC_ASSERT(std::abs(double(Metrics.MinNearestDistance) - Expected.MinNearest) < 1e-3);
	    }));
}

TEST_CASE("FFlockMeter: clusters are numbered by their first boid")
{
	const std::vector<FVector> Positions = {
	    {50.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, {52.0f, 0.0f, 0.0f}, {100.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}};
	const std::vector<FVector> Velocities(5, FVector{0.0f, 0.0f, 1.0f});
	FSerialScheduler Serial;
	FFlockMeter Meter;
	const FFlockMetrics Metrics = Meter.Compute({Positions, Velocities, 3.0f}, Serial);
	CHECK(Metrics.ClusterCount == 3);
	CHECK(Metrics.LargestCluster == 2);
	const std::vector<int32_t> Expected = {0, 1, 0, 2, 1};
	CHECK(std::equal(Expected.begin(), Expected.end(), Meter.GetClusters().begin(), Meter.GetClusters().end()));
}

TEST_CASE("FFlockMeter: a chain is one cluster, however long")
{
	std::vector<FVector> Positions;
	for (int32_t Boid = 0; Boid < 5000; ++Boid)
	{
		Positions.push_back({float((Boid * 2503) % 5000) * 0.9f, 0.0f, 0.0f}); // out of order
	}
	const std::vector<FVector> Velocities(Positions.size(), FVector{1.0f, 0.0f, 0.0f});
	CHECK(Measure({Positions, Velocities, 1.0f}).ClusterCount == 1);
	CHECK(Measure({Positions, Velocities, 0.8f}).ClusterCount == 5000);
}

TEST_CASE("FFlockMeter: above 2,048 boids the sampled means are near the true ones")
{
	const FTestFlock Flock = RandomFlock(20'000, 30.0f, 4);
	const FFlockMetrics Metrics = Measure({Flock.Positions, Flock.Velocities, 3.0f});
	// Poisson: density * volume, less the part that the walls cut off (about 3/16 of the radius over the box's half).
	const double Density = 20'000.0 / (60.0 * 60.0 * 60.0);
	const double Neighbors = Density * 4.0 / 3.0 * 3.14159 * 27.0;
	CHECK(Metrics.MeanNeighbors == Approx(Neighbors * std::pow(1.0 - 3.0 / 16.0 * 3.0 / 30.0, 3.0)).epsilon(0.03));
	CHECK(Metrics.MeanNearestDistance == Approx(0.554 / std::cbrt(Density)).epsilon(0.03));
}
