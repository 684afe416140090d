#pragma once
// Materials of skinned characters, and the float texture in which their shaders find joints and tints.
#include "FlockworkCore/Diagnostics.h"

#include <OgreMaterial.h>
#include <OgreTexture.h>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace Flockwork
{
// How many joints a vertex follows: coarse levels get by with two, at half the cost.
enum class EInfluences : uint8_t
{
	Two,
	Four
};

class FSkinMaterials
{
public:
	FSkinMaterials();
	~FSkinMaterials();
	FSkinMaterials(const FSkinMaterials&) = delete;
	FSkinMaterials& operator=(const FSkinMaterials&) = delete;

	// Picture: a PNG or JPEG file, empty for none; the same bytes give the same material. One that cannot be decoded is
	// a warning at Field, and left out.
	Ogre::MaterialPtr Get(EInfluences Influences, const std::vector<uint8_t>& Picture, const std::string& Field,
	    FDiagnostics& Diagnostics);
	// What the shaders read by number: four floats a texel. Fills Texels up to whole rows; grows the texture by
	// doubling.
	void UploadTexels(std::vector<float>& Texels);

private:
	Ogre::TexturePtr FindPicture(
	    const std::vector<uint8_t>& Picture, const std::string& Field, FDiagnostics& Diagnostics);
	void CreateTexels(uint32_t Rows);

	Ogre::TexturePtr Texels;
	std::vector<std::pair<std::vector<uint8_t>, Ogre::TexturePtr>> Pictures;
	std::array<Ogre::MaterialPtr, 2> Plain;   // by EInfluences
	std::array<Ogre::MaterialPtr, 2> Casters; // by EInfluences
	std::vector<Ogre::MaterialPtr> Pictured;
};
} // namespace Flockwork
