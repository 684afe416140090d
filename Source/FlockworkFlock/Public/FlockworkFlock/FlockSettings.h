#pragma once
// All that a designer can set of a flock, as one table ("flock"): unit, range, default and one sentence of each field
// are in Private/FlockSettings.cpp and in the reference page made from it. Presets in Content/Flocks hold only what
// differs from these defaults.
#include "FlockworkCore/Settings.h"

namespace Flockwork
{
enum class EFlockModel : uint8_t
{
	Normalized, // unit vectors, weighted, steered toward at full speed
	Additive,   // the textbook's three forces, literally: the units differ, and with like weights the flock collapses
	Reynolds,   // the same three, each turned into steering first (Reynolds 1999)
	Zones,      // repulsion, orientation, attraction zones; noisy turning at a limited rate (Couzin et al. 2002)
	Vicsek,     // mean heading plus noise (Vicsek et al. 1995)
	Pedestrian  // social force (Helbing and Molnar 1995)
};

enum class ENeighborhood : uint8_t
{
	Metric,     // all within the radius
	Topological // the k nearest within the radius (Ballerini et al. 2008)
};

enum class EWorldShape : uint8_t
{
	Open,
	Sphere, // outside BoundsRadius the bounds term pulls back
	Box,    // soft walls
	Torus   // what leaves on one side comes in on the other; neighbours are seen across the seam
};

enum class EPlanarMode : uint8_t
{
	Auto, // on when gravity acts on the boid
	On,   // steers and clamps the horizontal part only
	Off
};

// Physics level of detail: who moves a boid that has a dynamic body component. A boid without one is always kinematic.
enum class EBoidPhysics : uint8_t
{
	// Bullet moves it: it collides, is pushed, is seen by rays and sweeps.
	RigidBody,
	// The flock moves it. It has no body: nothing that moves collides with it, and rays, sweeps and triggers do not see
	// it. Static geometry it avoids by casts (obstacle.avoid); where they show a surface ahead, and while it is flung
	// about, its way is swept, and it stops at the surface and slides along. An impulse (an order, an explosion)
	// changes its velocity by impulse / mass and lifts the speed limit for impulseTime, as with a body. A walker
	// (planar, its body under gravity) keeps its height: impulses move it along the ground only.
	Kinematic,
	// Kinematic until something may touch it: a rigid body within lod.promoteRadius of a moving body (a player, a
	// crate, a boid that is always rigid), with static geometry so near ahead of it, or pushed. Kinematic again beyond
	// lod.demoteRadius of all of that, when it has not been flung about nor, a walker, been falling for a tenth of a
	// second. Position, velocity and rotation are handed over as they are.
	Automatic
};

// How boids without a rigid body are moved; bodies are Bullet's, which is semi-implicit.
enum class EIntegrator : uint8_t
{
	ExplicitEuler,     // x += v dt, v += a dt: an oscillation gains energy in each step
	SemiImplicitEuler, // v += a dt, x += v dt: its energy stays within bounds
	// The classical fourth-order method: neighbours and all terms of the boid's own place and velocity are worked out
	// anew at the three inner stages (four times the cost). What does not depend on them is the step's: where targets,
	// threats, leaders, other flocks and boids with bodies are, memories, random numbers, and the way out that
	// obstacle avoidance has chosen.
	RungeKutta4
};

enum class EFormation : uint8_t
{
	Column,
	Line,
	Wedge,
	Circle,
	Grid,
	Sphere
};

struct FFlockSettings
{
	// Steering
	EFlockModel Model = EFlockModel::Normalized;
	float MaxSpeed = 5.0f;
	float SpeedVariation = 0.0f;
	float MaxSteerForce = 5.0f;
	EPlanarMode Planar = EPlanarMode::Auto;
	float ImpulseTime = 0.5f;
	// Neighbours
	ENeighborhood Neighborhood = ENeighborhood::Metric;
	float NeighborRadius = 5.0f;
	int32_t TopologicalCount = 7;
	float BlindAngle = 0.0f;
	// Rules
	float SeparationRadius = 2.0f;
	float SeparationWeight = 1.5f;
	bool bSeparateFromAll = false;
	float AlignmentRadius = 0.0f;
	float AlignmentWeight = 1.0f;
	float CohesionRadius = 0.0f;
	float CohesionWeight = 1.0f;
	// Target
	float TargetWeight = 0.8f;
	float TargetArrivalRadius = 0.0f;
	// Facing
	bool bFaceVelocity = true;
	float RotationSpeed = 10.0f;
	bool bFaceFull3D = false;
	bool bBank = false;
	float BankLimit = 2.0f;
	// World shape
	EWorldShape WorldShape = EWorldShape::Sphere;
	FVector BoundsCenter{0.0f, 0.0f, 0.0f};
	float BoundsRadius = 30.0f;
	float BoundsWeight = 1.0f;
	FVector BoxHalfExtent{30.0f, 30.0f, 30.0f};
	float BoxMargin = 5.0f;
	FVector TorusSize{60.0f, 60.0f, 60.0f};
	// Predators
	float PredatorRadius = 15.0f;
	float PredatorWeight = 4.0f;
	float PredatorMemory = 1.5f;
	float PredatorBoost = 1.5f;
	float PredatorSteerBoost = 1.0f;
	// Attractors
	float AttractorWeight = 1.0f;
	float AttractorArrivalRadius = 3.0f;
	// Leader
	float LeaderRadius = 20.0f;
	float LeaderCohesionWeight = 0.0f;
	float LeaderAlignmentWeight = 0.0f;
	// Obstacles
	bool bAvoidObstacles = true;
	float ObstacleLookAhead = 1.0f;
	float ObstacleRadius = 0.5f;
	// Wander, pursuit, path, containment (Reynolds 1999)
	float WanderWeight = 0.0f;
	float WanderRadius = 1.0f;
	float WanderDistance = 2.0f;
	float WanderJitter = 3.0f;
	float WanderTargetRadius = 0.0f;
	float WanderFarShare = 0.0f;
	float PursueWeight = 0.0f;
	float EvadeWeight = 0.0f;
	float PredictionTime = 1.0f;
	float PathWeight = 0.0f;
	float PathRadius = 1.0f;
	bool bPathLoop = true;
	float ContainmentWeight = 0.0f;
	// Formation
	EFormation Formation = EFormation::Wedge;
	float FormationWeight = 0.0f;
	float FormationSpacing = 2.0f;
	float FormationArrivalRadius = 3.0f;
	// Other species
	float SpeciesRadius = 10.0f;
	float SpeciesWeight = 1.0f;
	// Zones
	float ZoneRepulsionRadius = 1.0f;
	float ZoneOrientationWidth = 2.5f;
	float ZoneAttractionWidth = 14.0f;
	float ZoneTurnRate = 0.6981317f; // 40 degrees a second
	float ZoneNoise = 0.05f;
	// Vicsek
	float VicsekNoise = 1.0f;
	// Pedestrians
	float PedestrianRelaxTime = 0.5f;
	float PedestrianBodyRadius = 0.3f;
	float PedestrianStrength = 2.1f;
	float PedestrianRange = 0.3f;
	float PedestrianWallStrength = 10.0f;
	float PedestrianWallRange = 0.2f;
	float PedestrianAnisotropy = 0.5f;
	// Physics level of detail
	EBoidPhysics Physics = EBoidPhysics::RigidBody;
	EIntegrator Integrator = EIntegrator::SemiImplicitEuler;
	float PromoteRadius = 4.0f;
	float DemoteRadius = 6.0f;

