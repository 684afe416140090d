#pragma once
// The plugin's entry for C++ hosts. One module a process is usual, but it holds no global state: a test may make many.
//
//	FFlockworkModule Flockwork;
//	Flockwork.AddContentRoot("MyGame/Content", Diagnostics);
//	Flockwork.StartupModule();
//	std::shared_ptr<UWorld> World = Flockwork.CreateWorld("Level1", {});
//	...
//	World.reset();
//	Flockwork.ShutdownModule(); // logs each world that somebody still holds
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkGame/Prefabs.h"
#include "FlockworkGame/Registry.h"
#include "FlockworkGame/World.h"
#include "FlockworkPhysics/PhysicsWorld.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace Flockwork
{
// What an engine's module manager wants to see.
class IModuleInterface
{
public:
	virtual ~IModuleInterface() = default;
	virtual void StartupModule() = 0;
	virtual void ShutdownModule() = 0;
};

class FFlockworkModule final : public IModuleInterface
{
public:
	FFlockworkModule() = default;
	~FFlockworkModule() override; // shuts down where that was not done
	FFlockworkModule(const FFlockworkModule&) = delete;
	FFlockworkModule& operator=(const FFlockworkModule&) = delete;

	// Registers component classes and settings tables, and loads the content roots. Bad files are logged and left out.
	// Starting twice is harmless.
	void StartupModule() override;
	// Logs, and keeps for GetLastReport, each world that is still alive. Those worlds go on living: their holders own
	// them. Harmless when not started.
	void ShutdownModule() override;
	bool IsStarted() const { return Registry != nullptr; }

	// A folder with Flocks/ and Prefabs/; later roots replace names of earlier ones. Before StartupModule it is only
	// noted; afterwards it is loaded at once. False, with a diagnostic for each bad file, when anything was wrong; what
	// is good is there all the same.
	bool AddContentRoot(const std::string& Folder, FDiagnostics& Diagnostics);

	// Null unless started.
	const std::shared_ptr<FGameRegistry>& GetRegistry() const { return Registry; }
	const std::shared_ptr<FPrefabLibrary>& GetPrefabs() const { return Prefabs; }

	// A world with this module's prefabs (unless Def brings its own). The name is for reports. Misuse when not started.
	std::shared_ptr<UWorld> CreateWorld(std::string Name, FWorldDef Def);

	struct FLiveWorld
	{
		std::string Name;
		int32_t Actors = 0;
		int64_t Steps = 0;
	};
	std::vector<FLiveWorld> GetLiveWorlds() const; // in order of creation
	// What the last ShutdownModule found alive.
	const std::vector<FLiveWorld>& GetLastReport() const { return LastReport; }

private:
	struct FTracked
	{
		std::string Name;
		std::weak_ptr<UWorld> World;
	};
	std::vector<std::string> ContentRoots;
	std::shared_ptr<FGameRegistry> Registry;
	std::shared_ptr<FPrefabLibrary> Prefabs;
	std::vector<FTracked> Worlds;
	std::vector<FLiveWorld> LastReport;
};
} // namespace Flockwork
