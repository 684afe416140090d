#include "FlockworkRender/Trails.h"

#include <catch2/catch.hpp>

namespace Flockwork
{
namespace
{
std::vector<FTrails::FPoint> GetTrail(const FTrails& Trails, int32_t Boid)
{
	std::vector<FTrails::FPoint> Points(size_t(Trails.GetSettings().PointsPerBoid) + 1);
	Points.resize(size_t(Trails.GetPoints(Boid, Points)));
	return Points;
}
} // namespace

TEST_CASE("FTrails: keeps points at their spacing, newest first, with ages of the simulation's time")
{
	FTrailSettings Settings;
	Settings.Spacing = 1.0f;
	Settings.Lifetime = 100.0f;
	FTrails Trails(Settings);
	for (int32_t Step = 0; Step <= 10; ++Step) // half a metre a second: every second point is kept
	{
		const FVector Position(0.5f * float(Step), 0.0f, 0.0f);
		Trails.Update({&Position, 1}, double(Step));
	}
	const auto Points = GetTrail(Trails, 0);
	REQUIRE(Points.size() == 7); // the head at 5.0, then 5 4 3 2 1 0
	CHECK(Points[0].Position.x == 5.0f);
	CHECK(Points[2].Position.x == 4.0f);
	CHECK(Points[6].Position.x == 0.0f);
	CHECK(Points[6].Age == Approx(0.1f));
}

TEST_CASE("FTrails: the ring forgets the oldest and old points fade out")
{
	FTrailSettings Settings;
	Settings.PointsPerBoid = 4;
	Settings.Spacing = 1.0f;
	Settings.Lifetime = 1000.0f;
	FTrails Trails(Settings);
	for (int32_t Step = 0; Step < 20; ++Step)
	{
		const FVector Position(float(Step), 0.0f, 0.0f);
		Trails.Update({&Position, 1}, double(Step));
	}
	CHECK(GetTrail(Trails, 0).size() == 5);
	CHECK(GetTrail(Trails, 0).back().Position.x == 16.0f);
	const FVector Last(19.0f, 0.0f, 0.0f);
	Trails.Update({&Last, 1}, 5000.0);
	CHECK(GetTrail(Trails, 0).size() == 2); // the head and the first invisible point
}

TEST_CASE("FTrails: a jump, another count and time running backward start over")
{
	FTrails Trails;
	const FVector Near[] = {{0, 0, 0}, {1, 0, 0}};
	const FVector Moved[] = {{0.5f, 0, 0}, {90, 0, 0}};
	Trails.Update(Near, 0.0);
	Trails.Update(Moved, 0.1);
	CHECK(GetTrail(Trails, 0).size() == 3);
	CHECK(GetTrail(Trails, 1).size() == 2);
	CHECK(GetTrail(Trails, 1).back().Position.x == 90.0f);
	Trails.Update({Near, 1}, 0.2);
	CHECK(Trails.GetBoidCount() == 1);
	CHECK(GetTrail(Trails, 0).size() == 2);
	Trails.Update({Moved, 1}, 0.1);
	CHECK(GetTrail(Trails, 0).size() == 2);
}

TEST_CASE("FTrails: leaves out positions that are no numbers, and empty flocks are fine")
{
	FTrails Trails;
	const FVector Bad(NAN, 0.0f, 0.0f);
	Trails.Update({&Bad, 1}, 0.0);
	CHECK(GetTrail(Trails, 0).empty());
	Trails.Update({}, 1.0);
	CHECK(Trails.GetBoidCount() == 0);
}
} // namespace Flockwork
