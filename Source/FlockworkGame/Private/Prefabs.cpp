#include "FlockworkGame/Prefabs.h"

#include "ContentLayers.h"
#include "CrowdPreset.h"
#include "PrefabSource.h"

#include <algorithm>
#include <filesystem>

namespace Flockwork
{
const FFlockSettings* FPresetLibrary::Find(std::string_view Name) const
{
	static const FFlockSettings Default;
	const auto Found = Presets.find(Name);
	if (Found != Presets.end())
	{
		return &Found->second;
	}
	return Name == "Default" ? &Default : nullptr;
}

std::vector<std::string_view> FPresetLibrary::GetNames() const
{
	std::vector<std::string_view> Names;
	for (const auto& [Name, Settings] : Presets)
	{
		Names.push_back(Name);
	}
	if (Presets.find("Default") == Presets.end())
	{
		Names.insert(std::lower_bound(Names.begin(), Names.end(), "Default"), "Default");
	}
	return Names;
}

void FPresetLibrary::Set(std::string_view Name, const FFlockSettings& Settings)
{
	Presets.insert_or_assign(std::string(Name), Settings);
}

const FFleeSettings* FPresetLibrary::FindCrowd(std::string_view Name) const
{
	const auto Found = Crowds.find(Name);
	return Found == Crowds.end() ? nullptr : &Found->second;
}

std::vector<std::string_view> FPresetLibrary::GetCrowdNames() const
{
	std::vector<std::string_view> Names;
	for (const auto& [Name, Settings] : Crowds)
	{
		Names.push_back(Name);
	}
	return Names;
}

void FPresetLibrary::SetCrowd(std::string_view Name, const FFleeSettings& Settings)
{
	Crowds.insert_or_assign(std::string(Name), Settings);
}

struct FPrefabLibrary::FImpl
{
	std::shared_ptr<const FGameRegistry> Registry;
	FPresetLibrary Presets;
	FContentLayers Layers;
	FPrefabSources Sources; // what the layers come to
	std::map<std::string, std::shared_ptr<const FPrefab>, std::less<>> Prefabs;
	std::vector<std::string> Roots;
	FCharacterLibrary Characters;

	using FPrefabs = std::map<std::string, std::shared_ptr<const FPrefab>, std::less<>>;

