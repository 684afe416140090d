#include "ShadowSetup.h"

#include "FrameUniforms.h"

#include <OgreCamera.h>
#include <OgreSceneNode.h>

namespace Flockwork
{
void FShadowSetup::Place(const FVector& Center, float Radius, const FVector& TowardSun, int32_t MapSize)
{
	HalfSize = Radius;
	// Casters this far toward the sun still throw shadows into the square.
	DepthReach = 60.0f + 2.0f * Radius;
	TexelCount = MapSize;
	// LookRotation turns +Z to the given direction: a camera looks along -Z, so its back is toward the sun.
	Rotation = LookRotation(TowardSun, std::abs(TowardSun.y) > 0.99f ? ForwardVector : UpVector);
	const float Texel = GetMetresATexel();
	FVector Local = glm::conjugate(Rotation) * Center;
	Local.x = Texel * std::floor(Local.x / Texel);
	Local.y = Texel * std::floor(Local.y / Texel);
	Focus = Rotation * Local;
}

void FShadowSetup::getShadowCamera(const Ogre::SceneManager*, const Ogre::Camera*, const Ogre::Viewport*,
    const Ogre::Light*, Ogre::Camera* ShadowCamera, size_t) const
{
	ShadowCamera->setCustomViewMatrix(false);
	ShadowCamera->setCustomProjectionMatrix(false);
	ShadowCamera->setProjectionType(Ogre::PT_ORTHOGRAPHIC);
	ShadowCamera->setOrthoWindow(2.0f * HalfSize, 2.0f * HalfSize);
	ShadowCamera->setNearClipDistance(0.1f);
	ShadowCamera->setFarClipDistance(2.0f * DepthReach);
	Ogre::SceneNode* Node = ShadowCamera->getParentSceneNode();
	Node->setPosition(ToOgre(Focus + Rotation * FVector(0.0f, 0.0f, DepthReach)));
	Node->setOrientation(ToOgre(Rotation));
}
} // namespace Flockwork
