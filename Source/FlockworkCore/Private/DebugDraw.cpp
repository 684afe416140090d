#include "FlockworkCore/DebugDraw.h"

#include <glm/geometric.hpp>

namespace Flockwork
{
namespace
{
constexpr int32_t CircleSegments = 24;

struct FPlaneAxes
{
	FVector U{1.0f, 0.0f, 0.0f};
	FVector V{0.0f, 0.0f, 1.0f};
};

FPlaneAxes AxesAcross(const FVector& Normal)
{
	const FQuat Rotation = LookRotation(Normal);
	return {Rotation * FVector{1.0f, 0.0f, 0.0f}, Rotation * FVector{0.0f, 1.0f, 0.0f}};
}

// From angle 0 (along U) to Angle, turning toward V.
void DrawArc(
    IDebugDraw& Draw, const FVector& Center, const FPlaneAxes& Axes, float Radius, float Angle, const FColor& Color)
{
	const int32_t Segments = Angle > Pi ? CircleSegments : CircleSegments / 2;
	FVector Previous = Center + Axes.U * Radius;
	for (int32_t Segment = 1; Segment <= Segments; ++Segment)
	{
		const float At = Angle * float(Segment) / float(Segments);
		const FVector Next = Center + (Axes.U * std::cos(At) + Axes.V * std::sin(At)) * Radius;
		Draw.Line(Previous, Next, Color);
		Previous = Next;
	}
}
} // namespace

void IDebugDraw::Arrow(const FVector& From, const FVector& To, const FColor& Color)
{
	Line(From, To, Color);
	const FVector Way = To - From;
	const float HeadLength = 0.2f * Length(Way);
	if (!(HeadLength > 0.0f))
	{
		return;
	}
	const FVector Direction = SafeNormal(Way);
	const FVector Side = AxesAcross(Direction).U * (0.5f * HeadLength);
	const FVector Neck = To - Direction * HeadLength;
	Line(To, Neck + Side, Color);
	Line(To, Neck - Side, Color);
}

void IDebugDraw::Circle(const FVector& Center, const FVector& Normal, float Radius, const FColor& Color)
{
	DrawArc(*this, Center, AxesAcross(Normal), Radius, 2.0f * Pi, Color);
}

void IDebugDraw::Sphere(const FVector& Center, float Radius, const FColor& Color)
{
	Circle(Center, {1.0f, 0.0f, 0.0f}, Radius, Color);
	Circle(Center, {0.0f, 1.0f, 0.0f}, Radius, Color);
	Circle(Center, {0.0f, 0.0f, 1.0f}, Radius, Color);
}

void IDebugDraw::Box(const FTransform& Transform, const FVector& HalfExtent, const FColor& Color)
{
	const auto Corner = [&](int32_t Bits)
	{
		const FVector Sign{
		    (Bits & 1) != 0 ? 1.0f : -1.0f, (Bits & 2) != 0 ? 1.0f : -1.0f, (Bits & 4) != 0 ? 1.0f : -1.0f};
		return Transform.TransformPoint(Sign * HalfExtent);
	};
	for (int32_t Bits = 0; Bits < 8; ++Bits)
	{
		for (int32_t Axis = 1; Axis <= 4; Axis *= 2)
		{
			if ((Bits & Axis) == 0)
			{
				Line(Corner(Bits), Corner(Bits | Axis), Color);
			}
		}
	}
}

void IDebugDraw::Capsule(const FVector& Center, float HalfHeight, float Radius, const FColor& Color)
{
	const FVector Top = Center + UpVector * HalfHeight;
	const FVector Bottom = Center - UpVector * HalfHeight;
	Circle(Top, UpVector, Radius, Color);
	Circle(Bottom, UpVector, Radius, Color);
	for (const FVector& Side : {FVector{1.0f, 0.0f, 0.0f}, FVector{0.0f, 0.0f, 1.0f}})
	{
		Line(Top + Side * Radius, Bottom + Side * Radius, Color);
		Line(Top - Side * Radius, Bottom - Side * Radius, Color);
		DrawArc(*this, Top, {Side, UpVector}, Radius, Pi, Color);
		DrawArc(*this, Bottom, {Side, -UpVector}, Radius, Pi, Color);
	}
}
} // namespace Flockwork
