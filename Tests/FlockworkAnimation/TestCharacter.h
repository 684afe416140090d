#pragma once
// A small character made in code: a chain with a branch, uneven scales, two clips, a tube of skin. No file is needed.
#include "FlockworkAnimation/CharacterAsset.h"

#include <random>

namespace Flockwork
{
inline FQuat RandomRotation(std::mt19937& Random)
{
	std::normal_distribution<float> Normal;
	const float W = Normal(Random);
	const float X = Normal(Random);
	const float Y = Normal(Random);
	const float Z = Normal(Random);
	return glm::normalize(FQuat{W, X, Y, Z});
}

// Degrees between two rotations; by the arc tangent, which tells small angles too.
inline double TurnAngle(const FQuat& A, const FQuat& B)
{
	const glm::dquat X(A.w, A.x, A.y, A.z);
	const glm::dquat Y(B.w, B.x, B.y, B.z);
	const glm::dquat D = glm::conjugate(X) * Y;
	return 2.0 * std::atan2(glm::length(glm::dvec3(D.x, D.y, D.z)), std::abs(D.w)) * 180.0 / double(Pi);
}

inline FVector RandomVector(std::mt19937& Random, float Size)
{
	std::uniform_real_distribution<float> Uniform(-Size, Size);
	const float X = Uniform(Random);
	const float Y = Uniform(Random);
	const float Z = Uniform(Random);
	return {X, Y, Z};
}

inline FSkeleton MakeTestSkeleton(int32_t JointCount, uint32_t Seed = 1, bool bScaled = true)
{
	std::mt19937 Random(Seed);
	FSkeleton Skeleton;
	for (int32_t Joint = 0; Joint < JointCount; ++Joint)
	{
		Skeleton.JointNames.push_back("joint_" + std::to_string(Joint));
		Skeleton.Parents.push_back(int16_t(Joint == 0 ? -1 : Joint % 5 == 4 ? Joint / 2 : Joint - 1));
		FJointPose Rest;
		Rest.Translation = RandomVector(Random, 0.3f);
		Rest.Rotation = RandomRotation(Random);
		Rest.Scale = bScaled && Joint % 3 == 1 ? FVector{1.1f, 0.9f, 1.2f} : FVector{1.0f};
		Skeleton.RestPose.push_back(Rest);
	}
	return Skeleton;
}

// Joints turn back and forth about fixed axes: every sample is known in closed form.
inline FClip MakeTestClip(const FSkeleton& Skeleton, const std::string& Name, float Duration, uint32_t Seed)
{
	std::mt19937 Random(Seed);
	FClip Clip;
	Clip.Name = Name;
	Clip.Duration = Duration;
	Clip.bLooping = true;
	Clip.JointCount = Skeleton.GetJointCount();
	Clip.SampleCount = int32_t(std::lround(Duration * FClip::SampleRate)) + 1;
	std::vector<FVector> Axes;
	for (int32_t Joint = 0; Joint < Clip.JointCount; ++Joint)
	{
		Axes.push_back(SafeNormal(RandomVector(Random, 1.0f) + FVector{0.01f}));
	}
	for (int32_t Sample = 0; Sample < Clip.SampleCount; ++Sample)
	{
		const float Phase = 2.0f * Pi * float(Sample) / float(Clip.SampleCount - 1);
		for (int32_t Joint = 0; Joint < Clip.JointCount; ++Joint)
		{
			FJointPose Pose = Skeleton.RestPose[size_t(Joint)];
			const float Angle = 0.5f * std::sin(Phase + 0.3f * float(Joint));
			Pose.Rotation = Pose.Rotation * glm::angleAxis(Angle, Axes[size_t(Joint)]);
			Pose.Translation.y += Joint == 0 ? 0.05f * std::sin(2.0f * Phase) : 0.0f;
			Clip.Poses.push_back(Pose);
		}
	}
	return Clip;
}

inline FSkinnedMesh MakeTestMesh(const FSkeleton& Skeleton, int32_t VertexCount, uint32_t Seed = 3)
{
	std::mt19937 Random(Seed);
	FSkinnedMesh Mesh;
	Mesh.Name = "tube";
	const std::vector<FJointMatrix> Models = Skeleton.RestModels();
	for (int32_t Joint = 0; Joint < Skeleton.GetJointCount(); ++Joint)
	{
		Mesh.Joints.push_back(int16_t(Joint));
		Mesh.InverseBinds.push_back(Models[size_t(Joint)].Inverse());
	}
	for (int32_t Vertex = 0; Vertex < VertexCount; ++Vertex)
	{
		Mesh.Positions.push_back(RandomVector(Random, 1.0f));
		Mesh.Normals.push_back(SafeNormal(RandomVector(Random, 1.0f) + FVector{0.01f}));
		FSkinWeights Weights;
		for (size_t Slot = 0; Slot < 4; ++Slot)
		{
			Weights.Joints[Slot] = uint16_t(Random() % uint32_t(Skeleton.GetJointCount()));
		}
		Weights.Weights = {0.4f, 0.3f, 0.2f, 0.1f};
		Mesh.Weights.push_back(Weights);
	}
	for (uint32_t Index = 0; Index + 2 < uint32_t(VertexCount); Index += 3)
	{
		Mesh.Indices.insert(Mesh.Indices.end(), {Index, Index + 1, Index + 2});
	}
	Mesh.Sections.push_back({0, uint32_t(Mesh.Indices.size()), 0});
	return Mesh;
}

inline FCharacterAsset MakeTestCharacter(int32_t JointCount = 12)
{
	FCharacterAsset Character;
	Character.Name = "Tester";
	Character.Skeleton = MakeTestSkeleton(JointCount);
	Character.Clips.push_back(MakeTestClip(Character.Skeleton, "walk", 1.0f, 5));
	Character.Clips.push_back(MakeTestClip(Character.Skeleton, "run", 0.7f, 6));
	Character.Clips[0].Events = {{0.1f, "footDown", "joint_3"}, {0.6f, "footDown", "joint_5"}};
	Character.Clips[0].Motion.assign(size_t(Character.Clips[0].SampleCount), FTransform{});
	Character.Meshes.push_back(MakeTestMesh(Character.Skeleton, 60));
	Character.Meshes[0].TexCoords.assign(60, FVector2D{0.25f, 0.75f});
	Character.Meshes[0].Morphs.push_back({"smile", 0.0f, std::vector<FVector>(60, FVector{0.1f}), {}});
	Character.Materials.push_back({"skin", {0.8f, 0.6f, 0.5f}, 1.0f, 0});
	Character.Pictures.push_back({"skin.png", {1, 2, 3, 4}});
	return Character;
}
} // namespace Flockwork
