#include "SampleFiles.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <sstream>

namespace Flockwork
{
namespace
{
using FPoint = std::array<double, 3>;

constexpr std::array<FPoint, 8> Corners{
    {{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {0, 2, 0}, {0, 0, 3}, {1, 0, 3}, {1, 2, 3}, {0, 2, 3}}};
// Counter-clockwise seen from outside.
constexpr std::array<std::array<int, 4>, 6> Faces{
    {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {3, 7, 6, 2}, {0, 4, 7, 3}, {1, 2, 6, 5}}};

// From metres with Y up to the file's own.
FPoint ToFile(const FPoint& P, const FSampleBox& Box)
{
	const FPoint Turned = Box.bZUp ? FPoint{P[0], -P[2], P[1]} : P;
	return {Turned[0] / Box.UnitInMeters, Turned[1] / Box.UnitInMeters, Turned[2] / Box.UnitInMeters};
}

std::string JoinCorners(const FSampleBox& Box, const char* Between)
{
	std::ostringstream Text;
	for (const FPoint& Corner : Corners)
	{
		const FPoint P = ToFile(Corner, Box);
		Text << (Text.tellp() > 0 ? Between : "") << P[0] << Between << P[1] << Between << P[2];
	}
	return Text.str();
}

std::string Join(const FPoint& P, const char* Between)
{
	std::ostringstream Text;
	Text << P[0] << Between << P[1] << Between << P[2];
	return Text.str();
}

template <typename Value>
void Append(std::string& Bytes, Value In)
{
	Bytes.append(reinterpret_cast<const char*>(&In), sizeof(In));
}

void Replace(std::string& Text, const std::string& What, const std::string& By)
{
	for (size_t At = 0; (At = Text.find(What, At)) != std::string::npos; At += By.size())
	{
		Text.replace(At, What.size(), By);
	}
}
} // namespace

std::string EncodeBase64(const std::string& Bytes)
{
	constexpr const char* Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	std::string Text;
	for (size_t At = 0; At < Bytes.size(); At += 3)
	{
		uint32_t Word = 0;
		for (size_t I = 0; I < 3; ++I)
		{
			Word = Word << 8 | (At + I < Bytes.size() ? uint8_t(Bytes[At + I]) : 0u);
		}
		for (size_t I = 0; I < 4; ++I)
		{
			Text += At + I > Bytes.size() ? '=' : Letters[Word >> (18 - 6 * I) & 63];
		}
	}
	return Text;
}

std::string MakeObj(const FSampleBox& Box)
{
	std::ostringstream Text;
	Text << "# a box\no " << Box.Node << "\n";
	for (const FPoint& Corner : Corners)
	{
		Text << "v " << Join(ToFile(Corner, Box), " ") << "\n";
	}
	for (const auto& Face : Faces)
	{
		Text << "f " << Face[0] + 1 << " " << Face[1] + 1 << " " << Face[2] + 1 << " " << Face[3] + 1 << "\n";
	}
	return Text.str();
}

std::string MakeDae(const FSampleBox& Box)
{
	std::string Text = R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
 <asset><unit name="unit" meter="@UNIT"/><up_axis>@UP</up_axis></asset>
 <library_geometries><geometry id="g" name="g"><mesh>
  <source id="g-p"><float_array id="g-a" count="24">@CORNERS</float_array>
   <technique_common><accessor source="#g-a" count="8" stride="3"><param name="X" type="float"/>
    <param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
  <vertices id="g-v"><input semantic="POSITION" source="#g-p"/></vertices>
  <polylist count="6"><input semantic="VERTEX" source="#g-v" offset="0"/><vcount>4 4 4 4 4 4</vcount>
   <p>@FACES</p></polylist></mesh></geometry></library_geometries>
 <library_visual_scenes><visual_scene id="s" name="s">
  <node id="n" name="@NODE" type="NODE"><scale>@MIRROR 1 1</scale><instance_geometry url="#g"/></node>
  <node id="m" name="@MARKER" type="NODE"><translate>@PLACE</translate><rotate>@TURN</rotate></node>
 </visual_scene></library_visual_scenes>
 <scene><instance_visual_scene url="#s"/></scene>
</COLLADA>
)";
	std::ostringstream Indices;
	for (const auto& Face : Faces)
	{
		Indices << Face[0] << " " << Face[1] << " " << Face[2] << " " << Face[3] << " ";
	}
	std::ostringstream Unit;
	Unit << Box.UnitInMeters;
	Replace(Text, "@UNIT", Unit.str());
	Replace(Text, "@UP", Box.bZUp ? "Z_UP" : "Y_UP");
	Replace(Text, "@CORNERS", JoinCorners(Box, " "));
	Replace(Text, "@FACES", Indices.str());
	Replace(Text, "@NODE", Box.Node);
	Replace(Text, "@MIRROR", Box.bMirrored ? "-1" : "1");
	Replace(Text, "@MARKER", Box.Marker);
	Replace(Text, "@PLACE", Join(ToFile({4, 0, 5}, Box), " "));
	Replace(Text, "@TURN", Box.bZUp ? "0 0 1 90" : "0 1 0 90");
	return Text;
}

std::string MakeFbx(const FSampleBox& Box)
{
	std::string Text = R"(; FBX 7.4.0 project file
FBXHeaderExtension:  {
	FBXHeaderVersion: 1003
	FBXVersion: 7400
}
GlobalSettings:  {
	Version: 1000
	Properties70:  {
		P: "UpAxis", "int", "Integer", "",@UP
		P: "UpAxisSign", "int", "Integer", "",1
		P: "FrontAxis", "int", "Integer", "",@FRONT
		P: "FrontAxisSign", "int", "Integer", "",@SIGN
		P: "CoordAxis", "int", "Integer", "",0
		P: "CoordAxisSign", "int", "Integer", "",1
		P: "UnitScaleFactor", "double", "Number", "",@UNIT
	}
}
Objects:  {
	Geometry: 1000, "Geometry::g", "Mesh" {
		Vertices: *24 {
			a: @CORNERS
		}
		PolygonVertexIndex: *24 {
			a: @FACES
		}
		GeometryVersion: 124
	}
	Model: 2000, "Model::@NODE", "Mesh" {
		Version: 232
		Properties70:  {
			P: "Lcl Scaling", "Lcl Scaling", "", "A",@MIRROR,1,1
		}
		Shading: T
		Culling: "CullingOff"
	}
	Model: 3000, "Model::@MARKER", "Null" {
		Version: 232
		Properties70:  {
			P: "Lcl Translation", "Lcl Translation", "", "A",@PLACE
			P: "Lcl Rotation", "Lcl Rotation", "", "A",@TURN
		}
		Shading: T
		Culling: "CullingOff"
	}
}
Connections:  {
	C: "OO",2000,0
	C: "OO",3000,0
	C: "OO",1000,2000
}
)";
	std::ostringstream Indices;
	for (const auto& Face : Faces)
	{
		Indices << (Indices.tellp() > 0 ? "," : "") << Face[0] << "," << Face[1] << "," << Face[2] << ","
		        << -Face[3] - 1;
	}
	std::ostringstream Unit;
	Unit << Box.UnitInMeters * 100.0; // in centimetres
	Replace(Text, "@UP", Box.bZUp ? "2" : "1");
	Replace(Text, "@FRONT", Box.bZUp ? "1" : "2");
	Replace(Text, "@SIGN", Box.bZUp ? "-1" : "1");
	Replace(Text, "@UNIT", Unit.str());
	Replace(Text, "@CORNERS", JoinCorners(Box, ","));
	Replace(Text, "@FACES", Indices.str());
	Replace(Text, "@NODE", Box.Node);
	Replace(Text, "@MIRROR", Box.bMirrored ? "-1" : "1");
	Replace(Text, "@MARKER", Box.Marker);
	Replace(Text, "@PLACE", Join(ToFile({4, 0, 5}, Box), ","));
	Replace(Text, "@TURN", Box.bZUp ? "0,0,90" : "0,90,0");
	return Text;
}

