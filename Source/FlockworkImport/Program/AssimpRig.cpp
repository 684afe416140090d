#include "AssimpRig.h"

#include "FbxPivots.h"
#include "Names.h"
#include "NodeNames.h"
#include "Pictures.h"
#include "RigSampler.h"

#include <algorithm>
#include <assimp/material.h>
#include <cmath>
#include <map>

namespace Flockwork
{
namespace
{
constexpr double DefaultTicksPerSecond = 25.0; // where a file says 0
constexpr double WideKeys = 0.15;              // s between keys of a turning joint: more are no baked curve
constexpr double WideTurn = 0.9962;            // cosine of half the turn between them, 10 degrees

template <typename Number>
glm::dmat4 ToMatrix(const aiMatrix4x4t<Number>& In)
{
	glm::dmat4 Out(1.0);
	for (unsigned Row = 0; Row < 4; ++Row)
	{
		for (unsigned Column = 0; Column < 4; ++Column)
		{
			Out[int(Column)][int(Row)] = double(In[Row][Column]);
		}
	}
	return Out;
}

bool IsFinite(const glm::dmat4& M)
{
	for (int Index = 0; Index < 16; ++Index)
	{
		if (!std::isfinite(M[Index / 4][Index % 4]))
		{
			return false;
		}
	}
	return true;
}

// Whether it turns far between two keys.
bool IsWide(const FRigTrack& Track)
{
	for (size_t Key = 1; Key < Track.Times.size(); ++Key)
	{
		const double* const A = &Track.Values[Key * 4 - 4];
		const double Cos = A[0] * A[4] + A[1] * A[5] + A[2] * A[6] + A[3] * A[7];
		if (Track.Times[Key] - Track.Times[Key - 1] > WideKeys && std::abs(Cos) < WideTurn)
		{
			return true;
		}
	}
	return false;
}

class FAssimpRigReader
{
public:
	FAssimpRigReader(const std::string& InPath, const FModelFile& InModel, FRigFile& InOut, FDiagnostics& InDiagnostics)
	    : Path(InPath), Model(InModel), Scene(*Model.Scene), Out(InOut), Diagnostics(InDiagnostics)
	{
	}

