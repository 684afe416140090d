#pragma once
// When and how a crowd flees. Distances to a threat are multiplied by its strength.
#include "FlockworkCore/Settings.h"

#include <cstdint>

namespace Flockwork
{
enum class EFleePolicy : uint8_t
{
	Flockwork, // refuges by the escape field, decided again whenever it matters
	Classic    // straight away from the threat by FleeRadius, as well as the mesh allows; see FClassicRecipe
};

struct FFleeSettings
{
	EFleePolicy Policy = EFleePolicy::Flockwork;
	// Distances
	float DetectionRadius = 20.0f; // m, > 0; a calm agent begins to flee
	float SafeRadius = 25.0f;      // m, >= DetectionRadius; a fleeing one is safe: the gap keeps it from wavering
	float FleeRadius = 10.0f;      // m, > 0; how far the classic recipe, and panic without a refuge, run
	float GoalMargin = 1.15f;      // [1, 3] x SafeRadius: refuges lie beyond, so that no queue forms inside
	// Running
	float FleeSpeed = 10.0f;         // m/s, > 0
	float FleeAngularSpeed = 500.0f; // degrees/s, > 0
	float BodyRadius = 0.3f;         // m, > 0; kept out of a threat's radius
	float InterceptSlack = 0.3f;     // s, >= 0; arrive so long before a moving threat does
	float RedecideInterval = 0.25f;  // s, > 0; new field while threats move
	float PredictionTime = 0.5f;     // s, >= 0; a moving threat is felt where it will be, too
	// Reaction
	float ReactionTime = 0.15f;  // s, >= 0
	float ReactionSpread = 0.1f; // s, >= 0; uniform, either way
	float CalmDownTime = 3.0f;   // s, >= 0; from safe to calm
	float CowerTime = 1.0f;      // s, >= 0; the least that one cowers
	// Senses
	bool bLineOfSight = false;  // a threat must be seen, or heard; needs a scene query
	float HearingRadius = 8.0f; // m, >= 0; perceived through walls when line of sight is on
	float EyeHeight = 1.6f;     // m, >= 0; above the mesh, of threats and agents
	// Panic
	float PanicRadius = 4.0f;      // m, >= 0; fleeing neighbours as near as this are catching
	float PanicProbability = 0.5f; // [0, 1] for each time that one meets such neighbours
	float PanicDelay = 0.3f;       // s, >= 0; comes before the reaction time
	// Refuges
	float RefugeSpacing = 2.0f;  // m, [0.5, 10]; between samples. Smaller: better ways round threats, larger graph
	float RefugeCapacity = 1.0f; // agents/m^2, > 0; more go to the next refuge
	// Budgets, in counts: never the clock, so that replays stay the same
	int32_t DecisionsPerStep = 32;   // agents that look for their way in one step; 0: no limit
	int32_t FieldNodesPerStep = 600; // nodes of the escape field settled in one step; 0: no limit
	int32_t SightChecksPerStep = 64; // rays cast in one step; 0: no limit
	// Classic recipe
	bool bReplanOnce = true;     // one event, one decision; false: again every ReplanInterval while detected
	float ReplanInterval = 0.5f; // s, > 0

	// "flee"
	static const FSettingsTable& Table();
};

// Each range, and SafeRadius >= DetectionRadius. One error a violation; false when there is any.
bool ValidateFleeSettings(const FFleeSettings& Settings, FDiagnostics& Diagnostics);

// Adds "flee".
void RegisterFleeSettings(FSettingsRegistry& Registry);
} // namespace Flockwork
