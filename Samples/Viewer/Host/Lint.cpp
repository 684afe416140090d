#include "Lint.h"

#include "FlockworkFlock/FlockSettings.h"
#include "FlockworkGame/Components.h"
#include "FlockworkGame/Prefabs.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"
#include "FlockworkScript/ScriptScene.h"
#include "SceneLevels.h"
#include "SpeciesNames.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace Flockwork
{
namespace
{
std::shared_ptr<FPrefabLibrary> LoadContent(const std::string& Root)
{
	const std::shared_ptr<FGameRegistry> Registry = MakeGameRegistry();
	RegisterScript(*Registry);
	auto Prefabs = std::make_shared<FPrefabLibrary>(Registry);
	FDiagnostics NotOurs; // faults of other files are theirs
	Prefabs->AddContentRoot((std::filesystem::path(Root) / "Content").string(), NotOurs);
	return Prefabs;
}

// The node of a dotted field below Flock, or of as much of it as the file names.
const FDataNode& FindField(const FDataNode& Node, std::string_view Dotted)
{
	if (const FDataNode* const Whole = Node.Find(Dotted))
	{
		return *Whole;
	}
	const size_t Dot = Dotted.find('.');
	const FDataNode* const Group = Dot == std::string_view::npos ? nullptr : Node.Find(Dotted.substr(0, Dot));
	return Group ? FindField(*Group, Dotted.substr(Dot + 1)) : Node;
}

// What the settings' lint has to say, each at the line that set the field; Flock: that object in the file, if it has
// one.
void LintSettings(
    const FFlockSettings& Settings, const FDataNode* Flock, const std::string& File, FDiagnostics& Diagnostics)
{
	FDiagnostics Found;
	LintFlockSettings(Settings, FWorldSettings{}.FixedStep, Found);
	for (const FDiagnostic& Doubt : Found.GetAll())
	{
		const std::string_view Field = std::string_view(Doubt.Field).substr(Doubt.Field.find('.') + 1);
		const FDataNode* const Node = Flock ? &FindField(*Flock, Field) : nullptr;
		Diagnostics.Warning({File, Node ? Node->Line : 0, Node ? Node->Column : 0}, Doubt.Field, Doubt.Message);
	}
}

bool LintPreset(const FDataNode& Root, const std::string& File, FDiagnostics& Diagnostics)
{
	FFlockSettings Settings;
	if (!ReadFlockPreset(Root, File, Settings, Diagnostics))
	{
		return false;
	}
	LintSettings(Settings, Root.Find("flock"), File, Diagnostics);
	return ValidateFlockSettings(Settings, Diagnostics);
}

void LintSpecies(const std::string& Species, const std::string& File, FDiagnostics& Diagnostics)
{
	const std::vector<std::string_view> Known(SpeciesNames.begin(), SpeciesNames.end());
	if (std::find(Known.begin(), Known.end(), Species) == Known.end())
	{
		const std::string_view Nearest = NearestName(Species, Known);
		Diagnostics.Warning({File}, "visual.species",
		    '"' + Species + "\" is unknown and drawn as an arrow" +
		        (Nearest.empty() ? std::string() : "; did you mean \"" + std::string(Nearest) + "\"?"));
	}
}

// The prefab's own {"components": {"flocking": {"flock": {...}}}}; null where it has none.
const FDataNode* FindOwnFlock(const FDataNode& Root)
{
	const FDataNode* Node = &Root;
	for (const std::string_view Member : {"components", "flocking", "flock"})
	{
		Node = Node ? Node->Find(Member) : nullptr;
	}
	return Node;
}

bool LintPrefab(
    const FDataNode& Root, const std::string& File, const std::string& ContentRoot, FDiagnostics& Diagnostics)
{
	const std::shared_ptr<FPrefabLibrary> Prefabs = LoadContent(ContentRoot);
	std::ifstream Stream(File, std::ios::binary);
	const std::string Text{std::istreambuf_iterator<char>(Stream), std::istreambuf_iterator<char>()};
	if (!Prefabs->AddPrefab(Text, File, Diagnostics))
	{
		return false;
	}
	const std::shared_ptr<const FPrefab> Prefab = Prefabs->Find(Root.Find("prefab")->String);
	for (const FPrefabComponent& Component : Prefab->Components)
	{
		const auto* const Flocking = dynamic_cast<const TComponentSettings<FFlockingSetup>*>(Component.Settings.get());
		if (Flocking)
		{
			LintSettings(Flocking->Settings.Flock, FindOwnFlock(Root), File, Diagnostics);
		}
		if (const auto* const Visual =
		        dynamic_cast<const TComponentSettings<FVisualSettings>*>(Component.Settings.get()))
		{
			LintSpecies(Visual->Settings.Species, File, Diagnostics);
		}
	}
	// Whether it can be spawned, only spawning tells: a hull may lack points, or have all of them in one plane.
	FWorldDef Def;
	Def.Prefabs = Prefabs;
	Def.Settings.Threads = 1;
	UWorld World(std::move(Def));
	return World.SpawnActor(Prefab->Name, FTransform{}, Diagnostics).IsValid() && !Diagnostics.HasErrors();
}

bool LintScene(const std::string& File, const std::string& Root, FDiagnostics& Diagnostics)
{
	FHostLevels Levels(Root);
	FWorldDef Def;
	Def.Prefabs = LoadContent(Root);
	Def.Settings.Threads = 1;
	UWorld World(std::move(Def));
	FScriptScene Scene;
	Scene.SetLevels(&Levels);
	if (!Scene.Load(File, World, Diagnostics) || !Scene.Begin(Diagnostics))
	{
		return false;
	}
	World.Step(); // what BeginPlay has ordered is done in the first step
	const FDiagnostics Ordered = World.TakeDiagnostics();
	for (const FDiagnostic& Found : Ordered.GetAll())
	{
		const FSourcePlace Place = Found.Place.File.empty() ? FSourcePlace{File, 0, 0} : Found.Place;
		Found.Severity == ESeverity::Error ? Diagnostics.Error(Place, Found.Field, Found.Message)
		                                   : Diagnostics.Warning(Place, Found.Field, Found.Message);
	}
	if (Scene.GetFault())
	{
		Diagnostics.Error(Scene.GetFault()->Place, Scene.GetFault()->Field, Scene.GetFault()->Message);
	}
	return !Diagnostics.HasErrors();
}
} // namespace

bool LintFile(const std::string& File, const std::string& Root, FDiagnostics& Diagnostics)
{
	if (std::filesystem::path(File).extension() == ".as")
	{
		return LintScene(File, Root, Diagnostics);
	}
	FDataNode Node;
	if (!LoadJsonFile(File, Node, Diagnostics))
	{
		return false;
	}
	if (Node.Find("prefab"))
	{
		return LintPrefab(Node, File, Root, Diagnostics);
	}
	if (Node.Find("flock"))
	{
		return LintPreset(Node, File, Diagnostics);
	}
	Diagnostics.Error({File, 1, 1}, "", "neither a preset (it has a member \"flock\") nor a prefab (\"prefab\")");
	return false;
}
} // namespace Flockwork
