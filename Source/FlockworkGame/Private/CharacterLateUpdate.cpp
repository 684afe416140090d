// Whose pose is due, and who is posed with whom: sixteen of a kind in lock step, those that walk on planted feet alone.
#include "CharacterData.h"
#include "FlockworkGame/World.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr size_t Alone = 0;       // the queue of those that are posed one by one
constexpr int32_t AloneGrain = 4; // characters a task; about 10 us each
constexpr int32_t BatchGrain = FCharacterBatchJob::Width;
static_assert(MaxPoseLayers <= size_t(FCharacterBatchJob::MaxLayers));
} // namespace

bool UCharacterSubsystem::FImpl::IsDue(const FVector& Place, int64_t Step, int32_t Instance) const
{
	if (!Detail.bHasEye || bFresh)
	{
		return true;
	}
	const float Square = LengthSquared(Place - Detail.Eye);
	const auto IsWithin = [&](float Distance) { return Square <= Distance * Distance; };
	const int64_t Every = IsWithin(DetailSettings.FullRateDistance)   ? 1
	                      : IsWithin(DetailSettings.HalfRateDistance) ? 2
	                                                                  : 4;
	return (Step + Instance) % Every == 0;
}

// Memory for all there are: a step allocates nothing, whoever is due.
void UCharacterSubsystem::FImpl::ReserveQueues()
{
	Queues.resize(2 * Models.size() + 1);
	std::vector<size_t> Counts(Models.size(), 0);
	for (const FCharacterInstance& Instance : Instances)
	{
		++Counts[size_t(Instance.Model)];
	}
	Queues[Alone].reserve(Instances.size());
	for (size_t Model = 0; Model < Models.size(); ++Model)
	{
		Queues[2 * Model + 1].reserve(Counts[Model]);
		Queues[2 * Model + 2].reserve(Counts[Model]);
		for (FPoseScratch& Each : Scratch)
		{
			Each.Batch.Prepare(Models[Model]->LockStep);
			Each.Batch.Prepare(Models[Model]->FewJoints);
			const size_t Joints = size_t(Models[Model]->Asset.Skeleton.GetJointCount());
			Each.Samples.reserve(Joints * MaxPoseLayers);
			Each.Locals.reserve(Joints);
			Each.Models.reserve(Joints);
		}
	}
	Tasks.reserve(Instances.size() + Queues.size());
}

size_t UCharacterSubsystem::FImpl::QueueOf(const FCharacter& Character, const FVector& Place) const
{
	const FCharacterModel& Model = *Models[size_t(Character.Model)];
	// A doctor wants to see all joints.
	if (!DetailSettings.bLockStep || !Model.LockStep.GetData() || Character.Walk.IsByFeet() || Character.Doctor)
	{
		return Alone;
	}
	const float Near = DetailSettings.FewJointsDistance;
	const bool bFew = Detail.bHasEye && Model.FewJointCount > 0 && LengthSquared(Place - Detail.Eye) > Near * Near;
	return 2 * size_t(Character.Model) + (bFew ? 2 : 1);
}

void UCharacterSubsystem::FImpl::FillQueues(const UWorld& World)
{
	for (std::vector<int32_t>& Queue : Queues)
	{
		Queue.clear();
	}
	const std::vector<TActorArray<FCharacter>::FEntry>& All = Characters.GetAll();
	for (size_t Place = 0; Place < All.size(); ++Place)
	{
		const FCharacter& Character = All[Place].Data;
		if (Character.Model < 0)
		{
			continue;
		}
		const FVector& Location = World.FindActor(All[Place].Actor)->Transform.Location;
		if (IsDue(Location, World.GetStepCount(), Character.Instance))
		{
			Queues[QueueOf(Character, Location)].push_back(int32_t(Place));
		}
	}
	Tasks.clear();
	for (size_t Queue = 0; Queue < Queues.size(); ++Queue)
	{
		const int32_t Size = int32_t(Queues[Queue].size());
		const int32_t Grain = Queue == Alone ? AloneGrain : BatchGrain;
		for (int32_t First = 0; First < Size; First += Grain)
		{
			Tasks.push_back({int32_t(Queue), First, std::min(Grain, Size - First)});
		}
	}
}

