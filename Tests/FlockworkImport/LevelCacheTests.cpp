// What is kept for the next start: taken when nothing changed, made again when anything did.
#include "FlockworkImport/LevelCache.h"

#include "ImportFixture.h"
#include "SampleFiles.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <unistd.h>

namespace Flockwork
{
namespace
{
namespace Files = std::filesystem;

const std::string CorridorFile = std::string(FLOCKWORK_SOURCE_DIR) + "/Content/Levels/Corridor.glb";

struct FLoaded
{
	bool bOk = false;
	ECacheUse Use = ECacheUse::Made;
	FImportedLevel Level;
	FDiagnostics Diagnostics;
};

FLoaded Load(const std::string& Path, const FLevelImportSettings& Settings = {})
{
	FLoaded Out;
	Out.bOk = LoadLevel(Path, Settings, Out.Level, Out.Diagnostics, &Out.Use);
	return Out;
}

FLevelImportSettings SettingsWithFolder(const FTemporaryFolder& Folder)
{
	FLevelImportSettings Settings;
	Settings.CacheFolder = Folder.Path("");
	return Settings;
}

bool IsSame(const FImportedLevel& A, const FImportedLevel& B)
{
	bool bSame = A.Format == B.Format && A.UpAxis == B.UpAxis && A.MetersPerUnit == B.MetersPerUnit &&
	             A.Bounds.Min == B.Bounds.Min && A.Bounds.Max == B.Bounds.Max && A.Ground.Name == B.Ground.Name &&
	             A.Ground.Vertices == B.Ground.Vertices && A.Ground.Indices == B.Ground.Indices &&
	             A.Ground.TriangleAreas == B.Ground.TriangleAreas && A.Ground.Links.size() == B.Ground.Links.size() &&
	             A.Parts.size() == B.Parts.size() && A.Meshes.size() == B.Meshes.size() &&
	             A.Markers.size() == B.Markers.size() && A.Sources.size() == B.Sources.size();
	for (size_t Index = 0; bSame && Index < A.Parts.size(); ++Index)
	{
		bSame = A.Parts[Index].Name == B.Parts[Index].Name && A.Parts[Index].Area == B.Parts[Index].Area &&
		        A.Parts[Index].FirstTriangle == B.Parts[Index].FirstTriangle &&
		        A.Parts[Index].TriangleCount == B.Parts[Index].TriangleCount;
	}
	for (size_t Index = 0; bSame && Index < A.Meshes.size(); ++Index)
	{
		bSame = A.Meshes[Index].Material == B.Meshes[Index].Material &&
		        A.Meshes[Index].BaseColor == B.Meshes[Index].BaseColor &&
		        A.Meshes[Index].Positions == B.Meshes[Index].Positions &&
		        A.Meshes[Index].Normals == B.Meshes[Index].Normals &&
		        A.Meshes[Index].Indices == B.Meshes[Index].Indices;
	}
	for (size_t Index = 0; bSame && Index < A.Markers.size(); ++Index)
	{
		bSame = A.Markers[Index].Name == B.Markers[Index].Name && A.Markers[Index].Kind == B.Markers[Index].Kind &&
		        A.Markers[Index].Position == B.Markers[Index].Position && A.Markers[Index].Yaw == B.Markers[Index].Yaw;
	}
	return bSame;
}

const FNavProgress GoOn = [](float) { return true; };
} // namespace

TEST_CASE("LoadLevel: the second start takes what the first one kept, and it is the same to the bit")
{
	const FTemporaryFolder Folder;
	for (const char* const Name : {"Bridges.glb", "Plaza.glb"})
	{
		const std::string Path = Folder.Path(Name);
		Files::copy_file(std::string(FLOCKWORK_SOURCE_DIR) + "/Content/Levels/" + Name, Path);
		const FLoaded First = Load(Path);
		const FLoaded Second = Load(Path);
		REQUIRE(First.bOk);
		REQUIRE(Second.bOk);
		CHECK(First.Use == ECacheUse::Made);
		CHECK(Second.Use == ECacheUse::Kept);
		CHECK(Files::exists(Path + ".fwlevel"));
		CHECK(IsSame(First.Level, Second.Level));
		CHECK(IsSame(First.Level, Import(Path).Level));
	}
}

TEST_CASE("LoadLevel: a change of the file, of a file that it names, or of the settings makes it anew")
{
	const FTemporaryFolder Folder;
	const std::string Path = Folder.Write("box.obj", "mtllib box.mtl\nusemtl Blue\n" + MakeObj({}));
	CHECK(Load(Path).Use == ECacheUse::Made); // without its materials
	CHECK(Load(Path).Use == ECacheUse::Kept);
	Folder.Write("box.mtl", "newmtl Blue\nKd 0 0 1\n");
	CHECK(Load(Path).Use == ECacheUse::Made);
	CHECK(Load(Path).Use == ECacheUse::Kept);
	Folder.Write("box.mtl", "newmtl Blue\nKd 0 1 0\n");
	const FLoaded Green = Load(Path);
	CHECK(Green.Use == ECacheUse::Made);
	CHECK(Green.Level.Meshes[0].BaseColor == FVector{0.0f, 1.0f, 0.0f});
	FLevelImportSettings Settings;
	Settings.Scale = 2.0f;
	const FLoaded Large = Load(Path, Settings);
	CHECK(Large.Use == ECacheUse::Made);
	CHECK(Large.Level.Bounds.Max.y == Approx(4.0f));
	Folder.Write("box.obj", MakeObj({}) + "# longer\n");
	CHECK(Load(Path, Settings).Use == ECacheUse::Made);
	CHECK(Load(Path, Settings).Use == ECacheUse::Kept);
	Settings.bCache = false;
	CHECK(Load(Path, Settings).Use == ECacheUse::Made);
}

TEST_CASE("LoadLevel: a damaged file is made again with a warning, wherever the damage is")
{
	const FTemporaryFolder Folder;
	const std::string Path = Folder.Write("box.glb", MakeGlb({}));
	REQUIRE(Load(Path).bOk);
	const std::string Whole = ReadWhole(Path + ".fwlevel");
	for (size_t Part = 0; Part < 40; ++Part)
	{
		std::string Damaged = Whole;
		const size_t At = Whole.size() * Part / 40;
		Part % 2 == 0 ? Damaged.resize(At) : void(Damaged[At] = char(Damaged[At] ^ 0x10));
		Folder.Write("box.glb.fwlevel", Damaged);
		const FLoaded Again = Load(Path);
		INFO("part " << Part << ": " << Again.Diagnostics.ToString());
		CHECK(Again.bOk);
		const bool bReserved = At >= 12 && At < 16; // nobody reads these four bytes
		CHECK(((Again.Use == ECacheUse::Made && Again.Diagnostics.ToString().find("made again") != std::string::npos) ||
		       bReserved));
		CHECK(Load(Path).Use == ECacheUse::Kept);
	}
}

TEST_CASE("LoadLevel: a folder of one's own, and places that cannot be written")
{
	const FTemporaryFolder Folder;
	const FTemporaryFolder Kept;
	const std::string Path = Folder.Write("box.glb", MakeGlb({}));
	CHECK(Load(Path, SettingsWithFolder(Kept)).Use == ECacheUse::Made);
	CHECK(Load(Path, SettingsWithFolder(Kept)).Use == ECacheUse::Kept);
	CHECK_FALSE(Files::exists(Path + ".fwlevel"));
	FLevelImportSettings Nowhere;
	Nowhere.CacheFolder = Folder.Path("nowhere");
	const FLoaded Result = Load(Path, Nowhere);
	CHECK(Result.bOk);
	CHECK(Result.Diagnostics.ToString().find("import.cacheFolder") != std::string::npos);

	// A folder stands where the kept file would: the user's own folder takes it.
	Files::create_directory(Path + ".fwlevel");
	const char* const Before = std::getenv("XDG_CACHE_HOME");
	const std::string Former = Before ? Before : "";
	setenv("XDG_CACHE_HOME", Kept.Path("").c_str(), 1);
	CHECK(Load(Path).Use == ECacheUse::Made);
	CHECK(Load(Path).Use == ECacheUse::Kept);
	CHECK(Files::exists(Kept.Path("flockwork")));
	Before ? setenv("XDG_CACHE_HOME", Former.c_str(), 1) : unsetenv("XDG_CACHE_HOME");
}

TEST_CASE("LoadOrBuildNavMesh: built once, kept, built anew for other settings or another level")
{
	const FTemporaryFolder Folder;
	const std::string Path = Folder.Path("corridor.glb");
	Files::copy_file(CorridorFile, Path);
	const FLoaded Level = Load(Path);
	REQUIRE(Level.bOk);
	FSerialScheduler Scheduler;
	FDiagnostics Diagnostics;
	FNavMeshSettings Settings;
	ECacheUse Use = ECacheUse::Kept;
	int32_t Calls = 0;
	const FNavProgress Count = [&](float) { return ++Calls > 0; };
	FNavMesh First;
	REQUIRE(LoadOrBuildNavMesh(Path, Level.Level, {}, Settings, Scheduler, Count, First, Diagnostics, &Use));
	CHECK(Use == ECacheUse::Made);
	CHECK(Calls > 0);
	FNavMesh Second;
	REQUIRE(LoadOrBuildNavMesh(Path, Level.Level, {}, Settings, Scheduler, GoOn, Second, Diagnostics, &Use));
	CHECK(Use == ECacheUse::Kept);
	CHECK(First.SaveBytes() == Second.SaveBytes());
	CHECK(First.GetStats().WalkableArea > 50.0); // 40 x 2 m, less the radius at each wall
	CHECK(Diagnostics.GetAll().empty());

	Settings.AgentRadius = 0.2f;
	FNavMesh Third;
	REQUIRE(LoadOrBuildNavMesh(Path, Level.Level, {}, Settings, Scheduler, GoOn, Third, Diagnostics, &Use));
	CHECK(Use == ECacheUse::Made);
	FImportedLevel Moved = Level.Level;
	Moved.Ground.Vertices[0].x += 0.01f;
	REQUIRE(LoadOrBuildNavMesh(Path, Moved, {}, Settings, Scheduler, GoOn, Third, Diagnostics, &Use));
	CHECK(Use == ECacheUse::Made);
}

TEST_CASE("LoadOrBuildNavMesh: damage is told and mended, and a build that is ended leaves the mesh as it was")
{
	const FTemporaryFolder Folder;
	const std::string Path = Folder.Path("corridor.glb");
	Files::copy_file(CorridorFile, Path);
	const FLoaded Level = Load(Path);
	REQUIRE(Level.bOk);
	FSerialScheduler Scheduler;
	ECacheUse Use = ECacheUse::Kept;
	FNavMesh Mesh;
	{
		FDiagnostics Diagnostics;
		const FNavProgress Stop = [](float) { return false; };
		CHECK_FALSE(LoadOrBuildNavMesh(Path, Level.Level, {}, {}, Scheduler, Stop, Mesh, Diagnostics));
		CHECK_FALSE(Mesh.IsBuilt());
		CHECK_FALSE(Files::exists(Path + ".fwnav"));
		REQUIRE(LoadOrBuildNavMesh(Path, Level.Level, {}, {}, Scheduler, GoOn, Mesh, Diagnostics));
	}
	std::string Damaged = ReadWhole(Path + ".fwnav");
	Damaged[Damaged.size() / 2] = char(Damaged[Damaged.size() / 2] ^ 1);
	Folder.Write("corridor.glb.fwnav", Damaged);
	FDiagnostics Diagnostics;
	REQUIRE(LoadOrBuildNavMesh(Path, Level.Level, {}, {}, Scheduler, GoOn, Mesh, Diagnostics, &Use));
	CHECK(Use == ECacheUse::Made);
	CHECK(Diagnostics.ToString().find("corridor.glb.fwnav: warning: is damaged") != std::string::npos);
	CHECK(LoadOrBuildNavMesh(Path, Level.Level, {}, {}, Scheduler, GoOn, Mesh, Diagnostics, &Use));
	CHECK(Use == ECacheUse::Kept);
}

TEST_CASE("FLevelImportSettings: a well-formed table")
{
	FDiagnostics Diagnostics;
	CHECK(FLevelImportSettings::Table().CheckDefinition(Diagnostics));
	INFO(Diagnostics.ToString());
	FSettingsRegistry Registry;
	RegisterImportSettings(Registry);
	CHECK(Registry.Resolve("import.maxSeconds").Field != nullptr);
}
} // namespace Flockwork
