#include "CameraRig.h"

#include "FlockworkGame/World.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr float BlendTime = 0.6f; // s
}

void FCameraRig::Reset(const FWorldView& View)
{
	Orbit = FOrbitCamera{};
	Orbit.Target = View.GetCenter();
	Orbit.Distance = 2.2f * View.GetExtent() + 8.0f;
	Pose = Orbit.GetPose();
	FollowCamera.Reset();
	Blend = 1.0f;
}

void FCameraRig::Drag(ECameraRig Mode, float X, float Y)
{
	if (Mode == ECameraRig::Fly)
	{
		FlyCamera.Look(X, Y);
	}
	else
	{
		Orbit.Drag(X, Y);
	}
}

void FCameraRig::Pan(float X, float Y, int32_t ViewHeight)
{
	Orbit.Pan(X, Y, ViewHeight);
}

void FCameraRig::Zoom(ECameraRig Mode, float Steps)
{
	if (Mode == ECameraRig::Follow)
	{
		FollowCamera.Distance = std::clamp(FollowCamera.Distance * (1.0f - 0.12f * Steps), 1.0f, 200.0f);
	}
	else
	{
		Orbit.Zoom(Steps);
	}
}

FCameraPose FCameraRig::Choose(
    ECameraRig Mode, const FSceneSession& Session, FActorId Selected, float Alpha, float DeltaTime)
{
	const FSceneCamera Wish = Session.GetScene().GetCamera(Alpha);
	const AActor* const Actor = Session.GetWorld().FindActor(Selected);
	switch (Mode)
	{
	case ECameraRig::Scene:
		return Wish.bActive ? FCameraPose::LookAt(Wish.Position, Wish.LookAt, Wish.FieldOfView) : Orbit.GetPose();
	case ECameraRig::Follow:
		if (Actor)
		{
			const FTransform Place = Interpolate(Actor->PreviousTransform, Actor->Transform, Alpha);
			FollowCamera.Update(Place.Location, Place.Rotation * ForwardVector, DeltaTime);
			return FollowCamera.GetPose();
		}
		return Orbit.GetPose();
	case ECameraRig::Fly:
		return FlyCamera.GetPose();
	default:
		return Orbit.GetPose();
	}
}

FCameraPose FCameraRig::Update(
    ECameraRig Mode, const FSceneSession& Session, FActorId Selected, float Alpha, float DeltaTime)
{
	if (Mode != LastMode)
	{
		BlendFrom = Pose;
		Blend = Mode == ECameraRig::Fly ? 1.0f : 0.0f;
		if (Mode == ECameraRig::Fly)
		{
			FlyCamera = FFlyCamera::FromPose(Pose);
		}
		FollowCamera.Reset();
		LastMode = Mode;
	}
	Blend = std::min(1.0f, Blend + DeltaTime / BlendTime);
	const FCameraPose Wanted = Choose(Mode, Session, Selected, Alpha, DeltaTime);
	const float Eased = Blend * Blend * (3.0f - 2.0f * Blend);
	Pose = Blend < 1.0f ? BlendPoses(BlendFrom, Wanted, Eased) : Wanted;
	return Pose;
}
} // namespace Flockwork