	bool Run()
	{
		Out.Format = Model.Format;
		Out.UpAxis = Model.UpAxis;
		Out.MetersPerUnit = Model.MetersPerUnit;
		Out.ToWorld = ToMatrix(Model.ToWorld);
		if (Model.Format == "FBX")
		{
			Pivots = FindFbxPivots(*Model.Files->Read(Path));
		}
		AddNode(*Scene.mRootNode, -1);
		Names.Build(Out);
		ReadMaterials();
		for (size_t Node = 0; Node < Sources.size() && bGood; ++Node)
		{
			for (unsigned Index = 0; Index < Sources[Node]->mNumMeshes; ++Index)
			{
				ReadMesh(*Scene.mMeshes[Sources[Node]->mMeshes[Index]], int32_t(Node));
			}
		}
		for (unsigned Index = 0; Index < Scene.mNumAnimations; ++Index)
		{
			ReadClip(*Scene.mAnimations[Index]);
		}
		return bGood;
	}

private:
	const FFbxPivots* FindPivots(const std::string& Node) const
	{
		const auto Found = Pivots.find(Node);
		return Found == Pivots.end() ? nullptr : &Found->second;
	}
	void Refuse(const std::string& Field, const std::string& Message)
	{
		Diagnostics.Error({Path}, Field, Message);
		bGood = false;
	}
	void AddNode(const aiNode& Source, int32_t Parent)
	{
		FRigNode Node;
		Node.Name = PrintableName(Source.mName.C_Str());
		Node.Parent = Parent;
		Node.bShowsMesh = Source.mNumMeshes > 0;
		const glm::dmat4 Matrix = ToMatrix(Source.mTransformation);
		if (!IsFinite(Matrix))
		{
			Refuse(Node.Name, "has a place that is no number");
			return;
		}
		Node.Rest = FRigTransform::FromMatrix(Matrix, Node.Shear);
		const FFbxPivots* const Own = FindPivots(Node.Name);
		Node.Rest = Own && Own->HasPostRotation() ? Own->Mend(Node.Rest) : Node.Rest;
		const int32_t Index = int32_t(Out.Nodes.size());
		Out.Nodes.push_back(std::move(Node));
		Sources.push_back(&Source);
		for (unsigned Child = 0; Child < Source.mNumChildren; ++Child)
		{
			AddNode(*Source.mChildren[Child], Index);
		}
	}
	void ReadMaterials()
	{
		for (unsigned Index = 0; Index < Scene.mNumMaterials; ++Index)
		{
			const aiMaterial& Source = *Scene.mMaterials[Index];
			FRigMaterial Material;
			aiString Name;
			Source.Get(AI_MATKEY_NAME, Name);
			Material.Name = Name.length > 0 ? PrintableName(Name.C_Str()) : "Material" + std::to_string(Index);
			aiColor4D Color(0.8f, 0.8f, 0.8f, 1.0f);
			float Opacity = 1.0f;
			if (Source.Get(AI_MATKEY_BASE_COLOR, Color) != aiReturn_SUCCESS)
			{
				Source.Get(AI_MATKEY_COLOR_DIFFUSE, Color);
				Source.Get(AI_MATKEY_OPACITY, Opacity);
				Color.a = Opacity;
			}
			const float Values[4] = {Color.r, Color.g, Color.b, Color.a};
			for (int I = 0; I < 4; ++I)
			{
				Material.BaseColor[I] = std::isfinite(Values[I]) ? std::clamp(double(Values[I]), 0.0, 1.0) : 1.0;
			}
			aiString Texture;
			if (Source.GetTexture(aiTextureType_BASE_COLOR, 0, &Texture) == aiReturn_SUCCESS ||
			    Source.GetTexture(aiTextureType_DIFFUSE, 0, &Texture) == aiReturn_SUCCESS)
			{
				Material.Picture = ReadPicture(Texture.C_Str());
			}
			Out.Materials.push_back(std::move(Material));
		}
	}
	// Exporters name pictures by the path that they had on somebody's machine: the last part of it counts.
	int32_t ReadPicture(const std::string& Name)
	{
		const size_t Slash = Name.find_last_of("/\\");
		const std::string Short = PrintableName(Slash == std::string::npos ? Name : Name.substr(Slash + 1));
		for (size_t Index = 0; Index < Out.Pictures.size(); ++Index)
		{
			if (Out.Pictures[Index].Name == Short)
			{
				return int32_t(Index);
			}
		}
		FRigPicture Picture{Short, {}};
		const aiTexture* const Embedded = Scene.GetEmbeddedTexture(Name.c_str());
		if (Embedded && Embedded->mHeight == 0) // compressed; mWidth is its size
		{
			const uint8_t* const Data = reinterpret_cast<const uint8_t*>(Embedded->pcData);
			Picture.Bytes.assign(Data, Data + Embedded->mWidth);
		}
		else if (!Short.empty())
		{
			for (const std::string& Place : {Short, "textures/" + Short, "Textures/" + Short})
			{
				const std::shared_ptr<const FFileBytes> Bytes =
				    Picture.Bytes.empty() && Model.Files->IsThere(Place) ? Model.Files->ReadBeside(Place) : nullptr;
				Picture.Bytes = Bytes ? *Bytes : Picture.Bytes;
			}
		}
		if (!IsPicture(Picture.Bytes))
		{
			Diagnostics.Warning({Path}, "texture",
			    "\"" + Short + "\" is " +
			        (Picture.Bytes.empty() ? "neither in the file nor beside it" : "neither PNG nor JPEG") +
			        ": what uses it is drawn in its plain colour");
			return -1;
		}
		Out.Pictures.push_back(std::move(Picture));
		return int32_t(Out.Pictures.size()) - 1;
	}
	void ReadMesh(const aiMesh& Source, int32_t Node)
	{
		FRigMesh Mesh;
		Mesh.Name = PrintableName(Source.mName.C_Str());
		Mesh.Node = Node;
		Mesh.Material = int32_t(Source.mMaterialIndex);
		const size_t Count = Source.mNumVertices;
		for (size_t Index = 0; Index < Count; ++Index)
		{
			const aiVector3D& V = Source.mVertices[Index];
			if (!std::isfinite(V.x) || !std::isfinite(V.y) || !std::isfinite(V.z))
			{
				Refuse(Mesh.Name, "has a vertex that is no number: vertex " + std::to_string(Index));
				return;
			}
			Mesh.Positions.push_back({double(V.x), double(V.y), double(V.z)});
			if (Source.HasNormals())
			{
				const aiVector3D& N = Source.mNormals[Index];
				Mesh.Normals.push_back({N.x, N.y, N.z});
			}
			if (Source.HasTextureCoords(0))
			{
				const aiVector3D& T = Source.mTextureCoords[0][Index];
				Mesh.TexCoords.push_back({T.x, 1.0f - T.y}); // (0, 0) is the lower left there
			}
		}
		for (unsigned Face = 0; Face < Source.mNumFaces; ++Face)
		{
			const aiFace& F = Source.mFaces[Face];
			if (F.mNumIndices == 3 && F.mIndices[0] < Count && F.mIndices[1] < Count && F.mIndices[2] < Count)
			{
				Mesh.Indices.insert(Mesh.Indices.end(), F.mIndices, F.mIndices + 3);
			}
		}
		ReadMorphs(Source, Mesh);
		ReadBones(Source, Mesh);
		if (!Mesh.Indices.empty())
		{
			Out.Meshes.push_back(std::move(Mesh));
		}
	}
	// Assimp gives whole shapes and not shifts.
	void ReadMorphs(const aiMesh& Source, FRigMesh& Mesh)
	{
		std::vector<float> AtRest;
		for (unsigned Index = 0; Index < Source.mNumAnimMeshes; ++Index)
		{
			const aiAnimMesh& Shape = *Source.mAnimMeshes[Index];
			FRigMorph Morph;
			Morph.Name = Shape.mName.length > 0 ? PrintableName(Shape.mName.C_Str()) : "Morph" + std::to_string(Index);
			if (Shape.mNumVertices != Source.mNumVertices || !Shape.HasPositions())
			{
				continue;
			}
			for (size_t Vertex = 0; Vertex < Mesh.Positions.size(); ++Vertex)
			{
				const aiVector3D& V = Shape.mVertices[Vertex];
				const glm::dvec3 Shift = glm::dvec3(double(V.x), double(V.y), double(V.z)) - Mesh.Positions[Vertex];
				Morph.Shifts.push_back(std::isfinite(glm::dot(Shift, Shift)) ? Shift : glm::dvec3(0.0));
			}
			AtRest.push_back(0.0f);
			Mesh.Morphs.push_back(std::move(Morph));
		}
		std::vector<float>& Weights = Out.Nodes[size_t(Mesh.Node)].MorphWeights;
		Weights = Weights.size() < AtRest.size() ? AtRest : Weights;
	}
	void ReadBones(const aiMesh& Source, FRigMesh& Mesh)
	{
		FRigSkin Skin;
		std::vector<std::vector<FRigInfluence>> OfVertex(Mesh.Positions.size());
		for (unsigned Index = 0; Index < Source.mNumBones; ++Index)
		{
			const aiBone& Bone = *Source.mBones[Index];
			const glm::dmat4 InverseBind = ToMatrix(Bone.mOffsetMatrix);
			const std::string Name = PrintableName(Bone.mName.C_Str());
			const int32_t Node = Names.FindBone(Name, InverseBind);
			if (Node < 0 || !IsFinite(InverseBind))
			{
				Diagnostics.Warning({Path}, Name, "is a bone without a node or a place: its weights are left out");
				continue;
			}
			const uint32_t Joint = uint32_t(Skin.Joints.size());
			Out.Nodes[size_t(Node)].bBone = true;
			Skin.Joints.push_back(Node);
			Skin.InverseBinds.push_back(InverseBind);
			for (unsigned At = 0; At < Bone.mNumWeights; ++At)
			{
				const aiVertexWeight& Weight = Bone.mWeights[At];
				if (Weight.mVertexId < OfVertex.size() && Weight.mWeight > 0.0f && std::isfinite(Weight.mWeight))
				{
					OfVertex[Weight.mVertexId].push_back({Joint, Weight.mWeight});
				}
			}
		}
		if (Skin.Joints.empty())
		{
			return; // moves with its node
		}
		for (const std::vector<FRigInfluence>& Influences : OfVertex)
		{
			Mesh.FirstInfluence.push_back(uint32_t(Mesh.Influences.size()));
			Mesh.Influences.insert(Mesh.Influences.end(), Influences.begin(), Influences.end());
		}
		Mesh.FirstInfluence.push_back(uint32_t(Mesh.Influences.size()));
		Mesh.Skin = int32_t(Out.Skins.size());
		Out.Skins.push_back(std::move(Skin));
	}
	template <typename KeyType, typename FunctionType>
	void AddTrack(const KeyType* Keys, unsigned Count, double TicksPerSecond, FRigTrack Track, const std::string& Name,
	    FunctionType&& Append, FRigClip& Clip)
	{
		for (unsigned Index = 0; Index < Count && Keys; ++Index)
		{
			const double Time = Keys[Index].mTime / TicksPerSecond;
			const size_t Before = Track.Values.size();
			if (!Track.Times.empty() && Time <= Track.Times.back())
			{
				continue; // two keys at one time
			}
			Append(Keys[Index].mValue, Track.Values);
			const bool bNumbers =
			    std::isfinite(Time) && std::all_of(Track.Values.begin() + std::ptrdiff_t(Before), Track.Values.end(),
			                               [](double Value) { return std::isfinite(Value); });
			if (!bNumbers)
			{
				Refuse(Name, "has a key that is no number, in clip " + Clip.Name);
				return;
			}
			Track.Times.push_back(Time);
		}
		if (Track.Times.empty())
		{
			return;
		}
		bWide = bWide || (Track.Path == ERigPath::Rotation && IsWide(Track));
		Clip.Tracks.push_back(std::move(Track));
	}
	void ReadClip(const aiAnimation& Source)
	{
		FRigClip Clip;
		Clip.Name = PrintableName(Source.mName.C_Str());
		const double Ticks = Source.mTicksPerSecond > 0.0 ? Source.mTicksPerSecond : DefaultTicksPerSecond;
		std::map<std::string, FRigClip> Parts; // of nodes with pivots, by name
		bWide = false;
		for (unsigned Index = 0; Index < Source.mNumChannels; ++Index)
		{
			// Of a node with pivots Assimp makes several: "Leg_$AssimpFbx$_Rotation" and so on.
			constexpr std::string_view Mark = "_$AssimpFbx$_";
			const aiNodeAnim& Channel = *Source.mChannels[Index];
			const std::string Whole = PrintableName(Channel.mNodeName.C_Str());
			const size_t At = Whole.find(Mark);
			const std::string Name = Whole.substr(0, At);
			const std::string Part = At == std::string::npos ? "" : Whole.substr(At + Mark.size());
			const int32_t Node = Names.FindAnimated(Name);
			if (Node < 0)
			{
				Diagnostics.Warning({Path}, Name, "is moved by clip " + Clip.Name + ", and is not there");
			}
			else if (Part.empty())
			{
				ReadChannel(Channel, Node, Ticks, "", Clip);
				MendTurns(Name, Clip);
			}
			else
			{
				ReadChannel(Channel, Node, Ticks, Part, Parts[Name]);
			}
		}
		for (const auto& [Name, Part] : Parts)
		{
			JoinParts(Name, Part, Clip);
		}
		for (unsigned Index = 0; Index < Source.mNumMorphMeshChannels; ++Index)
		{
			ReadMorphChannel(*Source.mMorphMeshChannels[Index], Ticks, Clip);
		}
		if (bWide)
		{
			Diagnostics.Warning({Path}, Clip.Name,
			    "has keys far apart, and the curves between them are taken to be straight: bake the animation when "
			    "exporting, a key a frame");
		}
		Out.Clips.push_back(std::move(Clip));
	}
	// Part: "Translation", "Rotation" or "Scaling", when the channel is for that alone; others hold what FindPivots
	// knows.
	void ReadChannel(const aiNodeAnim& Channel, int32_t Node, double Ticks, const std::string& Part, FRigClip& Clip)
	{
		const auto AddVector = [](const aiVector3D& V, std::vector<double>& Values) {
			Values.insert(Values.end(), {double(V.x), double(V.y), double(V.z)});
		};
		const auto AddTurn = [](const aiQuaternion& Q, std::vector<double>& Values) {
			Values.insert(Values.end(), {double(Q.x), double(Q.y), double(Q.z), double(Q.w)});
		};
		const std::string Name = Out.Nodes[size_t(Node)].Name;
		if (Part.empty() || Part == "Translation")
		{
			AddTrack(Channel.mPositionKeys, Channel.mNumPositionKeys, Ticks,
			    {Node, ERigPath::Translation, ERigMode::Linear, 3, {}, {}}, Name, AddVector, Clip);
		}
		if (Part.empty() || Part == "Rotation")
		{
			AddTrack(Channel.mRotationKeys, Channel.mNumRotationKeys, Ticks,
			    {Node, ERigPath::Rotation, ERigMode::Linear, 4, {}, {}}, Name, AddTurn, Clip);
		}
		if (Part.empty() || Part == "Scaling")
		{
			AddTrack(Channel.mScalingKeys, Channel.mNumScalingKeys, Ticks,
			    {Node, ERigPath::Scale, ERigMode::Linear, 3, {}, {}}, Name, AddVector, Clip);
		}
	}
	// Of the tracks that came last.
	void MendTurns(const std::string& Name, FRigClip& Clip) const
	{
		const FFbxPivots* const Own = FindPivots(Name);
		for (size_t Index = Clip.Tracks.size();
		     Own && Index-- > 0 && Clip.Tracks[Index].Node == Clip.Tracks.back().Node;)
		{
			FRigTrack& Track = Clip.Tracks[Index];
			for (size_t At = 0; Track.Path == ERigPath::Rotation && At < Track.Values.size(); At += 4)
			{
				double* const Q = &Track.Values[At];
				FRigTransform Key;
				Key.Rotation = {Q[3], Q[0], Q[1], Q[2]};
				const glm::dquat Mended = Own->Mend(Key).Rotation;
				Track.Values[At] = Mended.x;
				Track.Values[At + 1] = Mended.y;
				Track.Values[At + 2] = Mended.z;
				Track.Values[At + 3] = Mended.w;
			}
		}
	}
	// One place of a node's parts, at all times that one of them has a key.
	void JoinParts(const std::string& Name, const FRigClip& Part, FRigClip& Clip) const
	{
		const FFbxPivots* const Own = FindPivots(Name);
		const FFbxPivots None;
		const FFbxPivots& Pivot = Own ? *Own : None;
		std::vector<double> Times;
		for (const FRigTrack& Track : Part.Tracks)
		{
			Times.insert(Times.end(), Track.Times.begin(), Track.Times.end());
		}
		std::sort(Times.begin(), Times.end());
		Times.erase(std::unique(Times.begin(), Times.end()), Times.end());
		if (Times.empty())
		{
			return;
		}
		const int32_t Node = Part.Tracks.front().Node;
		FRigTrack Moves{Node, ERigPath::Translation, ERigMode::Linear, 3, Times, {}};
		FRigTrack Turns{Node, ERigPath::Rotation, ERigMode::Linear, 4, Times, {}};
		FRigTrack Scales{Node, ERigPath::Scale, ERigMode::Linear, 3, Times, {}};
		FRigPose Pose = MakeRestPose(Out);
		Pose.Locals[size_t(Node)] = Pivot.TakeApart(Out.Nodes[size_t(Node)].Rest);
		for (const double Time : Times)
		{
			SampleClip(Part, Time, Pose);
			const FRigTransform Local = Pivot.Compose(Pose.Locals[size_t(Node)]);
			const glm::dquat& Q = Local.Rotation;
			Moves.Values.insert(Moves.Values.end(), {Local.Translation.x, Local.Translation.y, Local.Translation.z});
			Turns.Values.insert(Turns.Values.end(), {Q.x, Q.y, Q.z, Q.w});
			Scales.Values.insert(Scales.Values.end(), {Local.Scale.x, Local.Scale.y, Local.Scale.z});
		}
		Clip.Tracks.push_back(std::move(Moves));
		Clip.Tracks.push_back(std::move(Turns));
		Clip.Tracks.push_back(std::move(Scales));
	}
	void ReadMorphChannel(const aiMeshMorphAnim& Channel, double Ticks, FRigClip& Clip)
	{
		const std::string Whole = PrintableName(Channel.mName.C_Str());
		const int32_t Node = Names.FindMesh(Whole.substr(0, Whole.find('*'))); // "node*3" in FBX
		const size_t Width = Node < 0 ? 0 : Out.Nodes[size_t(Node)].MorphWeights.size();
		FRigTrack Track{Node, ERigPath::Weights, ERigMode::Linear, uint32_t(Width), {}, {}};
		for (unsigned Index = 0; Index < Channel.mNumKeys && Width > 0; ++Index)
		{
			const aiMeshMorphKey& Key = Channel.mKeys[Index];
			const double Time = Key.mTime / Ticks;
			if (!std::isfinite(Time) || (!Track.Times.empty() && Time <= Track.Times.back()))
			{
				continue;
			}
			Track.Times.push_back(Time);
			const size_t First = Track.Values.size();
			Track.Values.resize(First + Width, 0.0);
			for (unsigned At = 0; At < Key.mNumValuesAndWeights; ++At)
			{
				if (Key.mValues[At] < Width && std::isfinite(Key.mWeights[At]))
				{
					Track.Values[First + Key.mValues[At]] = Key.mWeights[At];
				}
			}
		}
		if (!Track.Times.empty())
		{
			Clip.Tracks.push_back(std::move(Track));
		}
	}

	const std::string& Path;
	const FModelFile& Model;
	const aiScene& Scene;
	FRigFile& Out;
	FDiagnostics& Diagnostics;
	std::vector<const aiNode*> Sources; // by node
	FNodeNames Names;
	std::map<std::string, FFbxPivots> Pivots; // by node
	bool bGood = true;
	bool bWide = false;
};
} // namespace

bool ReadAssimpRig(const std::string& Path, const FModelFile& Model, FRigFile& Out, FDiagnostics& Diagnostics)
{
	return FAssimpRigReader(Path, Model, Out, Diagnostics).Run();
}
} // namespace Flockwork
