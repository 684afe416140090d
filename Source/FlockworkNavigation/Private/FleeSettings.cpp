#include "FlockworkNavigation/FleeSettings.h"

namespace Flockwork
{
namespace
{
using FSelf = FFleeSettings;
using FBuilder = TSettingsTableBuilder<FSelf>;

FBuilder AddDistances(FBuilder Builder)
{
	return Builder
	    .EnumField("policy", &FSelf::Policy, {"flockwork", "classic"},
	        "flockwork runs to refuges by the escape field; classic runs straight away as most tutorials teach.")
	    .Float("detectionRadius", &FSelf::DetectionRadius, "m", 0.1, 1000.0,
	        "A calm agent begins to flee from a threat nearer than this (times its strength).")
	    .Float("safeRadius", &FSelf::SafeRadius, "m", 0.1, 2000.0,
	        "A fleeing agent is safe beyond this; at least detectionRadius, and the gap keeps it from wavering.")
	    .Float("fleeRadius", &FSelf::FleeRadius, "m", 0.1, 1000.0,
	        "How far the classic recipe runs, and who caught panic far from the threat.")
	    .Float("goalMargin", &FSelf::GoalMargin, "1", 1.0, 3.0,
	        "Refuges lie beyond this many safeRadius, so that no queue forms inside.")
	    .Float("refuge.spacing", &FSelf::RefugeSpacing, "m", 0.5, 10.0,
	        "Distance of the refuges on the ground; half of it finds better ways and takes four times as long.")
	    .Float("refuge.capacity", &FSelf::RefugeCapacity, "1/m^2", 0.01, 10.0,
	        "Agents that a refuge takes in; more go to the next one.");
}

FBuilder AddRunning(FBuilder Builder)
{
	return Builder.Float("fleeSpeed", &FSelf::FleeSpeed, "m/s", 0.01, 100.0, "Speed of a fleeing agent.")
	    .Float(
	        "fleeAngularSpeed", &FSelf::FleeAngularSpeed, "deg/s", 1.0, 10000.0, "How quickly a fleeing agent turns.")
	    .Float("bodyRadius", &FSelf::BodyRadius, "m", 0.01, 10.0,
	        "The agent's body, which must stay out of a threat's radius.")
	    .Float("interceptSlack", &FSelf::InterceptSlack, "s", 0.0, 10.0,
	        "A way is good when the agent arrives everywhere so long before a moving threat can.")
	    .Float("redecideInterval", &FSelf::RedecideInterval, "s", 0.01, 10.0,
	        "While threats move, the escape field is made anew this often.")
	    .Float("predictionTime", &FSelf::PredictionTime, "s", 0.0, 10.0,
	        "A moving threat is perceived where it will be after this time, too.");
}

FBuilder AddSenses(FBuilder Builder)
{
	return Builder.Float("reactionTime", &FSelf::ReactionTime, "s", 0.0, 10.0, "From perceiving a threat to running.")
	    .Float("reactionSpread", &FSelf::ReactionSpread, "s", 0.0, 10.0,
	        "Reaction times differ by up to this much either way.")
	    .Float("calmDownTime", &FSelf::CalmDownTime, "s", 0.0, 600.0, "From being safe to being calm.")
	    .Float("cowerTime", &FSelf::CowerTime, "s", 0.0, 60.0, "The least time that an agent cowers.")
	    .Bool("lineOfSight", &FSelf::bLineOfSight, "A threat must be seen, or heard, to be perceived.")
	    .Float("hearingRadius", &FSelf::HearingRadius, "m", 0.0, 1000.0,
	        "Perceived through walls within this, when lineOfSight is on.")
	    .Float("eyeHeight", &FSelf::EyeHeight, "m", 0.0, 20.0, "Eyes over the ground, of agents and threats.")
	    .Float("panicRadius", &FSelf::PanicRadius, "m", 0.0, 100.0,
	        "A calm agent catches panic from fleeing neighbours as near as this.")
	    .Float("panicProbability", &FSelf::PanicProbability, "1", 0.0, 1.0,
	        "How likely, each time that it meets such neighbours.")
	    .Float("panicDelay", &FSelf::PanicDelay, "s", 0.0, 60.0, "Comes before its reaction time.");
}

FBuilder AddBudgets(FBuilder Builder)
{
	return Builder
	    .Int("decisionsPerStep", &FSelf::DecisionsPerStep, "1", 0, 1000000,
	        "Agents that look for their way in one step, the longest waiting first; 0 has no limit.")
	    .Int("fieldNodesPerStep", &FSelf::FieldNodesPerStep, "1", 0, 100000000,
	        "Nodes of the escape field settled in one step; 0 has no limit.")
	    .Int("sightChecksPerStep", &FSelf::SightChecksPerStep, "1", 0, 1000000,
	        "Looks for threats in one step; 0 has no limit.")
	    .Bool("replanOnce", &FSelf::bReplanOnce,
	        "Classic policy: one threat event, one decision; off, it decides again every replanInterval.")
	    .Float("replanInterval", &FSelf::ReplanInterval, "s", 0.01, 60.0,
	        "Classic policy without replanOnce: time between decisions.");
}
} // namespace

const FSettingsTable& FFleeSettings::Table()
{
	static const FSettingsTable Table =
	    AddBudgets(AddSenses(AddRunning(AddDistances(FBuilder("flee", "When and how a crowd flees from threats.")))))
	        .Build();
	return Table;
}

bool ValidateFleeSettings(const FFleeSettings& Settings, FDiagnostics& Diagnostics)
{
	bool bGood = FFleeSettings::Table().Validate(&Settings, Diagnostics);
	if (Settings.SafeRadius < Settings.DetectionRadius)
	{
		Diagnostics.Error({}, "flee.safeRadius",
		    "is below flee.detectionRadius: agents would be safe and flee at once; raise it to at least that");
		bGood = false;
	}
	return bGood;
}

void RegisterFleeSettings(FSettingsRegistry& Registry)
{
	Registry.Add(FFleeSettings::Table());
}
} // namespace Flockwork
