#pragma once
// What the camera sees and where shadows fall: the culling that all kinds of bodies share. Free of the engine.
#include "FlockworkRender/RenderTypes.h"

namespace Flockwork
{
// What the camera sees and where shadows fall, for culling.
struct FBodyView
{
	FCameraPose Camera;
	float AspectRatio = 16.0f / 9.0f;
	int32_t Height = 720;
	bool bShadows = true;
	FVector ShadowCenter{0.0f, 0.0f, 0.0f};
	float ShadowRadius = 32.0f;
	FVector TowardSun{0.0f, 1.0f, 0.0f};
	bool bGround = true; // there is one, and shadows fall on it
	float GroundHeight = 0.0f;
};

// How a body is seen.
struct FBodySeen
{
	float Pixels = 0.0f; // its size on the screen
	bool bVisible = false;
	bool bShadow = false; // it throws one that may be seen
};

class FViewCone
{
public:
	explicit FViewCone(const FBodyView& InView);
	// Of a body within Radius about Center; Size is its standing height or greatest length, m.
	FBodySeen Measure(const FVector& Center, float Radius, float Size) const;

private:
	bool Touches(const FVector& Center, float Radius) const;
	bool IsGroundShadowSeen(const FVector& Position, float Radius) const;

	// Of a plane through the camera.
	struct FSide
	{
		float Normal = 0.0f;
		float Depth = 0.0f;
	};
	const FBodyView& View;
	FVector Forward;
	FVector Right;
	FVector Up;
	FSide SideX;
	FSide SideY;
	float PixelsAtOneMetre = 0.0f;
};
} // namespace Flockwork
