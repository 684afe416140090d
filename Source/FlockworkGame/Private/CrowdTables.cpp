// The tables of the crowd components' settings.
#include "FlockworkGame/CrowdComponents.h"

namespace Flockwork
{
const FSettingsTable& FNavAgentSettings::Table()
{
	using S = FNavAgentSettings;
	static const FSettingsTable Table =
	    TSettingsTableBuilder<S>("navAgent", "Makes the actor walk on the navmesh.")
	        .String("crowdId", &S::CrowdId,
	            "Agents of one name flee by one set of settings; empty means the flock's id, or Crowd.")
	        .Float("radius", &S::Radius, "m", 0, 20,
	            "Radius that others keep off; 0 takes the body's, or crowd.bodyRadius.")
	        .Float("speed", &S::Speed, "m/s", 0, 100, "Walking speed; 0 takes crowd.walkSpeed.")
	        .Float("speedScale", &S::SpeedScale, "1", 0.01, 100, "This agent's share of every speed.")
	        .Float("speedVariation", &S::SpeedVariation, "1", 0, 0.9, "Share by which each agent's speeds differ.")
	        .Float("sizeVariation", &S::SizeVariation, "1", 0, 0.5, "Share by which each actor's size differs.")
	        .Float("angularSpeed", &S::AngularSpeed, "deg/s", 0, 100000,
	            "How fast it turns while walking; 0 takes crowd.walkAngularSpeed.")
	        .Float("maxAcceleration", &S::MaxAcceleration, "m/s^2", 0, 10000,
	            "How fast its speed changes; 0 takes crowd.maxAcceleration.")
	        .Float("targetWeight", &S::TargetWeight, "1", 0, 1000,
	            "With flocking: factor on flock.target.weight while it walks.")
	        .Float("fleeTargetWeight", &S::FleeTargetWeight, "1", 0, 1000,
	            "With flocking: factor on flock.target.weight while it flees.")
	        .Build();
	return Table;
}

const FSettingsTable& FEverydaySettings::Table()
{
	using S = FEverydaySettings;
	static const FSettingsTable Table =
	    TSettingsTableBuilder<S>("everyday", "What an agent does as long as nothing happens.")
	        .EnumField("kind", &S::Kind, {"wander", "visit", "patrol", "idle"},
	            "wander goes anywhere within radius, visit to the points by chance, patrol in their order, idle "
	            "nowhere.")
	        .Float("radius", &S::Radius, "m", 0, 100000,
	            "How far from where it was spawned it wanders; 0 means all the ground that hangs together with it.")
	        .Float("pauseMin", &S::PauseMin, "s", 0, 86400, "The shortest stay at a place.")
	        .Float("pauseMax", &S::PauseMax, "s", 0, 86400, "The longest stay at a place; not below pauseMin.")
	        .Build();
	return Table;
}

bool ValidateEverydaySettings(const FEverydaySettings& Settings, FDiagnostics& Diagnostics)
{
	if (Settings.PauseMax >= Settings.PauseMin)
	{
		return true;
	}
	Diagnostics.Error({}, "everyday.pauseMax",
	    std::to_string(Settings.PauseMax) + " s is below everyday.pauseMin, " + std::to_string(Settings.PauseMin) +
	        " s: set the other one first");
	return false;
}

const FSettingsTable& FNavObstacleSettings::Table()
{
	using S = FNavObstacleSettings;
	static const FSettingsTable Table =
	    TSettingsTableBuilder<S>("navObstacle", "Agents walk round the actor's body.")
	        .Bool("enabled", &S::bEnabled, "Whether it stands in the way now; an open door does not.")
	        .Float("margin", &S::Margin, "m", 0, 100, "Added to the body's size on all sides.")
	        .Float("moveTolerance", &S::MoveTolerance, "m", 0.001, 100, "Moves that are smaller change nothing.")
	        .Float("turnTolerance", &S::TurnTolerance, "deg", 0.1, 180, "Turns that are smaller change nothing.")
	        .Float("settleTime", &S::SettleTime, "s", 0, 60, "Time at rest until the navmesh follows.")
	        .Float("updateInterval", &S::UpdateInterval, "s", 0.05, 3600,
	            "Time after which the navmesh follows what never rests.")
	        .Build();
	return Table;
}
} // namespace Flockwork
