#include "GltfRigReference.h"

#include "ImportFixture.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <filesystem>

namespace Flockwork
{
namespace
{
double Number(const FDataNode& Node, const char* Name, double Default)
{
	const FDataNode* const Found = Node.Find(Name);
	return Found ? Found->Number : Default;
}

std::string Text(const FDataNode& Node, const char* Name, const char* Default)
{
	const FDataNode* const Found = Node.Find(Name);
	return Found ? Found->String : Default;
}

std::string DecodeBase64(std::string_view Letters)
{
	constexpr std::string_view Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	std::string Bytes;
	uint32_t Word = 0;
	int32_t Bits = 0;
	for (const char Letter : Letters)
	{
		const size_t At = Alphabet.find(Letter);
		if (At == std::string_view::npos)
		{
			break;
		}
		Word = Word << 6 | uint32_t(At);
		Bits += 6;
		if (Bits >= 8)
		{
			Bits -= 8;
			Bytes += char(Word >> Bits & 255u);
		}
	}
	return Bytes;
}

size_t WidthOf(const std::string& Type)
{
	static const std::map<std::string, size_t> Widths{
	    {"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT2", 4}, {"MAT3", 9}, {"MAT4", 16}};
	return Widths.at(Type);
}

size_t SizeOf(int32_t Component)
{
	return Component < 5122 ? 1 : Component < 5124 ? 2 : 4;
}

template <typename Value>
double ReadAs(const char* At)
{
	Value Out{};
	std::memcpy(&Out, At, sizeof(Out));
	return double(Out);
}

double ReadComponent(const char* At, int32_t Component, bool bNormalized)
{
	switch (Component)
	{
	case 5120:
		return bNormalized ? std::max(ReadAs<int8_t>(At) / 127.0, -1.0) : ReadAs<int8_t>(At);
	case 5121:
		return bNormalized ? ReadAs<uint8_t>(At) / 255.0 : ReadAs<uint8_t>(At);
	case 5122:
		return bNormalized ? std::max(ReadAs<int16_t>(At) / 32767.0, -1.0) : ReadAs<int16_t>(At);
	case 5123:
		return bNormalized ? ReadAs<uint16_t>(At) / 65535.0 : ReadAs<uint16_t>(At);
	case 5125:
		return ReadAs<uint32_t>(At);
	default:
		return ReadAs<float>(At);
	}
}

glm::dvec4 Unit(const glm::dvec4& Q)
{
	return Q / std::sqrt(glm::dot(Q, Q));
}

// Appendix C.4.
glm::dvec4 Slerp(const glm::dvec4& A, const glm::dvec4& B, double Share)
{
	const double Dot = glm::dot(A, B);
	const double Angle = std::acos(std::min(std::abs(Dot), 1.0));
	const double Sign = Dot < 0.0 ? -1.0 : 1.0;
	if (Angle < 1e-9)
	{
		return Unit(A * (1.0 - Share) + B * (Share * Sign));
	}
	return Unit((A * std::sin((1.0 - Share) * Angle) + B * (Sign * std::sin(Share * Angle))) / std::sin(Angle));
}

glm::dmat4 Compose(const glm::dvec3& T, const glm::dvec4& Q, const glm::dvec3& S)
{
	const double X = Q.x;
	const double Y = Q.y;
	const double Z = Q.z;
	const double W = Q.w;
	return {glm::dvec4(1 - 2 * (Y * Y + Z * Z), 2 * (X * Y + Z * W), 2 * (X * Z - Y * W), 0) * S.x,
	    glm::dvec4(2 * (X * Y - Z * W), 1 - 2 * (X * X + Z * Z), 2 * (Y * Z + X * W), 0) * S.y,
	    glm::dvec4(2 * (X * Z + Y * W), 2 * (Y * Z - X * W), 1 - 2 * (X * X + Y * Y), 0) * S.z, glm::dvec4(T, 1.0)};
}

glm::dmat4 MatrixAt(const std::vector<double>& Values, size_t At)
{
	glm::dmat4 Out(1.0);
	for (size_t I = 0; I < 16; ++I)
	{
		Out[int(I / 4)][int(I % 4)] = Values[At + I];
	}
	return Out;
}

std::vector<double> Numbers(const FDataNode& List)
{
	std::vector<double> Out;
	for (const FDataNode& Each : List.Items)
	{
		Out.push_back(Each.Number);
	}
	return Out;
}

struct FInfluence
{
	size_t Joint = 0;
	double Weight = 0.0;
};

// The largest ones, summing up to 1.
void Limit(std::vector<FInfluence>& Influences, size_t Count)
{
	std::stable_sort(Influences.begin(), Influences.end(),
	    [](const FInfluence& A, const FInfluence& B) { return A.Weight > B.Weight; });
	Influences.resize(std::min(Influences.size(), Count));
	double Sum = 0.0;
	for (const FInfluence& Each : Influences)
	{
		Sum += Each.Weight;
	}
	for (FInfluence& Each : Influences)
	{
		Each.Weight /= Sum;
	}
}
} // namespace

FGltfRigReference::FGltfRigReference(const std::string& Path)
{
	const std::string Bytes = ReadWhole(Path);
	std::string_view Json = Bytes;
	std::string Chunk;
	if (Json.starts_with("glTF"))
	{
		const size_t JsonSize = size_t(ReadAs<uint32_t>(Bytes.data() + 12));
		Json = Json.substr(20, JsonSize);
		Chunk = Bytes.size() > 28 + JsonSize ? Bytes.substr(28 + JsonSize) : "";
	}
	FDiagnostics Diagnostics;
	REQUIRE(ParseJson(Json, Path, Root, Diagnostics));
	for (size_t Index = 0; Index < Size("buffers"); ++Index)
	{
		const std::string Uri = Text(Item("buffers", Index), "uri", "");
		const size_t Comma = Uri.find(";base64,");
		Buffers.push_back(Uri.empty() ? Chunk
		                  : Comma != std::string::npos
		                      ? DecodeBase64(std::string_view(Uri).substr(Comma + 8))
		                      : ReadWhole((std::filesystem::path(Path).parent_path() / Uri).string()));
	}
}

size_t FGltfRigReference::Size(const char* List) const
{
	const FDataNode* const Found = Root.Find(List);
	return Found ? Found->Items.size() : 0;
}

const FDataNode& FGltfRigReference::Item(const char* List, size_t Index) const
{
	REQUIRE(Index < Size(List));
	return Root.Find(List)->Items[Index];
}

void FGltfRigReference::ReadRaw(const FDataNode& View, size_t Offset, int32_t Component, size_t Width, size_t Count,
    bool bNormalized, std::vector<double>& Out) const
{
	const std::string& Bytes = Buffers[size_t(Number(View, "buffer", 0))];
	const size_t Start = size_t(Number(View, "byteOffset", 0)) + Offset;
	const size_t Stride = size_t(Number(View, "byteStride", double(SizeOf(Component) * Width)));
	for (size_t Index = 0; Index < Count; ++Index)
	{
		for (size_t I = 0; I < Width; ++I)
		{
			const size_t At = Start + Index * Stride + I * SizeOf(Component);
			REQUIRE(At + SizeOf(Component) <= Bytes.size());
			Out.push_back(ReadComponent(Bytes.data() + At, Component, bNormalized));
		}
	}
}

std::vector<double> FGltfRigReference::ReadAccessor(const FDataNode& Accessor) const
{
	const size_t Count = size_t(Number(Accessor, "count", 0));
	const size_t Width = WidthOf(Text(Accessor, "type", ""));
	const int32_t Component = int32_t(Number(Accessor, "componentType", 0));
	const bool bNormalized = Accessor.Find("normalized") && Accessor.Find("normalized")->Bool;
	std::vector<double> Out;
	if (Accessor.Find("bufferView"))
	{
		ReadRaw(Item("bufferViews", size_t(Number(Accessor, "bufferView", 0))),
		    size_t(Number(Accessor, "byteOffset", 0)), Component, Width, Count, bNormalized, Out);
	}
	Out.resize(Count * Width, 0.0);
	if (const FDataNode* const Sparse = Accessor.Find("sparse"))
	{
		const size_t Replaced = size_t(Number(*Sparse, "count", 0));
		const FDataNode& Indices = *Sparse->Find("indices");
		const FDataNode& New = *Sparse->Find("values");
		std::vector<double> Places;
		std::vector<double> Others;
		ReadRaw(Item("bufferViews", size_t(Number(Indices, "bufferView", 0))), size_t(Number(Indices, "byteOffset", 0)),
		    int32_t(Number(Indices, "componentType", 0)), 1, Replaced, false, Places);
		ReadRaw(Item("bufferViews", size_t(Number(New, "bufferView", 0))), size_t(Number(New, "byteOffset", 0)),
		    Component, Width, Replaced, bNormalized, Others);
		for (size_t I = 0; I < Replaced * Width; ++I)
		{
			Out[size_t(Places[I / Width]) * Width + I % Width] = Others[I];
		}
	}
	return Out;
}

const std::vector<double>& FGltfRigReference::Values(size_t Accessor) const
{
	const auto Found = Read.find(Accessor);
	return Found != Read.end() ? Found->second
	                           : Read.emplace(Accessor, ReadAccessor(Item("accessors", Accessor))).first->second;
}

FGltfRigReference::FPose FGltfRigReference::RestPose() const
{
	FPose Pose;
	for (size_t Index = 0; Index < Size("nodes"); ++Index)
	{
		const FDataNode& Node = Item("nodes", Index);
		const auto List = [&](const char* Name, std::vector<double> Default)
		{ return Node.Find(Name) ? Numbers(*Node.Find(Name)) : Default; };
		const std::vector<double> T = List("translation", {0, 0, 0});
		const std::vector<double> R = List("rotation", {0, 0, 0, 1});
		const std::vector<double> S = List("scale", {1, 1, 1});
		Pose.Translations.push_back({T[0], T[1], T[2]});
		Pose.Rotations.push_back(Unit({R[0], R[1], R[2], R[3]}));
		Pose.Scales.push_back({S[0], S[1], S[2]});
		std::vector<double> Weights = List("weights", {});
		if (Weights.empty() && Node.Find("mesh"))
		{
			const FDataNode& Mesh = Item("meshes", size_t(Number(Node, "mesh", 0)));
			Weights = Mesh.Find("weights") ? Numbers(*Mesh.Find("weights")) : Weights;
		}
		Pose.Weights.push_back(Weights);
	}
	return Pose;
}

double FGltfRigReference::GetStart(size_t Clip) const
{
	double Start = 1e300;
	for (const FDataNode& Sampler : Item("animations", Clip).Find("samplers")->Items)
	{
		Start = std::min(Start, Values(size_t(Number(Sampler, "input", 0))).front());
	}
	return Start;
}

double FGltfRigReference::GetEnd(size_t Clip) const
{
	double End = -1e300;
	for (const FDataNode& Sampler : Item("animations", Clip).Find("samplers")->Items)
	{
		End = std::max(End, Values(size_t(Number(Sampler, "input", 0))).back());
	}
	return End;
}

std::vector<double> FGltfRigReference::Sample(const FDataNode& Sampler, double Time, bool bRotation) const
{
	const std::vector<double>& Times = Values(size_t(Number(Sampler, "input", 0)));
	const std::vector<double>& Keys = Values(size_t(Number(Sampler, "output", 0)));
	const std::string Mode = Text(Sampler, "interpolation", "LINEAR");
	const bool bCubic = Mode == "CUBICSPLINE";
	const size_t Width = Keys.size() / Times.size() / (bCubic ? 3 : 1);
	const size_t Pitch = Width * (bCubic ? 3 : 1);
	const size_t Middle = bCubic ? Width : 0; // in-tangent, value, out-tangent
	const auto Key = [&](size_t Index, size_t I) { return Keys[Index * Pitch + Middle + I]; };
	const size_t After = size_t(std::upper_bound(Times.begin(), Times.end(), Time) - Times.begin());
	const size_t B = std::min(After, Times.size() - 1);
	const size_t A = After == 0 ? 0 : After - 1;
	const double Span = Times[B] - Times[A];
	const double Share = Span > 0.0 ? std::clamp((Time - Times[A]) / Span, 0.0, 1.0) : 0.0;
	std::vector<double> Out(Width);
	for (size_t I = 0; I < Width; ++I)
	{
		Out[I] = Mode == "STEP" ? Key(A, I) : Key(A, I) + (Key(B, I) - Key(A, I)) * Share;
		if (bCubic && Span > 0.0) // appendix C.5
		{
			const double T = Share;
			const double OutTangent = Keys[A * Pitch + 2 * Width + I] * Span;
			const double InTangent = Keys[B * Pitch + I] * Span;
			Out[I] = (2 * T * T * T - 3 * T * T + 1) * Key(A, I) + (T * T * T - 2 * T * T + T) * OutTangent +
			         (-2 * T * T * T + 3 * T * T) * Key(B, I) + (T * T * T - T * T) * InTangent;
		}
	}
	if (bRotation)
	{
		const glm::dvec4 First(Key(A, 0), Key(A, 1), Key(A, 2), Key(A, 3));
		const glm::dvec4 Second(Key(B, 0), Key(B, 1), Key(B, 2), Key(B, 3));
		const glm::dvec4 Mixed =
		    Mode == "LINEAR" ? Slerp(Unit(First), Unit(Second), Share) : Unit({Out[0], Out[1], Out[2], Out[3]});
		Out = {Mixed.x, Mixed.y, Mixed.z, Mixed.w};
	}
	return Out;
}

void FGltfRigReference::Animate(size_t Clip, double Time, FPose& Pose) const
{
	const FDataNode& Animation = Item("animations", Clip);
	for (const FDataNode& Channel : Animation.Find("channels")->Items)
	{
		const FDataNode& Target = *Channel.Find("target");
		if (!Target.Find("node"))
		{
			continue;
		}
		const size_t Node = size_t(Number(Target, "node", 0));
		const std::string Path = Text(Target, "path", "");
		const std::vector<double> V =
		    Sample(Animation.Find("samplers")->Items[size_t(Number(Channel, "sampler", 0))], Time, Path == "rotation");
		if (Path == "translation")
		{
			Pose.Translations[Node] = {V[0], V[1], V[2]};
		}
		else if (Path == "rotation")
		{
			Pose.Rotations[Node] = {V[0], V[1], V[2], V[3]};
		}
		else if (Path == "scale")
		{
			Pose.Scales[Node] = {V[0], V[1], V[2]};
		}
		else if (Path == "weights")
		{
			Pose.Weights[Node] = V;
		}
	}
}

void FGltfRigReference::AddNode(
    size_t Node, const glm::dmat4& Parent, const FPose& Pose, std::vector<glm::dmat4>& Out) const
{
	const FDataNode& Data = Item("nodes", Node);
	const glm::dmat4 Local = Data.Find("matrix")
	                             ? MatrixAt(Numbers(*Data.Find("matrix")), 0)
	                             : Compose(Pose.Translations[Node], Pose.Rotations[Node], Pose.Scales[Node]);
	Out[Node] = Parent * Local;
	if (const FDataNode* const Children = Data.Find("children"))
	{
		for (const FDataNode& Child : Children->Items)
		{
			AddNode(size_t(Child.Number), Out[Node], Pose, Out);
		}
	}
}

std::vector<glm::dmat4> FGltfRigReference::GetNodes(int32_t Clip, double Time) const
{
	FPose Pose = RestPose();
	if (Clip >= 0)
	{
		Animate(size_t(Clip), Time, Pose);
	}
	std::vector<glm::dmat4> Worlds(Size("nodes"), glm::dmat4(1.0));
	for (const FDataNode& Start : Item("scenes", size_t(Number(Root, "scene", 0))).Find("nodes")->Items)
	{
		AddNode(size_t(Start.Number), glm::dmat4(1.0), Pose, Worlds);
	}
	return Worlds;
}

std::string FGltfRigReference::GetNodeName(size_t Node) const
{
	return Text(Item("nodes", Node), "name", "");
}

std::vector<glm::dvec3> FGltfRigReference::Morphed(const FDataNode& Primitive, const std::vector<double>& Weights) const
{
	const std::vector<double>& Places = Values(size_t(Number(*Primitive.Find("attributes"), "POSITION", 0)));
	std::vector<glm::dvec3> Out;
	for (size_t At = 0; At < Places.size(); At += 3)
	{
		Out.push_back({Places[At], Places[At + 1], Places[At + 2]});
	}
	const FDataNode* const Targets = Primitive.Find("targets");
	for (size_t Target = 0; Targets && Target < std::min(Targets->Items.size(), Weights.size()); ++Target)
	{
		if (!Targets->Items[Target].Find("POSITION"))
		{
			continue;
		}
		const std::vector<double>& Shifts = Values(size_t(Number(Targets->Items[Target], "POSITION", 0)));
		for (size_t Index = 0; Index < Out.size(); ++Index)
		{
			Out[Index] += Weights[Target] * glm::dvec3(Shifts[Index * 3], Shifts[Index * 3 + 1], Shifts[Index * 3 + 2]);
		}
	}
	return Out;
}

void FGltfRigReference::SkinNode(size_t Node, const FPose& Pose, const std::vector<glm::dmat4>& Worlds,
    size_t MaxInfluences, std::vector<glm::dvec3>& Out) const
{
	const FDataNode& Data = Item("nodes", Node);
	std::vector<glm::dmat4> Palette;
	if (Data.Find("skin"))
	{
		const FDataNode& Skin = Item("skins", size_t(Number(Data, "skin", 0)));
		for (size_t Joint = 0; Joint < Skin.Find("joints")->Items.size(); ++Joint)
		{
			const FDataNode* const Inverse = Skin.Find("inverseBindMatrices");
			Palette.push_back(Worlds[size_t(Skin.Find("joints")->Items[Joint].Number)] *
			                  (Inverse ? MatrixAt(Values(size_t(Inverse->Number)), Joint * 16) : glm::dmat4(1.0)));
		}
	}
	for (const FDataNode& Primitive : Item("meshes", size_t(Number(Data, "mesh", 0))).Find("primitives")->Items)
	{
		const std::vector<glm::dvec3> Places = Morphed(Primitive, Pose.Weights[Node]);
		const FDataNode& Attributes = *Primitive.Find("attributes");
		for (size_t Vertex = 0; Vertex < Places.size(); ++Vertex)
		{
			std::vector<FInfluence> Influences;
			for (const char* const Set : {"0", "1", "2"})
			{
				const FDataNode* const Joints = Attributes.Find(std::string("JOINTS_") + Set);
				const FDataNode* const Weights = Attributes.Find(std::string("WEIGHTS_") + Set);
				for (size_t I = 0; Joints && Weights && I < 4; ++I)
				{
					Influences.push_back({size_t(Values(size_t(Joints->Number))[Vertex * 4 + I]),
					    Values(size_t(Weights->Number))[Vertex * 4 + I]});
				}
			}
			Limit(Influences, MaxInfluences);
			glm::dmat4 Matrix = Palette.empty() ? Worlds[Node] : glm::dmat4(0.0);
			for (const FInfluence& Each : Palette.empty() ? std::vector<FInfluence>{} : Influences)
			{
				Matrix += Palette[Each.Joint] * Each.Weight;
			}
			Out.push_back(glm::dvec3(Matrix * glm::dvec4(Places[Vertex], 1.0)));
		}
	}
}

std::vector<glm::dvec3> FGltfRigReference::Skin(int32_t Clip, double Time, size_t MaxInfluences) const
{
	FPose Pose = RestPose();
	if (Clip >= 0)
	{
		Animate(size_t(Clip), Time, Pose);
	}
	const std::vector<glm::dmat4> Worlds = GetNodes(Clip, Time);
	std::vector<glm::dvec3> Out;
	std::vector<size_t> Stack;
	const auto Push = [&](const FDataNode* Nodes)
	{
		for (size_t Index = Nodes ? Nodes->Items.size() : 0; Index-- > 0;)
		{
			Stack.push_back(size_t(Nodes->Items[Index].Number));
		}
	};
	Push(Item("scenes", size_t(Number(Root, "scene", 0))).Find("nodes"));
	while (!Stack.empty())
	{
		const size_t Node = Stack.back();
		Stack.pop_back();
		if (Item("nodes", Node).Find("mesh"))
		{
			SkinNode(Node, Pose, Worlds, MaxInfluences, Out);
		}
		Push(Item("nodes", Node).Find("children"));
	}
	return Out;
}

double FGltfRigReference::GetExtent() const
{
	glm::dvec3 Low(1e300);
	glm::dvec3 High(-1e300);
	for (const glm::dvec3& Place : Skin(-1, 0.0))
	{
		Low = glm::min(Low, Place);
		High = glm::max(High, Place);
	}
	const glm::dvec3 Size = High - Low;
	return std::max({Size.x, Size.y, Size.z});
}
} // namespace Flockwork
