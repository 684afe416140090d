// Saving and loading, and files as they should not be.
#include "FlockworkCore/Hash.h"
#include "FlockworkCore/Random.h"
#include "FlockworkCore/Serialize.h"
#include "NavTestLevels.h"

#include <cstring>
#include <filesystem>
#include <fstream>

namespace Flockwork
{
namespace
{
constexpr size_t HeaderSize = 32; // magic, version, size, checksum: see FileBytes.cpp

FTestLevel SmallLevel()
{
	FTestLevel Level;
	Level.Floor(0, 0, 6, 6).Floor(9, 0, 15, 6).Box({2, 0, 2}, {2.5f, 2, 4});
	Level.Link({5, 0, 3}, {10, 0, 3});
	return Level;
}

std::vector<uint8_t> WithFittingChecksum(std::vector<uint8_t> Bytes)
{
	FStateHash Checksum;
	Checksum.AddBytes(Bytes.data() + HeaderSize, Bytes.size() - HeaderSize);
	const uint64_t Fields[2] = {Bytes.size() - HeaderSize, Checksum.Get()};
	std::memcpy(Bytes.data() + 16, Fields, sizeof(Fields));
	return Bytes;
}

// Everything a query may walk over.
void UseEverything(const FNavMesh& Mesh)
{
	FNavQuery Query(Mesh, 256);
	FRandomStream Random(1);
	FNavPath Path;
	for (int32_t Round = 0; Round < 3; ++Round)
	{
		const FNavLocation A = Query.RandomPoint(Random, {});
		const FNavLocation B = Query.RandomPoint(Random, {});
		Query.FindPath(A, B, {}, Path);
		Query.Raycast(A, B.Position, {});
		Query.MoveAlongSurface(A, B.Position, {});
		Query.FindWall(A, 5.0f, {});
		FNavSegment Segments[8];
		Query.FindBoundary(A, 5.0f, {}, Segments);
		Query.FindNearest({3, 0, 3}, {4, 4, 4}, {});
	}
	std::vector<FVector> Vertices;
	std::vector<uint8_t> Areas;
	Mesh.GetSurface(Vertices, Areas);
	FNavPortal Portals[16];
	for (const FPolyRef Ref : Mesh.GetPolys())
	{
		Mesh.GetPortals(Ref, Portals);
	}
}
} // namespace

TEST_CASE("FNavMesh: what is saved and loaded is the same to the bit and answers the same")
{
	for (const FNavMeshSettings& Settings : {Solo(), Tiled(32)})
	{
		FNavMesh Mesh;
		BuildInto(Mesh, SmallLevel(), Settings);
		const std::vector<uint8_t> Bytes = Mesh.SaveBytes();
		FNavMesh Loaded;
		FDiagnostics Diagnostics;
		REQUIRE(Loaded.LoadBytes(Bytes, "mesh", Diagnostics));
		CHECK(Diagnostics.GetAll().empty());
		CHECK((Loaded.SaveBytes() == Bytes));
		CHECK((Loaded.GetPolys() == Mesh.GetPolys()));
		CHECK(Loaded.GetStats().Links == 1);
		CHECK(Loaded.GetStats().WalkableArea == Mesh.GetStats().WalkableArea);
		CHECK(Loaded.GetSettings().TileSize == Settings.TileSize);
		FNavQuery First(Mesh);
		FNavQuery Second(Loaded);
		FRandomStream Random(9);
		for (int32_t Round = 0; Round < 50; ++Round)
		{
			const FNavLocation A = First.RandomPoint(Random, {});
			const FNavLocation B = First.RandomPoint(Random, {});
			FNavPath Way;
			FNavPath Same;
			CHECK(First.FindPath(A, B, {}, Way) == Second.FindPath(A, B, {}, Same));
			CHECK((Way.Polys == Same.Polys));
			CHECK(Way.Length == Same.Length);
		}
	}
}

TEST_CASE("FNavMesh: files go through the disk, and what is none says so")
{
	const std::string Path = (std::filesystem::temp_directory_path() / "flockwork_navmesh_test.nav").string();
	FNavMesh Mesh;
	FDiagnostics Diagnostics;
	CHECK_FALSE(Mesh.Save(Path, Diagnostics)); // nothing built
	BuildInto(Mesh, SmallLevel());
	FDiagnostics Good;
	CHECK(Mesh.Save(Path, Good));
	FNavMesh Loaded;
	CHECK(Loaded.Load(Path, Good));
	INFO(Good.ToString());
	CHECK_FALSE(Good.HasErrors());
	std::ofstream(Path, std::ios::trunc) << "o a_level_and_no_navmesh\nv 0 0 0\n";
	FDiagnostics Foreign;
	CHECK_FALSE(Loaded.Load(Path, Foreign));
	CHECK(Foreign.ToString().find("no Flockwork navmesh") != std::string::npos);
	CHECK((Loaded.SaveBytes() == Mesh.SaveBytes()));
	std::filesystem::remove(Path);
	CHECK_FALSE(Loaded.Load(Path, Foreign));
}

TEST_CASE("FNavMesh: every damaged byte and every truncation is an error that changes nothing")
{
	FNavMesh Mesh;
	BuildInto(Mesh, SmallLevel());
	const std::vector<uint8_t> Bytes = Mesh.SaveBytes();
	FNavMesh Kept;
	BuildInto(Kept, FTestLevel().Floor(0, 0, 5, 5));
	const std::vector<uint8_t> Former = Kept.SaveBytes();
	size_t Accepted = 0;
	for (size_t Place = 0; Place < Bytes.size(); ++Place)
	{
		std::vector<uint8_t> Damaged = Bytes;
		Damaged[Place] ^= uint8_t(1u << (Place % 8));
		FDiagnostics Diagnostics;
		const bool bReserved = Place >= 12 && Place < 16;
		Accepted += Kept.LoadBytes(Damaged, "damaged", Diagnostics) && !bReserved;
		if (bReserved)
		{
			Kept.LoadBytes(Former, "former", Diagnostics);
		}
		else if (!Diagnostics.HasErrors())
		{
			++Accepted;
		}
	}
	CHECK(Accepted == 0);
	for (size_t Size = 0; Size < Bytes.size(); Size += 1 + Size / 64)
	{
		FDiagnostics Diagnostics;
		Accepted += Kept.LoadBytes(std::span(Bytes).first(Size), "truncated", Diagnostics);
	}
	CHECK(Accepted == 0);
	CHECK((Kept.SaveBytes() == Former));
}

TEST_CASE("FNavMesh: damage under a right checksum is refused, or gives a mesh that can be used")
{
	FNavMesh Mesh;
	BuildInto(Mesh, SmallLevel());
	const std::vector<uint8_t> Bytes = Mesh.SaveBytes();
	FRandomStream Random(77);
	int32_t Refused = 0;
	constexpr int32_t Rounds = 3000;
	for (int32_t Round = 0; Round < Rounds; ++Round)
	{
		std::vector<uint8_t> Damaged = Bytes;
		const int32_t Hits = Random.RangeInt(1, 3);
		for (int32_t Hit = 0; Hit < Hits; ++Hit)
		{
			const int32_t Place = Random.RangeInt(int32_t(HeaderSize), int32_t(Bytes.size()) - 1);
			const int32_t Value = Random.RangeInt(0, 255);
			Damaged[size_t(Place)] = uint8_t(Value);
		}
		FNavMesh Loaded;
		FDiagnostics Diagnostics;
		if (!Loaded.LoadBytes(WithFittingChecksum(Damaged), "damaged", Diagnostics))
		{
			++Refused;
			CHECK((Diagnostics.HasErrors() && !Loaded.IsBuilt()));
			continue;
		}
		UseEverything(Loaded);
	}
	CHECK(Refused > Rounds / 10);
	CHECK(Refused < Rounds);
}
} // namespace Flockwork
