#include "FlockworkRender/Cameras.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr float RadiansAPixel = 0.005f;
constexpr float PitchLimit = 1.5f;

// Yaw about Y, then pitch down about the camera's X.
FQuat MakeRotation(float Yaw, float Pitch)
{
	return glm::angleAxis(Yaw, UpVector) * glm::angleAxis(-Pitch, FVector(1.0f, 0.0f, 0.0f));
}
} // namespace

FCameraPose FCameraPose::LookAt(const FVector& Position, const FVector& Target, float FieldOfView)
{
	FCameraPose Pose;
	Pose.Position = Position;
	Pose.FieldOfView = FieldOfView;
	const FVector Back = SafeNormal(Position - Target);
	if (LengthSquared(Back) > 0.5f)
	{
		// LookRotation turns +Z to its argument; a camera's +Z is its back.
		Pose.Rotation = LookRotation(Back, std::abs(Back.y) > 0.9999f ? FVector(0.0f, 0.0f, -1.0f) : UpVector);
	}
	return Pose;
}

void FOrbitCamera::Drag(float PixelsX, float PixelsY)
{
	Yaw -= RadiansAPixel * PixelsX;
	Pitch = std::clamp(Pitch + RadiansAPixel * PixelsY, -PitchLimit, PitchLimit);
}

void FOrbitCamera::Pan(float PixelsX, float PixelsY, int32_t ViewHeight)
{
	const FCameraPose Pose = GetPose();
	const float MetresAPixel = 2.0f * Distance * std::tan(0.5f * FieldOfView) / float(std::max(ViewHeight, 1));
	Target += (Pose.GetUp() * PixelsY - Pose.GetRight() * PixelsX) * MetresAPixel;
}

void FOrbitCamera::Zoom(float Steps)
{
	Distance = std::clamp(Distance * std::pow(0.88f, Steps), 0.5f, 5000.0f);
}

FCameraPose FOrbitCamera::GetPose() const
{
	FCameraPose Pose;
	Pose.Rotation = MakeRotation(Yaw, std::clamp(Pitch, -PitchLimit, PitchLimit));
	Pose.Position = Target - Pose.GetForward() * std::clamp(Distance, 0.5f, 5000.0f);
	Pose.FieldOfView = FieldOfView;
	return Pose;
}

void FFlyCamera::Look(float PixelsX, float PixelsY)
{
	Yaw -= RadiansAPixel * PixelsX;
	Pitch = std::clamp(Pitch + RadiansAPixel * PixelsY, -PitchLimit, PitchLimit);
}

void FFlyCamera::Move(const FVector& Direction, float DeltaTime, bool bFast)
{
	const FCameraPose Pose = GetPose();
	const float Way = Speed * DeltaTime * (bFast ? 4.0f : 1.0f);
	Position += (Pose.GetRight() * Direction.x + UpVector * Direction.y + Pose.GetForward() * Direction.z) * Way;
}

FCameraPose FFlyCamera::GetPose() const
{
	FCameraPose Pose;
	Pose.Position = Position;
	Pose.Rotation = MakeRotation(Yaw, Pitch);
	Pose.FieldOfView = FieldOfView;
	return Pose;
}

FFlyCamera FFlyCamera::FromPose(const FCameraPose& Pose)
{
	FFlyCamera Camera;
	const FVector Forward = Pose.GetForward();
	Camera.Position = Pose.Position;
	Camera.Pitch = std::asin(std::clamp(-Forward.y, -1.0f, 1.0f));
	Camera.Yaw = std::atan2(-Forward.x, -Forward.z);
	Camera.FieldOfView = Pose.FieldOfView;
	return Camera;
}

void FFollowCamera::Update(const FVector& Target, const FVector& Heading, float DeltaTime)
{
	const FVector Flat = SafeNormal(Horizontal(Heading));
	const float Alpha = bStarted && Rate > 0.0f ? SmoothingAlpha(Rate, DeltaTime) : 1.0f;
	SmoothTarget += (Target - SmoothTarget) * Alpha;
	if (LengthSquared(Flat) > 0.5f)
	{
		// Turning about goes round the side: two opposite headings must not cancel each other.
		const float Angle = YawOf(YawRotation(Flat)) - YawOf(YawRotation(SmoothHeading));
		const float Shortest = Angle - 2.0f * Pi * std::round(Angle / (2.0f * Pi));
		SmoothHeading = glm::angleAxis(Shortest * Alpha, UpVector) * SmoothHeading;
	}
	bStarted = true;
	const FVector Behind = glm::angleAxis(Yaw, UpVector) * SmoothHeading;
	const FVector Eye = SmoothTarget - Behind * Distance + UpVector * Height;
	Pose = FCameraPose::LookAt(Eye, SmoothTarget + UpVector * LookHeight, FieldOfView);
}

FPickRay MakePickRay(const FCameraPose& Pose, float PixelX, float PixelY, int32_t Width, int32_t Height)
{
	const float TanY = std::tan(0.5f * Pose.FieldOfView);
	const float TanX = TanY * float(Width) / float(Height);
	const float X = (2.0f * PixelX / float(Width) - 1.0f) * TanX;
	const float Y = (1.0f - 2.0f * PixelY / float(Height)) * TanY;
	return {Pose.Position, SafeNormal(Pose.GetForward() + Pose.GetRight() * X + Pose.GetUp() * Y)};
}

bool ProjectToPixel(const FCameraPose& Pose, const FVector& Point, int32_t Width, int32_t Height, FVector& Out)
{
	const FVector Local = glm::conjugate(Pose.Rotation) * (Point - Pose.Position);
	const float Depth = -Local.z;
	if (!(Depth > Pose.NearDistance))
	{
		return false;
	}
	const float Scale = 0.5f * float(Height) / (Depth * std::tan(0.5f * Pose.FieldOfView));
	Out = {0.5f * float(Width) + Local.x * Scale, 0.5f * float(Height) - Local.y * Scale, Depth};
	return true;
}

bool IntersectGround(const FPickRay& Ray, float Height, FVector& Out)
{
	const float Rise = Height - Ray.Origin.y;
	if (std::abs(Ray.Direction.y) < 1e-6f || Rise / Ray.Direction.y < 0.0f)
	{
		return false;
	}
	Out = Ray.Origin + Ray.Direction * (Rise / Ray.Direction.y);
	Out.y = Height;
	return true;
}

FCameraPose BlendPoses(const FCameraPose& A, const FCameraPose& B, float Alpha)
{
	const float Share = std::clamp(Alpha, 0.0f, 1.0f);
	FCameraPose Out = A;
	Out.Position = A.Position + (B.Position - A.Position) * Share;
	Out.Rotation = glm::slerp(A.Rotation, B.Rotation, Share);
	Out.FieldOfView = A.FieldOfView + (B.FieldOfView - A.FieldOfView) * Share;
	Out.NearDistance = A.NearDistance + (B.NearDistance - A.NearDistance) * Share;
	Out.FarDistance = A.FarDistance + (B.FarDistance - A.FarDistance) * Share;
	return Out;
}
} // namespace Flockwork
