#pragma once
// Which clips a character plays: a small state machine, each state one clip or a blend space, with cross-fades between
// them. It comes from JSON, or by itself from the names and speeds of a character's clips. It holds no character: a
// character is an FAnimationState, a plain value.
//
//	{
//		"initial": "move",
//		"parameters": { "fear": 0 },
//		"states": {
//			"move": { "blend": [ {"clip": "idle"}, {"clip": "walk", "speed": 1.4}, {"clip": "run", "speed": 6} ] },
//			"cower": { "clip": "cower" }
//		},
//		"transitions": [
//			{ "from": "*", "to": "cower", "when": ["isCowering", "speed < 0.5"], "seconds": 0.3 },
//			{ "from": "cower", "to": "move", "when": "!isCowering", "seconds": 0.4 }
//		]
//	}
//
// A condition is a trigger (a word; "!" before it: not), "finished" (the state's clip does not loop and is over), or
// speed, turn or one of "parameters" (numbers that a game sets, here with their defaults) against a number. All of a
// transition's conditions must hold; the first transition that can, happens. While a cross-fade runs, only the way back
// to where it came from is open: nothing pops.
#include "FlockworkAnimation/BlendSpace.h"
#include "FlockworkAnimation/CharacterAsset.h"
#include "FlockworkCore/DataNode.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
// One clip in a pose: what the pose jobs need to sample it.
struct FClipLayer
{
	int32_t Clip = 0;            // of the character
	float Seconds = 0.0f;        // in the clip
	float EarlierSeconds = 0.0f; // at the step before, for events; above Seconds when the clip wrapped
	float Weight = 1.0f;         // sum over the layers 1
};

struct FAnimationState
{
	uint8_t State = 0;
	uint8_t Earlier = 0;       // the state that is faded out
	float Place = 0.0f;        // share of the state's round, 0..1
	float EarlierPlace = 0.0f; // of the earlier state's
	float Fade = 1.0f;         // 0: only the earlier one; 1: only State
	float FadeSeconds = 0.0f;  // that the cross-fade takes
	float Clock = 0.0f;        // s; standing clips of a blend go by it, whatever the feet do
};

struct FAnimationInput
{
	float Speed = 0.0f;                  // m/s, ahead, of the body as it truly moves
	float Turn = 0.0f;                   // deg/s, positive to the left
	uint32_t Triggers = 0;               // a bit each, by FindTrigger
	std::span<const float> Parameters{}; // by FindParameter; those that are missing have their defaults
	float DeltaTime = 1.0f / 60.0f;
};

class FAnimationGraph
{
public:
	static constexpr int32_t MaxStates = 32;
	static constexpr int32_t MaxTriggers = 32;
	static constexpr int32_t MaxParameters = 8;
	static constexpr int32_t MaxLayers = 2 * FBlendSpace::MaxPoints;

	// False with diagnostics naming line and field: an unknown clip or state (with the nearest known name), a condition
	// that cannot be read, no states. Out is untouched then.
	static bool Read(const FDataNode& Node, const std::string& File, const FCharacterAsset& Character,
	    FAnimationGraph& Out, FDiagnostics& Diagnostics);
	static bool Load(
	    const std::string& Path, const FCharacterAsset& Character, FAnimationGraph& Out, FDiagnostics& Diagnostics);
	// From the clips alone: those with a speed, and "idle" or "stand", are blended by speed, "turn_left" and
	// "turn_right" by turn, "cower" plays on isCowering. A character without any of these plays its first clip;
	// one without clips has no layers.
	static FAnimationGraph MakeDefault(const FCharacterAsset& Character);

	// The bit's number; -1 for a trigger that no condition names.
	int32_t FindTrigger(std::string_view Name) const;
	const std::vector<std::string>& GetTriggerNames() const { return TriggerNames; }
	int32_t FindParameter(std::string_view Name) const; // -1: none of that name
	const std::vector<std::string>& GetParameterNames() const { return ParameterNames; }
	std::span<const float> GetParameterDefaults() const { return ParameterDefaults; }
	int32_t FindState(std::string_view Name) const;
	std::string_view GetStateName(int32_t State) const { return States[size_t(State)].Name; }
	int32_t GetStateCount() const { return int32_t(States.size()); }
	FAnimationState Begin(float Place = 0.0f) const; // Place: share of the first round, to put a crowd out of step

	// Advances by one step and writes the layers; returns how many (at most MaxLayers). Steps of no length, of negative
	// length or no number do not advance.
	int32_t Step(const FAnimationInput& Input, FAnimationState& State, std::span<FClipLayer> Layers) const;

private:
	friend class FAnimationGraphReader;
	enum class ETest : uint8_t
	{
		Trigger,
		NotTrigger,
		Finished,
		SpeedBelow,
		SpeedAbove,
		TurnBelow,
		TurnAbove,
		ParameterBelow,
		ParameterAbove
	};
	struct FCondition
	{
		ETest Test = ETest::Trigger;
		int32_t Index = 0; // of the trigger or parameter
		float Value = 0.0f;
	};
	struct FPoint
	{
		float Duration = 0.0f; // s
		float Offset = 0.0f;   // share of the clip at which the left foot comes down
		float Speed = 0.0f;    // m/s of the clip's feet; 0: stands
		bool bLooping = true;
	};
	struct FState
	{
		std::string Name;
		FBlendSpace Space;
		std::vector<FPoint> Points;
		bool bSynced = false; // several clips in step with each other, as fast as the feet go
	};
	struct FTransition
	{
		int32_t From = -1; // -1: any other
		int32_t To = 0;
		float Seconds = 0.2f;
		std::vector<FCondition> Conditions;
	};

	bool Holds(const FCondition& Condition, const FAnimationInput& Input, const FAnimationState& State) const;
	void Change(const FAnimationInput& Input, FAnimationState& State) const;
	float AdvancedPlace(
	    const FState& State, std::span<const float> Weights, const FAnimationInput& Input, float Place) const;
	int32_t AddLayers(const FState& State, const FAnimationInput& Input, float Share, float Clock, float& Place,
	    std::span<FClipLayer> Layers) const;
	void AddState(const FCharacterAsset& Character, const std::string& Name, FBlendSpace Space);

	std::vector<FState> States;
	std::vector<FTransition> Transitions;
	std::vector<std::string> TriggerNames;
	std::vector<std::string> ParameterNames;
	std::vector<float> ParameterDefaults;
	int32_t Initial = 0;
};
} // namespace Flockwork
