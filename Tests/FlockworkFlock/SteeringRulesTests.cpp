// Every rule against its closed form on one, two and three boids, on both paths.
#include "FlockTestSupport.h"

#include <catch2/catch.hpp>

using namespace Flockwork;

namespace
{
FFlockSettings OnlyRule(float Separation, float Alignment, float Cohesion, EFlockModel Model = EFlockModel::Normalized)
{
	FFlockSettings Settings;
	Settings.Model = Model;
	Settings.SeparationWeight = Separation;
	Settings.AlignmentWeight = Alignment;
	Settings.CohesionWeight = Cohesion;
	return Settings;
}

void CheckVector(const FVector& Actual, const FVector& Expected, float Margin = 1e-5f)
{
	INFO("(" << Actual.x << ", " << Actual.y << ", " << Actual.z << ") against (" << Expected.x << ", " << Expected.y
	         << ", " << Expected.z << ")");
	CHECK(Length(Actual - Expected) <= Margin);
}

const ETestPath BothPaths[] = {ETestPath::AsChosen, ETestPath::General};
} // namespace

TEST_CASE("FFlockSteering: an empty flock and a single boid have no acceleration")
{
	for (const ETestPath Path : BothPaths)
	{
		FTestFlock Nobody;
		CHECK(Steer(FFlockSettings{}, Nobody, Path).empty());
		FTestFlock One;
		One.Add({1.0f, 2.0f, 3.0f}, {1.0f, 0.0f, 0.0f});
		CHECK(Steer(FFlockSettings{}, One, Path)[0] == FVector{0.0f, 0.0f, 0.0f});
	}
}

