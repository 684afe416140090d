// The C interface: library, worlds, time.
#include "AbiFixture.h"

#include <cstring>
#include <limits>
#include <thread>

TEST_CASE("fwWorldDef_Init: fills in what a world needs and refuses another size")
{
	FwWorldDef Def;
	std::memset(&Def, 0x5a, sizeof(Def));
	REQUIRE(fwWorldDef_Init(&Def, sizeof(Def)) == FW_OK);
	CHECK(Def.Size == sizeof(FwWorldDef));
	CHECK(Def.AbiVersion == fwGetAbiVersion());
	CHECK(Def.ContentRoot == nullptr);
	CHECK(fwWorldDef_Init(nullptr, sizeof(Def)) == FW_ERROR_ARGUMENT);
	CHECK(fwWorldDef_Init(&Def, sizeof(Def) - 8) == FW_ERROR_VERSION);
}

TEST_CASE("fwWorld_Create: rejects each bad field and leaves the output alone")
{
	FwWorldDef Good;
	REQUIRE(fwWorldDef_Init(&Good, sizeof(Good)) == FW_OK);
	const auto Expect = [&](FwResult Wanted, auto&& Spoil)
	{
		FwWorldDef Def = Good;
		Spoil(Def);
		FwWorld* World = reinterpret_cast<FwWorld*>(uintptr_t(42));
		CHECK(fwWorld_Create(&Def, &World) == Wanted);
		CHECK(World == reinterpret_cast<FwWorld*>(uintptr_t(42)));
		CHECK(std::strlen(fwGetLastError()) > 0);
	};
	const float NaN = std::numeric_limits<float>::quiet_NaN();
	Expect(FW_ERROR_VERSION, [](FwWorldDef& Def) { Def.Size = 4; });
	Expect(FW_ERROR_VERSION, [](FwWorldDef& Def) { Def.AbiVersion = 999; });
	Expect(FW_ERROR_ARGUMENT, [](FwWorldDef& Def) { Def.Host = 17; });
	Expect(FW_ERROR_ARGUMENT, [](FwWorldDef& Def) { Def.Threads = -1; });
	Expect(FW_ERROR_ARGUMENT, [](FwWorldDef& Def) { Def.Threads = 257; });
	Expect(FW_ERROR_ARGUMENT, [](FwWorldDef& Def) { Def.Seed = -1; });
	Expect(FW_ERROR_ARGUMENT, [&](FwWorldDef& Def) { Def.FixedStep = NaN; });
	Expect(FW_ERROR_ARGUMENT, [](FwWorldDef& Def) { Def.FixedStep = 0.0f; });
	Expect(FW_ERROR_ARGUMENT, [](FwWorldDef& Def) { Def.FixedStep = 0.10005f; }); // physics would refuse each step
	Expect(FW_ERROR_NOT_FOUND, [](FwWorldDef& Def) { Def.ContentRoot = "/no/such/folder"; });
	Expect(FW_ERROR_DATA, [](FwWorldDef& Def) { Def.SettingsJson = "{\"world\": {\"fixedStep\": true}}"; });
	Expect(FW_ERROR_DATA, [](FwWorldDef& Def) { Def.SettingsJson = "{\"wrld\": {}}"; });
	Expect(FW_ERROR_DATA, [](FwWorldDef& Def) { Def.SettingsJson = "[]"; });
	Expect(FW_ERROR_DATA, [](FwWorldDef& Def) { Def.SettingsJson = "{"; });
	const FwScheduler NoRun = {2, nullptr, nullptr};
	Expect(FW_ERROR_ARGUMENT, [&](FwWorldDef& Def) { Def.Scheduler = &NoRun; });
	FwWorld* World = nullptr;
	CHECK(fwWorld_Create(nullptr, &World) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_Create(&Good, nullptr) == FW_ERROR_ARGUMENT);
}

