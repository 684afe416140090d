#include "GltfWriter.h"

#include "SampleFiles.h"

#include <array>
#include <cmath>
#include <cstring>
#include <sstream>

namespace Flockwork
{
namespace
{
size_t WidthOf(std::string_view Type)
{
	return Type == "SCALAR" ? 1 : Type == "VEC2" ? 2 : Type == "VEC3" ? 3 : Type == "VEC4" ? 4 : 16;
}

template <typename Value>
void Append(std::string& Bytes, Value In)
{
	Bytes.append(reinterpret_cast<const char*>(&In), sizeof(In));
}

std::string FloatBytes(const std::vector<double>& Values)
{
	std::string Bytes;
	for (const double Value : Values)
	{
		Append(Bytes, float(Value));
	}
	return Bytes;
}

std::string Join(const std::vector<std::string>& Items)
{
	std::string Text;
	for (const std::string& Item : Items)
	{
		Text += (Text.empty() ? "" : ", ") + Item;
	}
	return Text;
}

std::array<double, 4> TurnAbout(int Axis, double Degrees)
{
	std::array<double, 4> Turn{0.0, 0.0, 0.0, std::cos(Degrees * 0.5 * 3.14159265358979 / 180.0)};
	Turn[size_t(Axis)] = std::sin(Degrees * 0.5 * 3.14159265358979 / 180.0);
	return Turn;
}
} // namespace

size_t FGltfWriter::AddView(const std::string& Bytes)
{
	Buffer.resize((Buffer.size() + 3) / 4 * 4, '\0');
	std::ostringstream Text;
	Text << R"({"buffer": 0, "byteOffset": )" << Buffer.size() << R"(, "byteLength": )" << Bytes.size() << "}";
	Buffer += Bytes;
	Views.push_back(Text.str());
	return Views.size() - 1;
}

size_t FGltfWriter::AddFloats(std::string_view Type, const std::vector<double>& Values)
{
	std::ostringstream Text;
	Text << R"({"bufferView": )" << AddView(FloatBytes(Values)) << R"(, "componentType": 5126, "count": )"
	     << Values.size() / WidthOf(Type) << R"(, "type": ")" << Type << "\"}";
	Accessors.push_back(Text.str());
	return Accessors.size() - 1;
}

size_t FGltfWriter::AddIntegers(
    std::string_view Type, int32_t Component, const std::vector<double>& Values, bool bNormalized)
{
	std::string Bytes;
	for (const double Value : Values)
	{
		Component < 5122 ? Append(Bytes, int8_t(int32_t(Value))) : Append(Bytes, int16_t(int32_t(Value)));
	}
	std::ostringstream Text;
	Text << R"({"bufferView": )" << AddView(Bytes) << R"(, "componentType": )" << Component << R"(, "count": )"
	     << Values.size() / WidthOf(Type) << (bNormalized ? R"(, "normalized": true)" : "") << R"(, "type": ")" << Type
	     << "\"}";
	Accessors.push_back(Text.str());
	return Accessors.size() - 1;
}

size_t FGltfWriter::AddSparse(std::string_view Type, size_t Count, const std::vector<uint16_t>& Rows,
    const std::vector<double>& Values, bool bView)
{
	std::string Places;
	for (const uint16_t Row : Rows)
	{
		Append(Places, Row);
	}
	std::ostringstream Text;
	Text << "{";
	if (bView)
	{
		Text << R"("bufferView": )" << AddView(std::string(Count * WidthOf(Type) * 4, '\0')) << ", ";
	}
	Text << R"("componentType": 5126, "count": )" << Count << R"(, "type": ")" << Type << R"(", "sparse": {"count": )"
	     << Rows.size() << R"(, "indices": {"bufferView": )" << AddView(Places)
	     << R"(, "componentType": 5123}, "values": {"bufferView": )" << AddView(FloatBytes(Values)) << "}}}";
	Accessors.push_back(Text.str());
	return Accessors.size() - 1;
}

size_t FGltfWriter::AddBytes(const std::string& Bytes)
{
	return AddView(Bytes);
}

