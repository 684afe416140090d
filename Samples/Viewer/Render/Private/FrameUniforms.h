#pragma once
// The parameters that all shaders share (Media/Frame.glsl), and the colour spaces between settings and shaders.
#include "FlockworkRender/RenderTypes.h"

#include <OgreGpuProgramParams.h>
#include <OgreVector.h>

namespace Flockwork
{
inline Ogre::Vector3 ToOgre(const FVector& V)
{
	return {V.x, V.y, V.z};
}
inline Ogre::Quaternion ToOgre(const FQuat& Q)
{
	return {Q.w, Q.x, Q.y, Q.z};
}

// A surface's colour as seen in white light -> reflectance: gamma 2 (the shaders square, too).
inline FVector ToReflectance(const FColor& Color)
{
	return {Color.R * Color.R, Color.G * Color.G, Color.B * Color.B};
}
// A colour as it shall appear on the screen -> light: the inverse of the shaders' tone curve.
FVector ToLight(const FColor& Seen);

class FFrameUniforms
{
public:
	// Makes the shared parameters; before any material is loaded.
	FFrameUniforms();
	void SetEnvironment(const FEnvironment& Environment, bool bShadows);
	void SetView(const FVector& Eye, double Time);
	// MetresATexel and DepthRange of the shadow map in use.
	void SetShadow(int32_t Size, float MetresATexel, float DepthRange);
	const FVector& GetTowardSun() const { return TowardSun; }
	const FVector& GetZenithLight() const { return ZenithLight; }

private:
	void Set(const char* Name, const FVector& Value, float Last);

	Ogre::GpuSharedParametersPtr Shared;
	FVector TowardSun{0.0f, 1.0f, 0.0f};
	FVector ZenithLight{0.0f, 0.0f, 0.0f};
	FVector ShadowSizes{2048.0f, 0.03f, 200.0f};
	float GroundHeight = 0.0f;
};
} // namespace Flockwork
