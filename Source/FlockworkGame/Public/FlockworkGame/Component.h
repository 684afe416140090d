#pragma once
// Kinds of components. A kind is a settings table (its name is the component's name in prefabs and in dotted names) and
// what to do when an actor gets one or loses it. Modules add kinds to an FGameRegistry; the data of the components that
// actors have lies in the module's subsystem (Subsystem.h), one for each world.
#include "FlockworkCore/Settings.h"
#include "FlockworkGame/Actor.h"

#include <memory>
#include <string_view>

namespace Flockwork
{
class UWorld;
class FPresetLibrary;

// Settings of one component as a prefab holds them, of a type that only its class knows.
class IComponentSettings
{
public:
	virtual ~IComponentSettings() = default;
	virtual std::unique_ptr<IComponentSettings> Clone() const = 0;
};

template <typename Value>
struct TComponentSettings final : IComponentSettings
{
	Value Settings{};
	std::unique_ptr<IComponentSettings> Clone() const override { return std::make_unique<TComponentSettings>(*this); }
};

class IComponentClass
{
public:
	virtual ~IComponentClass() = default;
	virtual const FSettingsTable& GetTable() const = 0;
	virtual std::unique_ptr<IComponentSettings> MakeSettings() const = 0; // all defaults
	// Lays a prefab's object over Settings; false with diagnostics when it cannot be used (Settings is then untouched).
	virtual bool ReadSettings(IComponentSettings& Settings, const FDataNode& Node, std::string_view File,
	    const FPresetLibrary& Presets, FDiagnostics& Diagnostics) const = 0;
	// The whole of it, as ReadSettings reads it.
	virtual FDataNode WriteSettings(const IComponentSettings& Settings) const = 0;
	// The actor has its id, name and transform. False with diagnostics: the spawn is called off and what was attached
	// before is detached.
	virtual bool Attach(
	    UWorld& World, AActor& Actor, const IComponentSettings& Settings, FDiagnostics& Diagnostics) const = 0;
	virtual void Detach(UWorld& World, AActor& Actor) const = 0;

	// Settings of one actor's component while it runs. Get answers false, and Set false with diagnostics, when the
	// actor has no such component or the field does not exist or cannot be changed while running.
	virtual bool GetSetting(const UWorld& World, FActorId Actor, std::string_view Field, FSettingValue& Out) const = 0;
	virtual bool SetSetting(UWorld& World, FActorId Actor, std::string_view Field, const FSettingValue& Value,
	    FDiagnostics& Diagnostics) const = 0;
};
} // namespace Flockwork
