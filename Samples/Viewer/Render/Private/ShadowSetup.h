#pragma once
// The sun's shadow camera: an upright square of fixed size around the place where things happen, moved in whole texels
// so that shadow edges do not crawl when the camera moves.
#include "FlockworkCore/Math.h"

#include <OgreSharedPtr.h>
// The engine's header uses shared pointers without including them.
#include <OgreShadowCameraSetup.h>

namespace Flockwork
{
class FShadowSetup final : public Ogre::ShadowCameraSetup
{
public:
	// Radius in m; MapSize in texels.
	void Place(const FVector& Center, float Radius, const FVector& TowardSun, int32_t MapSize);
	float GetMetresATexel() const { return 2.0f * HalfSize / float(TexelCount); }
	float GetDepthRange() const { return 2.0f * DepthReach; }
	const FVector& GetCenter() const { return Focus; }
	float GetRadius() const { return HalfSize; }

	void getShadowCamera(const Ogre::SceneManager* Scene, const Ogre::Camera* Camera, const Ogre::Viewport* Viewport,
	    const Ogre::Light* Light, Ogre::Camera* ShadowCamera, size_t Iteration) const override;

private:
	FVector Focus{0.0f, 0.0f, 0.0f};
	FQuat Rotation{1.0f, 0.0f, 0.0f, 0.0f};
	float HalfSize = 32.0f;
	float DepthReach = 100.0f;
	int32_t TexelCount = 2048;
};
} // namespace Flockwork
