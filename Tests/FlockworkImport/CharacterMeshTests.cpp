// Meshes of a glTF: every way of writing triangles, quantised ones, several skins, things that joints carry.
#include "CharacterFixture.h"
#include "GltfWriter.h"

#include <catch2/catch.hpp>
#include <sstream>

namespace Flockwork
{
namespace
{
constexpr double Allowed = 1e-5; // of the extent

const std::vector<double> Square{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}; // in a strip's order
const std::vector<double> Disc{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, -1, 1, 0};

// A node that turns about Y within a second and shows one primitive.
FCharacterResult ImportPrimitive(
    const FTemporaryFolder& Folder, FGltfWriter& Writer, const std::string& Primitive, const std::string& More = "")
{
	const size_t Times = Writer.AddFloats("SCALAR", {0.0, 1.0});
	const size_t Turns = Writer.AddFloats("VEC4", {0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0});
	std::ostringstream Text;
	Text << R"("scenes": [{"nodes": [0]}], "nodes": [{"name": "Plate", "mesh": 0}], "meshes": [{"primitives": [)"
	     << Primitive << R"(]}], "animations": [{"name": "Turn", "samplers": [{"input": )" << Times << R"(, "output": )"
	     << Turns << R"(}], "channels": [{"sampler": 0, "target": {"node": 0, "path": "rotation"}}]}])" << More;
	return ImportRig(Folder.Write("plate.gltf", Writer.MakeGltf(Text.str())));
}

// Of all triangles, from the mesh's own corners: how much of them looks to +Z.
double AreaToFront(const FCharacterAsset& Asset)
{
	const FSkinnedMesh& Mesh = Asset.Meshes.front();
	double Area = 0.0;
	for (size_t At = 0; At < Mesh.Indices.size(); At += 3)
	{
		const glm::dvec3 A(Mesh.Positions[Mesh.Indices[At]]);
		const glm::dvec3 B(Mesh.Positions[Mesh.Indices[At + 1]]);
		const glm::dvec3 C(Mesh.Positions[Mesh.Indices[At + 2]]);
		Area += 0.5 * glm::cross(B - A, C - A).z;
	}
	return Area;
}
} // namespace

TEST_CASE("ImportCharacter: strips, fans and triangles without indices are triangles that look to the same side")
{
	const FTemporaryFolder Folder;
	const auto AreaOf = [&](const std::vector<double>& Places, int32_t Mode, const std::vector<double>& Indices)
	{
		FGltfWriter Writer;
		std::ostringstream Text;
		Text << R"({"attributes": {"POSITION": )" << Writer.AddFloats("VEC3", Places) << R"(}, "mode": )" << Mode;
		if (!Indices.empty())
		{
			Text << R"(, "indices": )" << Writer.AddIntegers("SCALAR", 5121, Indices);
		}
		const FCharacterResult Result = ImportPrimitive(Folder, Writer, Text.str() + "}");
		INFO(Result.Text());
		REQUIRE(Result.bOk);
		CHECK(WorstDeviation(Result.Asset(), FGltfRigReference(Folder.Path("plate.gltf"))) < Allowed);
		for (const FVector& Normal : Result.Asset().Meshes.front().Normals) // made of the faces
		{
			CHECK(Length(Normal - FVector(0.0f, 0.0f, 1.0f)) < 1e-6f);
		}
		return AreaToFront(Result.Asset());
	};
	CHECK(AreaOf(Square, 4, {0, 1, 2, 2, 1, 3}) == Approx(1.0));
	CHECK(AreaOf(Square, 5, {}) == Approx(1.0));
	CHECK(AreaOf(Square, 5, {0, 1, 2, 3}) == Approx(1.0));
	CHECK(AreaOf(Disc, 6, {}) == Approx(1.5));
	CHECK(AreaOf({0, 0, 0, 1, 0, 0, 0, 1, 0}, 4, {}) == Approx(0.5));
}

TEST_CASE("ImportCharacter: quantised vertices and texture coordinates are read as what they stand for")
{
	const FTemporaryFolder Folder;
	const std::string Required =
	    R"(, "extensionsUsed": ["KHR_mesh_quantization"], "extensionsRequired": ["KHR_mesh_quantization"])";
	for (const int32_t Component : {5120, 5121, 5122, 5123})
	{
		for (const bool bNormalized : {false, true})
		{
			INFO(Component << (bNormalized ? ", normalised" : ""));
			FGltfWriter Writer;
			std::ostringstream Text;
			Text << R"({"attributes": {"POSITION": )"
			     << Writer.AddIntegers("VEC3", Component, {1, 2, 3, 101, 2, 3, 1, 102, 3, 101, 102, 3}, bNormalized)
			     << R"(, "TEXCOORD_0": )" << Writer.AddIntegers("VEC2", 5121, {0, 0, 255, 0, 0, 255, 51, 255}, true)
			     << R"(}, "mode": 5})";
			const FCharacterResult Result = ImportPrimitive(Folder, Writer, Text.str(), Required);
			INFO(Result.Text());
			REQUIRE(Result.bOk);
			CHECK(WorstDeviation(Result.Asset(), FGltfRigReference(Folder.Path("plate.gltf"))) < Allowed);
			CHECK(Result.Asset().Meshes.front().TexCoords[3].x == Approx(0.2f));
			CHECK(Result.Asset().Meshes.front().TexCoords[3].y == Approx(1.0f));
		}
	}
}

TEST_CASE("ImportCharacter: a picture that is moved, turned and scaled on the mesh, from its second coordinates")
{
	const FTemporaryFolder Folder;
	FGltfWriter Writer;
	std::ostringstream Text;
	Text << R"({"attributes": {"POSITION": )" << Writer.AddFloats("VEC3", Square) << R"(, "TEXCOORD_0": )"
	     << Writer.AddFloats("VEC2", {9, 9, 9, 9, 9, 9, 9, 9}) << R"(, "TEXCOORD_1": )"
	     << Writer.AddFloats("VEC2", {0, 0, 1, 0, 0, 1, 1, 1}) << R"(}, "mode": 5, "material": 0})";
	const size_t Picture = Writer.AddBytes(MakePng());
	std::ostringstream More;
	More << R"(, "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0, "texCoord": 0, "extensions":
{"KHR_texture_transform": {"texCoord": 1, "offset": [0.25, 0.5], "rotation": 1.5707963267948966, "scale": [2, 3]}}}}}],
"textures": [{"source": 0}], "images": [{"bufferView": )"
	     << Picture << "}]";
	const FCharacterResult Result = ImportPrimitive(Folder, Writer, Text.str(), More.str());
	INFO(Result.Text());
	REQUIRE(Result.bOk);
	// The extension's own matrices: translation * (cos sin; -sin cos) * scale.
	const std::vector<FVector2D>& Found = Result.Asset().Meshes.front().TexCoords;
	const std::vector<FVector2D> Wanted{{0.25f, 0.5f}, {0.25f, -1.5f}, {3.25f, 0.5f}, {3.25f, -1.5f}};
	for (size_t Vertex = 0; Vertex < 4; ++Vertex)
	{
		CHECK(std::abs(Found[Vertex].x - Wanted[Vertex].x) < 1e-5f);
		CHECK(std::abs(Found[Vertex].y - Wanted[Vertex].y) < 1e-5f);
	}
}

