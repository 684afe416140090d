// Navmeshes of hilly ground with blocks on it, of as many triangles as the count says: building one (a step), and 256
// paths between random places of it (a step), with one query object for each thread.
#include "FlockworkCore/Random.h"
#include "FlockworkCore/TaskPool.h"
#include "FlockworkNavigation/NavMesh.h"
#include "FlockworkNavigation/NavQuery.h"
#include "Suites.h"

#include <cmath>
#include <memory>

namespace Flockwork
{
namespace
{
constexpr int32_t PathCount = 256;
constexpr float Spacing = 1.0f; // m between the ground's vertices

// One square in ten is raised to a block that no one climbs.
float HeightAt(int32_t X, int32_t Z)
{
	FRandomStream Random(uint64_t(X / 4) * 7919u + uint64_t(Z / 4));
	Random.Next();
	const float Block = Random.Uniform() < 0.1f ? 3.0f : 0.0f;
	return Block + 2.0f * std::sin(float(X) * 0.07f) * std::cos(float(Z) * 0.05f);
}

FNavMeshInput MakeGround(int32_t Triangles)
{
	const int32_t Side = std::max(int32_t(std::sqrt(double(Triangles) / 2.0)), 8);
	FNavMeshInput Input;
	Input.Name = "hills";
	for (int32_t Z = 0; Z <= Side; ++Z)
	{
		for (int32_t X = 0; X <= Side; ++X)
		{
			Input.Vertices.push_back({float(X) * Spacing, HeightAt(X, Z), float(Z) * Spacing});
		}
	}
	const uint32_t Row = uint32_t(Side) + 1;
	for (uint32_t Z = 0; Z < uint32_t(Side); ++Z)
	{
		for (uint32_t X = 0; X < uint32_t(Side); ++X)
		{
			const uint32_t At = Z * Row + X;
			Input.Indices.insert(Input.Indices.end(), {At, At + Row, At + Row + 1, At, At + Row + 1, At + 1});
		}
	}
	return Input;
}

bool Build(FNavMesh& Mesh, const FNavMeshInput& Input, ITaskScheduler& Scheduler)
{
	FDiagnostics Diagnostics;
	const bool bBuilt = Mesh.Build(Input, FNavMeshSettings{}, Scheduler, {}, Diagnostics);
	Diagnostics.WriteToLog();
	return bBuilt;
}

void MeasureBuild(const FNavMeshInput& Input, int32_t Count, int32_t Threads, const FOnMeasured& OnMeasured)
{
	FTaskPool Pool(FTaskPoolSettings{.ThreadCount = Threads});
	FNavMesh Mesh;
	FCase Case;
	Case.Name = NavMeshBuildName;
	Case.Count = Count;
	Case.Threads = Threads;
	Case.Steps = Count > 20000 ? 1 : 3;
	Case.Step = [&] { Build(Mesh, Input, Pool); };
	OnMeasured(Measure(Case));
}

// What one thread asks with.
struct FAsker
{
	explicit FAsker(const FNavMesh& Mesh) : Query(Mesh) {}
	FNavQuery Query;
	FNavPath Path;
};

void MeasurePaths(const FNavMesh& Mesh, int32_t Count, int32_t Threads, const FOnMeasured& OnMeasured)
{
	FTaskPool Pool(FTaskPoolSettings{.ThreadCount = Threads});
	std::vector<std::unique_ptr<FAsker>> Askers;
	for (int32_t Thread = 0; Thread < Threads; ++Thread)
	{
		Askers.push_back(std::make_unique<FAsker>(Mesh));
	}
	const FNavFilter Filter = Mesh.MakeFilter();
	FRandomStream Random(20261130);
	std::vector<FNavLocation> Places;
	for (int32_t Place = 0; Place < PathCount * 2; ++Place)
	{
		Places.push_back(Askers[0]->Query.RandomPoint(Random, Filter));
	}
	FCase Case;
	Case.Name = NavPathsName;
	Case.Count = Count;
	Case.Threads = Threads;
	Case.Steps = 5;
	Case.Step = [&]
	{
		Pool.BeginFrame();
		ForEachChunk(Pool, PathCount,
		    [&](int32_t Chunk, int32_t Worker)
		    {
			    FAsker& Asker = *Askers[size_t(Worker)];
			    Asker.Query.FindPath(Places[size_t(Chunk) * 2], Places[size_t(Chunk) * 2 + 1], Filter, Asker.Path);
		    });
	};
	OnMeasured(Measure(Case));
}
} // namespace

void RunNavMeshSuite(const FBenchOptions& Options, const FOnMeasured& OnMeasured)
{
	if (!Options.Wants(NavMeshBuildName) && !Options.Wants(NavPathsName))
	{
		return;
	}
	for (const int32_t Count : Options.Counts)
	{
		const FNavMeshInput Input = MakeGround(Count);
		for (const int32_t Threads : Options.Threads)
		{
			if (Options.Wants(NavMeshBuildName))
			{
				MeasureBuild(Input, Count, Threads, OnMeasured);
			}
		}
		FTaskPool Pool;
		FNavMesh Mesh;
		if (Options.Wants(NavPathsName) && Build(Mesh, Input, Pool))
		{
			for (const int32_t Threads : Options.Threads)
			{
				MeasurePaths(Mesh, Count, Threads, OnMeasured);
			}
		}
	}
}
} // namespace Flockwork
