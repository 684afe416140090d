#pragma once
// Points on the bottom of a foot that move as its skin does, so that what is measured is what is seen.
#include "FlockworkAnimation/CharacterAsset.h"
#include "FlockworkLocomotion/WalkerRig.h"

#include <array>
#include <span>

namespace Flockwork
{
// A vertex, or a point below a joint, by the joints that carry it (linear blend skinning, morphs left out).
struct FSolePoint
{
	std::array<int16_t, 4> Joints{};
	std::array<float, 4> Weights{}; // sum 1
	std::array<FVector, 4> Places{
	    FVector{0.0f}, FVector{0.0f}, FVector{0.0f}, FVector{0.0f}}; // m, in each joint's space

	FVector Pose(std::span<const FJointMatrix> Models) const; // m, model space
};

struct FWalkSole
{
	static constexpr size_t MaxPoints = 8;
	std::array<FSolePoint, MaxPoints> Points{};
	size_t Count = 0;

	// The outermost of the foot's lowest vertices in eight directions, of the finest meshes, as they lie at rest;
	// without a mesh, the points on the ground below ankle and toe.
	static FWalkSole Find(const FCharacterAsset& Character, const FWalkerLeg& Leg);
};
} // namespace Flockwork
