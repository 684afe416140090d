// One box in every format, with every unit and axis that a format can declare.
#include "FlockworkCore/Math.h"
#include "ImportFixture.h"
#include "SampleFiles.h"

#include <catch2/catch.hpp>

namespace Flockwork
{
namespace
{
constexpr FVector BoxMin{0.0f, 0.0f, 0.0f};
constexpr FVector BoxMax{1.0f, 2.0f, 3.0f};

struct FFormat
{
	std::string Name; // as FImportedLevel::Format
	std::string File;
	std::string (*Make)(const FSampleBox&);
};

std::string MakeGltfWithData(const FSampleBox& Box)
{
	return MakeGltf(Box);
}

const std::vector<FFormat>& GetFormats()
{
	static const std::vector<FFormat> All{{"OBJ", "box.obj", MakeObj}, {"DAE", "box.dae", MakeDae},
	    {"FBX", "box.fbx", MakeFbx}, {"glTF", "box.gltf", MakeGltfWithData}, {"glTF", "box.glb", MakeGlb}};
	return All;
}

// The box as it should be, with faces outward, wherever X goes when mirrored.
void CheckBox(const FImportResult& Result, const FFormat& Format, bool bMirrored)
{
	INFO(Format.File << "\n" << Result.Text());
	REQUIRE(Result.bOk);
	CHECK(Result.Diagnostics.GetAll().empty());
	const FImportedLevel& Level = Result.Level;
	CHECK(Level.Format == Format.Name);
	CHECK(Level.Ground.GetTriangleCount() == 12);
	CHECK(Level.Ground.Vertices.size() == 8);
	const FVector Min = bMirrored ? FVector{-1.0f, 0.0f, 0.0f} : BoxMin;
	const FVector Max = bMirrored ? FVector{0.0f, 2.0f, 3.0f} : BoxMax;
	CHECK(Distance(Level.Bounds, Min, Max) < 1e-5f);
	CHECK(SignedVolume(Level.Ground) == Approx(6.0).epsilon(1e-5));
	REQUIRE(Level.Parts.size() == 1);
	CHECK(Level.Parts[0].Name == "Box");
	CHECK(Level.Parts[0].TriangleCount == 12);
	CHECK(Level.Parts[0].Area == GroundArea);
	CHECK(Distance(Level.Parts[0].Bounds, Min, Max) < 1e-5f);
}

void CheckDrawing(const FImportedLevel& Level)
{
	REQUIRE(Level.Meshes.size() == 1);
	const FLevelMesh& Mesh = Level.Meshes[0];
	REQUIRE(Mesh.Indices.size() == 36);
	REQUIRE(Mesh.Normals.size() == Mesh.Positions.size());
	// The file has no normals: each face has its own, which looks out of the box.
	const FVector Middle = (Level.Bounds.Min + Level.Bounds.Max) * 0.5f;
	for (size_t At = 0; At < Mesh.Indices.size(); At += 3)
	{
		const FVector& A = Mesh.Positions[Mesh.Indices[At]];
		const FVector& B = Mesh.Positions[Mesh.Indices[At + 1]];
		const FVector& C = Mesh.Positions[Mesh.Indices[At + 2]];
		const FVector Flat = SafeNormal(glm::cross(B - A, C - A));
		CHECK(Length(Mesh.Normals[Mesh.Indices[At]] - Flat) < 1e-4f);
		CHECK(glm::dot(Flat, A - Middle) > 0.0f);
	}
}

void CheckMarker(const FImportedLevel& Level)
{
	const FLevelMarker* const Marker = Level.FindMarker("Spawn_1");
	REQUIRE(Marker != nullptr);
	CHECK(Marker->Kind == ELevelMarker::Spawn);
	CHECK(Length(Marker->Position - FVector{4.0f, 0.0f, 5.0f}) < 1e-4f);
	CHECK(Marker->Yaw == Approx(Pi / 2.0f).margin(1e-4)); // +X
}
} // namespace

TEST_CASE("ImportLevel: a box in metres, in every format")
{
	const FTemporaryFolder Folder;
	for (const FFormat& Format : GetFormats())
	{
		const FImportResult Result = Import(Folder.Write(Format.File, Format.Make({})));
		CheckBox(Result, Format, false);
		CheckDrawing(Result.Level);
		CHECK(Result.Level.MetersPerUnit == Approx(1.0f));
		CHECK(Result.Level.UpAxis == "Y");
		REQUIRE(Result.Level.Sources.size() == 1);
		CHECK(Result.Level.Sources[0].Name == Format.File);
		if (Format.Name != "OBJ")
		{
			CheckMarker(Result.Level);
		}
	}
}

TEST_CASE("ImportLevel: a unit that the file declares is applied")
{
	const FTemporaryFolder Folder;
	for (const double Unit : {0.01, 0.0254, 1000.0})
	{
		for (const FFormat& Format : {GetFormats()[1], GetFormats()[2]})
		{
			FSampleBox Box;
			Box.UnitInMeters = Unit;
			const FImportResult Result = Import(Folder.Write(Format.File, Format.Make(Box)));
			CheckBox(Result, Format, false);
			CheckMarker(Result.Level);
			CHECK(Result.Level.MetersPerUnit == Approx(Unit));
		}
	}
}

TEST_CASE("ImportLevel: an axis that the file declares is turned up")
{
	const FTemporaryFolder Folder;
	FSampleBox Box;
	Box.bZUp = true;
	for (const FFormat& Format : {GetFormats()[1], GetFormats()[2]})
	{
		for (const bool bMirrored : {false, true})
		{
			Box.bMirrored = bMirrored;
			Box.UnitInMeters = 0.01;
			const FImportResult Result = Import(Folder.Write(Format.File, Format.Make(Box)));
			CheckBox(Result, Format, bMirrored);
			CheckMarker(Result.Level);
			CHECK(Result.Level.UpAxis == "Z");
		}
	}
}

TEST_CASE("ImportLevel: what mirrors keeps its faces outside")
{
	const FTemporaryFolder Folder;
	FSampleBox Box;
	Box.bMirrored = true;
	for (const FFormat& Format : GetFormats())
	{
		if (Format.Name != "OBJ")
		{
			const FImportResult Result = Import(Folder.Write(Format.File, Format.Make(Box)));
			CheckBox(Result, Format, true);
			CheckDrawing(Result.Level);
		}
	}
}

TEST_CASE("ImportLevel: scale and up axis of the settings take the place of what the file cannot say, or says wrong")
{
	const FTemporaryFolder Folder;
	FLevelImportSettings Settings;
	Settings.Scale = 0.01f;
	Settings.UpAxis = EImportUpAxis::Z;
	FSampleBox Box;
	Box.bZUp = true;
	Box.UnitInMeters = 0.01;
	const FImportResult Obj = Import(Folder.Write("box.obj", MakeObj(Box)), Settings);
	CheckBox(Obj, GetFormats()[0], false);
	CHECK(Obj.Level.MetersPerUnit == Approx(0.01f));
	CHECK(Obj.Level.UpAxis == "Z");

	// Files that declare Y up and metres, though their numbers are others.
	for (const FFormat& Format : {GetFormats()[1], GetFormats()[2]})
	{
		std::string Text = Format.Make(Box);
		const bool bDae = Format.Name == "DAE";
		const std::string Axis = bDae ? "Z_UP" : "\"UpAxis\", \"int\", \"Integer\", \"\",2";
		const std::string Unit = bDae ? "meter=\"0.01\"" : "\"Number\", \"\",1";
		REQUIRE(Text.find(Axis) != std::string::npos);
		REQUIRE(Text.find(Unit) != std::string::npos);
		Text.replace(Text.find(Axis), Axis.size(), bDae ? "Y_UP" : "\"UpAxis\", \"int\", \"Integer\", \"\",1");
		Text.replace(Text.find(Unit), Unit.size(), bDae ? "meter=\"1\"" : "\"Number\", \"\",100");
		if (!bDae)
		{
			const std::string Front = "\"FrontAxis\", \"int\", \"Integer\", \"\",1";
			Text.replace(Text.find(Front), Front.size(), "\"FrontAxis\", \"int\", \"Integer\", \"\",2");
		}
		CheckBox(Import(Folder.Write(Format.File, Text), Settings), Format, false);
	}
}

TEST_CASE("ImportLevel: NoWalk nodes are obstacles, and so is what hangs below them")
{
	const FTemporaryFolder Folder;
	FSampleBox Box;
	Box.Node = "NoWalk_Crate";
	for (const FFormat& Format : GetFormats())
	{
		const FImportResult Result = Import(Folder.Write(Format.File, Format.Make(Box)));
		INFO(Result.Text());
		REQUIRE(Result.bOk);
		REQUIRE(Result.Level.Parts.size() == 1);
		CHECK(Result.Level.Parts[0].Area == BlockedArea);
		CHECK(Result.Level.Ground.TriangleAreas == std::vector<uint8_t>(12, BlockedArea));
	}
	std::string Text = MakeGltf(Box);
	const std::string Nodes = R"("nodes": [{"name": "NoWalk_Crate", "mesh": 0, )";
	REQUIRE(Text.find(Nodes) != std::string::npos);
	Text.replace(Text.find(Nodes), Nodes.size(),
	    R"("nodes": [{"name": "NoWalk_Crate", "children": [2], "translation": [10, 0, 0], )");
	const std::string End = "\n\"meshes\"";
	Text.replace(Text.find(End) - 2, 2, R"(, {"name": "Lid", "mesh": 0, "translation": [0, 5, 0]}],)");
	const FImportResult Child = Import(Folder.Write("child.gltf", Text));
	INFO(Child.Text());
	REQUIRE(Child.bOk);
	CHECK(Child.Level.Ground.TriangleAreas == std::vector<uint8_t>(12, BlockedArea));
	CHECK(Distance(Child.Level.Bounds, {10.0f, 5.0f, 0.0f}, {11.0f, 7.0f, 3.0f}) < 1e-5f);
}

TEST_CASE("ImportLevel: colours come from glTF's base colour and OBJ's material file")
{
	const FTemporaryFolder Folder;
	const FImportResult Gltf = Import(Folder.Write("box.gltf", MakeGltf({})));
	REQUIRE(Gltf.bOk);
	CHECK(Gltf.Level.Meshes[0].Material == "Red");
	CHECK(Length(Gltf.Level.Meshes[0].BaseColor - FVector{0.75f, 0.25f, 0.125f}) < 1e-6f);

	Folder.Write("box.mtl", "newmtl Blue\nKd 0.125 0.25 0.5\nd 0.5\n");
	const std::string Obj = "mtllib box.mtl\nusemtl Blue\n" + MakeObj({});
	const FImportResult WithFile = Import(Folder.Write("box.obj", Obj));
	INFO(WithFile.Text());
	REQUIRE(WithFile.bOk);
	REQUIRE(WithFile.Level.Meshes.size() == 1);
	CHECK(WithFile.Level.Meshes[0].Material == "Blue");
	CHECK(Length(WithFile.Level.Meshes[0].BaseColor - FVector{0.125f, 0.25f, 0.5f}) < 1e-6f);
	CHECK(WithFile.Level.Meshes[0].Opacity == Approx(0.5f));
	CHECK(WithFile.Level.Sources.size() == 2);
}

TEST_CASE("ImportLevel: an FBX node's pivot and its geometry's own offset are applied")
{
	const FTemporaryFolder Folder;
	const std::string Scaling = "P: \"Lcl Scaling\", \"Lcl Scaling\", \"\", \"A\",1,1,1";
	const auto MakeWith = [&](const std::string& Properties)
	{
		std::string Text = MakeFbx({});
		REQUIRE(Text.find(Scaling) != std::string::npos);
		return Text.replace(Text.find(Scaling), Scaling.size(), Scaling + "\n" + Properties);
	};
	const FImportResult Offset = Import(
	    Folder.Write("offset.fbx", MakeWith("P: \"GeometricTranslation\", \"Vector3D\", \"Vector\", \"\",10,0,0")));
	INFO(Offset.Text());
	REQUIRE(Offset.bOk);
	CHECK(Distance(Offset.Level.Bounds, {10.0f, 0.0f, 0.0f}, {11.0f, 2.0f, 3.0f}) < 1e-4f);

	// A quarter turn about Y round (5, 0, 0): (x, z) - (5, 0) becomes (z, 5 - x), and (5, 0) is added again.
	const FImportResult Pivot =
	    Import(Folder.Write("pivot.fbx", MakeWith("P: \"RotationPivot\", \"Vector3D\", \"Vector\", \"\",5,0,0\n"
	                                              "P: \"Lcl Rotation\", \"Lcl Rotation\", \"\", \"A\",0,90,0")));
	INFO(Pivot.Text());
	REQUIRE(Pivot.bOk);
	CHECK(Distance(Pivot.Level.Bounds, {5.0f, 0.0f, 4.0f}, {8.0f, 2.0f, 5.0f}) < 1e-4f);
	CHECK(SignedVolume(Pivot.Level.Ground) == Approx(6.0).epsilon(1e-4));
}

TEST_CASE("ImportLevel: glTF buffers lie beside the level, under names with blanks too, and a sparse accessor is read")
{
	const FTemporaryFolder Folder;
	Folder.Write("my box.bin", MakeGltfBuffer());
	const FImportResult External = Import(Folder.Write("box.gltf", MakeGltf({}, "my%20box.bin")));
	CheckBox(External, GetFormats()[3], false);
	REQUIRE(External.Level.Sources.size() == 2);
	CHECK(External.Level.Sources[1].Name == "my box.bin");

	// Corner 6 moves from (1, 2, 3) to (1, 4, 3).
	std::string Json = MakeGltf({}, "box.bin");
	const std::string Position =
	    R"("componentType": 5126, "count": 8, "type": "VEC3", "min": [0, 0, 0], "max": [1, 2, 3]})";
	REQUIRE(Json.find(Position) != std::string::npos);
	Json.replace(Json.find(Position), Position.size(),
	    R"("componentType": 5126, "count": 8, "type": "VEC3", "min": [0, 0, 0], "max": [1, 4, 3], "sparse": {"count": 1,
"indices": {"bufferView": 2, "componentType": 5123}, "values": {"bufferView": 3}}})");
	const std::string Views = R"("byteOffset": 96, "byteLength": 72}])";
	Json.replace(Json.find(Views), Views.size(),
	    R"("byteOffset": 96, "byteLength": 72}, {"buffer": 0, "byteOffset": 168, "byteLength": 2},
{"buffer": 0, "byteOffset": 172, "byteLength": 12}])");
	Json.replace(Json.find("168}]}"), 3, "184");
	std::string Binary = MakeGltfBuffer() + std::string("\x06\0\0\0", 4);
	for (const float Value : {1.0f, 4.0f, 3.0f})
	{
		Binary.append(reinterpret_cast<const char*>(&Value), sizeof(Value));
	}
	Folder.Write("box.bin", Binary);
	const FImportResult Sparse = Import(Folder.Write("sparse.gltf", Json));
	INFO(Sparse.Text());
	REQUIRE(Sparse.bOk);
	CHECK(Distance(Sparse.Level.Bounds, BoxMin, {1.0f, 4.0f, 3.0f}) < 1e-5f);
}
} // namespace Flockwork