TEST_CASE("fwWorld handles: null, garbage and stale ones are errors in every function that takes one")
{
	FwWorldDef Def;
	REQUIRE(fwWorldDef_Init(&Def, sizeof(Def)) == FW_OK);
	FwWorld* Stale = nullptr;
	REQUIRE(fwWorld_Create(&Def, &Stale) == FW_OK);
	REQUIRE(fwWorld_Destroy(Stale) == FW_OK);
	int Local = 0;
	FwWorld* const Bad[] = {
	    nullptr, Stale, reinterpret_cast<FwWorld*>(&Local), reinterpret_cast<FwWorld*>(~uintptr_t(0))};
	for (FwWorld* const World : Bad)
	{
		const FwTransform Place = {{0, 0, 0}, 1, {0, 0, 0, 1}};
		FwTransform Transform = {};
		FwFlockMetrics Metrics = {};
		FwActorId Actor = 0;
		FwEvent Event = {};
		char Text[64];
		size_t Needed = 0;
		uint32_t Count = 0;
		int32_t Steps = 0;
		int64_t StepCount = 0;
		float Alpha = 0;
		uint64_t Hash = 0;
		double Number = 0;
		CHECK(fwWorld_Destroy(World) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_Tick(World, 0.01f, &Steps) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_Step(World) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_BeginStep(World) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_RunPhase(World, FW_PHASE_SENSE) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_EndStep(World) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_GetStepCount(World, &StepCount) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_GetAlpha(World, &Alpha) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_GetStateHash(World, &Hash) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_Spawn(World, "Bird", nullptr, &Place, &Actor) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_SpawnMany(World, "Bird", {0, 0, 0}, 1, 5) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_DestroyActor(World, 1) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_FindActor(World, "A", &Actor) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_GetActorName(World, 1, Text, sizeof(Text), &Needed) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_GetActor(World, 1, &Transform, nullptr) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_GetActorCount(World, &Count) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_GetTransforms(World, &Transform, &Actor, 1, &Count) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_Teleport(World, 1, &Place) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_SetVelocity(World, 1, {0, 0, 0}) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_ApplyImpulse(World, 1, {0, 0, 0}) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_SetInput(World, 1, 0, 0, {0, 0, 1}) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_DropThreat(World, {0, 0, 0}, 1, 1, &Actor) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_DropAttractor(World, {0, 0, 0}, 1, 1, &Actor) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_SetTarget(World, "Birds", 1) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_SetTargetPoint(World, "Birds", {0, 0, 0}) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_ClearTarget(World, "Birds") == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_GetFlockMetrics(World, "Birds", &Metrics) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_SetSetting(World, "flock.maxSpeed", nullptr, "1") == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_GetSetting(World, "flock.maxSpeed", nullptr, Text, 64, &Needed) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_SetSettingNumber(World, "flock.maxSpeed", nullptr, 1) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_GetSettingNumber(World, "flock.maxSpeed", nullptr, &Number) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_LoadScene(World, "scene.as") == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_GetEvents(World, &Event, 1, &Count) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_GetEventName(World, 0, Text, sizeof(Text), &Needed) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_GetDiagnostics(World, Text, sizeof(Text), &Needed) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_Save(World, Text, sizeof(Text), &Needed) == FW_ERROR_ARGUMENT);
		CHECK(fwWorld_Restore(World, Text, sizeof(Text)) == FW_ERROR_ARGUMENT);
		CHECK(LastErrorHas("no living world"));
	}
}

TEST_CASE("fwGetLastError: empty after a success, its own for each thread")
{
	CHECK(fwWorld_Step(nullptr) == FW_ERROR_ARGUMENT);
	CHECK(std::strlen(fwGetLastError()) > 0);
	std::string Elsewhere = "not run";
	std::thread([&] { Elsewhere = fwGetLastError(); }).join();
	CHECK(Elsewhere.empty());
	FwWorldDef Def;
	REQUIRE(fwWorldDef_Init(&Def, sizeof(Def)) == FW_OK);
	CHECK(std::strlen(fwGetLastError()) == 0);
}

TEST_CASE("fwWorld_Tick: runs the fixed steps that fit and refuses times that are none")
{
	const FTestWorld World;
	int32_t Steps = -1;
	REQUIRE(fwWorld_Tick(World, 0.0f, &Steps) == FW_OK);
	CHECK(Steps == 0);
	REQUIRE(fwWorld_Tick(World, 0.04f, &Steps) == FW_OK);
	CHECK(Steps == 2); // 2.4 steps of 1/60 s
	float Alpha = -1.0f;
	REQUIRE(fwWorld_GetAlpha(World, &Alpha) == FW_OK);
	CHECK(Alpha == Approx(0.4f).margin(1e-4));
	int64_t Count = 0;
	REQUIRE(fwWorld_GetStepCount(World, &Count) == FW_OK);
	CHECK(Count == 2);
	for (const float Bad : {-0.01f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()})
	{
		CHECK(fwWorld_Tick(World, Bad, &Steps) == FW_ERROR_ARGUMENT);
	}
	REQUIRE(fwWorld_GetStepCount(World, &Count) == FW_OK);
	CHECK(Count == 2);
}

