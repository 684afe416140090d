#pragma once
// A scene written in AngelScript: it fills a world's order queue, declares checks about itself, and tells how it would
// like to be looked at. The script's whole vocabulary is on the reference page (WriteReferencePage).
//
//	auto Registry = MakeGameRegistry();
//	RegisterScript(*Registry);                    // before the prefab library and the world are made
//	...
//	FScriptScene Scene;
//	Scene.SetParameter("boids", 200);             // what the command line says; the script asks for it
//	if (Scene.Load("Samples/ZombieHorde/ZombieHorde.as", World, Diagnostics) && Scene.Begin(Diagnostics))
//	{
//		while (bRunning) { World.Tick(DeltaTime); Draw(World, Scene.GetCamera(World.GetAlpha())); }
//	}
//
// The script runs inside the world's own step (Script and Report phases) through a subsystem that RegisterScript adds,
// and its state is a section of the world's snapshots: a restored world continues its scene by itself.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkCore/Math.h"
#include "FlockworkGame/Checks.h"
#include "FlockworkGame/DebugLayers.h"
#include "FlockworkScript/ScriptSettings.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
class FGameRegistry;
class ISceneLevels;
class UWorld;

enum class ESceneSky : uint8_t
{
	Day,
	Evening,
	Overcast,
	Underwater
};

enum class ESceneGround : uint8_t
{
	Grass,
	Asphalt,
	Sand,
	Grid,
	None // open air or water
};

// What the colours of a flock's boids tell.
enum class ESceneColoring : uint8_t
{
	Own,     // the bodies' own colours
	Heading, // hue by direction
	Speed,   // blue slow, red at the limit
	Density, // blue alone, red where the flock is dense
	Flock,   // one hue for each flock
	Cluster  // one hue for each group of boids that see each other
};

// What the script says about the scene as a whole. For whoever draws; nothing of it moves the world.
struct FSceneHints
{
	std::string Title;
	float Duration = 20.0f; // s, how long a run without --seconds is
	ESceneSky Sky = ESceneSky::Day;
	ESceneGround Ground = ESceneGround::Grass;
	float GroundHeight = 0.0f;   // m
	float HazeDistance = 220.0f; // m at which about two thirds of a thing is haze
	float ShadowRadius = 32.0f;  // m around the point looked at
	bool bTrails = false;
	ESceneColoring Coloring = ESceneColoring::Own;
	bool bPlots = false; // curves of the flocks' metrics on the picture
	FDebugLayers Layers; // what to draw besides the bodies, and of whom
};

// Where the script would like to look from, moved smoothly from shot to shot.
struct FSceneCamera
{
	bool bActive = false;                // false: the script has no wish
	bool bCut = false;                   // jumped in the last step: do not blend from the former picture
	FVector Position{0.0f, 6.0f, 14.0f}; // m
	FVector LookAt{0.0f, 1.0f, 0.0f};    // m, never at Position
	float FieldOfView = 0.9f;            // rad, vertical
};

struct FSceneCaption
{
	std::string Text;
	float Opacity = 1.0f; // fades in and out
};

// A curve that the script feeds, for whoever draws.
struct FScenePlot
{
	static constexpr size_t Capacity = 600; // values; the oldest go
	std::string Name;
	float Min = 0.0f; // of the axis; Max == Min: as the values are
	float Max = 0.0f;
	FVector Color{0.7f, 0.7f, 0.7f}; // linear RGB
	std::vector<float> Values;       // oldest first
};

class FScriptScene
{
public:
	FScriptScene();
	~FScriptScene();
	FScriptScene(const FScriptScene&) = delete;
	FScriptScene& operator=(const FScriptScene&) = delete;

	// --- Before Load.
	void SetSettings(const FScriptSettings& Settings);
	// Numbers that the script asks for by GetParameter; "boids" is what --boids sets. Replaces an earlier value.
	void SetParameter(std::string_view Name, double Value);
	// Who loads the levels that scripts ask for; null: nobody, and LoadLevel stops a script. Must outlive the world.
	void SetLevels(ISceneLevels* Levels);

	// Compiles the script and its includes, which must lie in or below its own folder. A world has one scene: a
	// former one ends, with its timers and checks, while its actors stay. Every error names file, line and column; then
	// the world is untouched, its former scene goes on, and false is returned. The world must outlive the
	// scene, and its registry must have been through RegisterScript.
	bool Load(const std::string& Path, UWorld& World, FDiagnostics& Diagnostics);
	// Runs the script's BeginPlay: once, between steps. False with diagnostics when it stopped.
	bool Begin(FDiagnostics& Diagnostics);

	// --- While it runs.
	const FSceneHints& GetHints() const;
	// Alpha as UWorld::GetAlpha().
	FSceneCamera GetCamera(float Alpha) const;
	std::vector<FSceneCaption> GetCaptions() const;
	std::span<const FScenePlot> GetPlots() const;    // in the order of their first values
	std::span<const FCheckResult> GetChecks() const; // those of the world
	// Why the script was stopped; null while it runs. A stopped script is not called any more, its checks fail, and the
	// world goes on. A reload starts it anew.
	const FDiagnostic* GetFault() const;
	// Held until changed; from any device. "MoveRight" and "MoveForward", each in [-1, 1], as a camera sees them that
	// looks along "CameraYaw" (rad; 0: along +Z, so that right is -X; Pi/2: along +X), reach the actor that the script
	// bound; it may ask for any other name. Not finite counts as 0.
	void SetInputAxis(std::string_view Name, float Value);
	// The script's files that were edited since they were loaded.
	bool HasChanged() const;
	// Compiles them again and goes on in the middle of the scene: actors stay, BeginPlay does not run again, globals of
	// the same name and type keep their values, timers and checks find their functions by name. On any error, also a
	// function that is still waited for and is gone, the old script stays and false is returned.
	bool Reload(FDiagnostics& Diagnostics);
	// The files that the script consists of.
	std::vector<std::string> GetFiles() const;

	// Markdown: every type and function a script can use, made from what is registered.
	static std::string WriteReferencePage();

private:
	struct FImpl;
	std::unique_ptr<FImpl> Impl;
};

// Adds the script subsystem (after all others) and the settings table "script".
void RegisterScript(FGameRegistry& Registry);
} // namespace Flockwork
