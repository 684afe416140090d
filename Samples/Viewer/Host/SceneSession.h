#pragma once
// One run of a scene: its world, its script, and what the host says about them in the end.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkGame/Prefabs.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"
#include "FlockworkScript/ScriptScene.h"
#include "SceneCatalog.h"
#include "SceneLevels.h"
#include "Trajectories.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace Flockwork
{
struct FSessionDef
{
	std::string Root; // holds Content/
	FSceneEntry Scene;
	int32_t Seed = 1;
	int32_t Threads = 0;          // 0: one per processor
	std::optional<int32_t> Boids; // unset: the scene's own number
	std::string TrajectoriesFile; // empty: none
	std::string CharacterFile{};  // of the scene AnimationGallery; empty: our own
};

class FSceneSession
{
public:
	// Null with errors when there is no content, or the script cannot start. Bad content files that the scene may not
	// need are warnings.
	static std::unique_ptr<FSceneSession> Create(const FSessionDef& Def, FDiagnostics& Diagnostics);

	const FSessionDef& GetDef() const { return Def; }
	UWorld& GetWorld() { return *World; }
	const UWorld& GetWorld() const { return *World; }
	FScriptScene& GetScene() { return *Scene; }
	const FScriptScene& GetScene() const { return *Scene; }
	FPrefabLibrary& GetPrefabs() { return *Prefabs; }
	// Whose clips are to be shown; null in every scene but AnimationGallery.
	const std::shared_ptr<const FCharacterModel>& GetGalleryCharacter() const { return GalleryCharacter; }

	// One fixed step; gathers what went wrong in it.
	void Step();
	// Runs the checks that wait for the end. Once.
	void Finish();
	// What went wrong so far: content, orders, script.
	const FDiagnostics& GetDiagnostics() const { return Diagnostics; }
	// Keeps what went wrong elsewhere, as when the scene was drawn.
	void TakeDiagnostics(const FDiagnostics& From);
	double GetWallSeconds() const; // since Create, until Finish
	// 0; 1 when a check failed, or was not reached though the run was not cut short; 2 when the script was stopped or
	// the trajectories could not be written.
	int32_t GetExitStatus() const;

private:
	explicit FSceneSession(const FSessionDef& InDef);
	bool LoadGalleryCharacter(FDiagnostics& OutDiagnostics);
	void AddTrajectories();

	FSessionDef Def;
	std::shared_ptr<FPrefabLibrary> Prefabs;
	FHostLevels Levels;
	std::shared_ptr<const FCharacterModel> GalleryCharacter;
	std::unique_ptr<UWorld> World;
	std::unique_ptr<FScriptScene> Scene; // ends before the world
	FDiagnostics Diagnostics;
	bool bFaultTaken = false;
	std::unique_ptr<FTrajectories> Trajectories;
	bool bTrajectoriesFailed = false;
	std::chrono::steady_clock::time_point Start = std::chrono::steady_clock::now();
	double WallSeconds = -1.0;
};

// A game's importer of characters (FCharacterLibrary::SetImporter). What was imported is kept beside the file for the
// next start.
bool ImportForGame(const std::string& Path, FCharacterAsset& Out, FDiagnostics& Diagnostics);

// Adds all of From to Into; with bAsWarnings, errors too.
void AppendDiagnostics(FDiagnostics& Into, const FDiagnostics& From, bool bAsWarnings = false);
} // namespace Flockwork
