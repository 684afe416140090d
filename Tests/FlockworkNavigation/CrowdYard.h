#pragma once
// Small meshes made of rectangles of floor, for tests of crowds.
#include "FlockworkCore/TaskPool.h"
#include "FlockworkNavigation/Crowd.h"
#include "FlockworkNavigation/NavMesh.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

namespace Flockwork
{
class FYard
{
public:
	// The mesh keeps its agents' radius off the rectangle's edges, unless another one joins there.
	FYard& Floor(float MinX, float MinZ, float MaxX, float MaxZ, float Height = 0.0f)
	{
		const uint32_t First = uint32_t(Input.Vertices.size());
		Input.Vertices.insert(Input.Vertices.end(),
		    {{MinX, Height, MinZ}, {MinX, Height, MaxZ}, {MaxX, Height, MaxZ}, {MaxX, Height, MinZ}});
		for (const uint32_t Corner : {0u, 1u, 2u, 0u, 2u, 3u})
		{
			Input.Indices.push_back(First + Corner);
		}
		return *this;
	}
	FYard& Link(const FVector& Start, const FVector& End, uint32_t UserId)
	{
		FNavLink Link;
		Link.Start = Start;
		Link.End = End;
		Link.UserId = UserId;
		Input.Links.push_back(Link);
		return *this;
	}
	FYard& Build(float AgentRadius = 0.4f, float CellSize = 0.2f)
	{
		FNavMeshSettings Settings;
		Settings.AgentRadius = AgentRadius;
		Settings.CellSize = CellSize;
		Settings.EdgeMaxError = 0.5f; // walls stay where they are
		FDiagnostics Diagnostics;
		const bool bBuilt = Mesh.Build(Input, Settings, Serial, nullptr, Diagnostics);
		INFO(Diagnostics.ToString());
		REQUIRE(bBuilt);
		return *this;
	}

	FNavMeshInput Input;
	FSerialScheduler Serial;
	FNavMesh Mesh;
};

// A crowd with what its tests look at in every step.
class FTestCrowd
{
public:
	FTestCrowd(FYard& InYard, const FCrowdSettings& Settings, ITaskScheduler& Scheduler)
	    : Yard(InYard), Crowd(InYard.Mesh, Settings, Scheduler), Query(InYard.Mesh)
	{
	}
	FTestCrowd(FYard& InYard, const FCrowdSettings& Settings = {}) : FTestCrowd(InYard, Settings, InYard.Serial) {}

	FAgentId Add(const FAgentDef& Def)
	{
		FDiagnostics Diagnostics;
		const FAgentId Id = Crowd.AddAgent(Def, Diagnostics);
		INFO(Diagnostics.ToString());
		REQUIRE(Id.IsValid());
		return Id;
	}
	FAgentId Add(const FVector& Position)
	{
		FAgentDef Def;
		Def.Position = Position;
		return Add(Def);
	}
	void Step(float DeltaTime = 1.0f / 60.0f)
	{
		Crowd.Step({.DeltaTime = DeltaTime});
		Time += DeltaTime;
		Events.insert(Events.end(), Crowd.GetEvents().begin(), Crowd.GetEvents().end());
	}
	void Run(float Seconds, float DeltaTime = 1.0f / 60.0f)
	{
		const int32_t Steps = int32_t(std::lround(Seconds / DeltaTime));
		for (int32_t Index = 0; Index < Steps; ++Index)
		{
			Step(DeltaTime);
		}
	}
	const FVector& PositionOf(FAgentId Id) const { return Crowd.GetPositions()[size_t(Crowd.FindIndex(Id))]; }
	const FVector& VelocityOf(FAgentId Id) const { return Crowd.GetVelocities()[size_t(Crowd.FindIndex(Id))]; }
	EAgentState StateOf(FAgentId Id) const { return Crowd.GetStates()[size_t(Crowd.FindIndex(Id))]; }
	EGoalState GoalStateOf(FAgentId Id) const { return Crowd.GetGoalStates()[size_t(Crowd.FindIndex(Id))]; }
	int64_t CountEvents(ECrowdEvent Type) const
	{
		return std::count_if(
		    Events.begin(), Events.end(), [&](const FCrowdEvent& Event) { return Event.Type == Type; });
	}
	// Share of the radii's sum, of the pair that overlaps the most; brute force.
	float DeepestOverlap() const
	{
		const auto Positions = Crowd.GetPositions();
		const auto Radii = Crowd.GetRadii();
		float Deepest = 0.0f;
		for (size_t First = 0; First < Positions.size(); ++First)
		{
			for (size_t Second = First + 1; Second < Positions.size(); ++Second)
			{
				const float Distance = Length(Horizontal(Positions[First] - Positions[Second]));
				Deepest = std::max(Deepest, 1.0f - Distance / (Radii[First] + Radii[Second]));
			}
		}
		return Deepest;
	}
	bool AllOnMesh() const
	{
		const auto Positions = Crowd.GetPositions();
		return std::all_of(Positions.begin(), Positions.end(),
		    [&](const FVector& Position) { return Query.IsOnMesh(Position, Yard.Mesh.MakeFilter()); });
	}
	uint64_t Hash() const
	{
		FStateHash Hash;
		Crowd.AddToHash(Hash);
		return Hash.Get();
	}

	FYard& Yard;
	FCrowd Crowd;
	FNavQuery Query;
	float Time = 0.0f;
	std::vector<FCrowdEvent> Events;
};
} // namespace Flockwork
