#include "ContentLayers.h"

#include "CrowdPreset.h"

#include <algorithm>

namespace Flockwork
{
namespace fs = std::filesystem;

namespace
{
// The .json files of a folder by name, so that every machine reads them in one order.
std::vector<fs::path> FindJsonFiles(const fs::path& Folder)
{
	std::vector<fs::path> Files;
	std::error_code Ignored; // no such folder: no files
	for (const fs::directory_entry& Entry : fs::directory_iterator(Folder, Ignored))
	{
		if (Entry.path().extension() == ".json")
		{
			Files.push_back(Entry.path());
		}
	}
	std::sort(Files.begin(), Files.end());
	return Files;
}

bool ReadPreset(const fs::path& Path, FFlockSettings& Out, FDiagnostics& Diagnostics)
{
	return LoadFlockPreset(Path.string(), Out, Diagnostics);
}

bool ReadCrowd(const fs::path& Path, FFleeSettings& Out, FDiagnostics& Diagnostics)
{
	FDataNode Root;
	return LoadJsonFile(Path.string(), Root, Diagnostics) && ReadCrowdPreset(Root, Path.string(), Out, Diagnostics);
}

bool ReadPrefab(const fs::path& Path, FPrefabSource& Out, FDiagnostics& Diagnostics)
{
	FDataNode Root;
	return LoadJsonFile(Path.string(), Root, Diagnostics) && ReadPrefabSource(Root, Path.string(), Out, Diagnostics);
}
} // namespace

FContentLayers::FFileStamp FContentLayers::StampOf(const fs::path& Path)
{
	std::error_code Ignored; // a file that vanishes meanwhile is found missing when it is read
	return {fs::last_write_time(Path, Ignored), fs::file_size(Path, Ignored)};
}

template <typename Content, typename Reader>
bool FContentLayers::ReadFolder(const fs::path& Folder, TFiles<Content>& Files, bool& bOutGood, const Reader& Read)
{
	bool bChanged = false;
	const std::vector<fs::path> Present = FindJsonFiles(Folder);
	for (auto& [Path, File] : Files)
	{
		const bool bGone = !std::binary_search(Present.begin(), Present.end(), Path);
		bChanged |= bGone && !File.bGone;
		File.bGone |= bGone;
	}
	for (const fs::path& Path : Present)
	{
		const FFileStamp Stamp = StampOf(Path);
		const auto [Known, bNew] = Files.try_emplace(Path);
		TFile<Content>& File = Known->second;
		if (!bNew && !File.bGone && File.Stamp == Stamp)
		{
			continue;
		}
		bChanged = true;
		File.Stamp = Stamp;
		File.bGone = false;
		Content Fresh;
		if (Read(Path, Fresh))
		{
			File.Held = std::move(Fresh);
		}
		else
		{
			bOutGood = false;
		}
	}
	return bChanged;
}

bool FContentLayers::ReadLayer(FLayer& Layer, bool& bOutGood, FDiagnostics& Diagnostics)
{
	const bool bPresets = ReadFolder(fs::path(Layer.Root) / "Flocks", Layer.PresetFiles, bOutGood,
	    [&](const fs::path& Path, FFlockSettings& Out) { return ReadPreset(Path, Out, Diagnostics); });
	const bool bCrowds = ReadFolder(fs::path(Layer.Root) / "Crowds", Layer.CrowdFiles, bOutGood,
	    [&](const fs::path& Path, FFleeSettings& Out) { return ReadCrowd(Path, Out, Diagnostics); });
	const bool bPrefabs = ReadFolder(fs::path(Layer.Root) / "Prefabs", Layer.PrefabFiles, bOutGood,
	    [&](const fs::path& Path, FPrefabSource& Out) { return ReadPrefab(Path, Out, Diagnostics); });
	// Whoever has taken a name over from a file that is gone (it was renamed) has it for good.
	std::erase_if(Layer.PrefabFiles,
	    [&](const auto& Each)
	    {
		    const TFile<FPrefabSource>& File = Each.second;
		    const auto HasTakenOver = [&](const auto& Other)
		    { return !Other.second.bGone && Other.second.Held && Other.second.Held->Name == File.Held->Name; };
		    return File.bGone &&
		           (!File.Held || std::any_of(Layer.PrefabFiles.begin(), Layer.PrefabFiles.end(), HasTakenOver));
	    });
	return bPresets || bCrowds || bPrefabs;
}

bool FContentLayers::AddRoot(const std::string& Folder, FDiagnostics& Diagnostics)
{
	bool bGood = true;
	Layers.emplace_back().Root = Folder;
	ReadLayer(Layers.back(), bGood, Diagnostics);
	return bGood;
}

FContentLayers::FLayer& FContentLayers::MemoryLayer()
{
	if (Layers.empty() || !Layers.back().Root.empty())
	{
		Layers.emplace_back();
	}
	return Layers.back();
}

void FContentLayers::Add(FPrefabSource Source)
{
	const std::string Name = Source.Name;
	MemoryLayer().Prefabs.insert_or_assign(Name, std::move(Source));
}

void FContentLayers::Add(std::string_view PresetName, const FFlockSettings& Settings)
{
	MemoryLayer().Presets.insert_or_assign(std::string(PresetName), Settings);
}

void FContentLayers::Add(std::string_view PresetName, const FFleeSettings& Settings)
{
	MemoryLayer().Crowds.insert_or_assign(std::string(PresetName), Settings);
}

bool FContentLayers::ReadChanges(FDiagnostics& Diagnostics)
{
	bool bChanged = false;
	bool bGood = true;
	for (FLayer& Layer : Layers)
	{
		bChanged |= !Layer.Root.empty() && ReadLayer(Layer, bGood, Diagnostics);
	}
	return bChanged;
}

template <typename Content>
std::map<std::string, Content, std::less<>> FContentLayers::Compose(const std::vector<FLayer>& Layers,
    TFiles<Content> FLayer::*Files, std::map<std::string, Content, std::less<>> FLayer::*FromMemory)
{
	std::map<std::string, Content, std::less<>> All;
	for (const bool bGone : {true, false})
	{
		for (const FLayer& Layer : Layers)
		{
			for (const auto& [Path, File] : Layer.*Files)
			{
				if (File.Held && File.bGone == bGone)
				{
					All.insert_or_assign(Path.stem().string(), *File.Held);
				}
			}
			for (const auto& [Name, Settings] : Layer.*FromMemory)
			{
				All.insert_or_assign(Name, Settings);
			}
		}
	}
	return All;
}

FPresetSources FContentLayers::ComposePresets() const
{
	return Compose<FFlockSettings>(Layers, &FLayer::PresetFiles, &FLayer::Presets);
}

FCrowdSources FContentLayers::ComposeCrowds() const
{
	return Compose<FFleeSettings>(Layers, &FLayer::CrowdFiles, &FLayer::Crowds);
}

bool FContentLayers::ComposePrefabs(FPrefabSources& Out, FDiagnostics& Diagnostics) const
{
	bool bGood = true;
	Out.clear();
	for (const bool bGone : {true, false})
	{
		for (const FLayer& Layer : Layers)
		{
			FPrefabSources OfFolder;
			for (const auto& [Path, File] : Layer.PrefabFiles)
			{
				if (!File.Held || File.bGone != bGone)
				{
					continue;
				}
				const auto [Known, bNew] = OfFolder.try_emplace(File.Held->Name, *File.Held);
				if (!bNew && !bGone)
				{
					Diagnostics.Error({Path.string(), 1, 1}, "prefab",
					    "\"" + File.Held->Name + "\" is the name of the prefab in " + Known->second.File + " already");
					bGood = false;
				}
			}
			for (const FPrefabSources& Each : {OfFolder, Layer.Prefabs})
			{
				for (const auto& [Name, Source] : Each)
				{
					Out.insert_or_assign(Name, Source);
				}
			}
		}
	}
	return bGood;
}
} // namespace Flockwork
