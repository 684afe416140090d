// Settings at their limits, flocks of nobody, odd places: the result is always finite.
#include "FlockTestSupport.h"

#include <catch2/catch.hpp>

#include <limits>

using namespace Flockwork;

namespace
{
const EFlockModel AllModels[] = {EFlockModel::Normalized, EFlockModel::Additive, EFlockModel::Reynolds,
    EFlockModel::Zones, EFlockModel::Vicsek, EFlockModel::Pedestrian};

// A flock with crowds, loners, boids at one place and boids at rest.
FTestFlock AwkwardFlock()
{
	FTestFlock Flock = RandomFlock(60, 3.0f, 5);
	Flock.Positions[1] = Flock.Positions[0];
	Flock.Velocities[1] = Flock.Velocities[0];
	Flock.Velocities[2] = FVector{0.0f, 0.0f, 0.0f};
	Flock.Positions[3] = {1e6f, 1e6f, 1e6f};
	Flock.Positions[4] = Flock.Positions[5] + FVector{1e-12f, 0.0f, 0.0f};
	Flock.Velocities[6] = {0.0f, 1e-30f, 0.0f};
	return Flock;
}

void CheckFinite(const FFlockSettings& Settings)
{
	for (const EFlockModel Model : AllModels)
	{
		for (const ENeighborhood Neighborhood : {ENeighborhood::Metric, ENeighborhood::Topological})
		{
			FFlockSettings Changed = Settings;
			Changed.Model = Model;
			Changed.Neighborhood = Neighborhood;
			FTestFlock Flock = AwkwardFlock();
			Steer(Changed, Flock, ETestPath::AsChosen);
			INFO("model " << int(Model) << ", neighbourhood " << int(Neighborhood));
			CHECK(AllFinite(Flock.Accelerations));
		}
	}
}
} // namespace

TEST_CASE("FFlockSteering: every number at its minimum and at its maximum gives finite accelerations")
{
	const FSettingsTable& Table = FFlockSettings::Table();
	for (const FSettingField& Field : Table.Fields)
	{
		for (const double Value : {Field.Min, Field.Max})
		{
			FFlockSettings Settings;
			FDiagnostics Diagnostics;
			if (Field.Type == ESettingType::Float)
			{
				REQUIRE(Table.Set(&Settings, Field.Name, float(Value), Diagnostics));
			}
			else if (Field.Type == ESettingType::Int)
			{
				REQUIRE(Table.Set(&Settings, Field.Name, int32_t(Value), Diagnostics));
			}
			else
			{
				continue;
			}
			INFO(Field.Name << " = " << Value);
			CheckFinite(Settings);
		}
	}
}

TEST_CASE("FFlockSteering: all numbers at their minimum, and all at their maximum, give finite accelerations")
{
	const FSettingsTable& Table = FFlockSettings::Table();
	for (const bool bMaximum : {false, true})
	{
		FFlockSettings Settings;
		for (const FSettingField& Field : Table.Fields)
		{
			FDiagnostics Diagnostics;
			if (Field.Type == ESettingType::Float)
			{
				Table.Set(&Settings, Field.Name, float(bMaximum ? Field.Max : Field.Min), Diagnostics);
			}
		}
		for (const EWorldShape Shape : {EWorldShape::Open, EWorldShape::Torus})
		{
			Settings.WorldShape = Shape;
			CheckFinite(Settings);
		}
	}
}

TEST_CASE("FFlockSteering: flocks of none, one and two boids work in every model")
{
	for (const EFlockModel Model : AllModels)
	{
		for (int32_t Count = 0; Count <= 2; ++Count)
		{
			FFlockSettings Settings;
			Settings.Model = Model;
			FTestFlock Flock = RandomFlock(Count, 1.0f, 3);
			Steer(Settings, Flock, ETestPath::AsChosen);
			CHECK(AllFinite(Flock.Accelerations));
		}
	}
}