std::string FGltfWriter::MakeJson(const std::string& Rest, const std::string& BufferUri) const
{
	std::ostringstream Text;
	Text << "{\"asset\": {\"version\": \"2.0\"},\n"
	     << Rest << ",\n\"accessors\": [" << Join(Accessors) << "],\n\"bufferViews\": [" << Join(Views)
	     << "],\n\"buffers\": [{" << BufferUri << "\"byteLength\": " << Buffer.size() << "}]}\n";
	return Text.str();
}

std::string FGltfWriter::MakeGltf(const std::string& Rest, const std::string& Uri) const
{
	const std::string Data = "data:application/octet-stream;base64," + EncodeBase64(Buffer);
	return MakeJson(Rest, "\"uri\": \"" + (Uri.empty() ? Data : Uri) + "\", ");
}

std::string FGltfWriter::MakeGlb(const std::string& Rest) const
{
	return PackGlb(MakeJson(Rest, ""), Buffer);
}

std::string MakePng()
{
	constexpr unsigned char Bytes[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R', 0,
	    0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0, 0x90, 0x77, 0x53, 0xde, 0, 0, 0, 12, 'I', 'D', 'A', 'T', 8, 0xd7, 0x63,
	    0xf8, 0xcf, 0xc0, 0, 0, 3, 1, 1, 0, 0x18, 0xdd, 0x8d, 0xb0, 0, 0, 0, 0, 'I', 'E', 'N', 'D', 0xae, 0x42, 0x60,
	    0x82};
	return {reinterpret_cast<const char*>(Bytes), sizeof(Bytes)};
}

namespace
{
constexpr size_t Rings = 5;
constexpr size_t Sides = 6;
constexpr double Spacing = 0.4; // m

class FRigWriter
{
public:
	FRigWriter(const FSampleRig& InRig, FGltfWriter& InWriter) : Rig(InRig), Writer(InWriter) {}

