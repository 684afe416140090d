#pragma once
#include "FlockworkRender/RenderTypes.h"

#include <OgreMaterial.h>

namespace Flockwork
{
// The material of a species with its own shadow caster: the same shaders, compiled for the body's motion, with the
// body's palette. Made once.
Ogre::MaterialPtr GetBodyMaterial(EBody Body);
} // namespace Flockwork
