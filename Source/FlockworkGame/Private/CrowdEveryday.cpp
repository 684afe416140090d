// Everyday life: what agents do as long as nothing happens.
#include "CrowdData.h"
#include "FlockworkGame/NavigationSubsystem.h"
#include "FlockworkGame/World.h"

namespace Flockwork
{
void UCrowdSubsystem::FImpl::Live(UWorld& World)
{
	const float DeltaTime = World.GetSettings().FixedStep;
	for (FEntry& Entry : Members.GetAll())
	{
		FCrowdMember& Member = Entry.Data;
		if (!Member.bEveryday || Member.Place < 0 || Member.bDriven || Member.Everyday.Kind == EEveryday::Idle)
		{
			continue;
		}
		const EGoalState Goal = Crowd->GetGoalStates()[size_t(Member.Place)];
		const bool bOnItsWay =
		    Goal == EGoalState::Pending || Goal == EGoalState::Following || Goal == EGoalState::Partial;
		if (bOnItsWay)
		{
			Member.Pause = -1.0f; // also when somebody else has sent it
			continue;
		}
		if (Member.Pause < 0.0f)
		{
			Member.Pause = World.GetRandom("everyday").Range(Member.Everyday.PauseMin, Member.Everyday.PauseMax);
		}
		Member.Pause -= DeltaTime;
		if (Member.Pause <= 0.0f)
		{
			ChooseNext(World, Member);
		}
	}
}

void UCrowdSubsystem::FImpl::ChooseNext(UWorld& World, FCrowdMember& Member)
{
	Member.Pause = -1.0f;
	FVector Next{0.0f, 0.0f, 0.0f};
	if (FindPlace(World, Member, Next))
	{
		Member.bHasGoal = true;
		Member.Goal = Next;
		Crowd->SetGoal(Member.Agent, Next);
	}
}

bool UCrowdSubsystem::FImpl::FindPlace(UWorld& World, FCrowdMember& Member, FVector& Out)
{
	FRandomStream& Random = World.GetRandom("everyday");
	const UNavigationSubsystem& Navigation = World.Get<UNavigationSubsystem>();
	const int32_t Count = int32_t(Member.Points.size());
	if (Member.Everyday.Kind == EEveryday::Wander)
	{
		const FNavLocation Home = Navigation.FindGround(Member.Home, Settings.SearchExtent);
		const FNavLocation Place =
		    Home.IsValid() ? Navigation.FindRandomPointAround(Random, Home, Member.Everyday.Radius) : Home;
		Out = Place.Position;
		return Place.IsValid();
	}
	if (Count == 0)
	{
		return false; // points may still come, by order
	}
	if (Member.Everyday.Kind == EEveryday::Patrol || Count == 1)
	{
		Member.Point = (Member.Point + 1) % Count;
	}
	else
	{
		// Any but the last.
		const int32_t Drawn = Random.RangeInt(0, Member.Point < 0 ? Count - 1 : Count - 2);
		Member.Point = Member.Point >= 0 && Drawn >= Member.Point ? Drawn + 1 : Drawn;
	}
	Out = Member.Points[size_t(Member.Point)];
	return Navigation.FindGround(Out, Settings.SearchExtent).IsValid();
}

bool UCrowdSubsystem::AttachEveryday(const AActor& Actor, const FEverydaySetup& Setup, FDiagnostics& Diagnostics)
{
	FCrowdMember* Member = Impl->Members.Find(Actor.Id);
	if (!Member)
	{
		Diagnostics.Error({}, "everyday", "who walks about needs a navAgent component beside it");
		return false;
	}
	Member->bEveryday = true;
	Member->Everyday = Setup.Settings;
	Member->Points = Setup.Points;
	return true;
}

void UCrowdSubsystem::DetachEveryday(FActorId Actor)
{
	if (FCrowdMember* Member = Impl->Members.Find(Actor))
	{
		Member->bEveryday = false;
	}
}

const FEverydaySettings* UCrowdSubsystem::GetEverydaySettings(FActorId Actor) const
{
	const FCrowdMember* Member = Impl->Members.Find(Actor);
	return Member && Member->bEveryday ? &Member->Everyday : nullptr;
}

bool UCrowdSubsystem::SetEverydaySettings(FActorId Actor, const FEverydaySettings& Settings)
{
	FCrowdMember* Member = Impl->Members.Find(Actor);
	if (!Member || !Member->bEveryday)
	{
		return false;
	}
	Member->Everyday = Settings;
	return true;
}

bool UCrowdSubsystem::SetEverydayPoints(FActorId Actor, std::span<const FVector> Points)
{
	FCrowdMember* Member = Impl->Members.Find(Actor);
	if (!Member || !Member->bEveryday)
	{
		return false;
	}
	Member->Points.assign(Points.begin(), Points.end());
	Member->Point = -1;
	return true;
}
} // namespace Flockwork
