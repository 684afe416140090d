#include "GameTestSupport.h"

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace Flockwork
{
namespace
{
using namespace GameTest;
namespace fs = std::filesystem;

// A content folder that is gone at the end.
struct FContentFolder
{
	FContentFolder()
	{
		static int32_t Counter = 0;
		Root = fs::temp_directory_path() /
		       ("FlockworkPrefabTests" + std::to_string(uint64_t(::getpid())) + "_" + std::to_string(Counter++));
		fs::create_directories(Root / "Prefabs");
		fs::create_directories(Root / "Flocks");
	}
	~FContentFolder() { fs::remove_all(Root); }
	void Write(const std::string& File, const std::string& Text) const
	{
		std::ofstream(Root / File) << Text;
		// Two writes within one tick of the file system's clock must still differ.
		fs::last_write_time(Root / File, fs::file_time_type::clock::now() + std::chrono::seconds(++Edits));
	}
	fs::path Root;
	mutable int32_t Edits = 0;
};

const FFlockingSetup* FindFlocking(const FPrefabLibrary& Library, const char* Prefab)
{
	const std::shared_ptr<const FPrefab> Found = Library.Find(Prefab);
	for (const FPrefabComponent& Component : Found->Components)
	{
		if (Library.GetRegistry().GetComponentClass(Component.Class).GetTable().Name == "flocking")
		{
			return &static_cast<const TComponentSettings<FFlockingSetup>*>(Component.Settings.get())->Settings;
		}
	}
	return nullptr;
}

// What adding this prefab complains of.
std::string ComplaintOf(const std::string& Json)
{
	FPrefabLibrary Library(MakeGameRegistry());
	FDiagnostics Diagnostics;
	CHECK_FALSE(Library.AddPrefab(Json, "bad.json", Diagnostics));
	CHECK(Diagnostics.HasErrors());
	CHECK(Library.GetNames().empty());
	return Diagnostics.ToString();
}
} // namespace

TEST_CASE("FPrefabLibrary: a child has what its parent has, with its own changes on top")
{
	const std::shared_ptr<FPrefabLibrary> Library = MakeLibrary();
	const FFlockingSetup& Boid = *FindFlocking(*Library, "Boid");
	const FFlockingSetup& Walker = *FindFlocking(*Library, "Walker");
	CHECK(Boid.Flock.BoundsRadius == 12.0f);
	CHECK(Walker.Flock.BoundsRadius == 12.0f); // inherited through the "flock" object too
	CHECK(Walker.Flock.MaxSpeed == 2.5f);
	CHECK(Boid.Flock.MaxSpeed == FFlockSettings{}.MaxSpeed);
	CHECK(Walker.Settings.FlockId == "Walkers");
	CHECK(Library->Find("Walker")->Components.size() == Library->Find("Boid")->Components.size());
}

TEST_CASE("FPrefabLibrary: null takes away what the parent has")
{
	const std::shared_ptr<FPrefabLibrary> Library = MakeLibrary();
	FDiagnostics Diagnostics;
	REQUIRE(Library->AddPrefab(
	    R"({"prefab": "Ghost", "inherits": "Boid", "components": {"visual": null}})", "ghost.json", Diagnostics));
	CHECK(Library->Find("Ghost")->Components.size() + 1 == Library->Find("Boid")->Components.size());
}

TEST_CASE("FPrefabLibrary: each fault names file, line, field and the nearest name")
{
	CHECK(ComplaintOf("{\n\"prefab\": \"A\",\n\"components\": {\n\"boddy\": {}}}").find("bad.json:4:") == 0);
	CHECK(ComplaintOf(R"({"prefab": "A", "components": {"boddy": {}}})").find("did you mean \"body\"?") !=
	      std::string::npos);
	CHECK(ComplaintOf(R"({"prefab": "A", "components": {"body": {"raduis": 1}}})").find("radius") != std::string::npos);
	CHECK(ComplaintOf(R"({"prefab": "A", "components": {"body": {"radius": "big"}}})").find("body.radius") !=
	      std::string::npos);
	CHECK(ComplaintOf(R"({"prefab": "A", "components": {"body": 7}})").find("components.body") != std::string::npos);
	CHECK(
	    ComplaintOf(R"({"prefab": "A", "components": {"body": {"layer": "boids"}}})").find("did you mean \"boid\"?") !=
	    std::string::npos);
	CHECK(ComplaintOf(R"({"prefab": "A", "components": {"body": {"collidesWith": "all -biod"}}})").find("\"biod\"") !=
	      std::string::npos);
	CHECK(ComplaintOf(R"({"prefab": "A", "components": {"flocking": {"preset": "Defualt"}}})")
	          .find("did you mean \"Default\"?") != std::string::npos);
	CHECK(ComplaintOf(R"({"prefab": "A", "components": {"flocking": {"flock": {"maxSped": 2}}}})").find("maxSpeed") !=
	      std::string::npos);
	CHECK(ComplaintOf(R"({"prefab": "A", "inherit": "B"})").find("did you mean \"inherits\"?") != std::string::npos);
	CHECK(ComplaintOf(R"({"prefab": 3})").find("prefab") != std::string::npos);
	CHECK(ComplaintOf(R"({"components": {}})").find("name is expected") != std::string::npos);
	CHECK(ComplaintOf(R"([1, 2])").find("object") != std::string::npos);
	CHECK(ComplaintOf("").find("bad.json") == 0);
	CHECK(ComplaintOf(R"({"prefab": "A")").find("bad.json:1:") == 0);
	CHECK(ComplaintOf(R"({"prefab": "A", "components": {"playerMover": {"path": [[1, 2]]}}})").find("[x, y, z]") !=
	      std::string::npos);
}

TEST_CASE("FPrefabLibrary: a prefab that inherits from itself, directly or round about, is refused")
{
	CHECK(ComplaintOf(R"({"prefab": "A", "inherits": "A", "components": {}})").find("A -> A") != std::string::npos);
	FContentFolder Content;
	Content.Write("Prefabs/A.json", R"({"prefab": "A", "inherits": "B"})");
	Content.Write("Prefabs/B.json", R"({"prefab": "B", "inherits": "C"})");
	Content.Write("Prefabs/C.json", R"({"prefab": "C", "inherits": "A"})");
	Content.Write("Prefabs/Good.json", R"({"prefab": "Good", "components": {"body": {}}})");
	FPrefabLibrary Library(MakeGameRegistry());
	FDiagnostics Diagnostics;
	CHECK_FALSE(Library.AddContentRoot(Content.Root.string(), Diagnostics));
	CHECK(Diagnostics.ToString().find("A -> B -> C -> A") != std::string::npos);
	CHECK(Library.GetNames() == std::vector<std::string_view>{"Good"}); // the good one is there all the same
}

TEST_CASE("FPrefabLibrary: an unknown parent is named, with the nearest")
{
	const std::shared_ptr<FPrefabLibrary> Library = MakeLibrary();
	FDiagnostics Diagnostics;
	CHECK_FALSE(Library->AddPrefab(R"({"prefab": "A", "inherits": "Boids"})", "a.json", Diagnostics));
	CHECK(Diagnostics.ToString().find("did you mean \"Boid\"?") != std::string::npos);
}

TEST_CASE("FPrefabLibrary: out-of-range values are clamped with a warning")
{
	FPrefabLibrary Library(MakeGameRegistry());
	FDiagnostics Diagnostics;
	REQUIRE(Library.AddPrefab(
	    R"({"prefab": "A", "components": {"flocking": {"flock": {"maxSpeed": -3}}}})", "a.json", Diagnostics));
	CHECK_FALSE(Diagnostics.HasErrors());
	REQUIRE(Diagnostics.GetAll().size() == 1);
	CHECK(Diagnostics.GetAll()[0].Place.File == "a.json");
	CHECK(FindFlocking(Library, "A")->Flock.MaxSpeed == 0.1f);
}

TEST_CASE("FPrefabLibrary: a missing folder, bad files and two prefabs of one name are reported")
{
	FPrefabLibrary Library(MakeGameRegistry());
	FDiagnostics Missing;
	CHECK_FALSE(Library.AddContentRoot("/no/such/folder", Missing));
	CHECK(Missing.ToString().find("/no/such/folder") != std::string::npos);

	FContentFolder Content;
	Content.Write("Prefabs/A.json", R"({"prefab": "Same", "components": {"body": {}}})");
	Content.Write("Prefabs/B.json", R"({"prefab": "Same", "components": {"visual": {}}})");
	Content.Write("Prefabs/Empty.json", "");
	Content.Write("Prefabs/Binary.json", std::string("\0\1\2\3", 4));
	Content.Write("Prefabs/Deep.json", std::string(100000, '['));
	FDiagnostics Diagnostics;
	CHECK_FALSE(Library.AddContentRoot(Content.Root.string(), Diagnostics));
	for (const char* Name : {"B.json", "Empty.json", "Binary.json", "Deep.json"})
	{
		INFO(Name);
		CHECK(Diagnostics.ToString().find(Name) != std::string::npos);
	}
	CHECK(Library.Find("Same")->File.find("A.json") != std::string::npos);
}

TEST_CASE("UWorld: a prefab that cannot be spawned is named, with its file")
{
	FContentFolder Content;
	Content.Write("Prefabs/Rock.json", R"({"prefab": "Rock", "components": {"body": {"shape": "hull"}}})");
	FWorldDef Def;
	Def.Prefabs = std::make_shared<FPrefabLibrary>(MakeGameRegistry());
	FDiagnostics Diagnostics;
	REQUIRE(Def.Prefabs->AddContentRoot(Content.Root.string(), Diagnostics));
	UWorld World(std::move(Def));
	CHECK_FALSE(World.SpawnActor("Rock", FTransform{}, Diagnostics).IsValid());
	REQUIRE(Diagnostics.HasErrors());
	CHECK(Diagnostics.GetAll()[0].Place.File == (Content.Root / "Prefabs/Rock.json").string());
	CHECK(Diagnostics.GetAll()[0].Message.find("(prefab \"Rock\")") != std::string::npos);
}

TEST_CASE("FPrefabLibrary: edited presets reach running flocks, a bad file keeps the old values and says why")
{
	FContentFolder Content;
	Content.Write("Flocks/Quick.json", R"({"format": 1, "flock": {"maxSpeed": 6, "cohesion": {"weight": 2}}})");
	Content.Write("Prefabs/Boid.json", R"({"prefab": "Boid", "components": {"body": {"gravity": false},
		"flocking": {"preset": "Quick", "flock": {"cohesion": {"weight": 3}}}}})");
	FWorldDef Def;
	Def.Prefabs = std::make_shared<FPrefabLibrary>(MakeGameRegistry());
	FDiagnostics Diagnostics;
	REQUIRE(Def.Prefabs->AddContentRoot(Content.Root.string(), Diagnostics));
	UWorld World(std::move(Def));
	SpawnAt(World, "Boid", {0.0f, 5.0f, 0.0f});
	Do(World, FOrder::SetSetting("flock.alignment.weight", 0.25f, "Quick"));
	UFlockSubsystem& Flocks = World.Get<UFlockSubsystem>();
	CHECK(World.GetPrefabs().Reload(Diagnostics) == 0);

	Content.Write("Flocks/Quick.json", R"({"format": 1, "flock": {"maxSpeed": 9, "cohesion": {"weight": 5}}})");
	CHECK(World.GetPrefabs().Reload(Diagnostics) == 2); // the preset, and the prefab that uses it
	CHECK_FALSE(Diagnostics.HasErrors());
	CHECK(Flocks.ApplyPresets(World) == 1);
	CHECK(Flocks.GetFlock(0).Settings->MaxSpeed == 9.0f);
	CHECK(Flocks.GetFlock(0).Settings->CohesionWeight == 3.0f);   // the prefab's own change stays on top
	CHECK(Flocks.GetFlock(0).Settings->AlignmentWeight == 0.25f); // and so does what was set by name

	Content.Write("Flocks/Quick.json", R"({"format": 1, "flock": {"maxSpeed": "fast"}})");
	FDiagnostics Bad;
	CHECK(World.GetPrefabs().Reload(Bad) == 0);
	CHECK(Bad.ToString().find("Quick.json") != std::string::npos);
	CHECK(Flocks.ApplyPresets(World) == 0);
	CHECK(Flocks.GetFlock(0).Settings->MaxSpeed == 9.0f);
}

