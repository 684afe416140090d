#pragma once
// A kinematic capsule that walks, slides, climbs steps, keeps to the ground, falls, jumps and rides platforms (the
// collide-and-slide of first-person games; the floor test is split in a sweep and a ray, as Unreal's character movement
// does, because a round bottom meets the edge of a stair with a slanted normal).
//
//	FControllerState State;
//	State.Feet = {0, 0, 0};
//	FControllerMoveJob Job{Settings, World};
//	Job.State = &State;
//	Job.WishVelocity = {0, 0, 1.4f};
//	Job.DeltaTime = 1 / 60.f;
//	if (!Job.Run()) ... // only on bad input; State is untouched then
//
// World space, metres, seconds. Nothing is allocated. Two characters' jobs may run at once where the query allows it
// (ISceneQuery::IsThreadSafe) and neither pushes what the other stands on.
#include "FlockworkCore/SceneQuery.h"
#include "FlockworkLocomotion/ControllerSettings.h"

#include <cstdint>
#include <span>

namespace Flockwork
{
struct FControllerState
{
	FVector Feet{0.0f, 0.0f, 0.0f};     // the capsule's lowest point
	FVector Velocity{0.0f, 0.0f, 0.0f}; // m/s, of its own: without what a platform adds
	float Yaw = 0.0f;                   // rad; only platforms turn it here, whoever faces a character sets it

	bool bGrounded = false;
	FVector GroundNormal{0.0f, 1.0f, 0.0f};
	uint64_t GroundBody = ~0ull;                // FBodyId bits, when grounded
	FTransform GroundTransform;                 // that body's, at the end of the last move
	FVector PlatformVelocity{0.0f, 0.0f, 0.0f}; // m/s, of the ground beneath the feet

	// Of the last move
	bool bHitWall = false;
	bool bClimbed = false;     // stepped up an edge
	bool bLanded = false;      // touched ground after a fall
	float LandingSpeed = 0.0f; // m/s, downward, when landed
	float Stuck = 0.0f;        // m; overlap with the world that could not be ended
};

struct FControllerMoveJob
{
	const FControllerSettings& Settings;
	ISceneQuery& World;

	// In
	std::span<const uint64_t> IgnoredBodies{}; // its own body, as bits
	FVector WishVelocity{0.0f, 0.0f, 0.0f};    // m/s; the vertical part does not count
	bool bJump = false;                        // when grounded
	float DeltaTime = 1.0f / 60.0f;            // s, in (0, 0.25]; longer spikes are for the caller to cut into steps
	// In and out
	FControllerState* State = nullptr;

	// False on a missing state, numbers that are not finite, a time out of range, settings out of range.
	bool Validate() const;
	bool Run();
};

// Puts a character on the ground below Feet (within Down metres), out of walls; where there is none it starts falling.
bool PlaceController(const FControllerSettings& Settings, ISceneQuery& World, const FVector& Feet, float Down,
    std::span<const uint64_t> IgnoredBodies, FControllerState& State);
} // namespace Flockwork
