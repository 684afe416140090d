#pragma once
// Where the hips go: over the feet that carry, low enough that every foot reaches. Offsets from where the animation has
// them, in body space, applied after the hips lock and by nobody else.
#include "FlockworkCore/Settings.h"

#include <span>

namespace Flockwork
{
struct FBalanceSettings
{
	float ShiftAmount = 0.06f; // m, hips toward the support point one metre away
	float ShiftSpeed = 6.0f;   // 1/s
	float MaxDrop = 0.35f;     // m that the pelvis may be lowered
	float DropSpeed = 12.0f;   // 1/s, of lowering; what reach needs is taken at once
	float LeanAmount = 0.02f;  // rad a m/s^2, into the acceleration
	float MaxLean = 0.2f;      // rad
	float LeanSpeed = 5.0f;    // 1/s

	// "balance"
	static const FSettingsTable& Table();
};

struct FBalanceState
{
	FVector Shift{0.0f, 0.0f, 0.0f};   // m, body space, horizontal
	FVector Support{0.0f, 0.0f, 0.0f}; // m, body space, of the last feet that stood
	FVector Lean{0.0f, 0.0f, 0.0f};    // rad about each axis, body space
	float Drop = 0.0f;                 // m
};

// One leg as the pelvis sees it, body space.
struct FLegReach
{
	FVector Hip{0.0f, 0.0f, 0.0f};   // with no drop
	FVector Ankle{0.0f, 0.0f, 0.0f}; // where it is to be
	float Reach = 0.9f;              // m, the longest
};

struct FBalanceJob
{
	const FBalanceSettings& Settings;
	// In
	std::span<const FVector> Planted{};     // soles that stand, body space
	std::span<const FLegReach> Legs{};      // all of them
	FVector Acceleration{0.0f, 0.0f, 0.0f}; // m/s^2, body space
	FVector Velocity{0.0f, 0.0f, 0.0f};     // m/s, body space; of the centre of mass
	float CenterHeight = 0.95f;             // m, of the centre of mass over the ground; > 0
	float DeltaTime = 1.0f / 60.0f;
	// In and out
	FBalanceState* State = nullptr;
	// Out
	FVector HipsOffset{0.0f, 0.0f, 0.0f};         // m, body space: shift and drop
	FVector ExtrapolatedCenter{0.0f, 0.0f, 0.0f}; // m, body space, on the ground: x + v / sqrt(g / l) (Hof 2008)
	float UnreachedBy = 0.0f;                     // m that the worst leg lacks at the deepest drop

	bool Validate() const;
	bool Run();
};
} // namespace Flockwork
