// Zones (Couzin et al. 2002), Vicsek 1995 and the social force against their closed forms on few boids.
#include "FlockTestSupport.h"

#include <catch2/catch.hpp>

using namespace Flockwork;

namespace
{
FFlockSettings Zones()
{
	FFlockSettings Settings;
	Settings.Model = EFlockModel::Zones;
	Settings.MaxSpeed = 3.0f;
	Settings.ZoneNoise = 0.0f;
	Settings.ZoneTurnRate = 1000.0f; // turns at once
	Settings.ZoneRepulsionRadius = 1.0f;
	Settings.ZoneOrientationWidth = 2.0f;
	Settings.ZoneAttractionWidth = 4.0f;
	return Settings;
}

FVector NextVelocity(const FFlockSettings& Settings, FTestFlock Flock, size_t Boid)
{
	Steer(Settings, Flock, ETestPath::AsChosen);
	return Flock.Velocities[Boid] + Flock.Accelerations[Boid] * Flock.DeltaTime;
}

FTestFlock Pair(float Distance, const FVector& OtherVelocity)
{
	FTestFlock Flock;
	Flock.DeltaTime = 0.1f;
	Flock.Add({0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 3.0f});
	Flock.Add({Distance, 0.0f, 0.0f}, OtherVelocity);
	return Flock;
}

bool IsNear(const FVector& A, const FVector& B, float Margin = 1e-3f)
{
	return Length(A - B) <= Margin;
}
} // namespace

TEST_CASE("Zones: away from one too near, along with one further off, toward one beyond, heedless of the rest")
{
	const FVector Up{0.0f, 3.0f, 0.0f};
	CHECK(IsNear(NextVelocity(Zones(), Pair(0.5f, Up), 0), {-3.0f, 0.0f, 0.0f}));
	CHECK(IsNear(NextVelocity(Zones(), Pair(2.0f, Up), 0), {0.0f, 3.0f, 0.0f}));
	CHECK(IsNear(NextVelocity(Zones(), Pair(5.0f, Up), 0), {3.0f, 0.0f, 0.0f}));
	CHECK(IsNear(NextVelocity(Zones(), Pair(7.5f, Up), 0), {0.0f, 0.0f, 3.0f}));
}

TEST_CASE("Zones: repulsion goes before everything else")
{
	FTestFlock Flock = Pair(0.5f, {0.0f, 3.0f, 0.0f});
	Flock.Add({0.0f, 0.0f, 5.0f}, {0.0f, 0.0f, 3.0f});
	CHECK(IsNear(NextVelocity(Zones(), Flock, 0), {-3.0f, 0.0f, 0.0f}));
}

TEST_CASE("Zones: orientation and attraction are summed")
{
	FTestFlock Flock = Pair(5.0f, {0.0f, 0.0f, 3.0f});
	Flock.Add({0.0f, 2.0f, 0.0f}, {0.0f, 3.0f, 0.0f});
	const float Part = 3.0f / std::sqrt(2.0f);
	CHECK(IsNear(NextVelocity(Zones(), Flock, 0), {Part, Part, 0.0f}));
}

TEST_CASE("Zones: turns no faster than the turn rate")
{
	FFlockSettings Settings = Zones();
	Settings.ZoneTurnRate = 2.0f; // rad/s: 0.2 rad in the step
	const FVector Next = NextVelocity(Settings, Pair(5.0f, {0.0f, 3.0f, 0.0f}), 0);
	CHECK(Length(Next) == Approx(3.0f));
	CHECK(std::atan2(Next.x, Next.z) == Approx(0.2f).margin(1e-4));
}

TEST_CASE("Zones: those behind are unseen, yet still repel")
{
	FFlockSettings Settings = Zones();
	Settings.BlindAngle = Pi / 2.0f;
	FTestFlock Flock = Pair(1.0f, {0.0f, 3.0f, 0.0f});
	Flock.Positions[1] = {0.0f, 0.0f, -5.0f};
	CHECK(IsNear(NextVelocity(Settings, Flock, 0), {0.0f, 0.0f, 3.0f}));
	Flock.Positions[1] = {0.1f, 0.0f, -0.5f};
	CHECK(NextVelocity(Settings, Flock, 0).x < 0.0f);
}

