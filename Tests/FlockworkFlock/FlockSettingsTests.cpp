#include "FlockworkFlock/FlockSettings.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace Flockwork;

namespace
{
bool Read(std::string_view Text, FFlockSettings& Settings, FDiagnostics& Diagnostics)
{
	FDataNode Root;
	return ParseJson(Text, "preset.json", Root, Diagnostics) &&
	       ReadFlockPreset(Root, "preset.json", Settings, Diagnostics);
}

bool Mentions(const FDiagnostics& Diagnostics, std::string_view Text)
{
	return Diagnostics.ToString().find(Text) != std::string::npos;
}

std::string LintOf(const FFlockSettings& Settings)
{
	FDiagnostics Diagnostics;
	LintFlockSettings(Settings, 1.0f / 60.0f, Diagnostics);
	return Diagnostics.ToString();
}
} // namespace

TEST_CASE("FFlockSettings: the defaults are the published ones")
{
	const FFlockSettings Settings;
	CHECK(Settings.MaxSpeed == 5.0f);
	CHECK(Settings.MaxSteerForce == 5.0f);
	CHECK(Settings.NeighborRadius == 5.0f);
	CHECK(Settings.SeparationRadius == 2.0f);
	CHECK(Settings.SeparationWeight == 1.5f);
	CHECK(Settings.AlignmentWeight == 1.0f);
	CHECK(Settings.CohesionWeight == 1.0f);
	CHECK(Settings.TargetWeight == 0.8f);
	CHECK(Settings.bFaceVelocity);
	CHECK(Settings.RotationSpeed == 10.0f);
	CHECK(Settings.BoundsCenter == FVector{0.0f, 0.0f, 0.0f});
	CHECK(Settings.BoundsRadius == 30.0f);
	CHECK(Settings.BoundsWeight == 1.0f);
	CHECK(Settings.TopologicalCount == 7);
	CHECK(Settings.ImpulseTime == 0.5f);
}

TEST_CASE("FFlockSettings: every field has a unit, a range that holds its default, and a sentence")
{
	const FSettingsTable& Table = FFlockSettings::Table();
	CHECK(Table.Name == "flock");
	const FFlockSettings Defaults;
	FDiagnostics Diagnostics;
	CHECK(Table.Validate(&Defaults, Diagnostics));
	CHECK(ValidateFlockSettings(Defaults, Diagnostics));
	for (const FSettingField& Field : Table.Fields)
	{
		INFO(Field.Name);
		const bool bNumber =
		    Field.Type == ESettingType::Float || Field.Type == ESettingType::Int || Field.Type == ESettingType::Vector;
		CHECK(Field.Unit.empty() != bNumber);
		CHECK(Field.Sentence.size() > 10);
		CHECK(Field.Sentence.back() == '.');
		if (bNumber)
		{
			CHECK(Field.Min < Field.Max);
		}
	}
}

TEST_CASE("FFlockSettings: the table's limits are the published ones")
{
	const FSettingsTable& Table = FFlockSettings::Table();
	CHECK(Table.Find("maxSpeed")->Min == 0.1);
	CHECK(Table.Find("maxSteerForce")->Min == 0.01);
	CHECK(Table.Find("neighborRadius")->Min == 0.01);
	CHECK(Table.Find("separation.radius")->Min == 0.01);
	for (const char* Name :
	    {"separation.weight", "alignment.weight", "cohesion.weight", "target.weight", "bounds.weight", "rotationSpeed"})
	{
		CHECK(Table.Find(Name)->Min == 0.0);
	}
}

TEST_CASE("ValidateFlockSettings: lists every violation")
{
	FFlockSettings Settings;
	Settings.MaxSpeed = -1.0f;
	Settings.CohesionWeight = std::nanf("");
	Settings.SeparationRadius = 6.0f;
	Settings.AlignmentRadius = 7.0f;
	FDiagnostics Diagnostics;
	CHECK(!ValidateFlockSettings(Settings, Diagnostics));
	for (const char* Field : {"maxSpeed", "cohesion.weight", "separation.radius", "alignment.radius"})
	{
		INFO(Diagnostics.ToString());
		CHECK(Mentions(Diagnostics, Field));
	}
}

TEST_CASE("ReadFlockPreset: takes what the file names and leaves the rest at the defaults")
{
	FFlockSettings Settings;
	FDiagnostics Diagnostics;
	REQUIRE(Read(R"({"format": 1, "description": "x", "flock": {"maxSpeed": 7, "separation": {"weight": 3},
		"neighborhood": "topological", "world": {"shape": "torus"}, "bounds": {"center": [1, 2, 3]}}})",
	    Settings, Diagnostics));
	CHECK(Settings.MaxSpeed == 7.0f);
	CHECK(Settings.SeparationWeight == 3.0f);
	CHECK(Settings.Neighborhood == ENeighborhood::Topological);
	CHECK(Settings.WorldShape == EWorldShape::Torus);
	CHECK(Settings.BoundsCenter == FVector{1.0f, 2.0f, 3.0f});
	CHECK(Settings.AlignmentWeight == 1.0f);
	CHECK(Diagnostics.GetAll().empty());
}

