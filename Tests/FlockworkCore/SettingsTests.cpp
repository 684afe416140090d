#include "FlockworkCore/Settings.h"

#include "CoreTestSupport.h"
#include "FlockworkCore/Assert.h"
#include "FlockworkCore/TaskPool.h"
#include "TestSettings.h"

#include <catch2/catch.hpp>
#include <limits>
#include <stdexcept>

namespace Flockwork
{
namespace
{
constexpr float NaN = std::numeric_limits<float>::quiet_NaN();

struct FReadResult
{
	FTestSettings Settings;
	bool bRead = false;
	std::string Messages;
};

FReadResult Read(std::string_view Text, const FTestSettings& Before = {})
{
	FReadResult Result;
	Result.Settings = Before;
	FDataNode Node;
	FDiagnostics Diagnostics;
	REQUIRE(ParseJson(Text, "zombie.json", Node, Diagnostics));
	Result.bRead = FTestSettings::Table().Read(&Result.Settings, Node, "zombie.json", Diagnostics);
	CHECK(Result.bRead != Diagnostics.HasErrors());
	Result.Messages = Diagnostics.ToString();
	return Result;
}

void CheckRefused(std::string_view Text, std::string_view Message)
{
	FTestSettings Before;
	Before.Count = 77;
	Before.Label = "before";
	const FReadResult Result = Read(Text, Before);
	INFO(Result.Messages);
	CHECK_FALSE(Result.bRead);
	CHECK(Result.Settings == Before);
	CHECK(Contains(Result.Messages, Message));
}
} // namespace

TEST_CASE("FSettingsTable: reads every type, in groups")
{
	const FReadResult Result = Read(R"({
		"maxSpeed": 7.5, "separation": {"radius": 2, "weight": 3}, "count": 12, "enabled": false,
		"center": [1, 2.5, -3], "model": "raw", "label": "horde"})");
	CHECK(Result.bRead);
	CHECK(Result.Messages.empty());
	FTestSettings Expected;
	Expected.MaxSpeed = 7.5f;
	Expected.SeparationRadius = 2.0f;
	Expected.SeparationWeight = 3.0f;
	Expected.Count = 12;
	Expected.bEnabled = false;
	Expected.Center = {1.0f, 2.5f, -3.0f};
	Expected.Model = ETestModel::Raw;
	Expected.Label = "horde";
	CHECK(Result.Settings == Expected);
}

TEST_CASE("FSettingsTable: fields that are not named keep their value")
{
	FTestSettings Before;
	Before.MaxSpeed = 9.0f;
	const FReadResult Result = Read("{\"separation\": {\"weight\": 2}}", Before);
	CHECK(Result.Settings.MaxSpeed == 9.0f);
	CHECK(Result.Settings.SeparationWeight == 2.0f);
	CHECK(Read("{}", Before).Settings == Before);
	CHECK(Read("{\"separation\": {}}", Before).bRead);
}

TEST_CASE("FSettingsTable: a dotted name in a file means the same as its group")
{
	CHECK(Read("{\"separation.weight\": 2}").Settings.SeparationWeight == 2.0f);
	CheckRefused("{\"separation.weight\": 2,\n\"separation\": {\"weight\": 3}}",
	    "zombie.json:2:26: error: test.separation.weight: is given twice");
}

TEST_CASE("FSettingsTable: both ends of a range are inside, beyond them is clamped, with place, value and range")
{
	CHECK(Read("{\"maxSpeed\": 0.1}").Messages.empty());
	CHECK(Read("{\"maxSpeed\": 1000}").Messages.empty());
	const FReadResult Below = Read("{\n  \"maxSpeed\": -3\n}");
	CHECK(Below.bRead);
	CHECK(Below.Settings.MaxSpeed == 0.1f);
	CHECK(Below.Messages ==
	      "zombie.json:2:15: warning: test.maxSpeed: -3 is below the range 0.1..1000 m/s; 0.1 is used\n");
	const FReadResult Above = Read("{\"maxSpeed\": 1e300}");
	CHECK(Above.Settings.MaxSpeed == 1000.0f);
	CHECK(Contains(Above.Messages, "1e+300 is above the range 0.1..1000 m/s; 1000 is used"));
	CHECK(Read("{\"maxSpeed\": 1000.001}").Settings.MaxSpeed == 1000.0f);
	CHECK(Contains(Read("{\"maxSpeed\": 1000.001}").Messages, "warning"));
	CHECK(Contains(Read("{\"maxSpeed\": 0.0999}").Messages, "warning"));
}

