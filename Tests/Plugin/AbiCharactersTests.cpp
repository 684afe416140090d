// The C interface: triggers, parameters and clips of characters.
#include "../FlockworkAnimation/TestCharacter.h"
#include "AbiFixture.h"

#include <limits>

namespace
{
constexpr float NaN = std::numeric_limits<float>::quiet_NaN();

void AddDancer(const FTestContent& Content)
{
	using namespace Flockwork;
	FCharacterAsset Dancer = MakeTestCharacter(5);
	Dancer.Clips = {MakeTestClip(Dancer.Skeleton, "idle", 1.0f, 1), MakeTestClip(Dancer.Skeleton, "wave", 0.5f, 2)};
	const std::string File = Content.Write("Characters/Dancer.json", R"({ "animation": { "parameters": { "fear": 0 },
		"states": { "move": { "clip": "idle" }, "greet": { "clip": "wave" } }, "transitions": [
			{ "from": "move", "to": "greet", "when": ["greets", "fear < 0.5"] } ] } })");
	FDiagnostics Diagnostics;
	REQUIRE(SaveCharacter(Dancer, File.substr(0, File.size() - 4) + "character", Diagnostics));
}

int32_t CountEvents(FwWorld* World, const char* Name)
{
	uint32_t Count = 0;
	REQUIRE(fwWorld_GetEvents(World, nullptr, 0, &Count) == FW_OK);
	std::vector<FwEvent> Events(Count);
	REQUIRE((Count == 0 || fwWorld_GetEvents(World, Events.data(), Count, &Count) == FW_OK));
	int32_t Found = 0;
	for (const FwEvent& Event : Events)
	{
		char Text[32] = "";
		REQUIRE(fwWorld_GetEventName(World, Event.Kind, Text, sizeof(Text), nullptr) == FW_OK);
		Found += std::string(Text) == Name ? 1 : 0;
	}
	return Found;
}
} // namespace

TEST_CASE("fwWorld_PlayClip: plays once and says so, and triggers and parameters are taken")
{
	const FTestWorld World;
	AddDancer(World.GetContent());
	const FwActorId Dancer = World.Spawn("Dancer", {0, 0, 0});
	World.Step();
	CHECK(fwWorld_SetTrigger(World, Dancer, "greets", 1) == FW_OK);
	CHECK(fwWorld_SetParameter(World, Dancer, "fear", 0.75f) == FW_OK);
	REQUIRE(fwWorld_PlayClip(World, Dancer, "wave", 0.1f) == FW_OK);
	int32_t Ends = 0;
	for (int32_t Step = 0; Step < 40; ++Step)
	{
		World.Step();
		Ends += CountEvents(World, "clipEnded");
	}
	CHECK(Ends == 1);
}

TEST_CASE("Functions of characters: faults are named")
{
	const FTestWorld World;
	AddDancer(World.GetContent());
	const FwActorId Dancer = World.Spawn("Dancer", {0, 0, 0});
	const FwActorId Stone = World.Spawn("Stone", {0, 5, 0});
	World.Step();
	CHECK(fwWorld_SetTrigger(World, Dancer, "greet", 1) == FW_ERROR_DATA);
	CHECK(LastErrorHas("did you mean 'greets'?"));
	CHECK(fwWorld_SetTrigger(World, Dancer, nullptr, 1) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_SetParameter(World, Dancer, "fear", NaN) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_SetParameter(World, Dancer, "joy", 1.0f) == FW_ERROR_DATA);
	CHECK(fwWorld_PlayClip(World, Dancer, "wave", -0.5f) == FW_ERROR_ARGUMENT);
	CHECK(fwWorld_PlayClip(World, Dancer, "jump", 0.2f) == FW_ERROR_DATA);
	CHECK(fwWorld_PlayClip(World, Stone, "wave", 0.2f) == FW_ERROR_DATA);
	CHECK(fwWorld_PlayClip(World, 0, "wave", 0.2f) == FW_ERROR_NOT_FOUND);
}
