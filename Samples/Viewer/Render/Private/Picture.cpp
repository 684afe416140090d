#include "FlockworkRender/Picture.h"

#include "FlockworkCore/DataNode.h"

#include <OgreException.h>
#include <OgreImage.h>
#include <OgreRoot.h>
#include <string_view>

namespace Flockwork
{
bool WritePng(const FPicture& Picture, const std::string& Path, FDiagnostics& Diagnostics)
{
	const size_t Expected = size_t(Picture.Width) * size_t(Picture.Height) * 3;
	if (Picture.Width <= 0 || Picture.Height <= 0 || Picture.Rgb.size() != Expected)
	{
		Diagnostics.Error({Path}, "", "the picture is empty or damaged: nothing is written");
		return false;
	}
	if (Ogre::Root::getSingletonPtr() == nullptr)
	{
		Diagnostics.Error({Path}, "", "pictures are written while a renderer lives");
		return false;
	}
	Ogre::MemoryDataStreamPtr Encoded;
	try
	{
		Ogre::Image Image;
		// The engine only reads from it.
		Image.loadDynamicImage(const_cast<uint8_t*>(Picture.Rgb.data()), uint32_t(Picture.Width),
		    uint32_t(Picture.Height), 1, Ogre::PF_BYTE_RGB);
		Encoded = std::dynamic_pointer_cast<Ogre::MemoryDataStream>(Image.encode("png"));
	}
	catch (const Ogre::Exception& Exception)
	{
		Diagnostics.Error({Path}, "", "the picture could not be encoded: " + Exception.getDescription());
		return false;
	}
	const std::string_view Bytes(reinterpret_cast<const char*>(Encoded->getPtr()), Encoded->size());
	return WriteTextFile(Path, Bytes, Diagnostics);
}
} // namespace Flockwork
