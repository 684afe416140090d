// Panic: who meets fleeing neighbours may run as well, though it has perceived nothing itself.
#include "FleePlannerImpl.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr int32_t Grain = 64;
constexpr uint32_t Buckets = 1024;  // of a hashed grid; a power of two
constexpr float FloorHeight = 2.5f; // m; farther above or below is another floor
constexpr float MeetingTime = 2.0f; // s without such neighbours, until the next meeting is another one

uint32_t BucketOf(int32_t X, int32_t Z)
{
	return (uint32_t(X) * 73856093u ^ uint32_t(Z) * 19349663u) & (Buckets - 1);
}
int32_t CellOf(float Value, float Size)
{
	return int32_t(std::floor(std::clamp(Value / Size, -1.0e9f, 1.0e9f)));
}
} // namespace

// A grid by counting sort, in order of ids within each bucket.
void FFleePlanner::FImpl::GatherRunners()
{
	Runners.clear();
	for (uint32_t Index = 0; Index < Agents.size(); ++Index)
	{
		if (Agents[Index].State == EFleeState::Fleeing && Senses[Index].bGood)
		{
			Runners.push_back({Input.Locations[Index].Position, Index});
		}
	}
	RunnerStarts.assign(Buckets + 1, 0);
	const auto Bucket = [this](const FRunner& Each)
	{ return BucketOf(CellOf(Each.Position.x, Settings.PanicRadius), CellOf(Each.Position.z, Settings.PanicRadius)); };
	for (const FRunner& Each : Runners)
	{
		++RunnerStarts[Bucket(Each) + 1];
	}
	for (uint32_t At = 0; At < Buckets; ++At)
	{
		RunnerStarts[At + 1] += RunnerStarts[At];
	}
	SortedRunners.resize(Runners.size());
	for (size_t At = Runners.size(); At-- > 0;)
	{
		// Filled from behind: after this, RunnerStarts[b + 1] is where bucket b begins.
		SortedRunners[--RunnerStarts[Bucket(Runners[At]) + 1]] = Runners[At];
	}
	RunnerStarts.push_back(uint32_t(Runners.size()));
}

void FFleePlanner::FImpl::FindExposed(ITaskScheduler& Scheduler)
{
	const float Square = Settings.PanicRadius * Settings.PanicRadius;
	const auto LookRound = [&](FFleeSense& Now, const FVector& Position)
	{
		float Nearest = Square;
		const int32_t CellX = CellOf(Position.x, Settings.PanicRadius);
		const int32_t CellZ = CellOf(Position.z, Settings.PanicRadius);
		for (int32_t Each = 0; Each < 9; ++Each)
		{
			const uint32_t Bucket = BucketOf(CellX + Each % 3 - 1, CellZ + Each / 3 - 1);
			for (uint32_t At = RunnerStarts[Bucket + 1]; At < RunnerStarts[Bucket + 2]; ++At)
			{
				const FVector Offset = Position - SortedRunners[At].Position;
				if (LengthSquared(Offset) <= Nearest && std::abs(Offset.y) < FloorHeight)
				{
					Nearest = LengthSquared(Offset);
					Now.bExposed = true;
					Now.Away = SafeNormal(Horizontal(Offset));
				}
			}
		}
	};
	ParallelFor(Scheduler, int32_t(Agents.size()), Grain,
	    [&](int32_t Begin, int32_t End, int32_t)
	    {
		    for (size_t Index = size_t(Begin); Index < size_t(End); ++Index)
		    {
			    if (Agents[Index].State == EFleeState::Calm && Senses[Index].bGood)
			    {
				    LookRound(Senses[Index], Input.Locations[Index].Position);
			    }
		    }
	    });
}

void FFleePlanner::FImpl::SpreadPanic()
{
	for (size_t Index = 0; Index < Agents.size(); ++Index)
	{
		FFleeMemory& Agent = Agents[Index];
		Agent.ExposedTime -= Input.DeltaTime;
		if (!Senses[Index].bExposed)
		{
			Agent.Set(FFleeMemory::Exposed, Agent.Has(FFleeMemory::Exposed) && Agent.ExposedTime > 0.0f);
			continue;
		}
		Agent.ExposedTime = MeetingTime;
		if (Agent.Has(FFleeMemory::Exposed))
		{
			continue;
		}
		Agent.Set(FFleeMemory::Exposed, true);
		FRandomStream Random(Agent.Random);
		const bool bCatches = Random.Uniform() < Settings.PanicProbability;
		if (bCatches)
		{
			const float Spread = Random.Range(-Settings.ReactionSpread, Settings.ReactionSpread);
			Agent.Timer = std::max(0.0f, Settings.ReactionTime + Spread) + Settings.PanicDelay;
			Agent.State = EFleeState::Reacting;
			Agent.Set(FFleeMemory::Panicked, true);
		}
		Agent.Random = Random.GetState();
	}
}
} // namespace Flockwork
