// Queries against closed forms and brute force.
#include "FlockworkCore/Random.h"
#include "NavTestLevels.h"

#include <cmath>
#include <limits>
#include <queue>

namespace Flockwork
{
namespace
{
constexpr float Nan = std::numeric_limits<float>::quiet_NaN();

// The shortest way over the mesh by Dijkstra on a grid of places 0.1 m apart with 32 directions, each of which is free
// by a ray: too long by at most 1.5 %, and independent of polygons.
class FGridSearch
{
public:
	explicit FGridSearch(const FNavQuery& Query)
	{
		for (int32_t Z = 0; Z < Size; ++Z)
		{
			for (int32_t X = 0; X < Size; ++X)
			{
				Free.push_back(Query.IsOnMesh(Place(X, Z), {}));
			}
		}
	}

	float Distance(const FVector& From, const FVector& To) const
	{
		std::vector<float> Best(Free.size(), 1e9f);
		using FEntry = std::pair<float, int32_t>;
		std::priority_queue<FEntry, std::vector<FEntry>, std::greater<>> Queue;
		const int32_t Start = Index(From);
		Best[size_t(Start)] = 0.0f;
		Queue.push({0.0f, Start});
		while (!Queue.empty())
		{
			const auto [Cost, At] = Queue.top();
			Queue.pop();
			if (At == Index(To))
			{
				return Cost;
			}
			if (Cost > Best[size_t(At)])
			{
				continue;
			}
			for (const auto& [StepX, StepZ] : Steps())
			{
				const int32_t X = At % Size + StepX;
				const int32_t Z = At / Size + StepZ;
				if (X < 0 || Z < 0 || X >= Size || Z >= Size || !IsFree(At % Size, At / Size, StepX, StepZ))
				{
					continue;
				}
				const float Way = Cost + Step * std::sqrt(float(StepX * StepX + StepZ * StepZ));
				if (Way < Best[size_t(Z * Size + X)])
				{
					Best[size_t(Z * Size + X)] = Way;
					Queue.push({Way, Z * Size + X});
				}
			}
		}
		return -1.0f;
	}
	static FVector Place(int32_t X, int32_t Z) { return {float(X) * Step, 0.0f, float(Z) * Step}; }

private:
	static constexpr float Step = 0.1f;
	static constexpr int32_t Size = 201;

	static int32_t Index(const FVector& At)
	{
		return int32_t(std::lround(At.z / Step)) * Size + int32_t(std::lround(At.x / Step));
	}
	static const std::vector<std::pair<int32_t, int32_t>>& Steps()
	{
		static const std::vector<std::pair<int32_t, int32_t>> All = []
		{
			std::vector<std::pair<int32_t, int32_t>> Steps;
			for (int32_t X = -3; X <= 3; ++X)
			{
				for (int32_t Z = -3; Z <= 3; ++Z)
				{
					if (std::gcd(X, Z) == 1)
					{
						Steps.push_back({X, Z});
					}
				}
			}
			return Steps;
		}();
		return All;
	}
	// All places that the step passes are free, checked at thirds.
	bool IsFree(int32_t X, int32_t Z, int32_t StepX, int32_t StepZ) const
	{
		for (int32_t Part = 1; Part <= 3; ++Part)
		{
			const int32_t AtX = int32_t(std::lround(float(X) + float(StepX * Part) / 3.0f));
			const int32_t AtZ = int32_t(std::lround(float(Z) + float(StepZ * Part) / 3.0f));
			if (!Free[size_t(AtZ * Size + AtX)])
			{
				return false;
			}
		}
		return true;
	}

