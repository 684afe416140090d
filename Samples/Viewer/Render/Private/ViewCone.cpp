#include "ViewCone.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr float SmallPixels = 14.0f; // on the screen: of such a body nobody sees the shadow that falls on another
}

FViewCone::FViewCone(const FBodyView& InView)
    : View(InView), Forward(View.Camera.GetForward()), Right(View.Camera.GetRight()), Up(View.Camera.GetUp())
{
	const float TanY = std::tan(0.5f * View.Camera.FieldOfView);
	const float TanX = TanY * View.AspectRatio;
	SideX = {1.0f / std::sqrt(1.0f + TanX * TanX), TanX / std::sqrt(1.0f + TanX * TanX)};
	SideY = {1.0f / std::sqrt(1.0f + TanY * TanY), TanY / std::sqrt(1.0f + TanY * TanY)};
	PixelsAtOneMetre = float(View.Height) / (2.0f * TanY);
}

bool FViewCone::Touches(const FVector& Center, float Radius) const
{
	const FVector Local = Center - View.Camera.Position;
	const float Depth = glm::dot(Local, Forward);
	const float X = std::abs(glm::dot(Local, Right));
	const float Y = std::abs(glm::dot(Local, Up));
	return Depth > -Radius && X * SideX.Normal - Depth * SideX.Depth < Radius &&
	       Y * SideY.Normal - Depth * SideY.Depth < Radius;
}

// Of a small body only the shadow on the ground is worth drawing; above a flock against the sky there is none to see.
bool FViewCone::IsGroundShadowSeen(const FVector& Position, float Radius) const
{
	const float Above = Position.y - View.GroundHeight;
	if (!View.bGround || View.TowardSun.y < 0.05f || Above < 0.0f)
	{
		return true;
	}
	constexpr float Margin = 1.0f; // m: the penumbra, and unevenness
	return Touches(Position - View.TowardSun * (Above / View.TowardSun.y), Radius + Margin);
}

FBodySeen FViewCone::Measure(const FVector& Center, float Radius, float Size) const
{
	const float Distance = std::max(Length(Center - View.Camera.Position), 0.1f);
	FBodySeen Out;
	Out.Pixels = Size * PixelsAtOneMetre / Distance;
	Out.bVisible = Touches(Center, Radius);
	// A shadow matters where it can fall into the mapped circle: seen along the sun's direction.
	const FVector Away = Center - View.ShadowCenter;
	const FVector Across = Away - View.TowardSun * glm::dot(Away, View.TowardSun);
	const float Reach = 1.42f * View.ShadowRadius + Radius;
	Out.bShadow = View.bShadows && LengthSquared(Across) < Reach * Reach;
	if (Out.bShadow && Out.Pixels < SmallPixels)
	{
		Out.bShadow = IsGroundShadowSeen(Center, Radius);
	}
	return Out;
}
} // namespace Flockwork
