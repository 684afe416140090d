#pragma once
// Levels whose navmesh can be worked out by hand.
#include "FlockworkNavigation/NavMesh.h"
#include "FlockworkNavigation/NavQuery.h"

#include <catch2/catch.hpp>

namespace Flockwork
{
struct FTestLevel
{
	FNavMeshInput Input;

	// Counter-clockwise seen from its front.
	FTestLevel& Quad(const FVector& A, const FVector& B, const FVector& C, const FVector& D, uint8_t Area = GroundArea)
	{
		const uint32_t First = uint32_t(Input.Vertices.size());
		Input.Vertices.insert(Input.Vertices.end(), {A, B, C, D});
		Input.Indices.insert(Input.Indices.end(), {First, First + 1, First + 2, First, First + 2, First + 3});
		Input.TriangleAreas.insert(Input.TriangleAreas.end(), {Area, Area});
		return *this;
	}
	// A rectangle of ground at one height.
	FTestLevel& Floor(float MinX, float MinZ, float MaxX, float MaxZ, float Y = 0.0f, uint8_t Area = GroundArea)
	{
		return Quad({MinX, Y, MinZ}, {MinX, Y, MaxZ}, {MaxX, Y, MaxZ}, {MaxX, Y, MinZ}, Area);
	}
	// Ground that rises along X.
	FTestLevel& Ramp(float MinX, float MinZ, float MaxX, float MaxZ, float LowY, float HighY)
	{
		return Quad({MinX, LowY, MinZ}, {MinX, LowY, MaxZ}, {MaxX, HighY, MaxZ}, {MaxX, HighY, MinZ});
	}
	// A closed box: its faces look outwards.
	FTestLevel& Box(const FVector& Min, const FVector& Max)
	{
		Floor(Min.x, Min.z, Max.x, Max.z, Max.y);
		Quad({Min.x, Min.y, Min.z}, {Max.x, Min.y, Min.z}, {Max.x, Min.y, Max.z}, {Min.x, Min.y, Max.z});
		Quad({Min.x, Min.y, Max.z}, {Max.x, Min.y, Max.z}, {Max.x, Max.y, Max.z}, {Min.x, Max.y, Max.z});
		Quad({Max.x, Min.y, Min.z}, {Min.x, Min.y, Min.z}, {Min.x, Max.y, Min.z}, {Max.x, Max.y, Min.z});
		Quad({Max.x, Min.y, Max.z}, {Max.x, Min.y, Min.z}, {Max.x, Max.y, Min.z}, {Max.x, Max.y, Max.z});
		return Quad({Min.x, Min.y, Min.z}, {Min.x, Min.y, Max.z}, {Min.x, Max.y, Max.z}, {Min.x, Max.y, Min.z});
	}
	FTestLevel& Link(const FVector& Start, const FVector& End, bool bBothWays = true, uint32_t UserId = 7)
	{
		Input.Links.push_back({Start, End, 0.5f, bBothWays, GroundArea, UserId});
		return *this;
	}
};

inline FNavMeshSettings Solo()
{
	FNavMeshSettings Settings;
	Settings.TileSize = 0;
	return Settings;
}

inline FNavMeshSettings Tiled(int32_t TileSize = 32)
{
	FNavMeshSettings Settings;
	Settings.TileSize = TileSize;
	return Settings;
}

// Must succeed.
inline void BuildInto(FNavMesh& Mesh, const FTestLevel& Level, const FNavMeshSettings& Settings = Tiled())
{
	FSerialScheduler Scheduler;
	FDiagnostics Diagnostics;
	const bool bBuilt = Mesh.Build(Level.Input, Settings, Scheduler, {}, Diagnostics);
	INFO(Diagnostics.ToString());
	REQUIRE(bBuilt);
}

// Must fail; the diagnostics.
inline std::string BuildFails(const FTestLevel& Level, const FNavMeshSettings& Settings = Tiled())
{
	FNavMesh Mesh;
	FSerialScheduler Scheduler;
	FDiagnostics Diagnostics;
	CHECK_FALSE(Mesh.Build(Level.Input, Settings, Scheduler, {}, Diagnostics));
	CHECK(Diagnostics.HasErrors());
	CHECK_FALSE(Mesh.IsBuilt());
	return Diagnostics.ToString();
}

inline FNavLocation At(const FNavQuery& Query, const FVector& Point)
{
	const FNavLocation Location = Query.FindNearest(Point, {0.5f, 1.0f, 0.5f}, {});
	INFO("at " << Point.x << ", " << Point.y << ", " << Point.z);
	REQUIRE(Location.IsValid());
	return Location;
}

// Whether one can walk from one point to the other.
inline bool IsConnected(const FNavMesh& Mesh, const FVector& From, const FVector& To)
{
	FNavQuery Query(Mesh);
	FNavPath Path;
	return Query.FindPath(At(Query, From), At(Query, To), {}, Path) == ENavPathStatus::Complete;
}

// A square room with walls round it and a wall across with one gap: good for most things. No wall lies on a border of
// cells, where rounding would decide which of two cells it takes.
//
//	z 20 +--------------+
//	     |              |
//	  10 |=========  ===|   gap x 14..16
//	     |              |
//	   0 +--------------+
//	     0              20 x
inline FTestLevel GapLevel()
{
	FTestLevel Level;
	Level.Floor(0, 0, 20, 20);
	Level.Box({-1.1f, 0, -1.1f}, {0, 3, 21}).Box({20, 0, -1.1f}, {21, 3, 21}).Box({-1.1f, 0, -1.1f}, {21, 3, 0});
	Level.Box({-1.1f, 0, 20}, {21, 3, 21}).Box({0, 0, 9.8f}, {14, 3, 10.2f}).Box({16, 0, 9.8f}, {20, 3, 10.2f});
	return Level;
}
} // namespace Flockwork
