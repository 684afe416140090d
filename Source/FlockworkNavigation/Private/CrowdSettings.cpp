#include "FlockworkNavigation/CrowdSettings.h"

#include "FlockworkNavigation/CrowdTypes.h"

#include <algorithm>
#include <array>

namespace Flockwork
{
namespace
{
using FSelf = FCrowdSettings;
using FBuilder = TSettingsTableBuilder<FSelf>;

void AddAgentFields(FBuilder& Builder)
{
	Builder
	    .EnumField("backend", &FSelf::Backend, {"flockwork", "detourCrowd"},
	        "Who steers: ours, or Detour's own crowd as a baseline to compare with.")
	    .Float("bodyRadius", &FSelf::BodyRadius, "m", 0.01, 20.0,
	        "Radius of an agent's body; the mesh's agent radius should not be smaller.")
	    .Float("walkSpeed", &FSelf::WalkSpeed, "m/s", 0.01, 100.0, "Speed of an agent that was given none of its own.")
	    .Float("fleeSpeed", &FSelf::FleeSpeed, "m/s", 0.01, 100.0, "Speed of an agent that flees.")
	    .Float("walkAngularSpeed", &FSelf::WalkAngularSpeed, "deg/s", 1.0, 100000.0,
	        "How fast an agent turns that was given no angular speed of its own.")
	    .Float(
	        "fleeAngularSpeed", &FSelf::FleeAngularSpeed, "deg/s", 1.0, 100000.0, "How fast an agent turns that flees.")
	    .Float("maxAcceleration", &FSelf::MaxAcceleration, "m/s^2", 0.1, 10000.0,
	        "Limit of speeding up, braking and swerving; low values look soft and let agents touch.")
	    .Float("sideStepShare", &FSelf::SideStepShare, "1", 0.0, 1.0,
	        "Share of its speed at which an agent steps aside without turning; 0 must turn first, 1 never needs to.")
	    .Float("arrivalRadius", &FSelf::ArrivalRadius, "m", 0.01, 20.0,
	        "So near to its goal an agent has arrived; below 5 cm it may have to turn back for it.")
	    .Float("slowDownDistance", &FSelf::SlowDownDistance, "m", 0.0, 100.0,
	        "Distance to the goal at which slowing down begins; fast agents begin earlier.")
	    .Float("returnDistance", &FSelf::ReturnDistance, "m", 0.05, 100.0,
	        "An arrived agent that was pushed farther than this comes back.");
}

void AddAvoidanceFields(FBuilder& Builder)
{
	Builder.Bool("avoidance.on", &FSelf::bAvoidance, "Agents make way for each other and keep off walls.")
	    .Int("avoidance.neighborCount", &FSelf::NeighborCount, "1", 1, 32,
	        "The nearest so many are avoided; fewer than 6 bump in a throng.")
	    .Float("avoidance.neighborRange", &FSelf::NeighborRange, "m", 0.1, 100.0,
	        "Who is farther away is not looked at; large values cost time in a throng.")
	    .Float("avoidance.timeHorizon", &FSelf::TimeHorizon, "s", 0.05, 30.0,
	        "Collisions later than this do not count yet; large values evade early and stand still in a throng.")
	    .Float("avoidance.wallTimeHorizon", &FSelf::WallTimeHorizon, "s", 0.02, 10.0,
	        "The same for walls; large values slow agents down beside them.")
	    .Float("avoidance.separationSpeed", &FSelf::SeparationSpeed, "m/s", 0.0, 100.0,
	        "Agents that overlap part at most this fast.")
	    .Float("avoidance.neighborHeight", &FSelf::NeighborHeight, "m", 0.1, 100.0,
	        "Who is farther above or below is on another floor.")
	    .Float("headway.time", &FSelf::HeadwayTime, "s", 0.0, 10.0,
	        "Time that an agent keeps behind whoever walks ahead; 0 keeps none and crowds do not slow down.")
	    .Float("headway.distance", &FSelf::HeadwayDistance, "m", 0.0, 20.0,
	        "Distance between centres at which the headway has stopped an agent; 0 is the sum of the radii.");
}

void AddPathFields(FBuilder& Builder)
{
	Builder
	    .Int("paths.perStep", &FSelf::PathsPerStep, "1", 1, 100000,
	        "Path searches in one step; the others wait their turn.")
	    .Int("paths.cornerInterval", &FSelf::CornerInterval, "1", 1, 60,
	        "Steps between looks for the next corner; 1 is the most exact and the slowest.")
	    .Int("paths.maxSearchNodes", &FSelf::MaxSearchNodes, "1", 64, 65535,
	        "Polygons that one search may look at; a longer way is found in parts.")
	    .Vector("paths.searchExtent", &FSelf::SearchExtent, "m", 0.01, 1000.0,
	        "Half size of the box in which the ground nearest to a goal or a strayed agent is looked for.")
	    .Float("offMeshDistance", &FSelf::OffMeshDistance, "m", 0.01, 100.0,
	        "Distance from the mesh at which an agent counts as off it and goes back.");
}
} // namespace

const FSettingsTable& FCrowdSettings::Table()
{
	static const FSettingsTable Table = []
	{
		FBuilder Builder("crowd", "How agents walk on the navmesh and make way for each other.");
		AddAgentFields(Builder);
		AddAvoidanceFields(Builder);
		AddPathFields(Builder);
		return Builder.Build();
	}();
	return Table;
}

float WalkSpeedScaleOfAge(float Age)
{
	struct FPoint
	{
		float Age;
		float Speed; // m/s
	};
	// Weidmann, "Transporttechnik der Fussgaenger" (1993), read off its curve.
	constexpr std::array<FPoint, 11> Curve{
	    {{3.0f, 0.46f}, {5.0f, 0.70f}, {10.0f, 1.20f}, {15.0f, 1.50f}, {20.0f, 1.61f}, {30.0f, 1.54f}, {40.0f, 1.48f},
	        {50.0f, 1.41f}, {60.0f, 1.29f}, {70.0f, 1.08f}, {85.0f, 0.60f}}};
	const float Fastest = Curve[4].Speed;
	if (!(Age > Curve.front().Age))
	{
		return Curve.front().Speed / Fastest;
	}
	for (size_t Next = 1; Next < Curve.size(); ++Next)
	{
		if (Age <= Curve[Next].Age)
		{
			const FPoint& From = Curve[Next - 1];
			const FPoint& To = Curve[Next];
			return (From.Speed + (To.Speed - From.Speed) * (Age - From.Age) / (To.Age - From.Age)) / Fastest;
		}
	}
	return Curve.back().Speed / Fastest;
}
} // namespace Flockwork
