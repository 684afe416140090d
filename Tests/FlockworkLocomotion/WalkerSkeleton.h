#pragma once
// Somebody with two legs, made in code.
#include "FlockworkAnimation/Skeleton.h"

#include <vector>

namespace Flockwork
{
inline constexpr float AnkleHeight = 0.08f;

// Hips at 0.93 m, legs of 0.87 m with a slight bend; every joint turned about by its own rest rotation.
inline FSkeleton MakeWalkerSkeleton()
{
	struct FPart
	{
		const char* Name;
		int32_t Parent;
		FVector Place;
		float Turn;
	};
	const FPart Parts[] = {{"root", -1, {0.0f, 0.0f, 0.0f}, 0.0f}, {"hips", 0, {0.0f, 0.95f, 0.0f}, 0.3f},
	    {"thigh_l", 1, {0.1f, 0.9f, 0.0f}, 1.1f}, {"shin_l", 2, {0.1f, 0.49f, 0.03f}, -0.7f},
	    {"foot_l", 3, {0.1f, AnkleHeight, 0.0f}, 2.0f}, {"toe_l", 4, {0.1f, 0.02f, 0.14f}, 0.4f},
	    {"thigh_r", 1, {-0.1f, 0.9f, 0.0f}, -0.2f}, {"shin_r", 6, {-0.1f, 0.49f, 0.03f}, 0.9f},
	    {"foot_r", 7, {-0.1f, AnkleHeight, 0.0f}, -1.3f}, {"toe_r", 8, {-0.1f, 0.02f, 0.14f}, 0.0f}};
	FSkeleton Skeleton;
	std::vector<FQuat> Turns;
	for (const FPart& Part : Parts)
	{
		const FQuat Turn = glm::angleAxis(Part.Turn, SafeNormal({1.0f, 2.0f, 0.5f}));
		const FQuat Above = Part.Parent < 0 ? IdentityQuat : Turns[size_t(Part.Parent)];
		const FVector From = Part.Parent < 0 ? FVector{0.0f} : Parts[Part.Parent].Place;
		Skeleton.JointNames.emplace_back(Part.Name);
		Skeleton.Parents.push_back(int16_t(Part.Parent));
		Skeleton.RestPose.push_back({glm::conjugate(Above) * (Part.Place - From), glm::conjugate(Above) * Turn});
		Turns.push_back(Turn);
	}
	return Skeleton;
}
} // namespace Flockwork
