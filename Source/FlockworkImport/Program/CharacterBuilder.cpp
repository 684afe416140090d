#include "CharacterBuilder.h"

#include "Names.h"
#include "RigBinding.h"
#include "RigClips.h"
#include "RigSampler.h"
#include "RigSkeleton.h"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>

namespace Flockwork
{
namespace
{
constexpr float TallestCharacter = 20.0f; // m; beyond, the unit is wrong
constexpr float TallestPerson = 4.0f;     // m; of formats that say nothing of units
constexpr float ShortestCharacter = 0.02f;
constexpr float UsualHeight = 1.75f;

bool IsWithinLimits(
    const std::string& Path, const FRigFile& File, const FLevelImportSettings& Settings, FDiagnostics& Diagnostics)
{
	size_t Triangles = 0;
	for (const FRigMesh& Mesh : File.Meshes)
	{
		Triangles += Mesh.Indices.size() / 3;
	}
	const bool bGood = Triangles <= size_t(Settings.MaxTriangles);
	if (!bGood)
	{
		Diagnostics.Error({Path}, "",
		    "has " + std::to_string(Triangles) + " triangles; import.maxTriangles allows " +
		        std::to_string(Settings.MaxTriangles));
	}
	return bGood;
}

FSkeleton MakeSkeleton(const FRigSkeleton& Source, const std::vector<FRigTransform>& Rest)
{
	FSkeleton Out;
	for (size_t Joint = 0; Joint < Rest.size(); ++Joint)
	{
		Out.JointNames.push_back(Source.GetJoints()[Joint].Name);
		Out.Parents.push_back(int16_t(Source.GetJoints()[Joint].Parent));
		Out.RestPose.push_back(ToJointPose(Rest[Joint]));
	}
	return Out;
}

void AddMaterials(const FRigFile& File, FCharacterAsset& Out)
{
	for (const FRigMaterial& Source : File.Materials)
	{
		Out.Materials.push_back(
		    {Source.Name, FVector(glm::dvec3(Source.BaseColor)), float(Source.BaseColor.w), Source.Picture});
	}
	for (const FRigPicture& Source : File.Pictures)
	{
		Out.Pictures.push_back({Source.Name, Source.Bytes});
	}
}

// The height at rest: of the mesh, or of the joints where there is none.
float HeightOf(const FCharacterAsset& Character)
{
	float Low = std::numeric_limits<float>::max();
	float High = -Low;
	for (const FSkinnedMesh& Mesh : Character.Meshes)
	{
		for (const FVector& Place : Mesh.Positions)
		{
			Low = std::min(Low, Place.y);
			High = std::max(High, Place.y);
		}
	}
	for (const FJointMatrix& Model : Character.Skeleton.RestModels())
	{
		Low = std::min(Low, Character.Meshes.empty() ? Model.GetTranslation().y : Low);
		High = std::max(High, Character.Meshes.empty() ? Model.GetTranslation().y : High);
	}
	return std::max(High - Low, 0.0f);
}

void JudgeSize(
    const std::string& Path, const FRigFile& File, const FCharacterAsset& Character, FDiagnostics& Diagnostics)
{
	const float Height = HeightOf(Character);
	const float Tallest = File.Format == "BVH" ? TallestPerson : TallestCharacter;
	if (Height > Tallest || (Height < ShortestCharacter && Height > 0.0f))
	{
		char Text[200] = {};
		std::snprintf(Text, sizeof(Text), "is %.4g m tall: is its unit %s? import.scale %.3g would make it %.2f m",
		    double(Height), File.Format == "BVH" ? "another one than the metre (BVH does not say)" : "right",
		    double(UsualHeight / Height), double(UsualHeight));
		Diagnostics.Warning({Path}, "units", Text);
	}
}
} // namespace

bool BuildCharacter(const std::string& Path, const FRigFile& File, const FLevelImportSettings& Settings,
    FCharacterAsset& Out, FDiagnostics& Diagnostics)
{
	FRigSkeleton Skeleton;
	if (!IsWithinLimits(Path, File, Settings, Diagnostics) || !Skeleton.Build(Path, File, Diagnostics))
	{
		return false;
	}
	if (Skeleton.GetJoints().size() > size_t(FSkeleton::MaxJoints))
	{
		Diagnostics.Error({Path}, "skeleton",
		    "has " + std::to_string(Skeleton.GetJoints().size()) + " joints; " + std::to_string(FSkeleton::MaxJoints) +
		        " are the most: leave helper bones out when exporting");
		return false;
	}
	std::vector<FRigTransform> Rest;
	std::vector<glm::dmat4> RestModels;
	Skeleton.ComputeLocals(MakeRestPose(File).Locals, Rest);
	Skeleton.ComputeModels(Rest, RestModels);
	FCharacterAsset Character;
	Character.Name = PrintableName(std::filesystem::path(Path).stem().string());
	Character.Skeleton = MakeSkeleton(Skeleton, Rest);
	Character.Meshes = BindMeshes(Path, File, Skeleton, RestModels, Diagnostics);
	Character.Clips = BakeClips(Path, File, Skeleton, Diagnostics);
	AddMaterials(File, Character);
	if (Diagnostics.HasErrors() || !Character.Validate(Path, Diagnostics))
	{
		return false;
	}
	JudgeSize(Path, File, Character, Diagnostics);
	Out = std::move(Character);
	return true;
}
} // namespace Flockwork
