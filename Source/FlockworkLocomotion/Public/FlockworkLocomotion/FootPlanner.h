#pragma once
// Procedural feet: each stays where it is planted, to the bit, until it is too far from where it should be, and then
// steps there in an arc. It depends on the body's place and velocity alone, never on hips or poses.
//
//	FFootPlannerJob Job{Settings, Gaits, World};
//	Job.Rest = RestSpots; Job.Feet = States; // one each a foot
//	Job.Body = {Controller.Feet, Facing};
//	Job.Velocity = Controller.Velocity;
//	Job.Run();
//
// World space, metres. Soles, not ankles. Nothing is allocated.
#include "FlockworkCore/SceneQuery.h"
#include "FlockworkLocomotion/FootSettings.h"
#include "FlockworkLocomotion/Gait.h"

#include <cstdint>
#include <span>

namespace Flockwork
{
// A place on something that may move.
struct FFoothold
{
	FVector Place{0.0f, 0.0f, 0.0f};
	FVector Normal{0.0f, 1.0f, 0.0f};
	float Yaw = 0.0f;         // rad, of the foot
	bool bGround = false;     // false: no ground was found, Place is where it was looked for
	uint64_t Body = ~0ull;    // that it lies on
	FTransform BodyTransform; // that body's, when Place was stored
};

struct FFootState
{
	FFoothold Foothold;             // planted: where; stepping: where the step began
	FFoothold Goal;                 // of a step
	FVector Sole{0.0f, 0.0f, 0.0f}; // now
	FVector Normal{0.0f, 1.0f, 0.0f};
	float Yaw = 0.0f;
	bool bStepping = false;
	float Progress = 0.0f; // of the step, 0..1
	float Lift = 0.0f;     // m that the arc is higher than StepHeight, for what lies between
	bool bLanded = false;  // in the last run
	float Distance = 0.0f; // m from the ideal spot, horizontal, at the last run
};

struct FFootReport
{
	int32_t Planted = 0;
	int32_t Started = 0; // steps begun in this run
	int32_t Landed = 0;
	int32_t Misses = 0;       // feet whose ideal spot has no ground
	float LongestStep = 0.0f; // m, of those begun
};

struct FFootPlannerJob
{
	const FFootSettings& Settings;
	const FGaitTable& Gaits;
	const ISceneQuery& World;

	// In
	std::span<const FVector>
	    Rest{}; // m, body space, on the ground: where each foot stands below the body; y is ignored
	std::span<const uint64_t> IgnoredBodies{};
	FTransform Body{};                  // on the ground, upright
	FVector Velocity{0.0f, 0.0f, 0.0f}; // m/s, the platform's included
	float DeltaTime = 1.0f / 60.0f;     // s, in (0, 0.25]
	bool bFeetUp = false;               // falling: no foot looks for ground, all hang at their rest
	// In and out
	std::span<FFootState> Feet{};
	// Out
	FFootReport Report{};

	bool Validate() const;
	bool Run();
	// All feet at once on the ground below their rest: at the start, and after teleports.
	bool Plant();
};
} // namespace Flockwork
