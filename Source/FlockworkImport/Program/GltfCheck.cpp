#include "GltfCheck.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace Flockwork
{
namespace
{
// Extensions that may be required and yet change nothing of a level's shape.
bool IsHarmless(std::string_view Extension)
{
	return Extension.starts_with("KHR_materials_") || Extension.starts_with("KHR_texture_") ||
	       Extension == "KHR_lights_punctual" || Extension == "EXT_texture_webp" || Extension == "KHR_xmp_json_ld";
}

std::string AdviceFor(std::string_view Extension)
{
	if (Extension.find("draco") != std::string_view::npos || Extension.find("meshopt") != std::string_view::npos ||
	    Extension == "KHR_mesh_quantization")
	{
		return "export without compression and quantisation";
	}
	return "export without it";
}

class FGltfCheck
{
public:
	FGltfCheck(const FGltfDocument& InDocument, EGltfUse InUse, FDiagnostics& InDiagnostics)
	    : Document(InDocument), Use(InUse), Diagnostics(InDiagnostics)
	{
	}

	bool Run()
	{
		CheckAsset();
		CheckExtensions();
		WarnOfInstances();
		for (const FDataNode& Mesh : Document.GetItems("meshes"))
		{
			CheckMesh(Mesh);
		}
		CheckNodes();
		return bGood;
	}

private:
	void Refuse(const FDataNode& Where, std::string_view Field, const std::string& Message)
	{
		Diagnostics.Error({Document.GetFile(), Where.Line, Where.Column}, Field, Message);
		bGood = false;
	}
	void CheckAsset()
	{
		const FDataNode* const Asset = Document.GetRoot().Find("asset");
		const FDataNode* const Version = Asset ? Asset->Find("version") : nullptr;
		if (!Version || !Version->String.starts_with("2."))
		{
			Refuse(Version ? *Version : Document.GetRoot(), "asset.version",
			    "is " + (Version && !Version->String.empty() ? "\"" + Version->String + "\"" : "missing") +
			        "; glTF 2.0 was expected");
		}
	}
	void CheckExtensions()
	{
		for (const FDataNode& Item : Document.GetItems("extensionsRequired"))
		{
			const bool bRead = Use == EGltfUse::Character && Item.String == "KHR_mesh_quantization";
			if (!bRead && !IsHarmless(Item.String))
			{
				Refuse(Item, "extensionsRequired", "asks for " + Item.String + ": " + AdviceFor(Item.String));
			}
		}
	}
	// It may be left out by who does not know it, and then most of the things are not there.
	void WarnOfInstances()
	{
		for (const FDataNode& Item : Document.GetItems("extensionsUsed"))
		{
			if (Item.String == "EXT_mesh_gpu_instancing")
			{
				Diagnostics.Warning({Document.GetFile(), Item.Line, Item.Column}, "extensionsUsed",
				    "has EXT_mesh_gpu_instancing, whose copies are not read: export them as nodes");
			}
		}
	}
	void CheckMesh(const FDataNode& Mesh)
	{
		const FDataNode* const Primitives = Mesh.Find("primitives");
		if (!Primitives || Primitives->Items.empty())
		{
			Refuse(Mesh, "meshes.primitives", "is missing; each mesh needs one");
			return;
		}
		for (const FDataNode& Primitive : Primitives->Items)
		{
			const FDataNode* const Attributes = Primitive.Find("attributes");
			const FDataNode* const Position = Attributes ? Attributes->Find("POSITION") : nullptr;
			if (!Position)
			{
				Refuse(Primitive, "primitives.attributes.POSITION", "is missing: without it there is no shape");
				continue;
			}
			if (Use == EGltfUse::Character)
			{
				continue;
			}
			const FDataNode* const Normal = Attributes->Find("NORMAL");
			const FDataNode* const Indices = Primitive.Find("indices");
			constexpr std::array Floats{5126};
			constexpr std::array Integers{5121, 5123, 5125};
			CheckAccessor(*Position, "POSITION", "VEC3", Floats);
			if (Normal)
			{
				CheckAccessor(*Normal, "NORMAL", "VEC3", Floats);
			}
			if (Indices)
			{
				CheckAccessor(*Indices, "indices", "SCALAR", Integers);
			}
		}
	}
	void CheckAccessor(
	    const FDataNode& Reference, std::string_view Field, std::string_view Type, std::span<const int32_t> Components)
	{
		const FDataNode* const Accessor = Document.FindItem("accessors", Reference);
		if (!Accessor)
		{
			Refuse(Reference, Field, "names an accessor that is not there");
			return;
		}
		const FDataNode* const TypeName = Accessor->Find("type");
		const int64_t Component = Document.GetInteger(*Accessor, "componentType", -1);
		if (!TypeName || TypeName->String != Type || !std::count(Components.begin(), Components.end(), Component))
		{
			Refuse(*Accessor, Field,
			    "is of type " + (TypeName ? TypeName->String : std::string("(none)")) + " with components of kind " +
			        std::to_string(Component) + "; plain " + (Type == "VEC3" ? "floats" : "unsigned integers") +
			        " were expected: export without quantisation");
			return;
		}
		if (std::string Fault = Document.FindAccessorFault(*Accessor); !Fault.empty())
		{
			Refuse(*Accessor, Field, Fault);
		}
	}
	// Each node has at most one parent, and none is its own ancestor.
	void CheckNodes()
	{
		const std::vector<FDataNode>& Nodes = Document.GetItems("nodes");
		std::vector<int64_t> Parents(Nodes.size(), -1);
		for (size_t Index = 0; Index < Nodes.size(); ++Index)
		{
			const FDataNode* const Mesh = Nodes[Index].Find("mesh");
			if (Mesh && !Document.FindItem("meshes", *Mesh))
			{
				Refuse(*Mesh, "nodes.mesh", "names a mesh that is not there");
			}
			const FDataNode* const Children = Nodes[Index].Find("children");
			for (const FDataNode& Child : Children ? Children->Items : std::vector<FDataNode>{})
			{
				if (!Document.FindItem("nodes", Child))
				{
					Refuse(Child, "nodes.children", "names a node that is not there");
				}
				else if (std::exchange(Parents[size_t(Child.Number)], int64_t(Index)) >= 0)
				{
					Refuse(Child, "nodes.children", "names a node that has another parent already");
				}
			}
		}
		CheckCircles(Nodes, Parents);
		for (const FDataNode& Scene : Document.GetItems("scenes"))
		{
			const FDataNode* const Roots = Scene.Find("nodes");
			for (const FDataNode& Root : Roots ? Roots->Items : std::vector<FDataNode>{})
			{
				if (!Document.FindItem("nodes", Root))
				{
					Refuse(Root, "scenes.nodes", "names a node that is not there");
				}
			}
		}
	}
	void CheckCircles(const std::vector<FDataNode>& Nodes, const std::vector<int64_t>& Parents)
	{
		constexpr size_t DeepestNode = 256; // deeper trees overflow stacks, and nobody builds them
		for (size_t Index = 0; Index < Nodes.size(); ++Index)
		{
			size_t Depth = 0;
			for (int64_t At = int64_t(Index); At >= 0 && Depth <= DeepestNode; At = Parents[size_t(At)])
			{
				++Depth;
			}
			if (Depth > DeepestNode)
			{
				Refuse(Nodes[Index], "nodes.children",
				    "lead in a circle, or more than " + std::to_string(DeepestNode) + " deep");
				return;
			}
		}
	}

	const FGltfDocument& Document;
	const EGltfUse Use;
	FDiagnostics& Diagnostics;
	bool bGood = true;
};
} // namespace

bool CheckGltf(const FGltfDocument& Document, EGltfUse Use, FDiagnostics& Diagnostics)
{
	return FGltfCheck(Document, Use, Diagnostics).Run();
}
} // namespace Flockwork
