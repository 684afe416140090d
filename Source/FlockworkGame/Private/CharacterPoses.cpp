// The passes of a step over all characters: clips, events, poses.
#include "CharacterData.h"
#include "FlockworkGame/CrowdSubsystem.h"
#include "FlockworkGame/World.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr int32_t Grain = 16;         // characters a chunk
constexpr float FollowRate = 10.0f;   // 1/s, at which the animation follows the body's speed and turn
constexpr float DominantShare = 0.5f; // of a clip's weight, from which on its events count

uint32_t TriggersOf(const FAnimationGraph& Graph, const UCrowdSubsystem& Crowds, FActorId Actor)
{
	FCrowdAgentInfo Agent;
	if (!Crowds.GetAgent(Actor, Agent))
	{
		return 0;
	}
	const auto Bit = [&](std::string_view Name)
	{
		const int32_t Trigger = Graph.FindTrigger(Name);
		return Trigger < 0 ? 0u : 1u << Trigger;
	};
	switch (Agent.FleeState)
	{
	case EFleeState::Fleeing:
		return Bit("isRunning");
	case EFleeState::Cowering:
		return Bit("isCowering");
	default:
		return 0;
	}
}

// The heaviest so many, their weights brought to the sum 1 again.
int32_t KeepHeaviest(std::span<FClipLayer> Layers, std::span<FClipLayer> Out)
{
	if (Layers.size() > Out.size())
	{
		std::stable_sort(
		    Layers.begin(), Layers.end(), [](const FClipLayer& A, const FClipLayer& B) { return A.Weight > B.Weight; });
		Layers = Layers.first(Out.size());
	}
	float Sum = 0.0f;
	for (const FClipLayer& Layer : Layers)
	{
		Sum += Layer.Weight;
	}
	for (size_t Index = 0; Index < Layers.size(); ++Index)
	{
		Out[Index] = Layers[Index];
		Out[Index].Weight /= Sum;
	}
	return int32_t(Layers.size());
}
} // namespace

void UCharacterSubsystem::FImpl::ChooseClips(UWorld& World)
{
	const UCrowdSubsystem& Crowds = World.Get<UCrowdSubsystem>();
	const float DeltaTime = World.GetSettings().FixedStep;
	std::vector<TActorArray<FCharacter>::FEntry>& All = Characters.GetAll();
	const auto Choose = [&](TActorArray<FCharacter>::FEntry& Entry)
	{
		FCharacter& Character = Entry.Data;
		if (Character.Model < 0)
		{
			return;
		}
		const AActor& Actor = *World.FindActor(Entry.Actor);
		const FAnimationGraph& Graph = Models[size_t(Character.Model)]->Facts.Graph;
		const float Yaw = YawOf(Actor.Transform.Rotation);
		const float Turned = std::remainder(Yaw - Character.Yaw, 2.0f * Pi) / DeltaTime * 180.0f / Pi;
		Character.Yaw = Yaw;
		const float Follow = SmoothingAlpha(FollowRate, DeltaTime);
		const float Ahead = glm::dot(Horizontal(Actor.Velocity), Actor.Transform.Rotation * ForwardVector);
		Character.Speed += (Ahead - Character.Speed) * Follow;
		Character.Turn += (std::clamp(Turned, -720.0f, 720.0f) - Character.Turn) * Follow;

		FAnimationInput Input;
		// A giant's legs go as slowly as they are long.
		Input.Speed = Character.Speed / Instances[size_t(Character.Instance)].Scale / Actor.Transform.Scale;
		Input.Turn = Character.Turn;
		Input.Triggers = Character.Triggers | TriggersOf(Graph, Crowds, Entry.Actor);
		Input.Parameters = Character.Parameters;
		Input.DeltaTime = DeltaTime;
		std::array<FClipLayer, FAnimationGraph::MaxLayers + 2> Layers;
		int32_t Count = Graph.Step(Input, Character.State, Layers);
		Count = AddPlayedClips(Character, DeltaTime, Layers, Count);
		Character.LayerCount = KeepHeaviest(std::span(Layers).first(size_t(Count)), Character.Layers);
		if (!Character.Walk.Feet.empty())
		{
			Character.Walk.Plan(World, Actor, PlanOf(Character));
		}
	};
	ParallelFor(World.GetScheduler(), int32_t(All.size()), Grain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (int32_t Place = Begin; Place < End; ++Place)
		    {
			    Choose(All[size_t(Place)]);
		    }
	    });
}

