#include "FlockworkLocomotion/BalanceJob.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr float Gravity = 9.81f;

// How far the hip must be lowered straight down so that the leg reaches; beyond Most there is no such height.
float DropFor(const FLegReach& Leg, float Most)
{
	const FVector Way = Leg.Ankle - Leg.Hip;
	const float Across = LengthSquared(Horizontal(Way));
	const float Square = Leg.Reach * Leg.Reach - Across;
	if (Square <= 0.0f)
	{
		return Most;
	}
	return std::clamp(-Way.y - std::sqrt(Square), 0.0f, Most);
}

float Lacking(const FLegReach& Leg, float Drop)
{
	return std::max(0.0f, Length(Leg.Ankle - Leg.Hip + UpVector * Drop) - Leg.Reach);
}
} // namespace

const FSettingsTable& FBalanceSettings::Table()
{
	using FSelf = FBalanceSettings;
	static const FSettingsTable Table =
	    TSettingsTableBuilder<FSelf>("balance", "Where a walker's hips go: over its feet, and within their reach.")
	        .Float("shiftAmount", &FSelf::ShiftAmount, "m", 0.0, 1.0,
	            "How far the hips go toward a support point a metre or more away; large values sway.")
	        .Float("shiftSpeed", &FSelf::ShiftSpeed, "1/s", 0.1, 100.0, "How fast they go there; high values jitter.")
	        .Float(
	            "maxDrop", &FSelf::MaxDrop, "m", 0.0, 10.0, "The most that the pelvis is lowered so that feet reach.")
	        .Float("dropSpeed", &FSelf::DropSpeed, "1/s", 0.1, 100.0, "How fast the pelvis follows the ground.")
	        .Float("leanAmount", &FSelf::LeanAmount, "rad", 0.0, 1.0, "Lean for each m/s^2 of acceleration, into it.")
	        .Float("maxLean", &FSelf::MaxLean, "rad", 0.0, 1.5, "The most that it leans.")
	        .Float("leanSpeed", &FSelf::LeanSpeed, "1/s", 0.1, 100.0, "How fast the lean follows.")
	        .Build();
	return Table;
}

bool FBalanceJob::Validate() const
{
	const auto IsGood = [](const FLegReach& Leg)
	{ return IsFinite(Leg.Hip) && IsFinite(Leg.Ankle) && Leg.Reach > 0.0f && std::isfinite(Leg.Reach); };
	return State && DeltaTime > 0.0f && std::isfinite(DeltaTime) && CenterHeight > 0.0f && IsFinite(Acceleration) &&
	       IsFinite(Velocity) && std::all_of(Legs.begin(), Legs.end(), IsGood) &&
	       std::all_of(Planted.begin(), Planted.end(), [](const FVector& Sole) { return IsFinite(Sole); });
}

bool FBalanceJob::Run()
{
	if (!Validate())
	{
		return false;
	}
	// The support point: the middle of the feet that stand; with none, the last one, fading to the base.
	FVector Support{0.0f};
	for (const FVector& Sole : Planted)
	{
		Support += Horizontal(Sole) / float(Planted.size());
	}
	const float Follow = SmoothingAlpha(Settings.ShiftSpeed, DeltaTime);
	State->Support = Planted.empty() ? State->Support * (1.0f - Follow) : Support;
	const FVector Target = ClampLength(State->Support, 1.0f) * Settings.ShiftAmount;
	State->Shift += (Target - State->Shift) * Follow;

	// The pelvis: as low as the leg that reaches least needs, at once; up again gradually.
	float Needed = 0.0f;
	for (FLegReach Leg : Legs)
	{
		Leg.Hip += State->Shift;
		Needed = std::max(Needed, DropFor(Leg, Settings.MaxDrop));
	}
	State->Drop += (Needed - State->Drop) * SmoothingAlpha(Settings.DropSpeed, DeltaTime);
	State->Drop = std::clamp(std::max(State->Drop, Needed), 0.0f, Settings.MaxDrop);
	UnreachedBy = 0.0f;
	for (FLegReach Leg : Legs)
	{
		Leg.Hip += State->Shift;
		UnreachedBy = std::max(UnreachedBy, Lacking(Leg, State->Drop));
	}

	// Forward acceleration (+Z) leans about +X, sideways (+X) about -Z.
	const FVector Push = Horizontal(Acceleration) * Settings.LeanAmount;
	const FVector Lean = ClampLength({Push.z, 0.0f, -Push.x}, Settings.MaxLean);
	State->Lean += (Lean - State->Lean) * SmoothingAlpha(Settings.LeanSpeed, DeltaTime);

	HipsOffset = State->Shift - UpVector * State->Drop;
	ExtrapolatedCenter = State->Shift + Horizontal(Velocity) / std::sqrt(Gravity / CenterHeight);
	return true;
}
} // namespace Flockwork
