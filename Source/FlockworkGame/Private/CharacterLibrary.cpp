#include "FlockworkGame/CharacterLibrary.h"

#include "CharacterLockStep.h"

#include <algorithm>
#include <filesystem>

namespace Flockwork
{
namespace
{
constexpr std::string_view BakedEnding = ".character";
constexpr std::string_view SourceEndings[] = {".glb", ".gltf", ".fbx", ".dae", ".bvh"};

std::string PathOf(const std::string& Root, const std::string& Name, std::string_view Ending)
{
	return (std::filesystem::path(Root) / "Characters" / (Name + std::string(Ending))).string();
}

bool Exists(const std::string& Path)
{
	std::error_code Ignored;
	return std::filesystem::is_regular_file(Path, Ignored);
}

// A name is a file's, never a way to one.
bool IsPlainName(const std::string& Name)
{
	return !Name.empty() && Name.find_first_of("/\\:") == std::string::npos && Name[0] != '.';
}

std::vector<std::string> NamesIn(const std::string& Root)
{
	std::vector<std::string> Names;
	std::error_code Ignored;
	for (const auto& File : std::filesystem::directory_iterator(std::filesystem::path(Root) / "Characters", Ignored))
	{
		const std::string Ending = File.path().extension().string();
		if (Ending == BakedEnding ||
		    std::find(std::begin(SourceEndings), std::end(SourceEndings), Ending) != std::end(SourceEndings))
		{
			Names.push_back(File.path().stem().string());
		}
	}
	return Names;
}
} // namespace

std::shared_ptr<const FCharacterModel> FCharacterModel::Make(
    std::string Name, FCharacterAsset Asset, FCharacterFacts Facts, FDiagnostics& Diagnostics)
{
	auto Model = std::make_shared<FCharacterModel>();
	Model->Name = std::move(Name);
	Model->Asset = std::move(Asset);
	Model->Facts = std::move(Facts);
	if (!Model->Facts.Legs.empty())
	{
		FWalkerRig::Make(Model->Asset.Skeleton, Model->Facts.Legs, Model->Rig, Diagnostics);
	}
	for (const FWalkerLeg& Leg : Model->Rig.Legs)
	{
		Model->Soles.push_back(FWalkSole::Find(Model->Asset, Leg));
	}
	const std::vector<FSkinnedMesh>& Meshes = Model->Asset.Meshes;
	for (size_t Index = 0; Index < Meshes.size(); ++Index)
	{
		Model->DetailCount = std::max(Model->DetailCount, Meshes[Index].Detail + 1);
		// Levels of detail are mostly skinned alike: their matrices are worked out once.
		const auto Alike = std::find_if(Meshes.begin(), Meshes.begin() + std::ptrdiff_t(Index),
		    [&](const FSkinnedMesh& Other)
		    { return Other.Joints == Meshes[Index].Joints && Other.InverseBinds == Meshes[Index].InverseBinds; });
		const bool bNew = Alike == Meshes.begin() + std::ptrdiff_t(Index);
		Model->PaletteStarts.push_back(
		    bNew ? Model->PaletteSize : Model->PaletteStarts[size_t(Alike - Meshes.begin())]);
		Model->PaletteSize += bNew ? int32_t(Meshes[Index].Joints.size()) : 0;
		for (const FVector& Place : Meshes[Index].Positions)
		{
			Model->Height = std::max(Model->Height, Place.y);
		}
	}
	BuildLockStep(*Model);
	return Model;
}

bool FCharacterLibrary::Add(const std::string& Name, FCharacterAsset Asset, FDiagnostics& Diagnostics)
{
	if (!Asset.Validate(Name, Diagnostics))
	{
		return false;
	}
	FCharacterFacts Facts = MakeDefaultFacts(Asset);
	std::erase_if(Entries, [&](const FEntry& Entry) { return Entry.Name == Name; });
	FDiagnostics Words;
	auto Model = FCharacterModel::Make(Name, std::move(Asset), std::move(Facts), Words);
	Entries.push_back({Name, std::move(Model), std::move(Words)});
	return true;
}

std::shared_ptr<const FCharacterModel> FCharacterLibrary::Find(const std::string& Name, FDiagnostics& Diagnostics)
{
	auto Found = std::find_if(Entries.begin(), Entries.end(), [&](const FEntry& Entry) { return Entry.Name == Name; });
	if (Found == Entries.end())
	{
		FEntry Entry{Name, nullptr, {}};
		Entry.Model = Read(Name, Entry.Faults);
		Found = Entries.insert(Entries.end(), std::move(Entry));
	}
	for (const FDiagnostic& Fault : Found->Faults.GetAll())
	{
		Fault.Severity == ESeverity::Error ? Diagnostics.Error(Fault.Place, Fault.Field, Fault.Message)
		                                   : Diagnostics.Warning(Fault.Place, Fault.Field, Fault.Message);
	}
	return Found->Model;
}

bool FCharacterLibrary::ReadAsset(const std::string& Name, const std::string& Root, FCharacterAsset& Out,
    FDiagnostics& Diagnostics, bool& bOutFound) const
{
	const std::string Baked = PathOf(Root, Name, BakedEnding);
	bOutFound = Exists(Baked);
	if (bOutFound)
	{
		return LoadCharacter(Baked, Out, Diagnostics);
	}
	for (const std::string_view Ending : SourceEndings)
	{
		const std::string Path = PathOf(Root, Name, Ending);
		bOutFound = Exists(Path);
		if (bOutFound && !Importer)
		{
			Diagnostics.Error(
			    {Path, 0, 0}, "", "no importer is set here: bake it to " + Name + std::string(BakedEnding));
			return false;
		}
		if (bOutFound)
		{
			return Importer(Path, Out, Diagnostics);
		}
	}
	return false;
}

std::shared_ptr<const FCharacterModel> FCharacterLibrary::Read(const std::string& Name, FDiagnostics& Diagnostics) const
{
	for (size_t Index = IsPlainName(Name) ? Roots.size() : 0; Index-- > 0;)
	{
		FCharacterAsset Asset;
		bool bFound = false;
		if (!ReadAsset(Name, Roots[Index], Asset, Diagnostics, bFound))
		{
			if (bFound)
			{
				return nullptr;
			}
			continue;
		}
		FCharacterFacts Facts = MakeDefaultFacts(Asset);
		const std::string FactsPath = PathOf(Roots[Index], Name, ".json");
		FDataNode Node;
		if (Exists(FactsPath) && (!LoadJsonFile(FactsPath, Node, Diagnostics) ||
		                             !ReadCharacterFacts(Node, FactsPath, Asset, Facts, Diagnostics)))
		{
			return nullptr;
		}
		return FCharacterModel::Make(Name, std::move(Asset), std::move(Facts), Diagnostics);
	}
	std::vector<std::string> Names;
	for (const std::string& Root : Roots)
	{
		const std::vector<std::string> Here = NamesIn(Root);
		Names.insert(Names.end(), Here.begin(), Here.end());
	}
	std::sort(Names.begin(), Names.end());
	const std::string_view Near = NearestName(Name, std::vector<std::string_view>(Names.begin(), Names.end()));
	Diagnostics.Error({}, "character.asset",
	    "there is no character '" + Name + "'" + (Near.empty() ? "" : "; did you mean '" + std::string(Near) + "'?"));
	return nullptr;
}
} // namespace Flockwork
