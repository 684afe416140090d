#include "FlockworkNavigation/FleeTrial.h"

#include "FlockworkCore/Random.h"
#include "FlockworkNavigation/FleePlanner.h"
#include "TrialGrid.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace Flockwork
{
namespace
{
constexpr float NeverNear = 1e9f;
constexpr float GraceTime = 1.0f;     // s in which nobody is counted as touched
constexpr float FarStart = 3.0f;      // m; who starts nearer to the threat than this may be touched
constexpr float ReplanTime = 0.25f;   // s; of the pursuer
constexpr float CountableTime = 8.0f; // s of running
constexpr float StuckSpeed = 0.2f;    // m/s
constexpr int32_t Candidates = 8;     // agents that the pursuer compares by path

struct FTrialAgent
{
	bool bTriggered = false, bCountable = false, bCaught = false, bTouched = false, bCornered = false;
	float StartDistance = 0.0f;
	float Reaction = -1.0f; // ticks
};

class FTrial
{
public:
	FTrial(const FNavMesh& InMesh, const FTrialGrid& InGrid, const FFleeTrialSettings& InSettings,
	    IFleeTrialMover& InMover, ITaskScheduler& InScheduler, uint64_t InSeed)
	    : Grid(InGrid), Settings(InSettings), Mover(InMover), Scheduler(InScheduler), Query(InMesh),
	      Filter(InMesh.MakeFilter()), Planner(InMesh), Seed(InSeed)
	{
	}

	FFleeTrialResult Run()
	{
		if (Place())
		{
			JudgeStart();
			const int32_t Steps = int32_t(std::lround(Settings.Time / Settings.DeltaTime));
			for (Step = 0; Step < Steps; ++Step)
			{
				MovePursuer();
				Decide();
				Mover.Step(Settings.DeltaTime, Scheduler);
				JudgeStep();
			}
			JudgeEnd();
		}
		return Result;
	}

private:
	FVector At(size_t Agent) const { return Mover.GetLocation(int32_t(Agent)).Position; }
	bool IsHunted() const { return Settings.PursuerSpeed > 0.0f; }

	bool Place()
	{
		FRandomStream Random = FRandomStream::ForPurpose(Seed, "flee trial");
		for (int32_t Try = 0; Try < 10000 && !Grid.IsOnMainIsland(Threat); ++Try)
		{
			Threat = Query.RandomPoint(Random, Filter);
		}
		std::vector<FVector> Taken;
		const float Apart = 2.0f * Settings.Flee.BodyRadius;
		for (int32_t Try = 0; Try < 100 * Settings.Agents * 100 && int32_t(Taken.size()) < Settings.Agents; ++Try)
		{
			const FNavLocation Start = Query.RandomPoint(Random, Filter);
			const bool bFar = Length(Start.Position - Threat.Position) >= Settings.Flee.DetectionRadius;
			if (!Start.IsValid() || (bFar && Settings.bAllNear) || !Grid.IsOnMainIsland(Start))
			{
				continue;
			}
			const bool bFree = std::none_of(Taken.begin(), Taken.end(),
			    [&](const FVector& Other) { return Length(Other - Start.Position) < Apart; });
			if (bFree || Try > 50 * Settings.Agents * 100)
			{
				Taken.push_back(Start.Position);
				Mover.Add(Start);
				Ids.push_back(uint32_t(Ids.size() + 1));
			}
		}
		Agents.resize(Taken.size());
		return Threat.IsValid() && !Taken.empty();
	}

	void JudgeStart()
	{
		const float Clearance = Settings.ThreatRadius + Settings.Flee.BodyRadius;
		const std::vector<float> Ways = Grid.FindWaysOut(Threat.Position, Settings.Flee.SafeRadius, Clearance);
		for (size_t Agent = 0; Agent < Agents.size(); ++Agent)
		{
			FTrialAgent& Own = Agents[Agent];
			Own.StartDistance = Length(At(Agent) - Threat.Position);
			Own.bTriggered = Own.StartDistance < Settings.Flee.DetectionRadius;
			const float Way = Grid.GetWay(Ways, Mover.GetLocation(int32_t(Agent)), Threat.Position, Clearance, Query);
			Own.bCountable = Own.bTriggered && Way <= Settings.Flee.FleeSpeed * CountableTime;
			Result.Triggered += Own.bTriggered;
			Result.Countable += Own.bCountable;
		}
	}

	// The nearest agent by path: those nearest as the crow flies are compared.
	void FindPrey()
	{
		std::vector<std::pair<float, size_t>> Near;
		for (size_t Agent = 0; Agent < Agents.size(); ++Agent)
		{
			if (!Agents[Agent].bCaught)
			{
				Near.push_back({Length(At(Agent) - Threat.Position), Agent});
			}
		}
		std::sort(Near.begin(), Near.end());
		float Best = NeverNear;
		for (size_t Each = 0; Each < Near.size() && Each < size_t(Candidates) && Near[Each].first < Best; ++Each)
		{
			FNavPath Way;
			const FNavLocation Prey = Mover.GetLocation(int32_t(Near[Each].second));
			if (Query.FindPath(Threat, Prey, Filter, Way) == ENavPathStatus::Complete && Way.Length < Best)
			{
				Best = Way.Length;
				Path = Way;
			}
		}
		NextCorner = 1;
	}

	void MovePursuer()
	{
		if (!IsHunted())
		{
			return;
		}
		const int32_t Replan = std::max(1, int32_t(std::lround(ReplanTime / Settings.DeltaTime)));
		if (Step % Replan == 0)
		{
			Path.Clear();
			FindPrey();
		}
		const FVector Former = Threat.Position;
		float Left = Settings.PursuerSpeed * Settings.DeltaTime;
		while (Left > 0.0f && NextCorner < Path.Corners.size())
		{
			const FVector Way = Path.Corners[NextCorner].Position - Threat.Position;
			const float Distance = Length(Way);
			Threat.Position += Way * (Distance > Left ? Left / Distance : 1.0f);
			NextCorner += Distance <= Left;
			Left -= std::min(Distance, Left);
		}
		const FNavLocation Ground = Query.FindNearest(Threat.Position, {1.0f, 3.0f, 1.0f}, Filter);
		Threat.Poly = Ground.IsValid() ? Ground.Poly : Threat.Poly;
		ThreatVelocity = (Threat.Position - Former) / Settings.DeltaTime;
	}

	void Decide()
	{
		Locations.clear();
		Velocities.clear();
		LiveIds.clear();
		for (size_t Agent = 0; Agent < Agents.size(); ++Agent)
		{
			if (!Agents[Agent].bCaught)
			{
				Locations.push_back(Mover.GetLocation(int32_t(Agent)));
				Velocities.push_back(Mover.GetVelocity(int32_t(Agent)));
				LiveIds.push_back(Ids[Agent]);
			}
		}
		FNavThreat Danger;
		Danger.Position = Threat.Position;
		Danger.Velocity = ThreatVelocity;
		Danger.Radius = Settings.ThreatRadius;
		Danger.bMoving = IsHunted();
		Danger.Speed = Settings.PursuerSpeed;
		FFleeInput Input;
		Input.Locations = Locations;
		Input.Velocities = Velocities;
		Input.Ids = LiveIds;
		Input.Threats = {&Danger, 1};
		Input.Step = uint64_t(Step);
		Input.DeltaTime = Settings.DeltaTime;
		Input.Seed = Seed;
		Decisions.resize(LiveIds.size());
		if (Step == 0)
		{
			Planner.Prepare(Settings.Flee, Scheduler);
		}
		const auto Start = std::chrono::steady_clock::now();
		Planner.Run(Settings.Flee, Input, Decisions, Scheduler);
		const std::chrono::duration<double, std::milli> Took = std::chrono::steady_clock::now() - Start;
		Result.DecisionMaxMs = std::max(Result.DecisionMaxMs, Took.count());
		Result.DecisionMeanMs += Took.count() * double(Settings.DeltaTime / Settings.Time);
		for (const FFleeEventRecord& Event : Planner.GetEvents())
		{
			Agents[size_t(Event.Id - 1)].bCornered |= Event.Event == EFleeEvent::Cornered;
		}
		Order();
	}

	void Order()
	{
		for (size_t Each = 0; Each < LiveIds.size(); ++Each)
		{
			const FFleeDecision& Decision = Decisions[Each];
			const int32_t Agent = int32_t(LiveIds[Each]) - 1;
			if (Decision.IsDriven() && Agents[size_t(Agent)].Reaction < 0.0f)
			{
				Agents[size_t(Agent)].Reaction = float(Step);
			}
			if (Decision.State == EFleeState::Cowering && Decision.bNewGoal)
			{
				Mover.Stop(Agent);
			}
			else if (Decision.IsDriven() && Decision.bNewGoal)
			{
				Mover.SetGoal(Agent, Decision.Goal, Decision.bVia, Decision.Speed, Decision.AngularSpeed);
			}
		}
	}

	void JudgeStep()
	{
		const float Time = float(Step + 1) * Settings.DeltaTime;
		float Nearest = NeverNear;
		for (size_t Agent = 0; Agent < Agents.size(); ++Agent)
		{
			FTrialAgent& Own = Agents[Agent];
			if (Own.bCaught)
			{
				continue;
			}
			const float Distance = Length(At(Agent) - Threat.Position);
			Nearest = std::min(Nearest, Distance);
			if (IsHunted() && Time > GraceTime && Distance < Settings.ThreatRadius + Settings.Flee.BodyRadius)
			{
				Own.bCaught = true;
				++Result.Caught;
				Mover.Remove(int32_t(Agent));
			}
			Own.bTouched |= !IsHunted() && Time > GraceTime && Distance < Settings.ContactDistance;
		}
		const int32_t PerSecond = std::max(1, int32_t(std::lround(1.0f / Settings.DeltaTime)));
		if (Step % PerSecond == PerSecond - 1 && Nearest < NeverNear) // until all are caught
		{
			Result.MinDistances.push_back(Nearest);
		}
	}

	void JudgeEnd()
	{
		for (size_t Agent = 0; Agent < Agents.size(); ++Agent)
		{
			const FTrialAgent& Own = Agents[Agent];
			Result.Cornered += Own.bCornered;
			if (Own.bTriggered && Own.Reaction >= 0.0f)
			{
				Result.ReactionTicks.push_back(Own.Reaction);
			}
			if (Own.bCaught)
			{
				continue;
			}
			const bool bSafe = Length(At(Agent) - Threat.Position) > Settings.Flee.SafeRadius;
			Result.SafeAll += Own.bTriggered && bSafe;
			Result.SafeCountable += Own.bCountable && bSafe;
			Result.Contacts += Own.bTouched && Own.StartDistance > FarStart;
			Result.OffMesh += !Query.IsOnMesh(At(Agent), Filter);
			Result.Stuck += Own.bCountable && !bSafe && Length(Mover.GetVelocity(int32_t(Agent))) < StuckSpeed;
			for (size_t Other = 0; Other < Agent; ++Other)
			{
				const FVector Offset = At(Agent) - At(Other);
				if (!Agents[Other].bCaught && std::abs(Offset.y) < 1.5f)
				{
					const float Share = 1.0f - Length(Horizontal(Offset)) / (2.0f * Settings.Flee.BodyRadius);
					Result.LargestOverlap = std::max(Result.LargestOverlap, Share);
				}
			}
		}
	}

	const FTrialGrid& Grid;
	const FFleeTrialSettings& Settings;
	IFleeTrialMover& Mover;
	ITaskScheduler& Scheduler;
	FNavQuery Query;
	FNavFilter Filter;
	FFleePlanner Planner;
	uint64_t Seed;
	int32_t Step = 0;
	FNavLocation Threat;
	FVector ThreatVelocity{0.0f, 0.0f, 0.0f};
	FNavPath Path;
	size_t NextCorner = 1;
	std::vector<FTrialAgent> Agents;
	std::vector<uint32_t> Ids, LiveIds;
	std::vector<FNavLocation> Locations;
	std::vector<FVector> Velocities;
	std::vector<FFleeDecision> Decisions;
	FFleeTrialResult Result;
};
} // namespace

std::vector<FFleeTrialResult> RunFleeTrials(const FNavMesh& Mesh, const FFleeTrialSettings& Settings,
    const FFleeTrialMoverMaker& Maker, ITaskScheduler& Scheduler)
{
	const FTrialGrid Grid(Mesh, Settings.GridSpacing);
	std::vector<FFleeTrialResult> Results;
	for (int32_t Each = 0; Each < Settings.Trials && !Grid.IsEmpty(); ++Each)
	{
		const std::unique_ptr<IFleeTrialMover> Mover = Maker(Mesh, Settings.Flee.BodyRadius);
		FTrial Trial(Mesh, Grid, Settings, *Mover, Scheduler, Settings.Seed + uint64_t(Each));
		Results.push_back(Trial.Run());
	}
	return Results;
}
} // namespace Flockwork