	std::vector<char> Free;
};
} // namespace

TEST_CASE("FNavQuery: nearest points, heights and places off the mesh")
{
	FNavMesh Mesh;
	BuildInto(Mesh, FTestLevel().Floor(0, 0, 20, 20).Floor(0, 0, 20, 20, 4.0f));
	FNavQuery Query(Mesh);
	const FNavLocation On = Query.FindNearest({5, 0.3f, 5}, {1, 1, 1}, {});
	REQUIRE(On.IsValid());
	CHECK(Length(On.Position - FVector(5, 0, 5)) < 0.06f);
	// Beside the plane: its edge is at 0.6.
	const FNavLocation Beside = Query.FindNearest({-1, 0, 10}, {2, 1, 2}, {});
	REQUIRE(Beside.IsValid());
	CHECK(Beside.Position.x == Approx(0.6f).margin(0.05));
	CHECK(Beside.Position.z == Approx(10.0f).margin(0.05));
	CHECK_FALSE(Query.FindNearest({-3, 0, 10}, {2, 1, 2}, {}).IsValid());
	CHECK_FALSE(Query.FindNearest({10, 2, 10}, {1, 1, 1}, {}).IsValid());
	CHECK(Query.FindNearest({10, 2.5f, 10}, {1, 3, 1}, {}).Position.y == Approx(4.0f).margin(0.06));
	CHECK(Query.IsOnMesh({10, 0.2f, 10}, {}));
	CHECK_FALSE(Query.IsOnMesh({0.3f, 0.0f, 10}, {}));
	CHECK_FALSE(Query.IsOnMesh({10, 1.0f, 10}, {}));
	float Height = 9.0f;
	CHECK(Query.GetHeight({{5, 3, 5}, On.Poly}, Height));
	CHECK(Height == Approx(0.0f).margin(0.06));
	// A box as large as can be: bounded work, the nearest found.
	CHECK(Query.FindNearest({1e6f, 0, 10}, {1e9f, 1e9f, 1e9f}, {}).Position.x == Approx(19.4f).margin(0.05));
}

TEST_CASE("FNavQuery: heights on a ramp follow it")
{
	FNavMesh Mesh;
	BuildInto(Mesh, FTestLevel().Floor(0, 0, 5, 6).Ramp(5, 0, 15, 6, 0, 4).Floor(15, 0, 20, 6, 4.0f));
	FNavQuery Query(Mesh);
	for (float X = 6.0f; X < 15.0f; X += 0.7f)
	{
		const float Expected = 0.4f * (X - 5.0f);
		const FNavLocation On = Query.FindNearest({X, Expected, 3}, {0.2f, 0.5f, 0.2f}, {});
		INFO("at " << X);
		REQUIRE(On.IsValid());
		// A voxel's top is the highest of its cell, and rounded up.
		CHECK(On.Position.y > Expected - 0.1f);
		CHECK(On.Position.y < Expected + 0.2f);
	}
}

TEST_CASE("FNavQuery: a path through a gap bends where it must")
{
	FNavMesh Mesh;
	BuildInto(Mesh, GapLevel(), Solo());
	FNavQuery Query(Mesh);
	FNavPath Path;
	REQUIRE(Query.FindPath(At(Query, {4, 0, 4}), At(Query, {4, 0, 16}), {}, Path) == ENavPathStatus::Complete);
	CHECK_FALSE(Path.bOutOfNodes);
	// The wall across is 0.4 m thick and ends at 14: kept off by 0.4 to 0.6 m, its corners bevelled.
	REQUIRE(Path.Corners.size() >= 4);
	CHECK(Path.Corners.size() <= 6);
	CHECK(Path.Corners[0].Position.x == Approx(4.0f).margin(0.01));
	for (size_t Index = 1; Index + 1 < Path.Corners.size(); ++Index)
	{
		CHECK(Path.Corners[Index].Position.x == Approx(14.4f).margin(0.21));
		CHECK(std::abs(Path.Corners[Index].Position.z - 10.0f) <= 0.81f);
	}
	CHECK(Path.Corners.back().bEnd);
	const float ByHand = 2.0f * std::hypot(10.5f, 5.3f) + 1.4f;
	CHECK(Path.Length == Approx(ByHand).margin(0.4));
	FNavCorner Corners[2];
	REQUIRE(Query.FindCorners(Path.Corners[0].Position, {4, 0, 16}, Path.Polys, Corners) == 2);
	CHECK(Corners[0].Position == Path.Corners[1].Position);
}

TEST_CASE("FNavQuery: paths are about as short as an exhaustive search on a fine grid finds")
{
	FTestLevel Level = GapLevel();
	Level.Box({4, 0, 3}, {6, 3, 7}).Box({9, 0, 0.5f}, {9.5f, 3, 6}).Box({12, 0, 4}, {17, 3, 5.5f});
	Level.Box({3, 0, 13}, {11, 3, 14}).Box({14, 0, 13}, {15, 3, 18});
	for (const FNavMeshSettings& Settings : {Solo(), Tiled()})
	{
		FNavMesh Mesh;
		BuildInto(Mesh, Level, Settings);
		FNavQuery Query(Mesh);
		const FGridSearch Reference(Query);
		FRandomStream Random(5);
		double Sum = 0.0;
		double Best = 0.0;
		for (int32_t Pair = 0; Pair < 40; ++Pair)
		{
			const auto Draw = [&]
			{
				const FNavLocation Any = Query.RandomPoint(Random, {});
				return FGridSearch::Place(
				    int32_t(std::lround(Any.Position.x * 10)), int32_t(std::lround(Any.Position.z * 10)));
			};
			const FVector From = Draw();
			const FVector To = Draw();
			// Not inside the boxes, which are hollow.
			if (!Query.IsOnMesh(From, {}) || !Query.IsOnMesh(To, {}) || !IsConnected(Mesh, From, {2, 0, 2}) ||
			    !IsConnected(Mesh, To, {2, 0, 2}))
			{
				continue;
			}
			const float Reached = Reference.Distance(From, To);
			FNavPath Path;
			REQUIRE(Query.FindPath(At(Query, From), At(Query, To), {}, Path) == ENavPathStatus::Complete);
			INFO(From.x << ", " << From.z << " to " << To.x << ", " << To.z << ": " << Reached);
			REQUIRE(Reached >= 0.0f);
			CHECK(Path.Length >= Reached * 0.98f - 0.15f);
			// A* goes by the middles of the polygons' edges: some ways are the second best.
			CHECK(Path.Length <= Reached * 1.35f + 0.2f);
			Sum += double(Path.Length);
			Best += double(Reached);
		}
		CHECK(Sum <= Best * 1.06);
	}
}

TEST_CASE("FNavQuery: costs and flags choose the way")
{
	// Two ways round a block: the short one through mud.
	FTestLevel Level;
	Level.Floor(0, 0, 30, 4, 0, 2).Floor(0, 4, 4, 14).Floor(26, 4, 30, 14).Floor(0, 14, 30, 18);
	Level.Input.Areas = {{"none", 1, 0}, {"ground", 1, 1}, {"mud", 4.0f, 2}};
	FNavMesh Mesh;
	BuildInto(Mesh, Level, Solo());
	FNavQuery Query(Mesh);
	const FNavLocation Start = At(Query, {2, 0, 7});
	const FNavLocation End = At(Query, {28, 0, 7});
	const auto PassesMud = [&](const FNavFilter& Filter)
	{
		FNavPath Path;
		CHECK(Query.FindPath(Start, End, Filter, Path) == ENavPathStatus::Complete);
		return std::any_of(Path.Polys.begin(), Path.Polys.end(),
		    [&](FPolyRef Ref)
		    {
			    FNavPoly Poly;
			    return Mesh.GetPoly(Ref, Poly) && Poly.Area == 2;
		    });
	};
	CHECK(PassesMud(FNavFilter{}));
	CHECK_FALSE(PassesMud(Mesh.MakeFilter()));
	FNavFilter Cheap = Mesh.MakeFilter();
	Cheap.AreaCosts[2] = 0.25f; // a road
	CHECK(PassesMud(Cheap));
	FNavFilter Dry;
	Dry.IncludeFlags = 1;
	CHECK_FALSE(PassesMud(Dry));
}

TEST_CASE("FNavQuery: an unreachable goal gives a partial path towards it")
{
	FNavMesh Mesh;
	BuildInto(Mesh, FTestLevel().Floor(0, 0, 10, 10).Floor(15, 0, 25, 10), Solo());
	FNavQuery Query(Mesh);
	FNavPath Path;
	CHECK(Query.FindPath(At(Query, {2, 0, 5}), At(Query, {20, 0, 5}), {}, Path) == ENavPathStatus::Partial);
	CHECK_FALSE(Path.bOutOfNodes);
	CHECK(Path.GetEnd().x == Approx(9.4f).margin(0.2));
	CHECK(Query.FindPath({{2, 0, 5}, 12345u}, At(Query, {20, 0, 5}), {}, Path) == ENavPathStatus::Invalid);
	CHECK(Path.Corners.empty());
	CHECK(Query.FindPath({{Nan, 0, 5}, At(Query, {2, 0, 5}).Poly}, At(Query, {20, 0, 5}), {}, Path) ==
	      ENavPathStatus::Invalid);
}

TEST_CASE("FNavQuery: a search that runs out of nodes says so, and paths of a thousand polygons are whole")
{
	// A comb: a way to and fro through 150 lanes.
	FTestLevel Level;
	constexpr int32_t Lanes = 150;
	for (int32_t Lane = 0; Lane < Lanes; ++Lane)
	{
		const float X = float(Lane) * 3.0f;
		Level.Floor(X, 0, X + 2.0f, 40);
		const float Z = Lane % 2 == 0 ? 38.0f : 0.0f;
		if (Lane + 1 < Lanes)
		{
			Level.Floor(X + 2.0f, Z, X + 3.0f, Z + 2.0f);
		}
	}
	FNavMesh Mesh;
	BuildInto(Mesh, Level, Tiled(16));
	const FVector From{1, 0, 1};
	const FVector To{float(Lanes - 1) * 3.0f + 1.0f, 0, 39};
	FNavQuery Query(Mesh);
	FNavPath Path;
	REQUIRE(Query.FindPath(At(Query, From), At(Query, To), {}, Path) == ENavPathStatus::Complete);
	CHECK(Path.Polys.size() > 1000);
	CHECK(Path.Length > 36.0f * float(Lanes));
	FNavQuery Small(Mesh, 64);
	CHECK(Small.FindPath(At(Small, From), At(Small, To), {}, Path) == ENavPathStatus::Partial);
	CHECK(Path.bOutOfNodes);
}

TEST_CASE("FNavQuery: rays stop at walls, at any angle")
{
	FNavMesh Mesh;
	BuildInto(Mesh, FTestLevel().Floor(0, 0, 20, 20)); // walkable from 0.6 to 19.4
	FNavQuery Query(Mesh);
	FRandomStream Random(3);
	for (int32_t Round = 0; Round < 300; ++Round)
	{
		const float X = Random.Range(1.0f, 19.0f);
		const float Z = Random.Range(1.0f, 19.0f);
		const float Angle = Random.Range(0.0f, 2.0f * Pi);
		const FVector Direction{std::cos(Angle), 0.0f, std::sin(Angle)};
		const float Reach = Random.Range(0.5f, 40.0f);
		const float WayX = (Direction.x > 0.0f ? 19.4f - X : 0.6f - X) / Direction.x;
		const float WayZ = (Direction.z > 0.0f ? 19.4f - Z : 0.6f - Z) / Direction.z;
		const float Expected = std::min(std::min(WayX, WayZ), Reach);
		const FNavLocation Start = At(Query, {X, 0, Z});
		const FNavRayHit Hit = Query.Raycast(Start, Start.Position + Direction * Reach, {});
		INFO(X << ", " << Z << " towards " << Angle << " for " << Reach);
		// The corners of the plane are cut by the erosion's octagon.
		CHECK(Hit.Share * Reach == Approx(Expected).margin(0.35));
		CHECK(Hit.bHit == (Expected < Reach));
		CHECK(Mesh.IsValidPoly(Hit.LastPoly));
		CHECK(Query.IsOnMesh(Hit.Position, {}));
		if (Hit.bHit)
		{
			CHECK(Length(Hit.Normal) == Approx(1.0f).margin(1e-3));
			CHECK(glm::dot(Hit.Normal, Direction) < 0.0f);
		}
	}
	// From on the boundary, along it.
	const FNavLocation Edge = At(Query, {0.6f, 0, 10});
	CHECK(Query.Raycast(Edge, {10, 0, 10}, {}).Share == 1.0f);
}

TEST_CASE("FNavQuery: walls, boundaries and sliding on a plane are as the closed forms say")
{
	FNavMesh Mesh;
	BuildInto(Mesh, FTestLevel().Floor(0, 0, 20, 20));
	FNavQuery Query(Mesh);
	const FNavLocation Near = At(Query, {2, 0, 10});
	const FNavWall Wall = Query.FindWall(Near, 5.0f, {});
	REQUIRE(Wall.bFound);
	CHECK(Wall.Distance == Approx(1.4f).margin(0.02));
	CHECK(Wall.Normal.x == Approx(1.0f).margin(0.01));
	CHECK_FALSE(Query.FindWall(At(Query, {10, 0, 10}), 5.0f, {}).bFound);
	CHECK(Query.FindWall(At(Query, {10, 0, 10}), 5.0f, {}).Distance == 5.0f);
	FNavSegment Segments[8];
	const int32_t Count = Query.FindBoundary(At(Query, {2, 0, 3}), 3.0f, {}, Segments);
	REQUIRE(Count >= 2);
	float Last = 0.0f;
	for (int32_t Index = 0; Index < Count; ++Index)
	{
		const FVector Way = Segments[Index].End - Segments[Index].Start;
		const FVector ToAgent = FVector(2, 0, 3) - Segments[Index].Start;
		// Left of the way, seen from above with Y up: its cross product with what lies there points up.
		CHECK(glm::cross(Way, ToAgent).y > 0.0f);
		const float Along = std::clamp(glm::dot(ToAgent, Way) / LengthSquared(Way), 0.0f, 1.0f);
		const float Distance = Length(Horizontal(ToAgent - Way * Along));
		CHECK(Distance <= 3.0f + 0.01f);
		CHECK(Distance >= Last - 0.01f);
		Last = Distance;
	}
	// Into the wall at 0.6 aslant: it slides along.
	FPolyRef Visited[8];
	int32_t VisitedCount = 0;
	const FNavLocation Slid = Query.MoveAlongSurface(Near, {0, 0, 11}, {}, Visited, &VisitedCount);
	CHECK(Slid.Position.x == Approx(0.6f).margin(0.02));
	CHECK(Slid.Position.z == Approx(11.0f).margin(0.02));
	REQUIRE(VisitedCount > 0);
	CHECK(Visited[0] == Near.Poly);
	CHECK(Visited[VisitedCount - 1] == Slid.Poly);
}

TEST_CASE("FNavQuery: random points are spread evenly, and those in a circle are in it")
{
	FNavMesh Mesh;
	BuildInto(Mesh, GapLevel());
	FNavQuery Query(Mesh);
	FRandomStream Random(11);
	int32_t Quarters[4] = {};
	constexpr int32_t Draws = 4000;
	for (int32_t Draw = 0; Draw < Draws; ++Draw)
	{
		const FNavLocation Point = Query.RandomPoint(Random, {});
		REQUIRE(Query.IsOnMesh(Point.Position, {}));
		++Quarters[(Point.Position.x > 10.0f ? 1 : 0) + (Point.Position.z > 10.0f ? 2 : 0)];
	}
	for (const int32_t Count : Quarters)
	{
		CHECK(Count == Approx(Draws / 4).epsilon(0.12));
	}
	const FNavLocation Center = At(Query, {3, 0, 3});
	FVector Sum{0, 0, 0};
	for (int32_t Draw = 0; Draw < 500; ++Draw)
	{
		const FNavLocation Point = Query.RandomPointInCircle(Random, Center, 2.0f, {});
		CHECK(Length(Horizontal(Point.Position - Center.Position)) <= 2.0f + 1e-3f);
		CHECK(Query.IsOnMesh(Point.Position, {}));
		Sum += Point.Position - Center.Position;
	}
	CHECK(Length(Horizontal(Sum)) / 500.0f < 0.2f);
	// What lies behind the wall is near, but not reachable within the circle.
	const FNavLocation AtWall = At(Query, {3, 0, 9});
	for (int32_t Draw = 0; Draw < 200; ++Draw)
	{
		CHECK(Query.RandomPointInCircle(Random, AtWall, 3.0f, {}).Position.z < 10.0f);
	}
}

TEST_CASE("FNavQuery: what is no place finds nothing, and a mesh built anew is seen")
{
	FNavMesh Mesh;
	FNavQuery Query(Mesh);
	FRandomStream Random(1);
	FNavPath Path;
	CHECK_FALSE(Query.FindNearest({0, 0, 0}, {1, 1, 1}, {}).IsValid());
	CHECK_FALSE(Query.RandomPoint(Random, {}).IsValid());
	CHECK(Query.FindPath({{0, 0, 0}, 1}, {{1, 0, 0}, 1}, {}, Path) == ENavPathStatus::Invalid);
	CHECK(Query.Raycast({{0, 0, 0}, 1}, {1, 0, 0}, {}).bHit);
	CHECK_FALSE(Query.FindWall({}, 3.0f, {}).bFound);
	BuildInto(Mesh, FTestLevel().Floor(0, 0, 20, 20));
	CHECK(Query.IsOnMesh({10, 0, 10}, {}));
	const FNavLocation Good = At(Query, {10, 0, 10});
	CHECK_FALSE(Query.FindNearest({Nan, 0, 0}, {1, 1, 1}, {}).IsValid());
	CHECK_FALSE(Query.FindNearest({10, 0, 10}, {Nan, 1, 1}, {}).IsValid());
	CHECK(Query.MoveAlongSurface(Good, {Nan, 0, 0}, {}) == Good);
	CHECK(Query.Raycast(Good, {Nan, 0, 0}, {}).bHit);
	CHECK_FALSE(Query.FindWall(Good, Nan, {}).bFound);
	CHECK(Query.RandomPointInCircle(Random, Good, Nan, {}) == Good);
	BuildInto(Mesh, FTestLevel().Floor(100, 100, 120, 120));
	CHECK(Query.IsOnMesh({110, 0, 110}, {}));
	CHECK_FALSE(Query.IsOnMesh({10, 0, 10}, {}));
}
} // namespace Flockwork
