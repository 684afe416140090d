#include "CharacterFixture.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

namespace Flockwork
{
namespace
{
glm::dmat4 MatrixOf(const FJointPose& Pose)
{
	const double X = double(Pose.Rotation.x);
	const double Y = double(Pose.Rotation.y);
	const double Z = double(Pose.Rotation.z);
	const double W = double(Pose.Rotation.w);
	const double N = X * X + Y * Y + Z * Z + W * W;
	const glm::dvec3 S(Pose.Scale);
	return {glm::dvec4(1 - 2 * (Y * Y + Z * Z) / N, 2 * (X * Y + Z * W) / N, 2 * (X * Z - Y * W) / N, 0) * S.x,
	    glm::dvec4(2 * (X * Y - Z * W) / N, 1 - 2 * (X * X + Z * Z) / N, 2 * (Y * Z + X * W) / N, 0) * S.y,
	    glm::dvec4(2 * (X * Z + Y * W) / N, 2 * (Y * Z - X * W) / N, 1 - 2 * (X * X + Y * Y) / N, 0) * S.z,
	    glm::dvec4(glm::dvec3(Pose.Translation), 1.0)};
}

glm::dmat4 MatrixOf(const FJointMatrix& In)
{
	glm::dmat4 Out(1.0);
	for (int Row = 0; Row < 3; ++Row)
	{
		for (int Column = 0; Column < 4; ++Column)
		{
			Out[Column][Row] = double(In.Rows[Row][Column]);
		}
	}
	return Out;
}
} // namespace

FCharacterResult ImportRig(const std::string& Path, const FLevelImportSettings& Settings)
{
	FCharacterResult Result;
	Result.Character.Format = "untouched";
	Result.bOk = ImportCharacter(Path, Settings, Result.Character, Result.Diagnostics);
	return Result;
}

bool IsRefused(const FCharacterResult& Result, const std::string& Path)
{
	return !Result.bOk && Result.Diagnostics.HasErrors() && Result.Says(Path) &&
	       Result.Character.Format == "untouched" && Result.Asset().Skeleton.GetJointCount() == 0;
}

std::vector<glm::dmat4> JointModels(const FSkeleton& Skeleton, const FClip* Clip, int32_t Sample)
{
	std::vector<glm::dmat4> Models;
	for (int32_t Joint = 0; Joint < Skeleton.GetJointCount(); ++Joint)
	{
		const FJointPose& Pose = Clip ? Clip->GetSample(Sample)[size_t(Joint)] : Skeleton.RestPose[size_t(Joint)];
		const int32_t Parent = Skeleton.Parents[size_t(Joint)];
		Models.push_back(Parent < 0 ? MatrixOf(Pose) : Models[size_t(Parent)] * MatrixOf(Pose));
	}
	return Models;
}

std::vector<glm::dvec3> SkinAsset(const FCharacterAsset& Asset, const FClip* Clip, int32_t Sample)
{
	const std::vector<glm::dmat4> Models = JointModels(Asset.Skeleton, Clip, Sample);
	std::vector<glm::dvec3> Out;
	for (const FSkinnedMesh& Mesh : Asset.Meshes)
	{
		std::vector<glm::dmat4> Palette;
		for (size_t Slot = 0; Slot < Mesh.Joints.size(); ++Slot)
		{
			Palette.push_back(Models[size_t(Mesh.Joints[Slot])] * MatrixOf(Mesh.InverseBinds[Slot]));
		}
		for (size_t Vertex = 0; Vertex < Mesh.Positions.size(); ++Vertex)
		{
			glm::dvec4 Place(glm::dvec3(Mesh.Positions[Vertex]), 1.0);
			for (const FMorphTarget& Morph : Mesh.Morphs)
			{
				Place += glm::dvec4(glm::dvec3(Morph.Positions[Vertex]) * double(Morph.RestWeight), 0.0);
			}
			glm::dvec3 Moved(0.0);
			for (size_t I = 0; I < 4; ++I)
			{
				const FSkinWeights& Weights = Mesh.Weights[Vertex];
				Moved += glm::dvec3(Palette[Weights.Joints[I]] * Place) * double(Weights.Weights[I]);
			}
			Out.push_back(Moved);
		}
	}
	return Out;
}

double Farthest(const std::vector<glm::dvec3>& A, const std::vector<glm::dvec3>& B)
{
	REQUIRE(A.size() == B.size());
	double Distance = 0.0;
	for (size_t Index = 0; Index < A.size(); ++Index)
	{
		Distance = std::max(Distance, glm::length(A[Index] - B[Index]));
	}
	return Distance;
}

double WorstDeviation(const FCharacterAsset& Asset, const FGltfRigReference& Reference)
{
	const double Extent = Reference.GetExtent();
	double Worst = Farthest(SkinAsset(Asset, nullptr, 0), Reference.Skin(-1, 0.0)) / Extent;
	REQUIRE(Asset.Clips.size() == Reference.GetClipCount());
	for (size_t Index = 0; Index < Asset.Clips.size(); ++Index)
	{
		const FClip& Clip = Asset.Clips[Index];
		const double Start = Reference.GetStart(Index);
		const double Length = Reference.GetEnd(Index) - Start;
		CHECK(double(Clip.Duration) == Approx(Length).epsilon(1e-6));
		for (int32_t Sample = 0; Sample < Clip.SampleCount; ++Sample)
		{
			const double Time =
			    Clip.SampleCount == 1 ? Start : Start + Length * double(Sample) / double(Clip.SampleCount - 1);
			const double Distance =
			    Farthest(SkinAsset(Asset, &Clip, Sample), Reference.Skin(int32_t(Index), Time)) / Extent;
			Worst = std::max(Worst, Distance);
		}
	}
	return Worst;
}
} // namespace Flockwork
