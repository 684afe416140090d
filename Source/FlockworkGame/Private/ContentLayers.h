#pragma once
// Where prefabs and presets come from: content roots and what was added from memory, in the order in which they were
// added. Of one name the last layer's holds, whichever file was read or edited last.
#include "FlockworkFlock/FlockSettings.h"
#include "FlockworkNavigation/FleeSettings.h"
#include "PrefabSource.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
using FPrefabSources = std::map<std::string, FPrefabSource, std::less<>>;
using FPresetSources = std::map<std::string, FFlockSettings, std::less<>>;
using FCrowdSources = std::map<std::string, FFleeSettings, std::less<>>;

class FContentLayers
{
public:
	// Reads all files of a root; each bad one is reported. False when there was any.
	bool AddRoot(const std::string& Folder, FDiagnostics& Diagnostics);
	void Add(FPrefabSource Source);
	void Add(std::string_view PresetName, const FFlockSettings& Settings);
	void Add(std::string_view PresetName, const FFleeSettings& Settings);
	// Reads new and edited files, and notes those that are gone. False when there was none.
	bool ReadChanges(FDiagnostics& Diagnostics);

	FPresetSources ComposePresets() const;
	FCrowdSources ComposeCrowds() const;
	// False with diagnostics when two files of one folder hold one name: the first of them counts.
	bool ComposePrefabs(FPrefabSources& Out, FDiagnostics& Diagnostics) const;

private:
	struct FFileStamp
	{
		std::filesystem::file_time_type Time{};
		uintmax_t Size = 0;
		friend bool operator==(const FFileStamp&, const FFileStamp&) = default;
	};
	// A file that turns bad keeps what it held. One that is gone keeps it too, for as long as nobody else has the name:
	// editors save by removing and renaming.
	template <typename Content>
	struct TFile
	{
		FFileStamp Stamp;
		bool bGone = false;
		std::optional<Content> Held;
	};
	template <typename Content>
	using TFiles = std::map<std::filesystem::path, TFile<Content>>;
	struct FLayer
	{
		std::string Root; // empty: from memory
		TFiles<FFlockSettings> PresetFiles;
		TFiles<FFleeSettings> CrowdFiles;
		TFiles<FPrefabSource> PrefabFiles;
		FPresetSources Presets; // from memory
		FCrowdSources Crowds;
		FPrefabSources Prefabs;
	};

	static FFileStamp StampOf(const std::filesystem::path& Path);
	template <typename Content, typename Reader>
	static bool ReadFolder(
	    const std::filesystem::path& Folder, TFiles<Content>& Files, bool& bOutGood, const Reader& Read);
	// Of one name the last layer's holds; what is gone gives way to all that is there.
	template <typename Content>
	static std::map<std::string, Content, std::less<>> Compose(const std::vector<FLayer>& Layers,
	    TFiles<Content> FLayer::*Files, std::map<std::string, Content, std::less<>> FLayer::*FromMemory);
	static bool ReadLayer(FLayer& Layer, bool& bOutGood, FDiagnostics& Diagnostics);
	FLayer& MemoryLayer();
	std::vector<FLayer> Layers;
};
} // namespace Flockwork
