#include "FlockworkPhysics/PhysicsSettings.h"

namespace Flockwork
{
const FSettingsTable& FPhysicsSettings::Table()
{
	using FSelf = FPhysicsSettings;
	static const FSettingsTable Table =
	    TSettingsTableBuilder<FSelf>("physics", "The rigid-body world.")
	        .Vector(
	            "gravity", &FSelf::Gravity, "m/s^2", -1000.0, 1000.0, "Acceleration of bodies that have gravity on.")
	        .EnumField("world", &FSelf::World, {"fast", "stock"},
	            "How a step is computed: both give the same motion within rounding; fixed when the world is made.")
	        .Int("solverIterations", &FSelf::SolverIterations, "1", 1, 100,
	            "Passes of the contact solver: few make stacks soft, many make contacts slow.")
	        .Float("restitutionSpeed", &FSelf::RestitutionSpeed, "m/s", 0.0, 100.0,
	            "Hits slower than this do not bounce, which lets stacks come to rest.")
	        .Float("sleep.linearSpeed", &FSelf::SleepLinearSpeed, "m/s", 0.0, 100.0,
	            "A body that may sleep does so after two seconds below this speed and the angular one.")
	        .Float("sleep.angularSpeed", &FSelf::SleepAngularSpeed, "rad/s", 0.0, 100.0,
	            "A body that may sleep does so after two seconds below this spin and the linear speed.")
	        .Int("maxContactPairs", &FSelf::MaxContactPairs, "1", 8, 4096,
	            "Moving bodies that one of them seeks contact with in a step; bounds what a heap in one place costs "
	            "(fast world).")
	        .Float("maxDeltaTime", &FSelf::MaxDeltaTime, "s", 0.001, 1.0,
	            "Longer steps are refused: contacts would not hold in them.")
	        .Build();
	return Table;
}

void RegisterPhysicsSettings(FSettingsRegistry& Registry)
{
	Registry.Add(FPhysicsSettings::Table());
}
} // namespace Flockwork