TEST_CASE("ReadFlockPreset: what is out of range is clamped, with file, line, field, value and range")
{
	FFlockSettings Settings;
	FDiagnostics Diagnostics;
	REQUIRE(Read(
	    "{\"format\": 1, \"flock\": {\n\"maxSpeed\": -3,\n\"separation\": {\"radius\": 9}}}", Settings, Diagnostics));
	CHECK(Settings.MaxSpeed == 0.1f);
	CHECK(Settings.SeparationRadius == Settings.NeighborRadius);
	INFO(Diagnostics.ToString());
	CHECK(Mentions(Diagnostics, "preset.json:2"));
	CHECK(Mentions(Diagnostics, "-3"));
	CHECK(Mentions(Diagnostics, "preset.json:3"));
	CHECK(Mentions(Diagnostics, "flock.separation.radius"));
	CHECK(Mentions(Diagnostics, "neighborRadius, which is 5"));
	CHECK(!Diagnostics.HasErrors());
}

TEST_CASE("ReadFlockPreset: bad files are errors and change nothing")
{
	const char* Bad[] = {
	    R"([1, 2])",
	    R"({"format": 1})",
	    R"({"format": "one", "flock": {}})",
	    R"({"format": 0, "flock": {}})",
	    R"({"format": 1.5, "flock": {}})",
	    R"({"format": 1, "flock": 7})",
	    R"({"format": 1, "flock": {"maxSpeed": "fast"}})",
	    R"({"format": 1, "flock": {"model": "boids"}})",
	    R"({"format": 1, "flok": {}, "flock": {}})",
	    R"({"format": 1, "flock": {"maxSpeed": 3, "maxSped": 3}})",
	};
	for (const char* Text : Bad)
	{
		FFlockSettings Settings;
		Settings.MaxSpeed = 42.0f;
		FDiagnostics Diagnostics;
		INFO(Text);
		CHECK(!Read(Text, Settings, Diagnostics));
		CHECK(Diagnostics.HasErrors());
		CHECK(Settings.MaxSpeed == 42.0f);
	}
}

TEST_CASE("ReadFlockPreset: a description is a text")
{
	FDataNode Root;
	FDiagnostics Diagnostics;
	FFlockSettings Settings;
	REQUIRE(
	    ParseJson("{\"format\": 1,\n\"description\": 5, \"flock\": {\"maxSpeed\": 3}}", "p.json", Root, Diagnostics));
	CHECK_FALSE(ReadFlockPreset(Root, "p.json", Settings, Diagnostics));
	CHECK(Diagnostics.ToString().find("p.json:2:16: error: description") != std::string::npos);
	CHECK(Settings.MaxSpeed == 5.0f);
}

TEST_CASE("ReadFlockPreset: an unknown field names the nearest known one")
{
	FFlockSettings Settings;
	FDiagnostics Diagnostics;
	CHECK(!Read(R"({"format": 1, "flock": {"maxSped": 3}})", Settings, Diagnostics));
	CHECK(Mentions(Diagnostics, "maxSpeed"));
}

TEST_CASE("ReadFlockPreset: presets of an older and of a newer format")
{
	FFlockSettings Settings;
	FDiagnostics Older;
	CHECK(Read(R"({"flock": {"maxSpeed": 3}})", Settings, Older));
	CHECK(Settings.MaxSpeed == 3.0f);
	CHECK(Mentions(Older, "format"));
	FDiagnostics Newer;
	CHECK(!Read(R"({"format": 2, "flock": {"maxSpeed": 4}})", Settings, Newer));
	CHECK(Settings.MaxSpeed == 3.0f);
	CHECK(Mentions(Newer, "newer"));
}

TEST_CASE("WriteFlockPreset: writes only what differs, and reads back the same")
{
	FFlockSettings Settings;
	Settings.MaxSpeed = 8.5f;
	Settings.Model = EFlockModel::Zones;
	Settings.BoxHalfExtent = {1.0f, 2.0f, 3.0f};
	const FDataNode Root = WriteFlockPreset(Settings, "a test");
	CHECK(Root.Find("flock")->Members.size() == 3);
	FFlockSettings Back;
	FDiagnostics Diagnostics;
	REQUIRE(Read(WriteJson(Root), Back, Diagnostics));
	CHECK(Back.MaxSpeed == 8.5f);
	CHECK(Back.Model == EFlockModel::Zones);
	CHECK(Back.BoxHalfExtent == Settings.BoxHalfExtent);
}

