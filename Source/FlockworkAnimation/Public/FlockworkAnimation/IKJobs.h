#pragma once
// Inverse kinematics: from places in model space to turns in model space (a turn T makes of a joint's model rotation R
// the rotation T * R; ApplyTurn writes it into local poses). Each job is a plain struct like those of PoseJobs.h. All
// are continuous: a target that moves by a millimetre moves no joint by more than about five degrees, at full stretch
// too.
#include "FlockworkAnimation/Pose.h"
#include "FlockworkAnimation/Skeleton.h"

#include <cstdint>
#include <span>

namespace Flockwork
{
// A leg or an arm: two bones, a hinge between them. In closed form (law of cosines); the stretch is softened as Andy
// Nicholas described (2009), so that the hinge does not snap straight. A target nearer to Start than 15 % of the limb
// has no clear direction: there, opposite to where the limb points, turns are faster than elsewhere.
struct FTwoBoneIKJob
{
	// In, model space, metres
	FVector Start{0.0f, 0.0f, 0.0f};  // hip, shoulder
	FVector Mid{0.0f, 0.0f, 0.0f};    // knee, elbow
	FVector End{0.0f, 0.0f, 0.0f};    // ankle, wrist
	FVector Target{0.0f, 0.0f, 0.0f}; // for End
	FVector Pole{0.0f, 0.0f, 1.0f};   // direction to which the hinge points: forward for knees
	// The hinge's axis as it lies now, where it is known (of the rest pose, turned along): then a straight limb, too,
	// has a bend's plane, and one that is bent the wrong way is not twisted round. Zero: found from the bend and Pole.
	FVector HingeAxis{0.0f, 0.0f, 0.0f};
	float MaxAngle = 172.0f; // deg, of the hinge; [90, 180]
	float SoftShare = 0.97f; // of the longest reach, from which on the stretch is softened; (0, 1]
	float Weight = 1.0f;     // 0..1

	// Out
	FQuat StartTurn{1.0f, 0.0f, 0.0f, 0.0f};
	FQuat MidTurn{1.0f, 0.0f, 0.0f, 0.0f}; // of the second bone as a whole: StartTurn is not to be added
	FVector NewMid{0.0f, 0.0f, 0.0f};
	FVector NewEnd{0.0f, 0.0f, 0.0f};
	bool bReached = false; // Target lies before the soft zone and Weight is 1: NewEnd is on it

	bool Validate() const; // finite numbers, bones longer than 1e-5 m, ranges
	bool Run();
	// The distance from Start beyond which bReached is false, and the longest reach at all.
	float GetSoftReach() const;
	float GetReach() const;

private:
	FVector PresentHinge() const; // unit, across the first bone
	FVector ReachableEnd();
};

// Turns a chain of joints (a spine, a neck, a head) so that an axis of the last one points to a target.
struct FLookAtJob
{
	static constexpr int32_t MaxJoints = 8;

	// In, model space
	std::span<const FVector> Joints{}; // places, from the chain's root to the head; 1 to MaxJoints
	std::span<const float> Shares{};   // of the turn, one a joint, >= 0; their sum is brought to 1
	FVector Forward{0.0f, 0.0f, 1.0f}; // where the head looks now; unit
	FVector Eye{0.0f, 0.0f, 0.0f};     // offset from the last joint, in the head's present orientation
	FVector Target{0.0f, 0.0f, 1.0f};
	FVector Up{0.0f, 1.0f, 0.0f}; // about this the head turns first; unit
	float MaxYaw = 80.0f;         // deg to either side; [0, 180]
	float MaxPitch = 50.0f;       // deg up and down; [0, 89]
	float Weight = 1.0f;          // 0..1

	// Out
	FQuat Turns[MaxJoints]; // for each joint the turn of all of it, its ancestors' turns included
	bool bReached = false;  // within the limits and Weight 1

	bool Validate() const;
	bool Run();

private:
	FVector TurnedEye() const;
};

// Lays a foot on the ground: its sole's up to the ground's normal, by no more than MaxAngle. For a toe, Axis is its
// hinge.
struct FGroundAlignJob
{
	FVector SoleUp{0.0f, 1.0f, 0.0f}; // now; unit
	FVector Normal{0.0f, 1.0f, 0.0f}; // of the ground; unit
	FVector Axis{0.0f, 0.0f, 0.0f};   // only about this unit axis; zero: about any
	float MaxAngle = 45.0f;           // deg; [0, 90]
	float Weight = 1.0f;              // 0..1

	FQuat Turn{1.0f, 0.0f, 0.0f, 0.0f}; // out

	bool Validate() const;
	bool Run();
};

enum class EChainSolver : uint8_t
{
	Fabrik, // forward and backward reaching (Aristidou and Lasenby 2011): even bends, for tails
	Ccd     // cyclic coordinate descent (Wang and Chen 1991): rolls up from the end, for tentacles
};

// A chain of any length; bones keep their lengths.
struct FChainIKJob
{
	std::span<FVector> Joints{}; // in and out; 2 to 64, model space
	FVector Target{0.0f, 0.0f, 0.0f};
	EChainSolver Solver = EChainSolver::Fabrik;
	int32_t MaxIterations = 32; // >= 1
	float Tolerance = 1e-4f;    // m, > 0
	float Weight = 1.0f;        // 0..1, of the way of the target from the present end

	bool bReached = false; // out
	int32_t Iterations = 0;

	bool Validate() const;
	bool Run();
};

// The turn over the shorter arc that takes the direction From to To; identity when one of them is zero; about Fallback
// (a direction across From) when they are opposite.
FQuat TurnBetween(const FVector& From, const FVector& To, const FVector& Fallback = UpVector);

// Turns a joint in model space: rewrites its local pose and the matrices of it and its descendants. Locals and Models
// hold one entry a joint and agree with each other.
void ApplyTurn(const FSkeleton& Skeleton, int32_t Joint, const FQuat& Turn, std::span<FJointPose> Locals,
    std::span<FJointMatrix> Models);
} // namespace Flockwork
