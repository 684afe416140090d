#include "RigClips.h"

#include "RigSampler.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <set>

namespace Flockwork
{
namespace
{
constexpr double LongestClip = 3600.0;    // s
constexpr float LoopPlace = 0.005f;       // m that a joint may be off at a loop's end
constexpr float LoopTurn = 0.9998f;       // cosine of half the angle, 2.3 degrees
constexpr double NotedBakingError = 0.01; // m

// "Walk" of "Armature|Walk|Base", as Blender writes names into FBX.
std::string ShortName(const std::string& Name)
{
	const size_t Bar = Name.find('|');
	if (Bar == std::string::npos || Bar + 1 == Name.size())
	{
		return Name;
	}
	return Name.substr(Bar + 1, Name.find('|', Bar + 1) - Bar - 1);
}

bool IsLoop(const FClip& Clip)
{
	const auto First = Clip.GetSample(0);
	const auto Last = Clip.GetSample(Clip.SampleCount - 1);
	for (size_t Joint = 0; Joint < First.size(); ++Joint)
	{
		const FJointPose& A = First[Joint];
		const FJointPose& B = Last[Joint];
		if (Length(A.Translation - B.Translation) > LoopPlace || Length(A.Scale - B.Scale) > 0.01f ||
		    std::abs(glm::dot(A.Rotation, B.Rotation)) < LoopTurn)
		{
			return false;
		}
	}
	return Clip.SampleCount > 1;
}

class FClipBaker
{
public:
	FClipBaker(
	    const std::string& InPath, const FRigFile& InFile, const FRigSkeleton& InSkeleton, FDiagnostics& InDiagnostics)
	    : Path(InPath), File(InFile), Skeleton(InSkeleton), Diagnostics(InDiagnostics)
	{
	}

