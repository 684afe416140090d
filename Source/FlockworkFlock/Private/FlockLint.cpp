#include "FlockworkFlock/FlockSettings.h"

#include <algorithm>
#include <cstdio>

namespace Flockwork
{
namespace
{
constexpr float MaxMoveShare = 0.1f;     // of the neighbour radius in a step: 5 to 10 % look smooth
constexpr float SlowestCrossing = 10.0f; // s to cross the neighbour radius
constexpr float DrowningWeight = 5.0f;   // all three rules at this or more leave nothing for the rest
constexpr float CrampedShare = 0.8f;     // of the neighbour radius taken up by separation
constexpr float WidestTurn = 10.0f;      // turning radius in neighbour radii
constexpr float NarrowSight = 5.2f;      // rad of blind angle
constexpr float SmallestWorld = 2.0f;    // torus period in neighbour radii
constexpr float RoostWeight = 0.5f;      // bounds weaker than this draw the flock rather than hold it
constexpr float RoughestStep = 0.5f;     // share of MaxSpeed that one step's steering may change

std::string Number(float Value)
{
	char Text[32];
	std::snprintf(Text, sizeof Text, "%.3g", double(Value));
	return Text;
}

class FLint
{
public:
	explicit FLint(FDiagnostics& InDiagnostics) : Diagnostics(InDiagnostics) {}
	void WarnIf(bool bBad, std::string_view Field, const std::string& Reason)
	{
		if (bBad)
		{
			Diagnostics.Warning({}, Field, Reason);
		}
	}

private:
	FDiagnostics& Diagnostics;
};

bool UsesRules(const FFlockSettings& Settings)
{
	return Settings.Model == EFlockModel::Normalized || Settings.Model == EFlockModel::Additive ||
	       Settings.Model == EFlockModel::Reynolds;
}

void LintSpeeds(const FFlockSettings& Settings, float DeltaTime, FLint& Lint)
{
	const float Move = Settings.MaxSpeed * (1.0f + Settings.SpeedVariation) * DeltaTime;
	const float Share = Move / Settings.NeighborRadius;
	Lint.WarnIf(Share > MaxMoveShare, "flock.maxSpeed",
	    "a boid moves " + Number(100.0f * Share) + " % of neighborRadius in one step of " + Number(DeltaTime) +
	        " s; above 10 % it meets its neighbours before it can react: lower maxSpeed, or raise neighborRadius or "
	        "the "
	        "step rate");
	const float Crossing = Settings.NeighborRadius / Settings.MaxSpeed;
	Lint.WarnIf(Crossing > SlowestCrossing, "flock.maxSpeed",
	    "a boid needs " + Number(Crossing) +
	        " s to cross its neighborRadius; the flock will hardly seem to move: raise maxSpeed or lower "
	        "neighborRadius");
	if (!UsesRules(Settings))
	{
		return;
	}
	const float TurningRadius = Settings.MaxSpeed * Settings.MaxSpeed / Settings.MaxSteerForce;
	Lint.WarnIf(TurningRadius > WidestTurn * Settings.NeighborRadius, "flock.maxSteerForce",
	    "the tightest turn has a radius of " + Number(TurningRadius) +
	        " m, over ten neighbour radii; boids cannot follow each other: raise maxSteerForce or lower maxSpeed");
	Lint.WarnIf(Settings.MaxSteerForce * DeltaTime > RoughestStep * Settings.MaxSpeed, "flock.maxSteerForce",
	    "one step's steering changes the speed by more than half of maxSpeed; boids will tremble: lower maxSteerForce");
}

void LintRules(const FFlockSettings& Settings, FLint& Lint)
{
	if (!UsesRules(Settings))
	{
		return;
	}
	const float Least = std::min({Settings.SeparationWeight, Settings.AlignmentWeight, Settings.CohesionWeight});
	Lint.WarnIf(Least >= DrowningWeight, "flock.separation.weight",
	    "separation, alignment and cohesion all weigh " + Number(Least) +
	        " or more; only ratios count, so this is no stronger a flock, it only drowns target, bounds and predators: "
	        "scale all three down");
	Lint.WarnIf(Settings.SeparationRadius > CrampedShare * Settings.NeighborRadius && Settings.CohesionWeight > 0.0f,
	    "flock.separation.radius",
	    "takes up over 80 % of neighborRadius; cohesion and separation pull against each other: lower it, or raise "
	    "neighborRadius");
	Lint.WarnIf(Settings.SeparationWeight == 0.0f && Settings.CohesionWeight > 0.0f, "flock.separation.weight",
	    "is 0 with cohesion on; the flock collapses into a point");
	Lint.WarnIf(
	    Settings.CohesionWeight == 0.0f && Settings.AlignmentWeight == 0.0f && Settings.WorldShape == EWorldShape::Open,
	    "flock.cohesion.weight", "nothing holds the flock together in an open world: raise cohesion or set bounds");
	Lint.WarnIf(Settings.Model == EFlockModel::Additive && Settings.AlignmentWeight < 10.0f * Settings.CohesionWeight,
	    "flock.model",
	    "the Additive model adds terms of different units; with alignment below ten times cohesion it collapses into "
	    "a milling ball: use the Reynolds model, or raise alignment");
	Lint.WarnIf(Settings.BlindAngle > NarrowSight, "flock.blindAngle",
	    "leaves under 60 degrees of sight; boids lose each other at every turn: lower it");
}

void LintWorld(const FFlockSettings& Settings, FLint& Lint)
{
	if (Settings.WorldShape == EWorldShape::Torus)
	{
		const FVector& Size = Settings.TorusSize;
		const auto TooSmall = [&](float Period)
		{ return Period > 0.0f && Period < SmallestWorld * Settings.NeighborRadius; };
		Lint.WarnIf(TooSmall(Size.x) || TooSmall(Size.y) || TooSmall(Size.z), "flock.torus.size",
		    "is below twice neighborRadius; a boid sees the same neighbour on both sides and heeds only the nearer "
		    "image: enlarge the torus or lower neighborRadius");
	}
	const bool bWall = Settings.BoundsWeight >= RoostWeight;
	if (Settings.WorldShape == EWorldShape::Sphere && UsesRules(Settings) && bWall)
	{
		const float TurningRadius = Settings.MaxSpeed * Settings.MaxSpeed / Settings.MaxSteerForce;
		Lint.WarnIf(TurningRadius > Settings.BoundsRadius, "flock.bounds.radius",
		    "is smaller than the tightest turn of " + Number(TurningRadius) +
		        " m; the flock flies far out before it comes back: enlarge it or raise maxSteerForce");
	}
	if (Settings.WorldShape == EWorldShape::Box)
	{
		const FVector& Half = Settings.BoxHalfExtent;
		Lint.WarnIf(Settings.BoxMargin > std::min({Half.x, Half.y, Half.z}), "flock.box.margin",
		    "is larger than half the box; opposite walls push at once: lower it");
	}
	Lint.WarnIf(Settings.bBank && !Settings.bFaceFull3D, "flock.facing.bank", "has no effect without facing.full3D");
	Lint.WarnIf(
	    Settings.PedestrianBodyRadius * 2.0f > Settings.NeighborRadius && Settings.Model == EFlockModel::Pedestrian,
	    "flock.neighborRadius", "is below a walker's own size; they will not feel each other before they touch");
}
} // namespace

void LintFlockSettings(const FFlockSettings& Settings, float DeltaTime, FDiagnostics& Diagnostics)
{
	FLint Lint(Diagnostics);
	LintSpeeds(Settings, DeltaTime, Lint);
	LintRules(Settings, Lint);
	LintWorld(Settings, Lint);
}
} // namespace Flockwork