TEST_CASE("FPrefabLibrary: editing a file of an earlier root leaves the later root's in force")
{
	FContentFolder Base;
	FContentFolder Mod;
	const auto Write = [](const FContentFolder& Content, double Speed)
	{
		const std::string Number = std::to_string(Speed);
		Content.Write("Flocks/Quick.json", R"({"format": 1, "flock": {"maxSpeed": )" + Number + "}}");
		Content.Write("Prefabs/Boid.json",
		    R"({"prefab": "Boid", "components": {"flocking": {"flock": {"maxSpeed": )" + Number + "}}}}");
	};
	Write(Base, 3.0);
	Write(Mod, 7.0);
	FPrefabLibrary Library(MakeGameRegistry());
	FDiagnostics Diagnostics;
	REQUIRE(Library.AddContentRoot(Base.Root.string(), Diagnostics));
	REQUIRE(Library.AddContentRoot(Mod.Root.string(), Diagnostics));
	Write(Base, 4.0);
	CHECK(Library.Reload(Diagnostics) == 0);
	CHECK(FindFlocking(Library, "Boid")->Flock.MaxSpeed == 7.0f);
	CHECK(Library.GetPresets().Find("Quick")->MaxSpeed == 7.0f);
	fs::remove(Mod.Root / "Prefabs/Boid.json"); // then the base's is what there is
	CHECK(Library.Reload(Diagnostics) == 1);
	CHECK(FindFlocking(Library, "Boid")->Flock.MaxSpeed == 4.0f);
	CHECK(Diagnostics.GetAll().empty());
}

