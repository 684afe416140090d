#pragma once
// What a modelling tool's file does not say of a character, in a JSON file beside it: how fast its clips' feet go, when
// they come down, which joints its legs are, and which clips play when.
//
//	{
//		"character": "Mannequin.glb",
//		"feet": {
//			"foot_l": { "thigh": "thigh_l", "shin": "shin_l", "foot": "foot_l", "toe": "toe_l", "ankleHeight": 0.09 }
//		},
//		"clips": { "walk": { "loops": true, "speed": 1.4, "footDown": { "foot_l": [0.0], "foot_r": [0.525] } } },
//		"animation": { ... }  // AnimationGraph.h; left out: by the clips' names and speeds
//	}
//
// All of it is optional. "seconds", "turnRate" (deg/s) and "duty" (share of a round that each foot stands) of a clip
// are for people and other tools to read.
#include "FlockworkAnimation/AnimationGraph.h"
#include "FlockworkAnimation/CharacterAsset.h"
#include "FlockworkCore/DataNode.h"

#include <string>
#include <vector>

namespace Flockwork
{
// One leg, by joints of the skeleton.
struct FLegJoints
{
	std::string Name; // of the foot, for events
	int32_t Thigh = -1;
	int32_t Shin = -1;
	int32_t Foot = -1;
	int32_t Toe = -1;          // -1: none
	float AnkleHeight = -1.0f; // m, of the foot joint over the sole; negative: as high as it lies at rest
};

struct FCharacterFacts
{
	std::vector<FLegJoints> Legs; // left before right, front before hind
	FAnimationGraph Graph;
};

// What holds without a file: legs by the joints' names, the graph by the clips'.
FCharacterFacts MakeDefaultFacts(const FCharacterAsset& Character);
// Also writes speeds, loops and footDown events into the character's clips. False with diagnostics that name line and
// field (a joint or clip that is not there, with the nearest name); Character and Out are untouched then.
bool ReadCharacterFacts(const FDataNode& Node, const std::string& File, FCharacterAsset& Character,
    FCharacterFacts& Out, FDiagnostics& Diagnostics);
} // namespace Flockwork
