// The component classes "navAgent" and "flee".
#include "ComponentClasses.h"
#include "FlockworkGame/CrowdSubsystem.h"
#include "FlockworkGame/Prefabs.h"
#include "FlockworkGame/World.h"

namespace Flockwork
{
namespace
{
using FAgentComponent = TComponentSettings<FNavAgentSettings>;
using FFleeComponent = TComponentSettings<FFleeSetup>;

class FNavAgentClass final : public IComponentClass
{
public:
	const FSettingsTable& GetTable() const override { return FNavAgentSettings::Table(); }
	std::unique_ptr<IComponentSettings> MakeSettings() const override { return std::make_unique<FAgentComponent>(); }
	bool ReadSettings(IComponentSettings& Out, const FDataNode& Node, std::string_view File, const FPresetLibrary&,
	    FDiagnostics& Diagnostics) const override
	{
		return GetTable().Read(&static_cast<FAgentComponent&>(Out).Settings, Node, File, Diagnostics);
	}
	FDataNode WriteSettings(const IComponentSettings& In) const override
	{
		return GetTable().Write(&static_cast<const FAgentComponent&>(In).Settings);
	}
	bool Attach(UWorld& World, AActor& Actor, const IComponentSettings& In, FDiagnostics& Diagnostics) const override
	{
		return World.Get<UCrowdSubsystem>().Attach(
		    World, Actor, static_cast<const FAgentComponent&>(In).Settings, Diagnostics);
	}
	void Detach(UWorld& World, AActor& Actor) const override { World.Get<UCrowdSubsystem>().Detach(Actor.Id); }
	bool GetSetting(const UWorld& World, FActorId Actor, std::string_view Name, FSettingValue& Out) const override
	{
		const FNavAgentSettings* Current = World.Get<UCrowdSubsystem>().GetAgentSettings(Actor);
		const FSettingField* Field = GetTable().Find(Name);
		if (!Current || !Field)
		{
			return false;
		}
		Out = GetTable().Get(Current, *Field);
		return true;
	}
	bool SetSetting(UWorld& World, FActorId Actor, std::string_view Name, const FSettingValue& Value,
	    FDiagnostics& Diagnostics) const override
	{
		UCrowdSubsystem& Crowds = World.Get<UCrowdSubsystem>();
		const FNavAgentSettings* Current = Crowds.GetAgentSettings(Actor);
		if (!Current)
		{
			Diagnostics.Error({}, GetTable().Name, "the actor has no such component");
			return false;
		}
		if (Name == "crowdId" || Name == "speedVariation" || Name == "sizeVariation")
		{
			return RefuseChange(GetTable(), Name, Diagnostics);
		}
		FNavAgentSettings Changed = *Current;
		return GetTable().Set(&Changed, Name, Value, Diagnostics) && Crowds.SetAgentSettings(Actor, Changed);
	}
};

class FFleeClass final : public IComponentClass
{
public:
	const FSettingsTable& GetTable() const override { return FFleeSettings::Table(); }
	std::unique_ptr<IComponentSettings> MakeSettings() const override { return std::make_unique<FFleeComponent>(); }
	bool ReadSettings(IComponentSettings& Out, const FDataNode& Node, std::string_view File,
	    const FPresetLibrary& Presets, FDiagnostics& Diagnostics) const override
	{
		FFleeSetup Setup = static_cast<FFleeComponent&>(Out).Settings;
		const FDataNode* Preset = Node.Find("preset");
		if (Preset && !TakePreset(*Preset, File, Presets, Setup, Diagnostics))
		{
			return false;
		}
		const FDataNode Changes = WithoutMembers(Node, {"preset"});
		if (!GetTable().Read(&Setup.Settings, Changes, File, Diagnostics))
		{
			return false;
		}
		FDiagnostics Across;
		if (!ValidateFleeSettings(Setup.Settings, Across))
		{
			for (const FDiagnostic& Fault : Across.GetAll())
			{
				Diagnostics.Error({std::string(File), Node.Line, Node.Column}, Fault.Field, Fault.Message);
			}
			return false;
		}
		for (const auto& [Name, Value] : Changes.Members)
		{
			Setup.Changes.Set(Name, Value);
		}
		static_cast<FFleeComponent&>(Out).Settings = std::move(Setup);
		return true;
	}
	FDataNode WriteSettings(const IComponentSettings& In) const override
	{
		// Whole: presets may have changed by the time this is read.
		return GetTable().Write(&static_cast<const FFleeComponent&>(In).Settings.Settings);
	}
	bool Attach(UWorld& World, AActor& Actor, const IComponentSettings& In, FDiagnostics& Diagnostics) const override
	{
		return World.Get<UCrowdSubsystem>().AttachFlee(
		    World, Actor, static_cast<const FFleeComponent&>(In).Settings, Diagnostics);
	}
	void Detach(UWorld& World, AActor& Actor) const override { World.Get<UCrowdSubsystem>().DetachFlee(Actor.Id); }
	// "flee.*" belongs to crowds: UWorld takes them by CrowdId and does not come here.
	bool GetSetting(const UWorld&, FActorId, std::string_view, FSettingValue&) const override { return false; }
	bool SetSetting(
	    UWorld&, FActorId, std::string_view Name, const FSettingValue&, FDiagnostics& Diagnostics) const override
	{
		return RefuseChange(GetTable(), Name, Diagnostics);
	}

private:
	// What a parent prefab changed stays on top.
	bool TakePreset(const FDataNode& Node, std::string_view File, const FPresetLibrary& Presets, FFleeSetup& Setup,
	    FDiagnostics& Diagnostics) const
	{
		const FFleeSettings* Preset = Node.Type == EDataType::String ? Presets.FindCrowd(Node.String) : nullptr;
		if (!Preset)
		{
			const std::string_view Near = NearestName(Node.String, Presets.GetCrowdNames());
			Diagnostics.Error({std::string(File), Node.Line, Node.Column}, "flee.preset",
			    "there is no crowd preset \"" + Node.String + "\"" +
			        (Near.empty() ? std::string() : "; did you mean \"" + std::string(Near) + "\"?"));
			return false;
		}
		Setup.Preset = Node.String;
		Setup.Settings = *Preset;
		FDiagnostics Known; // read without complaint in the parent
		GetTable().Read(&Setup.Settings, Setup.Changes, File, Known);
		return true;
	}
};
} // namespace

std::unique_ptr<IComponentClass> MakeNavAgentClass()
{
	return std::make_unique<FNavAgentClass>();
}

std::unique_ptr<IComponentClass> MakeFleeClass()
{
	return std::make_unique<FFleeClass>();
}
} // namespace Flockwork