	static const FSettingsTable& Table();
};

// Rules across fields, which no single range can state (SeparationRadius <= NeighborRadius ...), and each range. One
// error a violation; false when there is any.
bool ValidateFlockSettings(const FFlockSettings& Settings, FDiagnostics& Diagnostics);

// Reads an Object over Settings, as Table().Read does, and then clamps across fields, with a warning for each. Use this
// rather than the table itself for files.
bool ReadFlockSettings(
    const FDataNode& Node, std::string_view File, FFlockSettings& Settings, FDiagnostics& Diagnostics);

// What is legal but will not flock well, each with its reason and a cure, as warnings. DeltaTime: the world's step.
void LintFlockSettings(const FFlockSettings& Settings, float DeltaTime, FDiagnostics& Diagnostics);

// A preset: {"format": 1, "description": "...", "flock": {fields that differ from the defaults}}. A preset without a
// format is read as format 1 with a warning; one of a newer format is an error that says so. Out starts from the
// defaults; on any error it is untouched and false is returned.
inline constexpr int32_t FlockPresetFormat = 1;
bool LoadFlockPreset(const std::string& Path, FFlockSettings& Out, FDiagnostics& Diagnostics);
bool ReadFlockPreset(const FDataNode& Root, std::string_view File, FFlockSettings& Out, FDiagnostics& Diagnostics);
FDataNode WriteFlockPreset(const FFlockSettings& Settings, std::string_view Description);

// Whether a boid is steered in the horizontal plane only.
bool IsPlanar(const FFlockSettings& Settings, bool bGravity);
// The period of each axis, 0 where the axis is open; all 0 unless WorldShape is Torus.
FVector TorusPeriod(const FFlockSettings& Settings);
// A boid's own share of MaxSpeed, in [1 - SpeedVariation, 1 + SpeedVariation], from its id alone.
float IndividualSpeedScale(const FFlockSettings& Settings, uint32_t Id);
} // namespace Flockwork
