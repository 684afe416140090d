#include "PrefabSource.h"

#include <algorithm>

namespace Flockwork
{
namespace
{
FSourcePlace PlaceOf(const FDataNode& Node, std::string_view File)
{
	return {std::string(File), Node.Line, Node.Column};
}

std::string DidYouMean(std::string_view Wanted, const std::vector<std::string_view>& Known)
{
	const std::string_view Near = NearestName(Wanted, Known);
	return Near.empty() ? std::string() : "; did you mean \"" + std::string(Near) + "\"?";
}

// Empty with a diagnostic when the member is there and is no string.
std::string ReadString(const FDataNode& Root, std::string_view Name, std::string_view File, FDiagnostics& Diagnostics)
{
	const FDataNode* Member = Root.Find(Name);
	if (Member && Member->Type != EDataType::String)
	{
		Diagnostics.Error(
		    PlaceOf(*Member, File), Name, "a string is expected, this is " + std::string(ToString(Member->Type)));
	}
	return Member && Member->Type == EDataType::String ? Member->String : std::string();
}
} // namespace

bool ReadPrefabSource(const FDataNode& Root, std::string_view File, FPrefabSource& Out, FDiagnostics& Diagnostics)
{
	const std::vector<std::string_view> Known = {"prefab", "inherits", "components", "description"};
	FDiagnostics Found;
	if (Root.Type != EDataType::Object)
	{
		Diagnostics.Error(PlaceOf(Root, File), "", "a prefab is an object with \"prefab\" and \"components\"");
		return false;
	}
	for (const auto& [Name, Value] : Root.Members)
	{
		if (std::find(Known.begin(), Known.end(), Name) == Known.end())
		{
			Found.Error(PlaceOf(Value, File), Name, "a prefab has no such member" + DidYouMean(Name, Known));
		}
	}
	FPrefabSource Source;
	Source.File = std::string(File);
	Source.Name = ReadString(Root, "prefab", File, Found);
	Source.Parent = ReadString(Root, "inherits", File, Found);
	ReadString(Root, "description", File, Found);
	if (Source.Name.empty() && !Found.HasErrors())
	{
		Found.Error(PlaceOf(Root, File), "prefab", "the prefab's name is expected");
	}
	if (const FDataNode* Parent = Root.Find("inherits"))
	{
		Source.ParentPlace = PlaceOf(*Parent, File);
	}
	if (const FDataNode* Components = Root.Find("components"))
	{
		Source.Components = *Components;
		if (Components->Type != EDataType::Object)
		{
			Found.Error(PlaceOf(*Components, File), "components", "an object with one member a component is expected");
		}
	}
	const bool bGood = !Found.HasErrors();
	for (const FDiagnostic& Item : Found.GetAll())
	{
		Diagnostics.Error(Item.Place, Item.Field, Item.Message);
	}
	if (bGood)
	{
		Out = std::move(Source);
	}
	return bGood;
}

bool LayComponents(FPrefab& Into, const FDataNode& Components, std::string_view File, const FGameRegistry& Registry,
    const FPresetLibrary& Presets, FDiagnostics& Diagnostics)
{
	bool bGood = true;
	for (const auto& [Name, Value] : Components.Members)
	{
		const int32_t Class = Registry.FindComponentClass(Name);
		if (Class < 0)
		{
			Diagnostics.Error(PlaceOf(Value, File), "components." + Name,
			    "there is no such component" + DidYouMean(Name, Registry.GetComponentNames()));
			bGood = false;
			continue;
		}
		const auto IsBefore = [](const FPrefabComponent& Component, int32_t Wanted)
		{ return Component.Class < Wanted; };
		auto Place = std::lower_bound(Into.Components.begin(), Into.Components.end(), Class, IsBefore);
		const bool bThere = Place != Into.Components.end() && Place->Class == Class;
		if (Value.Type == EDataType::Null)
		{
			if (bThere)
			{
				Into.Components.erase(Place);
			}
			continue;
		}
		if (Value.Type != EDataType::Object)
		{
			Diagnostics.Error(PlaceOf(Value, File), "components." + Name,
			    "an object with settings (or null) is expected, this is " + std::string(ToString(Value.Type)));
			bGood = false;
			continue;
		}
		if (!bThere)
		{
			Place = Into.Components.insert(
			    Place, FPrefabComponent{Class, Registry.GetComponentClass(Class).MakeSettings()});
		}
		bGood &= Registry.GetComponentClass(Class).ReadSettings(*Place->Settings, Value, File, Presets, Diagnostics);
	}
	return bGood;
}

FPrefab ClonePrefab(const FPrefab& From)
{
	FPrefab Clone;
	Clone.Name = From.Name;
	Clone.Parent = From.Parent;
	Clone.File = From.File;
	Clone.Revision = From.Revision;
	for (const FPrefabComponent& Component : From.Components)
	{
		Clone.Components.push_back({Component.Class, Component.Settings->Clone()});
	}
	return Clone;
}

FDataNode WriteComponents(const FPrefab& Prefab, const FGameRegistry& Registry)
{
	FDataNode Components = FDataNode::MakeObject();
	for (const FPrefabComponent& Component : Prefab.Components)
	{
		const IComponentClass& Class = Registry.GetComponentClass(Component.Class);
		Components.Set(Class.GetTable().Name, Class.WriteSettings(*Component.Settings));
	}
	return Components;
}
} // namespace Flockwork
