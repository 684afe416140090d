#pragma once
// Cameras as small structs of state: feed them input, ask for a pose. None of them knows the renderer.
#include "FlockworkRender/RenderTypes.h"

namespace Flockwork
{
// Turns about a target. Yaw 0 looks along -Z; positive pitch looks down.
struct FOrbitCamera
{
	FVector Target{0.0f, 1.0f, 0.0f};
	float Yaw = 0.6f;
	float Pitch = 0.45f;    // clamped to [-1.5, 1.5]
	float Distance = 25.0f; // m, clamped to [0.5, 5000]
	float FieldOfView = 0.9f;

	void Drag(float PixelsX, float PixelsY);                    // 0.005 radians a pixel
	void Pan(float PixelsX, float PixelsY, int32_t ViewHeight); // moves the target with the pointer
	void Zoom(float Steps);                                     // a wheel step is a factor 0.88
	FCameraPose GetPose() const;
};

// Free flight. Move is in the camera's own axes (x right, y up, z forward), each -1..1.
struct FFlyCamera
{
	FVector Position{0.0f, 4.0f, 15.0f};
	float Yaw = 0.0f;
	float Pitch = 0.2f;
	float Speed = 10.0f; // m/s
	float FieldOfView = 1.0f;

	void Look(float PixelsX, float PixelsY);
	void Move(const FVector& Direction, float DeltaTime, bool bFast = false);
	FCameraPose GetPose() const;
	static FFlyCamera FromPose(const FCameraPose& Pose);
};

// Stays behind (or beside, or above) something that moves, smoothed so that the result does not depend on the frame
// rate.
struct FFollowCamera
{
	float Distance = 7.0f;   // m behind the target
	float Height = 3.2f;     // m above it
	float LookHeight = 1.4f; // m above the target's origin that is looked at
	float Yaw = 0.0f;        // radians added to the target's heading; Pi looks it in the face
	float Rate = 4.0f;       // 1/s of smoothing; 0 sticks at once
	float FieldOfView = 0.95f;

	// Heading need not be unit; zero keeps the last one.
	void Update(const FVector& Target, const FVector& Heading, float DeltaTime);
	void Reset() { bStarted = false; }
	FCameraPose GetPose() const { return Pose; }

private:
	bool bStarted = false;
	FVector SmoothTarget{0.0f, 0.0f, 0.0f};
	FVector SmoothHeading{0.0f, 0.0f, 1.0f};
	FCameraPose Pose;
};

struct FPickRay
{
	FVector Origin{0.0f, 0.0f, 0.0f};
	FVector Direction{0.0f, 0.0f, -1.0f}; // unit
};

// Pixel (0, 0) is the top left corner of the picture; its middle is (0.5, 0.5).
FPickRay MakePickRay(const FCameraPose& Pose, float PixelX, float PixelY, int32_t Width, int32_t Height);
// False behind the camera. Out in pixels from the top left, z the distance along the camera's forward axis.
bool ProjectToPixel(const FCameraPose& Pose, const FVector& Point, int32_t Width, int32_t Height, FVector& Out);
// Where the ray meets the horizontal plane at Height; false when it does not.
bool IntersectGround(const FPickRay& Ray, float Height, FVector& Out);
// Between two scripted poses, Alpha in [0, 1]: position linear, rotation along the shortest arc.
FCameraPose BlendPoses(const FCameraPose& A, const FCameraPose& B, float Alpha);
} // namespace Flockwork
