#include "GltfRig.h"
#include "Names.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
namespace
{
enum EMode : int64_t
{
	Triangles = 4,
	Strip = 5,
	Fan = 6
};

class FGltfMeshReader
{
public:
	FGltfMeshReader(FGltfAccessors& InAccessors, const FDataNode& InMesh, FRigFile& InFile)
	    : Accessors(InAccessors), Mesh(InMesh), File(InFile)
	{
	}

	void Run(int32_t Node, int32_t Skin)
	{
		for (const FDataNode& Primitive : FGltfDocument::ListOf(Mesh, "primitives"))
		{
			const int64_t Mode = Accessors.GetDocument().GetInteger(Primitive, "mode", Triangles);
			if (Mode < Triangles || Mode > Fan)
			{
				Accessors.Warn(Primitive, "mode", "is points or lines: they are left out");
				continue;
			}
			FRigMesh Out;
			Out.Name = GltfName(Mesh, File.Nodes[size_t(Node)].Name);
			Out.Node = Node;
			Out.Skin = Skin;
			if (ReadPrimitive(Primitive, Mode, Out))
			{
				File.Meshes.push_back(std::move(Out));
			}
		}
	}

private:
	bool ReadPrimitive(const FDataNode& Primitive, int64_t Mode, FRigMesh& Out)
	{
		const FDataNode& Attributes = *Primitive.Find("attributes"); // CheckGltf has seen it, and POSITION in it
		const FDataNode* const Material = Primitive.Find("material");
		if (Material && !Accessors.GetDocument().FindItem("materials", *Material))
		{
			Accessors.Refuse(*Material, "material", "names a material that is not there");
			return false;
		}
		Out.Material = Material ? int32_t(Material->Number) : -1;
		return ReadPositions(Attributes, Out) && ReadNormals(Attributes, Out) && ReadTexCoords(Attributes, Out) &&
		       (Out.Skin < 0 || ReadInfluences(Attributes, Out)) && ReadMorphs(Primitive, Out) &&
		       ReadIndices(Primitive, Mode, Out);
	}
	// Vectors, as many as there are positions.
	bool ReadVectors(const FDataNode& Reference, std::string_view Field, size_t Count, std::vector<double>& Out)
	{
		if (!Accessors.ReadNumbers(Reference, Field, "VEC3", Out))
		{
			return false;
		}
		if (Out.size() != Count * 3)
		{
			Accessors.Refuse(Reference, Field,
			    "has " + std::to_string(Out.size() / 3) + " values for " + std::to_string(Count) + " positions");
			return false;
		}
		return true;
	}
	bool ReadPositions(const FDataNode& Attributes, FRigMesh& Out)
	{
		std::vector<double> Values;
		if (!Accessors.ReadNumbers(*Attributes.Find("POSITION"), "POSITION", "VEC3", Values))
		{
			return false;
		}
		for (size_t At = 0; At < Values.size(); At += 3)
		{
			Out.Positions.push_back({Values[At], Values[At + 1], Values[At + 2]});
		}
		return true;
	}
	bool ReadNormals(const FDataNode& Attributes, FRigMesh& Out)
	{
		const FDataNode* const Reference = Attributes.Find("NORMAL");
		std::vector<double> Values;
		if (Reference && !ReadVectors(*Reference, "NORMAL", Out.Positions.size(), Values))
		{
			return false;
		}
		for (size_t At = 0; At < Values.size(); At += 3)
		{
			Out.Normals.push_back({float(Values[At]), float(Values[At + 1]), float(Values[At + 2])});
		}
		return true;
	}
	bool ReadTexCoords(const FDataNode& Attributes, FRigMesh& Out)
	{
		const FRigMaterial Material = Out.Material < 0 ? FRigMaterial{} : File.Materials[size_t(Out.Material)];
		const std::string Field = "TEXCOORD_" + std::to_string(Material.TexCoordSet);
		const FDataNode* const Reference = Attributes.Find(Field);
		std::vector<double> Values;
		if (!Reference)
		{
			return true;
		}
		if (!Accessors.ReadNumbers(*Reference, Field, "VEC2", Values) || Values.size() != Out.Positions.size() * 2)
		{
			Accessors.Refuse(*Reference, Field, "has not one value for each position");
			return false;
		}
		// KHR_texture_transform: offset * rotation * scale.
		const double Cos = std::cos(Material.PictureTurn);
		const double Sin = std::sin(Material.PictureTurn);
		for (size_t At = 0; At < Values.size(); At += 2)
		{
			const glm::dvec2 Scaled = glm::dvec2(Values[At], Values[At + 1]) * Material.PictureScale;
			const glm::dvec2 Turned(Cos * Scaled.x + Sin * Scaled.y, Cos * Scaled.y - Sin * Scaled.x);
			Out.TexCoords.push_back(FVector2D(Turned + Material.PictureOffset));
		}
		return true;
	}
	// All sets of four: the largest are chosen later.
	bool ReadInfluences(const FDataNode& Attributes, FRigMesh& Out)
	{
		const size_t Count = Out.Positions.size();
		const size_t JointCount = File.Skins[size_t(Out.Skin)].Joints.size();
		std::vector<std::vector<uint32_t>> Joints;
		std::vector<std::vector<double>> Weights;
		for (size_t Set = 0; Attributes.Find("JOINTS_" + std::to_string(Set)); ++Set)
		{
			const std::string JointField = "JOINTS_" + std::to_string(Set);
			const std::string WeightField = "WEIGHTS_" + std::to_string(Set);
			const FDataNode& JointReference = *Attributes.Find(JointField);
			const FDataNode* const WeightReference = Attributes.Find(WeightField);
			Joints.emplace_back();
			Weights.emplace_back();
			if (!WeightReference)
			{
				Accessors.Refuse(JointReference, WeightField, "is missing, though " + JointField + " is there");
				return false;
			}
			if (!Accessors.ReadIntegers(JointReference, JointField, "VEC4", Joints.back()) ||
			    !Accessors.ReadNumbers(*WeightReference, WeightField, "VEC4", Weights.back()))
			{
				return false;
			}
			if (Joints.back().size() != Count * 4 || Weights.back().size() != Count * 4)
			{
				Accessors.Refuse(JointReference, JointField, "has not one value for each position");
				return false;
			}
		}
		for (size_t Vertex = 0; Vertex < Count; ++Vertex)
		{
			Out.FirstInfluence.push_back(uint32_t(Out.Influences.size()));
			for (size_t At = 0; At < Joints.size() * 4; ++At)
			{
				const uint32_t Joint = Joints[At / 4][Vertex * 4 + At % 4];
				const double Weight = Weights[At / 4][Vertex * 4 + At % 4];
				if (Weight > 0.0 && Joint >= JointCount)
				{
					Accessors.Refuse(Attributes, "JOINTS_" + std::to_string(At / 4),
					    "names joint " + std::to_string(Joint) + " of a skin with " + std::to_string(JointCount));
					return false;
				}
				if (Weight > 0.0)
				{
					Out.Influences.push_back({Joint, float(Weight)});
				}
			}
		}
		Out.FirstInfluence.push_back(uint32_t(Out.Influences.size()));
		return true;
	}
	bool ReadMorphs(const FDataNode& Primitive, FRigMesh& Out)
	{
		const FDataNode* const Extras = Mesh.Find("extras");
		const std::vector<FDataNode>& Names = FGltfDocument::ListOf(Extras ? *Extras : Mesh, "targetNames");
		for (const FDataNode& Target : FGltfDocument::ListOf(Primitive, "targets"))
		{
			const size_t Index = Out.Morphs.size();
			FRigMorph Morph;
			Morph.Name = Index < Names.size() && !Names[Index].String.empty() ? PrintableName(Names[Index].String)
			                                                                  : "Morph" + std::to_string(Index);
			const FDataNode* const Places = Target.Find("POSITION");
			const FDataNode* const Normals = Target.Find("NORMAL");
			std::vector<double> Values;
			std::vector<double> NormalValues;
			if ((Places && !ReadVectors(*Places, "targets.POSITION", Out.Positions.size(), Values)) ||
			    (Normals && !ReadVectors(*Normals, "targets.NORMAL", Out.Positions.size(), NormalValues)))
			{
				return false;
			}
			Values.resize(Out.Positions.size() * 3, 0.0);
			for (size_t At = 0; At < Values.size(); At += 3)
			{
				Morph.Shifts.push_back({Values[At], Values[At + 1], Values[At + 2]});
			}
			for (size_t At = 0; At < NormalValues.size(); At += 3)
			{
				Morph.NormalShifts.push_back(
				    {float(NormalValues[At]), float(NormalValues[At + 1]), float(NormalValues[At + 2])});
			}
			Out.Morphs.push_back(std::move(Morph));
		}
		return true;
	}
	bool ReadIndices(const FDataNode& Primitive, int64_t Mode, FRigMesh& Out)
	{
		std::vector<uint32_t> Indices;
		const FDataNode* const Reference = Primitive.Find("indices");
		if (!Reference)
		{
			for (size_t Index = 0; Index < Out.Positions.size(); ++Index)
			{
				Indices.push_back(uint32_t(Index));
			}
		}
		else if (!Accessors.ReadIntegers(*Reference, "indices", "SCALAR", Indices))
		{
			return false;
		}
		for (const uint32_t Index : Indices)
		{
			if (Index >= Out.Positions.size())
			{
				Accessors.Refuse(*Reference, "indices",
				    "names vertex " + std::to_string(Index) + " of " + std::to_string(Out.Positions.size()));
				return false;
			}
		}
		for (size_t At = 0; At + 2 < Indices.size(); At += Mode == Triangles ? 3 : 1)
		{
			const bool bOdd = Mode == Strip && At % 2 == 1; // every second one of a strip goes the other way round
			Out.Indices.push_back(Mode == Fan ? Indices[0] : Indices[At]);
			Out.Indices.push_back(Indices[At + (bOdd ? 2 : 1)]);
			Out.Indices.push_back(Indices[At + (bOdd ? 1 : 2)]);
		}
		return true;
	}

	FGltfAccessors& Accessors;
	const FDataNode& Mesh;
	FRigFile& File;
};
} // namespace

void ReadGltfMesh(FGltfAccessors& Accessors, const FDataNode& Mesh, int32_t Node, int32_t Skin, FRigFile& Out)
{
	FGltfMeshReader(Accessors, Mesh, Out).Run(Node, Skin);
}
} // namespace Flockwork