TEST_CASE("fwWorld_RunPhase: phase by phase gives the same state as whole steps")
{
	const FTestWorld Whole;
	const FTestWorld Phases;
	for (const FTestWorld* const World : {&Whole, &Phases})
	{
		REQUIRE(fwWorld_SpawnMany(*World, "Bird", {0, 5, 0}, 8.0f, 40) == FW_OK);
	}
	for (int32_t Step = 0; Step < 30; ++Step)
	{
		Whole.Step();
		REQUIRE(fwWorld_BeginStep(Phases) == FW_OK);
		for (FwPhase Phase = 0; Phase < FW_PHASE_COUNT; ++Phase)
		{
			REQUIRE(fwWorld_RunPhase(Phases, Phase) == FW_OK);
		}
		REQUIRE(fwWorld_EndStep(Phases) == FW_OK);
		REQUIRE(Whole.GetHash() == Phases.GetHash());
	}
}

TEST_CASE("fwWorld_RunPhase: out of order is an error that names what comes next, and changes nothing")
{
	const FTestWorld World;
	CHECK(fwWorld_RunPhase(World, FW_PHASE_SCRIPT) == FW_ERROR_STATE);
	CHECK(fwWorld_EndStep(World) == FW_ERROR_STATE);
	REQUIRE(fwWorld_BeginStep(World) == FW_OK);
	CHECK(fwWorld_BeginStep(World) == FW_ERROR_STATE);
	CHECK(fwWorld_Step(World) == FW_ERROR_STATE);
	CHECK(fwWorld_Tick(World, 0.1f, nullptr) == FW_ERROR_STATE);
	CHECK(fwWorld_RunPhase(World, FW_PHASE_STEER) == FW_ERROR_STATE);
	CHECK(LastErrorHas("phase 0 comes next"));
	CHECK(fwWorld_RunPhase(World, FW_PHASE_COUNT) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_RunPhase(World, -1) == FW_ERROR_ARGUMENT);
	size_t Needed = 0;
	CHECK(fwWorld_Save(World, nullptr, 0, &Needed) == FW_ERROR_STATE);
	for (FwPhase Phase = 0; Phase < FW_PHASE_COUNT; ++Phase)
	{
		CHECK(fwWorld_EndStep(World) == FW_ERROR_STATE);
		REQUIRE(fwWorld_RunPhase(World, Phase) == FW_OK);
	}
	REQUIRE(fwWorld_EndStep(World) == FW_OK);
	int64_t Count = 0;
	REQUIRE(fwWorld_GetStepCount(World, &Count) == FW_OK);
	CHECK(Count == 1);
}

namespace
{
// A host's thread pool at its simplest: one thread a chunk.
struct FHostThreads
{
	int32_t Regions = 0;
};
void RunOnHost(void* User, int32_t Count, FwChunkFunction Chunk, void* Context)
{
	++static_cast<FHostThreads*>(User)->Regions;
	for (int32_t First = 0; First < Count; First += 2)
	{
		std::thread Other;
		if (First + 1 < Count)
		{
			Other = std::thread([=] { Chunk(Context, First + 1, 1); });
		}
		Chunk(Context, First, 0);
		if (Other.joinable())
		{
			Other.join();
		}
	}
}
} // namespace

TEST_CASE("FwScheduler: the host's own threads run the world and give the same state")
{
	const FTestContent Content;
	FHostThreads Threads;
	const FwScheduler Scheduler = {2, RunOnHost, &Threads};
	FwWorldDef Def;
	REQUIRE(fwWorldDef_Init(&Def, sizeof(Def)) == FW_OK);
	Def.ContentRoot = Content.GetFolder().c_str();
	uint64_t Hashes[2] = {};
	for (int32_t Run = 0; Run < 2; ++Run)
	{
		Def.Scheduler = Run == 0 ? nullptr : &Scheduler;
		Def.Threads = 1;
		FwWorld* World = nullptr;
		REQUIRE(fwWorld_Create(&Def, &World) == FW_OK);
		REQUIRE(fwWorld_SpawnMany(World, "Bird", {0, 5, 0}, 10.0f, 300) == FW_OK);
		for (int32_t Step = 0; Step < 5; ++Step)
		{
			REQUIRE(fwWorld_Step(World) == FW_OK);
		}
		REQUIRE(fwWorld_GetStateHash(World, &Hashes[Run]) == FW_OK);
		REQUIRE(fwWorld_Destroy(World) == FW_OK);
	}
	CHECK(Threads.Regions > 0);
	CHECK(Hashes[0] == Hashes[1]);
}