TEST_CASE("FSettingsTable: an end that a float cannot hold exactly is inside too")
{
	struct FEdges
	{
		float Edge = 0.1f; // a little more than 0.1
	};
	const FSettingsTable Table =
	    TSettingsTableBuilder<FEdges>("edges", "Edges.").Float("edge", &FEdges::Edge, "m", 0.0, 0.1, "Width.").Build();
	FEdges Edges;
	FDiagnostics Diagnostics;
	CHECK(Table.CheckDefinition(Diagnostics));
	CHECK(Table.Validate(&Edges, Diagnostics));
	CHECK(Table.Set(&Edges, "edge", 0.1f, Diagnostics));
	CHECK(Table.Read(&Edges, Table.Write(&Edges), "", Diagnostics));
	CHECK(Diagnostics.GetAll().empty());
	CHECK(Table.Set(&Edges, "edge", std::nextafter(0.1f, 1.0f), Diagnostics));
	CHECK(Diagnostics.GetAll().size() == 1);
	CHECK(Edges.Edge == 0.1f);
}

TEST_CASE("FSettingsTable: ends of whole numbers and of each vector component")
{
	CHECK(Read("{\"count\": 0}").Messages.empty());
	CHECK(Read("{\"count\": 100}").Messages.empty());
	CHECK(Read("{\"count\": -1}").Settings.Count == 0);
	CHECK(Read("{\"count\": 101}").Settings.Count == 100);
	CHECK(Read("{\"count\": 1e15}").Settings.Count == 100);
	CHECK(Contains(Read("{\"count\": 1e15}").Messages, "warning: test.count: 1e+15 is above the range 0..100"));
	const FReadResult Vector = Read("{\"center\": [-50, 50.5, 3]}");
	CHECK(Vector.Settings.Center == FVector{-50.0f, 50.0f, 3.0f});
	CHECK(Contains(Vector.Messages, "test.center: 50.5 is above the range -50..50 m; 50 is used"));
}

TEST_CASE("FSettingsTable: wrong types are errors that say what was expected")
{
	CheckRefused("{\"maxSpeed\": \"fast\"}",
	    "zombie.json:1:14: error: test.maxSpeed: found \"fast\"; a number in 0.1..1000 m/s was expected");
	CheckRefused("{\"maxSpeed\": null}", "found null; a number");
	CheckRefused("{\"maxSpeed\": {\"x\": 1}}", "found an object; a number");
	CheckRefused("{\"count\": 2.5}", "2.5 is not a whole number; a whole number in 0..100 was expected");
	CheckRefused("{\"count\": true}", "found true; a whole number");
	CheckRefused("{\"enabled\": 1}", "test.enabled: found 1; true or false was expected");
	CheckRefused("{\"center\": [1, 2]}", "found an array of 2; an array of 3 numbers, each in -50..50 m was expected");
	CheckRefused("{\"center\": [1, 2, \"x\"]}", "an array of 3 numbers");
	CheckRefused("{\"center\": 5}", "found 5; an array of 3 numbers");
	CheckRefused("{\"label\": 5}", "found 5; a string was expected");
	CheckRefused("{\"model\": 1}", "found 1; one of normalized, raw was expected");
	CheckRefused("{\"separation\": 3}", "test.separation: found a number; an object with this group's settings");
	CheckRefused("[1]", "zombie.json:1:1: error: test: found an array; an object with settings was expected");
}

