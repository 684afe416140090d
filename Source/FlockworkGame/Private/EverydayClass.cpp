// The component class "everyday".
#include "ComponentClasses.h"
#include "FlockworkGame/CrowdSubsystem.h"
#include "FlockworkGame/World.h"

namespace Flockwork
{
namespace
{
using FEverydayComponent = TComponentSettings<FEverydaySetup>;

class FEverydayClass final : public IComponentClass
{
public:
	const FSettingsTable& GetTable() const override { return FEverydaySettings::Table(); }
	std::unique_ptr<IComponentSettings> MakeSettings() const override { return std::make_unique<FEverydayComponent>(); }
	bool ReadSettings(IComponentSettings& Out, const FDataNode& Node, std::string_view File, const FPresetLibrary&,
	    FDiagnostics& Diagnostics) const override
	{
		FEverydaySetup Setup = static_cast<FEverydayComponent&>(Out).Settings;
		bool bGood = GetTable().Read(&Setup.Settings, WithoutMembers(Node, {"points"}), File, Diagnostics);
		if (const FDataNode* Points = Node.Find("points"))
		{
			bGood &= ReadPoints(*Points, File, "everyday.points", Setup.Points, Diagnostics);
		}
		FDiagnostics Across;
		if (bGood && !ValidateEverydaySettings(Setup.Settings, Across))
		{
			const FDiagnostic& Fault = Across.GetAll().front();
			Diagnostics.Error({std::string(File), Node.Line, Node.Column}, Fault.Field, Fault.Message);
			bGood = false;
		}
		if (bGood)
		{
			static_cast<FEverydayComponent&>(Out).Settings = std::move(Setup);
		}
		return bGood;
	}
	FDataNode WriteSettings(const IComponentSettings& In) const override
	{
		const FEverydaySetup& Setup = static_cast<const FEverydayComponent&>(In).Settings;
		FDataNode Node = GetTable().Write(&Setup.Settings);
		if (!Setup.Points.empty())
		{
			Node.Set("points", WritePoints(Setup.Points));
		}
		return Node;
	}
	bool Attach(UWorld& World, AActor& Actor, const IComponentSettings& In, FDiagnostics& Diagnostics) const override
	{
		return World.Get<UCrowdSubsystem>().AttachEveryday(
		    Actor, static_cast<const FEverydayComponent&>(In).Settings, Diagnostics);
	}
	void Detach(UWorld& World, AActor& Actor) const override { World.Get<UCrowdSubsystem>().DetachEveryday(Actor.Id); }
	bool GetSetting(const UWorld& World, FActorId Actor, std::string_view Name, FSettingValue& Out) const override
	{
		const FEverydaySettings* Current = World.Get<UCrowdSubsystem>().GetEverydaySettings(Actor);
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
		const FEverydaySettings* Current = Crowds.GetEverydaySettings(Actor);
		if (!Current)
		{
			Diagnostics.Error({}, GetTable().Name, "the actor has no such component");
			return false;
		}
		FEverydaySettings Changed = *Current;
		return GetTable().Set(&Changed, Name, Value, Diagnostics) && ValidateEverydaySettings(Changed, Diagnostics) &&
		       Crowds.SetEverydaySettings(Actor, Changed);
	}
};
} // namespace

std::unique_ptr<IComponentClass> MakeEverydayClass()
{
	return std::make_unique<FEverydayClass>();
}
} // namespace Flockwork
