// The "flocking" component class: a preset, and the single fields that a prefab changes.
#include "ComponentClasses.h"
#include "FlockworkGame/FlockSubsystem.h"
#include "FlockworkGame/Prefabs.h"
#include "FlockworkGame/World.h"

namespace Flockwork
{
namespace
{
using FFlockingComponent = TComponentSettings<FFlockingSetup>;

// Members of From laid over those of Into; objects are merged, all else is replaced.
void Merge(FDataNode& Into, const FDataNode& From)
{
	for (const auto& [Name, Value] : From.Members)
	{
		const FDataNode* Old = Into.Find(Name);
		if (Old && Old->Type == EDataType::Object && Value.Type == EDataType::Object)
		{
			FDataNode Merged = *Old;
			Merge(Merged, Value);
			Into.Set(Name, std::move(Merged));
		}
		else
		{
			Into.Set(Name, Value);
		}
	}
}

class FFlockingClass final : public IComponentClass
{
public:
	const FSettingsTable& GetTable() const override { return FFlockingSettings::Table(); }
	std::unique_ptr<IComponentSettings> MakeSettings() const override { return std::make_unique<FFlockingComponent>(); }

	bool ReadSettings(IComponentSettings& Out, const FDataNode& Node, std::string_view File,
	    const FPresetLibrary& Presets, FDiagnostics& Diagnostics) const override
	{
		FFlockingSetup Setup = static_cast<FFlockingComponent&>(Out).Settings;
		const bool bTable = GetTable().Read(&Setup.Settings, WithoutMembers(Node, {"flock"}), File, Diagnostics);
		const FFlockSettings* Preset = FindPreset(Setup.Settings.Preset, Node, File, Presets, Diagnostics);
		if (!bTable || !Preset)
		{
			return false;
		}
		Setup.Flock = *Preset;
		FDiagnostics Known; // what the parent changed was read without complaint there
		ReadFlockSettings(Setup.FlockChanges, File, Setup.Flock, Known);
		if (const FDataNode* Changes = Node.Find("flock"))
		{
			if (!ReadFlockSettings(*Changes, File, Setup.Flock, Diagnostics))
			{
				return false;
			}
			Merge(Setup.FlockChanges, *Changes);
		}
		FDiagnostics Across;
		if (!ValidateFlockSettings(Setup.Flock, Across))
		{
			for (const FDiagnostic& Fault : Across.GetAll())
			{
				Diagnostics.Error({std::string(File), Node.Line, Node.Column}, Fault.Field, Fault.Message);
			}
			return false;
		}
		static_cast<FFlockingComponent&>(Out).Settings = std::move(Setup);
		return true;
	}

	FDataNode WriteSettings(const IComponentSettings& In) const override
	{
		const FFlockingSetup& Setup = static_cast<const FFlockingComponent&>(In).Settings;
		FDataNode Node = GetTable().Write(&Setup.Settings);
		Node.Set("flock", FFlockSettings::Table().Write(&Setup.Flock)); // whole: presets may have changed by then
		return Node;
	}

	bool Attach(UWorld& World, AActor& Actor, const IComponentSettings& In, FDiagnostics& Diagnostics) const override
	{
		const FFlockingSetup& Setup = static_cast<const FFlockingComponent&>(In).Settings;
		return World.Get<UFlockSubsystem>().Register(World, Actor, Setup, Diagnostics);
	}

	void Detach(UWorld& World, AActor& Actor) const override { World.Get<UFlockSubsystem>().Forget(Actor.Id); }

	bool GetSetting(const UWorld& World, FActorId Actor, std::string_view Name, FSettingValue& Out) const override
	{
		FFlockingSettings Current;
		const FSettingField* Field = GetTable().Find(Name);
		if (!Field || !World.Get<UFlockSubsystem>().GetComponentSettings(Actor, Current))
		{
			return false;
		}
		Out = GetTable().Get(&Current, *Field);
		return true;
	}

	bool SetSetting(UWorld& World, FActorId Actor, std::string_view Name, const FSettingValue& Value,
	    FDiagnostics& Diagnostics) const override
	{
		UFlockSubsystem& Flocks = World.Get<UFlockSubsystem>();
		FFlockingSettings Changed;
		if (!Flocks.GetComponentSettings(Actor, Changed))
		{
			Diagnostics.Error({}, GetTable().Name, "the actor has no such component");
			return false;
		}
		if (Name != "enabled" && Name != "speedScale")
		{
			return RefuseChange(GetTable(), Name, Diagnostics);
		}
		return GetTable().Set(&Changed, Name, Value, Diagnostics) &&
		       Flocks.SetEnabled(World, Actor, Changed.bEnabled) && Flocks.SetSpeedScale(Actor, Changed.SpeedScale);
	}

private:
	const FFlockSettings* FindPreset(std::string_view Name, const FDataNode& Node, std::string_view File,
	    const FPresetLibrary& Presets, FDiagnostics& Diagnostics) const
	{
		const FFlockSettings* Preset = Presets.Find(Name);
		if (!Preset)
		{
			const FDataNode* Member = Node.Find("preset");
			const FDataNode& Where = Member ? *Member : Node;
			const std::string_view Near = NearestName(Name, Presets.GetNames());
			Diagnostics.Error({std::string(File), Where.Line, Where.Column}, "flocking.preset",
			    "there is no flock preset \"" + std::string(Name) + "\"" +
			        (Near.empty() ? std::string() : "; did you mean \"" + std::string(Near) + "\"?"));
		}
		return Preset;
	}
};
} // namespace

std::unique_ptr<IComponentClass> MakeFlockingClass()
{
	return std::make_unique<FFlockingClass>();
}
} // namespace Flockwork
