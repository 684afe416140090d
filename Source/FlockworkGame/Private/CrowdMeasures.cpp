// A crowd in numbers, for checks and reports.
#include "CrowdData.h"
#include "FlockworkGame/ThreatSubsystem.h"
#include "FlockworkGame/World.h"

#include <algorithm>
#include <array>

namespace Flockwork
{
namespace
{
constexpr float AllowedOverlap = 0.05f; // of the radii's sum
constexpr size_t MostNeighbors = 8;     // that can overlap one agent and be looked at
} // namespace

FCrowdMetrics UCrowdSubsystem::ComputeMetrics(const UWorld& World, std::string_view CrowdId, float StuckAfter) const
{
	FCrowdMetrics Out;
	Impl->Flush();
	const int32_t Group = CrowdId.empty() ? -1 : Impl->FindGroup(CrowdId);
	if (!Impl->Crowd || (!CrowdId.empty() && Group < 0))
	{
		return Out;
	}
	const FCrowd& Crowd = *Impl->Crowd;
	std::vector<FVector>& Feet = Impl->MeasuredFeet;
	Feet.clear();
	for (const FImpl::FEntry& Entry : Impl->Members.GetAll())
	{
		const FCrowdMember& Member = Entry.Data;
		if (Member.Place < 0)
		{
			continue;
		}
		const AActor& Actor = *World.FindActor(Entry.Actor);
		Feet.push_back(Actor.Transform.Location - UpVector * Member.FootOffset);
		if (!Impl->IsIn(Member, Group))
		{
			continue;
		}
		const size_t Place = size_t(Member.Place);
		const EGoalState Goal = Crowd.GetGoalStates()[Place];
		++Out.Count;
		const EAgentState State = Crowd.GetStates()[Place];
		Out.Idle += State == EAgentState::Idle ? 1 : 0;
		Out.Waiting += State == EAgentState::WaitingForPath ? 1 : 0;
		Out.Moving += State == EAgentState::Moving ? 1 : 0;
		Out.OnLink += State == EAgentState::OnLink ? 1 : 0;
		Out.OffMesh += State == EAgentState::OffMesh ? 1 : 0;
		Out.Arrived += Goal == EGoalState::Arrived && !Member.bDriven ? 1 : 0;
		Out.Unreachable += Goal == EGoalState::Unreachable && !Member.bDriven ? 1 : 0;
		Out.Reacting += Member.FleeState == EFleeState::Reacting ? 1 : 0;
		Out.Fleeing += Member.FleeState == EFleeState::Fleeing ? 1 : 0;
		Out.Cowering += Member.FleeState == EFleeState::Cowering ? 1 : 0;
		Out.Safe += Member.FleeState == EFleeState::Safe ? 1 : 0;
		Out.Stuck += Member.StuckTime > StuckAfter ? 1 : 0;
		Out.LongestStuck = std::max(Out.LongestStuck, Member.StuckTime);
		Out.MeanSpeed += Length(Horizontal(Actor.Velocity));
	}
	Out.MeanSpeed /= float(std::max(Out.Count, 1));
	Impl->MeasureOverlaps(Feet, Group, Out);
	Impl->MeasureThreats(World, Feet, Group, Out);
	return Out;
}

void UCrowdSubsystem::FImpl::MeasureOverlaps(const std::vector<FVector>& Feet, int32_t Group, FCrowdMetrics& Out)
{
	const std::span<const float> Radii = Crowd->GetRadii();
	const std::span<const EAgentState> States = Crowd->GetStates();
	if (Feet.empty())
	{
		return;
	}
	const float Range = 2.0f * *std::max_element(Radii.begin(), Radii.end());
	Grid.Build(Feet, {}, Range);
	std::array<FAgentNeighbor, MostNeighbors> Near;
	for (const FEntry& Entry : Members.GetAll())
	{
		if (Entry.Data.Place < 0 || !IsIn(Entry.Data, Group))
		{
			continue;
		}
		const size_t Place = size_t(Entry.Data.Place);
		const int32_t Count = Grid.FindNearest(Feet[Place], Range, Settings.NeighborHeight, int32_t(Place), Near);
		float Largest = 0.0f;
		for (int32_t At = 0; At < Count && States[Place] != EAgentState::OnLink; ++At)
		{
			const size_t Other = size_t(Near[size_t(At)].Index);
			const float Sum = Radii[Place] + Radii[Other];
			const float Share = 1.0f - std::sqrt(Near[size_t(At)].DistanceSquared) / Sum;
			Largest = States[Other] == EAgentState::OnLink ? Largest : std::max(Largest, Share);
		}
		Out.LargestOverlap = std::max(Out.LargestOverlap, Largest);
		Out.Overlapping += Largest > AllowedOverlap ? 1 : 0;
	}
}

void UCrowdSubsystem::FImpl::MeasureThreats(
    const UWorld& World, const std::vector<FVector>& Feet, int32_t Group, FCrowdMetrics& Out)
{
	int32_t Beyond = 0;
	for (const FEntry& Entry : Members.GetAll())
	{
		const FCrowdMember& Member = Entry.Data;
		if (Member.Place < 0 || !IsIn(Member, Group))
		{
			continue;
		}
		const FCrowdGroup& Own = Groups[size_t(Member.Group)];
		bool bBeyond = true;
		for (const FThreatActor& Threat : World.Get<UThreatSubsystem>().GetThreats())
		{
			const FCrowdMember* Hunter = Members.Find(Threat.Actor);
			if (!Threat.Settings.bEnabled || Threat.Settings.Ignores == Own.CrowdId ||
			    (Hunter && Hunter->Group == Member.Group))
			{
				continue;
			}
			const AActor* Actor = World.FindActor(Threat.Actor);
			const FVector& Place = Actor ? Actor->Transform.Location : Threat.Position;
			const float Distance = Length(Horizontal(Place - Feet[size_t(Member.Place)]));
			bBeyond &= Distance >= Own.Flee.SafeRadius * GetThreatStrength(Threat, Own.Flee);
			Out.MinThreatDistance = Out.MinThreatDistance < 0.0f ? Distance : std::min(Out.MinThreatDistance, Distance);
		}
		Beyond += bBeyond ? 1 : 0;
	}
	Out.BeyondSafeRadius = Out.Count > 0 ? float(Beyond) / float(Out.Count) : 1.0f;
}
} // namespace Flockwork
