#pragma once
// The window's camera: four ways to look, with a soft change from one to another.
#include "FlockworkRender/Cameras.h"
#include "SceneSession.h"
#include "ViewerState.h"
#include "WorldView.h"

#include <string>

namespace Flockwork
{
class FCameraRig
{
public:
	// Looks at the whole flock from above and aside.
	void Reset(const FWorldView& View);
	// Moves the orbit so that the whole flock is seen, from the side it looks from now.
	void Frame(const FWorldView& View);
	// Pixels the pointer was dragged.
	void Drag(ECameraRig Mode, float X, float Y);
	void Pan(ECameraRig Mode, float X, float Y, int32_t ViewHeight);
	void Zoom(ECameraRig Mode, float Steps);
	// Axes: x right, y up, z forward, of the fly camera.
	void Fly(const FVector& Axes, float DeltaTime, bool bFast) { FlyCamera.Move(Axes, DeltaTime, bFast); }
	// Once a frame. Alpha as UWorld::GetAlpha.
	FCameraPose Update(ECameraRig Mode, const FSceneSession& Session, FActorId Selected, float Alpha, float DeltaTime);
	const FCameraPose& GetPose() const { return Pose; }
	// The place as a line for a scene's script.
	std::string Describe() const;

private:
	// Changes to a mode, once: the orbit takes over from where the camera is and what it looks at, the others blend.
	void Enter(ECameraRig Mode);
	FCameraPose Choose(ECameraRig Mode, const FSceneSession& Session, FActorId Selected, float Alpha, float DeltaTime);

	FOrbitCamera Orbit;
	FFlyCamera FlyCamera;
	FFollowCamera FollowCamera;
	FCameraPose Pose;
	float FocusDistance = 20.0f; // m from the camera to what it looks at
	FCameraPose BlendFrom;
	float Blend = 1.0f; // 0: as in the former mode, 1: wholly in the new one
	ECameraRig LastMode = ECameraRig::Orbit;
	bool bFirst = true;
};
} // namespace Flockwork