TEST_CASE("FSettingsTable: unknown enum names and fields name the nearest known one")
{
	CheckRefused("{\"model\": \"normalised\"}",
	    "\"normalised\" is unknown; did you mean \"normalized\"?; one of normalized, raw was expected");
	CheckRefused("{\"maxspeed\": 1}", "error: test.maxspeed: unknown setting; did you mean test.maxSpeed?");
	CheckRefused(
	    "{\"seperation\": {\"weight\": 1}}", "test.seperation: unknown setting; did you mean test.separation?");
	CheckRefused("{\n\"separation\": {\n\"wieght\": 1}}",
	    "zombie.json:3:11: error: test.separation.wieght: unknown setting; did you mean test.separation.weight?");
	CheckRefused("{\"separationWeight\": 1}", "did you mean test.separation.weight?");
	CheckRefused("{\"gravity\": 1}", "test.gravity: unknown setting\n");
	CheckRefused("{\"maxSpeed\": {\"x\": 1}, \"\": 1}", "error: test.: unknown setting");
}

TEST_CASE("FSettingsTable: every fault of a file is reported, not only the first")
{
	const FReadResult Result = Read("{\"maxSpeed\": \"x\", \"count\": -5, \"colour\": 1, \"enabled\": 0}");
	CHECK(Contains(Result.Messages, "test.maxSpeed"));
	CHECK(Contains(Result.Messages, "warning: test.count"));
	CHECK(Contains(Result.Messages, "test.colour"));
	CHECK(Contains(Result.Messages, "test.enabled"));
	CHECK(Result.Settings == FTestSettings());
}

TEST_CASE("FSettingsTable: Set by dotted name, as scripts and the C interface do it")
{
	const FSettingsTable& Table = FTestSettings::Table();
	FTestSettings Settings;
	FDiagnostics Diagnostics;
	CHECK(Table.Set(&Settings, "separation.weight", 2.5f, Diagnostics));
	CHECK(Table.Set(&Settings, "maxSpeed", int32_t(3), Diagnostics));
	CHECK(Table.Set(&Settings, "count", 4.0f, Diagnostics));
	CHECK(Table.Set(&Settings, "center", FVector{1.0f}, Diagnostics));
	CHECK(Table.Set(&Settings, "model", std::string("raw"), Diagnostics));
	CHECK(Table.Set(&Settings, "enabled", false, Diagnostics));
	CHECK(Table.Set(&Settings, "label", std::string("x"), Diagnostics));
	CHECK(Diagnostics.GetAll().empty());
	CHECK(Settings.SeparationWeight == 2.5f);
	CHECK(Settings.MaxSpeed == 3.0f);
	CHECK(Settings.Count == 4);
	CHECK(Settings.Model == ETestModel::Raw);
	const FTestSettings Before = Settings;
	CHECK_FALSE(Table.Set(&Settings, "maxSpeed", NaN, Diagnostics));
	CHECK_FALSE(Table.Set(&Settings, "maxSpeed", std::numeric_limits<float>::infinity(), Diagnostics));
	CHECK_FALSE(Table.Set(&Settings, "center", FVector{0.0f, NaN, 0.0f}, Diagnostics));
	CHECK_FALSE(Table.Set(&Settings, "count", 4.5f, Diagnostics));
	CHECK_FALSE(Table.Set(&Settings, "maxSpeed", true, Diagnostics));
	CHECK_FALSE(Table.Set(&Settings, "maxSpeed", std::string("3"), Diagnostics));
	CHECK_FALSE(Table.Set(&Settings, "model", std::string("rav"), Diagnostics));
	CHECK_FALSE(Table.Set(&Settings, "model", int32_t(1), Diagnostics));
	CHECK_FALSE(Table.Set(&Settings, "speed", 1.0f, Diagnostics, {"scene.as", 4, 2}));
	CHECK(Settings == Before);
	CHECK(Diagnostics.GetAll().size() == 9);
	CHECK(Contains(Diagnostics.ToString(), "test.maxSpeed: nan is not a finite number"));
	CHECK(Contains(Diagnostics.ToString(), "scene.as:4:2: error: test.speed: unknown setting"));
	CHECK(Table.Set(&Settings, "maxSpeed", -1.0f, Diagnostics));
	CHECK(Settings.MaxSpeed == 0.1f);
}