TEST_CASE("FPrefabLibrary: a renamed file goes on as the same prefab, one that is gone keeps its last word")
{
	FContentFolder Content;
	Content.Write("Prefabs/A.json", R"({"prefab": "Same", "components": {"flocking": {"flock": {"maxSpeed": 3}}}})");
	FPrefabLibrary Library(MakeGameRegistry());
	FDiagnostics Diagnostics;
	REQUIRE(Library.AddContentRoot(Content.Root.string(), Diagnostics));
	fs::rename(Content.Root / "Prefabs/A.json", Content.Root / "Prefabs/B.json");
	CHECK(Library.Reload(Diagnostics) == 0);
	Content.Write("Prefabs/B.json", R"({"prefab": "Same", "components": {"flocking": {"flock": {"maxSpeed": 5}}}})");
	CHECK(Library.Reload(Diagnostics) == 1);
	CHECK(FindFlocking(Library, "Same")->Flock.MaxSpeed == 5.0f);
	fs::remove(Content.Root / "Prefabs/B.json");
	CHECK(Library.Reload(Diagnostics) == 0);
	CHECK(FindFlocking(Library, "Same")->Flock.MaxSpeed == 5.0f);
	CHECK(Diagnostics.GetAll().empty());
}

TEST_CASE("FPrefabLibrary: what is bad and stays as it is, is complained of once")
{
	FContentFolder Content;
	Content.Write("Prefabs/Orphan.json", R"({"prefab": "Orphan", "inherits": "Nobody"})");
	Content.Write("Prefabs/Bad.json", "{");
	FPrefabLibrary Library(MakeGameRegistry());
	FDiagnostics First;
	CHECK_FALSE(Library.AddContentRoot(Content.Root.string(), First));
	CHECK(First.GetAll().size() == 2);
	FDiagnostics Again;
	CHECK(Library.Reload(Again) == 0);
	CHECK(Again.GetAll().empty());
	Content.Write("Prefabs/Orphan.json", R"({"prefab": "Orphan"})");
	CHECK(Library.Reload(Again) == 1);
	CHECK(Again.GetAll().empty());
}

