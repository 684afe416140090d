#include "FlockworkRender/Picture.h"

#include <OgreException.h>
#include <OgreImage.h>
#include <OgreRoot.h>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace Flockwork
{
namespace
{
// Empty on success, else the reason.
std::string WriteBytes(const std::string& Path, const uint8_t* Bytes, size_t Size)
{
	std::FILE* File = std::fopen(Path.c_str(), "wb");
	if (File == nullptr)
	{
		return std::strerror(errno);
	}
	errno = 0;
	const bool bWritten = std::fwrite(Bytes, 1, Size, File) == Size;
	const bool bClosed = std::fclose(File) == 0;
	return bWritten && bClosed ? "" : errno != 0 ? std::strerror(errno) : "the file could not be written";
}
} // namespace

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
	const std::string Partial = Path + ".part";
	std::string Problem = WriteBytes(Partial, Encoded->getPtr(), Encoded->size());
	if (Problem.empty() && std::rename(Partial.c_str(), Path.c_str()) != 0)
	{
		Problem = std::strerror(errno);
	}
	if (!Problem.empty())
	{
		std::error_code Ignored;
		std::filesystem::remove(Partial, Ignored);
		Diagnostics.Error({Path}, "", "the picture cannot be written: " + Problem);
		return false;
	}
	return true;
}
} // namespace Flockwork