// One after the other, by creation: events come in one order at any thread count.
void UCharacterSubsystem::FImpl::RaiseClipEvents(UWorld& World)
{
	FEventList& Events = World.GetEvents();
	for (const TActorArray<FCharacter>::FEntry& Entry : Characters.GetAll())
	{
		const FCharacter& Character = Entry.Data;
		if (Character.bClipEnded)
		{
			Events.Raise(
			    {Events.FindOrAdd("clipEnded"), Entry.Actor, {}, World.FindActor(Entry.Actor)->Transform.Location});
		}
		for (int32_t Index = 0; Index < Character.LayerCount; ++Index)
		{
			const FClipLayer& Layer = Character.Layers[size_t(Index)];
			const FCharacterAsset& Asset = Models[size_t(Character.Model)]->Asset;
			const FClip& Clip = Asset.Clips[size_t(Layer.Clip)];
			if (Layer.Weight < DominantShare || Clip.Events.empty())
			{
				continue;
			}
			const float Earlier =
			    Layer.EarlierSeconds > Layer.Seconds ? Layer.EarlierSeconds - Clip.Duration : Layer.EarlierSeconds;
			VisitClipEvents(Clip, Earlier, Layer.Seconds,
			    [&](const FClipEvent& Event)
			    {
				    FEvent Raised;
				    Raised.Id = Events.FindOrAdd(Event.Name);
				    Raised.A = Entry.Actor;
				    Raised.Position = World.FindActor(Entry.Actor)->Transform.TransformPoint(Character.Settings.Offset);
				    Raised.Value = Length(World.FindActor(Entry.Actor)->Velocity);
				    Raised.Key = uint64_t(int64_t(Asset.Skeleton.FindJoint(Event.Joint)));
				    Events.Raise(Raised);
			    });
		}
	}
}

void UCharacterSubsystem::FImpl::Pose(const FCharacter& Character, FPoseScratch& Into) const
{
	const FCharacterAsset& Asset = Models[size_t(Character.Model)]->Asset;
	const size_t Joints = size_t(Asset.Skeleton.GetJointCount());
	Into.Samples.resize(Joints * MaxPoseLayers);
	Into.Locals.resize(Joints);
	Into.Models.resize(Joints);
	std::array<FBlendLayer, MaxPoseLayers> Layers;
	for (int32_t Index = 0; Index < Character.LayerCount; ++Index)
	{
		const FClipLayer& Layer = Character.Layers[size_t(Index)];
		const std::span<FJointPose> Sample(Into.Samples.data() + size_t(Index) * Joints, Joints);
		FSamplingJob{&Asset.Clips[size_t(Layer.Clip)], Layer.Seconds, Sample}.Run();
		Layers[size_t(Index)] = {Sample, Layer.Weight, {}};
	}
	FBlendingJob Blend;
	Blend.Layers = std::span<const FBlendLayer>(Layers.data(), size_t(Character.LayerCount));
	Blend.RestPose = Asset.Skeleton.RestPose;
	Blend.Output = Into.Locals;
	Blend.Run();
	FLocalToModelJob{&Asset.Skeleton, Into.Locals, 0, Into.Models}.Run();
}

FCharacterPlan UCharacterSubsystem::FImpl::PlanOf(const FCharacter& Character) const
{
	const FCharacterModel& Model = *Models[size_t(Character.Model)];
	FCharacterPlan Plan{Model.Rig};
	Plan.Style = Character.Settings.Walk;
	Plan.Scale = Instances[size_t(Character.Instance)].Scale;
	Plan.Offset = Character.Settings.Offset;
	// The first state is the one that moves; in any other, and while a clip is played, the clip has the whole body.
	Plan.bUpright = Character.State.State == Model.Facts.Graph.Begin().State && Character.Played[0].Clip < 0;
	return Plan;
}

void UCharacterSubsystem::FImpl::WritePalette(const FCharacter& Character, const FPoseScratch& From)
{
	const FCharacterModel& Model = *Models[size_t(Character.Model)];
	const size_t First = size_t(Instances[size_t(Character.Instance)].FirstMatrix);
	int32_t Written = 0;
	for (size_t Mesh = 0; Mesh < Model.Asset.Meshes.size(); ++Mesh)
	{
		if (Model.PaletteStarts[Mesh] < Written)
		{
			continue; // the same as an earlier mesh's
		}
		const FSkinnedMesh& Each = Model.Asset.Meshes[Mesh];
		const std::span<FJointMatrix> Out(
		    Palettes.data() + First + size_t(Model.PaletteStarts[Mesh]), Each.Joints.size());
		FPaletteJob{&Each, From.Models, Out}.Run();
		Written = Model.PaletteStarts[Mesh] + int32_t(Each.Joints.size());
	}
}
} // namespace Flockwork
