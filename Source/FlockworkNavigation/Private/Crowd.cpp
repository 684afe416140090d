#include "FlockworkNavigation/Crowd.h"

#include "CrowdImpl.h"
#include "DetourBackend.h"
#include "FlockworkCore/Assert.h"

namespace Flockwork
{
FCrowd::FImpl::FImpl(const FNavMesh& InMesh, const FCrowdSettings& InSettings, ITaskScheduler& InScheduler)
    : Mesh(InMesh), Settings(InSettings), Scheduler(InScheduler)
{
	Filters.fill(Mesh.MakeFilter());
}

FCrowd::FImpl::~FImpl() = default;

FCrowd::FCrowd(const FNavMesh& Mesh, const FCrowdSettings& Settings, ITaskScheduler& Scheduler)
    : Impl(std::make_unique<FImpl>(Mesh, Settings, Scheduler))
{
	SetSettings(Settings);
}

FCrowd::~FCrowd() = default;

void FCrowd::SetSettings(const FCrowdSettings& Settings)
{
	FDiagnostics Diagnostics;
	FW_CHECK(FCrowdSettings::Table().Validate(&Settings, Diagnostics), "crowd settings out of range");
	Impl->Settings = Settings;
	if (Settings.Backend == ECrowdBackend::Flockwork)
	{
		Impl->Detour.reset();
	}
	else if (!Impl->Detour)
	{
		Impl->Detour = std::make_unique<FDetourBackend>(*Impl);
	}
}

const FCrowdSettings& FCrowd::GetSettings() const
{
	return Impl->Settings;
}

void FCrowd::SetFilter(int32_t Index, const FNavFilter& Filter)
{
	FW_CHECK(Index >= 0 && Index < MaxCrowdFilters, "no such filter");
	Impl->Filters[size_t(Index)] = Filter;
}

void FCrowd::Step(const FCrowdInput& Input)
{
	Impl->Step(Input);
}

int32_t FCrowd::GetAgentCount() const
{
	return int32_t(Impl->Num());
}

bool FCrowd::IsAlive(FAgentId Id) const
{
	return Impl->IsLive(Id);
}

int32_t FCrowd::FindIndex(FAgentId Id) const
{
	return Impl->IsLive(Id) ? Impl->Slots[Id.Index].Place : -1;
}

std::span<const FAgentId> FCrowd::GetIds() const
{
	return Impl->Ids;
}

std::span<const FVector> FCrowd::GetPositions() const
{
	return Impl->Positions;
}

std::span<const FVector> FCrowd::GetVelocities() const
{
	return Impl->Velocities;
}

std::span<const FVector> FCrowd::GetFacings() const
{
	return Impl->Facings;
}

std::span<const FVector> FCrowd::GetDesiredVelocities() const
{
	return Impl->Desired;
}

std::span<const FVector> FCrowd::GetWishedVelocities() const
{
	return Impl->Wished;
}

std::span<const FVector> FCrowd::GetAccelerations() const
{
	return Impl->Accelerations;
}

std::span<const FVector> FCrowd::GetNextCorners() const
{
	return Impl->NextCorners;
}

std::span<const FVector> FCrowd::GetGoals() const
{
	return Impl->Goals;
}

std::span<const EAgentState> FCrowd::GetStates() const
{
	return Impl->States;
}

std::span<const EGoalState> FCrowd::GetGoalStates() const
{
	return Impl->GoalStates;
}

std::span<const float> FCrowd::GetRadii() const
{
	return Impl->Radii;
}

std::span<const float> FCrowd::GetSpeeds() const
{
	return Impl->Speeds;
}

std::span<const uint64_t> FCrowd::GetUserData() const
{
	return Impl->UserData;
}

const FNavCorridor& FCrowd::GetCorridor(int32_t Index) const
{
	FW_CHECK(Index >= 0 && Index < GetAgentCount(), "no such agent");
	return Impl->WayOf(size_t(Index)).Corridor;
}

std::span<const FCrowdEvent> FCrowd::GetEvents() const
{
	return Impl->Events;
}

FCrowdStats FCrowd::GetStats() const
{
	return Impl->Stats;
}
} // namespace Flockwork
