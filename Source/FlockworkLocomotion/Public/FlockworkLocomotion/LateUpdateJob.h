#pragma once
// Animation first, corrections after it. In this order, and nothing else may move the hips:
//
//	1 hips lock     the animation's hips go back to just above the root, seen from above
//	2 balance       a small shift toward the feet that carry, a lean into the acceleration
//	3 pelvis        as low as every foot needs
//	4 leg IK        ankles to where the planner has the soles
//	5 ankle, toe    soles along the ground
//
// Body space is the character's model space, scaled: its origin on the ground below it, +Z ahead.
#include "FlockworkAnimation/Pose.h"
#include "FlockworkLocomotion/BalanceJob.h"
#include "FlockworkLocomotion/FootPlanner.h"
#include "FlockworkLocomotion/WalkerRig.h"

#include <span>

namespace Flockwork
{
struct FLateUpdateJob
{
	const FSkeleton& Skeleton;
	const FWalkerRig& Rig;
	const FBalanceSettings& Balance;

	// In
	FTransform Body{};                      // of the model's origin in the world, its scale that of the character
	std::span<const FFootState> Feet{};     // one a leg
	float FootWeight = 1.0f;                // 0: feet go by the clip, 1: as planned
	FVector Velocity{0.0f, 0.0f, 0.0f};     // m/s, world
	FVector Acceleration{0.0f, 0.0f, 0.0f}; // m/s^2, world
	float DeltaTime = 1.0f / 60.0f;
	// In and out
	FBalanceState* State = nullptr;
	std::span<FJointPose> Locals{};   // the blended pose; corrected
	std::span<FJointMatrix> Models{}; // out; one a joint

	// Out
	float WorstReach = 0.0f;                      // m that the worst ankle is off its target
	int32_t Unreached = 0;                        // legs that end in the soft zone, or beyond it
	FVector ExtrapolatedCenter{0.0f, 0.0f, 0.0f}; // m, world, on the ground

	bool Validate() const;
	bool Run();

private:
	void LockHips();
	void MoveHips(const FVector& Offset);
	void Lean();
	void SolveLeg(size_t Leg);
	FVector AnkleTarget(size_t Leg) const; // model space
	void FindBalance();
};
} // namespace Flockwork
