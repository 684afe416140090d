// The tables of Game's settings: names, units, ranges and one sentence each. Defaults are the structs' own.
#include "FlockworkGame/Components.h"
#include "FlockworkGame/WorldSettings.h"

namespace Flockwork
{
const FSettingsTable& FWorldSettings::Table()
{
	using S = FWorldSettings;
	static const FSettingsTable Table =
	    TSettingsTableBuilder<S>("world", "Time, limits and seeds of a world.")
	        .Float(
	            "fixedStep", &S::FixedStep, "s", 0.001, 0.1, "Length of every step; long ones let fast bodies tunnel.")
	        .Int("maxStepsPerTick", &S::MaxStepsPerTick, "1", 1, 1000,
	            "Steps that one tick may run; the rest of a longer tick's time is dropped and reported.")
	        .Int("seed", &S::Seed, "1", 0, 2147483647, "All random streams of the world come from it.")
	        .Int("threads", &S::Threads, "1", 0, 256,
	            "Threads of the world's own task pool, 0 for one per processor; results do not depend on it.")
	        .Int("maxActors", &S::MaxActors, "1", 1, 10000000, "Spawns beyond it are refused and reported.")
	        .Int("maxOrders", &S::MaxOrders, "1", 1, 10000000, "Orders waiting beyond it are refused and reported.")
	        .Int("maxEvents", &S::MaxEvents, "1", 1, 10000000, "Events of one step beyond it are dropped and counted.")
	        .Float("killHeight", &S::KillHeight, "m", -1e6, 1e6, "Actors with a body that fall below it are destroyed.")
	        .Float("maxDistance", &S::MaxDistance, "m", 1, 1e6,
	            "A body farther from the origin is put back to where it was and reported.")
	        .Float("metricsInterval", &S::MetricsInterval, "s", 0, 3600,
	            "Time between two samples of the flock metrics; 0 takes one each step.")
	        .Int("metricsCapacity", &S::MetricsCapacity, "1", 1, 1000000,
	            "Samples kept of each flock; the oldest are dropped.")
	        .Int("hashInterval", &S::HashInterval, "1", 0, 1000000,
	            "Steps between two state hashes; 0 computes it only when asked.")
	        .Build();
	return Table;
}

const FSettingsTable& FBodySettings::Table()
{
	using S = FBodySettings;
	static const FSettingsTable Table =
	    TSettingsTableBuilder<S>("body", "The actor's rigid body.")
	        .EnumField("type", &S::Type, {"static", "kinematic", "dynamic"},
	            "Static never moves, kinematic is moved by its owner, dynamic by forces.")
	        .EnumField("shape", &S::Shape, {"box", "sphere", "capsule", "hull", "mesh"},
	            "Collision shape; a hull takes points, a mesh (not dynamic) vertices and indices.")
	        .Vector("halfExtent", &S::HalfExtent, "m", 0.001, 100000, "Half the sides of a box.")
	        .Float("radius", &S::Radius, "m", 0.001, 100000, "Radius of a sphere or capsule.")
	        .Float("halfHeight", &S::HalfHeight, "m", 0, 100000, "Half of a capsule's cylinder, its caps not counted.")
	        .Float("mass", &S::Mass, "kg", 0.001, 1e6, "Mass of a dynamic body.")
	        .Float("friction", &S::Friction, "1", 0, 10, "Friction; two bodies multiply theirs.")
	        .Float("restitution", &S::Restitution, "1", 0, 1, "Bounce; two bodies multiply theirs.")
	        .Float("linearDamping", &S::LinearDamping, "1", 0, 1, "Share of the speed lost in a second.")
	        .Float("angularDamping", &S::AngularDamping, "1", 0, 1, "Share of the spin lost in a second.")
	        .Bool("gravity", &S::bGravity, "Whether gravity acts on it; a walking boid has it on, a flying one off.")
	        .Bool(
	            "lockRotation", &S::bLockRotation, "Whether contacts cannot turn it; on for boids, which face by rule.")
	        .Bool("canSleep", &S::bCanSleep, "Whether it may come to rest until touched; off for steered bodies.")
	        .Bool("continuous", &S::bContinuous, "Whether it is swept, so that it cannot pass through thin walls.")
	        .Bool("trigger", &S::bTrigger, "Whether it only reports who is inside and stops nobody.")
	        .Bool("reportContacts", &S::bReportContacts, "Whether its contacts become contact events.")
	        .String("layer", &S::Layer,
	            "Its layer: worldStatic, worldDynamic, boid, character, threat, trigger, player or a number 7 to 31.")
	        .String("collidesWith", &S::CollidesWith,
	            "Layers it touches, separated by spaces; all, none, and -layer to leave one out.")
	        .Build();
	return Table;
}

const FSettingsTable& FFlockingSettings::Table()
{
	using S = FFlockingSettings;
	static const FSettingsTable Table =
	    TSettingsTableBuilder<S>("flocking", "Makes the actor's body a boid.")
	        .String("flockId", &S::FlockId, "Boids of one name are one flock; empty means the preset's name.")
	        .String("preset", &S::Preset, "Flock preset, a file of Content/Flocks without its ending.")
	        .Bool("enabled", &S::bEnabled, "Whether it flocks; when off, its body is left alone.")
	        .Float("speedScale", &S::SpeedScale, "1", 0.01, 100, "This boid's share of its flock's speed limit.")
	        .String("target", &S::Target, "Name of the actor that its flock goes to; empty means none.")
	        .Build();
	return Table;
}

const FSettingsTable& FThreatSettings::Table()
{
	using S = FThreatSettings;
	static const FSettingsTable Table =
	    TSettingsTableBuilder<S>("threat", "Boids and crowds flee this actor.")
	        .Bool("enabled", &S::bEnabled, "Whether anybody flees it now.")
	        .Float("radius", &S::Radius, "m", 0, 100000,
	            "Reach; 0 means each flock's own predator radius and each crowd's own detection radius.")
	        .String(
	            "ignores", &S::Ignores, "A FlockId or CrowdId that does not mind it; empty means all but its own flee.")
	        .Float("strength", &S::Strength, "1", 0, 100,
	            "Multiplies the distances at which crowds flee it; at 0 no crowd minds it.")
	        .Float("harmRadius", &S::HarmRadius, "m", 0, 1000, "So near it harms: crowds keep farther off than that.")
	        .Float("speed", &S::Speed, "m/s", 0, 1000,
	            "How fast it can run after a crowd, where that is faster than it is now; 0 means as fast as it is.")
	        .Build();
	return Table;
}

const FSettingsTable& FTargetSettings::Table()
{
	using S = FTargetSettings;
	static const FSettingsTable Table =
	    TSettingsTableBuilder<S>("target", "Pulls boids toward this actor (an attractor).")
	        .Bool("enabled", &S::bEnabled, "Whether it pulls anybody now.")
	        .Float("radius", &S::Radius, "m", 0.01, 100000, "Reach; there is no pull outside.")
	        .Float("strength", &S::Strength, "1", 0, 1000, "Multiplies the flock's attractor weight.")
	        .String("attracts", &S::Attracts, "The only FlockId that it pulls; empty means all.")
	        .Build();
	return Table;
}

const FSettingsTable& FPlayerMoverSettings::Table()
{
	using S = FPlayerMoverSettings;
	static const FSettingsTable Table =
	    TSettingsTableBuilder<S>("playerMover", "Sets the body's velocity from input axes or along a path.")
	        .Float("speed", &S::Speed, "m/s", 0, 1000, "Speed at full input and along the path.")
	        .Bool("loop", &S::bLoop, "Whether the path starts again at its end.")
	        .Float("arrivalRadius", &S::ArrivalRadius, "m", 0.01, 1000, "A path point counts as reached within it.")
	        .Bool("faceVelocity", &S::bFaceVelocity, "Whether it turns to where it goes.")
	        .Float("rotationSpeed", &S::RotationSpeed, "1/s", 0, 1000,
	            "How fast it turns; the gap shrinks by exp(-rate t).")
	        .Build();
	return Table;
}

const FSettingsTable& FVisualSettings::Table()
{
	using S = FVisualSettings;
	static const FSettingsTable Table =
	    TSettingsTableBuilder<S>("visual", "How a renderer shows the actor; moves nothing.")
	        .String("species", &S::Species, "Body that the renderer draws; shape draws the collision shape.")
	        .Vector("color", &S::Color, "1", 0, 1, "Linear red, green and blue.")
	        .Float(
	            "colorVariation", &S::ColorVariation, "1", 0, 1, "Share by which the brightness of each actor differs.")
	        .Float("scale", &S::Scale, "1", 0.001, 1000, "Scale of the model beside the actor's own.")
	        .Vector(
	            "offset", &S::Offset, "m", -1000, 1000, "From the body's centre to the model's origin, actor space.")
	        .Float(
	            "strideLength", &S::StrideLength, "m", 0.001, 1000, "Way travelled in one cycle of walk, flap or beat.")
	        .Bool("smooth", &S::bSmooth, "A hull or mesh looks round: faces share their normals where they meet.")
	        .Float("idleRate", &S::IdleRate, "1/s", 0, 100, "Cycles in a second while standing still.")
	        .Build();
	return Table;
}
} // namespace Flockwork
