#pragma once
// How feet are placed.
#include "FlockworkCore/Settings.h"

namespace Flockwork
{
struct FFootSettings
{
	// When a foot steps
	float StepThreshold = 0.35f; // m from its ideal spot; larger: longer strides
	float TurnThreshold = 40.0f; // deg between foot and body
	float StopSpeed = 0.15f;     // m/s below which the body stands, and feet come together
	float StopThreshold = 0.06f; // m; the threshold of a body that stands
	// How it steps
	float StepSpeed = 4.0f;   // 1/s: a step takes 1 / StepSpeed
	float StepHeight = 0.18f; // m, of the arc
	float Lead = 1.5f; // step times that the spot lies ahead of the body's motion; without it feet trail out of reach
	float ReaimUntil = 0.6f; // share of the step up to which its goal follows the ideal spot
	float Clearance = 0.05f; // m over what lies between
	// Where the ground is
	float RayUp = 1.0f;        // m above the body's ground from which feet look down
	float RayDown = 3.0f;      // m that they look down in all
	float MaxSlope = 60.0f;    // deg; steeper ground is no foothold
	int32_t GroundLayers = -1; // that count as ground, a bit each; -1 all

	// "feet"
	static const FSettingsTable& Table();
};
} // namespace Flockwork
