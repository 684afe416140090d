#include "FlockworkRender/SkeletonLines.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace Flockwork
{
namespace
{
FVector PlaceOf(const FRenderJoint& Joint, const FTransform& Root)
{
	return Root.TransformPoint({Joint.Rows[0][3], Joint.Rows[1][3], Joint.Rows[2][3]});
}

// Widest a seventh of the way along, as modelling tools draw bones: the thick end tells the parent.
void DrawBone(IDebugDraw& Draw, const FVector& From, const FVector& To, const FColor& Color)
{
	const FVector Along = To - From;
	const float BoneLength = Length(Along);
	if (BoneLength < 1e-5f)
	{
		return;
	}
	const FVector Direction = Along / BoneLength;
	const FVector Side =
	    SafeNormal(glm::cross(Direction, std::abs(Direction.y) < 0.9f ? UpVector : FVector(1.0f, 0.0f, 0.0f)));
	const FVector Other = glm::cross(Direction, Side);
	const float Width = std::min(0.09f * BoneLength, 0.03f);
	const FVector Waist = From + Along * 0.14f;
	const std::array<FVector, 4> Corners = {
	    Waist + Side * Width, Waist + Other * Width, Waist - Side * Width, Waist - Other * Width};
	for (size_t Corner = 0; Corner < Corners.size(); ++Corner)
	{
		Draw.Line(From, Corners[Corner], Color);
		Draw.Line(Corners[Corner], To, Color);
		Draw.Line(Corners[Corner], Corners[(Corner + 1) % Corners.size()], Color);
	}
}

void DrawAxes(IDebugDraw& Draw, const FRenderJoint& Joint, const FTransform& Root, float AxisLength)
{
	constexpr FColor Colors[] = {{1.0f, 0.25f, 0.2f, 1.0f}, {0.35f, 0.95f, 0.3f, 1.0f}, {0.35f, 0.55f, 1.0f, 1.0f}};
	const FVector Origin = PlaceOf(Joint, Root);
	for (int32_t Axis = 0; Axis < 3; ++Axis)
	{
		const FVector Direction(Joint.Rows[0][Axis], Joint.Rows[1][Axis], Joint.Rows[2][Axis]);
		Draw.Line(Origin, Origin + Root.Rotation * SafeNormal(Direction) * AxisLength, Colors[Axis]);
	}
}
} // namespace

void DrawSkeleton(IDebugDraw& Draw, std::span<const FRenderJoint> Joints, std::span<const int16_t> Parents,
    std::span<const std::string> Names, const FTransform& Root, const FSkeletonLineOptions& Options)
{
	const size_t Count = std::min(Joints.size(), Parents.size());
	for (size_t Joint = 0; Joint < Count; ++Joint)
	{
		const FVector Place = PlaceOf(Joints[Joint], Root);
		const int16_t Parent = Parents[Joint];
		if (Options.bBones && Parent >= 0 && size_t(Parent) < Count)
		{
			DrawBone(Draw, PlaceOf(Joints[size_t(Parent)], Root), Place, Options.Color);
		}
		if (Options.bAxes)
		{
			DrawAxes(Draw, Joints[Joint], Root, Options.AxisLength);
		}
		if (Options.bNames && Joint < Names.size())
		{
			Draw.Text(Place, Names[Joint], Options.Color);
		}
	}
}

void DrawReachTarget(IDebugDraw& Draw, const FVector& Target, const FVector& Reached, std::string_view Label,
    float Size, float Tolerance)
{
	const bool bReached = Length(Target - Reached) <= Tolerance;
	const FColor Color = bReached ? FColor{0.35f, 0.95f, 0.4f, 1.0f} : FColor{1.0f, 0.3f, 0.25f, 1.0f};
	for (int32_t Axis = 0; Axis < 3; ++Axis)
	{
		FVector Direction(0.0f, 0.0f, 0.0f);
		Direction[Axis] = Size;
		Draw.Line(Target - Direction, Target + Direction, Color);
		Draw.Circle(Target, Direction / Size, 0.7f * Size, Color);
	}
	if (!bReached)
	{
		Draw.Line(Reached, Target, Color);
	}
	if (!Label.empty())
	{
		Draw.Text(Target + UpVector * (1.5f * Size), Label, Color);
	}
}
} // namespace Flockwork
