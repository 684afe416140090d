#include "CameraRig.h"

#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace Flockwork
{
namespace
{
constexpr float BlendTime = 0.6f; // s

// As on a spring arm: in front of whatever stands between the eye and the actor.
FCameraPose KeepOutOfWalls(FCameraPose Pose, const FVector& Actor, const UWorld& World)
{
	constexpr float Clearance = 0.3f; // m
	FQueryFilter Filter;
	Filter.LayerMask = LayerBit(ELayer::WorldStatic);
	FHit Hit;
	const FVector Arm = Pose.Position - Actor;
	if (Length(Arm) > Clearance &&
	    World.GetPhysics().Raycast({Actor, Pose.Position + SafeNormal(Arm) * Clearance}, Filter, Hit))
	{
		Pose.Position = Hit.Position - SafeNormal(Arm) * Clearance;
	}
	return Pose;
}
} // namespace

void FCameraRig::Reset(const FWorldView& View)
{
	Orbit = FOrbitCamera{};
	Frame(View);
	Pose = Orbit.GetPose();
	FollowCamera = FFollowCamera{};
	FollowCamera.LookHeight = 0.5f; // an actor's place is its body's middle
	FollowCamera.Height = 2.6f;
	Blend = 1.0f;
	bFirst = true;
	LastMode = ECameraRig::Orbit; // so that the first Update enters whatever mode is on
}

void FCameraRig::Frame(const FWorldView& View)
{
	BlendFrom = Pose;
	Blend = 0.0f;
	Orbit.Target = View.GetCenter();
	Orbit.Distance = 2.2f * View.GetExtent() + 8.0f;
	LastMode = ECameraRig::Orbit;
}

void FCameraRig::Enter(ECameraRig Mode)
{
	if (Mode == LastMode)
	{
		return;
	}
	LastMode = Mode;
	BlendFrom = Pose;
	Blend = 0.0f;
	FollowCamera.Reset();
	if (Mode == ECameraRig::Orbit)
	{
		// From where the camera is now, about what it looks at: nothing jumps under the hand.
		const FVector Forward = Pose.GetForward();
		Orbit.Distance = std::clamp(FocusDistance, 0.5f, 5000.0f);
		Orbit.Target = Pose.Position + Forward * Orbit.Distance;
		Orbit.Yaw = std::atan2(-Forward.x, -Forward.z);
		Orbit.Pitch = std::asin(std::clamp(-Forward.y, -1.0f, 1.0f));
		Orbit.FieldOfView = Pose.FieldOfView;
		Blend = 1.0f;
	}
	if (Mode == ECameraRig::Fly)
	{
		FlyCamera = FFlyCamera::FromPose(Pose);
		Blend = 1.0f;
	}
}

void FCameraRig::Drag(ECameraRig Mode, float X, float Y)
{
	Enter(Mode);
	if (Mode == ECameraRig::Fly)
	{
		FlyCamera.Look(X, Y);
	}
	else if (Mode == ECameraRig::Follow)
	{
		FollowCamera.Yaw -= 0.005f * X;
		FollowCamera.Height = std::clamp(FollowCamera.Height + 0.005f * Y * FollowCamera.Distance, -50.0f, 200.0f);
	}
	else
	{
		Orbit.Drag(X, Y);
	}
}

void FCameraRig::Pan(ECameraRig Mode, float X, float Y, int32_t ViewHeight)
{
	Enter(Mode);
	if (Mode == ECameraRig::Fly)
	{
		FlyCamera.Position += (Pose.GetUp() * Y - Pose.GetRight() * X) * (0.002f * FlyCamera.Speed);
	}
	else
	{
		Orbit.Pan(X, Y, ViewHeight);
	}
}

void FCameraRig::Zoom(ECameraRig Mode, float Steps)
{
	Enter(Mode);
	if (Mode == ECameraRig::Follow)
	{
		const float Factor = std::pow(0.88f, Steps);
		FollowCamera.Height *= Factor;
		FollowCamera.Distance = std::clamp(FollowCamera.Distance * Factor, 1.0f, 200.0f);
	}
	else if (Mode == ECameraRig::Fly)
	{
		FlyCamera.Position += Pose.GetForward() * (0.2f * FlyCamera.Speed * Steps);
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
	FocusDistance = Orbit.Distance;
	if (Mode == ECameraRig::Scene && Wish.bActive)
	{
		FocusDistance = Length(Wish.LookAt - Wish.Position);
		return FCameraPose::LookAt(Wish.Position, Wish.LookAt, Wish.FieldOfView);
	}
	if (Mode == ECameraRig::Follow && Actor)
	{
		const FTransform& Previous = Session.GetWorld().GetPreviousTransform(Selected);
		const FTransform Place = Interpolate(Previous, Actor->Transform, Alpha);
		FollowCamera.Update(Place.Location, Place.Rotation * ForwardVector, DeltaTime);
		FocusDistance = FollowCamera.Distance;
		return KeepOutOfWalls(FollowCamera.GetPose(), Place.Location, Session.GetWorld());
	}
	return Mode == ECameraRig::Fly ? FlyCamera.GetPose() : Orbit.GetPose();
}

FCameraPose FCameraRig::Update(
    ECameraRig Mode, const FSceneSession& Session, FActorId Selected, float Alpha, float DeltaTime)
{
	Enter(Mode);
	const FCameraPose Wanted = Choose(Mode, Session, Selected, Alpha, DeltaTime);
	// A script's cut is meant as one, and so is the first picture of all.
	const bool bCut = Mode == ECameraRig::Scene && Session.GetScene().GetCamera(Alpha).bCut;
	Blend = bCut || bFirst ? 1.0f : std::min(1.0f, Blend + DeltaTime / BlendTime);
	bFirst = false;
	const float Eased = Blend * Blend * (3.0f - 2.0f * Blend);
	Pose = Blend < 1.0f ? BlendPoses(BlendFrom, Wanted, Eased) : Wanted;
	return Pose;
}

std::string FCameraRig::Describe() const
{
	const FVector Target = Pose.Position + Pose.GetForward() * FocusDistance;
	char Text[192];
	std::snprintf(Text, sizeof(Text), "Camera::Look(FVector(%.2f, %.2f, %.2f), FVector(%.2f, %.2f, %.2f));",
	    double(Pose.Position.x), double(Pose.Position.y), double(Pose.Position.z), double(Target.x), double(Target.y),
	    double(Target.z));
	return Text;
}
} // namespace Flockwork
