#include "FileFormat.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace Flockwork
{
namespace
{
constexpr FFileFormat Obj{"OBJ", "Wavefront Object Importer"};
constexpr FFileFormat Gltf{"glTF", "glTF2 Importer"};
constexpr FFileFormat Fbx{"FBX", "Autodesk FBX Importer"};
constexpr FFileFormat Dae{"DAE", "Collada Importer"};
constexpr FFileFormat Bvh{"BVH", ""}; // read without Assimp

std::string ExtensionOf(const std::string& Path)
{
	std::string Extension = std::filesystem::path(Path).extension().string();
	std::transform(Extension.begin(), Extension.end(), Extension.begin(),
	    [](unsigned char Letter) { return char(std::tolower(Letter)); });
	return Extension;
}

const FFileFormat* ByExtension(std::string_view Extension, EModelUse Use)
{
	if (Extension == (Use == EModelUse::Level ? ".obj" : ".bvh"))
	{
		return Use == EModelUse::Level ? &Obj : &Bvh;
	}
	const bool bGltf = Extension == ".glb" || Extension == ".gltf";
	return bGltf ? &Gltf : Extension == ".fbx" ? &Fbx : Extension == ".dae" ? &Dae : nullptr;
}

// What the first bytes show for certain; null where they show nothing.
const FFileFormat* ByContent(std::string_view Head)
{
	constexpr std::string_view Blank = " \t\r\n";
	if (Head.starts_with("\xef\xbb\xbf"))
	{
		Head.remove_prefix(3);
	}
	Head.remove_prefix(std::min(Head.find_first_not_of(Blank), Head.size()));
	if (Head.starts_with("glTF") || Head.starts_with("{"))
	{
		return &Gltf;
	}
	if (Head.starts_with("Kaydara FBX Binary") || Head.starts_with("; FBX"))
	{
		return &Fbx;
	}
	if (Head.starts_with("HIERARCHY"))
	{
		return &Bvh;
	}
	return Head.starts_with("<") && Head.find("<COLLADA") != std::string_view::npos ? &Dae : nullptr;
}

// Text of any encoding has no zero bytes in its beginning, save UTF-16, which none of these are written in.
bool IsText(std::string_view Head)
{
	return Head.find('\0') == std::string_view::npos;
}
} // namespace

bool HasExtension(const std::string& Path, const std::string& Extension)
{
	return ExtensionOf(Path) == Extension;
}

const FFileFormat* FindFormat(
    const std::string& Path, const FFileBytes& Bytes, EModelUse Use, FDiagnostics& Diagnostics)
{
	constexpr size_t HeadSize = 4096;
	const std::string_view Head(reinterpret_cast<const char*>(Bytes.data()), std::min(Bytes.size(), HeadSize));
	const auto Refuse = [&](const std::string& Message)
	{
		Diagnostics.Error({Path}, "", Message);
		return nullptr;
	};
	const FFileFormat* const Named = ByExtension(ExtensionOf(Path), Use);
	const FFileFormat* const Shown = ByContent(Head);
	if (!Named)
	{
		return Refuse(Bytes.empty()             ? "is empty"
		              : Use == EModelUse::Level ? "is no level: .obj, .gltf, .glb, .fbx and .dae are read"
		                                        : "is no character: .gltf, .glb, .fbx, .dae and .bvh are read");
	}
	if (Shown && Shown != Named)
	{
		return Refuse("is by its content " + std::string(Shown->Name) + ": give it that extension");
	}
	if (!Shown && (Named != &Obj || !IsText(Head)))
	{
		return Refuse("is by its content no " + std::string(Named->Name) + ": it is damaged, or something else");
	}
	return Named;
}
} // namespace Flockwork
