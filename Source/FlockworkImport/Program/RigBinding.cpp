#include "RigBinding.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace Flockwork
{
namespace
{
constexpr double SameBind = 5e-6; // relative; what single precision leaves of equal matrices is below it

double SizeOf(const glm::dmat4& M)
{
	double Size = 0.0;
	for (int Index = 0; Index < 16; ++Index)
	{
		Size = std::max(Size, std::abs(M[Index / 4][Index % 4]));
	}
	return Size;
}

bool AreAlike(const glm::dmat4& A, const glm::dmat4& B)
{
	return SizeOf(A - B) <= SameBind * std::max(SizeOf(A), SizeOf(B));
}

double Determinant(const glm::dmat4& M)
{
	return glm::dot(glm::cross(glm::dvec3(M[0]), glm::dvec3(M[1])), glm::dvec3(M[2]));
}

bool IsFlat(const glm::dmat4& M)
{
	return !(std::abs(Determinant(M)) > 1e-30);
}

FJointMatrix ToJointMatrix(const glm::dmat4& M)
{
	FJointMatrix Out;
	for (int Row = 0; Row < 3; ++Row)
	{
		for (int Column = 0; Column < 4; ++Column)
		{
			Out.Rows[Row][Column] = float(M[Column][Row]);
		}
	}
	return Out;
}

FVector ToUnit(const glm::dvec3& V)
{
	const double Size = glm::length(V);
	return Size > 1e-30 && std::isfinite(Size) ? FVector(V / Size) : UpVector;
}

// The level of detail that a name's end says: 2 of "Body_LOD2", 0 of "Body".
int32_t DetailOf(const std::string& Name)
{
	constexpr int32_t MaxDetail = 9;
	const size_t At = Name.rfind("LOD");
	int32_t Detail = 0;
	if (At != std::string::npos)
	{
		const char* const End = Name.data() + Name.size();
		const auto [Rest, Error] = std::from_chars(Name.data() + At + 3, End, Detail);
		Detail = Error == std::errc{} && Rest == End && Detail >= 0 && Detail <= MaxDetail ? Detail : 0;
	}
	return Detail;
}

class FMeshBinder
{
public:
	FMeshBinder(const FRigFile& InFile, const FRigSkeleton& InSkeleton, const std::vector<glm::dmat4>& InRestModels)
	    : File(InFile), Skeleton(InSkeleton), RestModels(InRestModels), Known(RestModels.size())
	{
	}

	std::vector<FSkinnedMesh> Run()
	{
		std::vector<FSkinnedMesh> Meshes;
		for (size_t First = 0; First < File.Meshes.size();)
		{
			size_t Last = First + 1; // one node's
			while (Last < File.Meshes.size() && File.Meshes[Last].Node == File.Meshes[First].Node &&
			       File.Meshes[Last].Morphs.size() == File.Meshes[First].Morphs.size())
			{
				++Last;
			}
			BeginMesh(File.Meshes[First]);
			for (size_t Index = First; Index < Last; ++Index)
			{
				AddPart(File.Meshes[Index], !File.Meshes[First].TexCoords.empty());
			}
			for (FMorphTarget& Morph : Mesh.Morphs)
			{
				if (Morph.Normals.size() != Mesh.Positions.size()) // some part has none
				{
					Morph.Normals.clear();
				}
			}
			if (!Mesh.Indices.empty())
			{
				Meshes.push_back(std::move(Mesh));
			}
			First = Last;
		}
		return Meshes;
	}
	void Report(const std::string& Path, FDiagnostics& Diagnostics) const
	{
		const auto Warn = [&](size_t Count, const std::string& What)
		{
			if (Count > 0)
			{
				Diagnostics.Warning({Path}, "weights", std::to_string(Count) + " vertices " + What);
			}
		};
		Warn(Trimmed, "hang on more than four joints: the four largest weights are kept; limit them when exporting");
		Warn(Loose, "hang on no joint: they go with the skin's first; weight them in the modelling tool");
		Warn(Uneven, "have weights whose sum is not 1: they are scaled; normalise them in the modelling tool");
	}

private:
	// Where a part is bound: its joints, and from its space to theirs in metres.
	struct FOwnSkin
	{
		std::vector<int32_t> Joints;
		std::vector<glm::dmat4> FromMesh;
		std::vector<bool> bUsed;     // some vertex hangs on it
		std::vector<uint16_t> Slots; // in the mesh's Joints
	};

	FOwnSkin SkinOf(const FRigMesh& Part) const
	{
		FOwnSkin Skin;
		if (Part.Skin < 0)
		{
			const int32_t Joint = Skeleton.FindCarrier(Part.Node);
			Skin.Joints = {Joint};
			Skin.FromMesh = {Skeleton.ToJoint(Joint) * Skeleton.FromCarrier(Part.Node)};
			Skin.bUsed = {true};
			return Skin;
		}
		const FRigSkin& Source = File.Skins[size_t(Part.Skin)];
		Skin.bUsed.assign(Source.Joints.size(), false);
		for (const FRigInfluence& Influence : Part.Influences)
		{
			Skin.bUsed[Influence.Joint] = true;
		}
		// Vertices without weights go with the first joint.
		for (size_t Vertex = 0; Vertex < Part.Positions.size(); ++Vertex)
		{
			Skin.bUsed[0] = Skin.bUsed[0] || Part.FirstInfluence[Vertex] == Part.FirstInfluence[Vertex + 1];
		}
		for (size_t Index = 0; Index < Source.Joints.size(); ++Index)
		{
			const int32_t Joint = Skeleton.FindCarrier(Source.Joints[Index]); // bones are joints: itself
			Skin.Joints.push_back(Joint);
			Skin.FromMesh.push_back(Skeleton.ToJoint(Joint) * Source.InverseBinds[Index]);
		}
		return Skin;
	}
	// The part's place in the model: as a former mesh was bound to one of its joints, or else where it is at rest.
	glm::dmat4 PlaceOf(const FOwnSkin& Skin) const
	{
		std::optional<size_t> First;
		for (size_t Index = 0; Index < Skin.Joints.size(); ++Index)
		{
			const std::optional<glm::dmat4>& Bound = Known[size_t(Skin.Joints[Index])];
			if (Skin.bUsed[Index] && Bound)
			{
				return glm::inverse(*Bound) * Skin.FromMesh[Index];
			}
			if (Skin.bUsed[Index] && (!First || Skin.Joints[Index] < Skin.Joints[*First]))
			{
				First = Index;
			}
		}
		const size_t Index = First.value_or(0);
		return RestModels[size_t(Skin.Joints[Index])] * Skin.FromMesh[Index];
	}
	void BeginMesh(const FRigMesh& First)
	{
		Mesh = {};
		Binds.clear();
		Mesh.Name = First.Name;
		const std::string& Node = File.Nodes[size_t(First.Node)].Name;
		Mesh.Detail = std::max(DetailOf(First.Name), DetailOf(Node));
		for (size_t Index = 0; Index < First.Morphs.size(); ++Index)
		{
			const std::vector<float>& Weights = File.Nodes[size_t(First.Node)].MorphWeights;
			Mesh.Morphs.push_back({First.Morphs[Index].Name, Index < Weights.size() ? Weights[Index] : 0.0f, {}, {}});
		}
	}
	// The mesh's slot for a joint with this inverse bind matrix.
	uint16_t FindSlot(int32_t Joint, const glm::dmat4& InverseBind)
	{
		for (size_t Slot = 0; Slot < Binds.size(); ++Slot)
		{
			if (Mesh.Joints[Slot] == Joint && AreAlike(Binds[Slot], InverseBind))
			{
				return uint16_t(Slot);
			}
		}
		Mesh.Joints.push_back(int16_t(Joint));
		Mesh.InverseBinds.push_back(ToJointMatrix(InverseBind));
		Binds.push_back(InverseBind);
		return uint16_t(Binds.size() - 1);
	}
	void AddPart(const FRigMesh& Part, bool bTexCoords)
	{
		FOwnSkin Skin = SkinOf(Part);
		glm::dmat4 Place = PlaceOf(Skin);
		Place = IsFlat(Place) ? glm::dmat4(1.0) : Place; // what is flat at rest: its matrices alone say where it is
		const glm::dmat4 FromModel = glm::inverse(Place);
		bool bMirrored = false;
		Skin.Slots.assign(Skin.Joints.size(), 0);
		for (size_t Index = Skin.Joints.size(); Index-- > 0;)
		{
			if (Skin.bUsed[Index])
			{
				const glm::dmat4 InverseBind = Skin.FromMesh[Index] * FromModel;
				Skin.Slots[Index] = FindSlot(Skin.Joints[Index], InverseBind);
				if (!Known[size_t(Skin.Joints[Index])] && !IsFlat(InverseBind))
				{
					Known[size_t(Skin.Joints[Index])] = InverseBind;
				}
				bMirrored = Determinant(RestModels[size_t(Skin.Joints[Index])] * Skin.FromMesh[Index]) < 0.0;
			}
		}
		const uint32_t FirstVertex = uint32_t(Mesh.Positions.size());
		AddVertices(Part, Place, bTexCoords);
		for (size_t Vertex = 0; Vertex < Part.Positions.size(); ++Vertex)
		{
			AddWeights(Part, Skin, Vertex);
		}
		FMeshSection Section;
		Section.FirstIndex = uint32_t(Mesh.Indices.size());
		Section.IndexCount = uint32_t(Part.Indices.size());
		Section.Material = Part.Material;
		for (size_t At = 0; At < Part.Indices.size(); At += 3)
		{
			// Mirrored faces would show their backs: they are turned round.
			for (const size_t Corner : {size_t(0), size_t(bMirrored ? 2 : 1), size_t(bMirrored ? 1 : 2)})
			{
				Mesh.Indices.push_back(FirstVertex + Part.Indices[At + Corner]);
			}
		}
		if (Section.IndexCount > 0)
		{
			Mesh.Sections.push_back(Section);
		}
	}
	void AddVertices(const FRigMesh& Part, const glm::dmat4& Place, bool bTexCoords)
	{
		const glm::dvec3 X(Place[0]);
		const glm::dvec3 Y(Place[1]);
		const glm::dvec3 Z(Place[2]);
		// Normals move by the cofactors, which are the inverse's transpose but for a factor.
		const double Sign = Determinant(Place) < 0.0 ? -1.0 : 1.0;
		const glm::dmat3 Cofactors(glm::cross(Y, Z) * Sign, glm::cross(Z, X) * Sign, glm::cross(X, Y) * Sign);
		const std::vector<FVector> Own = Part.Normals.empty() ? SmoothNormals(Part) : Part.Normals;
		for (size_t Vertex = 0; Vertex < Part.Positions.size(); ++Vertex)
		{
			Mesh.Positions.push_back(FVector(glm::dvec3(Place * glm::dvec4(Part.Positions[Vertex], 1.0))));
			Mesh.Normals.push_back(ToUnit(Cofactors * glm::dvec3(Own[Vertex])));
			if (bTexCoords)
			{
				Mesh.TexCoords.push_back(Part.TexCoords.empty() ? FVector2D(0.0f) : Part.TexCoords[Vertex]);
			}
		}
		for (size_t Index = 0; Index < Part.Morphs.size(); ++Index)
		{
			const FRigMorph& Source = Part.Morphs[Index];
			FMorphTarget& Target = Mesh.Morphs[Index];
			for (const glm::dvec3& Shift : Source.Shifts)
			{
				Target.Positions.push_back(FVector(X * Shift.x + Y * Shift.y + Z * Shift.z));
			}
			for (size_t Vertex = 0; Vertex < Source.NormalShifts.size(); ++Vertex)
			{
				const glm::dvec3 Moved = Cofactors * glm::dvec3(Own[Vertex] + Source.NormalShifts[Vertex]);
				Target.Normals.push_back(ToUnit(Moved) - ToUnit(Cofactors * glm::dvec3(Own[Vertex])));
			}
		}
	}
	// Of the faces at each vertex, by their areas.
	static std::vector<FVector> SmoothNormals(const FRigMesh& Part)
	{
		std::vector<glm::dvec3> Sums(Part.Positions.size(), glm::dvec3(0.0));
		for (size_t At = 0; At < Part.Indices.size(); At += 3)
		{
			const glm::dvec3& A = Part.Positions[Part.Indices[At]];
			const glm::dvec3& B = Part.Positions[Part.Indices[At + 1]];
			const glm::dvec3& C = Part.Positions[Part.Indices[At + 2]];
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				Sums[Part.Indices[At + Corner]] += glm::cross(B - A, C - A);
			}
		}
		std::vector<FVector> Normals;
		for (const glm::dvec3& Sum : Sums)
		{
			Normals.push_back(ToUnit(Sum));
		}
		return Normals;
	}
	void AddWeights(const FRigMesh& Part, const FOwnSkin& Skin, size_t Vertex)
	{
		std::vector<FRigInfluence> All{{0, 1.0f}};
		if (Part.Skin >= 0)
		{
			All.assign(Part.Influences.begin() + std::ptrdiff_t(Part.FirstInfluence[Vertex]),
			    Part.Influences.begin() + std::ptrdiff_t(Part.FirstInfluence[Vertex + 1]));
		}
		std::stable_sort(
		    All.begin(), All.end(), [](const FRigInfluence& A, const FRigInfluence& B) { return A.Weight > B.Weight; });
		if (All.empty())
		{
			++Loose;
			All.push_back({0, 1.0f});
		}
		Uneven += std::abs(SumOf(All) - 1.0) > 0.01 ? 1 : 0;
		Trimmed += All.size() > 4 ? 1 : 0;
		All.resize(std::min(All.size(), size_t(4)));
		const double Sum = SumOf(All);
		FSkinWeights Out;
		for (size_t Index = 0; Index < All.size(); ++Index)
		{
			Out.Joints[Index] = Skin.Slots[All[Index].Joint];
			Out.Weights[Index] = float(double(All[Index].Weight) / Sum);
		}
		Mesh.Weights.push_back(Out);
	}
	static double SumOf(const std::vector<FRigInfluence>& Influences)
	{
		double Sum = 0.0;
		for (const FRigInfluence& Each : Influences)
		{
			Sum += double(Each.Weight);
		}
		return Sum;
	}

	const FRigFile& File;
	const FRigSkeleton& Skeleton;
	const std::vector<glm::dmat4>& RestModels;
	std::vector<std::optional<glm::dmat4>> Known; // inverse bind matrices that meshes have, by joint
	FSkinnedMesh Mesh;                            // being made
	std::vector<glm::dmat4> Binds;                // its inverse bind matrices, in double
	size_t Trimmed = 0;
	size_t Loose = 0;
	size_t Uneven = 0;
};
} // namespace

std::vector<FSkinnedMesh> BindMeshes(const std::string& Path, const FRigFile& File, const FRigSkeleton& Skeleton,
    const std::vector<glm::dmat4>& RestModels, FDiagnostics& Diagnostics)
{
	FMeshBinder Binder(File, Skeleton, RestModels);
	std::vector<FSkinnedMesh> Meshes = Binder.Run();
	Binder.Report(Path, Diagnostics);
	return Meshes;
}
} // namespace Flockwork
