// Settings by dotted name, while the world runs.
#include "FlockworkGame/CharacterSubsystem.h"
#include "FlockworkGame/CrowdSubsystem.h"
#include "FlockworkGame/FlockSubsystem.h"
#include "FlockworkGame/NavigationSubsystem.h"
#include "OrderRunner.h"
#include "WorldState.h"

#include <algorithm>
#include <array>

namespace Flockwork
{
namespace
{
struct FDottedName
{
	std::string_view Table;
	std::string_view Field;
};

FDottedName Split(std::string_view Dotted)
{
	const size_t Dot = Dotted.find('.');
	return Dot == std::string_view::npos ? FDottedName{Dotted, {}}
	                                     : FDottedName{Dotted.substr(0, Dot), Dotted.substr(Dot + 1)};
}

// The dotted names of all fields that a "flock" object gives: {"separation": {"weight": 2}} has separation.weight.
void ListFields(const FDataNode& Node, const std::string& Prefix, std::vector<std::string_view>& Out)
{
	for (const auto& [Name, Value] : Node.Members)
	{
		const std::string Dotted = Prefix.empty() ? Name : Prefix + "." + Name;
		if (const FSettingField* Field = FFlockSettings::Table().Find(Dotted))
		{
			Out.push_back(Field->Name);
		}
		else
		{
			ListFields(Value, Dotted, Out);
		}
	}
}

// Several fields at once, as a file would give them: radii that are bound to each other are set right with a warning.
bool SetFlockFields(
    UFlockSubsystem& Flocks, std::string_view FlockId, const std::string& Json, FDiagnostics& Diagnostics)
{
	const FSettingsTable& Table = FFlockSettings::Table();
	const int32_t Flock = FlockId.empty() ? 0 : Flocks.FindFlock(FlockId);
	const bool bKnown = Flock >= 0 && Flock < Flocks.GetFlockCount();
	const FFlockSettings Before = bKnown ? *Flocks.GetFlock(Flock).Settings : FFlockSettings{};
	FFlockSettings After = Before;
	FDataNode Node;
	if (!ParseJson(Json, "flock", Node, Diagnostics) || !ReadFlockSettings(Node, "flock", After, Diagnostics))
	{
		return false;
	}
	std::vector<std::string_view> Given;
	ListFields(Node, {}, Given);
	std::vector<FNamedSetting> Changes;
	for (const FSettingField& Field : Table.Fields)
	{
		const FSettingValue Value = Table.Get(&After, Field);
		if (Value != Table.Get(&Before, Field) || std::find(Given.begin(), Given.end(), Field.Name) != Given.end())
		{
			Changes.emplace_back(Field.Name, Value);
		}
	}
	return Flocks.SetFlockSettings(FlockId, Changes, Diagnostics);
}

// Only what nothing has been built from yet can change while the world runs.
constexpr std::array<std::string_view, 3> FixedWorldFields = {"seed", "threads", "fixedStep"};
} // namespace

bool UWorld::SetSetting(
    std::string_view DottedName, std::string_view Name, const FSettingValue& Value, FDiagnostics& Diagnostics)
{
	return Execute(FOrder::SetSetting(std::string(DottedName), Value, std::string(Name)), Diagnostics);
}

bool UWorld::GetSetting(std::string_view DottedName, std::string_view Name, FSettingValue& Out) const
{
	const FDottedName Dotted = Split(DottedName);
	const auto GetField = [&](const FSettingsTable& Table, const void* Settings)
	{
		const FSettingField* Field = Table.Find(Dotted.Field);
		if (Field)
		{
			Out = Table.Get(Settings, *Field);
		}
		return Field != nullptr;
	};
	if (Dotted.Table == FWorldSettings::Table().Name)
	{
		return GetField(FWorldSettings::Table(), &State->Settings);
	}
	if (Dotted.Table == FPhysicsSettings::Table().Name)
	{
		const FPhysicsSettings Settings = State->Physics->GetSettings();
		return GetField(FPhysicsSettings::Table(), &Settings);
	}
	if (Dotted.Table == FFlockSettings::Table().Name)
	{
		return Get<UFlockSubsystem>().GetFlockSetting(Name, Dotted.Field, Out);
	}
	if (Dotted.Table == FNavMeshSettings::Table().Name)
	{
		return GetField(FNavMeshSettings::Table(), &Get<UNavigationSubsystem>().GetSettings());
	}
	if (Dotted.Table == FCrowdSettings::Table().Name)
	{
		return GetField(FCrowdSettings::Table(), &Get<UCrowdSubsystem>().GetSettings());
	}
	if (Dotted.Table == FCharacterDetailSettings::Table().Name)
	{
		return GetField(FCharacterDetailSettings::Table(), &Get<UCharacterSubsystem>().GetDetailSettings());
	}
	if (Dotted.Table == FFleeSettings::Table().Name)
	{
		return Get<UCrowdSubsystem>().GetFleeSetting(Name, Dotted.Field, Out);
	}
	const int32_t Class = GetRegistry().FindComponentClass(Dotted.Table);
	return Class >= 0 &&
	       GetRegistry().GetComponentClass(Class).GetSetting(*this, FindActorByName(Name), Dotted.Field, Out);
}

bool FOrderRunner::SetSetting(std::string_view DottedName, std::string_view Name, FActorId Actor,
    const FSettingValue& Value, FDiagnostics& Diagnostics)
{
	const FDottedName Dotted = Split(DottedName);
	if (Dotted.Table == FWorldSettings::Table().Name)
	{
		return SetWorldSetting(Dotted.Field, Value, Diagnostics);
	}
	if (Dotted.Table == FPhysicsSettings::Table().Name)
	{
		return SetPhysicsSetting(Dotted.Field, Value, Diagnostics);
	}
	if (Dotted.Table == FFlockSettings::Table().Name)
	{
		UFlockSubsystem& Flocks = World.Get<UFlockSubsystem>();
		const std::string* Json = Dotted.Field.empty() ? std::get_if<std::string>(&Value) : nullptr;
		return Json ? SetFlockFields(Flocks, Name, *Json, Diagnostics)
		            : Flocks.SetFlockSetting(Name, Dotted.Field, Value, Diagnostics);
	}
	if (Dotted.Table == FNavMeshSettings::Table().Name)
	{
		return SetNavMeshSetting(Dotted.Field, Value, Diagnostics);
	}
	if (Dotted.Table == FCrowdSettings::Table().Name)
	{
		return World.Get<UCrowdSubsystem>().SetCrowdSetting(Dotted.Field, Value, Diagnostics);
	}
	if (Dotted.Table == FCharacterDetailSettings::Table().Name)
	{
		return World.Get<UCharacterSubsystem>().SetDetailSetting(Dotted.Field, Value, Diagnostics);
	}
	if (Dotted.Table == FFleeSettings::Table().Name)
	{
		return World.Get<UCrowdSubsystem>().SetFleeSetting(Name, Dotted.Field, Value, Diagnostics);
	}
	const FGameRegistry& Registry = World.GetRegistry();
	const int32_t Class = Registry.FindComponentClass(Dotted.Table);
	if (Class < 0)
	{
		std::vector<std::string_view> Known = Registry.GetComponentNames();
		Known.insert(Known.end(), {"world", "physics", "flock", "navmesh", "crowd", "characterDetail"});
		const std::string_view Near = NearestName(Dotted.Table, Known);
		Diagnostics.Error({}, DottedName,
		    "no setting starts with \"" + std::string(Dotted.Table) + "\"" +
		        (Near.empty() ? std::string() : "; did you mean \"" + std::string(Near) + "\"?"));
		return false;
	}
	const FActorId Id = Actor.IsValid() ? Actor : World.FindActorByName(Name);
	if (!World.FindActor(Id))
	{
		Diagnostics.Error({}, DottedName, "there is no actor named \"" + std::string(Name) + "\"");
		return false;
	}
	return Registry.GetComponentClass(Class).SetSetting(World, Id, Dotted.Field, Value, Diagnostics);
}

bool FOrderRunner::SetWorldSetting(std::string_view Field, const FSettingValue& Value, FDiagnostics& Diagnostics)
{
	if (std::find(FixedWorldFields.begin(), FixedWorldFields.end(), Field) != FixedWorldFields.end())
	{
		Diagnostics.Error({}, "world." + std::string(Field), "cannot be changed while the world runs");
		return false;
	}
	FWorldSettings Changed = State.Settings;
	if (!FWorldSettings::Table().Set(&Changed, Field, Value, Diagnostics))
	{
		return false;
	}
	State.Settings = Changed;
	State.Orders.SetCapacity(Changed.MaxOrders);
	State.Events.SetCapacity(Changed.MaxEvents);
	State.Metrics.SetCapacity(Changed.MetricsCapacity);
	State.CrowdMetrics.SetCapacity(Changed.MetricsCapacity);
	State.FlowMetrics.SetCapacity(Changed.MetricsCapacity);
	return true;
}

bool FOrderRunner::SetNavMeshSetting(std::string_view Field, const FSettingValue& Value, FDiagnostics& Diagnostics)
{
	UNavigationSubsystem& Navigation = World.Get<UNavigationSubsystem>();
	FNavMeshSettings Changed = Navigation.GetSettings();
	return FNavMeshSettings::Table().Set(&Changed, Field, Value, Diagnostics) &&
	       Navigation.SetSettings(Changed, Diagnostics);
}

bool FOrderRunner::SetPhysicsSetting(std::string_view Field, const FSettingValue& Value, FDiagnostics& Diagnostics)
{
	FPhysicsSettings Changed = State.Physics->GetSettings();
	if (!FPhysicsSettings::Table().Set(&Changed, Field, Value, Diagnostics))
	{
		return false;
	}
	if (Changed.MaxDeltaTime < State.Settings.FixedStep)
	{
		Diagnostics.Error({}, "physics.maxDeltaTime", "less than world.fixedStep would stop every body");
		return false;
	}
	return State.Physics->ApplySettings(Changed, Diagnostics);
}
} // namespace Flockwork