TEST_CASE("FFlockSteering: Normalized separation pushes two boids straight apart at the force limit")
{
	for (const ETestPath Path : BothPaths)
	{
		FTestFlock Flock;
		Flock.Add({0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
		Flock.Add({1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
		FFlockSettings Settings = OnlyRule(1.5f, 0.0f, 0.0f);
		Settings.MaxSteerForce = 3.0f;
		Steer(Settings, Flock, Path);
		CheckVector(Flock.Accelerations[0], {-3.0f, 0.0f, 0.0f});
		CheckVector(Flock.Accelerations[1], {3.0f, 0.0f, 0.0f});
	}
}

TEST_CASE("FFlockSteering: separation ends at its radius, the radius itself inside")
{
	for (const ETestPath Path : BothPaths)
	{
		for (const float Distance : {2.0f, 2.0001f})
		{
			FTestFlock Flock;
			Flock.Add({0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
			Flock.Add({0.0f, 0.0f, Distance}, {0.0f, 0.0f, 0.0f});
			Steer(OnlyRule(1.0f, 0.0f, 0.0f), Flock, Path);
			CheckVector(Flock.Accelerations[0], {0.0f, 0.0f, Distance > 2.0f ? 0.0f : -5.0f});
		}
	}
}

TEST_CASE("FFlockSteering: Normalized separation counts directions, not distances")
{
	// Others at +x (near) and +y (far): mean of unit vectors away is (-1, -1) / 2.
	for (const ETestPath Path : BothPaths)
	{
		FTestFlock Flock;
		Flock.Add({0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
		Flock.Add({0.1f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
		Flock.Add({0.0f, 1.9f, 0.0f}, {0.0f, 0.0f, 0.0f});
		Steer(OnlyRule(1.0f, 0.0f, 0.0f), Flock, Path);
		const float Part = -5.0f / std::sqrt(2.0f);
		CheckVector(Flock.Accelerations[0], {Part, Part, 0.0f});
	}
}

TEST_CASE("FFlockSteering: Normalized alignment steers from the own velocity to the mean heading at full speed")
{
	for (const ETestPath Path : BothPaths)
	{
		FTestFlock Flock;
		Flock.Add({0.0f, 0.0f, 0.0f}, {4.0f, 0.0f, 0.0f});
		Flock.Add({3.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 2.0f});
		Steer(OnlyRule(0.0f, 1.0f, 0.0f), Flock, Path);
		const FVector Wish{-4.0f, 0.0f, 5.0f}; // (0, 0, 1) * 5 - v
		CheckVector(Flock.Accelerations[0], Wish * (5.0f / Length(Wish)));
		CheckVector(Flock.Accelerations[1], FVector{5.0f, 0.0f, -2.0f} * (5.0f / std::sqrt(29.0f)));
	}
}

TEST_CASE("FFlockSteering: below the force limit the wish is taken as it is")
{
	for (const ETestPath Path : BothPaths)
	{
		FTestFlock Flock;
		Flock.Add({0.0f, 0.0f, 0.0f}, {3.0f, 1.0f, 0.0f});
		Flock.Add({3.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f});
		Steer(OnlyRule(0.0f, 1.0f, 0.0f), Flock, Path);
		CheckVector(Flock.Accelerations[0], {2.0f, -1.0f, 0.0f});
	}
}

TEST_CASE("FFlockSteering: Normalized cohesion heads for the mean position of the others")
{
	for (const ETestPath Path : BothPaths)
	{
		FTestFlock Flock;
		Flock.Add({0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
		Flock.Add({3.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
		Flock.Add({0.0f, 4.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
		Steer(OnlyRule(0.0f, 0.0f, 1.0f), Flock, Path);
		CheckVector(Flock.Accelerations[0], {3.0f, 4.0f, 0.0f}); // toward (1.5, 2), five long
	}
}

TEST_CASE("FFlockSteering: the three unit vectors are added with their weights and normalised")
{
	for (const ETestPath Path : BothPaths)
	{
		FTestFlock Flock;
		Flock.Add({0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
		Flock.Add({1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 3.0f});
		Steer(FFlockSettings{}, Flock, Path);
		const FVector Sum{-1.5f + 1.0f, 0.0f, 1.0f};
		CheckVector(Flock.Accelerations[0], Sum * (5.0f / Length(Sum)));
	}
}

TEST_CASE("FFlockSteering: extra sums join before the sum is normalised")
{
	for (const ETestPath Path : BothPaths)
	{
		FTestFlock Flock;
		Flock.Add({0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
		Flock.Add({3.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
		Flock.ExtraSums = {{0.0f, 2.0f, 0.0f}, {-1.0f, 0.0f, 0.0f}};
		FFlockSettings Settings = OnlyRule(0.0f, 0.0f, 1.0f);
		Steer(Settings, Flock, Path);
		CheckVector(Flock.Accelerations[0], FVector{1.0f, 2.0f, 0.0f} * (5.0f / std::sqrt(5.0f)));
		CheckVector(Flock.Accelerations[1], {-5.0f, 0.0f, 0.0f});
	}
}

TEST_CASE("FFlockSteering: a sum of zero gives no force, not even braking")
{
	for (const ETestPath Path : BothPaths)
	{
		FTestFlock Flock;
		Flock.Add({0.0f, 0.0f, 0.0f}, {2.0f, 0.0f, 0.0f});
		Flock.Add({3.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
		Flock.ExtraSums = {{-1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
		Steer(OnlyRule(0.0f, 0.0f, 1.0f), Flock, Path);
		CHECK(Flock.Accelerations[0] == FVector{0.0f, 0.0f, 0.0f});
	}
}

TEST_CASE("FFlockSteering: speed scales multiply the speed that is steered to")
{
	for (const ETestPath Path : BothPaths)
	{
		FTestFlock Flock;
		Flock.Add({0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f});
		Flock.Add({3.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
		Flock.SpeedScales = {0.5f, 1.0f};
		Steer(OnlyRule(0.0f, 0.0f, 1.0f), Flock, Path);
		CheckVector(Flock.Accelerations[0], {1.5f, 0.0f, 0.0f});
	}
}

TEST_CASE("FFlockSteering: boids at one place part along the direction of their ids")
{
	for (const ETestPath Path : BothPaths)
	{
		for (const EFlockModel Model : {EFlockModel::Normalized, EFlockModel::Additive, EFlockModel::Reynolds})
		{
			FTestFlock Flock;
			Flock.Add({1.0f, 1.0f, 1.0f}, {0.0f, 0.0f, 0.0f});
			Flock.Add({1.0f, 1.0f, 1.0f}, {0.0f, 0.0f, 0.0f});
			Steer(OnlyRule(1.0f, 0.0f, 0.0f, Model), Flock, Path);
			const FVector Away = DirectionFromIds(Flock.Ids[0], Flock.Ids[1]);
			CheckVector(SafeNormal(Flock.Accelerations[0]), Away);
			CheckVector(SafeNormal(Flock.Accelerations[1]), -Away);
		}
	}
}

TEST_CASE("FFlockSteering: planar flocks neither see nor steer up and down")
{
	for (const ETestPath Path : BothPaths)
	{
		FTestFlock Flock;
		Flock.Add({0.0f, 0.0f, 0.0f}, {0.0f, -9.0f, 0.0f});
		Flock.Add({3.0f, 70.0f, 0.0f}, {0.0f, 3.0f, 1.0f});
		Flock.ExtraSums = {{0.0f, 5.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
		Flock.bGravity = true; // planar: auto follows it
		Steer(OnlyRule(0.0f, 0.0f, 1.0f), Flock, Path);
		CheckVector(Flock.Accelerations[0], {5.0f, 0.0f, 0.0f});
		FFlockSettings Off = OnlyRule(0.0f, 0.0f, 1.0f);
		Off.Planar = EPlanarMode::Off;
		Steer(Off, Flock, Path);
		CheckVector(SafeNormal(Flock.Accelerations[0]), FVector{0.0f, 14.0f, 0.0f} / 14.0f); // 70 m up: out of sight
	}
}

TEST_CASE("FFlockSteering: Additive is the textbook's literal sum, clamped by speed alone")
{
	for (const ETestPath Path : BothPaths)
	{
		FTestFlock Flock;
		Flock.Add({0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f});
		Flock.Add({0.5f, 0.0f, 0.0f}, {0.0f, 0.0f, 2.0f});
		Flock.Add({0.0f, 3.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
		FFlockSettings Settings = OnlyRule(1.5f, 1.0f, 2.0f, EFlockModel::Additive);
		Steer(Settings, Flock, Path);
		const FVector Separation{-2.0f, 0.0f, 0.0f}; // -r / r^2
		const FVector Alignment{-1.0f, 0.0f, 1.0f};  // mean v - v
		const FVector Cohesion{0.25f, 1.5f, 0.0f};   // mean x - x
		CheckVector(Flock.Accelerations[0], Separation * 1.5f + Alignment + Cohesion * 2.0f);

		Settings.SeparationWeight = 1000.0f; // 2,000 m/s^2: v + a dt is cut to MaxSpeed
		Steer(Settings, Flock, Path);
		CHECK(Length(Flock.Velocities[0] + Flock.Accelerations[0] * Flock.DeltaTime) == Approx(5.0f));
	}
}

TEST_CASE("FFlockSteering: Additive can keep apart from all neighbours")
{
	for (const ETestPath Path : BothPaths)
	{
		FTestFlock Flock;
		Flock.Add({0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
		Flock.Add({4.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
		FFlockSettings Settings = OnlyRule(1.0f, 0.0f, 0.0f, EFlockModel::Additive);
		CheckVector(Steer(Settings, Flock, Path)[0], {0.0f, 0.0f, 0.0f});
		Settings.bSeparateFromAll = true;
		CheckVector(Steer(Settings, Flock, Path)[0], {-0.25f, 0.0f, 0.0f});
	}
}

TEST_CASE("FFlockSteering: Reynolds turns each term into steering before it is weighted")
{
	for (const ETestPath Path : BothPaths)
	{
		FTestFlock Flock;
		Flock.Add({0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f});
		Flock.Add({1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 2.0f});
		FFlockSettings Settings = OnlyRule(1.5f, 1.0f, 0.5f, EFlockModel::Reynolds);
		Settings.MaxSteerForce = 2.0f;
		Settings.MaxSpeed = 50.0f; // far from the clamp
		Steer(Settings, Flock, Path);
		const auto SteerTo = [](const FVector& Direction)
		{
			const FVector Wish = Direction * 50.0f - FVector{1.0f, 0.0f, 0.0f};
			return Wish * (2.0f / Length(Wish));
		};
		const FVector Expected =
		    SteerTo({-1.0f, 0.0f, 0.0f}) * 1.5f + SteerTo({0.0f, 0.0f, 1.0f}) + SteerTo({1.0f, 0.0f, 0.0f}) * 0.5f;
		CheckVector(Flock.Accelerations[0], Expected);
	}
}

TEST_CASE("FFlockSteering: each rule has its own radius")
{
	for (const ETestPath Path : BothPaths)
	{
		FTestFlock Flock;
		Flock.Add({0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
		Flock.Add({3.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f});
		FFlockSettings Settings = OnlyRule(0.0f, 1.0f, 1.0f);
		Settings.AlignmentRadius = 2.0f;
		CheckVector(Steer(Settings, Flock, Path)[0], {5.0f, 0.0f, 0.0f}); // cohesion only
		Settings.AlignmentRadius = 0.0f;                                  // the neighbour radius
		Settings.CohesionRadius = 2.0f;
		CheckVector(Steer(Settings, Flock, Path)[0], {0.0f, 0.0f, 5.0f}); // alignment only
	}
}

TEST_CASE("FFlockSteering: the blind angle hides those behind from all rules but separation")
{
	for (const ETestPath Path : BothPaths)
	{
		FTestFlock Flock;
		Flock.Add({0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f});
		Flock.Add({0.0f, 0.0f, -1.0f}, {0.0f, 0.0f, 1.0f});
		FFlockSettings Settings = OnlyRule(0.0f, 0.0f, 1.0f);
		Settings.BlindAngle = Pi / 2.0f;
		CHECK(Steer(Settings, Flock, Path)[0] == FVector{0.0f, 0.0f, 0.0f});
		CheckVector(Steer(Settings, Flock, Path)[1], {0.0f, 0.0f, 4.0f}); // it sees the one ahead
		Settings.SeparationWeight = 1.0f;
		CheckVector(Steer(Settings, Flock, Path)[0], {0.0f, 0.0f, 4.0f}); // pushed on by the unseen one
	}
}

TEST_CASE("FFlockSteering: a boid at rest sees all round")
{
	for (const ETestPath Path : BothPaths)
	{
		FTestFlock Flock;
		Flock.Add({0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
		Flock.Add({0.0f, 0.0f, -1.0f}, {0.0f, 0.0f, 1.0f});
		FFlockSettings Settings = OnlyRule(0.0f, 0.0f, 1.0f);
		Settings.BlindAngle = Pi;
		CheckVector(Steer(Settings, Flock, Path)[0], {0.0f, 0.0f, -5.0f});
	}
}

TEST_CASE("FFlockSteering: on a torus neighbours are met across the seam, and nowhere else")
{
	for (const ETestPath Path : BothPaths)
	{
		FTestFlock Flock;
		Flock.Add({29.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
		Flock.Add({-29.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
		FFlockSettings Settings = OnlyRule(0.0f, 0.0f, 1.0f);
		CheckVector(Steer(Settings, Flock, Path)[0], {0.0f, 0.0f, 0.0f});
		Settings.WorldShape = EWorldShape::Torus;
		Settings.TorusSize = {60.0f, 60.0f, 60.0f};
		CheckVector(Steer(Settings, Flock, Path)[0], {5.0f, 0.0f, 0.0f});
		Settings.TorusSize.x = 0.0f; // open on that axis
		CheckVector(Steer(Settings, Flock, Path)[0], {0.0f, 0.0f, 0.0f});
	}
}

TEST_CASE("FFlockSteering: a torus smaller than the radius counts each neighbour once, at its nearest image")
{
	for (const ETestPath Path : BothPaths)
	{
		FTestFlock Flock;
		Flock.Add({0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
		Flock.Add({0.5f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
		Flock.Add({0.0f, 0.9f, 0.0f}, {0.0f, 0.0f, 0.0f});
		FFlockSettings Settings = OnlyRule(0.0f, 0.0f, 1.0f);
		Settings.WorldShape = EWorldShape::Torus;
		Settings.TorusSize = {2.0f, 1.0f, 2.0f}; // 0.9 up is 0.1 down
		const FVector Mean{0.5f, -0.1f, 0.0f};
		CheckVector(Steer(Settings, Flock, Path)[0], Mean * (5.0f / Length(Mean)));
	}
}

TEST_CASE("FFlockSteering: boids that are not to be steered keep their acceleration but are seen")
{
	for (const ETestPath Path : BothPaths)
	{
		FTestFlock Flock;
		Flock.Add({0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
		Flock.Add({3.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
		Flock.Accelerations = {{7.0f, 7.0f, 7.0f}, {7.0f, 7.0f, 7.0f}};
		const std::vector<uint8_t> Steered = {1, 0};
		FFlockInput Input = Flock.Input();
		Input.Steered = Steered;
		FFlockOutput Output{Flock.Accelerations};
		FSerialScheduler Serial;
		FFlockSteering Steering;
		const FFlockSettings Settings = OnlyRule(0.0f, 0.0f, 1.0f);
		Path == ETestPath::General ? Steering.RunGeneral(Settings, Input, Output, Serial)
		                           : Steering.Run(Settings, Input, Output, Serial);
		CheckVector(Flock.Accelerations[0], {5.0f, 0.0f, 0.0f});
		CHECK(Flock.Accelerations[1] == FVector{7.0f, 7.0f, 7.0f});
	}
}

TEST_CASE("FFlockSteering: a topological flock heeds its k nearest, and all of them when k is larger than the flock")
{
	FTestFlock Flock;
	Flock.Add({0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
	Flock.Add({1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
	Flock.Add({0.0f, 2.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
	Flock.Add({0.0f, 0.0f, 3.0f}, {0.0f, 0.0f, 0.0f});
	FFlockSettings Settings = OnlyRule(0.0f, 0.0f, 1.0f);
	Settings.Neighborhood = ENeighborhood::Topological;
	Settings.TopologicalCount = 1;
	CheckVector(Steer(Settings, Flock, ETestPath::AsChosen)[0], {5.0f, 0.0f, 0.0f});
	Settings.TopologicalCount = 2;
	CheckVector(Steer(Settings, Flock, ETestPath::AsChosen)[0], FVector{1.0f, 2.0f, 0.0f} * (5.0f / std::sqrt(5.0f)));
	Settings.TopologicalCount = 64;
	CheckVector(Steer(Settings, Flock, ETestPath::AsChosen)[0], FVector{1.0f, 2.0f, 3.0f} * (5.0f / std::sqrt(14.0f)));
}

TEST_CASE("FFlockSteering: of equally near boids a topological flock takes the one of the lower id")
{
	FTestFlock Flock;
	Flock.Add({1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
	Flock.Add({0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
	Flock.Add({-1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f});
	FFlockSettings Settings = OnlyRule(0.0f, 0.0f, 1.0f);
	Settings.Neighborhood = ENeighborhood::Topological;
	Settings.TopologicalCount = 1;
	CheckVector(Steer(Settings, Flock, ETestPath::AsChosen)[1], {5.0f, 0.0f, 0.0f});
}

TEST_CASE("FFlockSteering: force scales multiply the acceleration of those that are steered, on either path")
{
	for (const ENeighborhood Neighborhood : {ENeighborhood::Metric, ENeighborhood::Topological})
	{
		FFlockSettings Settings;
		Settings.Neighborhood = Neighborhood;
		FTestFlock Flock = RandomFlock(60, 6.0f, 3);
		const std::vector<FVector> Usual = Steer(Settings, Flock, ETestPath::AsChosen);
		std::vector<float> Forces(60, 1.0f);
		std::vector<uint8_t> Steered(60, 1);
		Forces[7] = 2.5f;
		Forces[8] = 0.0f;
		Forces[9] = 3.0f;
		Steered[9] = 0;
		FFlockInput Input = Flock.Input();
		Input.ForceScales = Forces;
		Input.Steered = Steered;
		std::vector<FVector> Scaled(60, FVector{0.0f, 1.0f, 0.0f});
		FFlockOutput Output{Scaled};
		FFlockSteering Steering;
		FSerialScheduler Serial;
		FDiagnostics Diagnostics;
		REQUIRE(Steering.Validate(Settings, Input, Output, Diagnostics));
		Steering.Run(Settings, Input, Output, Serial);
		CHECK(Length(Usual[7]) > 0.0f);
		CHECK(Scaled[7] == Usual[7] * 2.5f);
		CHECK(Scaled[8] == FVector{0.0f, 0.0f, 0.0f});
		CHECK(Scaled[9] == FVector{0.0f, 1.0f, 0.0f});
		CHECK(Scaled[10] == Usual[10]);
		Forces[7] = -1.0f;
		CHECK(!Steering.Validate(Settings, Input, Output, Diagnostics));
		Forces[7] = std::numeric_limits<float>::quiet_NaN();
		CHECK(!Steering.Validate(Settings, Input, Output, Diagnostics));
		Forces.resize(59);
		Input.ForceScales = Forces;
		CHECK(!Steering.Validate(Settings, Input, Output, Diagnostics));
	}
}
