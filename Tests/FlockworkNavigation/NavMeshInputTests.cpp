// Levels as they should not be: a message that helps, and never a crash.
#include "FlockworkCore/Random.h"
#include "NavTestLevels.h"

#include <limits>

namespace Flockwork
{
namespace
{
bool Says(const std::string& Text, const char* Part)
{
	INFO(Text);
	return Text.find(Part) != std::string::npos;
}

FNavInputReport Clean(FNavMeshInput& Input, FDiagnostics& Diagnostics)
{
	FNavInputReport Report;
	CleanNavMeshInput(Input, FNavMeshSettings{}, Report, Diagnostics);
	return Report;
}
} // namespace

TEST_CASE("CleanNavMeshInput: drops what cannot be used, counted, and leaves the rest")
{
	FTestLevel Level = GapLevel();
	const uint32_t Whole = Level.Input.GetTriangleCount();
	FNavMeshInput& Input = Level.Input;
	const float Nan = std::numeric_limits<float>::quiet_NaN();
	Level.Floor(Nan, 0, 5, 5); // both triangles
	Level.Floor(3, 3, 3, 3);   // both without area
	Input.Indices.insert(Input.Indices.end(), {0, 1, 999'999});
	Input.TriangleAreas.push_back(GroundArea);
	Input.Indices.insert(Input.Indices.end(), {0, 1, 2});
	Input.TriangleAreas.push_back(200);                   // an area that does not exist
	Input.Indices.insert(Input.Indices.end(), {1, 2, 0}); // the first one, from another corner
	Input.TriangleAreas.push_back(GroundArea);
	Level.Floor(0, 0, 20, 20); // the first two, with corners of their own
	Level.Link({Nan, 0, 0}, {1, 0, 1});
	FDiagnostics Diagnostics;
	const FNavInputReport Report = Clean(Input, Diagnostics);
	CHECK(Report.BadVertices == 2);
	CHECK(Report.DegenerateTriangles == 2);
	CHECK(Report.BadIndices == 2);
	CHECK(Report.DuplicateTriangles == 3);
	CHECK(Report.BadLinks == 1);
	CHECK(Input.GetTriangleCount() == Whole);
	CHECK(Input.TriangleAreas.size() == Whole);
	CHECK(Input.Links.empty());
	CHECK_FALSE(Diagnostics.HasErrors());
	CHECK(Diagnostics.GetAll().size() == 5);
	CHECK(Report.Bounds.Min == FVector(-1.1f, 0, -1.1f));
	CHECK(Report.Bounds.Max == FVector(21, 3, 21));
}

TEST_CASE("CleanNavMeshInput: the back of a double-sided face is no duplicate")
{
	FTestLevel Level;
	Level.Floor(0, 0, 10, 10);
	Level.Quad({10, 0, 0}, {10, 0, 10}, {0, 0, 10}, {0, 0, 0});
	FDiagnostics Diagnostics;
	const FNavInputReport Report = Clean(Level.Input, Diagnostics);
	CHECK(Report.DuplicateTriangles == 0);
	CHECK(Report.WalkableArea == Approx(100.0));
	CHECK(Report.CeilingArea == Approx(100.0));
}

TEST_CASE("FNavMesh: levels that give no ground say what to do")
{
	CHECK(Says(BuildFails(FTestLevel()), "no triangles"));
	FTestLevel UpsideDown;
	UpsideDown.Quad({0, 0, 0}, {10, 0, 0}, {10, 0, 10}, {0, 0, 10});
	CHECK(Says(BuildFails(UpsideDown), "flip the faces"));
	FTestLevel ZUp;
	ZUp.Quad({0, 0, 0}, {10, 0, 0}, {10, 10, 0}, {0, 10, 0});
	CHECK(Says(BuildFails(ZUp), "Y up"));
	FTestLevel Steep;
	Steep.Ramp(0, 0, 1, 10, 0, 9);
	CHECK(Says(BuildFails(Steep), "navmesh.maxSlope"));
	const float Nan = std::numeric_limits<float>::quiet_NaN();
	CHECK(Says(BuildFails(FTestLevel().Floor(0, Nan, 5, 5)), "none of the level's triangles"));
	CHECK(Says(BuildFails(FTestLevel().Floor(0, 0, 0.5f, 0.5f)), "navmesh.agentRadius"));
	FTestLevel Broken = FTestLevel().Floor(0, 0, 10, 10);
	Broken.Input.Indices.pop_back();
	CHECK(Says(BuildFails(Broken), "no whole triangles"));
	Broken = FTestLevel().Floor(0, 0, 10, 10);
	Broken.Input.TriangleAreas.pop_back();
	CHECK(Says(BuildFails(Broken), "areas"));
	Broken = FTestLevel().Floor(0, 0, 10, 10);
	Broken.Input.Areas = {{"none", 1.0f, 0}, {"free", 0.0f, 1}};
	CHECK(Says(BuildFails(Broken), "free"));
}

TEST_CASE("FNavMesh: levels in other units get a hint")
{
	const auto Hint = [](const FTestLevel& Level)
	{
		FNavMeshInput Input = Level.Input;
		FDiagnostics Diagnostics;
		Clean(Input, Diagnostics);
		return Diagnostics.ToString();
	};
	CHECK(Says(Hint(FTestLevel().Floor(0, 0, 0.3f, 0.3f)), "other units"));
	CHECK(Says(Hint(FTestLevel().Floor(0, 0, 20'000, 20'000)), "other units"));
	CHECK(Hint(FTestLevel().Floor(0, 0, 200, 200)).empty());
	// Far too much of it: an error, not an endless build.
	CHECK(Says(BuildFails(FTestLevel().Floor(0, 0, 2'000'000, 2'000'000)), "raise navmesh.cellSize"));
	CHECK(Says(BuildFails(FTestLevel().Floor(0, 0, 3'000, 3'000), Solo()), "navmesh.tileSize"));
	CHECK(Says(BuildFails(FTestLevel().Floor(0, 0, 6'000, 6'000)), "navmesh.tileSize"));
	// A tower too high for its voxels.
	CHECK(Says(BuildFails(FTestLevel().Floor(0, 0, 5, 5).Floor(0, 0, 5, 5, 2'000.0f)), "navmesh.cellHeight"));
}

TEST_CASE("FNavMesh: no soup of random triangles crashes the build or what follows")
{
	FRandomStream Random(20261130);
	FSerialScheduler Scheduler;
	int32_t Built = 0;
	for (int32_t Round = 0; Round < 30; ++Round)
	{
		FTestLevel Level;
		const int32_t Count = Random.RangeInt(1, 300);
		const float Size = Round % 3 == 0 ? 3.0f : Round % 3 == 1 ? 15.0f : 40.0f;
		for (int32_t Index = 0; Index < Count * 3; ++Index)
		{
			FVector Place = Random.InBox({-Size, -Size * 0.1f, -Size}, {Size, Size * 0.1f, Size});
			const int32_t Odd = Random.RangeInt(0, 400);
			Place.x = Odd == 0 ? std::numeric_limits<float>::infinity() : Odd == 1 ? 3e7f : Place.x;
			Level.Input.Vertices.push_back(Place);
			Level.Input.Indices.push_back(uint32_t(Random.RangeInt(0, Index + (Odd == 2 ? 9 : 0))));
		}
		FNavMesh Mesh;
		FDiagnostics Diagnostics;
		const FNavMeshSettings Settings = Round % 2 == 0 ? Tiled() : Solo();
		if (!Mesh.Build(Level.Input, Settings, Scheduler, {}, Diagnostics))
		{
			CHECK((Diagnostics.HasErrors() && !Mesh.IsBuilt()));
			continue;
		}
		++Built;
		FNavQuery Query(Mesh);
		const FNavLocation A = Query.RandomPoint(Random, {});
		const FNavLocation B = Query.RandomPoint(Random, {});
		FNavPath Path;
		CHECK(Query.FindPath(A, B, {}, Path) != ENavPathStatus::Invalid);
		FNavMesh Again;
		CHECK(Again.LoadBytes(Mesh.SaveBytes(), "soup", Diagnostics));
		INFO(Diagnostics.ToString());
		CHECK((Again.SaveBytes() == Mesh.SaveBytes()));
	}
	CHECK(Built > 10);
}
} // namespace Flockwork