void UCharacterSubsystem::FImpl::PoseOne(
    const UWorld& World, TActorArray<FCharacter>::FEntry& Entry, FPoseScratch& Into)
{
	FCharacter& Character = Entry.Data;
	const AActor& Actor = *World.FindActor(Entry.Actor);
	Pose(Character, Into);
	const int64_t Steps = std::clamp<int64_t>(World.GetStepCount() - Character.PosedStep, 1, 8);
	const float Time = float(Steps) * World.GetSettings().FixedStep;
	Character.Walk.Correct(
	    Actor, PlanOf(Character), Models[size_t(Character.Model)]->Asset.Skeleton, Time, Character.Balance, Into);
	if (Character.Doctor)
	{
		Examine(World, Actor, Character, Time, Into);
	}
	WritePalette(Character, Into);
}

void UCharacterSubsystem::FImpl::PoseInLockStep(
    const FBatchRig& Rig, std::span<const int32_t> Places, FBatchScratch& Into)
{
	const std::vector<TActorArray<FCharacter>::FEntry>& All = Characters.GetAll();
	std::array<FBatchLayer, size_t(BatchGrain) * MaxPoseLayers> Layers;
	std::array<FJointMatrix*, size_t(BatchGrain)> Outputs{};
	int32_t LayersEach = 1;
	for (const int32_t Place : Places)
	{
		LayersEach = std::max(LayersEach, All[size_t(Place)].Data.LayerCount);
	}
	for (size_t Index = 0; Index < Places.size(); ++Index)
	{
		const FCharacter& Character = All[size_t(Places[Index])].Data;
		for (int32_t Layer = 0; Layer < Character.LayerCount; ++Layer)
		{
			const FClipLayer& Each = Character.Layers[size_t(Layer)];
			Layers[Index * size_t(LayersEach) + size_t(Layer)] = {Each.Clip, Each.Seconds, Each.Weight};
		}
		Outputs[Index] = Palettes.data() + Instances[size_t(Character.Instance)].FirstMatrix;
	}
	FCharacterBatchJob Job{&Rig, int32_t(Places.size()), LayersEach};
	Job.Layers = Layers;
	Job.Scratch = &Into;
	Job.OutputEach = std::span<FJointMatrix* const>(Outputs.data(), Places.size());
	Job.Run();
}

void UCharacterSubsystem::FImpl::MakePoses(UWorld& World)
{
	if (!Detail.bPoses)
	{
		return;
	}
	FillQueues(World);
	std::vector<TActorArray<FCharacter>::FEntry>& All = Characters.GetAll();
	const auto RunTask = [&](const FPoseTask& Task, FPoseScratch& Into)
	{
		const std::span<const int32_t> Places =
		    std::span<const int32_t>(Queues[size_t(Task.Queue)]).subspan(size_t(Task.First), size_t(Task.Count));
		if (size_t(Task.Queue) != Alone)
		{
			const FCharacterModel& Model = *Models[size_t(Task.Queue - 1) / 2];
			PoseInLockStep(Task.Queue % 2 == 0 ? Model.FewJoints : Model.LockStep, Places, Into.Batch);
		}
		for (const int32_t Place : Places)
		{
			if (size_t(Task.Queue) == Alone)
			{
				PoseOne(World, All[size_t(Place)], Into);
			}
			All[size_t(Place)].Data.PosedStep = World.GetStepCount();
		}
	};
	ParallelFor(World.GetScheduler(), int32_t(Tasks.size()), 1,
	    [&](int32_t Begin, int32_t End, int32_t Worker)
	    {
		    for (int32_t Task = Begin; Task < End; ++Task)
		    {
			    RunTask(Tasks[size_t(Task)], Scratch[size_t(Worker)]);
		    }
	    });
	bFresh = false;
}
} // namespace Flockwork
