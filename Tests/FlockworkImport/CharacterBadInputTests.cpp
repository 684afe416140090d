// Character files that are odd, damaged or hostile: read right, or refused with the reason and the place.
#include "CharacterFixture.h"
#include "GltfRigReference.h"
#include "GltfWriter.h"
#include "SampleFiles.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <limits>

namespace Flockwork
{
namespace
{
struct FEditedRig
{
	FGltfWriter Writer;
	std::string Rest;
	FTemporaryFolder Folder;

	explicit FEditedRig(const FSampleRig& Rig = {}) { Rest = MakeRig(Rig, Writer); }
	void Edit(const std::string& What, const std::string& By)
	{
		const size_t At = Rest.find(What);
		INFO(What);
		REQUIRE(At != std::string::npos);
		Rest.replace(At, What.size(), By);
	}
	std::string Path() const { return Folder.Path("rig.gltf"); }
	FCharacterResult Import(const FLevelImportSettings& Settings = {}) const
	{
		return ImportRig(Folder.Write("rig.gltf", Writer.MakeGltf(Rest)), Settings);
	}
};

void CheckRefused(const FEditedRig& Rig, std::string_view Reason)
{
	const FCharacterResult Result = Rig.Import();
	INFO(Result.Text());
	CHECK(IsRefused(Result, Rig.Path()));
	CHECK(Result.Says(Reason));
}

void CheckEdit(const std::string& What, const std::string& By, std::string_view Reason)
{
	FEditedRig Rig;
	Rig.Edit(What, By);
	CheckRefused(Rig, Reason);
}
} // namespace

TEST_CASE("ImportCharacter: refuses what is no file, no character, or under another format's name")
{
	const FTemporaryFolder Folder;
	const auto Check = [&](const std::string& Path, std::string_view Reason)
	{
		const FCharacterResult Result = ImportRig(Path);
		INFO(Result.Text());
		CHECK(IsRefused(Result, Path));
		CHECK(Result.Says(Reason));
	};
	Check(Folder.Path("missing.glb"), "there is no such file");
	Check(Folder.Path(""), "is a folder");
	Check(Folder.Write("empty.bvh", ""), "is empty");
	Check(Folder.Write("box.obj", MakeObj({})), ".gltf, .glb, .fbx, .dae and .bvh are read");
	Check(Folder.Write("box.bvh", MakeFbx({})), "is by its content FBX");
	Check(Folder.Write("walk.fbx", "HIERARCHY\n"), "is by its content BVH");
	Check(Folder.Write("words.bvh", "these are words"), "is by its content no BVH");
	Check(Folder.Write("none.gltf", R"({"asset": {"version": "2.0"}})"), "has no joints");
	std::string Claim = "glTF";
	for (const uint32_t Word : {2u, 0x80000000u, 0x7ffffff0u, 0x4E4F534Au})
	{
		Claim.append(reinterpret_cast<const char*>(&Word), sizeof(Word));
	}
	Check(Folder.Write("claim.glb", Claim + std::string(80, ' ')), "is truncated");
}

TEST_CASE("ImportCharacter: a glTF's claims, circles and names of what is not there are refused with their place")
{
	CheckEdit("\"children\": [4]", "\"children\": [1]", "in a circle");
	CheckEdit("\"children\": [4]", "\"children\": [2]", "another parent");
	CheckEdit("\"children\": [4]", "\"children\": [44]", "a node that is not there");
	CheckEdit("\"joints\": [1, 2, 3]", "\"joints\": [1, 2, 33]", "skins.joints: names a node that is not there");
	CheckEdit("\"joints\": [1, 2, 3]", "\"joints\": [1, 2, 3, 4]", "3 matrices for 4 joints");
	CheckEdit("\"joints\": [1, 2, 3]", "\"joints\": [1, 2]", "names joint 2 of a skin with 2");
	CheckEdit("\"joints\": [1, 2, 3]", "\"joints\": []", "is missing");
	CheckEdit("\"skin\": 0", "\"skin\": 7", "names a skin that is not there");
	CheckEdit("\"mesh\": 0", "\"mesh\": 3", "names a mesh that is not there");
	CheckEdit("\"material\": 0", "\"material\": 5", "names a material that is not there");
	CheckEdit("\"sampler\": 0", "\"sampler\": 9", "names a sampler that is not there");
	CheckEdit(
	    "{\"node\": 2, \"path\": \"rotation\"}", "{\"node\": 99, \"path\": \"rotation\"}", "a node that is not there");
	CheckEdit("\"interpolation\": \"LINEAR\"", "\"interpolation\": \"BEZIER\"", "one of LINEAR, STEP and CUBICSPLINE");
	CheckEdit("\"interpolation\": \"LINEAR\"", "\"interpolation\": \"CUBICSPLINE\"", "numbers for 4 keys");
	CheckEdit("\"rotation\": [0, 0.5", "\"rotation\": [0, \"a\"", "is no list of 4 numbers");
	CheckEdit("\"rotation\": [0, 0.5, 0, 0.8660254037844386]", "\"rotation\": [0, 0, 0, 0]", "its length is 0");
	CheckEdit("\"scene\": 0,", "\"scene\": 0, \"extensionsRequired\": [\"KHR_draco_mesh_compression\"],",
	    "without compression");
	CheckEdit("\"JOINTS_0\": ", "\"JOINTS_0\": 1, \"x\": ", "");
	// Where it stands in the file.
	FEditedRig Rig;
	Rig.Edit("\"joints\": [1, 2, 3]", "\"joints\": [1, 2, 33]");
	CHECK(Rig.Import().Says("rig.gltf:10:"));
}

TEST_CASE("ImportCharacter: claims of gigabytes are no more than claims")
{
	const FTemporaryFolder Folder;
	const std::string Head = R"({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
)";
	const auto Check = [&](const std::string& Rest)
	{
		FLevelImportSettings Settings;
		Settings.MaxMegabytes = 512;
		const std::string Path = Folder.Write("claim.gltf", Head + Rest);
		const FCharacterResult Result = ImportRig(Path, Settings);
		INFO(Result.Text());
		CHECK(IsRefused(Result, Path));
	};
	Check(R"("accessors": [{"componentType": 5126, "count": 2000000000, "type": "VEC3", "sparse": {"count": 1,
"indices": {"bufferView": 0, "componentType": 5121}, "values": {"bufferView": 0}}}],
"bufferViews": [{"buffer": 0, "byteLength": 12}], "buffers": [{"byteLength": 12,
"uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAA"}]})");
	Check(R"("accessors": [{"componentType": 5126, "count": 100000000, "type": "VEC3", "sparse": {"count": 1,
"indices": {"bufferView": 0, "componentType": 5121}, "values": {"bufferView": 0}}}],
"bufferViews": [{"buffer": 0, "byteLength": 12}], "buffers": [{"byteLength": 12,
"uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAA"}]})");
	Check(R"("accessors": [{"bufferView": 0, "componentType": 5126, "count": 2000000000, "type": "VEC3"}],
"bufferViews": [{"buffer": 0, "byteLength": 2000000000}], "buffers": [{"byteLength": 2000000000,
"uri": "data:application/octet-stream;base64,AAAA"}]})");
}

