#include "FlockworkNavigation/NavCorridor.h"

#include "AllocationCounter.h"
#include "FlockworkCore/Random.h"
#include "NavTestLevels.h"

namespace Flockwork
{
namespace
{
// A corridor from one place to another, which must be connected.
FNavCorridor MakeCorridor(const FNavQuery& Query, const FVector& From, const FVector& To)
{
	FNavPath Path;
	const FNavLocation Start = At(Query, From);
	REQUIRE(Query.FindPath(Start, At(Query, To), {}, Path) == ENavPathStatus::Complete);
	FNavCorridor Corridor;
	Corridor.Reset(Start);
	REQUIRE(Corridor.SetPath(Path.Polys, Path.GetEnd()));
	return Corridor;
}

struct FWalk
{
	float Length = 0.0f;
	int32_t Steps = 0;
	bool bArrived = false;
};

// Steps of 0.1 m towards the next corner, as an agent would.
FWalk Walk(const FNavQuery& Query, FNavCorridor& Corridor, int32_t MaxSteps = 1000)
{
	FWalk Walk;
	for (; Walk.Steps < MaxSteps && !Walk.bArrived; ++Walk.Steps)
	{
		FNavCorner Corners[4];
		const int32_t Count = Corridor.FindCorners(Query, Corners);
		if (Count == 0)
		{
			Walk.bArrived = Length(Horizontal(Corridor.GetTarget() - Corridor.GetPosition())) < 0.02f;
			break;
		}
		const FVector Way = Horizontal(Corners[0].Position - Corridor.GetPosition());
		const FVector Before = Corridor.GetPosition();
		REQUIRE(Corridor.MovePosition(Query, Before + ClampLength(Way, 0.1f), {}));
		Walk.Length += Length(Horizontal(Corridor.GetPosition() - Before));
		REQUIRE(Query.IsOnMesh(Corridor.GetPosition(), {}));
		REQUIRE(Corridor.IsValid(Query, {}));
	}
	return Walk;
}
} // namespace

TEST_CASE("FNavCorridor: an agent that follows its corners arrives by the path's length")
{
	for (const FNavMeshSettings& Settings : {Solo(), Tiled(16)})
	{
		FNavMesh Mesh;
		BuildInto(Mesh, GapLevel(), Settings);
		FNavQuery Query(Mesh);
		FNavCorridor Corridor = MakeCorridor(Query, {2, 0, 2}, {2, 0, 18});
		FNavPath Path;
		Query.FindPath(At(Query, {2, 0, 2}), At(Query, {2, 0, 18}), {}, Path);
		const FWalk Way = Walk(Query, Corridor);
		CHECK(Way.bArrived);
		CHECK(Way.Length == Approx(Path.Length).epsilon(0.02));
	}
}

TEST_CASE("FNavCorridor: pushed about at random, it keeps to the mesh and still arrives")
{
	FNavMesh Mesh;
	BuildInto(Mesh, GapLevel());
	FNavQuery Query(Mesh);
	FRandomStream Random(4);
	FNavCorridor Corridor = MakeCorridor(Query, {2, 0, 2}, {2, 0, 18});
	for (int32_t Step = 0; Step < 400; ++Step)
	{
		const FVector Shove = Random.InBox({-0.8f, 0, -0.8f}, {0.8f, 0, 0.8f});
		REQUIRE(Corridor.MovePosition(Query, Corridor.GetPosition() + Shove, {}));
		FNavPoly Poly;
		REQUIRE(Mesh.GetPoly(Corridor.GetFirstPoly(), Poly));
		REQUIRE(Query.IsOnMesh(Corridor.GetPosition(), {}));
		Corridor.OptimizeTopology(Query, {});
		FNavCorner Corner;
		if (Corridor.FindCorners(Query, std::span(&Corner, 1)) == 1)
		{
			Corridor.OptimizeVisibility(Query, Corner.Position, 10.0f, {});
		}
		// Polygons that follow each other are neighbours.
		for (size_t Index = 0; Index + 1 < Corridor.GetPolys().size(); ++Index)
		{
			FNavPortal Portals[64];
			const int32_t Count = Mesh.GetPortals(Corridor.GetPolys()[Index], Portals);
			REQUIRE(std::any_of(Portals, Portals + Count,
			    [&](const FNavPortal& Portal) { return Portal.To == Corridor.GetPolys()[Index + 1]; }));
		}
	}
	CHECK(Walk(Query, Corridor).bArrived);
}

TEST_CASE("FNavCorridor: a way longer than it holds is kept in part, and said to be")
{
	FTestLevel Level;
	for (int32_t Lane = 0; Lane < 40; ++Lane)
	{
		const float X = float(Lane) * 3.0f;
		Level.Floor(X, 0, X + 2.0f, 40);
		const float Z = Lane % 2 == 0 ? 38.0f : 0.0f;
		if (Lane + 1 < 40)
		{
			Level.Floor(X + 2.0f, Z, X + 3.0f, Z + 2.0f);
		}
	}
	FNavMesh Mesh;
	BuildInto(Mesh, Level, Tiled(16));
	FNavQuery Query(Mesh);
	FNavCorridor Corridor = MakeCorridor(Query, {1, 0, 1}, {118, 0, 2});
	CHECK(Corridor.GetPolys().size() == size_t(FNavCorridor::MaxPolys));
	CHECK(Corridor.IsTruncated());
	const FVector Goal = Corridor.GetTarget();
	int32_t Searches = 1;
	bool bArrived = false;
	while (!bArrived && Searches < 20)
	{
		bArrived = Walk(Query, Corridor, 2000).bArrived;
		FNavPath Path;
		const FNavLocation Here = Corridor.GetLocation();
		REQUIRE(Query.FindPath(Here, At(Query, Goal), {}, Path) == ENavPathStatus::Complete);
		Corridor.SetPath(Path.Polys, Goal);
		++Searches;
	}
	CHECK(bArrived);
	CHECK(Searches > 2);
	CHECK_FALSE(Corridor.IsTruncated());
}

TEST_CASE("FNavCorridor: a change of the mesh is noticed and repaired")
{
	FNavMesh Mesh;
	BuildInto(Mesh, GapLevel(), Tiled(16));
	FNavQuery Query(Mesh);
	FNavCorridor Corridor = MakeCorridor(Query, {2, 0, 2}, {2, 0, 18});
	CHECK(Corridor.IsValid(Query, {}));
	FNavObstacle Door;
	Door.Center = {15, 1, 10};
	Door.HalfExtent = {1.2f, 1.0f, 0.2f};
	FSerialScheduler Scheduler;
	FDiagnostics Diagnostics;
	Mesh.AddObstacle(Door, Diagnostics);
	while (Mesh.Update(Scheduler, Diagnostics) > 0)
	{
	}
	CHECK_FALSE(Corridor.IsValid(Query, {}));
	CHECK(Corridor.Repair(Query, {}));
	CHECK(Corridor.IsTruncated());
	CHECK(Corridor.IsValid(Query, {}));
	Walk(Query, Corridor);
	CHECK(Corridor.GetPosition().z < 10.0f);
	// Right under the agent.
	FNavObstacle Crate;
	Crate.Center = Corridor.GetPosition() + FVector{0, 0.5f, 0};
	Mesh.AddObstacle(Crate, Diagnostics);
	while (Mesh.Update(Scheduler, Diagnostics) > 0)
	{
	}
	CHECK_FALSE(Corridor.MovePosition(Query, Corridor.GetPosition() + FVector{0.1f, 0, 0}, {}));
	CHECK(Corridor.Repair(Query, {}));
	CHECK(Query.IsOnMesh(Corridor.GetPosition(), {}));
	// No ground far and wide.
	FNavCorridor Lost = Corridor;
	BuildInto(Mesh, FTestLevel().Floor(500, 500, 510, 510));
	CHECK_FALSE(Lost.IsValid(Query, {}));
	CHECK_FALSE(Lost.Repair(Query, {}));
	CHECK(Lost.IsEmpty());
	FNavCorner Corner;
	CHECK(Lost.FindCorners(Query, std::span(&Corner, 1)) == 0);
}

TEST_CASE("FNavCorridor: links are corners of their own, crossed in one go, both ways or one")
{
	for (const bool bBothWays : {true, false})
	{
		FTestLevel Level;
		Level.Floor(0, 0, 10, 10).Floor(13, 0, 23, 10, 1.0f).Link({9, 0, 5}, {14, 1, 5}, bBothWays, 42);
		FNavMesh Mesh;
		BuildInto(Mesh, Level, Tiled(64));
		CHECK(Mesh.GetStats().Links == 1);
		FNavQuery Query(Mesh);
		FNavCorridor Corridor = MakeCorridor(Query, {2, 0, 5}, {20, 1, 5});
		FNavCorner Corners[4];
		const int32_t Count = Corridor.FindCorners(Query, Corners);
		REQUIRE(Count > 0);
		const FNavCorner& Last = Corners[Count - 1];
		REQUIRE(Last.bLinkStart);
		CHECK(Length(Horizontal(Last.Position - FVector(9, 0, 5))) < 0.1f);
		FNavPoly Link;
		REQUIRE(Mesh.GetPoly(Last.Poly, Link));
		CHECK(Link.bLink);
		CHECK(Link.LinkUserId == 42);
		FVector Start{};
		FVector End{};
		CHECK_FALSE(Corridor.CrossLink(Query, Corridor.GetFirstPoly(), Start, End));
		REQUIRE(Corridor.CrossLink(Query, Last.Poly, Start, End));
		CHECK(Length(End - FVector(14, 1, 5)) < 0.2f);
		CHECK(Corridor.GetPosition() == End);
		CHECK(Walk(Query, Corridor).bArrived);
		FNavPath Back;
		const ENavPathStatus Status = Query.FindPath(At(Query, {20, 1, 5}), At(Query, {2, 0, 5}), {}, Back);
		CHECK(Status == (bBothWays ? ENavPathStatus::Complete : ENavPathStatus::Partial));
	}
}

TEST_CASE("FNavCorridor: the target moves with its corridor")
{
	FNavMesh Mesh;
	BuildInto(Mesh, GapLevel());
	FNavQuery Query(Mesh);
	FNavCorridor Corridor = MakeCorridor(Query, {2, 0, 2}, {2, 0, 18});
	for (int32_t Step = 0; Step < 60; ++Step)
	{
		REQUIRE(Corridor.MoveTarget(Query, Corridor.GetTarget() + FVector{0.2f, 0, 0}, {}));
	}
	CHECK(Corridor.GetTarget().x == Approx(14.0f).margin(0.1));
	CHECK(Walk(Query, Corridor).bArrived);
	CHECK(Corridor.GetPosition().x == Approx(14.0f).margin(0.1));
}

TEST_CASE("FNavCorridor: refuses a path that begins elsewhere")
{
	FNavMesh Mesh;
	BuildInto(Mesh, GapLevel(), Tiled(16));
	FNavQuery Query(Mesh);
	FNavCorridor Corridor = MakeCorridor(Query, {2, 0, 2}, {2, 0, 18});
	const FPolyRef Elsewhere = At(Query, {18, 0, 18}).Poly;
	CHECK_FALSE(Corridor.SetPath(std::span(&Elsewhere, 1), {18, 0, 18}));
	CHECK_FALSE(Corridor.SetPath({}, {18, 0, 18}));
	CHECK(Corridor.GetTarget().z == Approx(18.0f).margin(0.1));
}

TEST_CASE("FNavCorridor: a walk and its queries allocate nothing after the first")
{
	FNavMesh Mesh;
	BuildInto(Mesh, GapLevel());
	FNavQuery Query(Mesh);
	const FNavFilter Filter = Mesh.MakeFilter();
	FNavPath Path;
	const FNavLocation Start = At(Query, {2, 0, 2});
	const FNavLocation Goal = At(Query, {2, 0, 18});
	const auto Everything = [&]
	{
		Query.FindPath(Start, Goal, Filter, Path);
		FNavCorridor Corridor;
		Corridor.Reset(Start);
		Corridor.SetPath(Path.Polys, Path.GetEnd());
		FNavCorner Corners[4];
		FNavSegment Segments[8];
		for (int32_t Step = 0; Step < 50; ++Step)
		{
			if (Corridor.FindCorners(Query, Corners) > 0)
			{
				Corridor.MovePosition(Query,
				    Corridor.GetPosition() + ClampLength(Corners[0].Position - Corridor.GetPosition(), 0.1f), Filter);
				Corridor.OptimizeVisibility(Query, Corners[0].Position, 10.0f, Filter);
			}
			Corridor.OptimizeTopology(Query, Filter);
			Corridor.IsValid(Query, Filter);
			Query.FindBoundary(Corridor.GetLocation(), 3.0f, Filter, Segments);
			Query.FindWall(Corridor.GetLocation(), 3.0f, Filter);
			Query.Raycast(Corridor.GetLocation(), Goal.Position, Filter);
		}
	};
	Everything();
	const FAllocationCounter Counter;
	Everything();
	CHECK(Counter.GetCount() == 0);
}
} // namespace Flockwork
