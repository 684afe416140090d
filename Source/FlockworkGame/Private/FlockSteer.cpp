// From what a flock senses to accelerations: behaviours, neighbour rules, walls, obstacles.
#include "FlockSteer.h"

#include "FlockData.h"
#include "FlockworkFlock/SocialForce.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"

#include <optional>

namespace Flockwork
{
namespace
{
constexpr int32_t Grain = 4096;   // boids a chunk
constexpr float WallReach = 1.5f; // m; pedestrians feel walls within it
constexpr uint32_t ObstacleLayers = LayerBit(ELayer::WorldStatic);

// Where the flock is, or would be: Sense's state, or an integrator's trial.
struct FFlockPlaces
{
	std::span<const FVector> Positions{};
	std::span<const FVector> Velocities{};
};

// What the behaviours say. A flock of one variant reads it where they left it, and only what says anything; otherwise
// all variants' shares have been put together.
void SetTerms(const FFlock& Flock, const FFlockVariant& Variant, FFlockInput& Input)
{
	if (Flock.Variants.size() > 1)
	{
		Input.ExtraSums = Flock.ExtraSums;
		Input.SpeedScales = Flock.SpeedScales;
		return;
	}
	const FFlockBehaviors& Behaviors = Variant.Behaviors;
	const bool bOfThisStep = Behaviors.GetExtraSums().size() == Flock.Num(); // otherwise boids came or went since
	if (bOfThisStep && Behaviors.HasExtraSums())
	{
		Input.ExtraSums = Behaviors.GetExtraSums();
	}
	if (bOfThisStep && Behaviors.HasSpeedScales())
	{
		Input.SpeedScales = Behaviors.GetSpeedScales();
	}
}

FFlockInput MakeInput(
    const UWorld& World, const FFlock& Flock, const FFlockVariant& Variant, const FFlockPlaces& Places)
{
	FFlockInput Input;
	Input.Positions = Places.Positions;
	Input.Velocities = Places.Velocities;
	Input.Ids = Flock.Ids;
	SetTerms(Flock, Variant, Input);
	Input.Steered = Variant.Steered;
	Input.DeltaTime = World.GetSettings().FixedStep;
	Input.Seed = FRandomStream::ForPurpose(uint64_t(World.GetSettings().Seed), Flock.FlockId).GetState();
	Input.Step = uint64_t(World.GetStepCount());
	Input.bGravity = IsPulledDown(World, Variant);
	return Input;
}

const AActor* FindRole(const UWorld& World, const FFlockRole& Role)
{
	return Role.Actor.empty() ? nullptr : World.FindActor(World.FindActorByName(Role.Actor));
}

std::optional<FVector> FindPoint(const UWorld& World, const FFlockRole& Role)
{
	if (Role.bPoint)
	{
		return Role.Point;
	}
	const AActor* Actor = FindRole(World, Role);
	return Actor ? std::optional<FVector>(Actor->Transform.Location) : std::nullopt;
}

// Boids with a target of their own (a path corner); the others keep the flock's, or have none.
void FillOwnTargets(FFlock& Flock, const std::optional<FVector>& FlockTarget, FFlockSurroundings& Out)
{
	if (Flock.OwnTargetCount == 0)
	{
		return;
	}
	Flock.TargetPoints.resize(Flock.Num());
	Flock.TargetWeights.resize(Flock.Num());
	Flock.OwnBoosts.resize(Flock.Num());
	for (size_t Place = 0; Place < Flock.Num(); ++Place)
	{
		const FOwnTarget& Own = Flock.OwnTargets[Place];
		Flock.OwnBoosts[Place] = Flock.OwnScales[Place] * Own.Boost;
		Flock.TargetPoints[Place] = Own.bSet ? Own.Point : FlockTarget.value_or(Flock.Positions[Place]);
		Flock.TargetWeights[Place] = Own.bSet ? Own.Weight : (FlockTarget ? 1.0f : 0.0f);
	}
	Out.Targets = Flock.TargetPoints;
	Out.TargetWeights = Flock.TargetWeights;
	Out.Boosts = Flock.OwnBoosts;
}

FFlockSurroundings MakeSurroundings(const UWorld& World, FFlock& Flock)
{
	FFlockSurroundings Around;
	Around.Target = FindPoint(World, Flock.Roles[size_t(EFlockRole::Target)]);
	if (Flock.bAnyOwnScale)
	{
		Around.Boosts = Flock.OwnScales;
	}
	FillOwnTargets(Flock, Around.Target, Around);
	Around.Threats = Flock.Threats;
	Around.Attractors = Flock.Attractors;
	Around.Path = Flock.Path;
	Around.OtherFlocks = Flock.Others;
	if (const AActor* Leader = FindRole(World, Flock.Roles[size_t(EFlockRole::Leader)]))
	{
		Around.Leader = FLeader{Leader->CreationId, Leader->Transform.Location, Leader->Velocity};
	}
	if (const AActor* Quarry = FindRole(World, Flock.Roles[size_t(EFlockRole::Quarry)]))
	{
		Around.Quarry = FQuarry{Quarry->Transform.Location, Quarry->Velocity};
	}
	const FFlockRole& Formation = Flock.Roles[size_t(EFlockRole::Formation)];
	if (const AActor* Center = FindRole(World, Formation))
	{
		Around.Formation = FFormationFrame{Center->Transform.Location, Center->Transform.Rotation, Center->Velocity};
	}
	else if (Formation.bPoint)
	{
		Around.Formation = FFormationFrame{Formation.Point};
	}
	return Around;
}

// Each boid's share of its own variant's terms; see SetTerms.
void TakeTerms(const UWorld& World, FFlock& Flock, const FFlockVariant& Variant)
{
	if (Flock.Variants.size() == 1)
	{
		return;
	}
	Flock.ExtraSums.resize(Flock.Num());
	Flock.SpeedScales.resize(Flock.Num());
	const std::span<const FVector> Sums = Variant.Behaviors.GetExtraSums();
	const std::span<const float> Scales = Variant.Behaviors.GetSpeedScales();
	ParallelFor(World.GetScheduler(), int32_t(Flock.Num()), Grain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (size_t Place = size_t(Begin); Place < size_t(End); ++Place)
		    {
			    if (Variant.Steered[Place] != 0)
			    {
				    Flock.ExtraSums[Place] = Sums[Place];
				    Flock.SpeedScales[Place] = Scales[Place];
			    }
		    }
	    });
}

void AddWallForces(UWorld& World, const FFlockSettings& Settings, const FFlockInput& Input, FFlockOutput& Output)
{
	FWallForce Walls;
	Walls.Query = &World.GetPhysics();
	Walls.Positions = Input.Positions;
	Walls.Accelerations = Output.Accelerations;
	Walls.BodyRadius = Settings.PedestrianBodyRadius;
	Walls.Strength = Settings.PedestrianWallStrength;
	Walls.Range = Settings.PedestrianWallRange;
	Walls.Reach = WallReach;
	Walls.LayerMask = ObstacleLayers;
	Walls.Steered = Input.Steered;
	Walls.Run(World.GetScheduler());
}

// Neighbour rules and pedestrians' walls: all that depends on the present state alone.
void RunRules(UWorld& World, FFlock& Flock, FFlockVariant& Variant, const FFlockInput& Input, FFlockOutput& Output)
{
	Flock.Steering.Run(Variant.Settings, Input, Output, World.GetScheduler());
	if (Variant.Settings.Model == EFlockModel::Pedestrian)
	{
		AddWallForces(World, Variant.Settings, Input, Output);
	}
}

void AvoidObstacles(UWorld& World, FFlockVariant& Variant, const FFlockInput& Input, FFlockOutput& Output)
{
	const FFlockSettings& Settings = Variant.Settings;
	FObstacleAvoidanceSettings Avoid;
	Avoid.LookAhead = Settings.ObstacleLookAhead;
	Avoid.Radius = Settings.ObstacleRadius;
	Avoid.MaxSpeed = Settings.MaxSpeed;
	Avoid.MaxSteerForce = Settings.MaxSteerForce;
	Avoid.bPlanar = IsPlanar(Settings, Input.bGravity);
	Avoid.LayerMask = ObstacleLayers;
	Variant.Avoidance.Run(Avoid, Input, Output, World.GetPhysics());
}
} // namespace

