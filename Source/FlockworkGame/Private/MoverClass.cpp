// The "playerMover" component class.
#include "ComponentClasses.h"
#include "FlockworkGame/MoverSubsystem.h"
#include "FlockworkGame/World.h"

namespace Flockwork
{
namespace
{
using FMoverComponent = TComponentSettings<FPlayerMoverSetup>;

class FMoverClass final : public IComponentClass
{
public:
	const FSettingsTable& GetTable() const override { return FPlayerMoverSettings::Table(); }
	std::unique_ptr<IComponentSettings> MakeSettings() const override { return std::make_unique<FMoverComponent>(); }

	bool ReadSettings(IComponentSettings& Out, const FDataNode& Node, std::string_view File, const FPresetLibrary&,
	    FDiagnostics& Diagnostics) const override
	{
		FPlayerMoverSetup Setup = static_cast<FMoverComponent&>(Out).Settings;
		bool bGood = GetTable().Read(&Setup.Settings, WithoutMembers(Node, {"path"}), File, Diagnostics);
		if (const FDataNode* Path = Node.Find("path"))
		{
			bGood &= ReadPoints(*Path, File, "playerMover.path", Setup.Path, Diagnostics);
		}
		if (bGood)
		{
			static_cast<FMoverComponent&>(Out).Settings = std::move(Setup);
		}
		return bGood;
	}

	FDataNode WriteSettings(const IComponentSettings& In) const override
	{
		const FPlayerMoverSetup& Setup = static_cast<const FMoverComponent&>(In).Settings;
		FDataNode Node = GetTable().Write(&Setup.Settings);
		if (!Setup.Path.empty())
		{
			Node.Set("path", WritePoints(Setup.Path));
		}
		return Node;
	}

	bool Attach(UWorld& World, AActor& Actor, const IComponentSettings& In, FDiagnostics&) const override
	{
		const IComponentSettings* Body = FindSourceSettings(World, Actor.Id, FBodySettings::Table().Name);
		World.Get<UMoverSubsystem>().Attach(Actor, static_cast<const FMoverComponent&>(In).Settings,
		    Body ? &static_cast<const TComponentSettings<FBodySetup>*>(Body)->Settings.Settings : nullptr);
		return true;
	}

	void Detach(UWorld& World, AActor& Actor) const override { World.Get<UMoverSubsystem>().Detach(Actor.Id); }

	bool GetSetting(const UWorld& World, FActorId Actor, std::string_view Name, FSettingValue& Out) const override
	{
		const FPlayerMoverSettings* Current = World.Get<UMoverSubsystem>().GetSettings(Actor);
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
		UMoverSubsystem& Movers = World.Get<UMoverSubsystem>();
		const FPlayerMoverSettings* Current = Movers.GetSettings(Actor);
		if (!Current)
		{
			Diagnostics.Error({}, GetTable().Name, "the actor has no such component");
			return false;
		}
		FPlayerMoverSettings Changed = *Current;
		return GetTable().Set(&Changed, Name, Value, Diagnostics) && Movers.SetSettings(Actor, Changed);
	}
};
} // namespace

std::unique_ptr<IComponentClass> MakePlayerMoverClass()
{
	return std::make_unique<FMoverClass>();
}
} // namespace Flockwork
