// The C interface: settings, scenes, events, save and continue.
#include "AbiFixture.h"

#include <cstring>
#include <limits>

namespace
{
std::string GetSetting(FwWorld* World, const char* Setting, const char* Of = nullptr)
{
	char Text[128] = "";
	size_t Needed = 0;
	const FwResult Result = fwWorld_GetSetting(World, Setting, Of, Text, sizeof(Text), &Needed);
	INFO(fwGetLastError());
	REQUIRE(Result == FW_OK);
	return Text;
}

std::vector<uint8_t> Save(FwWorld* World)
{
	size_t Needed = 0;
	REQUIRE(fwWorld_Save(World, nullptr, 0, &Needed) == FW_OK);
	std::vector<uint8_t> Bytes(Needed);
	REQUIRE(fwWorld_Save(World, Bytes.data(), Bytes.size(), &Needed) == FW_OK);
	return Bytes;
}
} // namespace

TEST_CASE("fwWorld_SetSetting: a number, a choice and a vector come back as they were set")
{
	const FTestWorld World;
	World.Spawn("Bird", {0, 5, 0});
	World.Step();
	REQUIRE(fwWorld_SetSetting(World, "flock.separation.weight", "Birds", "2.25") == FW_OK);
	CHECK(GetSetting(World, "flock.separation.weight", "Birds") == "2.25");
	double Number = 0.0;
	REQUIRE(fwWorld_GetSettingNumber(World, "flock.separation.weight", "Birds", &Number) == FW_OK);
	CHECK(Number == 2.25);
	REQUIRE(fwWorld_SetSettingNumber(World, "flock.separation.weight", "Birds", 1.75) == FW_OK);
	CHECK(GetSetting(World, "flock.separation.weight", "Birds") == "1.75");
	REQUIRE(fwWorld_SetSetting(World, "flock.model", "Birds", "reynolds") == FW_OK);
	CHECK(GetSetting(World, "flock.model", "Birds") == "reynolds");
	REQUIRE(fwWorld_SetSetting(World, "physics.gravity", nullptr, "[0, -3.5, 0.25]") == FW_OK);
	CHECK(GetSetting(World, "physics.gravity") == "[0, -3.5, 0.25]");
}

TEST_CASE("fwWorld_SetSetting: wrong kinds, unknown names and unknown flocks are errors that say so")
{
	const FTestWorld World;
	World.Spawn("Bird", {0, 5, 0});
	World.Step();
	CHECK(fwWorld_SetSetting(World, "flock.separation.wieght", "Birds", "1") == FW_ERROR_NOT_FOUND);
	CHECK(LastErrorHas("flock.separation.weight"));
	CHECK(fwWorld_SetSetting(World, "flock.separation.weight", "Birds", "fast") == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_SetSetting(World, "flock.separation.weight", "Birds", "1 2") == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_SetSetting(World, "flock.separation.weight", "Birds", "nan") == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_SetSetting(World, "flock.separation.weight", "Birds", nullptr) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_SetSetting(World, nullptr, "Birds", "1") == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_SetSetting(World, "physics.gravity", nullptr, "[1, 2]") == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_SetSetting(World, "flock.model", "Birds", "renolds") != FW_OK);
	CHECK(fwWorld_SetSetting(World, "flock.separation.weight", "Brids", "1") != FW_OK);
	const double Infinity = std::numeric_limits<double>::infinity();
	CHECK(fwWorld_SetSettingNumber(World, "flock.separation.weight", "Birds", Infinity) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_SetSettingNumber(World, "flock.model", "Birds", 1.0) == FW_ERROR_ARGUMENT);
	double Number = 0.0;
	CHECK(fwWorld_GetSettingNumber(World, "flock.model", "Birds", &Number) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_GetSettingNumber(World, "flock.maxSpeed", "Nobody", &Number) == FW_ERROR_NOT_FOUND);
	CHECK(GetSetting(World, "flock.separation.weight", "Birds") == "1.5"); // the default, through all of it
}