TEST_CASE("ImportCharacter: meshes bound to one joint in different ways, and a mesh that a joint carries")
{
	const FTemporaryFolder Folder;
	FGltfWriter Writer;
	const size_t Places = Writer.AddFloats("VEC3", Square);
	const size_t Joints = Writer.AddIntegers("VEC4", 5121, {0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0});
	const size_t Weights = Writer.AddFloats("VEC4", {1, 0, 0, 0, 0.75, 0.25, 0, 0, 0.5, 0.5, 0, 0, 0, 1, 0, 0});
	const size_t First = Writer.AddFloats(
	    "MAT4", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1});
	// The second one is larger, shifted, and not the same for both joints.
	const size_t Second = Writer.AddFloats(
	    "MAT4", {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 3, 0, 0, 1, 0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 3, -1, 1, 1});
	const size_t Times = Writer.AddFloats("SCALAR", {0.0, 0.7});
	const size_t Turns = Writer.AddFloats("VEC4", {0.0, 0.0, 0.0, 1.0, 0.6, 0.0, 0.0, 0.8});
	std::ostringstream Text;
	const std::string Primitive = R"({"primitives": [{"mode": 5, "attributes": {"POSITION": )" +
	                              std::to_string(Places) + R"(, "JOINTS_0": )" + std::to_string(Joints) +
	                              R"(, "WEIGHTS_0": )" + std::to_string(Weights) + "}}]}";
	Text << R"("scenes": [{"nodes": [0, 3, 4]}], "nodes": [{"name": "Hip", "children": [1]},
 {"name": "Knee", "translation": [0, 1, 0], "children": [2]}, {"name": "Tool", "translation": [0.5, 0, 0], "children": [5]},
 {"name": "One", "mesh": 0, "skin": 0}, {"name": "Two", "mesh": 0, "skin": 1},
 {"name": "Blade", "mesh": 1, "rotation": [0, 0, 0.6, 0.8], "scale": [0.5, 1, 2]}],
