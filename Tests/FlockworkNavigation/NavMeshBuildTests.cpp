// What ground comes out, against measures worked out by hand.
#include "FlockworkCore/TaskPool.h"
#include "NavTestLevels.h"

#include <cmath>

namespace Flockwork
{
namespace
{
double AreaOf(const FTestLevel& Level, const FNavMeshSettings& Settings)
{
	FNavMesh Mesh;
	BuildInto(Mesh, Level, Settings);
	return Mesh.GetStats().WalkableArea;
}
} // namespace

TEST_CASE("FNavMesh: a plane loses the agent's radius and one cell at its open edges")
{
	// Edges on cell borders: 20 m less 2 x (0.4 + 0.2) m.
	const FTestLevel Level = FTestLevel().Floor(0, 0, 20, 20);
	CHECK(AreaOf(Level, Solo()) == Approx(18.8 * 18.8).epsilon(0.002));
	CHECK(AreaOf(Level, Tiled()) == Approx(18.8 * 18.8).epsilon(0.002));
	FNavMeshSettings Wide = Solo();
	Wide.AgentRadius = 2.0f;
	CHECK(AreaOf(Level, Wide) == Approx(15.6 * 15.6).epsilon(0.002));
	// At another height it is no different.
	CHECK(AreaOf(FTestLevel().Floor(0, 0, 20, 20, 5.0f).Floor(30, 30, 30.4f, 30.4f), Solo()) ==
	      Approx(18.8 * 18.8).epsilon(0.002));
}

TEST_CASE("FNavMesh: walls are kept off by the agent's radius and no more than a cell")
{
	FTestLevel Level;
	Level.Floor(0, 0, 20, 20);
	Level.Box({-1, 0, -1}, {0, 3, 21}).Box({20, 0, -1}, {21, 3, 21}).Box({-1, 0, -1}, {21, 3, 0});
	Level.Box({-1, 0, 20}, {21, 3, 21});
	const double Area = AreaOf(Level, Solo());
	// The tops of the walls are too narrow to stand on.
	CHECK(Area <= 19.2 * 19.2 + 0.1);
	CHECK(Area >= 18.8 * 18.8 - 0.1);
}

TEST_CASE("FNavMesh: ramps just below the greatest slope are walkable, those just above are not")
{
	for (const float Degrees : {30.0f, 44.0f, 46.0f, 60.0f})
	{
		const float Rise = 4.0f * std::tan(Degrees * Pi / 180.0f);
		const FTestLevel Level = FTestLevel().Floor(0, 0, 6, 6).Ramp(6, 0, 10, 6, 0, Rise).Floor(10, 0, 16, 6, Rise);
		for (const FNavMeshSettings& Settings : {Solo(), Tiled(16)})
		{
			FNavMesh Mesh;
			BuildInto(Mesh, Level, Settings);
			INFO(Degrees << " degrees, tiles of " << Settings.TileSize);
			CHECK(IsConnected(Mesh, {2, 0, 3}, {14, Rise, 3}) == (Degrees < 45.0f));
		}
	}
}

TEST_CASE("FNavMesh: steps up to the climb are walked over, higher ones are not")
{
	for (const float Step : {0.1f, 0.3f, 0.34f, 0.41f, 0.6f})
	{
		const FTestLevel Level = FTestLevel().Floor(0, 0, 6, 6).Box({6, 0, 0}, {12, Step, 6});
		FNavMesh Mesh;
		BuildInto(Mesh, Level, Solo());
		INFO("a step of " << Step << " m");
		CHECK(IsConnected(Mesh, {2, 0, 3}, {10, Step, 3}) == (Step < 0.35f));
	}
}

TEST_CASE("FNavMesh: nobody goes under a ceiling that is too low")
{
	for (const float Ceiling : {1.0f, 1.7f, 1.95f, 3.0f})
	{
		FTestLevel Level;
		Level.Floor(0, 0, 20, 6);
		Level.Box({8, Ceiling, -1}, {12, Ceiling + 1.0f, 7});
		FNavMesh Mesh;
		BuildInto(Mesh, Level, Solo());
		INFO("a ceiling at " << Ceiling << " m");
		CHECK(IsConnected(Mesh, {2, 0, 3}, {18, 0, 3}) == (Ceiling > 1.8f));
	}
}

TEST_CASE("FNavMesh: a gap is a way through when the agent fits, and its floors are two")
{
	FNavMesh Mesh;
	BuildInto(Mesh, GapLevel());
	CHECK(IsConnected(Mesh, {2, 0, 2}, {2, 0, 18}));
	FNavMeshSettings Wide = Tiled();
	Wide.AgentRadius = 1.1f;
	BuildInto(Mesh, GapLevel(), Wide);
	CHECK_FALSE(IsConnected(Mesh, {2, 0, 2}, {2, 0, 18}));

	// Two floors over each other count twice, and heights tell them apart.
	const FTestLevel Floors = FTestLevel().Floor(0, 0, 10, 10).Floor(0, 0, 10, 10, 3.0f);
	BuildInto(Mesh, Floors);
	CHECK(Mesh.GetStats().WalkableArea == Approx(2 * 8.8 * 8.8).epsilon(0.005));
	FNavQuery Query(Mesh);
	CHECK(At(Query, {5, 0.2f, 5}).Position.y == Approx(0.0f).margin(0.1));
	CHECK(At(Query, {5, 2.9f, 5}).Position.y == Approx(3.0f).margin(0.1));
}

TEST_CASE("FNavMesh: a level's areas come with their costs, flags and names, and the blocked one is no ground")
{
	FTestLevel Level;
	Level.Floor(0, 0, 10, 10, 0.0f, 1).Floor(10, 0, 20, 10, 0.0f, 2).Floor(20, 0, 30, 10, 0.0f, BlockedArea);
	Level.Input.Areas = {{"none", 1.0f, 1}, {"grass", 1.0f, 1}, {"mud", 5.0f, 2}};
	FNavMesh Mesh;
	BuildInto(Mesh, Level);
	CHECK(Mesh.FindArea("mud") == 2);
	CHECK(Mesh.FindArea("lava") == BlockedArea);
	CHECK(Mesh.GetArea(2).Cost == 5.0f);
	CHECK(Mesh.MakeFilter().AreaCosts[2] == 5.0f);
	FNavQuery Query(Mesh);
	FNavPoly Poly;
	REQUIRE(Mesh.GetPoly(At(Query, {15, 0, 5}).Poly, Poly));
	CHECK(Poly.Area == 2);
	CHECK(Poly.Flags == 2);
	CHECK_FALSE(Query.IsOnMesh({25, 0, 5}, {}));
	FNavFilter Dry;
	Dry.ExcludeFlags = 2;
	CHECK_FALSE(Query.IsOnMesh({15, 0, 5}, Dry));
	CHECK(Query.IsOnMesh({5, 0, 5}, Dry));
}

TEST_CASE("FNavMesh: tiled and solo reach the same places")
{
	const FTestLevel Level = GapLevel();
	FNavMesh One;
	FNavMesh Many;
	BuildInto(One, Level, Solo());
	BuildInto(Many, Level, Tiled(16));
	FNavQuery OneQuery(One);
	FNavQuery ManyQuery(Many);
	FNavPath Path;
	const FNavLocation OneStart = At(OneQuery, {2, 0, 2});
	const FNavLocation ManyStart = At(ManyQuery, {2, 0, 2});
	int32_t Differences = 0;
	int32_t Places = 0;
	for (float Z = 0.55f; Z < 20.0f; Z += 0.5f)
	{
		for (float X = 0.55f; X < 20.0f; X += 0.5f)
		{
			const auto Reaches = [&](const FNavQuery& Query, const FNavLocation& Start)
			{
				const FNavLocation Goal = Query.FindNearest({X, 0, Z}, {0.05f, 1.0f, 0.05f}, {});
				return Goal.IsValid() && Query.FindPath(Start, Goal, {}, Path) == ENavPathStatus::Complete;
			};
			Differences += Reaches(OneQuery, OneStart) != Reaches(ManyQuery, ManyStart);
			++Places;
		}
	}
	// Edges are simplified tile by tile, so places in the last cell before a wall may differ.
	CHECK(Differences * 100 <= Places);
}

TEST_CASE("FNavMesh: the same bits at any thread count")
{
	std::vector<uint8_t> First;
	for (const int32_t Threads : {1, 2, 3})
	{
		FTaskPool Pool(FTaskPoolSettings{.ThreadCount = Threads});
		FNavMesh Mesh;
		FDiagnostics Diagnostics;
		REQUIRE(Mesh.Build(GapLevel().Input, Tiled(16), Pool, {}, Diagnostics));
		const std::vector<uint8_t> Bytes = Mesh.SaveBytes();
		CHECK((First.empty() || Bytes == First));
		First = Bytes;
	}
}

TEST_CASE("FNavMesh: progress rises to one, and can end the build with the former mesh kept")
{
	FNavMesh Mesh;
	BuildInto(Mesh, GapLevel());
	const std::vector<uint8_t> Former = Mesh.SaveBytes();
	FSerialScheduler Scheduler;
	FDiagnostics Diagnostics;
	const FTestLevel Large = FTestLevel().Floor(0, 0, 60, 60);
	CHECK_FALSE(Mesh.Build(
	    Large.Input, Tiled(16), Scheduler, [](float Done) { return Done < 0.5f; }, Diagnostics));
	CHECK((Mesh.SaveBytes() == Former));
	std::vector<float> Shares;
	CHECK(Mesh.Build(
	    Large.Input, Tiled(16), Scheduler,
	    [&](float Done)
	    {
		    Shares.push_back(Done);
		    return true;
	    },
	    Diagnostics));
	CHECK(Shares.size() > 3);
	CHECK(std::is_sorted(Shares.begin(), Shares.end()));
	CHECK(Shares.back() == 1.0f);
}

TEST_CASE("FNavMesh: polygons, portals, surface and statistics agree with each other")
{
	FNavMesh Mesh;
	BuildInto(Mesh, GapLevel());
	const std::vector<FPolyRef> Polys = Mesh.GetPolys();
	CHECK(int32_t(Polys.size()) == Mesh.GetStats().Polys);
	for (const FPolyRef Ref : Polys)
	{
		FNavPoly Poly;
		REQUIRE(Mesh.GetPoly(Ref, Poly));
		CHECK(Mesh.GetTileRevision(Ref) == 1);
		FNavPortal Portals[64];
		const int32_t Count = Mesh.GetPortals(Ref, Portals);
		for (int32_t Index = 0; Index < Count; ++Index)
		{
			// The way back is the same gap seen from the other side, but for a tile border's rounding to 1/255.
			FNavPortal Back[64];
			const int32_t BackCount = Mesh.GetPortals(Portals[Index].To, Back);
			const bool bBack = std::any_of(Back, Back + BackCount,
			    [&](const FNavPortal& Other)
			    { return Other.To == Ref && Length(Other.Left - Portals[Index].Right) < 0.1f; });
			CHECK(bBack);
		}
	}
	std::vector<FVector> Vertices;
	std::vector<uint8_t> Areas;
	Mesh.GetSurface(Vertices, Areas);
	REQUIRE(Vertices.size() == Areas.size() * 3);
	double Area = 0.0;
	for (size_t Index = 0; Index < Vertices.size(); Index += 3)
	{
		const FVector Cross = glm::cross(Vertices[Index + 1] - Vertices[Index], Vertices[Index + 2] - Vertices[Index]);
		Area += 0.5 * double(std::abs(Cross.y));
	}
	CHECK(Area == Approx(Mesh.GetStats().WalkableArea).epsilon(1e-3));
}
} // namespace Flockwork
