#pragma once
// Skeletons, joint axes and IK targets as debug lines, into any IDebugDraw.
#include "FlockworkCore/DebugDraw.h"
#include "FlockworkRender/SkinnedTypes.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace Flockwork
{
struct FSkeletonLineOptions
{
	bool bBones = true;       // a slim octahedron from each parent to its child
	bool bAxes = false;       // of each joint: X red, Y green, Z blue
	bool bNames = false;      // needs Names
	float AxisLength = 0.06f; // m
	FColor Color{1.0f, 0.85f, 0.35f, 1.0f};
};

// Joints: model transforms of one character (not skinning matrices); Parents: -1 for roots; Root: from the model to the
// world. Spans of one size, Names may be empty. A parent that is no joint counts as none.
void DrawSkeleton(IDebugDraw& Draw, std::span<const FRenderJoint> Joints, std::span<const int16_t> Parents,
    std::span<const std::string> Names, const FTransform& Root, const FSkeletonLineOptions& Options = {});

// A cross in a circle at Target, and a line to it from Reached, where the chain ended: green when it came within
// Tolerance metres, red otherwise. Everything in world space.
void DrawReachTarget(IDebugDraw& Draw, const FVector& Target, const FVector& Reached, std::string_view Label = {},
    float Size = 0.06f, float Tolerance = 0.002f);
} // namespace Flockwork