TEST_CASE("ImportCharacter: keys, weights and places that are no numbers are refused with the accessor's place")
{
	const FTemporaryFolder Folder;
	FGltfWriter Writer;
	const std::string Rest = MakeRig({}, Writer);
	const float NaN = std::numeric_limits<float>::quiet_NaN();
	for (const size_t At : {size_t(0), Writer.GetBuffer().size() - 4})
	{
		std::string Buffer = Writer.GetBuffer();
		std::memcpy(Buffer.data() + At, &NaN, sizeof(NaN));
		Folder.Write("rig.bin", Buffer);
		const std::string Path = Folder.Write("rig.gltf", Writer.MakeGltf(Rest, "rig.bin"));
		const FCharacterResult Result = ImportRig(Path);
		INFO(Result.Text());
		CHECK(IsRefused(Result, Path));
		CHECK(Result.Says("holds what is no number"));
		CHECK(Result.Says("rig.gltf:"));
	}
}

TEST_CASE("ImportCharacter: buffers beside the file are read, missing ones and those outside are refused")
{
	FEditedRig Rig;
	Rig.Folder.Write("rig one.bin", Rig.Writer.GetBuffer());
	const auto With = [&](const std::string& Uri)
	{ return ImportRig(Rig.Folder.Write("rig.gltf", Rig.Writer.MakeGltf(Rig.Rest, Uri))); };
	CHECK(With("rig%20one.bin").bOk);
	const FTemporaryFolder Other;
	Other.Write("rig.bin", Rig.Writer.GetBuffer());
	const std::string Out = std::filesystem::path(Other.Path("x")).parent_path().filename().string();
	for (const std::string& Uri : {"../" + Out + "/rig.bin", "%2e%2e/" + Out + "/rig.bin", Other.Path("rig.bin"),
	         "file://" + Other.Path("rig.bin"), std::string("none.bin")})
	{
		const FCharacterResult Result = With(Uri);
		INFO(Uri << ": " << Result.Text());
		CHECK(IsRefused(Result, Rig.Path()));
	}
}