	std::string Run()
	{
		const std::string Primitive = MakePrimitive();
		std::vector<double> Inverses;
		for (size_t Joint = 0; Joint < 3; ++Joint)
		{
			AddInverse(Joint, Inverses);
		}
		const size_t Inverse = Writer.AddFloats("MAT4", Inverses);
		const size_t Picture = Writer.AddBytes(MakePng());
		const std::string Animation = MakeAnimation();
		std::ostringstream Text;
		Text << R"("scene": 0, "scenes": [{"nodes": [0]}],
"nodes": [{"name": "Armature", "children": [1, 5], "rotation": [0, 0.5, 0, 0.8660254037844386],
  "translation": [0.25, 0.125, -0.5], "scale": [)"
		     << (Rig.bMirrored ? -Rig.RootScale : Rig.RootScale) << ", " << Rig.RootScale << ", " << Rig.RootScale
		     << R"(]},
 {"name": "Hips", "children": [2]},
 {"name": "Spine", "children": [3], "translation": [0, )"
		     << 0.6 / Rig.RootScale << R"(, 0]},
 {"name": "Head", "children": [4], "translation": [0, )"
		     << 0.6 / Rig.RootScale << R"(, 0]},
 {"name": "Head_End", "translation": [0, )"
		     << 0.4 / Rig.RootScale << R"(, 0]},
 {"name": ")" << Rig.MeshName
		     << R"(", "mesh": 0, "skin": 0, "translation": [9, 9, 9]}],
"skins": [{"joints": [1, 2, 3], "inverseBindMatrices": )"
		     << Inverse << R"(}],
"meshes": [{"name": "RodMesh", "primitives": [)"
		     << Primitive << "]"
		     << (Rig.bMorphs ? R"(, "weights": [0.5, 0.25], "extras": {"targetNames": ["Thick", "Bent"]})" : "")
		     << R"(}],
"materials": [{"name": "Skin", "pbrMetallicRoughness": {"baseColorFactor": [0.5, 0.25, 0.125, 1],
  "baseColorTexture": {"index": 0}}}],
"textures": [{"source": 0}], "images": [{"name": "Pixel", "mimeType": "image/png", "bufferView": )"
		     << Picture << "}],\n"
		     << Animation;
		return Text.str();
	}

private:
	// The rod stands in the armature's space; its joints at 0, 0.6 and 1.2 m.
	void AddInverse(size_t Joint, std::vector<double>& Out) const
	{
		const double Unit = 1.0 / Rig.RootScale;
		for (const double Value :
		    {1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -0.6 * Unit * double(Joint), 0.0, 1.0})
		{
			Out.push_back(Value);
		}
	}
	std::string MakePrimitive()
	{
		std::vector<double> Places;
		std::vector<double> TexCoords;
		std::vector<double> Indices;
		for (size_t Ring = 0; Ring < Rings; ++Ring)
		{
			for (size_t Side = 0; Side < Sides; ++Side)
			{
				const double Angle = 6.283185307179586 * double(Side) / double(Sides);
				for (const double Value : {0.1 * std::cos(Angle), Spacing * double(Ring), 0.1 * std::sin(Angle)})
				{
					Places.push_back(Value / Rig.RootScale);
				}
				TexCoords.push_back(double(Side) / double(Sides));
				TexCoords.push_back(double(Ring) / double(Rings));
				const size_t A = Ring * Sides + Side;
				const size_t B = Ring * Sides + (Side + 1) % Sides;
				if (Ring + 1 < Rings)
				{
					for (const size_t Index : {A, A + Sides, B, B, A + Sides, B + Sides})
					{
						Indices.push_back(double(Index));
					}
				}
			}
		}
		std::ostringstream Text;
		Text << R"({"attributes": {"POSITION": )" << Writer.AddFloats("VEC3", Places) << R"(, "TEXCOORD_0": )"
		     << Writer.AddFloats("VEC2", TexCoords) << MakeWeights() << R"(}, "indices": )"
		     << Writer.AddIntegers("SCALAR", 5123, Indices) << R"(, "material": 0)" << MakeTargets() << "}";
		return Text.str();
	}
	std::string MakeWeights()
	{
		std::vector<double> Joints;
		std::vector<double> Weights;
		std::vector<double> MoreJoints;
		std::vector<double> MoreWeights;
		for (size_t Vertex = 0; Vertex < Rings * Sides; ++Vertex)
		{
			const double Along = double(Vertex / Sides) / double(Rings - 1) * 2.0; // 0 to 2, in joints
			const double Lower = std::min(std::floor(Along), 1.0);
			const double Share = std::round((Along - Lower) * 255.0) / 255.0;
			const double Scale = Rig.bQuantised ? 255.0 : Rig.bSixInfluences ? 0.7 : 1.0;
			const double Rest = Rig.bSixInfluences ? 0.1 : 0.0;
			Joints.insert(Joints.end(), {Lower, Lower + 1.0, 0.0, 2.0});
			Weights.insert(Weights.end(), {(1.0 - Share) * Scale, Share * Scale, Rest, Rest});
			MoreJoints.insert(MoreJoints.end(), {1.0, 0.0, 0.0, 0.0});
			MoreWeights.insert(MoreWeights.end(), {0.06, 0.04, 0.0, 0.0});
		}
		std::ostringstream Text;
		Text << R"(, "JOINTS_0": )" << Writer.AddIntegers("VEC4", 5121, Joints) << R"(, "WEIGHTS_0": )"
		     << (Rig.bQuantised ? Writer.AddIntegers("VEC4", 5121, Weights, true) : Writer.AddFloats("VEC4", Weights));
		if (Rig.bSixInfluences)
		{
			Text << R"(, "JOINTS_1": )" << Writer.AddIntegers("VEC4", 5123, MoreJoints) << R"(, "WEIGHTS_1": )"
			     << Writer.AddFloats("VEC4", MoreWeights);
		}
		return Text.str();
	}
	// The second one is sparse: only the top ring moves.
	std::string MakeTargets()
	{
		if (!Rig.bMorphs)
		{
			return "";
		}
		std::vector<double> Shifts;
		for (size_t Vertex = 0; Vertex < Rings * Sides; ++Vertex)
		{
			Shifts.insert(Shifts.end(), {0.01 * double(Vertex), 0.02, -0.03});
		}
		std::vector<uint16_t> Rows;
		std::vector<double> Values;
		for (size_t Vertex = (Rings - 1) * Sides; Vertex < Rings * Sides; ++Vertex)
		{
			Rows.push_back(uint16_t(Vertex));
			Values.insert(Values.end(), {0.1, 0.2, 0.3});
		}
		std::ostringstream Text;
		Text << R"(, "targets": [{"POSITION": )" << Writer.AddFloats("VEC3", Shifts) << R"(}, {"POSITION": )"
		     << Writer.AddSparse("VEC3", Rings * Sides, Rows, Values) << "}]";
		return Text.str();
	}
	std::string MakeAnimation()
	{
		// Not on samples of 1/60 s, and not even.
		std::vector<double> Times;
		for (const double Time : {0.0, 0.2, 0.45, 0.9})
		{
			Times.push_back(Time + Rig.FirstKey);
		}
		const size_t Input = Writer.AddFloats("SCALAR", Times);
		std::vector<std::array<double, 4>> Turns;
		std::vector<std::array<double, 4>> Others;
		for (size_t Key = 0; Key < Times.size(); ++Key)
		{
			Turns.push_back(TurnAbout(2, 40.0 * double(Key) - 30.0));
			Others.push_back(TurnAbout(0, Key % 2 == 0 ? 25.0 : -35.0));
		}
		const double U = 1.0 / Rig.RootScale;
		const size_t Rotations = AddKeys(Turns, 4);
		const size_t HeadRotations = AddKeys(Others, 4);
		const size_t Places = AddKeys({{0.0, 0.0, 0.0, 0.0}, {0.1 * U, 0.2 * U, 0.0, 0.0},
		                                  {0.3 * U, 0.1 * U, 0.1 * U, 0.0}, {0.5 * U, 0.0, 0.4 * U, 0.0}},
		    3);
		const size_t Scales =
		    AddKeys({{1.0, 1.0, 1.0, 0.0}, {1.2, 0.9, 1.0, 0.0}, {1.0, 1.1, 0.8, 0.0}, {1.0, 1.0, 1.0, 0.0}}, 3);
		std::ostringstream Text;
		Text << R"("animations": [{"name": "Bend", "samplers": [)";
		for (const size_t Output : {Rotations, HeadRotations, Places, Scales})
		{
			Text << (Output == Rotations ? "" : ", ") << R"({"input": )" << Input << R"(, "output": )" << Output
			     << R"(, "interpolation": ")" << Rig.Mode << "\"}";
		}
		Text << R"(], "channels": [{"sampler": 0, "target": {"node": 2, "path": "rotation"}},
 {"sampler": 1, "target": {"node": 3, "path": "rotation"}},
 {"sampler": 2, "target": {"node": 1, "path": "translation"}},
 {"sampler": 3, "target": {"node": 3, "path": "scale"}}]}])";
		return Text.str();
	}
	// With tangents, when the mode has them.
	size_t AddKeys(const std::vector<std::array<double, 4>>& Keys, size_t Width)
	{
		std::vector<double> Values;
		const bool bCubic = Rig.Mode == "CUBICSPLINE";
		for (size_t Key = 0; Key < Keys.size(); ++Key)
		{
			const auto Add = [&](double Factor)
			{
				for (size_t I = 0; I < Width; ++I)
				{
					const double Sign = Rig.bFlipped && Width == 4 && Key % 2 == 1 ? -1.0 : 1.0;
					Values.push_back(Factor == 1.0 ? Keys[Key][I] * Sign : Factor * (0.3 + 0.2 * double(I)));
				}
			};
			bCubic ? Add(0.7) : void();
			Add(1.0);
			bCubic ? Add(-1.1) : void();
		}
		if (Rig.bQuantised && Width == 4 && !bCubic)
		{
			for (double& Value : Values)
			{
				Value = std::round(Value * 32767.0);
			}
			return Writer.AddIntegers("VEC4", 5122, Values, true);
		}
		return Writer.AddFloats(Width == 4 ? "VEC4" : "VEC3", Values);
	}

	const FSampleRig& Rig;
	FGltfWriter& Writer;
};
} // namespace

std::string MakeRig(const FSampleRig& Rig, FGltfWriter& Writer)
{
	return FRigWriter(Rig, Writer).Run();
}
} // namespace Flockwork
