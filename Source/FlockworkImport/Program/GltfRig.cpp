#include "GltfRig.h"

#include "GltfCheck.h"
#include "Names.h"

#include <cmath>

namespace Flockwork
{
namespace
{
// The numbers of a list; Out stays as it was, with an error, when it has not exactly Count good ones.
void ReadList(FGltfAccessors& Accessors, const FDataNode& Node, std::string_view Member, size_t Count, double* Out)
{
	const FDataNode* const List = Node.Find(Member);
	if (!List)
	{
		return;
	}
	bool bGood = List->Items.size() == Count;
	for (const FDataNode& Item : List->Items)
	{
		bGood = bGood && Item.Type == EDataType::Number && std::isfinite(Item.Number);
	}
	if (!bGood)
	{
		Accessors.Refuse(*List, Member, "is no list of " + std::to_string(Count) + " numbers");
		return;
	}
	for (size_t Index = 0; Index < Count; ++Index)
	{
		Out[Index] = List->Items[Index].Number;
	}
}

class FGltfRigReader
{
public:
	FGltfRigReader(const FGltfDocument& InDocument, FGltfAccessors& InAccessors, FRigFile& InOut)
	    : Document(InDocument), Accessors(InAccessors), Out(InOut), NodeOf(Document.GetItems("nodes").size(), -1)
	{
	}

