#include "FlockworkCore/Random.h"
#include "FlockworkNavigation/NavIslands.h"
#include "NavTestLevels.h"

namespace Flockwork
{
TEST_CASE("FNavIslands: pieces of ground by size, agreeing with the search for paths")
{
	FTestLevel Level;
	Level.Floor(0, 0, 10, 10).Floor(20, 0, 50, 10).Floor(60, 0, 66, 10, 2.0f).Floor(66, 0, 72, 10, 2.0f, 2);
	Level.Input.Areas = {{"none", 1, 0}, {"ground", 1, 1}, {"mud", 1, 2}};
	for (const FNavMeshSettings& Settings : {Solo(), Tiled(16)})
	{
		FNavMesh Mesh;
		BuildInto(Mesh, Level, Settings);
		FNavIslands Islands;
		Islands.Update(Mesh, {});
		REQUIRE(Islands.Num() == 3);
		// An edge on a border of cells may fall into either of two.
		CHECK(Islands.GetArea(0) == Approx(28.8 * 8.8).epsilon(0.03));
		CHECK(Islands.GetArea(1) == Approx(10.8 * 8.8).epsilon(0.03));
		CHECK(Islands.GetArea(2) == Approx(8.8 * 8.8).epsilon(0.03));
		FNavQuery Query(Mesh);
		CHECK(Islands.GetIsland(At(Query, {5, 0, 5}).Poly) == 2);
		CHECK(Islands.GetIsland(At(Query, {40, 0, 5}).Poly) == 0);
		CHECK(Islands.GetIsland(0) == -1);
		FRandomStream Random(2);
		FNavPath Path;
		for (int32_t Round = 0; Round < 100; ++Round)
		{
			const FNavLocation A = Query.RandomPoint(Random, {});
			const FNavLocation B = Query.RandomPoint(Random, {});
			const bool bSame = Islands.GetIsland(A.Poly) == Islands.GetIsland(B.Poly);
			CHECK((Query.FindPath(A, B, {}, Path) == ENavPathStatus::Complete) == bSame);
		}
		FNavFilter Dry;
		Dry.ExcludeFlags = 2;
		Islands.Update(Mesh, Dry);
		CHECK(Islands.GetIsland(At(Query, {70, 2, 5}).Poly) == -1);
		CHECK(Islands.GetArea(2) == Approx(5.4 * 8.8).epsilon(0.05));
	}
}

TEST_CASE("FNavIslands: a link joins, and an empty mesh has none")
{
	FNavMesh Mesh;
	FNavIslands Islands;
	Islands.Update(Mesh, {});
	CHECK(Islands.Num() == 0);
	BuildInto(
	    Mesh, FTestLevel().Floor(0, 0, 10, 10).Floor(13, 0, 23, 10).Link({9, 0, 5}, {14, 0, 5}, false), Tiled(64));
	Islands.Update(Mesh, {});
	CHECK(Islands.Num() == 1);
}
} // namespace Flockwork
