#pragma once
// Settings of the component kinds that make crowds: who walks on the navmesh, who flees, what stands in the way. As in
// Components.h, each table's name is the component's name in a prefab.
#include "FlockworkCore/DataNode.h"
#include "FlockworkCore/Math.h"
#include "FlockworkCore/Settings.h"
#include "FlockworkNavigation/FleeSettings.h"

#include <cstdint>
#include <string>
#include <vector>

namespace Flockwork
{
// "navAgent": the actor walks on the world's navmesh. What is 0 is taken from the settings "crowd.*". With a dynamic
// body its wish becomes a force, with a flocking component the flock's target, with neither the crowd moves it itself.
struct FNavAgentSettings
{
	std::string CrowdId;           // agents of one name flee by one set of settings; empty: the flock's id, or "Crowd"
	float Radius = 0.0f;           // m; 0: of the body where that is a ball or capsule, otherwise crowd.bodyRadius
	float Speed = 0.0f;            // m/s
	float SpeedScale = 1.0f;       // of walking and fleeing: age, a limp, a load
	float SpeedVariation = 0.0f;   // each agent's scale differs by up to this share
	float SizeVariation = 0.0f;    // each actor is spawned larger or smaller by up to this share
	float AngularSpeed = 0.0f;     // degrees/s
	float MaxAcceleration = 0.0f;  // m/s^2
	float TargetWeight = 1.0f;     // with flocking: factor on flock.target.weight while walking
	float FleeTargetWeight = 4.0f; // and while fleeing
	static const FSettingsTable& Table();
};

// "flee": table FFleeSettings. A prefab names a preset of Content/Crowds by "preset" and changes single fields of it.
// Agents of one CrowdId flee by one set of settings: that of the first of them.
struct FFleeSetup
{
	std::string Preset; // empty: the defaults
	FFleeSettings Settings;
	FDataNode Changes = FDataNode::MakeObject(); // laid over the preset again when that is reloaded
};

enum class EEveryday : uint8_t
{
	Wander, // to any place within Radius of home
	Visit,  // to one of the points, then to another
	Patrol, // from point to point, in order, and again from the first
	Idle    // nowhere
};

// "everyday": what an agent does as long as nothing happens: walks somewhere, stays a while, walks on. Who flees goes
// on with it when calm; who is sent somewhere by an order goes there first. A prefab may give "points": an array of [x,
// y, z] world points; the order setPath gives others.
struct FEverydaySettings
{
	EEveryday Kind = EEveryday::Wander;
	float Radius = 0.0f;   // m, from where it was spawned; 0: anywhere on the ground that hangs together with home
	float PauseMin = 1.0f; // s that it stays at a place, at least
	float PauseMax = 6.0f; // s, at most; not below PauseMin
	static const FSettingsTable& Table();
};
struct FEverydaySetup
{
	FEverydaySettings Settings;
	std::vector<FVector> Points; // m
};
// False with an error when the longest pause is shorter than the shortest.
bool ValidateEverydaySettings(const FEverydaySettings& Settings, FDiagnostics& Diagnostics);

// "navObstacle": agents walk round this actor's body. Doors, crates, cars: what moves is followed once it rests. A
// static body with this component is left out of the navmesh and put in as an obstacle.
struct FNavObstacleSettings
{
	bool bEnabled = true;
	float Margin = 0.0f;         // m, added on all sides
	float MoveTolerance = 0.1f;  // m; smaller moves change nothing
	float TurnTolerance = 5.0f;  // degrees
	float SettleTime = 0.2f;     // s at rest until the mesh follows
	float UpdateInterval = 1.0f; // s; what never rests is followed so often
	static const FSettingsTable& Table();
};
} // namespace Flockwork
