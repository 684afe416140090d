#include "AbiFixture.h"
#include "FlockworkModule.h"

using namespace Flockwork;

namespace
{
bool HasComponent(const FFlockworkModule& Module, std::string_view Name)
{
	return Module.GetRegistry()->FindComponentClass(Name) >= 0;
}
} // namespace

TEST_CASE("FFlockworkModule: start-up registers components, settings tables and content")
{
	const FTestContent Content;
	FFlockworkModule Module;
	FDiagnostics Diagnostics;
	REQUIRE(Module.AddContentRoot(Content.GetFolder(), Diagnostics));
	CHECK_FALSE(Module.IsStarted());
	Module.StartupModule();
	REQUIRE(Module.IsStarted());
	for (const char* const Name : {"body", "flocking", "threat", "target", "playerMover", "visual"})
	{
		CHECK(HasComponent(Module, Name));
	}
	for (const char* const Name : {"flock", "physics", "world", "script"})
	{
		CHECK(Module.GetRegistry()->GetSettings().Find(Name) != nullptr);
	}
	CHECK(Module.GetPrefabs()->Find("Bird") != nullptr);
}

TEST_CASE("FFlockworkModule: starting twice keeps what is there, stopping twice is harmless")
{
	FFlockworkModule Module;
	Module.ShutdownModule();
	Module.StartupModule();
	const FGameRegistry* const Registry = Module.GetRegistry().get();
	Module.StartupModule();
	CHECK(Module.GetRegistry().get() == Registry);
	Module.ShutdownModule();
	Module.ShutdownModule();
	CHECK_FALSE(Module.IsStarted());
	Module.StartupModule();
	CHECK(HasComponent(Module, "body"));
}

TEST_CASE("FFlockworkModule: a content root added while it runs is loaded at once, and bad files are told")
{
	const FTestContent Content;
	Content.Write("Prefabs/Broken.json", "{\"prefab\": \"Broken\", \"components\": {\"boddy\": {}}}");
	FFlockworkModule Module;
	Module.StartupModule();
	FDiagnostics Diagnostics;
	CHECK_FALSE(Module.AddContentRoot(Content.GetFolder(), Diagnostics));
	CHECK(Diagnostics.ToString().find("Broken.json") != std::string::npos);
	CHECK(Diagnostics.ToString().find("body") != std::string::npos); // did you mean
	CHECK(Module.GetPrefabs()->Find("Bird") != nullptr);
	CHECK(Module.GetPrefabs()->Find("Broken") == nullptr);
}

TEST_CASE("FFlockworkModule: shutdown reports the worlds that somebody still holds, and only those")
{
	const FTestContent Content;
	FFlockworkModule Module;
	FDiagnostics Diagnostics;
	REQUIRE(Module.AddContentRoot(Content.GetFolder(), Diagnostics));
	Module.StartupModule();
	std::shared_ptr<UWorld> Ended = Module.CreateWorld("Ended", {});
	const std::shared_ptr<UWorld> Held = Module.CreateWorld("Held", {});
	REQUIRE(Held->SpawnActor("Bird", {}, Diagnostics).IsValid());
	Held->Step();
	Ended.reset();
	REQUIRE(Module.GetLiveWorlds().size() == 1);
	Module.ShutdownModule();
	const std::vector<FFlockworkModule::FLiveWorld>& Report = Module.GetLastReport();
	REQUIRE(Report.size() == 1);
	CHECK(Report[0].Name == "Held");
	CHECK(Report[0].Actors == 1);
	CHECK(Report[0].Steps == 1);
	Held->Step(); // lives on: its holder owns it
	CHECK(Held->GetStepCount() == 2);
}
