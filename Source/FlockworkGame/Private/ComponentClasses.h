#pragma once
// The component classes that come with Game, and what they have in common.
#include "FlockworkGame/Component.h"

#include <memory>
#include <string_view>
#include <vector>

namespace Flockwork
{
struct FBodySetup;

std::unique_ptr<IComponentClass> MakeBodyClass();
std::unique_ptr<IComponentClass> MakeFlockingClass();
std::unique_ptr<IComponentClass> MakeThreatClass();
std::unique_ptr<IComponentClass> MakeTargetClass();
std::unique_ptr<IComponentClass> MakePlayerMoverClass();
std::unique_ptr<IComponentClass> MakeVisualClass();
std::unique_ptr<IComponentClass> MakeNavAgentClass();
std::unique_ptr<IComponentClass> MakeCharacterClass();
std::unique_ptr<IComponentClass> MakeFleeClass();
std::unique_ptr<IComponentClass> MakeNavObstacleClass();
std::unique_ptr<IComponentClass> MakeEverydayClass();

// Node without the members of these names: what is left is for the settings table.
FDataNode WithoutMembers(const FDataNode& Node, std::initializer_list<std::string_view> Names);
// [[x, y, z], ...]; false with diagnostics on anything else, Out is then untouched.
bool ReadPoints(const FDataNode& Node, std::string_view File, std::string_view Field, std::vector<FVector>& Out,
    FDiagnostics& Diagnostics);
FDataNode WritePoints(const std::vector<FVector>& Points);

// What an actor's component of this class was made with; null when it has none.
const IComponentSettings* FindSourceSettings(const UWorld& World, FActorId Actor, std::string_view ClassName);
// The actor's body, of the settings of its body component; false with diagnostics when they cannot be used here.
bool CreateActorBody(UWorld& World, AActor& Actor, const FBodySetup& Setup, FDiagnostics& Diagnostics);
void DestroyActorBody(UWorld& World, AActor& Actor);
// "body.radius cannot be changed while the world runs"
bool RefuseChange(const FSettingsTable& Table, std::string_view Field, FDiagnostics& Diagnostics);

// A class whose component is one table's struct, held and changed by a subsystem. Storage has the static functions
// Attach(World, Actor, Settings), Detach(World, Actor), Find(World, Id) -> const Settings* and Set(World, Id,
// Settings).
template <typename Settings, typename Storage>
class TTableClass final : public IComponentClass
{
public:
	const FSettingsTable& GetTable() const override { return Settings::Table(); }
	std::unique_ptr<IComponentSettings> MakeSettings() const override
	{
		return std::make_unique<TComponentSettings<Settings>>();
	}
	bool ReadSettings(IComponentSettings& Out, const FDataNode& Node, std::string_view File, const FPresetLibrary&,
	    FDiagnostics& Diagnostics) const override
	{
		return Settings::Table().Read(&Cast(Out), Node, File, Diagnostics);
	}
	FDataNode WriteSettings(const IComponentSettings& In) const override { return Settings::Table().Write(&Cast(In)); }
	bool Attach(UWorld& World, AActor& Actor, const IComponentSettings& In, FDiagnostics&) const override
	{
		Storage::Attach(World, Actor, Cast(In));
		return true;
	}
	void Detach(UWorld& World, AActor& Actor) const override { Storage::Detach(World, Actor); }
	bool GetSetting(const UWorld& World, FActorId Actor, std::string_view Name, FSettingValue& Out) const override
	{
		const Settings* Current = Storage::Find(World, Actor);
		const FSettingField* Field = Settings::Table().Find(Name);
		if (!Current || !Field)
		{
			return false;
		}
		Out = Settings::Table().Get(Current, *Field);
		return true;
	}
	bool SetSetting(UWorld& World, FActorId Actor, std::string_view Name, const FSettingValue& Value,
	    FDiagnostics& Diagnostics) const override
	{
		const Settings* Current = Storage::Find(World, Actor);
		if (!Current)
		{
			Diagnostics.Error({}, Settings::Table().Name, "the actor has no such component");
			return false;
		}
		Settings Changed = *Current;
		return Settings::Table().Set(&Changed, Name, Value, Diagnostics) && Storage::Set(World, Actor, Changed);
	}

private:
	static Settings& Cast(IComponentSettings& In) { return static_cast<TComponentSettings<Settings>&>(In).Settings; }
	static const Settings& Cast(const IComponentSettings& In)
	{
		return static_cast<const TComponentSettings<Settings>&>(In).Settings;
	}
};
} // namespace Flockwork
