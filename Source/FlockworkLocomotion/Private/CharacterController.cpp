#include "FlockworkLocomotion/CharacterController.h"

#include "ControllerMove.h"

namespace Flockwork
{
bool FControllerMoveJob::Validate() const
{
	return State && IsFinite(State->Feet) && IsFinite(State->Velocity) && std::isfinite(State->Yaw) &&
	       IsFinite(WishVelocity) && DeltaTime > 0.0f && DeltaTime <= 0.25f && Settings.Radius > 0.0f &&
	       Settings.Height >= 2.0f * Settings.Radius && Settings.StepHeight >= 0.0f;
}

bool FControllerMoveJob::Run()
{
	if (!Validate())
	{
		return false;
	}
	FControllerMove Move(Settings, World, IgnoredBodies, *State, DeltaTime);
	Move.RidePlatform();
	Move.EndOverlaps();
	Move.Accelerate(WishVelocity);
	if (bJump)
	{
		Move.Jump();
	}
	if (Move.GetState().bGrounded)
	{
		Move.Walk();
		Move.FollowGround(Settings.SnapDistance);
	}
	else
	{
		Move.Fall();
	}
	Move.RememberGround();
	const FControllerState& After = Move.GetState();
	if (!IsFinite(After.Feet) || !IsFinite(After.Velocity) || !IsFinite(After.GroundNormal) ||
	    !std::isfinite(After.Yaw)) // a host's query answered with no numbers
	{
		return false;
	}
	*State = After;
	return true;
}

bool PlaceController(const FControllerSettings& Settings, ISceneQuery& World, const FVector& Feet, float Down,
    std::span<const uint64_t> IgnoredBodies, FControllerState& State)
{
	if (!IsFinite(Feet) || !(Down >= 0.0f) || Settings.Height < 2.0f * Settings.Radius)
	{
		return false;
	}
	FControllerState Placed;
	Placed.Feet = Feet;
	Placed.Yaw = State.Yaw;
	FControllerMove Move(Settings, World, IgnoredBodies, Placed, 1.0f / 60.0f);
	Move.EndOverlaps();
	Move.FollowGround(Down);
	Move.RememberGround();
	State = Move.GetState();
	return true;
}
} // namespace Flockwork