TEST_CASE("FPrefabLibrary: spawn orders can lay changes over a prefab, or make an actor of nothing else")
{
	UWorld World(MakeDef());
	FOrder Big = FOrder::Spawn("Wall", At(0.0f, 3.0f, 0.0f));
	Big.Text = R"({"body": {"halfExtent": [8, 3, 1]}})";
	const FActorId Wall = Do(World, Big);
	const FBox Bounds = World.GetPhysics().GetBounds(World.FindActor(Wall)->Body);
	CHECK(Bounds.Max.x - Bounds.Min.x == Approx(16.0f).margin(0.2));
	FOrder Plain = FOrder::Spawn("", At(5.0f, 0.0f, 0.0f));
	Plain.Text = R"({"target": {"radius": 5}})";
	CHECK(World.FindActor(Do(World, Plain))->Components != 0);

	FOrder Bad = FOrder::Spawn("Wall", FTransform{});
	Bad.Text = R"({"body": {"halfExtend": [8, 3, 1]}})";
	FDiagnostics Diagnostics;
	CHECK_FALSE(World.Execute(Bad, Diagnostics));
	CHECK(Diagnostics.ToString().find("halfExtent") != std::string::npos);
}

TEST_CASE("Content: every prefab and preset that ships loads without a word")
{
	FPrefabLibrary Library(MakeGameRegistry());
	FDiagnostics Diagnostics;
	CHECK(Library.AddContentRoot(FLOCKWORK_SOURCE_DIR "/Content", Diagnostics));
	INFO(Diagnostics.ToString());
	CHECK(Diagnostics.GetAll().empty());
	CHECK(Library.GetNames().size() >= 15);
}
} // namespace Flockwork