std::string MakeGltfBuffer()
{
	std::string Bytes;
	for (const FPoint& Corner : Corners)
	{
		for (const double Value : Corner)
		{
			Append(Bytes, float(Value));
		}
	}
	for (const auto& Face : Faces)
	{
		for (const int Corner : {0, 1, 2, 0, 2, 3})
		{
			Append(Bytes, uint16_t(Face[size_t(Corner)]));
		}
	}
	return Bytes;
}

std::string MakeGltf(const FSampleBox& Box, const std::string& Buffer)
{
	std::string Text = R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
"nodes": [{"name": "@NODE", "mesh": 0, "scale": [@MIRROR, 1, 1]},
 {"name": "@MARKER", "translation": [4, 0, 5], "rotation": [0, 0.7071067811865476, 0, 0.7071067811865476]}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]}],
"materials": [{"name": "Red", "pbrMetallicRoughness": {"baseColorFactor": [0.75, 0.25, 0.125, 1]}}],
"accessors": [{"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3", "min": [0, 0, 0], "max": [1, 2, 3]},
 {"bufferView": 1, "componentType": 5123, "count": 36, "type": "SCALAR"}],
"bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 96}, {"buffer": 0, "byteOffset": 96, "byteLength": 72}],
"buffers": [{@URI"byteLength": 168}]}
)";
	const std::string Data = "data:application/octet-stream;base64," + EncodeBase64(MakeGltfBuffer());
	Replace(Text, "@NODE", Box.Node);
	Replace(Text, "@MIRROR", Box.bMirrored ? "-1" : "1");
	Replace(Text, "@MARKER", Box.Marker);
	Replace(Text, "@URI", "\"uri\": \"" + (Buffer.empty() ? Data : Buffer) + "\", ");
	return Text;
}

std::string PackGlb(std::string Json, std::string Binary)
{
	Json.resize((Json.size() + 3) / 4 * 4, ' ');
	Binary.resize((Binary.size() + 3) / 4 * 4, '\0');
	std::string Bytes = "glTF";
	Append(Bytes, uint32_t(2));
	Append(Bytes, uint32_t(12 + 8 + Json.size() + 8 + Binary.size()));
	Append(Bytes, uint32_t(Json.size()));
	Bytes += "JSON" + Json;
	Append(Bytes, uint32_t(Binary.size()));
	Bytes += std::string("BIN\0", 4) + Binary;
	return Bytes;
}

std::string MakeGlb(const FSampleBox& Box)
{
	std::string Json = MakeGltf(Box, "@");
	Replace(Json, R"("uri": "@", )", "");
	return PackGlb(Json, MakeGltfBuffer());
}
} // namespace Flockwork