namespace
{
// A scheduler that calls back into the world it works for.
struct FIntruder
{
	FwWorld* World = nullptr;
	int32_t Refused = 0;
	int32_t Calls = 0;
};
void RunAndIntrude(void* User, int32_t Count, FwChunkFunction Chunk, void* Context)
{
	FIntruder& Intruder = *static_cast<FIntruder*>(User);
	if (Intruder.World)
	{
		size_t Needed = 0;
		const FwResult Results[] = {fwWorld_Step(Intruder.World), fwWorld_Save(Intruder.World, nullptr, 0, &Needed),
		    fwWorld_Restore(Intruder.World, "x", 1), fwWorld_Tick(Intruder.World, 0.1f, nullptr)};
		for (const FwResult Result : Results)
		{
			++Intruder.Calls;
			Intruder.Refused += Result == FW_ERROR_STATE ? 1 : 0;
		}
	}
	for (int32_t Index = 0; Index < Count; ++Index)
	{
		Chunk(Context, Index, 0);
	}
}
} // namespace

TEST_CASE("FwScheduler: a callback that calls into its world is refused, and the world goes on")
{
	const FTestContent Content;
	FIntruder Intruder;
	const FwScheduler Scheduler = {1, RunAndIntrude, &Intruder};
	FwWorldDef Def;
	REQUIRE(fwWorldDef_Init(&Def, sizeof(Def)) == FW_OK);
	Def.ContentRoot = Content.GetFolder().c_str();
	Def.Scheduler = &Scheduler;
	FwWorld* World = nullptr;
	REQUIRE(fwWorld_Create(&Def, &World) == FW_OK);
	REQUIRE(fwWorld_SpawnMany(World, "Bird", {0, 5, 0}, 10.0f, 300) == FW_OK);
	Intruder.World = World;
	CHECK(fwWorld_Step(World) == FW_OK);
	CHECK(Intruder.Calls > 0);
	CHECK(Intruder.Refused == Intruder.Calls);
	CHECK(fwWorld_Step(World) == FW_OK);
	CHECK(fwWorld_Destroy(World) == FW_OK);
}

TEST_CASE("fwWorld_Create: settings out of range are clamped, and the diagnostics tell")
{
	const FTestWorld World(FW_HOST_NATIVE, 1, "{\"world\": {\"maxActors\": -4}}");
	std::string Text(4000, '\0');
	size_t Needed = 0;
	REQUIRE(fwWorld_GetDiagnostics(World, Text.data(), Text.size(), &Needed) == FW_OK);
	CHECK(Text.find("maxActors") != std::string::npos);
}

TEST_CASE("fwShutdown: destroys and counts the worlds that are still alive, and tells the log")
{
	fwShutdown();
	FwWorldDef Def;
	REQUIRE(fwWorldDef_Init(&Def, sizeof(Def)) == FW_OK);
	FwWorld* World = nullptr;
	REQUIRE(fwWorld_Create(&Def, &World) == FW_OK);
	CHECK(fwGetWorldCount() == 1);
	std::string Logged;
	REQUIRE(fwSetLog([](void* User, int32_t, const char*, const char* Message)
	            { *static_cast<std::string*>(User) += Message; },
	            &Logged) == FW_OK);
	CHECK(fwShutdown() == 1);
	REQUIRE(fwSetLog(nullptr, nullptr) == FW_OK);
	CHECK(Logged.find("still alive") != std::string::npos);
	CHECK(fwGetWorldCount() == 0);
	CHECK(fwWorld_Step(World) == FW_ERROR_ARGUMENT);
	CHECK(fwShutdown() == 0);
	REQUIRE(fwWorld_Create(&Def, &World) == FW_OK); // starts again
	CHECK(fwWorld_Destroy(World) == FW_OK);
}
