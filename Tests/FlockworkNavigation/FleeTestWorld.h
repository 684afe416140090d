#pragma once
// Agents that do what the planner tells them, straight and at once: what a test of the planner needs of a crowd.
#include "FlockworkNavigation/FleePlanner.h"
#include "NavTestLevels.h"

#include <algorithm>
#include <map>

namespace Flockwork
{
struct FFleeTestWorld
{
	explicit FFleeTestWorld(const FTestLevel& Level, const FNavMeshSettings& MeshSettings = Tiled())
	{
		BuildInto(Mesh, Level, MeshSettings);
		Query = std::make_unique<FNavQuery>(Mesh);
		Planner = std::make_unique<FFleePlanner>(Mesh);
		Filter = Mesh.MakeFilter();
	}
	void Add(float X, float Z, float Y = 0.0f)
	{
		const FNavLocation Place = Query->FindNearest({X, Y, Z}, {0.5f, 1.0f, 0.5f}, Filter);
		REQUIRE(Place.IsValid());
		Locations.push_back(Place);
		Ids.push_back(Ids.empty() ? 1 : Ids.back() + 1);
	}
	FNavThreat& Drop(float X, float Z, uint32_t Id = 1)
	{
		FNavThreat& Threat = Threats.emplace_back();
		Threat.Id = Id;
		Threat.Position = {X, 0.0f, Z};
		return Threat;
	}
	void Decide()
	{
		Velocities.resize(Ids.size());
		Decisions.resize(Ids.size());
		FFleeInput Input;
		Input.Locations = Locations;
		Input.Velocities = Velocities;
		Input.Ids = Ids;
		Input.Threats = Threats;
		Input.Step = StepCount++;
		Input.DeltaTime = DeltaTime;
		Input.Seed = Seed;
		Input.Sight = Sight;
		Planner->Run(Settings, Input, Decisions, *Scheduler);
		for (const FFleeEventRecord& Event : Planner->GetEvents())
		{
			++EventCounts[Event.Event];
			LastEventStep[{Event.Id, Event.Event}] = StepCount - 1;
		}
	}
	void Move()
	{
		for (size_t At = 0; At < Ids.size(); ++At)
		{
			const FFleeDecision& Decision = Decisions[At];
			if (Decision.IsDriven() && Decision.Speed > 0.0f)
			{
				Query->FindPath(Locations[At], Decision.Goal, Filter, Path);
				size_t Next = 1;
				while (Next + 1 < Path.Corners.size() &&
				       Length(Path.Corners[Next].Position - Locations[At].Position) < 0.3f)
				{
					++Next;
				}
				const FVector Corner =
				    Next < Path.Corners.size() ? Path.Corners[Next].Position : Decision.Goal.Position;
				const FVector Way =
				    ClampLength(Horizontal(Corner - Locations[At].Position), Decision.Speed * DeltaTime);
				Locations[At] = Query->MoveAlongSurface(Locations[At], Locations[At].Position + Way, Filter);
				Velocities[At] = Way / DeltaTime;
			}
		}
	}
	void Step(int32_t Count = 1)
	{
		for (int32_t Each = 0; Each < Count; ++Each)
		{
			Decide();
			Move();
		}
	}
	float DistanceOf(size_t Agent, size_t Threat = 0) const
	{
		return Length(Locations[Agent].Position - Threats[Threat].Position);
	}
	uint64_t Hash() const
	{
		FStateHash State;
		Planner->AddToHash(State);
		for (const FNavLocation& Place : Locations)
		{
			State.Add(Place.Position);
		}
		return State.Get();
	}

	FNavMesh Mesh;
	FNavPath Path;
	FNavFilter Filter;
	std::unique_ptr<FNavQuery> Query;
	std::unique_ptr<FFleePlanner> Planner;
	FFleeSettings Settings;
	FSerialScheduler Serial;
	ITaskScheduler* Scheduler = &Serial;
	const ISceneQuery* Sight = nullptr;
	std::vector<FNavLocation> Locations;
	std::vector<FVector> Velocities;
	std::vector<uint32_t> Ids;
	std::vector<FNavThreat> Threats;
	std::vector<FFleeDecision> Decisions;
	std::map<EFleeEvent, int32_t> EventCounts;
	std::map<std::pair<uint32_t, EFleeEvent>, uint64_t> LastEventStep;
	uint64_t StepCount = 0;
	uint64_t Seed = 1;
	float DeltaTime = 1.0f / 60.0f;
};

// 100 x 100 m.
inline FTestLevel Field()
{
	FTestLevel Level;
	Level.Floor(-50.0f, -50.0f, 50.0f, 50.0f);
	return Level;
}
} // namespace Flockwork