TEST_CASE("FSettingsTable: Get gives back what Set stored")
{
	const FSettingsTable& Table = FTestSettings::Table();
	FTestSettings Settings;
	Settings.Model = ETestModel::Raw;
	CHECK(std::get<std::string>(Table.Get(&Settings, *Table.Find("model"))) == "raw");
	CHECK(std::get<float>(Table.Get(&Settings, *Table.Find("separation.radius"))) == Settings.SeparationRadius);
	CHECK(Table.Find("separation") == nullptr);
	for (const FSettingField& Field : Table.Fields)
	{
		FTestSettings Fresh;
		CHECK(Table.Get(&Fresh, Field) == Field.Default);
	}
}

TEST_CASE("FSettingsTable: what Write writes, Read reads")
{
	CHECK(rc::check("any values inside the ranges",
	    [](bool bEnabled)
	    {
		    FTestSettings Settings;
		    Settings.MaxSpeed = GenFloat(0.1f, 1000.0f);
		    Settings.SeparationWeight = GenFloat(0.0f, 10.0f);
		    Settings.Count = *rc::gen::inRange(0, 101);
		    Settings.bEnabled = bEnabled;
		    Settings.Center = GenVector(50.0f);
		    Settings.Model = *rc::gen::element(ETestModel::Normalized, ETestModel::Raw);
		    Settings.Label = *rc::gen::container<std::string>(rc::gen::inRange<char>(0, 127));
		    FDiagnostics Diagnostics;
		    FDataNode Node;
		    FTestSettings All;
		    FTestSettings OnlyChanged;
		    const FSettingsTable& Table = FTestSettings::Table();
		    RC_ASSERT(ParseJson(WriteJson(Table.Write(&Settings)), "", Node, Diagnostics));
		    RC_ASSERT(Table.Read(&All, Node, "", Diagnostics));
		    RC_ASSERT(Table.Read(&OnlyChanged, Table.Write(&Settings, true), "", Diagnostics));
		    RC_ASSERT(All == Settings);
		    RC_ASSERT(OnlyChanged == Settings);
		    RC_ASSERT(Diagnostics.GetAll().empty());
	    }));
}

TEST_CASE("FSettingsTable: Write groups dotted names and can leave out what is at its default")
{
	FTestSettings Settings;
	Settings.SeparationWeight = 0.7f;
	const FSettingsTable& Table = FTestSettings::Table();
	CHECK(WriteJson(Table.Write(&Settings, true)) == "{\n\t\"separation\": {\n\t\t\"weight\": 0.7\n\t}\n}\n");
	CHECK(Table.Write(&Settings).Find("separation")->Members.size() == 2);
	const FTestSettings Defaults;
	CHECK(WriteJson(Table.Write(&Defaults, true)) == "{}\n");
}

TEST_CASE("FSettingsTable: Validate finds each field that code has set out of range")
{
	const FSettingsTable& Table = FTestSettings::Table();
	FTestSettings Settings;
	FDiagnostics Fine;
	CHECK(Table.Validate(&Settings, Fine));
	CHECK(Fine.GetAll().empty());
	Settings.MaxSpeed = NaN;
	Settings.Count = 101;
	Settings.Center.z = 51.0f;
	Settings.Model = ETestModel(2);
	Settings.SeparationRadius = 0.1f;  // exactly the lower end
	Settings.SeparationWeight = 10.0f; // exactly the upper end
	FDiagnostics Diagnostics;
	CHECK_FALSE(Table.Validate(&Settings, Diagnostics));
	CHECK(Diagnostics.GetAll().size() == 4);
	CHECK(Contains(Diagnostics.ToString(), "error: test.maxSpeed: nan is outside 0.1..1000 m/s"));
	CHECK(Contains(Diagnostics.ToString(), "error: test.center: 51 is outside -50..50 m"));
	CHECK(Contains(Diagnostics.ToString(), "error: test.model: holds a value that none of its names stands for"));
}

