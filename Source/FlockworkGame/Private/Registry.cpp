#include "FlockworkGame/Registry.h"

#include "ComponentClasses.h"
#include "FlockworkCore/Assert.h"
#include "FlockworkGame/CharacterSubsystem.h"
#include "FlockworkGame/CrowdSubsystem.h"
#include "FlockworkGame/FlockSubsystem.h"
#include "FlockworkGame/MoverSubsystem.h"
#include "FlockworkGame/NavigationSubsystem.h"
#include "FlockworkGame/ThreatSubsystem.h"
#include "FlockworkGame/VisualSubsystem.h"
#include "FlockworkGame/WorldSettings.h"
#include "FlockworkPhysics/PhysicsSettings.h"

namespace Flockwork
{
void FGameRegistry::AddComponentClass(std::unique_ptr<IComponentClass> Class)
{
	FW_CHECK(FindComponentClass(Class->GetTable().Name) < 0, "a component class of that name is registered already");
	FW_CHECK(Classes.size() < 64, "a registry holds at most 64 component classes");
	Settings.Add(Class->GetTable());
	Classes.push_back(std::move(Class));
}

void FGameRegistry::AddSubsystem(FSubsystemFactory Factory)
{
	Factories.push_back(std::move(Factory));
}

int32_t FGameRegistry::FindComponentClass(std::string_view Name) const
{
	for (size_t Index = 0; Index < Classes.size(); ++Index)
	{
		if (Classes[Index]->GetTable().Name == Name)
		{
			return int32_t(Index);
		}
	}
	return -1;
}

std::vector<std::string_view> FGameRegistry::GetComponentNames() const
{
	std::vector<std::string_view> Names;
	for (const std::unique_ptr<IComponentClass>& Class : Classes)
	{
		Names.push_back(Class->GetTable().Name);
	}
	return Names;
}

void RegisterGame(FGameRegistry& Registry)
{
	FSettingsRegistry& Settings = Registry.GetSettings();
	RegisterCoreSettings(Settings);
	Settings.Add(FPhysicsSettings::Table());
	Settings.Add(FFlockSettings::Table());
	Settings.Add(FWorldSettings::Table());
	Settings.Add(FNavMeshSettings::Table());
	Settings.Add(FCrowdSettings::Table()); // "flee" comes with its component class
	Settings.Add(FCharacterDetailSettings::Table());

	Registry.AddComponentClass(MakeBodyClass()); // first: the others use the body
	Registry.AddComponentClass(MakeFlockingClass());
	Registry.AddComponentClass(MakeThreatClass());
	Registry.AddComponentClass(MakeTargetClass());
	Registry.AddComponentClass(MakePlayerMoverClass());
	Registry.AddComponentClass(MakeVisualClass());
	Registry.AddComponentClass(MakeNavAgentClass());
	Registry.AddComponentClass(MakeFleeClass());
	Registry.AddComponentClass(MakeNavObstacleClass());
	Registry.AddComponentClass(MakeCharacterClass());
	Registry.AddComponentClass(MakeEverydayClass());

	// In the order in which they work in each phase: players move before flocks look at them, the mesh follows its
	// obstacles before crowds walk on it, and crowds say where to before flocks go there.
	Registry.AddSubsystem([](const UWorld&) { return std::make_unique<UMoverSubsystem>(); });
	Registry.AddSubsystem([](const UWorld&) { return std::make_unique<UThreatSubsystem>(); });
	Registry.AddSubsystem([](const UWorld&) { return std::make_unique<UNavigationSubsystem>(); });
	Registry.AddSubsystem([](const UWorld&) { return std::make_unique<UCrowdSubsystem>(); });
	Registry.AddSubsystem([](const UWorld&) { return std::make_unique<UFlockSubsystem>(); });
	Registry.AddSubsystem([](const UWorld&) { return std::make_unique<UVisualSubsystem>(); });
	Registry.AddSubsystem([](const UWorld&) { return std::make_unique<UCharacterSubsystem>(); });
}

std::shared_ptr<FGameRegistry> MakeGameRegistry()
{
	auto Registry = std::make_shared<FGameRegistry>();
	RegisterGame(*Registry);
	return Registry;
}
} // namespace Flockwork
