#include "BenchCharacter.h"

#include "FlockworkCore/Random.h"

#include <cmath>

namespace Flockwork
{
FSkeleton MakeBenchSkeleton()
{
	FSkeleton Skeleton;
	for (int32_t Joint = 0; Joint < BenchJointCount; ++Joint)
	{
		Skeleton.JointNames.push_back("joint_" + std::to_string(Joint));
		FJointPose Rest;
		int32_t Parent = Joint - 1;
		if (Joint == 0)
		{
			Rest.Translation = {0.0f, 1.0f, 0.0f};
		}
		else if (Joint < 11)
		{
			const int32_t Place = (Joint - 1) % 5;
			const FVector Ways[5] = {{Joint < 6 ? 0.1f : -0.1f, 0.0f, 0.0f}, {0.0f, -0.45f, 0.02f},
			    {0.0f, -0.45f, -0.02f}, {0.0f, -0.05f, 0.1f}, {0.0f, 0.0f, 0.08f}};
			Rest.Translation = Ways[Place];
			Parent = Place == 0 ? 0 : Parent;
		}
		else
		{
			Rest.Translation = {Joint % 2 ? 0.03f : -0.03f, Joint < 17 ? 0.1f : 0.02f, 0.01f};
			Parent = Joint == 11                    ? 0
			         : Joint == 17 || Joint == 42   ? 14
			         : Joint > 20 && Joint % 5 == 0 ? Joint - 4
			                                        : Parent;
		}
		Skeleton.Parents.push_back(int16_t(Parent));
		Skeleton.RestPose.push_back(Rest);
	}
	return Skeleton;
}

FClip MakeBenchClip(const FSkeleton& Skeleton, float Duration, uint64_t Seed)
{
	FRandomStream Random(Seed);
	FClip Clip;
	Clip.Name = "clip";
	Clip.Duration = Duration;
	Clip.bLooping = true;
	Clip.JointCount = BenchJointCount;
	Clip.SampleCount = int32_t(std::lround(Duration * FClip::SampleRate)) + 1;
	std::vector<FVector> Axes;
	for (int32_t Joint = 0; Joint < BenchJointCount; ++Joint)
	{
		const float X = Random.Range(-1.0f, 1.0f);
		const float Y = Random.Range(-1.0f, 1.0f);
		Axes.push_back(glm::normalize(FVector{X, Y, 1.0f}));
	}
	for (int32_t Sample = 0; Sample < Clip.SampleCount; ++Sample)
	{
		const float Phase = 2.0f * Pi * float(Sample) / float(Clip.SampleCount - 1);
		for (int32_t Joint = 0; Joint < BenchJointCount; ++Joint)
		{
			FJointPose Pose = Skeleton.RestPose[size_t(Joint)];
			Pose.Rotation = glm::angleAxis(0.4f * std::sin(Phase + float(Joint)), Axes[size_t(Joint)]);
			Pose.Translation.y += Joint == 0 ? 0.03f * std::sin(2.0f * Phase) : 0.0f; // the hips alone are carried
			Clip.Poses.push_back(Pose);
		}
	}
	return Clip;
}

FCharacterAsset MakeBenchCharacter()
{
	constexpr int32_t PointCount = 20000;
	FCharacterAsset Human;
	Human.Name = "Human";
	Human.Skeleton = MakeBenchSkeleton();
	for (const auto& [Name, Speed] : {std::pair{"idle", 0.0f}, std::pair{"walk", 1.4f}, std::pair{"run", 6.0f}})
	{
		FClip& Clip = Human.Clips.emplace_back(
		    MakeBenchClip(Human.Skeleton, 1.1f - 0.05f * Speed, uint64_t(Human.Clips.size()) + 1));
		Clip.Name = Name;
		Clip.Speed = Speed;
	}
	Human.Materials.push_back({"skin", {0.8f, 0.6f, 0.5f}, 1.0f, -1});
	FSkinnedMesh& Mesh = Human.Meshes.emplace_back();
	Mesh.Name = "skin";
	const std::vector<FJointMatrix> Rest = Human.Skeleton.RestModels();
	for (int32_t Joint = 0; Joint < BenchJointCount; ++Joint)
	{
		Mesh.Joints.push_back(int16_t(Joint));
		Mesh.InverseBinds.push_back(Rest[size_t(Joint)].Inverse());
	}
	FRandomStream Random(7);
	for (int32_t Point = 0; Point < PointCount; ++Point)
	{
		const size_t Joint = size_t(Point % BenchJointCount);
		const FVector Way = SafeNormal(Random.InBox(FVector{-1.0f}, FVector{1.0f}) + FVector{0.01f});
		Mesh.Positions.push_back(Rest[Joint].GetTranslation() + Way * (Joint > 20 ? 0.02f : 0.2f));
		Mesh.Normals.push_back(Way);
		Mesh.Weights.push_back({{uint16_t(Joint), 0, 0, 0}, {1.0f, 0.0f, 0.0f, 0.0f}});
	}
	for (uint32_t Index = 0; Index + 2 < uint32_t(PointCount); ++Index)
	{
		Mesh.Indices.insert(Mesh.Indices.end(), {Index, Index + 1, Index + 2});
	}
	Mesh.Sections.push_back({0, uint32_t(Mesh.Indices.size()), 0});
	return Human;
}
} // namespace Flockwork
