#pragma once
// For the tests of fleeing: a reader of plain OBJ files, and the crowd as the trial's mover.
#include "FlockworkNavigation/FleeTrial.h"
#include "FlockworkNavigation/NavMeshInput.h"
#include "FlockworkNavigation/NavQuery.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

namespace Flockwork
{
// Vertices and faces alone. False when there is no such file.
inline bool ReadObj(const std::string& Path, FNavMeshInput& Out)
{
	std::ifstream File(Path);
	for (std::string Line; std::getline(File, Line);)
	{
		std::istringstream Words(Line);
		std::string Word;
		Words >> Word;
		if (Word == "v")
		{
			FVector& Vertex = Out.Vertices.emplace_back(0.0f);
			Words >> Vertex.x >> Vertex.y >> Vertex.z;
		}
		std::vector<uint32_t> Corners;
		while (Word == "f" && Words >> std::ws && !Words.eof())
		{
			std::string Corner;
			Words >> Corner;
			const int32_t Index = std::stoi(Corner);
			Corners.push_back(uint32_t(Index < 0 ? int32_t(Out.Vertices.size()) + Index : Index - 1));
		}
		for (size_t At = 2; At < Corners.size(); ++At)
		{
			Out.Indices.insert(Out.Indices.end(), {Corners[0], Corners[At - 1], Corners[At]});
		}
	}
	return !Out.Indices.empty();
}

// Straight along each goal's path, acceleration 20 m/s^2, bodies pushed apart: a stand-in for a crowd.
class FSimpleMover final : public IFleeTrialMover
{
public:
	FSimpleMover(const FNavMesh& Mesh, float InRadius) : Query(Mesh), Filter(Mesh.MakeFilter()), Radius(InRadius) {}
	void Add(const FNavLocation& Place) override
	{
		Agents.emplace_back();
		Agents.back().Place = Place;
	}
	void Remove(int32_t Agent) override { Agents[size_t(Agent)].bGone = true; }
	void SetGoal(int32_t Agent, const FNavLocation& Goal, bool bVia, float Speed, float) override
	{
		FAgent& Own = Agents[size_t(Agent)];
		Query.FindPath(Own.Place, Goal, Filter, Own.Path);
		Own.Next = 1;
		Own.bVia = bVia;
		Own.Speed = Speed;
	}
	void Stop(int32_t Agent) override { Agents[size_t(Agent)].Path.Clear(); }
	void Step(float DeltaTime, ITaskScheduler&) override
	{
		for (FAgent& Own : Agents)
		{
			if (!Own.bGone)
			{
				Walk(Own, DeltaTime);
			}
		}
		for (size_t A = 0; A < Agents.size(); ++A)
		{
			for (size_t B = 0; B < A; ++B)
			{
				Part(Agents[A], Agents[B]);
			}
		}
	}
	FNavLocation GetLocation(int32_t Agent) const override { return Agents[size_t(Agent)].Place; }
	FVector GetVelocity(int32_t Agent) const override { return Agents[size_t(Agent)].Velocity; }

private:
	struct FAgent
	{
		FNavLocation Place;
		FVector Velocity{0.0f, 0.0f, 0.0f};
		FNavPath Path;
		size_t Next = 1;
		float Speed = 0.0f;
		bool bVia = false, bGone = false;
	};
	void Walk(FAgent& Own, float DeltaTime)
	{
		FVector Wish{0.0f, 0.0f, 0.0f};
		while (Own.Next + 1 < Own.Path.Corners.size() &&
		       Length(Own.Path.Corners[Own.Next].Position - Own.Place.Position) < 0.3f)
		{
			++Own.Next;
		}
		if (Own.Next < Own.Path.Corners.size())
		{
			const FVector Way = Horizontal(Own.Path.Corners[Own.Next].Position - Own.Place.Position);
			const bool bSlows = Own.Next + 1 == Own.Path.Corners.size() && !Own.bVia;
			const float Brake = std::sqrt(2.0f * 15.0f * std::max(0.0f, Length(Way) - 0.1f));
			Wish = SafeNormal(Way) * (bSlows ? std::min(Own.Speed, Brake) : Own.Speed);
		}
		Own.Velocity += ClampLength(Wish - Own.Velocity, 20.0f * DeltaTime);
		const FVector Former = Own.Place.Position;
		Own.Place = Query.MoveAlongSurface(Own.Place, Former + Own.Velocity * DeltaTime, Filter);
		Own.Velocity = Horizontal(Own.Place.Position - Former) / DeltaTime;
	}
	void Part(FAgent& A, FAgent& B)
	{
		const FVector Offset = A.Place.Position - B.Place.Position;
		const float Distance = Length(Horizontal(Offset));
		if (A.bGone || B.bGone || Distance >= 2.0f * Radius || Distance < 1e-4f || std::abs(Offset.y) > 1.5f)
		{
			return;
		}
		const FVector Push = Horizontal(Offset) * (0.25f * (2.0f * Radius - Distance) / Distance);
		A.Place = Query.MoveAlongSurface(A.Place, A.Place.Position + Push, Filter);
		B.Place = Query.MoveAlongSurface(B.Place, B.Place.Position - Push, Filter);
	}

	FNavQuery Query;
	FNavFilter Filter;
	float Radius;
	std::vector<FAgent> Agents;
};

inline std::unique_ptr<IFleeTrialMover> MakeSimpleMover(const FNavMesh& Mesh, float BodyRadius)
{
	return std::make_unique<FSimpleMover>(Mesh, BodyRadius);
}
} // namespace Flockwork
