#include "FlockworkCore/Diagnostics.h"

#include "CoreTestSupport.h"
#include "FlockworkCore/Log.h"

#include <catch2/catch.hpp>

namespace Flockwork
{
TEST_CASE("FDiagnostic: says file, line, column, kind, field and message")
{
	const FDiagnostic Full{ESeverity::Error, {"zombie.json", 12, 5}, "flock.separation.weight", "-3 is below 0"};
	CHECK(Full.ToString() == "zombie.json:12:5: error: flock.separation.weight: -3 is below 0");
	const FDiagnostic NoColumn{ESeverity::Warning, {"a.json", 3, 0}, "", "odd"};
	CHECK(NoColumn.ToString() == "a.json:3: warning: odd");
	CHECK(FDiagnostic{ESeverity::Error, {"a.json"}, "", "missing"}.ToString() == "a.json: error: missing");
	CHECK(FDiagnostic{ESeverity::Error, {"", 3, 7}, "", "odd"}.ToString() == "line 3:7: error: odd");
	CHECK(FDiagnostic{ESeverity::Error, {}, "x", "odd"}.ToString() == "error: x: odd");
}

TEST_CASE("FDiagnostics: only errors make it fail, and the order is kept")
{
	FDiagnostics Diagnostics;
	CHECK_FALSE(Diagnostics.HasErrors());
	Diagnostics.Warning({"a"}, "", "one");
	CHECK_FALSE(Diagnostics.HasErrors());
	Diagnostics.Error({"b"}, "", "two");
	CHECK(Diagnostics.HasErrors());
	CHECK(Diagnostics.ToString() == "a: warning: one\nb: error: two\n");
	REQUIRE(Diagnostics.GetAll().size() == 2);
	CHECK(Diagnostics.GetAll()[0].Severity == ESeverity::Warning);
}

TEST_CASE("FDiagnostics: a flood is counted, not kept")
{
	FDiagnostics Diagnostics;
	for (int32_t Index = 0; Index < 5000; ++Index)
	{
		Diagnostics.Error({}, "", "bad");
	}
	CHECK(Diagnostics.HasErrors());
	CHECK(Diagnostics.GetAll().size() == 1000);
	CHECK(Contains(Diagnostics.ToString(), "and 4000 more"));
}

TEST_CASE("FDiagnostics: goes to the log at its own level")
{
	struct FSink final : ILogSink
	{
		std::string Text;
		void Write(ELogLevel Level, std::string_view, std::string_view Message) override
		{
			Text += std::string(ToString(Level)) + " " + std::string(Message) + "\n";
		}
	};
	const auto Sink = std::make_shared<FSink>();
	SetLogSink(Sink);
	FDiagnostics Diagnostics;
	Diagnostics.Warning({"a.json", 1, 2}, "f", "one");
	Diagnostics.Error({"b.json"}, "", "two");
	Diagnostics.WriteToLog();
	SetLogSink(nullptr);
	CHECK(Sink->Text == "warning a.json:1:2: f: one\nerror b.json: two\n");
}

TEST_CASE("NearestName: finds slips, and nothing where the words differ too much")
{
	const std::vector<std::string_view> Names{"separation", "alignment", "cohesion", "maxSpeed", "x"};
	CHECK(NearestName("seperation", Names) == "separation");
	CHECK(NearestName("MaxSpeed", Names) == "maxSpeed");
	CHECK(NearestName("alignmnet", Names) == "alignment");
	CHECK(NearestName("cohesion", Names) == "cohesion");
	CHECK(NearestName("Brid", {"Bird"}) == "Bird"); // two letters in the wrong order are one slip
	CHECK(NearestName("Bdri", {"Bird"}).empty());
	CHECK(NearestName("color", Names).empty());
	CHECK(NearestName("", Names).empty());
	CHECK(NearestName("separation", {}).empty());
	CHECK(NearestName(std::string(100'000, 'a'), Names).empty());
}

TEST_CASE("NearestName: exactly a third of the letters may differ")
{
	CHECK(NearestName("abcdXY", {"abcdef"}) == "abcdef");
	CHECK(NearestName("abcXYZ", {"abcdef"}).empty());
}

TEST_CASE("NearestName: the first of equally near names")
{
	CHECK(NearestName("bat", {"cat", "hat"}) == "cat");
}
} // namespace Flockwork
