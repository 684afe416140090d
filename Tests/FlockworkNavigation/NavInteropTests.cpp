// Hosts that bring their own dtNavMesh, and level files that may lie beside the checkout.
#include "FlockworkNavigation/Interop.h"
#include "NavTestLevels.h"

namespace Flockwork
{
TEST_CASE("FNavMeshInterop: a host's own mesh is queried, and is neither saved nor given obstacles")
{
	FNavMesh Owner;
	BuildInto(Owner, GapLevel());
	dtNavMesh* Host = FNavMeshInterop::GetDetourMesh(Owner);
	REQUIRE(Host != nullptr);
	FNavMesh Adopted = FNavMeshInterop::Adopt(*Host, {{"none", 1, 0}, {"tiles", 2.0f, 1}});
	CHECK(Adopted.IsBuilt());
	CHECK(Adopted.IsAdopted());
	CHECK(Adopted.FindArea("tiles") == 1);
	CHECK(Adopted.GetStats().Polys == Owner.GetStats().Polys);
	CHECK(IsConnected(Adopted, {2, 0, 2}, {2, 0, 18}));
	FDiagnostics Diagnostics;
	CHECK(Adopted.SaveBytes().empty());
	CHECK_FALSE(Adopted.Save("nowhere.nav", Diagnostics));
	CHECK_FALSE(Adopted.AddObstacle({}, Diagnostics).IsValid());
	CHECK(Diagnostics.ToString().find("host") != std::string::npos);
	FSerialScheduler Scheduler;
	CHECK(Adopted.Update(Scheduler, Diagnostics) == 0);

	const uint32_t Revision = Adopted.GetRevision();
	FNavQuery Query(Adopted);
	const FNavLocation Start = At(Query, {2, 0, 2});
	for (int32_t Tile = 0; Tile < 4; ++Tile)
	{
		Host->removeTile(Host->getTileRefAt(Tile, 3, 0), nullptr, nullptr);
	}
	FNavMeshInterop::NotifyChanged(Adopted);
	CHECK(Adopted.GetRevision() != Revision);
	CHECK(Adopted.IsValidPoly(Start.Poly));
	CHECK_FALSE(Query.IsOnMesh({2, 0, 19}, {}));
	CHECK(FNavMeshInterop::GetDetourQuery(Query) != nullptr);
}

TEST_CASE("FNavMeshInterop: the cheapest area costs one, so that the search's estimate is no lie")
{
	FNavFilter Filter;
	Filter.AreaCosts[1] = 0.5f;
	Filter.AreaCosts[2] = 3.0f;
	Filter.AreaCosts[3] = -1.0f;
	Filter.ExcludeFlags = 6;
	const dtQueryFilter Detour = FNavMeshInterop::ToDetour(Filter);
	CHECK(Detour.getAreaCost(1) == 1.0f);
	CHECK(Detour.getAreaCost(2) == 6.0f);
	CHECK(Detour.getAreaCost(3) == 1.0f);
	CHECK(Detour.getExcludeFlags() == 6);
}
} // namespace Flockwork
