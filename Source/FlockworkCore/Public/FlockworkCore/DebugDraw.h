#pragma once
// Lines, spheres and labels for debug layers. Drawing must not change any state: the world's bits are the same with
// debug drawing on and off. World space, metres; colours 0..1.
#include "FlockworkCore/Math.h"

#include <cstdint>
#include <string_view>

namespace Flockwork
{
struct FColor
{
	float R = 1.0f;
	float G = 1.0f;
	float B = 1.0f;
	float A = 1.0f;
};

class IDebugDraw
{
public:
	virtual ~IDebugDraw() = default;
	virtual void Line(const FVector& From, const FVector& To, const FColor& Color) = 0;
	// Placed at a world position, drawn on the screen.
	virtual void Text(const FVector& Position, std::string_view Text, const FColor& Color) = 0;

	// Made of lines; a host may override them with something quicker.
	virtual void Arrow(const FVector& From, const FVector& To, const FColor& Color);
	virtual void Circle(const FVector& Center, const FVector& Normal, float Radius, const FColor& Color);
	virtual void Sphere(const FVector& Center, float Radius, const FColor& Color);
	virtual void Box(const FTransform& Transform, const FVector& HalfExtent, const FColor& Color);
	virtual void Capsule(const FVector& Center, float HalfHeight, float Radius, const FColor& Color);
};
} // namespace Flockwork