TEST_CASE("fwWorld_SetSetting: several settings of a flock at once, all or none")
{
	const FTestWorld World;
	World.Spawn("Bird", {0, 5, 0});
	World.Step();
	const char* const Radii = "{\"neighborRadius\": 30, \"separation\": {\"radius\": 25}}"; // neither goes alone
	CHECK(fwWorld_SetSetting(World, "flock.separation.radius", "Birds", "25") == FW_ERROR_DATA);
	REQUIRE(fwWorld_SetSetting(World, "flock", "Birds", Radii) == FW_OK);
	CHECK(GetSetting(World, "flock.neighborRadius", "Birds") == "30");
	CHECK(GetSetting(World, "flock.separation.radius", "Birds") == "25");
	for (const char* const Bad : {"", "{", "[]", "null", "{\"maxSpeed\": NaN}", "{\"maxSpeed\": 3, \"maxSped\": 3}",
	         "{\"maxSpeed\": 3, \"separation\": 2}", "{\"maxSpeed\": 3, \"model\": \"boids\"}"})
	{
		INFO(Bad);
		CHECK(fwWorld_SetSetting(World, "flock", "Birds", Bad) == FW_ERROR_DATA);
		CHECK(std::string(fwGetLastError()) != "");
		CHECK(GetSetting(World, "flock.maxSpeed", "Birds") == "5");
	}
	CHECK(fwWorld_SetSetting(World, "flock", "Brids", Radii) != FW_OK);
	CHECK(fwWorld_SetSetting(World, "flock", "Birds", nullptr) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_SetSettingNumber(World, "flock", "Birds", 1.0) == FW_ERROR_NOT_FOUND);
}

TEST_CASE("fwWorld_SetSetting: out of range is clamped, and the diagnostics tell")
{
	const FTestWorld World;
	World.Spawn("Bird", {0, 5, 0});
	World.Step();
	REQUIRE(fwWorld_SetSetting(World, "flock.separation.weight", "Birds", "-3") == FW_OK);
	CHECK(GetSetting(World, "flock.separation.weight", "Birds") == "0");
	char Text[512] = "";
	size_t Needed = 0;
	REQUIRE(fwWorld_GetDiagnostics(World, nullptr, 0, &Needed) == FW_OK);
	CHECK(Needed > 1);
	REQUIRE(fwWorld_GetDiagnostics(World, Text, sizeof(Text), &Needed) == FW_OK);
	CHECK(std::string(Text).find("separation.weight") != std::string::npos);
	REQUIRE(fwWorld_GetDiagnostics(World, Text, sizeof(Text), &Needed) == FW_OK);
	CHECK(std::strlen(Text) == 0); // told once
}

TEST_CASE("fwWorld_GetEvents: spawns of the step, with names, only into a buffer that holds them")
{
	const FTestWorld World;
	const FwActorId Bird = World.Spawn("Bird", {0, 5, 0});
	World.Step();
	uint32_t Count = 0;
	REQUIRE(fwWorld_GetEvents(World, nullptr, 0, &Count) == FW_OK);
	REQUIRE(Count >= 1);
	std::vector<FwEvent> Events(Count);
	if (Count > 1)
	{
		CHECK(fwWorld_GetEvents(World, Events.data(), Count - 1, &Count) == FW_ERROR_CAPACITY);
	}
	CHECK(fwWorld_GetEvents(World, nullptr, Count, &Count) == FW_ERROR_ARGUMENT);
	REQUIRE(fwWorld_GetEvents(World, Events.data(), Count, &Count) == FW_OK);
	CHECK(Events[0].A == Bird);
	char Name[32] = "";
	size_t Needed = 0;
	REQUIRE(fwWorld_GetEventName(World, Events[0].Kind, Name, sizeof(Name), &Needed) == FW_OK);
	CHECK(std::string(Name) == "spawned");
	CHECK(fwWorld_GetEventName(World, 999, Name, sizeof(Name), &Needed) == FW_ERROR_NOT_FOUND);
	CHECK(fwWorld_GetEventName(World, 5000000, Name, sizeof(Name), &Needed) == FW_ERROR_NOT_FOUND);
}

TEST_CASE("fwWorld_Save: a restored world goes on as the saved one did")
{
	const FTestWorld World;
	REQUIRE(fwWorld_SpawnMany(World, "Bird", {0, 10, 0}, 10.0f, 60) == FW_OK);
	World.Step(20);
	const std::vector<uint8_t> Bytes = Save(World);
	World.Step(40);
	const uint64_t Hash = World.GetHash();
	REQUIRE(fwWorld_Restore(World, Bytes.data(), Bytes.size()) == FW_OK);
	World.Step(40);
	CHECK(World.GetHash() == Hash);
}

TEST_CASE("fwWorld_Restore: a damaged snapshot is refused and changes nothing")
{
	const FTestWorld World;
	REQUIRE(fwWorld_SpawnMany(World, "Bird", {0, 10, 0}, 10.0f, 10) == FW_OK);
	World.Step(5);
	const std::vector<uint8_t> Bytes = Save(World);
	const uint64_t Hash = World.GetHash();
	const char Garbage[] = "this is no snapshot, and was never meant to be one";
	CHECK(fwWorld_Restore(World, Garbage, sizeof(Garbage)) == FW_ERROR_DATA);
	CHECK(fwWorld_Restore(World, nullptr, 10) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_Restore(World, Bytes.data(), 0) == FW_ERROR_ARGUMENT);
	for (const size_t Size : {size_t(1), size_t(7), Bytes.size() / 2, Bytes.size() - 1})
	{
		CHECK(fwWorld_Restore(World, Bytes.data(), Size) == FW_ERROR_DATA);
	}
	CHECK(World.GetHash() == Hash);
	CHECK(fwWorld_Save(World, nullptr, 0, nullptr) == FW_ERROR_ARGUMENT);
	std::vector<uint8_t> Small(10);
	size_t Needed = 0;
	CHECK(fwWorld_Save(World, Small.data(), Small.size(), &Needed) == FW_ERROR_CAPACITY);
	CHECK(Needed == Bytes.size());
}

