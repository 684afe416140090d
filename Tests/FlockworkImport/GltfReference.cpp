#include "GltfReference.h"

#include "FlockworkCore/DataNode.h"
#include "ImportFixture.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>

namespace Flockwork
{
namespace
{
class FReferenceReader
{
public:
	explicit FReferenceReader(const std::string& Path) : Bytes(ReadWhole(Path))
	{
		uint32_t JsonSize = 0;
		std::memcpy(&JsonSize, Bytes.data() + 12, sizeof(JsonSize));
		FDiagnostics Diagnostics;
		REQUIRE(ParseJson(std::string_view(Bytes).substr(20, JsonSize), Path, Root, Diagnostics));
		Binary = std::string_view(Bytes).substr(28 + JsonSize);
	}

	std::vector<FReferenceNode> Run()
	{
		for (const FDataNode& Node : List("scenes")[0].Find("nodes")->Items)
		{
			AddNode(size_t(Node.Number), glm::dmat4(1.0));
		}
		return std::move(Nodes);
	}

private:
	const std::vector<FDataNode>& List(const char* Name) const { return Root.Find(Name)->Items; }
	static double Number(const FDataNode& Node, const char* Name, double Default)
	{
		const FDataNode* const Found = Node.Find(Name);
		return Found ? Found->Number : Default;
	}
	template <typename Value>
	Value ReadAt(size_t At) const
	{
		Value Out{};
		REQUIRE(At + sizeof(Value) <= Binary.size());
		std::memcpy(&Out, Binary.data() + At, sizeof(Value));
		return Out;
	}
	size_t StartOf(const FDataNode& Accessor) const
	{
		const FDataNode& View = List("bufferViews")[size_t(Number(Accessor, "bufferView", 0))];
		REQUIRE(View.Find("byteStride") == nullptr);
		return size_t(Number(View, "byteOffset", 0) + Number(Accessor, "byteOffset", 0));
	}
	glm::dvec3 ReadVector(const FDataNode& Accessor, size_t Index) const
	{
		REQUIRE(Number(Accessor, "componentType", 0) == 5126);
		const size_t At = StartOf(Accessor) + Index * 12;
		return {ReadAt<float>(At), ReadAt<float>(At + 4), ReadAt<float>(At + 8)};
	}
	size_t ReadIndex(const FDataNode& Accessor, size_t Index) const
	{
		const size_t Start = StartOf(Accessor);
		switch (int(Number(Accessor, "componentType", 0)))
		{
		case 5121:
			return ReadAt<uint8_t>(Start + Index);
		case 5123:
			return ReadAt<uint16_t>(Start + Index * 2);
		default:
			return ReadAt<uint32_t>(Start + Index * 4);
		}
	}
	static double Item(const FDataNode& Node, const char* Name, size_t Index, double Default)
	{
		const FDataNode* const Found = Node.Find(Name);
		return Found ? Found->Items[Index].Number : Default;
	}
	static glm::dmat4 LocalOf(const FDataNode& Node)
	{
		REQUIRE(Node.Find("matrix") == nullptr);
		const double X = Item(Node, "rotation", 0, 0.0);
		const double Y = Item(Node, "rotation", 1, 0.0);
		const double Z = Item(Node, "rotation", 2, 0.0);
		const double W = Item(Node, "rotation", 3, 1.0);
		// Columns of the rotation, each times its scale.
		const glm::dvec3 A = glm::dvec3(1.0 - 2.0 * (Y * Y + Z * Z), 2.0 * (X * Y + Z * W), 2.0 * (X * Z - Y * W)) *
		                     Item(Node, "scale", 0, 1.0);
		const glm::dvec3 B = glm::dvec3(2.0 * (X * Y - Z * W), 1.0 - 2.0 * (X * X + Z * Z), 2.0 * (Y * Z + X * W)) *
		                     Item(Node, "scale", 1, 1.0);
		const glm::dvec3 C = glm::dvec3(2.0 * (X * Z + Y * W), 2.0 * (Y * Z - X * W), 1.0 - 2.0 * (X * X + Y * Y)) *
		                     Item(Node, "scale", 2, 1.0);
		const glm::dvec3 T(
		    Item(Node, "translation", 0, 0.0), Item(Node, "translation", 1, 0.0), Item(Node, "translation", 2, 0.0));
		return {glm::dvec4(A, 0.0), glm::dvec4(B, 0.0), glm::dvec4(C, 0.0), glm::dvec4(T, 1.0)};
	}
	void AddNode(size_t Index, const glm::dmat4& Parent)
	{
		const FDataNode& Node = List("nodes")[Index];
		const glm::dmat4 World = Parent * LocalOf(Node);
		FReferenceNode Out;
		Out.Name = Node.Find("name")->String;
		Out.Position = glm::dvec3(World[3]);
		Out.Front = glm::dvec3(World[2]);
		if (const FDataNode* const Mesh = Node.Find("mesh"))
		{
			Out.bMesh = true;
			for (const FDataNode& Primitive : List("meshes")[size_t(Mesh->Number)].Find("primitives")->Items)
			{
				AddPrimitive(Primitive, World, Out);
			}
		}
		Nodes.push_back(Out);
		if (const FDataNode* const Children = Node.Find("children"))
		{
			for (const FDataNode& Child : Children->Items)
			{
				AddNode(size_t(Child.Number), World);
			}
		}
	}
	void AddPrimitive(const FDataNode& Primitive, const glm::dmat4& World, FReferenceNode& Out) const
	{
		const FDataNode& Attributes = *Primitive.Find("attributes");
		const FDataNode& Positions = List("accessors")[size_t(Number(Attributes, "POSITION", 0))];
		const FDataNode& Normals = List("accessors")[size_t(Number(Attributes, "NORMAL", 0))];
		const FDataNode& Indices = List("accessors")[size_t(Number(Primitive, "indices", 0))];
		const FDataNode& Material = List("materials")[size_t(Number(Primitive, "material", 0))];
		const glm::dmat3 Turn(World); // our levels' nodes are turned and moved, never scaled
		for (size_t At = 0; At < size_t(Number(Indices, "count", 0)); At += 3)
		{
			std::array<FReferenceCorner, 3> Triangle;
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				const size_t Index = ReadIndex(Indices, At + Corner);
				Triangle[Corner].Position = glm::dvec3(World * glm::dvec4(ReadVector(Positions, Index), 1.0));
				Triangle[Corner].Normal = Turn * ReadVector(Normals, Index);
			}
			Out.Triangles.push_back(Triangle);
			Out.Materials.push_back(Material.Find("name")->String);
		}
	}

	std::string Bytes;
	std::string_view Binary;
	FDataNode Root;
	std::vector<FReferenceNode> Nodes;
};
} // namespace

std::vector<FReferenceNode> ReadReference(const std::string& Path)
{
	return FReferenceReader(Path).Run();
}
} // namespace Flockwork
