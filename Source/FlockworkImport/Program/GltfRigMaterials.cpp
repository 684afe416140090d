#include "GltfRig.h"
#include "Names.h"
#include "Pictures.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
double NumberOr(const FDataNode* Node, double Default)
{
	return Node && Node->Type == EDataType::Number && std::isfinite(Node->Number) ? Node->Number : Default;
}

double ItemOr(const std::vector<FDataNode>& Items, size_t Index, double Default)
{
	return Index < Items.size() ? NumberOr(&Items[Index], Default) : Default;
}

class FGltfMaterialReader
{
public:
	FGltfMaterialReader(
	    FGltfDocument& InDocument, const FGuardedFiles& InFiles, FGltfAccessors& InAccessors, FRigFile& InOut)
	    : Document(InDocument), Files(InFiles), Accessors(InAccessors), Out(InOut)
	{
	}

	void Run()
	{
		PictureOf.assign(Document.GetItems("images").size(), -1);
		bRead.assign(PictureOf.size(), false);
		for (const FDataNode& Data : Document.GetItems("materials"))
		{
			FRigMaterial Material;
			Material.Name = GltfName(Data, "Material" + std::to_string(Out.Materials.size()));
			Material.BaseColor = {1.0, 1.0, 1.0, 1.0};
			if (const FDataNode* const Model = Data.Find("pbrMetallicRoughness"))
			{
				const std::vector<FDataNode>& Factor = FGltfDocument::ListOf(*Model, "baseColorFactor");
				for (size_t Index = 0; Index < 4; ++Index)
				{
					Material.BaseColor[int(Index)] = std::clamp(ItemOr(Factor, Index, 1.0), 0.0, 1.0);
				}
				if (const FDataNode* const Texture = Model->Find("baseColorTexture"))
				{
					ReadTexture(*Texture, Material);
				}
			}
			Out.Materials.push_back(std::move(Material));
		}
	}

private:
	void ReadTexture(const FDataNode& Info, FRigMaterial& Material)
	{
		const FDataNode* const Index = Info.Find("index");
		const FDataNode* const Texture = Index ? Document.FindItem("textures", *Index) : nullptr;
		const FDataNode* const Source = Texture ? Texture->Find("source") : nullptr;
		const FDataNode* const Image = Source ? Document.FindItem("images", *Source) : nullptr;
		if (!Image)
		{
			Accessors.Warn(Info, "baseColorTexture",
			    "names no PNG or JPEG that is there: " + Material.Name + " is drawn in its plain colour");
			return;
		}
		Material.Picture = ReadImage(*Image, size_t(Source->Number));
		const FDataNode* const Extensions = Info.Find("extensions");
		const FDataNode* const Transform = Extensions ? Extensions->Find("KHR_texture_transform") : nullptr;
		const FDataNode* const SetOfTransform = Transform ? Transform->Find("texCoord") : nullptr;
		const double Set = NumberOr(SetOfTransform ? SetOfTransform : Info.Find("texCoord"), 0.0);
		Material.TexCoordSet = Set >= 0.0 && Set < 16.0 ? uint32_t(Set) : 0;
		if (Transform)
		{
			const std::vector<FDataNode>& Scale = FGltfDocument::ListOf(*Transform, "scale");
			const std::vector<FDataNode>& Offset = FGltfDocument::ListOf(*Transform, "offset");
			Material.PictureScale = {ItemOr(Scale, 0, 1.0), ItemOr(Scale, 1, 1.0)};
			Material.PictureOffset = {ItemOr(Offset, 0, 0.0), ItemOr(Offset, 1, 0.0)};
			Material.PictureTurn = NumberOr(Transform->Find("rotation"), 0.0);
		}
	}
	// Its number among the pictures; -1, with a warning, when there is none to use.
	int32_t ReadImage(const FDataNode& Image, size_t Index)
	{
		if (bRead[Index])
		{
			return PictureOf[Index];
		}
		bRead[Index] = true;
		const std::string Name = GltfName(Image, "Image" + std::to_string(Index));
		const FDataNode* const Uri = Image.Find("uri");
		std::string Reason = "has neither a uri nor a buffer view";
		std::optional<std::span<const uint8_t>> Bytes;
		if (Uri && FGltfDocument::LeadsOut(Uri->String))
		{
			Accessors.Refuse(*Uri, "images.uri",
			    "leads out of the file's folder: \"" + PrintableName(Uri->String) +
			        "\" is not read; put the picture beside the file");
			return -1;
		}
		if (Uri)
		{
			Bytes = Document.ReadUri(Uri->String, Files, Reason);
			if (!Bytes && !Uri->String.starts_with("data:"))
			{
				return -1; // ReportFiles tells of it
			}
		}
		else if (Image.Find("bufferView"))
		{
			uint64_t Stride = 0;
			Reason = Document.FindViewFault(Image, 1, 1, Stride);
			Bytes = Reason.empty() ? std::optional(Document.GetView(Image)) : std::nullopt;
		}
		if (Bytes && !IsPicture(*Bytes))
		{
			Reason = "is neither PNG nor JPEG";
		}
		if (!Bytes || !IsPicture(*Bytes))
		{
			Accessors.Warn(Image, "images", Name + " " + Reason + ": what uses it is drawn in its plain colour");
			return -1;
		}
		PictureOf[Index] = int32_t(Out.Pictures.size());
		Out.Pictures.push_back({Name, std::vector<uint8_t>(Bytes->begin(), Bytes->end())});
		return PictureOf[Index];
	}

	FGltfDocument& Document;
	const FGuardedFiles& Files;
	FGltfAccessors& Accessors;
	FRigFile& Out;
	std::vector<int32_t> PictureOf; // by image
	std::vector<bool> bRead;
};
} // namespace

void ReadGltfMaterials(FGltfDocument& Document, const FGuardedFiles& Files, FGltfAccessors& Accessors, FRigFile& Out)
{
	FGltfMaterialReader(Document, Files, Accessors, Out).Run();
}
} // namespace Flockwork
