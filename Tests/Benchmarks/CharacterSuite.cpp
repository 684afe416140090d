// Characters of 67 joints: sample, blend two clips of three, bend two legs, write the palette. Eight in lock step, the
// plain jobs, and a plain runtime of slerps and matrices; one thread. "Hot" is one group of eight again and again.
#include "FlockworkAnimation/CharacterBatch.h"
#include "FlockworkAnimation/IKJobs.h"
#include "FlockworkAnimation/PoseJobs.h"
#include "FlockworkCore/Random.h"
#include "PlainCharacter.h"
#include "Suites.h"

#include <array>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr int32_t JointCount = 67;
constexpr int32_t LayersEach = 2;
constexpr int32_t HotCount = 8;
const FVector Lift{0.02f, 0.05f, 0.01f}; // m, of each foot
const FBatchLeg Legs[2] = {{1, 2, 3}, {6, 7, 8}};

// Two legs of five joints, a spine, a head, two arms with hands of twenty joints each.
FSkeleton MakeHuman()
{
	FSkeleton Skeleton;
	for (int32_t Joint = 0; Joint < JointCount; ++Joint)
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

FClip MakeClip(const FSkeleton& Skeleton, float Duration, uint64_t Seed)
{
	FRandomStream Random(Seed);
	FClip Clip;
	Clip.Name = "clip";
	Clip.Duration = Duration;
	Clip.bLooping = true;
	Clip.JointCount = JointCount;
	Clip.SampleCount = int32_t(std::lround(Duration * FClip::SampleRate)) + 1;
	std::vector<FVector> Axes;
	for (int32_t Joint = 0; Joint < JointCount; ++Joint)
	{
		const float X = Random.Range(-1.0f, 1.0f);
		const float Y = Random.Range(-1.0f, 1.0f);
		Axes.push_back(glm::normalize(FVector{X, Y, 1.0f}));
	}
	for (int32_t Sample = 0; Sample < Clip.SampleCount; ++Sample)
	{
		const float Phase = 2.0f * Pi * float(Sample) / float(Clip.SampleCount - 1);
		for (int32_t Joint = 0; Joint < JointCount; ++Joint)
		{
			FJointPose Pose = Skeleton.RestPose[size_t(Joint)];
			Pose.Rotation = glm::angleAxis(0.4f * std::sin(Phase + float(Joint)), Axes[size_t(Joint)]);
			Pose.Translation.y += Joint == 0 ? 0.03f * std::sin(2.0f * Phase) : 0.0f; // the hips alone are carried
			Clip.Poses.push_back(Pose);
		}
	}
	return Clip;
}

struct FStage
{
	explicit FStage(int32_t InCount) : Count(InCount), Skeleton(MakeHuman())
	{
		for (int32_t Index = 0; Index < 3; ++Index)
		{
			Clips.push_back(MakeClip(Skeleton, 1.1f - 0.2f * float(Index), uint64_t(Index) + 1));
		}
		for (int32_t Joint = 0; Joint < JointCount; ++Joint)
		{
			Mesh.Joints.push_back(int16_t(Joint));
			Mesh.InverseBinds.push_back(Skeleton.RestModels()[size_t(Joint)].Inverse());
		}
		FRandomStream Random(20261201);
		for (int32_t Character = 0; Character < Count; ++Character)
		{
			const int32_t Slower = Random.RangeInt(0, 1);
			const float Phase = Random.Uniform();
			const float Share = Random.Range(0.1f, 0.9f);
			for (int32_t Layer = 0; Layer < LayersEach; ++Layer)
			{
				const int32_t Clip = Slower + Layer;
				Layers.push_back({Clip, Phase * Clips[size_t(Clip)].Duration, Layer ? Share : 1.0f - Share});
			}
		}
		Feet.assign(size_t(Count) * 2, {Lift, 1.0f, 1.0f});
	}

	void Advance()
	{
		for (FBatchLayer& Layer : Layers)
		{
			const float Duration = Clips[size_t(Layer.Clip)].Duration;
			Layer.Seconds += StepTime;
			Layer.Seconds -= Layer.Seconds >= Duration ? Duration : 0.0f;
		}
	}

	int32_t Count;
	FSkeleton Skeleton;
	std::vector<FClip> Clips;
	FSkinnedMesh Mesh;
	std::vector<FBatchLayer> Layers;
	std::vector<FBatchFoot> Feet;
};

// As many rounds a step as make a thousand characters: a step of eight is too short for a clock.
int32_t RoundsOf(const FStage& Stage)
{
	return Stage.Count == HotCount ? 1000 / HotCount : 1;
}

void MeasureCharacters(
    const char* Name, FStage& Stage, int32_t Steps, const std::function<void()>& Work, const FOnMeasured& OnMeasured)
{
	FCase Case;
	Case.Name = Stage.Count == HotCount ? std::string(Name) + ", hot" : std::string(Name);
	Case.Count = Stage.Count * RoundsOf(Stage);
	Case.Steps = Steps;
	Case.Step = [&]
	{
		for (int32_t Round = 0; Round < RoundsOf(Stage); ++Round)
		{
			Stage.Advance();
			Work();
		}
	};
	OnMeasured(Measure(Case));
}

void MeasureBatch(FStage& Stage, const FOnMeasured& OnMeasured)
{
	FBatchRig Rig;
	FDiagnostics Diagnostics;
	if (!Rig.Build(Stage.Skeleton, Stage.Clips, Legs, &Stage.Mesh, Diagnostics))
	{
		Diagnostics.WriteToLog();
		return;
	}
	FBatchScratch Scratch;
	Scratch.Prepare(Rig);
	std::vector<FJointMatrix> Palettes(size_t(Stage.Count) * JointCount);
	const FCharacterBatchJob Job{&Rig, Stage.Count, LayersEach, Stage.Layers, Stage.Feet, &Scratch, Palettes};
	MeasureCharacters(
	    CharactersName, Stage, 60, [&] { Job.Run(); }, OnMeasured);
}

void MeasureJobs(FStage& Stage, const FOnMeasured& OnMeasured)
{
	std::array<std::vector<FJointPose>, LayersEach> Poses;
	Poses.fill(std::vector<FJointPose>(JointCount));
	std::vector<FJointPose> Locals(JointCount);
	std::vector<FJointMatrix> Models(JointCount);
	std::vector<FJointMatrix> Palettes(size_t(Stage.Count) * JointCount);
	const auto PoseOne = [&](size_t Character)
	{
		FBlendLayer Blend[LayersEach];
		for (size_t Index = 0; Index < size_t(LayersEach); ++Index)
		{
			const FBatchLayer& Layer = Stage.Layers[Character * LayersEach + Index];
			FSamplingJob{&Stage.Clips[size_t(Layer.Clip)], Layer.Seconds, Poses[Index]}.Run();
			Blend[Index] = {Poses[Index], Layer.Weight};
		}
		FBlendingJob{Blend, Stage.Skeleton.RestPose, 0.1f, Locals}.Run();
		FLocalToModelJob{&Stage.Skeleton, Locals, 0, Models}.Run();
		for (const FBatchLeg& Leg : Legs)
		{
			FTwoBoneIKJob Job;
			Job.Start = Models[size_t(Leg.Start)].GetTranslation();
			Job.Mid = Models[size_t(Leg.Mid)].GetTranslation();
			Job.End = Models[size_t(Leg.End)].GetTranslation();
			Job.Target = Job.End + Lift;
			Job.Run();
			ApplyTurn(Stage.Skeleton, Leg.Start, Job.StartTurn, Locals, Models);
			ApplyTurn(Stage.Skeleton, Leg.Mid, Job.MidTurn * glm::conjugate(Job.StartTurn), Locals, Models);
			ApplyTurn(Stage.Skeleton, Leg.End, glm::conjugate(Job.MidTurn), Locals, Models);
		}
		FPaletteJob{&Stage.Mesh, Models, std::span(Palettes).subspan(Character * JointCount, JointCount)}.Run();
	};
	const auto Work = [&]
	{
		for (size_t Character = 0; Character < size_t(Stage.Count); ++Character)
		{
			PoseOne(Character);
		}
	};
	MeasureCharacters(CharacterJobsName, Stage, 10, Work, OnMeasured);
}

FPlainClip MakePlainClip(const FClip& Clip)
{
	FPlainClip Out;
	Out.Duration = Clip.Duration;
	Out.Joints.resize(JointCount);
	for (int32_t Sample = 0; Sample < Clip.SampleCount; ++Sample)
	{
		for (size_t Joint = 0; Joint < size_t(JointCount); ++Joint)
		{
			const FJointPose& Pose = Clip.GetSample(Sample)[Joint];
			Out.Joints[Joint].Times.push_back(Clip.Duration * float(Sample) / float(Clip.SampleCount - 1));
			Out.Joints[Joint].Rotations.push_back(Pose.Rotation);
			Out.Joints[Joint].Places.push_back(Pose.Translation);
		}
	}
	return Out;
}

void MeasurePlain(FStage& Stage, const FOnMeasured& OnMeasured)
{
	std::vector<FPlainClip> Clips;
	for (const FClip& Clip : Stage.Clips)
	{
		Clips.push_back(MakePlainClip(Clip));
	}
	FPlainCharacter Model;
	for (size_t Joint = 0; Joint < size_t(JointCount); ++Joint)
	{
		const FVector Place = Stage.Skeleton.RestModels()[Joint].GetTranslation();
		glm::mat4 InverseBind(1.0f); // the rest pose has no turns
		InverseBind[3] = glm::vec4(-Place, 1.0f);
		Model.Joints.push_back({Stage.Skeleton.Parents[Joint], InverseBind});
	}
	std::vector<FPlainCharacter> Characters(size_t(Stage.Count), Model);
	std::vector<glm::mat4> Palettes(size_t(Stage.Count) * JointCount);
	const auto Work = [&]
	{
		for (size_t Character = 0; Character < Characters.size(); ++Character)
		{
			FPlainLayer Layers[LayersEach];
			for (size_t Index = 0; Index < size_t(LayersEach); ++Index)
			{
				const FBatchLayer& Layer = Stage.Layers[Character * LayersEach + Index];
				Layers[Index] = {&Clips[size_t(Layer.Clip)], Layer.Seconds, Layer.Weight};
			}
			Characters[Character].Pose(Layers);
			for (const FBatchLeg& Leg : Legs)
			{
				Characters[Character].Reach({size_t(Leg.Start), size_t(Leg.Mid), size_t(Leg.End), Lift});
			}
			Characters[Character].WritePalette(std::span(Palettes).subspan(Character * JointCount, JointCount));
		}
	};
	MeasureCharacters(PlainCharactersName, Stage, 10, Work, OnMeasured);
}
} // namespace

void RunCharacterSuite(const FBenchOptions& Options, const FOnMeasured& OnMeasured)
{
	for (const int32_t Count : {HotCount, 1000, 10000})
	{
		if (Count > 1000 && Options.Counts.size() == 1 && Options.Counts[0] < Count)
		{
			continue; // a quick run
		}
		FStage Stage(Count);
		if (Options.Wants(CharactersName))
		{
			MeasureBatch(Stage, OnMeasured);
		}
		if (Options.Wants(CharacterJobsName))
		{
			MeasureJobs(Stage, OnMeasured);
		}
		if (Options.Wants(PlainCharactersName))
		{
			MeasurePlain(Stage, OnMeasured);
		}
	}
}
} // namespace Flockwork