TEST_CASE("ImportCharacter: odd clips: one key, no name, nothing moved, no channels, moved shapes, two of one name")
{
	FEditedRig Rig;
	const size_t One = Rig.Writer.AddFloats("SCALAR", {0.5});
	const size_t Two = Rig.Writer.AddFloats("SCALAR", {1.0, 3.0});
	const size_t Turn = Rig.Writer.AddFloats("VEC4", {0.0, 0.0, 0.6, 0.8});
	const size_t Still = Rig.Writer.AddFloats("VEC4", {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0});
	const size_t Shapes = Rig.Writer.AddFloats("SCALAR", {0.0, 1.0});
	const auto Clip = [](const std::string& Name, size_t Input, size_t Output, const std::string& Path)
	{
		return ", {" + Name + "\"samplers\": [{\"input\": " + std::to_string(Input) +
		       ", \"output\": " + std::to_string(Output) +
		       "}], \"channels\": [{\"sampler\": 0, \"target\": {\"node\": 2, \"path\": \"" + Path + "\"}}]}";
	};
	Rig.Rest.insert(Rig.Rest.rfind(']'), Clip("\"name\": \"Pose\", ", One, Turn, "rotation") +
	                                         Clip("", Two, Still, "rotation") +
	                                         Clip("\"name\": \"Bend\", ", One, Turn, "rotation") +
	                                         Clip("\"name\": \"Shapes\", ", Two, Shapes, "weights") +
	                                         R"(, {"name": "Nothing", "samplers": [], "channels": []})");
	const FCharacterResult Result = Rig.Import();
	INFO(Result.Text());
	REQUIRE(Result.bOk);
	const std::vector<FClip>& Clips = Result.Asset().Clips;
	REQUIRE(Clips.size() == 4);
	CHECK(Clips[0].Name == "Bend");
	CHECK(Clips[1].Name == "Pose");
	CHECK(Clips[1].SampleCount == 1);
	CHECK(Clips[1].Duration == 0.0f);
	CHECK(std::abs(Clips[1].Poses[1].Rotation.z - 0.6f) < 1e-6f);
	CHECK(Clips[2].Name == "Clip");
	CHECK(Clips[2].Duration == Approx(2.0f)); // from its first key on
	CHECK(Clips[2].SampleCount == 121);
	CHECK(Clips[3].Name == "Bend_2");
	for (const char* const Part : {"clips.Pose: is one pose", "clips.Clip: moves nothing", "clips.Shapes: moves morph",
	         "clips.Nothing: has no keys"})
	{
		INFO(Part);
		CHECK(Result.Says(Part));
	}
	for (const FDiagnostic& Each : Result.Diagnostics.GetAll())
	{
		CHECK(Each.Severity == ESeverity::Warning);
	}
}

TEST_CASE("ImportCharacter: shear is refused by the node's name, a matrix without it is read")
{
	FEditedRig Sheared;
	Sheared.Edit("{\"name\": \"Head_End\", \"translation\": [0, 0.4, 0]}",
	    "{\"name\": \"Head_End\", \"matrix\": [1,0,0,0, 0.5,1,0,0, 0,0,1,0, 0,0.4,0,1]}");
	CheckRefused(Sheared, "Head_End: is sheared");
	FEditedRig Rig;
	Rig.Edit("{\"name\": \"Head_End\", \"translation\": [0, 0.4, 0]}",
	    "{\"name\": \"Head_End\", \"matrix\": [0,2,0,0, -2,0,0,0, 0,0,2,0, 0,0.4,0,1]}");
	const FCharacterResult Result = Rig.Import();
	INFO(Result.Text());
	REQUIRE(Result.bOk);
	CHECK(Length(Result.Asset().Skeleton.RestPose[3].Translation - FVector(0.0f, 0.4f, 0.0f)) < 1e-6f);
	CHECK(std::abs(Result.Asset().Skeleton.RestPose[3].Rotation.z - std::sqrt(0.5f)) < 1e-6f);
}