TEST_CASE("FSettingsTable: CheckDefinition demands name, unit, range, default and sentence of every field")
{
	FDiagnostics Diagnostics;
	CHECK(FTestSettings::Table().CheckDefinition(Diagnostics));
	struct FBroken
	{
		float A = 1.0f;
		float B = 5.0f;
	};
	const auto Faults = [](const FSettingsTable& Table)
	{
		FDiagnostics Found;
		CHECK_FALSE(Table.CheckDefinition(Found));
		return Found.ToString();
	};
	using FBuilder = TSettingsTableBuilder<FBroken>;
	const auto Floating = [](const char* Name, const char* Unit, double Max, const char* Sentence)
	{ return FBuilder("broken", "Broken.").Float(Name, &FBroken::A, Unit, 0, Max, Sentence).Build(); };
	CHECK(Contains(Faults(Floating("A", "m", 2, "Length.")), "camelCase"));
	CHECK(Contains(Faults(Floating("a..b", "m", 2, "Length.")), "camelCase"));
	CHECK(Contains(Faults(Floating("a", "", 2, "Length.")), "unit"));
	CHECK(Contains(Faults(Floating("a", "m", 0, "Length.")), "range"));
	CHECK(Contains(Faults(Floating("a", "m", 2, "")), "sentence"));
	CHECK(Contains(Faults(Floating("a", "m", 0.5, "Length.")), "the default 1 is outside 0..0.5 m"));
	CHECK(Contains(Faults(FBuilder("broken", "Broken.")
	                          .Float("a", &FBroken::A, "m", 0, 2, "Length.")
	                          .Float("a.b", &FBroken::B, "m", 0, 9, "Length.")
	                          .Build()),
	    "another field has this name"));
}

TEST_CASE("FSettingsRegistry: finds tables and fields by dotted name")
{
	FSettingsRegistry Registry;
	RegisterCoreSettings(Registry);
	Registry.Add(FTestSettings::Table());
	Registry.Add(FTestSettings::Table());
	CHECK(Registry.GetAll().size() == 2);
	CHECK(Registry.Find("tasks") == &FTaskPoolSettings::Table());
	const FSettingsRegistry::FLookup Lookup = Registry.Resolve("test.separation.weight");
	CHECK(Lookup.Table == &FTestSettings::Table());
	REQUIRE(Lookup.Field != nullptr);
	CHECK(Lookup.Field->Name == "separation.weight");
	CHECK(Registry.Resolve("test").Table == &FTestSettings::Table());
	CHECK(Registry.Resolve("test").Field == nullptr);
	CHECK(Registry.Resolve("test.none").Field == nullptr);
	CHECK(Registry.Resolve("none.maxSpeed").Table == nullptr);
	CHECK(Registry.Resolve("").Table == nullptr);
}

TEST_CASE("FSettingsRegistry: two tables of one name are a misuse")
{
	FSettingsRegistry Registry;
	Registry.Add(FTestSettings::Table());
	const FSettingsTable Copy = FTestSettings::Table();
	const FAssertHandler Former =
	    SetAssertHandler([](const char*, const char*, int, const char* Message) { throw std::logic_error(Message); });
	CHECK_THROWS_WITH(Registry.Add(Copy), Catch::Contains("one name"));
	SetAssertHandler(Former);
}

TEST_CASE("FSettingsRegistry: the reference page has a row for each field")
{
	FSettingsRegistry Registry;
	Registry.Add(FTestSettings::Table());
	const std::string Page = Registry.WriteReferencePage();
	CHECK(Contains(Page, "## test\n\nSettings of the tests.\n"));
	CHECK(Contains(Page, "| `separation.weight` | 1 | 1.6 | 0..10 | How strongly boids part. |\n"));
	CHECK(Contains(Page, "| `center` | m | [0, 1, 0] | -50..50 | Middle of the bounds. |\n"));
	CHECK(Contains(Page, "| `model` |  | normalized | normalized, raw | How sums are scaled \\| or not. |\n"));
	CHECK(Contains(Page, "| `enabled` |  | true | true, false |"));
	CHECK(Contains(Page, "| `label` |  | (empty) | any text |"));
}

TEST_CASE("RegisterCoreSettings: every field of Core's own tables is complete")
{
	FSettingsRegistry Registry;
	RegisterCoreSettings(Registry);
	for (const FSettingsTable* Table : Registry.GetAll())
	{
		FDiagnostics Diagnostics;
		CHECK(Table->CheckDefinition(Diagnostics));
		INFO(Diagnostics.ToString());
		CHECK(Diagnostics.GetAll().empty());
	}
}
} // namespace Flockwork
