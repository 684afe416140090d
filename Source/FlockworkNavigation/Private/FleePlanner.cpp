#include "FlockworkNavigation/FleePlanner.h"

#include "FleePlannerImpl.h"
#include "FlockworkCore/Assert.h"

#include <algorithm>

namespace Flockwork
{
std::string_view GetAnimationTrigger(EFleeEvent Event)
{
	return Event == EFleeEvent::Started ? "isRunning" : Event == EFleeEvent::Cowering ? "isCowering" : "";
}

FFleePlanner::FFleePlanner(const FNavMesh& Mesh) : Impl(std::make_unique<FImpl>(Mesh)) {}
FFleePlanner::~FFleePlanner() = default;
FFleePlanner::FFleePlanner(FFleePlanner&&) noexcept = default;
FFleePlanner& FFleePlanner::operator=(FFleePlanner&&) noexcept = default;

bool FFleePlanner::Validate(const FFleeSettings& Settings, const FFleeInput& Input, FDiagnostics& Diagnostics)
{
	bool bGood = ValidateFleeSettings(Settings, Diagnostics);
	const auto Expect = [&](bool bTrue, std::string_view Field, const char* Message)
	{
		if (!bTrue)
		{
			Diagnostics.Error({}, Field, Message);
			bGood = false;
		}
	};
	const size_t Count = Input.Ids.size();
	Expect(Input.Locations.size() == Count, "locations", "there must be one for each id");
	Expect(Input.Velocities.size() == Count, "velocities", "there must be one for each id");
	Expect(Input.Speeds.empty() || Input.Speeds.size() == Count, "speeds", "there must be one for each id, or none");
	Expect(Input.DeltaTime > 0.0f && std::isfinite(Input.DeltaTime), "deltaTime", "must be above 0 s");
	const auto NotAscending = [](const auto& A, const auto& B) { return A >= B; };
	Expect(std::adjacent_find(Input.Ids.begin(), Input.Ids.end(), NotAscending) == Input.Ids.end(), "ids",
	    "must ascend, none twice");
	const auto Unordered = [](const FNavThreat& A, const FNavThreat& B) { return A.Id >= B.Id; };
	Expect(std::adjacent_find(Input.Threats.begin(), Input.Threats.end(), Unordered) == Input.Threats.end(), "threats",
	    "their ids must ascend, none twice");
	return bGood;
}

void FFleePlanner::Run(
    const FFleeSettings& Settings, const FFleeInput& Input, std::span<FFleeDecision> Out, ITaskScheduler& Scheduler)
{
	Impl->Run(Settings, Input, Out, Scheduler);
}

std::span<const FFleeEventRecord> FFleePlanner::GetEvents() const
{
	return Impl->Events;
}

const FFleeReport& FFleePlanner::GetReport() const
{
	return Impl->Report;
}

void FFleePlanner::Prepare(const FFleeSettings& Settings, ITaskScheduler& Scheduler)
{
	Impl->MakeQueries(Scheduler);
	Impl->Prepare(Settings.RefugeSpacing, Settings.RefugeCapacity, Scheduler);
}

void FFleePlanner::FImpl::Run(
    const FFleeSettings& InSettings, const FFleeInput& InInput, std::span<FFleeDecision> Out, ITaskScheduler& Scheduler)
{
	FW_CHECK(Out.size() == InInput.Ids.size() && InInput.Locations.size() == InInput.Ids.size(),
	    "a decision, a place and an id for each agent");
	Settings = InSettings;
	Input = InInput;
	Report = {};
	Events.clear();
	MatchAgents();
	TakeThreats();
	PrepareGraph(Scheduler);
	Sense(Scheduler);
	if (Settings.Policy == EFleePolicy::Classic)
	{
		UpdateStates();
		RunClassic(Scheduler);
	}
	else
	{
		UpdateField();
		LookForThreats();
		UpdateStates();
		if (Settings.PanicRadius > 0.0f && Settings.PanicProbability > 0.0f)
		{
			GatherRunners();
			FindExposed(Scheduler);
			SpreadPanic();
		}
		Decide(Scheduler);
	}
	KnownThreats.clear();
	for (const FNavThreat& Threat : Threats)
	{
		KnownThreats.push_back(Threat.Id);
	}
	SortEvents();
	Write(Out);
	Input = {}; // its spans are the caller's
}

// By id, then as they came to pass; without the memory that a stable sort asks for.
void FFleePlanner::FImpl::SortEvents()
{
	EventOrder.clear();
	for (size_t At = 0; At < Events.size(); ++At)
	{
		EventOrder.push_back((uint64_t(Events[At].Id) << 32) | uint64_t(At));
	}
	std::sort(EventOrder.begin(), EventOrder.end());
	SortedEvents.clear();
	for (const uint64_t Each : EventOrder)
	{
		SortedEvents.push_back(Events[size_t(uint32_t(Each))]);
	}
	Events.swap(SortedEvents);
}

void FFleePlanner::FImpl::Write(std::span<FFleeDecision> Out)
{
	for (size_t Index = 0; Index < Agents.size(); ++Index)
	{
		const FFleeMemory& Agent = Agents[Index];
		FFleeDecision& Decision = Out[Index];
		Decision = {};
		Decision.State = Agent.State;
		Report.Reacting += Agent.State == EFleeState::Reacting;
		Report.Fleeing += Agent.State == EFleeState::Fleeing;
		Report.Cowering += Agent.State == EFleeState::Cowering;
		Report.Safe += Agent.State == EFleeState::Safe;
		if (!Decision.IsDriven())
		{
			continue;
		}
		Decision.bNewGoal = Agent.Has(FFleeMemory::NewGoal);
		Decision.bVia = Agent.Has(FFleeMemory::Via);
		Decision.Goal = Agent.Has(FFleeMemory::HasGoal) ? Agent.Goal : Input.Locations[Index];
		const bool bStands = Agent.State == EFleeState::Cowering || !Agent.Has(FFleeMemory::HasGoal);
		Decision.Speed = bStands ? 0.0f : GetSpeed(Index);
		Decision.AngularSpeed = Settings.FleeAngularSpeed;
	}
	Report.Nodes = Graph.GetNodeCount();
}
} // namespace Flockwork
