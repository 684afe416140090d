#pragma once
#include "FlockworkCore/Settings.h"

namespace Flockwork
{
enum class ETestModel : uint8_t
{
	Normalized,
	Raw
};

// One field of every type, plain and grouped.
struct FTestSettings
{
	float MaxSpeed = 5.0f;
	float SeparationRadius = 1.0f;
	float SeparationWeight = 1.6f;
	int32_t Count = 10;
	bool bEnabled = true;
	FVector Center{0.0f, 1.0f, 0.0f};
	ETestModel Model = ETestModel::Normalized;
	std::string Label;

	bool operator==(const FTestSettings&) const = default;

	static const FSettingsTable& Table()
	{
		static const FSettingsTable Table =
		    TSettingsTableBuilder<FTestSettings>("test", "Settings of the tests.")
		        .Float("maxSpeed", &FTestSettings::MaxSpeed, "m/s", 0.1, 1000.0, "Speed limit of a boid.")
		        .Float("separation.radius", &FTestSettings::SeparationRadius, "m", 0.1, 100.0, "Reach of separation.")
		        .Float(
		            "separation.weight", &FTestSettings::SeparationWeight, "1", 0.0, 10.0, "How strongly boids part.")
		        .Int("count", &FTestSettings::Count, "1", 0, 100, "How many there are.")
		        .Bool("enabled", &FTestSettings::bEnabled, "Whether it runs.")
		        .Vector("center", &FTestSettings::Center, "m", -50.0, 50.0, "Middle of the bounds.")
		        .EnumField("model", &FTestSettings::Model, {"normalized", "raw"}, "How sums are scaled | or not.")
		        .String("label", &FTestSettings::Label, "Shown above the flock.")
		        .Build();
		return Table;
	}
};
} // namespace Flockwork