bool HasWorldGravity(const UWorld& World)
{
	return LengthSquared(World.GetPhysics().GetSettings().Gravity) > 0.0f;
}

bool IsPulledDown(const UWorld& World, const FFlockVariant& Variant)
{
	return Variant.bBodyGravity && HasWorldGravity(World);
}

uint32_t GetObstacleLayers()
{
	return ObstacleLayers;
}

FFlockInput MakeFlockInput(const UWorld& World, const FFlock& Flock, const FFlockVariant& Variant)
{
	return MakeInput(World, Flock, Variant, {Flock.Positions, Flock.Velocities});
}

void SteerFlock(UWorld& World, FFlock& Flock)
{
	const FFlockSurroundings Around = MakeSurroundings(World, Flock);
	const FFlockPlaces Places{Flock.Positions, Flock.Velocities};
	for (FFlockVariant& Variant : Flock.Variants)
	{
		Variant.Behaviors.Run(Variant.Settings, MakeInput(World, Flock, Variant, Places), Around, World.GetScheduler());
		TakeTerms(World, Flock, Variant);
	}
	for (FFlockVariant& Variant : Flock.Variants)
	{
		FFlockInput Input = MakeInput(World, Flock, Variant, Places);
		Input.ForceScales = Variant.Behaviors.GetForceScales();
		FFlockOutput Output{Flock.Accelerations};
		RunRules(World, Flock, Variant, Input, Output);
		if (Variant.Settings.bAvoidObstacles)
		{
			AvoidObstacles(World, Variant, Input, Output);
		}
	}
}

void SteerTrial(UWorld& World, FFlock& Flock, std::span<const FVector> Positions, std::span<const FVector> Velocities,
    std::span<FVector> OutAccelerations)
{
	const FFlockSurroundings Around = MakeSurroundings(World, Flock);
	const FFlockPlaces Places{Positions, Velocities};
	for (FFlockVariant& Variant : Flock.Variants)
	{
		Variant.Behaviors.RunTrial(
		    Variant.Settings, MakeInput(World, Flock, Variant, Places), Around, World.GetScheduler());
		TakeTerms(World, Flock, Variant);
	}
	for (FFlockVariant& Variant : Flock.Variants)
	{
		FFlockInput Input = MakeInput(World, Flock, Variant, Places);
		Input.ForceScales = Variant.Behaviors.GetForceScales();
		FFlockOutput Output{OutAccelerations};
		RunRules(World, Flock, Variant, Input, Output);
		if (Variant.Settings.bAvoidObstacles)
		{
			for (const uint32_t Place : Variant.Avoidance.GetOverridden())
			{
				OutAccelerations[Place] = Flock.Accelerations[Place];
			}
		}
	}
}
} // namespace Flockwork