	void Run()
	{
		FindParents();
		const std::vector<FDataNode>& Scenes = Document.GetItems("scenes");
		const FDataNode* const Wanted = Document.GetRoot().Find("scene");
		const FDataNode* const Scene = Wanted           ? Document.FindItem("scenes", *Wanted)
		                               : Scenes.empty() ? nullptr
		                                                : &Scenes.front();
		for (const FDataNode& Root : Scene ? FGltfDocument::ListOf(*Scene, "nodes") : std::vector<FDataNode>{})
		{
			AddTree(size_t(Root.Number), -1);
		}
		SceneNodes = Out.Nodes.size();
		// A file without scenes is a library, and joints may be outside them: what nobody's child is begins a tree.
		for (size_t Index = 0; Index < NodeOf.size(); ++Index)
		{
			if (NodeOf[Index] < 0 && (!Scene || bJoint[Index]))
			{
				AddTree(RootOf(Index), -1);
			}
		}
		SceneNodes = Scene ? SceneNodes : Out.Nodes.size();
		ReadSkins();
		ReadMeshes();
		ReadGltfClips(Accessors, NodeOf, Out);
	}

private:
	// CheckGltf has seen that every child is a node, has one parent, and that no circle is among them.
	void AddTree(size_t Index, int32_t Parent)
	{
		if (NodeOf[Index] >= 0)
		{
			return; // a root that is another's child, too
		}
		const FDataNode& Data = Document.GetItems("nodes")[Index];
		const int32_t Number = int32_t(Out.Nodes.size());
		NodeOf[Index] = Number;
		FRigNode Node;
		Node.Name = GltfName(Data, "Node" + std::to_string(Index));
		Node.Parent = Parent;
		ReadPlace(Data, Node);
		Out.Nodes.push_back(std::move(Node));
		for (const FDataNode& Child : FGltfDocument::ListOf(Data, "children"))
		{
			AddTree(size_t(Child.Number), Number);
		}
	}
	void FindParents()
	{
		const std::vector<FDataNode>& Nodes = Document.GetItems("nodes");
		Parents.assign(Nodes.size(), -1);
		bJoint.assign(Nodes.size(), false);
		for (size_t Index = 0; Index < Nodes.size(); ++Index)
		{
			for (const FDataNode& Child : FGltfDocument::ListOf(Nodes[Index], "children"))
			{
				Parents[size_t(Child.Number)] = int64_t(Index);
			}
		}
		for (const FDataNode& Skin : Document.GetItems("skins"))
		{
			for (const FDataNode& Joint : FGltfDocument::ListOf(Skin, "joints"))
			{
				if (Document.FindItem("nodes", Joint))
				{
					bJoint[size_t(Joint.Number)] = true;
				}
			}
		}
	}
	size_t RootOf(size_t Index) const
	{
		while (Parents[Index] >= 0)
		{
			Index = size_t(Parents[Index]);
		}
		return Index;
	}
	void ReadPlace(const FDataNode& Data, FRigNode& Node)
	{
		if (Data.Find("matrix"))
		{
			double Values[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
			ReadList(Accessors, Data, "matrix", 16, Values);
			glm::dmat4 Matrix(1.0);
			for (int Index = 0; Index < 16; ++Index)
			{
				Matrix[Index / 4][Index % 4] = Values[Index];
			}
			Node.Rest = FRigTransform::FromMatrix(Matrix, Node.Shear);
			return;
		}
		double Rotation[4] = {0.0, 0.0, 0.0, 1.0};
		ReadList(Accessors, Data, "translation", 3, &Node.Rest.Translation.x);
		ReadList(Accessors, Data, "scale", 3, &Node.Rest.Scale.x);
		ReadList(Accessors, Data, "rotation", 4, Rotation);
		const glm::dquat Turn(Rotation[3], Rotation[0], Rotation[1], Rotation[2]);
		const double Size = std::sqrt(glm::dot(Turn, Turn));
		if (!(Size > 1e-6))
		{
			Accessors.Refuse(Data, "rotation", "is no rotation: its length is 0");
			return;
		}
		Node.Rest.Rotation = Turn / Size;
	}
	void ReadSkins()
	{
		for (const FDataNode& Data : Document.GetItems("skins"))
		{
			FRigSkin Skin;
			for (const FDataNode& Joint : FGltfDocument::ListOf(Data, "joints"))
			{
				if (!Document.FindItem("nodes", Joint))
				{
					Accessors.Refuse(Joint, "skins.joints", "names a node that is not there");
					continue;
				}
				Skin.Joints.push_back(NodeOf[size_t(Joint.Number)]);
				Out.Nodes[size_t(Skin.Joints.back())].bBone = true;
			}
			if (Skin.Joints.empty())
			{
				Accessors.Refuse(Data, "skins.joints", "is missing: a skin without joints holds nothing");
			}
			ReadInverseBinds(Data, Skin);
			Out.Skins.push_back(std::move(Skin));
		}
	}
	void ReadInverseBinds(const FDataNode& Data, FRigSkin& Skin)
	{
		Skin.InverseBinds.assign(Skin.Joints.size(), glm::dmat4(1.0));
		const FDataNode* const Reference = Data.Find("inverseBindMatrices");
		std::vector<double> Values;
		if (!Reference || !Accessors.ReadNumbers(*Reference, "inverseBindMatrices", "MAT4", Values))
		{
			return;
		}
		if (Values.size() < Skin.Joints.size() * 16)
		{
			Accessors.Refuse(*Reference, "inverseBindMatrices",
			    "has " + std::to_string(Values.size() / 16) + " matrices for " + std::to_string(Skin.Joints.size()) +
			        " joints");
			return;
		}
		for (size_t Index = 0; Index < Skin.Joints.size() * 16; ++Index)
		{
			Skin.InverseBinds[Index / 16][int(Index / 4 % 4)][int(Index % 4)] = Values[Index];
		}
	}
	void ReadMeshes()
	{
		std::vector<const FDataNode*> Data(Out.Nodes.size(), nullptr);
		for (size_t Index = 0; Index < NodeOf.size(); ++Index)
		{
			if (NodeOf[Index] >= 0)
			{
				Data[size_t(NodeOf[Index])] = &Document.GetItems("nodes")[Index];
			}
		}
		for (size_t Index = 0; Index < SceneNodes; ++Index)
		{
			const FDataNode* const Reference = Data[Index]->Find("mesh");
			const FDataNode* const Mesh = Reference ? Document.FindItem("meshes", *Reference) : nullptr;
			if (!Mesh)
			{
				continue;
			}
			Out.Nodes[Index].bShowsMesh = true;
			ReadWeights(*Data[Index], *Mesh, Out.Nodes[Index]);
			const FDataNode* const Skin = Data[Index]->Find("skin");
			if (Skin && !Document.FindItem("skins", *Skin))
			{
				Accessors.Refuse(*Skin, "nodes.skin", "names a skin that is not there");
				continue;
			}
			ReadGltfMesh(Accessors, *Mesh, int32_t(Index), Skin ? int32_t(Skin->Number) : -1, Out);
		}
	}
	void ReadWeights(const FDataNode& Data, const FDataNode& Mesh, FRigNode& Node)
	{
		for (const FDataNode& Item : FGltfDocument::ListOf(Data.Find("weights") ? Data : Mesh, "weights"))
		{
			if (Item.Type != EDataType::Number || !std::isfinite(Item.Number))
			{
				Accessors.Refuse(Item, "weights", "is no number");
			}
			Node.MorphWeights.push_back(float(Item.Number));
		}
	}

	const FGltfDocument& Document;
	FGltfAccessors& Accessors;
	FRigFile& Out;
	std::vector<int32_t> NodeOf;  // by the file's number; -1: of no scene
	std::vector<int64_t> Parents; // by the file's number
	std::vector<bool> bJoint;     // by the file's number
	size_t SceneNodes = 0;        // those of the scene come first
};
} // namespace

std::string GltfName(const FDataNode& Node, const std::string& Default)
{
	const FDataNode* const Name = Node.Find("name");
	return Name && !Name->String.empty() ? PrintableName(Name->String) : Default;
}

bool ReadGltfRig(const std::string& Path, const FFileBytes& Bytes, const FGuardedFiles& Files, FRigFile& Out,
    FDiagnostics& Diagnostics)
{
	FGltfDocument Document(Path);
	if (!Document.Load(Bytes, Files, Diagnostics) || !CheckGltf(Document, EGltfUse::Character, Diagnostics))
	{
		return false;
	}
	FGltfAccessors Accessors(Document, Diagnostics);
	ReadGltfMaterials(Document, Files, Accessors, Out);
	FGltfRigReader(Document, Accessors, Out).Run();
	return Accessors.IsGood();
}
} // namespace Flockwork
