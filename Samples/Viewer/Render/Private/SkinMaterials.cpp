#include "SkinMaterials.h"

#include <OgreDataStream.h>
#include <OgreException.h>
#include <OgreHardwarePixelBuffer.h>
#include <OgreHighLevelGpuProgram.h>
#include <OgreHighLevelGpuProgramManager.h>
#include <OgreImage.h>
#include <OgreMaterialManager.h>
#include <OgrePass.h>
#include <OgreTechnique.h>
#include <OgreTextureManager.h>
#include <OgreTextureUnitState.h>

namespace Flockwork
{
namespace
{
constexpr uint32_t RowTexels = 1024; // as Media/Skin.vert divides
constexpr const char* TexelUnit = "joints";
constexpr const char* PictureUnit = "picture";

std::string NameOf(EInfluences Influences, const char* Ending)
{
	return std::string("Flockwork/Skin") + (Influences == EInfluences::Two ? "2" : "4") + Ending;
}

std::string MakeVertexProgram(EInfluences Influences, bool bCaster)
{
	const std::string Name = NameOf(Influences, bCaster ? "CasterVP" : "VP");
	const Ogre::HighLevelGpuProgramPtr Program = Ogre::HighLevelGpuProgramManager::getSingleton().createProgram(
	    Name, Ogre::RGN_DEFAULT, "glsl", Ogre::GPT_VERTEX_PROGRAM);
	Program->setSourceFile("Skin.vert");
	Program->setParameter("preprocessor_defines",
	    std::string("INFLUENCES=") + (Influences == EInfluences::Two ? "2" : "4") + (bCaster ? ",CASTER=1" : ""));
	Program->load();
	return Name;
}

void SetVertexParameters(Ogre::Pass& Pass, int32_t Unit, bool bCaster)
{
	const Ogre::GpuProgramParametersSharedPtr Parameters = Pass.getVertexProgramParameters();
	Parameters->setIgnoreMissingParams(true); // a caster needs no light
	Parameters->addSharedParameters("FlockworkFrame");
	Parameters->setNamedAutoConstant("viewProjection", Ogre::GpuProgramParameters::ACT_VIEWPROJ_MATRIX);
	Parameters->setNamedConstant("joints", Unit);
	if (!bCaster)
	{
		Parameters->setNamedAutoConstant(
		    "shadowMatrix", Ogre::GpuProgramParameters::ACT_TEXTURE_VIEWPROJ_MATRIX, size_t(0));
	}
}

void AddTexelUnit(Ogre::Pass& Pass, const Ogre::TexturePtr& Texture)
{
	Ogre::TextureUnitState* const Unit = Pass.createTextureUnitState();
	Unit->setName(TexelUnit);
	Unit->setTexture(Texture);
	Unit->setTextureFiltering(Ogre::TFO_NONE);
}

Ogre::MaterialPtr MakeCaster(EInfluences Influences, const Ogre::TexturePtr& Texels)
{
	const Ogre::MaterialPtr Material =
	    Ogre::MaterialManager::getSingleton().create(NameOf(Influences, "Caster"), Ogre::RGN_DEFAULT);
	Ogre::Pass& Pass = *Material->getTechnique(0)->getPass(0);
	Pass.setVertexProgram(MakeVertexProgram(Influences, true));
	Pass.setFragmentProgram("Flockwork/CasterFP");
	AddTexelUnit(Pass, Texels);
	SetVertexParameters(Pass, 0, true);
	return Material;
}

// The units of the script's material are the shadow map and the picture, here a white one; the joints come third.
Ogre::MaterialPtr MakePlain(
    EInfluences Influences, const Ogre::TexturePtr& Texels, const Ogre::MaterialPtr& CasterMaterial)
{
	const Ogre::MaterialPtr Material = Ogre::MaterialManager::getSingleton()
	                                       .getByName("Flockwork/Skin", Ogre::RGN_DEFAULT)
	                                       ->clone(NameOf(Influences, ""));
	Ogre::Technique& Technique = *Material->getTechnique(0);
	Technique.setShadowCasterMaterial(CasterMaterial);
	Ogre::Pass& Pass = *Technique.getPass(0);
	Pass.setVertexProgram(MakeVertexProgram(Influences, false));
	AddTexelUnit(Pass, Texels);
	SetVertexParameters(Pass, 2, false);
	return Material;
}

// The codec does not find it out by itself.
const char* FormatOf(const std::vector<uint8_t>& Picture)
{
	return Picture.size() > 2 && Picture[0] == 0xff && Picture[1] == 0xd8 ? "jpg" : "png";
}

void SetUnit(const Ogre::MaterialPtr& Material, const char* Unit, const Ogre::TexturePtr& Texture)
{
	Material->getTechnique(0)->getPass(0)->getTextureUnitState(Unit)->setTexture(Texture);
}
} // namespace

FSkinMaterials::FSkinMaterials()
{
	CreateTexels(4);
	for (const EInfluences Influences : {EInfluences::Two, EInfluences::Four})
	{
		Casters[size_t(Influences)] = MakeCaster(Influences, Texels);
		Plain[size_t(Influences)] = MakePlain(Influences, Texels, Casters[size_t(Influences)]);
	}
}

FSkinMaterials::~FSkinMaterials() = default;

void FSkinMaterials::CreateTexels(uint32_t Rows)
{
	Ogre::TextureManager& Textures = Ogre::TextureManager::getSingleton();
	const Ogre::TexturePtr Old = Texels;
	Texels = Textures.createManual("Flockwork/Joints" + std::to_string(Rows), Ogre::RGN_DEFAULT, Ogre::TEX_TYPE_2D,
	    RowTexels, Rows, 0, Ogre::PF_FLOAT32_RGBA, Ogre::TU_DYNAMIC_WRITE_ONLY_DISCARDABLE);
	for (const auto* const Materials : {&Plain, &Casters})
	{
		for (const Ogre::MaterialPtr& Material : *Materials)
		{
			if (Material)
			{
				SetUnit(Material, TexelUnit, Texels);
			}
		}
	}
	for (const Ogre::MaterialPtr& Material : Pictured)
	{
		SetUnit(Material, TexelUnit, Texels);
	}
	if (Old)
	{
		Textures.remove(Old);
	}
}

void FSkinMaterials::UploadTexels(std::vector<float>& Values)
{
	constexpr size_t RowFloats = size_t(RowTexels) * 4;
	const auto Rows = uint32_t((Values.size() + RowFloats - 1) / RowFloats);
	if (Rows == 0)
	{
		return;
	}
	Values.resize(Rows * RowFloats, 0.0f);
	uint32_t Capacity = Texels->getHeight();
	while (Capacity < Rows)
	{
		Capacity *= 2;
	}
	if (Capacity != Texels->getHeight())
	{
		CreateTexels(Capacity);
	}
	const Ogre::Box Used(0, 0, RowTexels, Rows);
	Texels->getBuffer()->blitFromMemory(Ogre::PixelBox(Used, Ogre::PF_FLOAT32_RGBA, Values.data()), Used);
}

Ogre::TexturePtr FSkinMaterials::FindPicture(
    const std::vector<uint8_t>& Picture, const std::string& Field, FDiagnostics& Diagnostics)
{
	for (const auto& [Bytes, Texture] : Pictures)
	{
		if (Bytes == Picture)
		{
			return Texture;
		}
	}
	Ogre::TexturePtr Texture;
	try
	{
		const auto Stream = std::make_shared<Ogre::MemoryDataStream>(
		    const_cast<uint8_t*>(Picture.data()), Picture.size(), false, true); // read only: never written to
		Ogre::Image Image;
		Image.load(Stream, FormatOf(Picture));
		Texture = Ogre::TextureManager::getSingleton().loadImage("Flockwork/Picture" + std::to_string(Pictures.size()),
		    Ogre::RGN_DEFAULT, Image, Ogre::TEX_TYPE_2D, Ogre::MIP_UNLIMITED);
	}
	catch (const Ogre::Exception& Exception)
	{
		Diagnostics.Warning({}, Field, "the picture is left out: " + Exception.getDescription());
	}
	Pictures.emplace_back(Picture, Texture);
	return Texture;
}

Ogre::MaterialPtr FSkinMaterials::Get(
    EInfluences Influences, const std::vector<uint8_t>& Picture, const std::string& Field, FDiagnostics& Diagnostics)
{
	const Ogre::MaterialPtr& Base = Plain[size_t(Influences)];
	const Ogre::TexturePtr Texture = Picture.empty() ? nullptr : FindPicture(Picture, Field, Diagnostics);
	if (!Texture)
	{
		return Base;
	}
	const std::string Name = Base->getName() + "/" + Texture->getName();
	Ogre::MaterialManager& Manager = Ogre::MaterialManager::getSingleton();
	if (Ogre::MaterialPtr Known = Manager.getByName(Name, Ogre::RGN_DEFAULT))
	{
		return Known;
	}
	const Ogre::MaterialPtr Material = Base->clone(Name);
	SetUnit(Material, PictureUnit, Texture);
	Pictured.push_back(Material);
	return Material;
}
} // namespace Flockwork