TEST_CASE("ImportCharacter: missing and unnormalised weights are told of, and such vertices are somewhere")
{
	FEditedRig Rig;
	const size_t Vertices = 30;
	std::vector<double> Weights(Vertices * 4, 0.0);
	for (size_t Vertex = 0; Vertex < Vertices; ++Vertex)
	{
		Weights[Vertex * 4] = Vertex < 10 ? 0.0 : 3.0;
	}
	const size_t Accessor = Rig.Writer.AddFloats("VEC4", Weights);
	const size_t At = Rig.Rest.find("\"WEIGHTS_0\": ") + 13;
	Rig.Rest.replace(At, Rig.Rest.find('}', At) - At, std::to_string(Accessor));
	const FCharacterResult Result = Rig.Import();
	INFO(Result.Text());
	REQUIRE(Result.bOk);
	CHECK(Result.Says("10 vertices hang on no joint"));
	CHECK(Result.Says("20 vertices have weights whose sum is not 1"));
	for (const FSkinWeights& Each : Result.Asset().Meshes.front().Weights)
	{
		CHECK(Each.Weights[0] == 1.0f);
	}
}

TEST_CASE("ImportCharacter: no bones, 300 joints, too many joints, too many triangles")
{
	const FTemporaryFolder Folder;
	const FCharacterResult Box = ImportRig(Folder.Write("box.glb", MakeGlb({})));
	INFO(Box.Text());
	REQUIRE(Box.bOk); // a mesh alone goes with its node
	CHECK(Box.Asset().Skeleton.FindJoint("Box") >= 0);
	CHECK(Box.Asset().Meshes.size() == 1);

	const auto Chain = [](size_t Joints)
	{
		std::string Text = "HIERARCHY\nROOT J0\n{\nOFFSET 0 0 0\nCHANNELS 0\n";
		for (size_t Joint = 1; Joint < Joints; ++Joint)
		{
			Text += "JOINT J" + std::to_string(Joint) + "\n{\nOFFSET 0 0.01 0\nCHANNELS 0\n}\n";
		}
		return Text + "}\nMOTION\nFrames: 0\nFrame Time: 0.1\n";
	};
	CHECK(ImportRig(Folder.Write("many.bvh", Chain(300))).Asset().Skeleton.GetJointCount() == 300);
	const std::string Path = Folder.Write("more.bvh", Chain(1025));
	const FCharacterResult TooMany = ImportRig(Path);
	CHECK(IsRefused(TooMany, Path));
	CHECK(TooMany.Says("1025 joints; 1024 are the most"));

	FLevelImportSettings Settings;
	Settings.MaxTriangles = 10;
	const FEditedRig Rig;
	const FCharacterResult Heavy = Rig.Import(Settings);
	CHECK(IsRefused(Heavy, Rig.Path()));
	CHECK(Heavy.Says("import.maxTriangles"));
}

TEST_CASE("ImportCharacter: survives files that end anywhere")
{
	const FEditedRig Rig;
	const std::string Whole = Rig.Writer.MakeGlb(Rig.Rest);
	for (size_t Part = 1; Part < 40; ++Part)
	{
		const std::string Path = Rig.Folder.Write("cut.glb", Whole.substr(0, Whole.size() * Part / 40));
		const FCharacterResult Result = ImportRig(Path);
		INFO(Part << "/40: " << Result.Text());
		CHECK(IsRefused(Result, Path));
	}
}

TEST_CASE("FindFileKind: what has bones, a skin or a clip is a character")
{
	const FEditedRig Rig;
	const auto KindOf = [&](const std::string& Name, const std::string& Content)
	{
		EFileKind Kind = EFileKind::Level;
		FDiagnostics Diagnostics;
		const bool bFound = FindFileKind(Rig.Folder.Write(Name, Content), {}, Kind, Diagnostics);
		INFO(Name << ": " << Diagnostics.ToString());
		CHECK(bFound);
		return Kind;
	};
	CHECK(KindOf("rig.glb", Rig.Writer.MakeGlb(Rig.Rest)) == EFileKind::Character);
	CHECK(KindOf("box.glb", MakeGlb({})) == EFileKind::Level);
	CHECK(KindOf("box.obj", MakeObj({})) == EFileKind::Level);
	CHECK(KindOf("box.fbx", MakeFbx({})) == EFileKind::Level);
	CHECK(KindOf("box.dae", MakeDae({})) == EFileKind::Level);
	EFileKind Kind = EFileKind::Level;
	FDiagnostics Diagnostics;
	CHECK_FALSE(FindFileKind(Rig.Folder.Write("words.glb", "words"), {}, Kind, Diagnostics));
	CHECK(Diagnostics.HasErrors());
}
} // namespace Flockwork