	// Null when it, or something that it inherits from, is bad. Chain: the names that led here.
	std::shared_ptr<const FPrefab> Resolve(const std::string& Name, const FPrefabSources& From, FPrefabs& Done,
	    std::vector<std::string>& Chain, FDiagnostics& Diagnostics) const;
	// Presets, sources and prefabs anew from the layers.
	bool Compose(int32_t& OutChanged, FDiagnostics& Diagnostics);
	bool ResolveAll(int32_t& OutChanged, FDiagnostics& Diagnostics);
};

bool FPrefabLibrary::FImpl::Compose(int32_t& OutChanged, FDiagnostics& Diagnostics)
{
	const FSettingsTable& Table = FFlockSettings::Table();
	for (const auto& [Name, Settings] : Layers.ComposePresets())
	{
		const FFlockSettings* Old = Presets.Find(Name);
		OutChanged += !Old || WriteJson(Table.Write(Old)) != WriteJson(Table.Write(&Settings)) ? 1 : 0;
		Presets.Set(Name, Settings);
	}
	const FSettingsTable& FleeTable = FFleeSettings::Table();
	for (const auto& [Name, Settings] : Layers.ComposeCrowds())
	{
		const FFleeSettings* Old = Presets.FindCrowd(Name);
		OutChanged += !Old || WriteJson(FleeTable.Write(Old)) != WriteJson(FleeTable.Write(&Settings)) ? 1 : 0;
		Presets.SetCrowd(Name, Settings);
	}
	const bool bNamesGood = Layers.ComposePrefabs(Sources, Diagnostics);
	return ResolveAll(OutChanged, Diagnostics) && bNamesGood;
}

std::shared_ptr<const FPrefab> FPrefabLibrary::FImpl::Resolve(const std::string& Name, const FPrefabSources& From,
    FPrefabs& Done, std::vector<std::string>& Chain, FDiagnostics& Diagnostics) const
{
	if (const auto Found = Done.find(Name); Found != Done.end())
	{
		return Found->second;
	}
	const FPrefabSource& Source = From.find(Name)->second;
	Chain.push_back(Name);
	FPrefab Prefab;
	bool bGood = true;
	if (std::find(Chain.begin(), Chain.end(), Source.Parent) != Chain.end())
	{
		std::string Way;
		for (const std::string& Step : Chain)
		{
			Way += Step + " -> ";
		}
		Diagnostics.Error(
		    Source.ParentPlace, "inherits", "a prefab cannot inherit from itself: " + Way + Source.Parent);
		bGood = false;
	}
	else if (!Source.Parent.empty() && From.find(Source.Parent) == From.end())
	{
		std::vector<std::string_view> Known;
		for (const auto& [Other, Unused] : From)
		{
			Known.push_back(Other);
		}
		const std::string_view Near = NearestName(Source.Parent, Known);
		Diagnostics.Error(Source.ParentPlace, "inherits",
		    "there is no prefab \"" + Source.Parent + "\"" +
		        (Near.empty() ? std::string() : "; did you mean \"" + std::string(Near) + "\"?"));
		bGood = false;
	}
	else if (!Source.Parent.empty())
	{
		const std::shared_ptr<const FPrefab> Parent = Resolve(Source.Parent, From, Done, Chain, Diagnostics);
		bGood = Parent != nullptr;
		Prefab = Parent ? ClonePrefab(*Parent) : FPrefab{};
		if (!Parent)
		{
			Diagnostics.Error(
			    Source.ParentPlace, "inherits", "\"" + Source.Parent + "\" cannot be used: see its own error");
		}
	}
	Chain.pop_back();
	bGood = bGood && LayComponents(Prefab, Source.Components, Source.File, *Registry, Presets, Diagnostics);
	Prefab.Name = Name;
	Prefab.Parent = Source.Parent;
	Prefab.File = Source.File;
	Prefab.Revision = 1;
	const std::shared_ptr<const FPrefab> Result = bGood ? std::make_shared<const FPrefab>(std::move(Prefab)) : nullptr;
	Done.emplace(Name, Result);
	return Result;
}

bool FPrefabLibrary::FImpl::ResolveAll(int32_t& OutChanged, FDiagnostics& Diagnostics)
{
	FPrefabs Done;
	bool bGood = true;
	for (const auto& [Name, Source] : Sources)
	{
		std::vector<std::string> Chain;
		bGood &= Resolve(Name, Sources, Done, Chain, Diagnostics) != nullptr;
	}
	for (const auto& [Name, Fresh] : Done)
	{
		const auto Old = Prefabs.find(Name);
		if (!Fresh)
		{
			continue; // the old one, if there is one, goes on
		}
		if (Old == Prefabs.end())
		{
			Prefabs.emplace(Name, Fresh);
			++OutChanged;
		}
		else if (WriteJson(WriteComponents(*Old->second, *Registry)) != WriteJson(WriteComponents(*Fresh, *Registry)))
		{
			FPrefab Next = ClonePrefab(*Fresh);
			Next.Revision = Old->second->Revision + 1;
			Old->second = std::make_shared<const FPrefab>(std::move(Next));
			++OutChanged;
		}
	}
	return bGood;
}

FPrefabLibrary::FPrefabLibrary(std::shared_ptr<const FGameRegistry> Registry) : Impl(std::make_unique<FImpl>())
{
	Impl->Registry = std::move(Registry);
}

FPrefabLibrary::~FPrefabLibrary() = default;

bool FPrefabLibrary::AddContentRoot(const std::string& Folder, FDiagnostics& Diagnostics)
{
	std::error_code Ignored;
	if (!std::filesystem::is_directory(Folder, Ignored))
	{
		Diagnostics.Error({Folder, 0, 0}, "", "there is no such content folder");
		return false;
	}
	Impl->Roots.push_back(Folder);
	Impl->Characters.AddRoot(Folder);
	int32_t Changed = 0;
	const bool bRead = Impl->Layers.AddRoot(Folder, Diagnostics);
	return Impl->Compose(Changed, Diagnostics) && bRead;
}

FCharacterLibrary& FPrefabLibrary::GetCharacters() const
{
	return Impl->Characters;
}

bool FPrefabLibrary::AddPrefab(std::string_view Json, std::string_view File, FDiagnostics& Diagnostics)
{
	FDataNode Root;
	FPrefabSource Source;
	if (!ParseJson(Json, File, Root, Diagnostics) || !ReadPrefabSource(Root, File, Source, Diagnostics))
	{
		return false;
	}
	const std::string Name = Source.Name;
	FPrefabSources Trial = Impl->Sources;
	Trial.insert_or_assign(Name, Source);
	FImpl::FPrefabs Done;
	std::vector<std::string> Chain;
	if (!Impl->Resolve(Name, Trial, Done, Chain, Diagnostics))
	{
		return false;
	}
	Impl->Layers.Add(std::move(Source));
	int32_t Changed = 0;
	FDiagnostics OfOthers; // prefabs that were bad before are not this one's fault
	Impl->Compose(Changed, OfOthers);
	return true;
}

bool FPrefabLibrary::AddPreset(
    std::string_view Name, std::string_view Json, std::string_view File, FDiagnostics& Diagnostics)
{
	FDataNode Root;
	FFlockSettings Settings;
	if (!ParseJson(Json, File, Root, Diagnostics) || !ReadFlockPreset(Root, File, Settings, Diagnostics))
	{
		return false;
	}
	Impl->Layers.Add(Name, Settings);
	int32_t Changed = 0;
	FDiagnostics OfOthers;
	Impl->Compose(Changed, OfOthers);
	return true;
}

bool FPrefabLibrary::AddCrowdPreset(
    std::string_view Name, std::string_view Json, std::string_view File, FDiagnostics& Diagnostics)
{
	FDataNode Root;
	FFleeSettings Settings;
	if (!ParseJson(Json, File, Root, Diagnostics) || !ReadCrowdPreset(Root, File, Settings, Diagnostics))
	{
		return false;
	}
	Impl->Layers.Add(Name, Settings);
	int32_t Changed = 0;
	FDiagnostics OfOthers;
	Impl->Compose(Changed, OfOthers);
	return true;
}

int32_t FPrefabLibrary::Reload(FDiagnostics& Diagnostics)
{
	int32_t Changed = 0;
	if (Impl->Layers.ReadChanges(Diagnostics)) // what is bad and stays so is not complained of again
	{
		Impl->Compose(Changed, Diagnostics);
	}
	return Changed;
}

std::shared_ptr<const FPrefab> FPrefabLibrary::Find(std::string_view Name) const
{
	const auto Found = Impl->Prefabs.find(Name);
	return Found == Impl->Prefabs.end() ? nullptr : Found->second;
}

std::vector<std::string_view> FPrefabLibrary::GetNames() const
{
	std::vector<std::string_view> Names;
	for (const auto& [Name, Prefab] : Impl->Prefabs)
	{
		Names.push_back(Name);
	}
	return Names;
}

std::string FPrefabLibrary::ExplainMissing(std::string_view Name) const
{
	const std::string_view Near = NearestName(Name, GetNames());
	return "there is no prefab \"" + std::string(Name) + "\"" +
	       (Near.empty() ? std::string() : "; did you mean \"" + std::string(Near) + "\"?");
}

bool FPrefabLibrary::MakeVariant(
    std::string_view Base, std::string_view Changes, FPrefab& Out, FDiagnostics& Diagnostics) const
{
	const std::shared_ptr<const FPrefab> Parent = Find(Base);
	if (!Base.empty() && !Parent)
	{
		Diagnostics.Error({}, "prefab", ExplainMissing(Base));
		return false;
	}
	const std::string File = "changes to " + std::string(Base.empty() ? std::string_view("nothing") : Base);
	FDataNode Components;
	if (!ParseJson(Changes, File, Components, Diagnostics))
	{
		return false;
	}
	if (Components.Type != EDataType::Object)
	{
		Diagnostics.Error({File, Components.Line, Components.Column}, "components", "an object is expected");
		return false;
	}
	FPrefab Variant = Parent ? ClonePrefab(*Parent) : FPrefab{};
	if (!LayComponents(Variant, Components, File, *Impl->Registry, Impl->Presets, Diagnostics))
	{
		return false;
	}
	Out = std::move(Variant);
	return true;
}

const FPresetLibrary& FPrefabLibrary::GetPresets() const
{
	return Impl->Presets;
}

const FGameRegistry& FPrefabLibrary::GetRegistry() const
{
	return *Impl->Registry;
}

std::span<const std::string> FPrefabLibrary::GetRoots() const
{
	return Impl->Roots;
}
} // namespace Flockwork