	std::vector<FClip> Run()
	{
		std::vector<FClip> Clips;
		for (const FRigClip& Source : File.Clips)
		{
			const std::string Name = NameOf(Source);
			const FRigSpan Span = SpanOf(Source);
			const double Duration = Span.End - Span.Start;
			const bool bShapes = std::any_of(Source.Tracks.begin(), Source.Tracks.end(),
			    [](const FRigTrack& Track) { return Track.Path == ERigPath::Weights; });
			const bool bJoints = std::any_of(Source.Tracks.begin(), Source.Tracks.end(),
			    [](const FRigTrack& Track) { return Track.Path != ERigPath::Weights; });
			if (bShapes)
			{
				Warn(Name, "moves morph targets, which clips do not hold: the shapes stay as they are at rest");
			}
			if (!bJoints)
			{
				Warn(Name, bShapes ? "moves nothing else: it is left out" : "has no keys: it is left out");
				continue;
			}
			if (!(Duration <= LongestClip))
			{
				Diagnostics.Error({Path}, "clips." + Name,
				    "lasts " + std::to_string(int64_t(std::min(Duration, 1e15))) + " s; an hour is the most");
				continue;
			}
			Clips.push_back(Bake(Source, Name, Span));
		}
		return Clips;
	}

private:
	void Warn(const std::string& Name, const std::string& Message)
	{
		Diagnostics.Warning({Path}, "clips." + Name, Message);
	}
	std::string NameOf(const FRigClip& Source)
	{
		const std::string Stem = std::filesystem::path(Path).stem().string();
		std::string Plain = ShortName(Source.Name);
		Plain = !Plain.empty() ? Plain : File.Clips.size() == 1 ? Stem : "Clip";
		std::string Name = Plain;
		for (size_t Number = 2; !Names.insert(Name).second; ++Number)
		{
			Name = Plain + "_" + std::to_string(Number);
		}
		return Name;
	}
	FClip Bake(const FRigClip& Source, const std::string& Name, const FRigSpan& Span)
	{
		const double Duration = Span.End - Span.Start;
		const size_t Steps =
		    Duration > 0.0 ? size_t(std::max(1.0, std::round(Duration * double(FClip::SampleRate)))) : 0;
		FClip Clip;
		Clip.Name = Name;
		Clip.Duration = float(Duration);
		Clip.SampleCount = int32_t(Steps) + 1;
		Clip.JointCount = int32_t(Skeleton.GetJoints().size());
		Clip.Poses.reserve(size_t(Clip.SampleCount) * size_t(Clip.JointCount));
		FRigPose Pose = MakeRestPose(File);
		std::vector<FRigTransform> Locals;
		for (size_t Sample = 0; Sample <= Steps; ++Sample)
		{
			const double Time = Sample == Steps ? Span.End : Span.Start + Duration * double(Sample) / double(Steps);
			SampleClip(Source, Time, Pose);
			Skeleton.ComputeLocals(Pose.Locals, Locals);
			for (const FRigTransform& Local : Locals)
			{
				Clip.Poses.push_back(ToJointPose(Local));
			}
		}
		KeepHemispheres(Clip);
		Clip.bLooping = IsLoop(Clip);
		Judge(Source, Span, Clip);
		return Clip;
	}
	// q and -q are one rotation, but halfway between the two there is another.
	static void KeepHemispheres(FClip& Clip)
	{
		const size_t Joints = size_t(Clip.JointCount);
		for (size_t Index = Joints; Index < Clip.Poses.size(); ++Index)
		{
			FQuat& Rotation = Clip.Poses[Index].Rotation;
			Rotation = glm::dot(Rotation, Clip.Poses[Index - Joints].Rotation) < 0.0f ? -Rotation : Rotation;
		}
	}
	void Judge(const FRigClip& Source, const FRigSpan& Span, const FClip& Clip)
	{
		if (Clip.SampleCount == 1)
		{
			Warn(Clip.Name, "is one pose: its keys are all at one time");
			return;
		}
		bool bStill = true;
		for (size_t Index = size_t(Clip.JointCount); Index < Clip.Poses.size() && bStill; ++Index)
		{
			const FJointPose& A = Clip.Poses[Index];
			const FJointPose& B = Clip.Poses[Index % size_t(Clip.JointCount)];
			bStill = Length(A.Translation - B.Translation) < 1e-5f && Length(A.Scale - B.Scale) < 1e-5f &&
			         std::abs(glm::dot(A.Rotation, B.Rotation)) > 1.0f - 1e-6f;
		}
		if (bStill)
		{
			Warn(Clip.Name, "moves nothing: leave it out when exporting, unless it is meant to be a pose");
			return;
		}
		const double Error = MeasureError(Source, Span, Clip);
		if (Error > NotedBakingError)
		{
			char Text[160] = {};
			std::snprintf(Text, sizeof(Text),
			    "jumps or whirls: between samples of 1/60 s joints are up to %.0f mm from where its keys put them",
			    Error * 1000.0);
			Warn(Clip.Name, Text);
		}
	}
	// m; halfway between samples, the farthest joint.
	double MeasureError(const FRigClip& Source, const FRigSpan& Span, const FClip& Clip) const
	{
		FRigPose Pose = MakeRestPose(File);
		std::vector<FRigTransform> Locals;
		std::vector<glm::dmat4> Exact;
		std::vector<glm::dmat4> Baked;
		double Error = 0.0;
		const int32_t Steps = Clip.SampleCount - 1;
		for (int32_t Step = 0; Step < Steps; ++Step)
		{
			SampleClip(Source, Span.Start + (Span.End - Span.Start) * (double(Step) + 0.5) / double(Steps), Pose);
			Skeleton.ComputeLocals(Pose.Locals, Locals);
			Skeleton.ComputeModels(Locals, Exact);
			for (size_t Joint = 0; Joint < Locals.size(); ++Joint)
			{
				const FJointPose Mixed = BlendPoses(Clip.GetSample(Step)[Joint], Clip.GetSample(Step + 1)[Joint], 0.5f);
				Locals[Joint] = {glm::dvec3(Mixed.Translation), glm::dquat(Mixed.Rotation), glm::dvec3(Mixed.Scale)};
			}
			Skeleton.ComputeModels(Locals, Baked);
			for (size_t Joint = 0; Joint < Locals.size(); ++Joint)
			{
				Error = std::max(Error, glm::length(glm::dvec3(Exact[Joint][3] - Baked[Joint][3])));
			}
		}
		return Error;
	}

	const std::string& Path;
	const FRigFile& File;
	const FRigSkeleton& Skeleton;
	FDiagnostics& Diagnostics;
	std::set<std::string> Names;
};
} // namespace

FJointPose ToJointPose(const FRigTransform& Transform)
{
	// A joint that is scaled away to nothing keeps its axes by being tiny.
	constexpr double Smallest = 1e-6;
	FJointPose Pose;
	Pose.Translation = FVector(Transform.Translation);
	Pose.Rotation = FQuat(glm::normalize(Transform.Rotation));
	for (int Axis = 0; Axis < 3; ++Axis)
	{
		const double Scale = Transform.Scale[Axis];
		Pose.Scale[Axis] = float(std::abs(Scale) < Smallest ? std::copysign(Smallest, Scale) : Scale);
	}
	return Pose;
}

std::vector<FClip> BakeClips(
    const std::string& Path, const FRigFile& File, const FRigSkeleton& Skeleton, FDiagnostics& Diagnostics)
{
	return FClipBaker(Path, File, Skeleton, Diagnostics).Run();
}
} // namespace Flockwork
