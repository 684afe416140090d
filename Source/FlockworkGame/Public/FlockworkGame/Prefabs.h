#pragma once
// Prefabs: what an actor is made of, as JSON in the Prefabs folder of a content root.
//
//	{
//		"prefab": "Zombie",
//		"inherits": "Boid",
//		"components": {
//			"body": { "shape": "capsule", "mass": 70 },
//			"flocking": { "preset": "ZombieHorde", "flock": { "separation": { "weight": 1.2 } } },
//			"visual": { "species": "zombie" },
//			"threat": null                        // takes away what the parent has
//		}
//	}
//
// Flock presets lie in the Flocks folder, crowd presets (how they flee) in the Crowds folder. Files may be edited while
// the game runs: Reload takes what is good, and keeps the old values of what is not, saying why.
#include "FlockworkCore/DataNode.h"
#include "FlockworkFlock/FlockSettings.h"
#include "FlockworkGame/CharacterLibrary.h"
#include "FlockworkGame/Registry.h"
#include "FlockworkNavigation/FleeSettings.h"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
struct FPrefabComponent
{
	int32_t Class = -1; // place in the registry
	std::unique_ptr<IComponentSettings> Settings;
};

struct FPrefab
{
	std::string Name;
	std::string Parent; // empty: none
	std::string File;
	std::vector<FPrefabComponent> Components; // by class
	uint32_t Revision = 1;                    // grows with each reload that changed it
};

// Flock and crowd presets by file name without ".json".
class FPresetLibrary
{
public:
	// Null when there is none of that name; "Default" always exists.
	const FFlockSettings* Find(std::string_view Name) const;
	std::vector<std::string_view> GetNames() const;
	// Adds or replaces.
	void Set(std::string_view Name, const FFlockSettings& Settings);

	const FFleeSettings* FindCrowd(std::string_view Name) const;
	std::vector<std::string_view> GetCrowdNames() const;
	void SetCrowd(std::string_view Name, const FFleeSettings& Settings);

private:
	std::map<std::string, FFlockSettings, std::less<>> Presets;
	std::map<std::string, FFleeSettings, std::less<>> Crowds;
};

class FPrefabLibrary
{
public:
	explicit FPrefabLibrary(std::shared_ptr<const FGameRegistry> Registry);
	~FPrefabLibrary();
	FPrefabLibrary(const FPrefabLibrary&) = delete;
	FPrefabLibrary& operator=(const FPrefabLibrary&) = delete;

	// Loads Flocks/*.json, Crowds/*.json and Prefabs/*.json below Folder. Each bad file is reported and left out, with
	// the prefabs that inherit from it; the good ones are there. False when anything was wrong. A later root replaces
	// names of an earlier one.
	bool AddContentRoot(const std::string& Folder, FDiagnostics& Diagnostics);
	// One prefab or preset from memory; File only names it in messages. On any error nothing changes.
	bool AddPrefab(std::string_view Json, std::string_view File, FDiagnostics& Diagnostics);
	bool AddPreset(std::string_view Name, std::string_view Json, std::string_view File, FDiagnostics& Diagnostics);
	bool AddCrowdPreset(std::string_view Name, std::string_view Json, std::string_view File, FDiagnostics& Diagnostics);
	// Looks at the files of all roots and reads again those that changed. Answers how many prefabs and presets have new
	// values. Worlds take new presets over by ApplyPresets of UFlockSubsystem and UCrowdSubsystem; new prefabs hold for
	// later spawns.
	int32_t Reload(FDiagnostics& Diagnostics);

	// Null when there is none. Actors keep the one that they were made of, whatever becomes of the file.
	std::shared_ptr<const FPrefab> Find(std::string_view Name) const;
	std::vector<std::string_view> GetNames() const; // sorted
	// "there is no prefab Zombi; did you mean Zombie?"
	std::string ExplainMissing(std::string_view Name) const;
	// The components of Base (empty: none) with Changes (a prefab's "components" object, as JSON) laid over them.
	bool MakeVariant(std::string_view Base, std::string_view Changes, FPrefab& Out, FDiagnostics& Diagnostics) const;

	const FPresetLibrary& GetPresets() const;
	const FGameRegistry& GetRegistry() const;
	FCharacterLibrary& GetCharacters() const;      // of the same roots
	std::span<const std::string> GetRoots() const; // for other kinds of assets: levels, meshes

private:
	struct FImpl;
	std::unique_ptr<FImpl> Impl;
};
} // namespace Flockwork
