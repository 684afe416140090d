// Real levels: every .obj in the folder that FLOCKWORK_LEVELS names, when it does. None comes with the project.
#include "FlockworkCore/Random.h"
#include "NavTestLevels.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace Flockwork
{
namespace
{
// Vertices and faces alone.
FNavMeshInput ReadObj(const std::filesystem::path& Path)
{
	FNavMeshInput Input;
	Input.Name = Path.filename().string();
	std::ifstream Stream(Path);
	std::string Line;
	while (std::getline(Stream, Line))
	{
		std::istringstream Words(Line);
		std::string Kind;
		Words >> Kind;
		if (Kind == "v")
		{
			FVector& Vertex = Input.Vertices.emplace_back();
			Words >> Vertex.x >> Vertex.y >> Vertex.z;
		}
		std::vector<uint32_t> Corners;
		for (std::string Corner; Kind == "f" && Words >> Corner;)
		{
			const int32_t Index = std::atoi(Corner.c_str());
			Corners.push_back(Index < 0 ? uint32_t(int32_t(Input.Vertices.size()) + Index) : uint32_t(Index - 1));
		}
		for (size_t Corner = 2; Corner < Corners.size(); ++Corner)
		{
			Input.Indices.insert(Input.Indices.end(), {Corners[0], Corners[Corner - 1], Corners[Corner]});
		}
	}
	return Input;
}

// All that can be walked to from one polygon.
std::set<FPolyRef> FloodFrom(const FNavMesh& Mesh, FPolyRef Start)
{
	std::set<FPolyRef> Reached{Start};
	std::vector<FPolyRef> Open{Start};
	while (!Open.empty())
	{
		const FPolyRef Ref = Open.back();
		Open.pop_back();
		FNavPortal Portals[64];
		const int32_t Count = Mesh.GetPortals(Ref, Portals);
		for (int32_t Index = 0; Index < Count; ++Index)
		{
			if (Reached.insert(Portals[Index].To).second)
			{
				Open.push_back(Portals[Index].To);
			}
		}
	}
	return Reached;
}

void CheckLevel(const FNavMeshInput& Input, const FNavMeshSettings& Settings)
{
	FNavMesh Mesh;
	BuildInto(Mesh, {Input}, Settings);
	FNavQuery Query(Mesh);
	FRandomStream Random(8);
	FNavPath Path;
	for (int32_t Round = 0; Round < 200; ++Round)
	{
		const FNavLocation A = Query.RandomPoint(Random, {});
		const FNavLocation B = Query.RandomPoint(Random, {});
		const bool bReachable = FloodFrom(Mesh, A.Poly).count(B.Poly) > 0;
		const ENavPathStatus Status = Query.FindPath(A, B, {}, Path);
		CHECK(Status == (bReachable ? ENavPathStatus::Complete : ENavPathStatus::Partial));
		CHECK((!bReachable || Path.Length >= Length(A.Position - B.Position) * 0.99f));
	}
	FNavMesh Loaded;
	FDiagnostics Diagnostics;
	REQUIRE(Loaded.LoadBytes(Mesh.SaveBytes(), Input.Name, Diagnostics));
	CHECK((Loaded.SaveBytes() == Mesh.SaveBytes()));
}
} // namespace

TEST_CASE("FNavMesh: real levels, where there are any, build solo and tiled, and paths agree with a flood")
{
	const char* Folder = std::getenv("FLOCKWORK_LEVELS");
	if (!Folder)
	{
		return;
	}
	for (const auto& Entry : std::filesystem::directory_iterator(Folder))
	{
		if (Entry.path().extension() == ".obj")
		{
			const FNavMeshInput Input = ReadObj(Entry.path());
			CheckLevel(Input, Solo());
			CheckLevel(Input, Tiled(64));
		}
	}
}
} // namespace Flockwork
