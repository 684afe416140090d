// Characters of 67 joints: sample, blend two clips of three, bend two legs, write the palette. Sixteen in lock step,
// the plain jobs, and a plain runtime of slerps and matrices; one thread. "Hot" is one group of sixteen again and
// again.
#include "BenchCharacter.h"
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
constexpr int32_t JointCount = BenchJointCount;
constexpr int32_t LayersEach = 2;
constexpr int32_t HotCount = FCharacterBatchJob::Width;
const FVector Lift{0.02f, 0.05f, 0.01f}; // m, of each foot
const FBatchLeg Legs[2] = {{1, 2, 3}, {6, 7, 8}};

struct FStage
{
	explicit FStage(int32_t InCount) : Count(InCount), Skeleton(MakeBenchSkeleton())
	{
		for (int32_t Index = 0; Index < 3; ++Index)
		{
			Clips.push_back(MakeBenchClip(Skeleton, 1.1f - 0.2f * float(Index), uint64_t(Index) + 1));
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

// As many rounds a step as make a thousand characters: a step of sixteen is too short for a clock.
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