TEST_CASE("Zones: the noise has the deviation that was set")
{
	FFlockSettings Settings = Zones();
	Settings.ZoneNoise = 0.05f;
	FTestFlock Flock;
	Flock.DeltaTime = 0.1f;
	for (int32_t Boid = 0; Boid < 4000; ++Boid)
	{
		Flock.Add({float(Boid) * 100.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 3.0f});
	}
	Steer(Settings, Flock, ETestPath::AsChosen);
	double SumSquared = 0.0;
	for (size_t Boid = 0; Boid < Flock.Ids.size(); ++Boid)
	{
		const FVector Next = Flock.Velocities[Boid] + Flock.Accelerations[Boid] * Flock.DeltaTime;
		const double Angle = std::acos(std::min(1.0, double(Next.z / Length(Next))));
		SumSquared += Angle * Angle;
	}
	CHECK(std::sqrt(SumSquared / 4000.0) == Approx(0.05).epsilon(0.05));
}

TEST_CASE("Vicsek: takes up the mean heading of all within the radius, itself included, at full speed")
{
	FFlockSettings Settings;
	Settings.Model = EFlockModel::Vicsek;
	Settings.VicsekNoise = 0.0f;
	Settings.MaxSpeed = 2.0f;
	FTestFlock Flock;
	Flock.Add({0.0f, 0.0f, 0.0f}, {0.1f, 0.0f, 0.0f}); // slow: headings count, not speeds
	Flock.Add({3.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 2.0f});
	Flock.Add({30.0f, 0.0f, 0.0f}, {0.0f, 5.0f, 0.0f});
	const float Part = 2.0f / std::sqrt(2.0f);
	CHECK(IsNear(NextVelocity(Settings, Flock, 0), {Part, 0.0f, Part}));
}

TEST_CASE("Vicsek: the noise is uniform over the width that was set")
{
	FFlockSettings Settings;
	Settings.Model = EFlockModel::Vicsek;
	Settings.VicsekNoise = 2.0f;
	Settings.Planar = EPlanarMode::On;
	FTestFlock Flock;
	for (int32_t Boid = 0; Boid < 4000; ++Boid)
	{
		Flock.Add({float(Boid) * 100.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 3.0f});
	}
	Steer(Settings, Flock, ETestPath::AsChosen);
	double SumSquared = 0.0;
	double Largest = 0.0;
	for (size_t Boid = 0; Boid < Flock.Ids.size(); ++Boid)
	{
		const FVector Next = Flock.Velocities[Boid] + Flock.Accelerations[Boid] * Flock.DeltaTime;
		const double Angle = std::atan2(double(Next.x), double(Next.z));
		SumSquared += Angle * Angle;
		Largest = std::max(Largest, std::abs(Angle));
	}
	CHECK(Largest <= 1.001);
	CHECK(std::sqrt(SumSquared / 4000.0) == Approx(1.0 / std::sqrt(3.0)).epsilon(0.03));
}

TEST_CASE("Pedestrian: takes up the wanted velocity within the relaxation time")
{
	FFlockSettings Settings;
	Settings.Model = EFlockModel::Pedestrian;
	Settings.MaxSpeed = 1.4f;
	FTestFlock Flock;
	Flock.Add({0.0f, 0.0f, 0.0f}, {0.4f, 0.0f, 0.0f});
	Flock.ExtraSums = {{3.0f, 0.0f, 0.0f}};                                            // only its direction counts
	CHECK(IsNear(Steer(Settings, Flock, ETestPath::AsChosen)[0], {2.0f, 0.0f, 0.0f})); // (1.4 - 0.4) / 0.5
	Flock.ExtraSums = {{0.0f, 0.0f, 0.0f}};
	CHECK(IsNear(Steer(Settings, Flock, ETestPath::AsChosen)[0], {-0.8f, 0.0f, 0.0f})); // no goal: comes to rest
}

TEST_CASE("Pedestrian: the push falls exponentially from contact and is weaker from behind")
{
	FFlockSettings Settings;
	Settings.Model = EFlockModel::Pedestrian;
	Settings.MaxSpeed = 100.0f;
	FTestFlock Flock;
	Flock.Add({0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 100.0f});
	Flock.Add({0.0f, 0.0f, 0.9f}, {0.0f, 0.0f, 100.0f});
	Flock.ExtraSums = {{0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 1.0f}};
	Steer(Settings, Flock, ETestPath::AsChosen);
	const float AtGap = 2.1f * std::exp(-(0.9f - 0.6f) / 0.3f);
	CHECK(Flock.Accelerations[0].z == Approx(-AtGap).epsilon(1e-3));               // ahead of it: full
	CHECK(Flock.Accelerations[1].z * Flock.DeltaTime == Approx(0.0).margin(1e-3)); // pushed on, but at its speed limit
	Flock.Velocities[1] = {0.0f, 0.0f, 99.0f};
	Steer(Settings, Flock, ETestPath::AsChosen);
	CHECK(Flock.Accelerations[1].z == Approx(2.0f + 0.5f * AtGap).epsilon(1e-2)); // behind it: the anisotropy's share
}