TEST_CASE("FFlockSteering: a whole flock at one place parts")
{
	for (const EFlockModel Model : {EFlockModel::Normalized, EFlockModel::Additive, EFlockModel::Reynolds})
	{
		FFlockSettings Settings;
		Settings.Model = Model;
		FTestFlock Flock;
		for (int32_t Boid = 0; Boid < 200; ++Boid)
		{
			Flock.Add({5.0f, 5.0f, 5.0f}, {0.0f, 0.0f, 0.0f});
		}
		Steer(Settings, Flock, ETestPath::AsChosen);
		REQUIRE(AllFinite(Flock.Accelerations));
		int32_t Moving = 0;
		for (const FVector& Acceleration : Flock.Accelerations)
		{
			Moving += Length(Acceleration) > 0.1f ? 1 : 0;
		}
		CHECK(Moving == 200);
	}
}

TEST_CASE("FFlockSteering::Validate: a sound flock passes")
{
	FTestFlock Flock = RandomFlock(5, 1.0f, 1);
	FDiagnostics Diagnostics;
	CHECK(FFlockSteering().Validate(FFlockSettings{}, Flock.Input(), {Flock.Accelerations}, Diagnostics));
	CHECK(Diagnostics.GetAll().empty());
}

TEST_CASE("FFlockSteering::Validate: names whatever is wrong with the spans")
{
	const float Nan = std::numeric_limits<float>::quiet_NaN();
	const auto FieldOf = [](FTestFlock Flock, size_t AccelerationCount)
	{
		Flock.Accelerations.resize(AccelerationCount);
		FDiagnostics Diagnostics;
		CHECK(!FFlockSteering().Validate(FFlockSettings{}, Flock.Input(), {Flock.Accelerations}, Diagnostics));
		return Diagnostics.GetAll().empty() ? std::string() : Diagnostics.GetAll()[0].Field;
	};
	const FTestFlock Sound = RandomFlock(5, 1.0f, 1);
	FTestFlock Bad = Sound;
	Bad.Velocities.pop_back();
	CHECK(FieldOf(Bad, 5) == "Velocities");
	CHECK(FieldOf(Sound, 4) == "Accelerations");
	Bad = Sound;
	Bad.Ids[2] = Bad.Ids[1];
	CHECK(FieldOf(Bad, 5) == "Ids");
	Bad = Sound;
	Bad.Positions[3].y = Nan;
	CHECK(FieldOf(Bad, 5) == "Positions");
	Bad = Sound;
	Bad.SpeedScales.assign(5, -1.0f);
	CHECK(FieldOf(Bad, 5) == "SpeedScales");
	Bad = Sound;
	Bad.ExtraSums.assign(3, FVector{0.0f, 0.0f, 0.0f});
	CHECK(FieldOf(Bad, 5) == "ExtraSums");
	for (const float DeltaTime : {0.0f, -1.0f, Nan, std::numeric_limits<float>::infinity()})
	{
		Bad = Sound;
		Bad.DeltaTime = DeltaTime;
		CHECK(FieldOf(Bad, 5) == "DeltaTime");
	}
}

TEST_CASE("FFlockSteering: says which path runs, and why")
{
	FFlockSettings Settings;
	CHECK(ChooseSteeringPath(Settings) == ESteeringPath::Fast);
	CHECK(ExplainSteeringPath(Settings).substr(0, 4) == "fast");
	Settings.Neighborhood = ENeighborhood::Topological;
	CHECK(ChooseSteeringPath(Settings) == ESteeringPath::General);
	CHECK(ExplainSteeringPath(Settings).find("topological") != std::string_view::npos);
	Settings = FFlockSettings{};
	Settings.Model = EFlockModel::Vicsek;
	CHECK(ExplainSteeringPath(Settings).find("Vicsek") != std::string_view::npos);

	FTestFlock Flock = RandomFlock(5, 1.0f, 1);
	FSerialScheduler Serial;
	FFlockSteering Steering;
	FFlockOutput Output{Flock.Accelerations};
	Steering.RunGeneral(FFlockSettings{}, Flock.Input(), Output, Serial);
	CHECK(Steering.GetPath() == ESteeringPath::General);
	CHECK(Steering.GetPathReason().find("asked for") != std::string_view::npos);
	Steering.Run(FFlockSettings{}, Flock.Input(), Output, Serial);
	CHECK(Steering.GetPath() == ESteeringPath::Fast);
}