TEST_CASE("LoadFlockPreset: a missing file is an error that names it")
{
	FFlockSettings Settings;
	FDiagnostics Diagnostics;
	CHECK(!LoadFlockPreset("/nonexistent/none.json", Settings, Diagnostics));
	CHECK(Mentions(Diagnostics, "none.json"));
}

TEST_CASE("IsPlanar: on, off, and by gravity")
{
	FFlockSettings Settings;
	CHECK(IsPlanar(Settings, true));
	CHECK(!IsPlanar(Settings, false));
	Settings.Planar = EPlanarMode::On;
	CHECK(IsPlanar(Settings, false));
	Settings.Planar = EPlanarMode::Off;
	CHECK(!IsPlanar(Settings, true));
}

TEST_CASE("IndividualSpeedScale: spread over the variation, the same for an id every time")
{
	FFlockSettings Settings;
	CHECK(IndividualSpeedScale(Settings, 7) == 1.0f);
	Settings.SpeedVariation = 0.2f;
	double Mean = 0.0;
	float Least = 2.0f;
	float Most = 0.0f;
	for (uint32_t Id = 0; Id < 5000; ++Id)
	{
		const float Scale = IndividualSpeedScale(Settings, Id);
		Least = std::min(Least, Scale);
		Most = std::max(Most, Scale);
		Mean += double(Scale) / 5000.0;
	}
	CHECK(Least >= 0.8f);
	CHECK(Least < 0.805f);
	CHECK(Most <= 1.2f);
	CHECK(Most > 1.195f);
	CHECK(Mean == Approx(1.0).margin(0.01));
	CHECK(IndividualSpeedScale(Settings, 7) == IndividualSpeedScale(Settings, 7));
}

TEST_CASE("LintFlockSettings: has nothing to say about the defaults")
{
	CHECK(LintOf(FFlockSettings{}).empty());
}

TEST_CASE("LintFlockSettings: all weights at their maximum, and a speed too low for the radius, are bad presets")
{
	FFlockSettings Heavy;
	Heavy.SeparationWeight = Heavy.AlignmentWeight = Heavy.CohesionWeight = 1000.0f;
	CHECK(LintOf(Heavy).find("drowns") != std::string::npos);
	FFlockSettings Slow;
	Slow.MaxSpeed = 0.1f;
	CHECK(LintOf(Slow).find("hardly seem to move") != std::string::npos);
}

TEST_CASE("LintFlockSettings: each rule speaks up where it should, with its field")
{
	const auto Finds = [](auto Change, std::string_view Field)
	{
		FFlockSettings Settings;
		Change(Settings);
		INFO(Field << " in " << LintOf(Settings));
		CHECK(LintOf(Settings).find(Field) != std::string::npos);
	};
	Finds(
	    [](FFlockSettings& S)
	    {
		    S.MaxSpeed = 40.0f;
		    S.MaxSteerForce = 400.0f;
	    },
	    "flock.maxSpeed");
	Finds([](FFlockSettings& S) { S.MaxSteerForce = 0.1f; }, "flock.maxSteerForce");
	Finds([](FFlockSettings& S) { S.MaxSteerForce = 500.0f; }, "flock.maxSteerForce");
	Finds([](FFlockSettings& S) { S.SeparationRadius = 4.5f; }, "flock.separation.radius");
	Finds([](FFlockSettings& S) { S.SeparationWeight = 0.0f; }, "flock.separation.weight");
	Finds(
	    [](FFlockSettings& S)
	    {
		    S.CohesionWeight = S.AlignmentWeight = 0.0f;
		    S.WorldShape = EWorldShape::Open;
	    },
	    "flock.cohesion.weight");
	Finds([](FFlockSettings& S) { S.Model = EFlockModel::Additive; }, "flock.model");
	Finds([](FFlockSettings& S) { S.BlindAngle = 6.0f; }, "flock.blindAngle");
	Finds(
	    [](FFlockSettings& S)
	    {
		    S.WorldShape = EWorldShape::Torus;
		    S.TorusSize.x = 8.0f;
	    },
	    "flock.torus.size");
	Finds([](FFlockSettings& S) { S.BoundsRadius = 3.0f; }, "flock.bounds.radius");
	Finds(
	    [](FFlockSettings& S)
	    {
		    S.WorldShape = EWorldShape::Box;
		    S.BoxMargin = 50.0f;
	    },
	    "flock.box.margin");
	Finds([](FFlockSettings& S) { S.bBank = true; }, "flock.facing.bank");
}
