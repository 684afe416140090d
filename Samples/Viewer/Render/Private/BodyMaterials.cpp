#include "BodyMaterials.h"

#include "BodyMeshes.h"
#include "FrameUniforms.h"

#include <OgreGpuProgramParams.h>
#include <OgreHighLevelGpuProgram.h>
#include <OgreHighLevelGpuProgramManager.h>
#include <OgreMaterialManager.h>
#include <OgrePass.h>
#include <OgreTechnique.h>
#include <OgreTextureUnitState.h>
#include <algorithm>
#include <string>

namespace Flockwork
{
namespace
{
std::string UpperName(EBody Body)
{
	std::string Name = ToString(Body);
	std::transform(Name.begin(), Name.end(), Name.begin(), [](char C) { return char(C - 'a' + 'A'); });
	return Name;
}

std::string MakeVertexProgram(EBody Body, bool bCaster)
{
	const std::string Name = std::string("Flockwork/") + ToString(Body) + (bCaster ? "CasterVP" : "VP");
	const Ogre::HighLevelGpuProgramPtr Program = Ogre::HighLevelGpuProgramManager::getSingleton().createProgram(
	    Name, Ogre::RGN_DEFAULT, "glsl", Ogre::GPT_VERTEX_PROGRAM);
	Program->setSourceFile("Body.vert");
	Program->setParameter("preprocessor_defines", "BODY_" + UpperName(Body) + "=1" + (bCaster ? ",CASTER=1" : ""));
	Program->load();
	return Name;
}

void SetVertexParameters(Ogre::Pass& Pass, bool bCaster)
{
	const Ogre::GpuProgramParametersSharedPtr Parameters = Pass.getVertexProgramParameters();
	Parameters->setIgnoreMissingParams(true); // what a body's motion does not use is optimised away
	Parameters->addSharedParameters("FlockworkFrame");
	Parameters->setNamedAutoConstant("viewProjection", Ogre::GpuProgramParameters::ACT_VIEWPROJ_MATRIX);
	if (!bCaster)
	{
		Parameters->setNamedAutoConstant(
		    "shadowMatrix", Ogre::GpuProgramParameters::ACT_TEXTURE_VIEWPROJ_MATRIX, size_t(0));
	}
}

void SetPalette(Ogre::Pass& Pass, const FPalette& Palette)
{
	float Values[PaletteSlots * PaletteVariants * 4];
	float* Out = Values;
	for (const auto& Slot : Palette)
	{
		for (const FColor& Color : Slot)
		{
			const FVector Reflectance = ToReflectance(Color);
			*Out++ = Reflectance.x;
			*Out++ = Reflectance.y;
			*Out++ = Reflectance.z;
			*Out++ = 1.0f;
		}
	}
	Pass.getVertexProgramParameters()->setNamedConstant("palette", Values, PaletteSlots * PaletteVariants);
}

Ogre::MaterialPtr MakeCasterMaterial(EBody Body)
{
	const Ogre::MaterialPtr Material = Ogre::MaterialManager::getSingleton().create(
	    std::string("Flockwork/") + ToString(Body) + "Caster", Ogre::RGN_DEFAULT);
	Ogre::Pass& Pass = *Material->getTechnique(0)->getPass(0);
	Pass.setVertexProgram(MakeVertexProgram(Body, true));
	Pass.setFragmentProgram("Flockwork/CasterFP");
	SetVertexParameters(Pass, true);
	return Material;
}
} // namespace

Ogre::MaterialPtr GetBodyMaterial(EBody Body)
{
	const std::string Name = std::string("Flockwork/") + ToString(Body);
	Ogre::MaterialManager& Manager = Ogre::MaterialManager::getSingleton();
	if (Ogre::MaterialPtr Known = Manager.getByName(Name, Ogre::RGN_DEFAULT))
	{
		return Known;
	}
	// Props have the same pixel program and shadow texture: only the vertex program differs.
	const Ogre::MaterialPtr Material = Manager.getByName("Flockwork/Prop", Ogre::RGN_DEFAULT)->clone(Name);
	Ogre::Technique& Technique = *Material->getTechnique(0);
	Technique.setShadowCasterMaterial(MakeCasterMaterial(Body));
	Ogre::Pass& Pass = *Technique.getPass(0);
	Pass.setVertexProgram(MakeVertexProgram(Body, false));
	SetVertexParameters(Pass, false);
	SetPalette(Pass, GetPalette(Body));
	return Material;
}
} // namespace Flockwork
