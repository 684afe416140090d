// From goals to corridors: so many searches a step, the urgent ones first, then the oldest.
#include "CrowdImpl.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
constexpr uint32_t MostParts = 4;    // searches cut short that came no nearer, before a goal counts as unreachable
constexpr float PartProgress = 1.0f; // m
} // namespace

void FCrowd::FImpl::WantPath(size_t Agent)
{
	FAgentMemory& Memory = Memories[Agent];
	if (Memory.bWantsPath == 0)
	{
		Memory.bWantsPath = 1;
		Memory.RequestStep = StepCount;
	}
	if (States[Agent] == EAgentState::Idle)
	{
		States[Agent] = EAgentState::WaitingForPath;
	}
}

// Keys sort by urgency, then age, then creation.
void FCrowd::FImpl::ChooseRequests()
{
	RequestKeys.clear();
	RequestKeys.reserve(Num());
	for (size_t Agent = 0; Agent < Num(); ++Agent)
	{
		const FAgentMemory& Memory = Memories[Agent];
		const bool bOnGround = States[Agent] != EAgentState::OnLink && States[Agent] != EAgentState::OffMesh;
		if (Memory.bWantsPath != 0 && bOnGround)
		{
			const uint64_t Rank = Memory.bUrgent != 0 ? 0 : uint64_t(1) << 63;
			const uint64_t Age = uint64_t(Memory.RequestStep & 0x7fffffffu) << 32;
			RequestKeys.push_back(Rank | Age | uint64_t(Agent));
		}
	}
	Stats.WaitingPaths = int32_t(RequestKeys.size());
	const size_t Served = std::min(RequestKeys.size(), size_t(Settings.PathsPerStep));
	std::partial_sort(RequestKeys.begin(), RequestKeys.begin() + std::ptrdiff_t(Served), RequestKeys.end());
	RequestKeys.resize(Served);
	Stats.WaitingPaths -= int32_t(Served);
	Stats.PathsFound = int32_t(Served);
}

void FCrowd::FImpl::SearchPaths()
{
	ChooseRequests();
	ParallelFor(Scheduler, int32_t(RequestKeys.size()), 1,
	    [&](int32_t Request, int32_t, int32_t Worker)
	    {
		    const size_t Agent = size_t(RequestKeys[size_t(Request)] & 0xffffffffu);
		    SearchPath(Agent, Queries[size_t(Worker)], Paths[size_t(Worker)]);
	    });
}

void FCrowd::FImpl::SearchPath(size_t Agent, const FNavQuery& Query, FNavPath& Path)
{
	FAgentMemory& Memory = Memories[Agent];
	Memory.bWantsPath = 0;
	Memory.bUrgent = 0;
	const FNavFilter& Filter = FilterOf(Agent);
	FNavLocation End{Goals[Agent], Memory.GoalPoly};
	if (!Mesh.IsValidPoly(Memory.GoalPoly))
	{
		End = Query.FindNearest(Goals[Agent], Settings.SearchExtent, Filter);
	}
	Memory.GoalPoly = End.Poly;
	if (!End.IsValid() ||
	    Query.FindPath(WayOf(Agent).Corridor.GetLocation(), End, Filter, Path) == ENavPathStatus::Invalid)
	{
		GiveUpGoal(Agent);
		return;
	}
	TakePath(Agent, Query, Path, End);
}

void FCrowd::FImpl::TakePath(size_t Agent, const FNavQuery& Query, const FNavPath& Path, const FNavLocation& End)
{
	FAgentMemory& Memory = Memories[Agent];
	FNavCorridor& Corridor = WayOf(Agent).Corridor;
	const bool bComplete = Path.Status == ENavPathStatus::Complete;
	const FVector Target = bComplete ? Query.ClosestPointOnPoly(End) : Path.GetEnd();
	if (!Corridor.SetPath(Path.Polys, Target))
	{
		GiveUpGoal(Agent);
		return;
	}
	Memory.bHasPath = 1;
	Memory.bNewCorners = 1;
	Memory.bPartOnly = 0;
	States[Agent] = EAgentState::Moving;
	if (!bComplete && Path.bOutOfNodes)
	{
		const float Distance = Length(Goals[Agent] - Target);
		const bool bNearer = Memory.Parts == 0 || Distance < Memory.NearestPart - PartProgress;
		Memory.Parts = bNearer ? 1 : Memory.Parts + 1;
		Memory.NearestPart = bNearer ? Distance : Memory.NearestPart;
		Memory.bPartOnly = Memory.Parts < MostParts ? 1 : 0;
	}
	if (bComplete || Memory.bPartOnly != 0)
	{
		GoalStates[Agent] = EGoalState::Following;
		return;
	}
	if (GoalStates[Agent] != EGoalState::Partial) // as near as it gets; told once
	{
		Tell(Agent, ECrowdEvent::Unreachable);
	}
	GoalStates[Agent] = EGoalState::Partial;
}

void FCrowd::FImpl::GiveUpGoal(size_t Agent)
{
	FAgentMemory& Memory = Memories[Agent];
	if (GoalStates[Agent] != EGoalState::Partial)
	{
		Tell(Agent, ECrowdEvent::Unreachable);
	}
	FNavCorridor& Corridor = WayOf(Agent).Corridor;
	Corridor.Reset(Corridor.GetLocation());
	Memories[Agent].CornerCount = 0;
	Memory.bHasPath = 0;
	GoalStates[Agent] = EGoalState::Unreachable;
	States[Agent] = EAgentState::Idle;
}
} // namespace Flockwork
