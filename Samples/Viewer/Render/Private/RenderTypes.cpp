#include "FlockworkRender/RenderTypes.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
uint8_t ToByte(float Value)
{
	return Value > 0.0f ? uint8_t(std::min(Value, 1.0f) * 255.0f + 0.5f) : uint8_t(0);
}
} // namespace

FEnvironment FEnvironment::Day()
{
	return {};
}

FEnvironment FEnvironment::Evening()
{
	FEnvironment Out;
	Out.SunDirection = {-0.80f, -0.36f, -0.48f};
	Out.SunColor = {1.0f, 0.74f, 0.48f};
	Out.ZenithColor = {0.12f, 0.20f, 0.42f};
	Out.HorizonColor = {0.58f, 0.46f, 0.40f};
	Out.CloudCover = 0.5f;
	return Out;
}

FEnvironment FEnvironment::Overcast()
{
	FEnvironment Out;
	Out.SunColor = {0.92f, 0.95f, 1.0f};
	Out.SunStrength = 0.55f;
	Out.ZenithColor = {0.48f, 0.53f, 0.58f};
	Out.HorizonColor = {0.70f, 0.72f, 0.73f};
	Out.CloudCover = 0.9f;
	Out.HazeDistance = 130.0f;
	return Out;
}

FEnvironment FEnvironment::Underwater()
{
	FEnvironment Out;
	Out.SunDirection = {-0.15f, -0.97f, -0.18f};
	Out.SunColor = {0.72f, 0.93f, 1.0f};
	Out.ZenithColor = {0.30f, 0.66f, 0.76f};
	Out.HorizonColor = {0.06f, 0.30f, 0.42f};
	Out.CloudCover = 0.0f;
	Out.HazeDistance = 35.0f;
	Out.Ground = EGround::None;
	return Out;
}

const char* ToString(EBody Body)
{
	static const char* const Names[BodyCount] = {
	    "zombie", "human", "bird", "falcon", "fish", "shark", "drone", "arrow"};
	return size_t(Body) < size_t(BodyCount) ? Names[size_t(Body)] : "unknown";
}

void FBoidLook::SetColor(const FColor& Color, float TintAmount)
{
	R = ToByte(Color.R);
	G = ToByte(Color.G);
	B = ToByte(Color.B);
	Tint = uint8_t(128 + ToByte(TintAmount) / 2);
}

void FBoidLook::SetCoat(const FColor& Color, float TintAmount)
{
	SetColor(Color, TintAmount);
	Tint = uint8_t(Tint - 128); // 0 .. 127: the coat alone
}
} // namespace Flockwork
