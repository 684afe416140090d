// The file beside a character.
#include "FlockworkAnimation/CharacterFacts.h"
#include "TestCharacter.h"

#include <catch2/catch.hpp>

namespace Flockwork
{
namespace
{
FCharacterAsset MakeWalker()
{
	FCharacterAsset Walker = MakeTestCharacter(8);
	Walker.Skeleton.JointNames = {"hips", "thigh_l", "shin_l", "foot_l", "thigh_r", "shin_r", "foot_r", "tail"};
	Walker.Skeleton.Parents = {-1, 0, 1, 2, 0, 4, 5, 0};
	Walker.Clips[0].Events.clear();
	return Walker;
}

bool Read(const std::string& Text, FCharacterAsset& Walker, FCharacterFacts& Facts, FDiagnostics& Diagnostics)
{
	FDataNode Node;
	REQUIRE(ParseJson(Text, "Walker.json", Node, Diagnostics));
	return ReadCharacterFacts(Node, "Walker.json", Walker, Facts, Diagnostics);
}

std::string FaultOf(const std::string& Text)
{
	FCharacterAsset Walker = MakeWalker();
	FCharacterFacts Facts;
	FDiagnostics Diagnostics;
	CHECK_FALSE(Read(Text, Walker, Facts, Diagnostics));
	CHECK(Walker.Clips[0].Speed == 0.0f);
	CHECK(Facts.Legs.empty());
	return Diagnostics.ToString();
}
bool Has(const std::string& Text, const std::string& Part)
{
	INFO(Text);
	return Text.find(Part) != std::string::npos;
}
} // namespace

TEST_CASE("ReadCharacterFacts: speeds, footfalls and legs come in, what is left out is found by names")
{
	FCharacterAsset Walker = MakeWalker();
	FCharacterFacts Facts;
	FDiagnostics Diagnostics;
	const bool bRead = Read(R"({ "character": "Walker.glb",
		"feet": { "right": { "thigh": "thigh_r", "shin": "shin_r", "foot": "foot_r", "ankleHeight": 0.1 } },
		"clips": { "walk": { "seconds": 1, "loops": false, "speed": 1.4,
			"footDown": { "foot_r": [0.5], "foot_l": [0.0, 0.9] } } } })",
	    Walker, Facts, Diagnostics);
	INFO(Diagnostics.ToString());
	REQUIRE(bRead);
	CHECK(Walker.Clips[0].Speed == 1.4f);
	CHECK_FALSE(Walker.Clips[0].bLooping);
	REQUIRE(Walker.Clips[0].Events.size() == 3);
	CHECK(Walker.Clips[0].Events[1].Joint == "foot_r");
	CHECK(Walker.Validate("x", Diagnostics));
	REQUIRE(Facts.Legs.size() == 1);
	CHECK(Facts.Legs[0].Thigh == 4);
	CHECK(Facts.Legs[0].AnkleHeight == 0.1f);
	CHECK(Facts.Legs[0].Toe == -1);
	CHECK(Facts.Graph.GetStateName(0) == "move");

	REQUIRE(Read("{}", Walker, Facts, Diagnostics));
	REQUIRE(Facts.Legs.size() == 2);
	CHECK(Facts.Legs[0].Name == "foot_l");
	CHECK(Facts.Legs[0].Foot == 3);
}

TEST_CASE("ReadCharacterFacts: every fault is named with line and field, and nothing changes")
{
	CHECK(Has(FaultOf("{ \"clips\":\n{ \"wakl\": {} } }"), "Walker.json:2:11: error: clips.wakl"));
	CHECK(Has(FaultOf(R"({ "clips": { "wakl": {} } })"), "did you mean 'walk'?"));
	CHECK(Has(FaultOf(R"({ "clips": { "walk": { "speed": "fast" } } })"), "clips.walk.speed: expected a number"));
	CHECK(Has(FaultOf(R"({ "clips": { "walk": { "speed": 2, "loops": 1 } } })"), "true or false"));
	CHECK(Has(FaultOf(R"({ "clips": { "walk": { "footDown": { "foot_x": [0] } } } })"), "no joint 'foot_x'"));
	CHECK(Has(FaultOf(R"({ "clips": { "walk": { "footDown": { "foot_l": [7] } } } })"), "expected times from 0"));
	CHECK(Has(
	    FaultOf(R"({ "feet": { "l": { "thigh": "thigh_l", "shin": "shin_l" } } })"), "feet.l.foot: expected the name"));
	CHECK(Has(FaultOf(R"({ "feet": { "l": { "thigh": "shin_l", "shin": "thigh_l", "foot": "foot_l" } } })"),
	    "must lie below the thigh"));
	CHECK(Has(FaultOf(R"({ "feets": {} })"), "did you mean 'feet'?"));
	CHECK(Has(FaultOf(R"({ "animation": { "states": {} } })"), "states"));
	CHECK(Has(FaultOf(R"([])"), "expected an object"));
}
} // namespace Flockwork
