#include "FlockworkFlock/FlockSettings.h"

#include "FlockworkCore/Random.h"

namespace Flockwork
{
namespace
{
using FTableBuilder = TSettingsTableBuilder<FFlockSettings>;
using F = FFlockSettings;

void AddSteering(FTableBuilder& Builder)
{
	Builder
	    .EnumField("model", &F::Model, {"normalized", "additive", "reynolds", "zones", "vicsek", "pedestrian"},
	        "How the rules become an acceleration.")
	    .Float("maxSpeed", &F::MaxSpeed, "m/s", 0.1, 1000.0, "Speed limit of a boid; every model steers toward it.")
	    .Float("speedVariation", &F::SpeedVariation, "1", 0.0, 0.9,
	        "Individuals differ: each boid's own limit lies within this share above or below maxSpeed.")
	    .Float("maxSteerForce", &F::MaxSteerForce, "m/s^2", 0.01, 10000.0,
	        "Limit of the steering acceleration; low values give wide, lazy turns.")
	    .EnumField("planar", &F::Planar, {"auto", "on", "off"},
	        "Steer and clamp the horizontal part only; auto: when gravity acts on the boid.")
	    .Float("impulseTime", &F::ImpulseTime, "s", 0.0, 60.0, "How long a push from outside lifts the speed limit.")
	    .EnumField("neighborhood", &F::Neighborhood, {"metric", "topological"},
	        "Alignment and cohesion with all in the radius, or with the nearest few.")
	    .Float("neighborRadius", &F::NeighborRadius, "m", 0.01, 10000.0,
	        "How far a boid sees its own flock; cost grows with the boids inside.")
	    .Int("topologicalCount", &F::TopologicalCount, "1", 1, 64,
	        "How many nearest neighbours a topological flock heeds.")
	    .Float("blindAngle", &F::BlindAngle, "rad", 0.0, 6.2831853,
	        "Cone behind the boid in which it sees nobody; separation feels them all the same.")
	    .Float("separation.radius", &F::SeparationRadius, "m", 0.01, 10000.0,
	        "Distance below which boids keep apart; at most neighborRadius.")
	    .Float("separation.weight", &F::SeparationWeight, "1", 0.0, 1000.0, "Strength of keeping apart.")
	    .Bool("separation.fromAll", &F::bSeparateFromAll,
	        "Keep apart from all in neighborRadius, not only in separation.radius.")
	    .Float("alignment.radius", &F::AlignmentRadius, "m", 0.0, 10000.0, "Reach of alignment; 0: neighborRadius.")
	    .Float("alignment.weight", &F::AlignmentWeight, "1", 0.0, 1000.0, "Strength of flying the same way.")
	    .Float("cohesion.radius", &F::CohesionRadius, "m", 0.0, 10000.0, "Reach of cohesion; 0: neighborRadius.")
	    .Float("cohesion.weight", &F::CohesionWeight, "1", 0.0, 1000.0, "Strength of drawing together.")
	    .Float("target.weight", &F::TargetWeight, "1", 0.0, 1000.0,
	        "Strength of the pull to the target, where there is one.")
	    .Float("target.arrivalRadius", &F::TargetArrivalRadius, "m", 0.0, 10000.0,
	        "Within this distance of the target the boid slows down; 0: it does not.");
}

void AddFacingAndWorld(FTableBuilder& Builder)
{
	Builder.Bool("faceVelocity", &F::bFaceVelocity, "Turn the body to where it goes.")
	    .Float("rotationSpeed", &F::RotationSpeed, "1/s", 0.0, 1000.0,
	        "How fast it turns: the gap shrinks by this rate, at any frame rate.")
	    .Bool("facing.full3D", &F::bFaceFull3D, "Face up and down too, not only round the compass.")
	    .Bool("facing.bank", &F::bBank, "Roll into turns; needs facing.full3D.")
	    .Float(
	        "facing.bankLimit", &F::BankLimit, "g", 0.0, 20.0, "Sideways acceleration at which the roll is steepest.")
	    .EnumField("world.shape", &F::WorldShape, {"open", "sphere", "box", "torus"},
	        "What holds the flock together at large: nothing, a sphere, soft walls, or a world without edges.")
	    .Vector("bounds.center", &F::BoundsCenter, "m", -1e6, 1e6, "Centre of the sphere, box or torus.")
	    .Float("bounds.radius", &F::BoundsRadius, "m", 0.01, 1e6, "Radius of the sphere.")
	    .Float("bounds.weight", &F::BoundsWeight, "1", 0.0, 1000.0, "Strength of the pull back into sphere or box.")
	    .Vector("box.halfExtent", &F::BoxHalfExtent, "m", 0.01, 1e6, "Half the size of the box.")
	    .Float("box.margin", &F::BoxMargin, "m", 0.01, 1e6, "How far before a wall its push begins.")
	    .Vector("torus.size", &F::TorusSize, "m", 0.0, 1e6, "Period on each axis; 0: open on that axis.");
}

void AddSurroundings(FTableBuilder& Builder)
{
	Builder.Float("predator.radius", &F::PredatorRadius, "m", 0.01, 10000.0, "Distance at which a threat is fled.")
	    .Float("predator.weight", &F::PredatorWeight, "1", 0.0, 1000.0, "Strength of fleeing; grows as 1/distance.")
	    .Float(
	        "predator.memory", &F::PredatorMemory, "s", 0.0, 600.0, "How long a boid flees on once it is out of reach.")
	    .Float("predator.boost", &F::PredatorBoost, "1", 1.0, 10.0, "Factor on the speed limit while fleeing.")
	    .Float("predator.steerBoost", &F::PredatorSteerBoost, "1", 1.0, 10.0,
	        "Factor on the steering acceleration, and so on its limit, while fleeing: fright makes quick.")
	    .Float("attractor.weight", &F::AttractorWeight, "1", 0.0, 1000.0, "Strength of the pull of attractors.")
	    .Float("attractor.arrivalRadius", &F::AttractorArrivalRadius, "m", 0.0, 10000.0,
	        "Within this distance of an attractor the boid slows down.")
	    .Float("leader.radius", &F::LeaderRadius, "m", 0.01, 10000.0, "How far the leader is followed.")
	    .Float("leader.cohesion", &F::LeaderCohesionWeight, "1", 0.0, 1000.0, "Strength of the pull to the leader.")
	    .Float("leader.alignment", &F::LeaderAlignmentWeight, "1", 0.0, 1000.0, "Strength of going the leader's way.")
	    .Bool("obstacle.avoid", &F::bAvoidObstacles, "Look ahead for static geometry and steer along it.")
	    .Float("obstacle.lookAhead", &F::ObstacleLookAhead, "s", 0.01, 60.0,
	        "How far ahead in time it looks; never less than the stopping distance.")
	    .Float("obstacle.radius", &F::ObstacleRadius, "m", 0.01, 100.0, "Radius of the sphere that must fit through.")
	    .Float("species.radius", &F::SpeciesRadius, "m", 0.01, 10000.0, "How far other flocks are seen.")
	    .Float(
	        "species.weight", &F::SpeciesWeight, "1", 0.0, 1000.0, "Strength of following, hunting or fleeing them.");
}

void AddReynolds(FTableBuilder& Builder)
{
	Builder.Float("wander.weight", &F::WanderWeight, "1", 0.0, 1000.0, "Strength of wandering about.")
	    .Float(
	        "wander.radius", &F::WanderRadius, "m", 0.01, 1000.0, "Size of the wander sphere: sharpness of the turns.")
	    .Float("wander.distance", &F::WanderDistance, "m", 0.0, 1000.0, "How far ahead of the boid the sphere is.")
	    .Float("wander.jitter", &F::WanderJitter, "m/s^0.5", 0.0, 1000.0, "How restlessly the course changes.")
	    .Float("wander.targetRadius", &F::WanderTargetRadius, "m", 0.0, 10000.0,
	        "A boid wanders fully within this distance of its target, less beyond, least at twice that; 0: everywhere.")
	    .Float("wander.farShare", &F::WanderFarShare, "1", 0.0, 1.0,
	        "Share of wandering that is left far from the target; 0: straight there, 1: no difference.")
	    .Float("pursue.weight", &F::PursueWeight, "1", 0.0, 1000.0, "Strength of pursuing the quarry.")
	    .Float("evade.weight", &F::EvadeWeight, "1", 0.0, 1000.0, "Strength of evading the quarry.")
	    .Float("predictionTime", &F::PredictionTime, "s", 0.0, 60.0,
	        "How far ahead pursuit, evasion, path and containment look.")
	    .Float("path.weight", &F::PathWeight, "1", 0.0, 1000.0, "Strength of following the path.")
	    .Float("path.radius", &F::PathRadius, "m", 0.0, 1000.0, "Half the width of the path.")
	    .Bool("path.loop", &F::bPathLoop, "Whether the path closes on itself.")
	    .Float("containment.weight", &F::ContainmentWeight, "1", 0.0, 1000.0,
	        "Strength of turning before the box's walls, sliding along them.");
}

void AddModels(FTableBuilder& Builder)
{
	Builder
	    .EnumField("formation.shape", &F::Formation, {"column", "line", "wedge", "circle", "grid", "sphere"},
	        "How formation slots are laid out.")
	    .Float("formation.weight", &F::FormationWeight, "1", 0.0, 1000.0, "Strength of the pull to the own slot.")
	    .Float("formation.spacing", &F::FormationSpacing, "m", 0.01, 1000.0, "Distance between slots.")
	    .Float("formation.arrivalRadius", &F::FormationArrivalRadius, "m", 0.01, 1000.0,
	        "Within this distance of its slot a boid slows to the formation's speed.")
	    .Float("zones.repulsionRadius", &F::ZoneRepulsionRadius, "m", 0.0, 10000.0,
	        "Zones: inside it only keeping apart counts.")
	    .Float("zones.orientationWidth", &F::ZoneOrientationWidth, "m", 0.0, 10000.0,
	        "Zones: width of the shell of alignment; swarm, mill or parallel depends on it.")
	    .Float("zones.attractionWidth", &F::ZoneAttractionWidth, "m", 0.0, 10000.0,
	        "Zones: width of the shell of attraction.")
	    .Float("zones.turnRate", &F::ZoneTurnRate, "rad/s", 0.0, 1000.0, "Zones: fastest turn.")
	    .Float("zones.noise", &F::ZoneNoise, "rad", 0.0, 3.1415927, "Zones: deviation of the heading's error in 0.1 s.")
	    .Float("vicsek.noise", &F::VicsekNoise, "rad", 0.0, 6.2831853, "Vicsek: width of the uniform noise a step.")
	    .Float("pedestrian.relaxTime", &F::PedestrianRelaxTime, "s", 0.01, 60.0,
	        "Pedestrian: time to take up the wanted speed.")
	    .Float("pedestrian.bodyRadius", &F::PedestrianBodyRadius, "m", 0.01, 10.0, "Pedestrian: radius of a walker.")
	    .Float("pedestrian.strength", &F::PedestrianStrength, "m/s^2", 0.0, 1000.0,
	        "Pedestrian: push between walkers that touch.")
	    .Float(
	        "pedestrian.range", &F::PedestrianRange, "m", 0.01, 100.0, "Pedestrian: distance in which it falls to 1/e.")
	    .Float("pedestrian.wallStrength", &F::PedestrianWallStrength, "m/s^2", 0.0, 1000.0,
	        "Pedestrian: push of a wall that is touched.")
	    .Float("pedestrian.wallRange", &F::PedestrianWallRange, "m", 0.01, 100.0,
	        "Pedestrian: distance in which it falls to 1/e.")
	    .Float("pedestrian.anisotropy", &F::PedestrianAnisotropy, "1", 0.0, 1.0,
	        "Pedestrian: how much those behind matter, 1: as much as those ahead.")
	    .EnumField("physics", &F::Physics, {"rigidBody", "kinematic", "automatic"},
	        "Whether boids are rigid bodies, are moved by the flock itself, or are bodies only where it matters.")
	    .Float("lod.promoteRadius", &F::PromoteRadius, "m", 0.01, 10000.0,
	        "Physics automatic: this near to a moving body or to a wall ahead, a boid becomes a rigid body.")
	    .Float("lod.demoteRadius", &F::DemoteRadius, "m", 0.01, 10000.0,
	        "Physics automatic: beyond this it is kinematic again; at least lod.promoteRadius.")
	    .EnumField("integrator", &F::Integrator, {"explicitEuler", "semiImplicitEuler", "rungeKutta4"},
	        "How boids without a rigid body are moved; rungeKutta4 steers four times a step.");
}

void Violation(FDiagnostics& Diagnostics, std::string_view Field, std::string_view Message)
{
	Diagnostics.Error({}, Field, std::string(Message));
}

// SplitMix64's finaliser: neighbouring ids get unrelated numbers.
float UnitFromId(uint32_t Id)
{
	return FRandomStream(0x5eedf10c4b0bd5ull ^ (uint64_t(Id) << 20)).Uniform();
}
} // namespace

const FSettingsTable& FFlockSettings::Table()
{
	static const FSettingsTable Table = []
	{
		FTableBuilder Builder("flock", "How a flock moves: its rules, its world and what it heeds.");
		AddSteering(Builder);
		AddFacingAndWorld(Builder);
		AddSurroundings(Builder);
		AddReynolds(Builder);
		AddModels(Builder);
		return Builder.Build();
	}();
	return Table;
}

bool ValidateFlockSettings(const FFlockSettings& Settings, FDiagnostics& Diagnostics)
{
	bool bValid = FFlockSettings::Table().Validate(&Settings, Diagnostics);
	const auto Require = [&](bool bCondition, std::string_view Field, std::string_view Message)
	{
		if (!bCondition)
		{
			Violation(Diagnostics, Field, Message);
			bValid = false;
		}
	};
	Require(!(Settings.SeparationRadius > Settings.NeighborRadius), "flock.separation.radius",
	    "is larger than flock.neighborRadius; a boid cannot keep apart from those it does not see");
	Require(!(Settings.AlignmentRadius > Settings.NeighborRadius), "flock.alignment.radius",
	    "is larger than flock.neighborRadius; use at most that, or 0 for the same");
	Require(!(Settings.CohesionRadius > Settings.NeighborRadius), "flock.cohesion.radius",
	    "is larger than flock.neighborRadius; use at most that, or 0 for the same");
	Require(!(Settings.DemoteRadius < Settings.PromoteRadius), "flock.lod.demoteRadius",
	    "is smaller than flock.lod.promoteRadius; boids would change back and forth");
	return bValid;
}

bool IsPlanar(const FFlockSettings& Settings, bool bGravity)
{
	return Settings.Planar == EPlanarMode::On || (Settings.Planar == EPlanarMode::Auto && bGravity);
}

FVector TorusPeriod(const FFlockSettings& Settings)
{
	return Settings.WorldShape == EWorldShape::Torus ? Settings.TorusSize : FVector{0.0f, 0.0f, 0.0f};
}

float IndividualSpeedScale(const FFlockSettings& Settings, uint32_t Id)
{
	return 1.0f + Settings.SpeedVariation * (2.0f * UnitFromId(Id) - 1.0f);
}
} // namespace Flockwork
