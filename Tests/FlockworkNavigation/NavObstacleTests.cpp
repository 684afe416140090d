#include "FlockworkCore/Serialize.h"
#include "FlockworkCore/TaskPool.h"
#include "NavTestLevels.h"

namespace Flockwork
{
namespace
{
// Until nothing waits; the tiles rebuilt.
int32_t UpdateAll(FNavMesh& Mesh)
{
	FSerialScheduler Scheduler;
	FDiagnostics Diagnostics;
	int32_t Tiles = 0;
	while (Mesh.GetWaitingTileCount() > 0)
	{
		const int32_t Rebuilt = Mesh.Update(Scheduler, Diagnostics);
		CHECK(Rebuilt > 0);
		CHECK(Rebuilt <= Mesh.GetSettings().TilesPerUpdate);
		Tiles += Rebuilt;
	}
	INFO(Diagnostics.ToString());
	CHECK(Diagnostics.GetAll().empty());
	return Tiles;
}

// Closes GapLevel's gap.
FNavObstacle Door()
{
	FNavObstacle Door;
	Door.Center = {15, 1, 10};
	Door.HalfExtent = {1.2f, 1.0f, 0.2f};
	return Door;
}

std::vector<uint8_t> SurfaceOf(const FNavMesh& Mesh)
{
	std::vector<FVector> Vertices;
	std::vector<uint8_t> Areas;
	Mesh.GetSurface(Vertices, Areas);
	const uint8_t* First = reinterpret_cast<const uint8_t*>(Vertices.data());
	return {First, First + Vertices.size() * sizeof(FVector)};
}
} // namespace

TEST_CASE("FNavMesh: a door closes the way, opens it again, and leaves the mesh as it was")
{
	for (const FNavMeshSettings& Settings : {Solo(), Tiled(16), Tiled(32)})
	{
		FNavMesh Mesh;
		BuildInto(Mesh, GapLevel(), Settings);
		const std::vector<uint8_t> Before = SurfaceOf(Mesh);
		const uint32_t Revision = Mesh.GetRevision();
		FDiagnostics Diagnostics;
		const FNavObstacleId Id = Mesh.AddObstacle(Door(), Diagnostics);
		REQUIRE(Id.IsValid());
		CHECK(Mesh.GetRevision() == Revision); // nothing happens before Update
		CHECK(UpdateAll(Mesh) > 0);
		CHECK(Mesh.GetRevision() > Revision);
		CHECK_FALSE(IsConnected(Mesh, {2, 0, 2}, {2, 0, 18}));
		CHECK(Mesh.MoveObstacle(Id, {5, 1, 5}, 0.5f));
		UpdateAll(Mesh);
		CHECK(IsConnected(Mesh, {2, 0, 2}, {2, 0, 18}));
		FNavQuery Query(Mesh);
		CHECK_FALSE(Query.IsOnMesh({5, 0, 5}, {}));
		CHECK(Mesh.RemoveObstacle(Id));
		CHECK_FALSE(Mesh.RemoveObstacle(Id));
		UpdateAll(Mesh);
		CHECK((SurfaceOf(Mesh) == Before));
	}
}

TEST_CASE("FNavMesh: an obstacle keeps the agent's radius away, and no more than a cell and a bit")
{
	FNavMesh Mesh;
	BuildInto(Mesh, FTestLevel().Floor(0, 0, 20, 20));
	FNavObstacle Pillar;
	Pillar.Shape = ENavObstacleShape::Cylinder;
	Pillar.Center = {10.1f, 1, 10.1f};
	Pillar.Radius = 1.0f;
	Pillar.HalfHeight = 1.0f;
	FDiagnostics Diagnostics;
	REQUIRE(Mesh.AddObstacle(Pillar, Diagnostics).IsValid());
	UpdateAll(Mesh);
	FNavQuery Query(Mesh);
	for (float Angle = 0.0f; Angle < 6.28f; Angle += 0.1f)
	{
		const FVector Direction{std::cos(Angle), 0, std::sin(Angle)};
		INFO("at " << Angle);
		CHECK_FALSE(Query.IsOnMesh(Pillar.Center - FVector(0, 1, 0) + Direction * 1.25f, {}));
		CHECK(Query.IsOnMesh(Pillar.Center - FVector(0, 1, 0) + Direction * 1.9f, {}));
	}
}

TEST_CASE("FNavMesh: an obstacle that is stepped over, or hangs above heads, is none")
{
	FNavMesh Mesh;
	BuildInto(Mesh, FTestLevel().Floor(0, 0, 20, 20));
	const std::vector<uint8_t> Before = SurfaceOf(Mesh);
	FDiagnostics Diagnostics;
	FNavObstacle Flat;
	Flat.Center = {10, 0.1f, 10};
	Flat.HalfExtent = {2, 0.1f, 2};
	FNavObstacle Lamp = Flat;
	Lamp.Center.y = 3.0f;
	REQUIRE(Mesh.AddObstacle(Flat, Diagnostics).IsValid());
	REQUIRE(Mesh.AddObstacle(Lamp, Diagnostics).IsValid());
	const uint32_t Revision = Mesh.GetRevision();
	UpdateAll(Mesh);
	CHECK((SurfaceOf(Mesh) == Before));
	CHECK(Mesh.GetRevision() == Revision); // references stay good
}

TEST_CASE("FNavMesh: references into rebuilt tiles go stale, others do not, and revisions count")
{
	FNavMesh Mesh;
	BuildInto(Mesh, FTestLevel().Floor(0, 0, 40, 40), Tiled(32));
	FNavQuery Query(Mesh);
	const FPolyRef Near = At(Query, {20, 0, 20}).Poly;
	const FPolyRef Far = At(Query, {2, 0, 2}).Poly;
	FNavObstacle Crate;
	Crate.Center = {20, 0.5f, 20};
	FDiagnostics Diagnostics;
	const FNavObstacleId Id = Mesh.AddObstacle(Crate, Diagnostics);
	UpdateAll(Mesh);
	CHECK_FALSE(Mesh.IsValidPoly(Near));
	CHECK(Mesh.GetTileRevision(Near) == 0);
	CHECK(Mesh.IsValidPoly(Far));
	CHECK(Mesh.GetTileRevision(Far) == 1);
	CHECK(Mesh.GetTileRevision(At(Query, {21.5f, 0, 20}).Poly) == 2);
	// More rebuilds than a reference's salt can count.
	for (int32_t Round = 0; Round < 1100; ++Round)
	{
		Mesh.MoveObstacle(Id, {20, 0.5f, Round % 2 == 0 ? 21.0f : 20.0f}, 0.0f);
		UpdateAll(Mesh);
	}
	CHECK(Mesh.IsValidPoly(At(Query, {21.5f, 0, 20}).Poly));
}

TEST_CASE("FNavMesh: obstacles give the same bits at any thread count and through a file")
{
	std::vector<uint8_t> First;
	for (const int32_t Threads : {1, 2})
	{
		FTaskPool Pool(FTaskPoolSettings{.ThreadCount = Threads});
		FNavMesh Mesh;
		FDiagnostics Diagnostics;
		REQUIRE(Mesh.Build(GapLevel().Input, Tiled(16), Pool, {}, Diagnostics));
		const FNavObstacleId Id = Mesh.AddObstacle(Door(), Diagnostics);
		Mesh.Update(Pool, Diagnostics);
		const std::vector<uint8_t> Halfway = Mesh.SaveBytes();
		const auto Finish = [&](FNavMesh& Which)
		{
			while (Which.GetWaitingTileCount() > 0)
			{
				Which.Update(Pool, Diagnostics);
			}
			CHECK(Which.MoveObstacle(Id, {12, 1, 5}, 1.0f));
			Which.Update(Pool, Diagnostics);
			return Which.SaveBytes();
		};
		const std::vector<uint8_t> Bytes = Finish(Mesh);
		CHECK((First.empty() || First == Bytes));
		First = Bytes;
		FNavMesh Loaded;
		REQUIRE(Loaded.LoadBytes(Halfway, "halfway", Diagnostics));
		CHECK((Finish(Loaded) == Bytes));
	}
}

TEST_CASE("FNavMesh: its state goes into a snapshot and comes back to the bit, whatever was done in between")
{
	FSerialScheduler Scheduler;
	FDiagnostics Diagnostics;
	FNavMesh Mesh;
	FNavMeshSettings Slow = Tiled(16);
	Slow.TilesPerUpdate = 1;
	BuildInto(Mesh, GapLevel(), Slow);
	const auto Save = [](const FNavMesh& Which)
	{
		FByteWriter Writer;
		Which.SaveState(Writer);
		return Writer.GetBytes();
	};
	const std::vector<uint8_t> Fresh = Save(Mesh);
	const std::vector<uint8_t> FreshFile = Mesh.SaveBytes();
	const FNavObstacleId Id = Mesh.AddObstacle(Door(), Diagnostics);
	Mesh.Update(Scheduler, Diagnostics);
	REQUIRE(Mesh.GetWaitingTileCount() > 0); // half done
	const std::vector<uint8_t> Half = Save(Mesh);
	const std::vector<uint8_t> HalfFile = Mesh.SaveBytes();
	const uint32_t Revision = Mesh.GetRevision();
	UpdateAll(Mesh);
	Mesh.MoveObstacle(Id, {5, 1, 5}, 0.3f);
	UpdateAll(Mesh);
	const auto Restore = [&](FNavMesh& Which, const std::vector<uint8_t>& Bytes)
	{
		FByteReader Reader(Bytes);
		return Which.RestoreState(Reader, Scheduler, Diagnostics) && Reader.Remaining() == 0;
	};
	CHECK(Restore(Mesh, Half));
	CHECK((Mesh.SaveBytes() == HalfFile));
	CHECK(Mesh.GetRevision() == Revision);
	CHECK(Mesh.FindObstacle(Id) != nullptr);
	CHECK(Restore(Mesh, Fresh));
	CHECK((Mesh.SaveBytes() == FreshFile));
	// Another world's mesh of the same level.
	FNavMesh Twin;
	BuildInto(Twin, GapLevel(), Slow);
	CHECK(Restore(Twin, Half));
	CHECK((Twin.SaveBytes() == HalfFile));
	UpdateAll(Twin);
	CHECK_FALSE(IsConnected(Twin, {2, 0, 2}, {2, 0, 18}));
	CHECK_FALSE(Diagnostics.HasErrors());
	// Refused, with the mesh as it was.
	const std::vector<uint8_t> Before = Twin.SaveBytes();
	for (size_t Size = 0; Size < Half.size(); Size += 1 + Size / 16)
	{
		CHECK_FALSE(Restore(Twin, {Half.begin(), Half.begin() + std::ptrdiff_t(Size)}));
	}
	FNavMesh Other;
	BuildInto(Other, FTestLevel().Floor(0, 0, 10, 10));
	CHECK_FALSE(Restore(Other, Half));
	CHECK((Twin.SaveBytes() == Before));
}

TEST_CASE("FNavMesh: obstacles that cannot be are refused with the reason")
{
	FNavMesh Mesh;
	FDiagnostics Diagnostics;
	CHECK_FALSE(Mesh.AddObstacle({}, Diagnostics).IsValid());
	FNavMeshSettings Bare = Tiled();
	Bare.bKeepGeometry = false;
	BuildInto(Mesh, GapLevel(), Bare);
	CHECK(Mesh.GetStats().Triangles == 0);
	CHECK_FALSE(Mesh.AddObstacle({}, Diagnostics).IsValid());
	CHECK(Diagnostics.ToString().find("navmesh.keepGeometry") != std::string::npos);
	BuildInto(Mesh, GapLevel());
	FNavObstacle Bad;
	Bad.HalfExtent.y = 0.0f;
	CHECK_FALSE(Mesh.AddObstacle(Bad, Diagnostics).IsValid());
	Bad = {};
	Bad.Center.x = std::numeric_limits<float>::quiet_NaN();
	CHECK_FALSE(Mesh.AddObstacle(Bad, Diagnostics).IsValid());
	const FNavObstacleId Id = Mesh.AddObstacle({}, Diagnostics);
	REQUIRE(Id.IsValid());
	CHECK_FALSE(Mesh.MoveObstacle(Id, Bad.Center, 0.0f));
	CHECK(Mesh.FindObstacle(Id) != nullptr);
	CHECK_FALSE(Mesh.MoveObstacle({}, {0, 0, 0}, 0.0f));
	// Far outside: nothing to rebuild, nothing breaks.
	FNavObstacle Far;
	Far.Center = {5000, 0, 5000};
	CHECK(Mesh.AddObstacle(Far, Diagnostics).IsValid());
	UpdateAll(Mesh);
}
} // namespace Flockwork
