#include "GameTestSupport.h"

#include <cmath>

namespace Flockwork
{
namespace
{
using namespace GameTest;

FCheckDef MakeCheck(std::string Name, ECheckWhen When, double Time, std::function<FCheckSample(const UWorld&)> Measure)
{
	FCheckDef Def;
	Def.Name = std::move(Name);
	Def.Condition = "a condition";
	Def.When = When;
	Def.Time = Time;
	Def.Measure = std::move(Measure);
	return Def;
}
} // namespace

TEST_CASE("FCheckList: checks are measured at their time, always, or at the end")
{
	UWorld World(MakeDef());
	FDiagnostics Diagnostics;
	int32_t AtTime = 0;
	int32_t Always = 0;
	int32_t AtEnd = 0;
	FCheckList& Checks = World.GetChecks();
	const auto Count = [](int32_t& Counter) {
		return [&Counter](const UWorld&) { return FCheckSample{true, double(++Counter)}; };
	};
	REQUIRE(Checks.Add(MakeCheck("at", ECheckWhen::AtTime, 0.5, Count(AtTime)), Diagnostics));
	REQUIRE(Checks.Add(MakeCheck("always", ECheckWhen::Always, 0.5, Count(Always)), Diagnostics));
	REQUIRE(Checks.Add(MakeCheck("end", ECheckWhen::AtEnd, 0.0, Count(AtEnd)), Diagnostics));
	for (int32_t Step = 0; Step < 29; ++Step)
	{
		World.Step();
	}
	CHECK(AtTime == 0);
	CHECK(Always == 0);
	World.Step(); // ends at 0.5 s
	CHECK(AtTime == 1);
	CHECK(Always == 1);
	World.Step();
	CHECK(AtTime == 1);
	CHECK(Always == 2);
	CHECK(AtEnd == 0);
	CHECK_FALSE(Checks.AllPassed()); // the last is not done
	Checks.Finish(World);
	CHECK(AtEnd == 1);
	CHECK(Checks.AllPassed());
}

TEST_CASE("FCheckList: a run cut short is not asked for what comes later, but for all that was measured")
{
	UWorld World(MakeDef());
	FDiagnostics Diagnostics;
	FCheckList& Checks = World.GetChecks();
	const auto Good = [](const UWorld&) { return FCheckSample{true, 1.0}; };
	const auto Bad = [](const UWorld&) { return FCheckSample{false, 1.0}; };
	REQUIRE(Checks.Add(MakeCheck("later", ECheckWhen::AtTime, 10.0, Bad), Diagnostics));
	REQUIRE(Checks.Add(MakeCheck("end", ECheckWhen::AtEnd, 0.0, Good), Diagnostics));
	World.Step();
	CHECK_FALSE(Checks.AllPassed(true)); // the end's check is not measured yet
	Checks.Finish(World);
	CHECK(Checks.AllPassed(true));
	CHECK_FALSE(Checks.AllPassed()); // a full run must have reached every check
	REQUIRE(Checks.Add(MakeCheck("always later", ECheckWhen::Always, 10.0, Bad), Diagnostics));
	World.Step();
	CHECK(Checks.AllPassed(true));
	REQUIRE(Checks.Add(MakeCheck("always", ECheckWhen::Always, 0.0, Bad), Diagnostics));
	World.Step();
	CHECK_FALSE(Checks.AllPassed(true));
}

TEST_CASE("FCheckList: an Always check keeps its first failure, a value that is no number fails")
{
	UWorld World(MakeDef());
	FDiagnostics Diagnostics;
	FCheckList& Checks = World.GetChecks();
	double Value = 0.0;
	REQUIRE(Checks.Add(MakeCheck("rises", ECheckWhen::Always, 0.0,
	                       [&](const UWorld&) {
		                       return FCheckSample{++Value < 3.0, Value};
	                       }),
	    Diagnostics));
	REQUIRE(Checks.Add(MakeCheck("nan", ECheckWhen::Always, 0.0,
	                       [](const UWorld&) {
		                       return FCheckSample{true, std::nan("")};
	                       }),
	    Diagnostics));
	for (int32_t Step = 0; Step < 5; ++Step)
	{
		World.Step();
	}
	const FCheckResult& Rises = Checks.GetResults()[0];
	CHECK_FALSE(Rises.bPass);
	CHECK(Rises.Value == 3.0);
	CHECK(Rises.FailStep == 2);
	CHECK_FALSE(Checks.GetResults()[1].bPass);
}

TEST_CASE("FCheckList: a check without name, measure or good time, or of a name that is taken, is refused")
{
	FCheckList Checks;
	FDiagnostics Diagnostics;
	const auto Pass = [](const UWorld&) { return FCheckSample{true, 0.0}; };
	CHECK_FALSE(Checks.Add(MakeCheck("", ECheckWhen::AtEnd, 0.0, Pass), Diagnostics));
	CHECK_FALSE(Checks.Add(MakeCheck("a", ECheckWhen::AtEnd, 0.0, nullptr), Diagnostics));
	CHECK_FALSE(Checks.Add(MakeCheck("a", ECheckWhen::AtTime, std::nan(""), Pass), Diagnostics));
	CHECK(Checks.Add(MakeCheck("a", ECheckWhen::AtEnd, 0.0, Pass), Diagnostics));
	CHECK_FALSE(Checks.Add(MakeCheck("a", ECheckWhen::AtEnd, 0.0, Pass), Diagnostics));
	CHECK(Diagnostics.GetAll().size() == 4);
	CHECK(Checks.GetResults().size() == 1);
}

TEST_CASE("FMetricsRecorder: samples come at the interval, and the oldest go when the ring is full")
{
	FWorldDef Def = MakeDef();
	Def.Settings.MetricsInterval = 0.1f; // 6 steps
	Def.Settings.MetricsCapacity = 5;
	UWorld World(std::move(Def));
	Do(World, FOrder::SpawnMany("Boid", {0.0f, 5.0f, 0.0f}, 5.0f, 20));
	for (int32_t Step = 0; Step < 60; ++Step)
	{
		World.Step();
	}
	const FMetricsRecorder::FSeries* Series = World.GetMetrics().Find("Boids");
	REQUIRE(Series);
	REQUIRE(Series->Num() == 5);
	for (size_t Sample = 0; Sample < 5; ++Sample)
	{
		CHECK(Series->At(Sample).Step == int64_t(36 + 6 * Sample));
		CHECK(Series->At(Sample).Count == 20);
		CHECK(Series->At(Sample).Time == Approx(0.6 + 0.1 * double(Sample)));
	}
	CHECK(World.GetMetrics().GetLast("Boids")->Step == 60);
	CHECK(World.GetMetrics().GetLast("Nobody") == nullptr);
}

TEST_CASE("FEventList: events beyond the capacity are dropped and counted, and each report has its own")
{
	FWorldDef Def = MakeDef();
	Def.Settings.MaxEvents = 3;
	UWorld World(std::move(Def));
	Do(World, FOrder::SpawnMany("Boid", {0.0f, 5.0f, 0.0f}, 5.0f, 5));
	World.Step();
	CHECK(World.GetEvents().GetAll().size() == 3);
	CHECK(World.GetEvents().GetDropped() == 2);
	World.Step();
	CHECK(World.GetEvents().GetAll().empty());
	CHECK(World.GetEvents().GetDropped() == 0);
}

TEST_CASE("FEventList: a custom event's id is the same each time, and names of built-in ones are theirs")
{
	FEventList Events;
	const EEvent Bell = Events.FindOrAdd("bell");
	CHECK(Events.FindOrAdd("bell") == Bell);
	CHECK(Events.FindOrAdd("gong") != Bell);
	CHECK(Events.GetName(Bell) == "bell");
	CHECK(Events.FindOrAdd("contact") == EEvent::Contact);
	CHECK(Events.GetName(EEvent::Contact) == "contact");
	CHECK(Events.GetName(EEvent(5000)) == "unknown");
}

TEST_CASE("Game: every field of every settings table has unit, range, default and sentence")
{
	const std::shared_ptr<FGameRegistry> Registry = MakeGameRegistry();
	CHECK(Registry->GetSettings().GetAll().size() >= 9);
	for (const FSettingsTable* Table : Registry->GetSettings().GetAll())
	{
		CHECK_FALSE(Table->Sentence.empty());
		for (const FSettingField& Field : Table->Fields)
		{
			INFO(Table->Name << "." << Field.Name);
			CHECK(Field.Sentence.size() > 10);
			CHECK(Field.Sentence.back() == '.');
			const bool bNumber = Field.Type == ESettingType::Int || Field.Type == ESettingType::Float ||
			                     Field.Type == ESettingType::Vector;
			CHECK((!bNumber || (!Field.Unit.empty() && Field.Min < Field.Max)));
		}
	}
}
} // namespace Flockwork
