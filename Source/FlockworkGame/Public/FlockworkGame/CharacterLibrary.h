#pragma once
// Characters by name, read once and shared by all worlds. They lie in the Characters folder of a content root:
//
//	Characters/Mannequin.character   baked (SaveCharacter); a game that ships only these needs no importer
//	Characters/Mannequin.glb         or .gltf, .fbx, .dae, .bvh: read by the importer that the host has set
//	Characters/Mannequin.json        what those files do not say (CharacterFacts.h); optional
#include "FlockworkAnimation/CharacterAsset.h"
#include "FlockworkAnimation/CharacterBatch.h"
#include "FlockworkAnimation/CharacterFacts.h"
#include "FlockworkLocomotion/WalkSole.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
// A character and what is worked out from it once. Immutable.
struct FCharacterModel
{
	std::string Name;
	FCharacterAsset Asset;
	FCharacterFacts Facts;
	int32_t DetailCount = 0;            // levels of detail that its meshes have
	std::vector<int32_t> PaletteStarts; // where each mesh's matrices begin among those of one character
	int32_t PaletteSize = 0;            // matrices of one character: those of all its meshes, alike ones once
	float Height = 0.0f;                // m, at rest
	FWalkerRig Rig;                     // its legs; none: it walks by its clips
	std::vector<FWalkSole> Soles;       // one a leg
	// All its matrices, sixteen characters in lock step. Unbuilt where it cannot run so (scales): it is posed alone
	// then.
	FBatchRig LockStep;
	// The same from fewer joints, for far away: fingers, toes and faces, and all that moves little skin, go with the
	// joint that carries them, as they were bound.
	FBatchRig FewJoints;
	int32_t FewJointCount = 0; // of FewJoints; 0: unbuilt, too

	// Legs that cannot be walked by are a warning.
	static std::shared_ptr<const FCharacterModel> Make(
	    std::string Name, FCharacterAsset Asset, FCharacterFacts Facts, FDiagnostics& Diagnostics);
};

class FCharacterLibrary
{
public:
	// Reads a modelling tool's file. False with diagnostics.
	using FImporter = std::function<bool(const std::string& Path, FCharacterAsset& Out, FDiagnostics& Diagnostics)>;
	void SetImporter(FImporter InImporter) { Importer = std::move(InImporter); }
	void AddRoot(const std::string& Folder) { Roots.push_back(Folder); } // a later root's files come first
	// From memory, in place of any file of that name. False with diagnostics when it is no valid character.
	bool Add(const std::string& Name, FCharacterAsset Asset, FDiagnostics& Diagnostics);
	// Reads it when it is asked for first. Null with diagnostics: no such character (with the nearest name), a bad
	// file, or one that needs an importer while none is set. The same answer is given again, without reading again.
	std::shared_ptr<const FCharacterModel> Find(const std::string& Name, FDiagnostics& Diagnostics);

private:
	struct FEntry
	{
		std::string Name;
		std::shared_ptr<const FCharacterModel> Model;
		FDiagnostics Faults;
	};
	std::shared_ptr<const FCharacterModel> Read(const std::string& Name, FDiagnostics& Diagnostics) const;
	bool ReadAsset(const std::string& Name, const std::string& Root, FCharacterAsset& Out, FDiagnostics& Diagnostics,
	    bool& bOutFound) const;

	FImporter Importer;
	std::vector<std::string> Roots;
	std::vector<FEntry> Entries;
};
} // namespace Flockwork
