#pragma once
// Settings of the component kinds that come with Game. Each struct's table gives the JSON names (camelCase), units and
// ranges; the table's name is the component's name in a prefab.
#include "FlockworkCore/DataNode.h"
#include "FlockworkCore/DebugDraw.h"
#include "FlockworkCore/Settings.h"
#include "FlockworkFlock/FlockSettings.h"
#include "FlockworkPhysics/PhysicsTypes.h"

#include <string>
#include <vector>

namespace Flockwork
{
// "body": a rigid body. The actor's uniform scale multiplies the shape. A prefab may give "points" (a hull) or
// "vertices" and "indices" (a static mesh) beside the table's fields.
struct FBodySettings
{
	EBodyType Type = EBodyType::Dynamic;
	EShapeType Shape = EShapeType::Sphere;
	FVector HalfExtent{0.5f, 0.5f, 0.5f}; // m, of a box
	float Radius = 0.5f;                  // m, of a sphere or capsule
	float HalfHeight = 0.5f;              // m, of a capsule: half its cylinder
	float Mass = 1.0f;                    // kg
	float Friction = 0.5f;
	float Restitution = 0.0f;
	float LinearDamping = 0.0f;
	float AngularDamping = 0.0f;
	bool bGravity = true;
	bool bLockRotation = false;
	bool bCanSleep = false;             // may come to rest until it is touched; leave off for boids
	bool bContinuous = false;           // continuous collision, for bodies that move more than their radius in a step
	bool bTrigger = false;              // reports who is inside, pushes nobody
	bool bReportContacts = false;       // contacts become Contact events
	std::string Layer = "worldDynamic"; // worldStatic, worldDynamic, boid, character, threat, trigger, player, or 7..31
	// Layers it touches, separated by spaces: names as above, "all", "none", "-name" to leave one out: "all -boid".
	std::string CollidesWith = "all";
	static const FSettingsTable& Table();
};

// "flocking": makes the actor's body a boid. A prefab may hold a "flock" object that changes single fields of the
// preset.
struct FFlockingSettings
{
	std::string FlockId;            // boids of one FlockId are one flock; empty: the preset's name
	std::string Preset = "Default"; // of Content/Flocks
	bool bEnabled = true;           // false: unregistered, the body is left alone
	float SpeedScale = 1.0f;        // this boid's share of the flock's speeds, for variation
	std::string Target;             // name of the actor to go to; empty: none
	static const FSettingsTable& Table();
};

// "threat": boids and crowds flee this actor. The flock's predator.* settings and the crowd's flee.* say how far and
// how hard.
struct FThreatSettings
{
	bool bEnabled = true;
	float Radius = 0.0f; // m; 0: each flock's own predator radius, each crowd's own detection radius
	// A FlockId or CrowdId that does not mind it; empty: all flee. A threat's own flock and crowd never flee it.
	std::string Ignores;
	// Crowds alone: it multiplies their distances; so near it harms (m); it can run after them as fast as that, where
	// it is faster than it is now (m/s).
	float Strength = 1.0f;
	float HarmRadius = 1.0f;
	float Speed = 0.0f;
	static const FSettingsTable& Table();
};

// "target": pulls boids within the radius (an attractor).
struct FTargetSettings
{
	bool bEnabled = true;
	float Radius = 20.0f;  // m
	float Strength = 1.0f; // multiplies the flock's attractor weight
	std::string Attracts;  // the only FlockId it pulls; empty: all
	static const FSettingsTable& Table();
};

// "playerMover": sets the velocity of the actor's body, from input axes or along a path. A prefab may give "path", an
// array of [x, y, z] world points.
struct FPlayerMoverSettings
{
	float Speed = 6.0f;         // m/s
	bool bLoop = true;          // at the path's end: go to its start, otherwise stop
	float ArrivalRadius = 0.5f; // m; a path point counts as reached within it
	bool bFaceVelocity = true;
	float RotationSpeed = 10.0f; // 1/s
	static const FSettingsTable& Table();
};

// "visual": how a renderer shows the actor. Nothing of it moves the world.
struct FVisualSettings
{
	std::string Species = "shape";    // zombie, bird, fish ...; "shape" shows the body's own shape
	bool bSmooth = false;             // of a hull or mesh: round instead of flat faces
	FVector Color{0.7f, 0.7f, 0.7f};  // linear RGB
	float ColorVariation = 0.0f;      // each actor's brightness differs by up to this share
	float Scale = 1.0f;               // beside the actor's scale
	FVector Offset{0.0f, 0.0f, 0.0f}; // m, from the body's centre to the model's origin, actor space
	float StrideLength = 1.0f;        // m travelled in one cycle of the walk, flap or tail beat
	float IdleRate = 0.0f;            // cycles a second while standing still
	static const FSettingsTable& Table();
};

// What the prefab holds besides the table, for the kinds that have more.
struct FBodySetup
{
	FBodySettings Settings;
	std::vector<FVector> Points;   // hull points or mesh vertices, m, actor space
	std::vector<uint32_t> Indices; // mesh triangles
};
struct FFlockingSetup
{
	FFlockingSettings Settings;
	FFlockSettings Flock;                             // the preset with the changes below
	FDataNode FlockChanges = FDataNode::MakeObject(); // laid over the preset again when that is reloaded
};
struct FPlayerMoverSetup
{
	FPlayerMoverSettings Settings;
	std::vector<FVector> Path;
};

} // namespace Flockwork
