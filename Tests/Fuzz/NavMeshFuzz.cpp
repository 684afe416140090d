// Any bytes, and damaged real navmeshes, into LoadBytes: refused with the mesh as it was, or a mesh that every query
// and an obstacle can be put to, and that can be saved and loaded again.
#include "FlockworkCore/Random.h"
#include "FlockworkNavigation/NavCorridor.h"
#include "FlockworkNavigation/NavMesh.h"
#include "FlockworkNavigation/NavQuery.h"
#include "Fuzz.h"
#include "RealFiles.h"

#include <array>

using namespace Flockwork;

namespace
{
void AddFloor(FNavMeshInput& Input, const FVector& Min, const FVector& Max)
{
	const uint32_t First = uint32_t(Input.Vertices.size());
	Input.Vertices.insert(Input.Vertices.end(),
	    {{Min.x, Min.y, Min.z}, {Min.x, Min.y, Max.z}, {Max.x, Max.y, Max.z}, {Max.x, Max.y, Min.z}});
	Input.Indices.insert(Input.Indices.end(), {First, First + 1, First + 2, First, First + 2, First + 3});
}

// Two pieces of ground with a link between, in several tiles, and a crate.
std::vector<uint8_t> MakeNavMesh()
{
	FNavMeshInput Input;
	AddFloor(Input, {0, 0, 0}, {8, 0, 5});
	AddFloor(Input, {8, 0, 0}, {11, 1, 5});
	AddFloor(Input, {14, 1, 0}, {18, 1, 5});
	Input.Links.push_back({{10, 0.7f, 2}, {15, 1, 2}});
	FNavMeshSettings Settings;
	Settings.TileSize = 32;
	FSerialScheduler Scheduler;
	FDiagnostics Diagnostics;
	FNavMesh Mesh;
	Expect(Mesh.Build(Input, Settings, Scheduler, {}, Diagnostics), "the fuzzer's own level is good");
	FNavObstacle Crate;
	Crate.Center = {3, 0.5f, 3};
	Expect(Mesh.AddObstacle(Crate, Diagnostics).IsValid(), "the fuzzer's own obstacle is good");
	return Mesh.SaveBytes();
}

void AskEverything(const FNavMesh& Mesh)
{
	FNavQuery Query(Mesh, 256);
	FRandomStream Random(1);
	FNavPath Path;
	for (int32_t Round = 0; Round < 4; ++Round)
	{
		const FNavLocation A = Query.RandomPoint(Random, {});
		const FNavLocation B = Query.RandomPointInCircle(Random, A, 20.0f, {});
		Query.FindPath(A, B, {}, Path);
		Query.Raycast(A, B.Position, {});
		Query.FindWall(A, 5.0f, {});
		std::array<FNavSegment, 8> Segments;
		Query.FindBoundary(A, 5.0f, {}, Segments);
		FNavCorridor Corridor;
		Corridor.Reset(A);
		Corridor.SetPath(Path.Polys, B.Position);
		for (int32_t Step = 0; Step < 8; ++Step)
		{
			std::array<FNavCorner, 4> Corners;
			const int32_t Count = Corridor.FindCorners(Query, Corners);
			Corridor.MovePosition(Query, Count > 0 ? Corners[0].Position : B.Position, {});
			Corridor.OptimizeVisibility(Query, B.Position, 10.0f, {});
			Corridor.OptimizeTopology(Query, {});
		}
	}
	std::vector<FVector> Vertices;
	std::vector<uint8_t> Areas;
	Mesh.GetSurface(Vertices, Areas);
	std::array<FNavPortal, 16> Portals;
	for (const FPolyRef Ref : Mesh.GetPolys())
	{
		Mesh.GetPortals(Ref, Portals);
	}
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* Data, size_t Size)
{
	if (Size == 0)
	{
		return 0;
	}
	static const std::vector<uint8_t> Real = MakeNavMesh();
	const std::vector<uint8_t> Bytes = MakeFile(Data, Size, [] { return Real; });
	FNavMesh Mesh;
	FDiagnostics Diagnostics;
	if (!Mesh.LoadBytes(Bytes, "fuzz", Diagnostics))
	{
		Expect(Diagnostics.HasErrors(), "a refusal says why");
		Expect(!Mesh.IsBuilt(), "a refused navmesh changes nothing");
		return 0;
	}
	AskEverything(Mesh);
	const std::vector<uint8_t> Saved = Mesh.SaveBytes();
	FNavMesh Again;
	Expect(Again.LoadBytes(Saved, "again", Diagnostics), "what a loaded navmesh saves can be loaded");
	Expect(Again.SaveBytes() == Saved, "and saved as it was");
	FSerialScheduler Scheduler;
	const int32_t Tiles = Mesh.Update(Scheduler, Diagnostics);
	Expect(Tiles <= Mesh.GetSettings().TilesPerUpdate, "an update is bounded");
	AskEverything(Mesh);
	return 0;
}
