#pragma once
// What the linked modules offer to worlds: component classes, subsystems and settings tables. Filled once at start-up
// (no static constructors), then shared by all worlds.
#include "FlockworkCore/Settings.h"
#include "FlockworkGame/Component.h"
#include "FlockworkGame/Subsystem.h"

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace Flockwork
{
class FGameRegistry
{
public:
	using FSubsystemFactory = std::function<std::unique_ptr<USubsystem>(const UWorld& World)>;

	// At most 64 classes; two of one name are a misuse. Components are attached in order of registration: body first.
	void AddComponentClass(std::unique_ptr<IComponentClass> Class);
	void AddSubsystem(FSubsystemFactory Factory); // worlds make and run them in this order
	FSettingsRegistry& GetSettings() { return Settings; }
	const FSettingsRegistry& GetSettings() const { return Settings; }

	// -1 when there is none of that name.
	int32_t FindComponentClass(std::string_view Name) const;
	const IComponentClass& GetComponentClass(int32_t Index) const { return *Classes[size_t(Index)]; }
	int32_t GetComponentClassCount() const { return int32_t(Classes.size()); }
	std::vector<std::string_view> GetComponentNames() const;
	std::span<const FSubsystemFactory> GetSubsystems() const { return Factories; }

private:
	std::vector<std::unique_ptr<IComponentClass>> Classes;
	std::vector<FSubsystemFactory> Factories;
	FSettingsRegistry Settings;
};

// The kinds of Components.h, their subsystems, and the settings tables of Game and the modules below it.
void RegisterGame(FGameRegistry& Registry);
// A registry with exactly that.
std::shared_ptr<FGameRegistry> MakeGameRegistry();
} // namespace Flockwork
