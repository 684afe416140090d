// Whatever a file holds: an error that names it and says what is wrong, and a host that goes on.
#include "ImportFixture.h"
#include "SampleFiles.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <random>

namespace Flockwork
{
namespace
{
namespace Files = std::filesystem;

void CheckRefused(const std::string& Path, std::string_view Reason, const FLevelImportSettings& Settings = {})
{
	const FImportResult Result = Import(Path, Settings);
	INFO(Path << ", expected: " << Reason << ", found: " << Result.Text());
	CHECK(IsRefused(Result, Path));
	CHECK(Result.Says(Reason));
}

std::string Noise(size_t Size, uint32_t Seed)
{
	std::mt19937 Random(Seed);
	std::string Bytes(Size, '\0');
	for (char& Byte : Bytes)
	{
		Byte = char(Random() & 255u);
	}
	return Bytes;
}

void Swap(std::string& Text, const std::string& What, const std::string& By)
{
	const size_t At = Text.find(What);
	REQUIRE(At != std::string::npos);
	Text.replace(At, What.size(), By);
}

std::string GltfWith(const std::string& What, const std::string& By)
{
	std::string Text = MakeGltf({});
	Swap(Text, What, By);
	return Text;
}
} // namespace

TEST_CASE("ImportLevel: refuses what is no file, no level, empty, or under another format's name")
{
	const FTemporaryFolder Folder;
	CheckRefused(Folder.Path("missing.glb"), "there is no such file");
	CheckRefused(Folder.Path(""), "is a folder");
	CheckRefused(Folder.Write("empty.obj", ""), "is empty");
	CheckRefused(Folder.Write("level.txt", "v 0 0 0"), ".obj, .gltf, .glb, .fbx and .dae are read");
	CheckRefused(Folder.Write("box.obj", MakeFbx({})), "is by its content FBX");
	CheckRefused(Folder.Write("box.fbx", MakeGlb({})), "is by its content glTF");
	CheckRefused(Folder.Write("box.glb", MakeDae({})), "is by its content DAE");
	CheckRefused(Folder.Write("words.fbx", "these are words"), "is by its content no FBX");
	CheckRefused(
	    Folder.Write("words.obj", "these are words, and many of them, but none is of a level"), "has no triangles");
	CheckRefused(Folder.Write("points.obj", "v 0 0 0\nv 1 0 0\nv 0 0 1\n"), "");
	for (const char* const Extension : {"obj", "gltf", "glb", "fbx", "dae"})
	{
		const std::string Path = Folder.Write(std::string("noise.") + Extension, Noise(20000, 7));
		CheckRefused(Path, "is by its content no");
	}
}

TEST_CASE("ImportLevel: settings out of their range are refused before anything starts")
{
	const FTemporaryFolder Folder;
	FLevelImportSettings Settings;
	Settings.Scale = -1.0f;
	const FImportResult Result = Import(Folder.Write("box.obj", MakeObj({})), Settings);
	CHECK_FALSE(Result.bOk);
	CHECK(Result.Says("scale"));
}

TEST_CASE("ImportLevel: survives files that end anywhere")
{
	const FTemporaryFolder Folder;
	const std::vector<std::pair<std::string, std::string>> Wholes{{"cut.obj", MakeObj({})}, {"cut.dae", MakeDae({})},
	    {"cut.fbx", MakeFbx({})}, {"cut.gltf", MakeGltf({})}, {"cut.glb", MakeGlb({})}};
	for (const auto& [Name, Whole] : Wholes)
	{
		for (size_t Part = 1; Part < 50; ++Part)
		{
			const std::string Path = Folder.Write(Name, Whole.substr(0, Whole.size() * Part / 50));
			const FImportResult Result = Import(Path);
			INFO(Name << " at " << Part << "/50: " << Result.Text());
			// An OBJ that ends between two faces is whole, and an FBX may lack its last connections.
			CHECK((Result.bOk || IsRefused(Result, Path)));
			CHECK((!Result.bOk || Name == "cut.obj" || Name == "cut.fbx"));
		}
	}
}

TEST_CASE("ImportLevel: claims of gigabytes in small files are no more than claims")
{
	const FTemporaryFolder Folder;
	std::string Header = "glTF";
	for (const uint32_t Word : {2u, 0x80000000u, 0x7ffffff0u, 0x4E4F534Au})
	{
		Header.append(reinterpret_cast<const char*>(&Word), sizeof(Word));
	}
	CheckRefused(Folder.Write("claim.glb", Header + std::string(80, ' ')), "is truncated");
	CheckRefused(Folder.Write("count.gltf", GltfWith("\"count\": 8", "\"count\": 2000000000")), "reaches beyond");
	CheckRefused(
	    Folder.Write("view.gltf", GltfWith("\"byteLength\": 96", "\"byteLength\": 2000000000")), "reaches beyond");
	CheckRefused(
	    Folder.Write("buffer.gltf", GltfWith("\"byteLength\": 168", "\"byteLength\": 2000000000")), "is too short");
	std::string Dae = MakeDae({});
	Swap(Dae, "count=\"24\"", "count=\"2000000000\"");
	CheckRefused(Folder.Write("claim.dae", Dae), "");
	std::string Fbx = MakeFbx({});
	Swap(Fbx, "Vertices: *24", "Vertices: *2000000000");
	const FImportResult Result = Import(Folder.Write("claim.fbx", Fbx));
	CHECK((Result.bOk || IsRefused(Result, Folder.Path("claim.fbx"))));
}

TEST_CASE("ImportLevel: glTF that would be read wrong is refused with its place")
{
	const FTemporaryFolder Folder;
	const auto Check = [&](const std::string& What, const std::string& By, std::string_view Reason)
	{ CheckRefused(Folder.Write("bad.gltf", GltfWith(What, By)), Reason); };
	Check("\"version\": \"2.0\"", "\"version\": \"1.0\"", "glTF 2.0 was expected");
	Check("\"scene\": 0", "\"scene\": 0, \"extensionsRequired\": [\"KHR_draco_mesh_compression\"]",
	    "without compression");
	Check("\"scene\": 0", "\"scene\": 0, \"extensionsRequired\": [\"KHR_mesh_quantization\"]", "without compression");
	Check("\"componentType\": 5126", "\"componentType\": 5122", "without quantisation");
	Check("\"componentType\": 5123", "\"componentType\": 5126", "unsigned integers");
	Check("\"POSITION\": 0", "\"POSITION\": 9", "an accessor that is not there");
	Check("\"POSITION\": 0", "\"COLOR_0\": 0", "POSITION");
	Check("\"bufferView\": 1", "\"bufferView\": -1", "a buffer view that is not there");
	Check("\"mesh\": 0", "\"mesh\": 5", "a mesh that is not there");
	Check("\"mesh\": 0", "\"mesh\": 0, \"children\": [0]", "in a circle");
	Check("\"mesh\": 0", "\"mesh\": 0, \"children\": [1.5]", "a node that is not there");
	Check("\"nodes\": [0, 1]", "\"nodes\": [0, 7]", "a node that is not there");
	Check("base64,", "base64,A", "");
	Check("\"asset\"", "\"asset\": 1, \"asset\"", "asset");
	Check("{\"asset\"", "[{\"asset\"", "");
	const FImportResult Copies = Import(Folder.Write(
	    "copies.gltf", GltfWith("\"scene\": 0", "\"scene\": 0, \"extensionsUsed\": [\"EXT_mesh_gpu_instancing\"]")));
	CHECK(Copies.bOk);
	CHECK(Copies.Says("warning: extensionsUsed: has EXT_mesh_gpu_instancing"));
	const FImportResult Line = Import(Folder.Write("line.gltf", GltfWith("\"POSITION\": 0", "\"POSITION\": 9")));
	CHECK(Line.Says("line.gltf:4:")); // where it stands in the file
}

TEST_CASE("ImportLevel: files that lead out of the level's folder are not read, missing ones are told")
{
	const FTemporaryFolder Folder;
	const FTemporaryFolder Other;
	Other.Write("box.bin", MakeGltfBuffer());
	Other.Write("box.mtl", "newmtl Blue\nKd 0 0 1\n");
	const std::string Out = Files::path(Other.Path("box")).parent_path().filename().string();
	for (const std::string& Uri : {"../" + Out + "/box.bin", "%2e%2e/" + Out + "/box.bin", Other.Path("box.bin"),
	         "file://" + Other.Path("box.bin")})
	{
		const FImportResult Result = Import(Folder.Write("box.gltf", MakeGltf({}, Uri)));
		INFO(Uri << ": " << Result.Text());
		CHECK(IsRefused(Result, Folder.Path("box.gltf")));
	}
	CheckRefused(Folder.Path("box.gltf"), "the file's folder");
	Files::create_symlink(Other.Path("box.bin"), Folder.Path("link.bin"));
	CheckRefused(Folder.Write("link.gltf", MakeGltf({}, "link.bin")), "not");
	CheckRefused(Folder.Write("missing.gltf", MakeGltf({}, "none.bin")), "\"none.bin\" was expected beside the file");
	CheckRefused(Folder.Write("out.obj", "mtllib ../" + Out + "/box.mtl\nusemtl Blue\n" + MakeObj({})),
	    "not in the file's folder");

	CheckRefused(
	    Folder.Write("out.obj", "mtllib " + Other.Path("box.mtl") + "\n" + MakeObj({})), "not in the file's folder");

	const FImportResult Missing = Import(Folder.Write("box.obj", "mtllib none.mtl\nusemtl Blue\n" + MakeObj({})));
	INFO(Missing.Text());
	CHECK(Missing.bOk);
	CHECK(Missing.Says("\"none.mtl\", which is not there"));
	CHECK(Missing.Diagnostics.GetAll().size() == 1);
	// By a path that leads out and in again, too.
	const std::string Round = Folder.Path("../" + Files::path(Folder.Path("box")).parent_path().filename().string());
	CHECK(Import(Round + "/box.obj").bOk);
}

TEST_CASE("ImportLevel: triangles with corners that are no numbers are left out, and a level of nothing else refused")
{
	const FTemporaryFolder Folder;
	std::string Binary = MakeGltfBuffer();
	const float NaN = std::numeric_limits<float>::quiet_NaN();
	std::memcpy(Binary.data(), &NaN, sizeof(NaN)); // one corner: 4 or 5 triangles of 12
	Folder.Write("box.bin", Binary);
	const FImportResult Result = Import(Folder.Write("nan.gltf", MakeGltf({}, "box.bin")));
	INFO(Result.Text());
	REQUIRE(Result.bOk);
	CHECK(Result.Says("no numbers"));
	CHECK(Result.Level.Ground.GetTriangleCount() >= 6);
	CHECK(Result.Level.Ground.GetTriangleCount() < 12);
	for (size_t At = 0; At < 96; At += 4)
	{
		std::memcpy(Binary.data() + At, &NaN, sizeof(NaN));
	}
	Folder.Write("box.bin", Binary);
	CheckRefused(Folder.Path("nan.gltf"), "has no triangles");

	std::string Obj = MakeObj({});
	Swap(Obj, "v 0 0 0", "v nan inf 0");
	const FImportResult FromText = Import(Folder.Write("nan.obj", Obj));
	INFO(FromText.Text());
	CHECK((FromText.bOk || IsRefused(FromText, Folder.Path("nan.obj"))));
	CHECK(FromText.Level.Ground.GetTriangleCount() < 12);
	CheckRefused(Folder.Write("index.obj", "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 99\n"), "");
}

TEST_CASE("ImportLevel: indices beyond the vertices are left out or refused")
{
	const FTemporaryFolder Folder;
	std::string Binary = MakeGltfBuffer();
	Binary[96] = '\xff';
	Binary[97] = '\xff';
	Folder.Write("box.bin", Binary);
	const FImportResult Result = Import(Folder.Write("index.gltf", MakeGltf({}, "box.bin")));
	INFO(Result.Text());
	CHECK((Result.bOk || IsRefused(Result, Folder.Path("index.gltf"))));
	CHECK(Result.Level.Ground.GetTriangleCount() < 12);
}

TEST_CASE("ImportLevel: link ends without a partner, there twice, or misnamed are told by name")
{
	const FTemporaryFolder Folder;
	FSampleBox Box;
	Box.Marker = "Link_7_a";
	const FImportResult Alone = Import(Folder.Write("alone.gltf", MakeGltf(Box)));
	REQUIRE(Alone.bOk);
	CHECK(Alone.Says("Link_7: has no end _b"));
	CHECK(Alone.Level.Ground.Links.empty());
	Box.Marker = "Link_seven";
	const FImportResult Misnamed = Import(Folder.Write("name.gltf", MakeGltf(Box)));
	REQUIRE(Misnamed.bOk);
	CHECK(Misnamed.Says("Link_seven: is no end of a link"));
}
} // namespace Flockwork