TEST_CASE("fwWorld_LoadScene: a script directs the world")
{
	const FTestWorld World;
	const std::string Script = World.GetContent().Write(
	    "Scene/Scene.as", "void BeginPlay()\n{\n\tSpawnActor(\"Stone\", FVector(1, 20, 3));\n}\n");
	const FwResult Result = fwWorld_LoadScene(World, Script.c_str());
	INFO(fwGetLastError());
	REQUIRE(Result == FW_OK);
	World.Step(2);
	uint32_t Count = 0;
	REQUIRE(fwWorld_GetActorCount(World, &Count) == FW_OK);
	CHECK(Count == 1);
}

TEST_CASE("fwWorld_LoadScene: errors name file and line, and the world stays as it was")
{
	const FTestWorld World;
	World.Spawn("Bird", {0, 5, 0});
	const uint64_t Hash = World.GetHash();
	const std::string Script = World.GetContent().Write("Scene/Bad.as", "void BeginPlay()\n{\n\tNoSuchThing(1);\n}\n");
	CHECK(fwWorld_LoadScene(World, Script.c_str()) == FW_ERROR_DATA);
	CHECK(LastErrorHas("Bad.as:3"));
	CHECK(fwWorld_LoadScene(World, "/no/such/scene.as") == FW_ERROR_NOT_FOUND);
	CHECK(fwWorld_LoadScene(World, nullptr) == FW_ERROR_ARGUMENT);
	CHECK(World.GetHash() == Hash);
	World.Step();
}

TEST_CASE("fwWorld_Save: asking for the size, or offering too little room, does not change what comes")
{
	const FTestWorld World;
	const FTestWorld Asked;
	for (FwWorld* Each : {static_cast<FwWorld*>(World), static_cast<FwWorld*>(Asked)})
	{
		REQUIRE(fwWorld_SpawnMany(Each, "Stone", {0, 10, 0}, 1.5f, 30) == FW_OK); // pressed into each other
	}
	std::vector<uint8_t> Small(10);
	for (int Step = 0; Step < 20; ++Step)
	{
		World.Step();
		Asked.Step();
		size_t Needed = 0;
		REQUIRE(fwWorld_Save(Asked, nullptr, 0, &Needed) == FW_OK);
		CHECK(fwWorld_Save(Asked, Small.data(), Small.size(), &Needed) == FW_ERROR_CAPACITY);
	}
	CHECK(Asked.GetHash() == World.GetHash());
}

TEST_CASE("fwWorld_LoadScene: a second scene takes the place of the first")
{
	const FTestWorld World;
	const std::string First = World.GetContent().Write("Scene/First.as", "void BeginPlay() {}");
	const std::string Second =
	    World.GetContent().Write("Scene/Second.as", "void BeginPlay() { SpawnActor(\"Stone\", FVector(0, 9, 0)); }");
	REQUIRE(fwWorld_LoadScene(World, First.c_str()) == FW_OK);
	World.Step(2);
	REQUIRE(fwWorld_LoadScene(World, Second.c_str()) == FW_OK);
	World.Step(2);
	uint32_t Count = 0;
	REQUIRE(fwWorld_GetActorCount(World, &Count) == FW_OK);
	CHECK(Count == 1);
}

TEST_CASE("fwWorld_GetDiagnostics: tells once of a script that was stopped")
{
	const FTestWorld World;
	const std::string Script = World.GetContent().Write(
	    "Scene/Stops.as", "int Zero = 0;\nvoid BeginPlay() {}\nvoid Tick(float D)\n{\n\tint Bad = 1 / Zero;\n}\n");
	REQUIRE(fwWorld_LoadScene(World, Script.c_str()) == FW_OK);
	World.Step(3);
	std::string Text(4000, '\0');
	size_t Needed = 0;
	REQUIRE(fwWorld_GetDiagnostics(World, nullptr, 0, &Needed) == FW_OK);
	REQUIRE(fwWorld_GetDiagnostics(World, Text.data(), Text.size(), &Needed) == FW_OK);
	CHECK(Text.find("Stops.as:5") != std::string::npos);
	World.Step(3);
	REQUIRE(fwWorld_GetDiagnostics(World, Text.data(), Text.size(), &Needed) == FW_OK);
	CHECK(std::string(Text.c_str()) == "");
}
