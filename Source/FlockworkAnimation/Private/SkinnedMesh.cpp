#include "FlockworkAnimation/SkinnedMesh.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
// Each answers what is wrong, or nothing.
std::string FaultOfSizes(const FSkinnedMesh& Mesh)
{
	const size_t Count = Mesh.Positions.size();
	if (Count == 0 || Mesh.Normals.size() != Count || Mesh.Weights.size() != Count ||
	    (!Mesh.TexCoords.empty() && Mesh.TexCoords.size() != Count))
	{
		return "has no vertices, or not as many normals, weights and texture coordinates as vertices";
	}
	if (Mesh.Indices.size() % 3 != 0 || Mesh.Joints.empty() || Mesh.InverseBinds.size() != Mesh.Joints.size())
	{
		return "has no joints, not one inverse bind matrix for each, or indices that are not three a triangle";
	}
	for (const FMorphTarget& Morph : Mesh.Morphs)
	{
		if (Morph.Positions.size() != Count || (!Morph.Normals.empty() && Morph.Normals.size() != Count))
		{
			return "morph target '" + Morph.Name + "' has not as many differences as there are vertices";
		}
	}
	return {};
}

std::string FaultOfIndices(const FSkinnedMesh& Mesh, int32_t JointCount, int32_t MaterialCount)
{
	const size_t Count = Mesh.Positions.size();
	if (std::any_of(Mesh.Indices.begin(), Mesh.Indices.end(), [&](uint32_t Index) { return Index >= Count; }))
	{
		return "an index is beyond its " + std::to_string(Count) + " vertices";
	}
	for (const FMeshSection& Section : Mesh.Sections)
	{
		if (uint64_t(Section.FirstIndex) + Section.IndexCount > Mesh.Indices.size() || Section.FirstIndex % 3 != 0 ||
		    Section.IndexCount % 3 != 0 || Section.Material < -1 || Section.Material >= MaterialCount)
		{
			return "a section lies beyond its indices, or names a material that is not there";
		}
	}
	if (std::any_of(Mesh.Joints.begin(), Mesh.Joints.end(), [&](int16_t J) { return J < 0 || J >= JointCount; }))
	{
		return "it names a joint that is not there";
	}
	for (const FSkinWeights& Each : Mesh.Weights)
	{
		float Sum = 0.0f;
		bool bGood = true;
		for (size_t Slot = 0; Slot < Each.Joints.size(); ++Slot)
		{
			bGood = bGood && Each.Joints[Slot] < Mesh.Joints.size() && Each.Weights[Slot] >= 0.0f;
			Sum += Each.Weights[Slot];
		}
		if (!bGood || !(std::abs(Sum - 1.0f) <= 1e-3f))
		{
			return "a vertex's weights are not a sum of 1 over joints that are there";
		}
	}
	return {};
}

std::string FaultOfNumbers(const FSkinnedMesh& Mesh)
{
	const auto IsGood = [](const std::vector<FVector>& Values)
	{ return std::all_of(Values.begin(), Values.end(), [](const FVector& V) { return IsFinite(V); }); };
	bool bGood = IsGood(Mesh.Positions) && IsGood(Mesh.Normals);
	for (const FVector2D& Each : Mesh.TexCoords)
	{
		bGood = bGood && std::isfinite(Each.x) && std::isfinite(Each.y);
	}
	for (const FJointMatrix& Each : Mesh.InverseBinds)
	{
		bGood = bGood && IsFinite(Each);
	}
	for (const FMorphTarget& Morph : Mesh.Morphs)
	{
		bGood = bGood && IsGood(Morph.Positions) && IsGood(Morph.Normals) && std::isfinite(Morph.RestWeight);
	}
	return bGood ? std::string{} : "it has numbers that are not finite";
}
} // namespace

bool FSkinnedMesh::Validate(
    const FSkeleton& Skeleton, int32_t MaterialCount, const std::string& File, FDiagnostics& Diagnostics) const
{
	std::string Fault = FaultOfSizes(*this);
	Fault = Fault.empty() ? FaultOfIndices(*this, Skeleton.GetJointCount(), MaterialCount) : Fault;
	Fault = Fault.empty() ? FaultOfNumbers(*this) : Fault;
	if (Fault.empty() && Detail < 0)
	{
		Fault = "its level of detail is below 0";
	}
	if (!Fault.empty())
	{
		Diagnostics.Error({File, 0, 0}, "meshes." + Name, Fault);
	}
	return Fault.empty();
}
} // namespace Flockwork