"meshes": [)"
	     << Primitive << R"(, {"primitives": [{"mode": 5, "attributes": {"POSITION": )" << Places << R"(}}]}],
"skins": [{"joints": [0, 1], "inverseBindMatrices": )"
	     << First << R"(}, {"joints": [0, 1], "inverseBindMatrices": )" << Second
	     << R"(}], "animations": [{"samplers": [{"input": )" << Times << R"(, "output": )" << Turns
	     << R"(}], "channels": [{"sampler": 0, "target": {"node": 1, "path": "rotation"}},
 {"sampler": 0, "target": {"node": 0, "path": "rotation"}}]}])";
	const std::string Path = Folder.Write("two.gltf", Writer.MakeGltf(Text.str()));
	const FCharacterResult Result = ImportRig(Path);
	INFO(Result.Text());
	REQUIRE(Result.bOk);
	CHECK(Result.Asset().Skeleton.JointNames == std::vector<std::string>{"Hip", "Knee", "Tool"});
	CHECK(Result.Asset().Meshes.size() == 3);
	// The reference takes nodes depth first, and so does the importer: Blade, One, Two.
	CHECK(WorstDeviation(Result.Asset(), FGltfRigReference(Path)) < Allowed);
}

TEST_CASE("ImportCharacter: rotations that are neighbours in time lie on one hemisphere, though the file's do not")
{
	const FTemporaryFolder Folder;
	FSampleRig Rig;
	Rig.bFlipped = true;
	FGltfWriter Writer;
	const std::string Rest = MakeRig(Rig, Writer);
	const FCharacterResult Result = ImportRig(Folder.Write("rod.glb", Writer.MakeGlb(Rest)));
	REQUIRE(Result.bOk);
	const FClip& Clip = Result.Asset().Clips.front();
	for (int32_t Sample = 1; Sample < Clip.SampleCount; ++Sample)
	{
		for (size_t Joint = 0; Joint < size_t(Clip.JointCount); ++Joint)
		{
			CHECK(glm::dot(Clip.GetSample(Sample)[Joint].Rotation, Clip.GetSample(Sample - 1)[Joint].Rotation) > 0.9f);
		}
	}
}

TEST_CASE("ImportCharacter: joints outside the scene are joints, too, and their meshes are not shown")
{
	const FTemporaryFolder Folder;
	FGltfWriter Writer;
	std::string Rest = MakeRig({}, Writer);
	Rest.replace(Rest.find("\"children\": [1, 5]"), 18, "\"children\": [5]   ");
	const FCharacterResult Result = ImportRig(Folder.Write("rod.glb", Writer.MakeGlb(Rest)));
	INFO(Result.Text());
	REQUIRE(Result.bOk);
	CHECK(Result.Asset().Skeleton.FindJoint("Spine") > 0);
	CHECK(Result.Asset().Meshes.size() == 1);
}
} // namespace Flockwork
