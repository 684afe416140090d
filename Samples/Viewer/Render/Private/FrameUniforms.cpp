#include "FrameUniforms.h"

#include <OgreGpuProgramManager.h>
#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr const char* Names[] = {
    "frameEye", "frameSun", "frameSunLight", "frameSky", "frameBounce", "frameHaze", "frameGlow", "frameShadow"};

FVector BounceOf(EGround Ground)
{
	switch (Ground)
	{
	case EGround::Grass:
		return {0.13f, 0.16f, 0.07f};
	case EGround::Asphalt:
		return {0.13f, 0.13f, 0.13f};
	case EGround::Sand:
		return {0.34f, 0.28f, 0.19f};
	case EGround::Grid:
		return {0.25f, 0.25f, 0.26f};
	case EGround::None:
		break;
	}
	return {0.12f, 0.15f, 0.18f};
}
} // namespace

FVector ToLight(const FColor& Seen)
{
	// Tone in Media/Frame.glsl, solved for x.
	const auto Invert = [](float Value)
	{
		const float Y = std::clamp(Value, 0.0f, 0.97f);
		const float A = 6.2f * (1.0f - Y);
		const float B = 0.5f - 1.7f * Y;
		const float C = -0.06f * Y;
		return 0.004f + (-B + std::sqrt(B * B - 4.0f * A * C)) / (2.0f * A);
	};
	return {Invert(Seen.R), Invert(Seen.G), Invert(Seen.B)};
}

FFrameUniforms::FFrameUniforms()
    : Shared(Ogre::GpuProgramManager::getSingleton().createSharedParameters("FlockworkFrame"))
{
	for (const char* Name : Names)
	{
		Shared->addConstantDefinition(Name, Ogre::GCT_FLOAT4);
	}
}

void FFrameUniforms::Set(const char* Name, const FVector& Value, float Last)
{
	Shared->setNamedConstant(Name, Ogre::Vector4(Value.x, Value.y, Value.z, Last));
}

void FFrameUniforms::SetEnvironment(const FEnvironment& Environment, bool bShadows)
{
	TowardSun = SafeNormal(-Environment.SunDirection);
	if (LengthSquared(TowardSun) < 0.5f)
	{
		TowardSun = UpVector;
	}
	// A sun below the horizon gives no light, whatever its strength.
	const float Strength = std::clamp(Environment.SunStrength, 0.0f, 3.0f) * std::clamp(8.0f * TowardSun.y, 0.0f, 1.0f);
	const FVector SunLight = ToReflectance(Environment.SunColor) * (1.55f * Strength);
	ZenithLight = ToLight(Environment.ZenithColor);
	const FVector Horizon = ToLight(Environment.HorizonColor);
	// Less blue than the sky itself: shadows on real ground get light from many sides.
	const FVector Dome = ZenithLight * 0.36f + Horizon * 0.27f;
	const float Grey = 0.3f * Dome.x + 0.6f * Dome.y + 0.1f * Dome.z;
	const FVector Sky = Dome + (FVector(Grey, Grey, Grey) - Dome) * 0.45f;
	const FVector Bounce =
	    BounceOf(Environment.Ground) * (SunLight * std::max(TowardSun.y, 0.0f) + Sky) * 0.75f + Sky * 0.12f;
	// Two thirds of haze at the distance given (see HazeAmount in Media/Frame.glsl).
	const float Density = 2.05f / std::max(Environment.HazeDistance, 1.0f);
	GroundHeight = Environment.GroundHeight;
	Set("frameSun", TowardSun, bShadows ? 1.0f : 0.0f);
	Set("frameSunLight", SunLight, 0.0f);
	Set("frameSky", Sky, 0.0f);
	Set("frameBounce", Bounce, 0.0f);
	Set("frameHaze", Horizon, Density);
	Set("frameGlow", SunLight * 0.20f, 0.0f);
	Set("frameShadow", ShadowSizes, GroundHeight);
}

void FFrameUniforms::SetView(const FVector& Eye, double Time)
{
	Set("frameEye", Eye, float(Time));
}

void FFrameUniforms::SetShadow(int32_t Size, float MetresATexel, float DepthRange)
{
	ShadowSizes = {float(Size), MetresATexel, DepthRange};
	Set("frameShadow", ShadowSizes, GroundHeight);
}
} // namespace Flockwork
