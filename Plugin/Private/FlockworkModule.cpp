#include "FlockworkModule.h"

#include "FlockworkCore/Assert.h"
#include "FlockworkCore/Log.h"
#include "FlockworkScript/ScriptScene.h"

#include <utility>

namespace Flockwork
{
FFlockworkModule::~FFlockworkModule()
{
	ShutdownModule();
}

void FFlockworkModule::StartupModule()
{
	if (IsStarted())
	{
		return;
	}
	Registry = MakeGameRegistry();
	RegisterScript(*Registry);
	Prefabs = std::make_shared<FPrefabLibrary>(Registry);
	FDiagnostics Diagnostics;
	for (const std::string& Root : ContentRoots)
	{
		Prefabs->AddContentRoot(Root, Diagnostics);
	}
	Diagnostics.WriteToLog();
}

void FFlockworkModule::ShutdownModule()
{
	if (!IsStarted())
	{
		return;
	}
	LastReport = GetLiveWorlds();
	for (const FLiveWorld& World : LastReport)
	{
		Log(ELogLevel::Warning, "Module",
		    "world '" + World.Name + "' is still alive at shutdown, with " + std::to_string(World.Actors) +
		        " actors after " + std::to_string(World.Steps) + " steps");
	}
	Worlds.clear();
	Prefabs.reset();
	Registry.reset();
}

bool FFlockworkModule::AddContentRoot(const std::string& Folder, FDiagnostics& Diagnostics)
{
	ContentRoots.push_back(Folder);
	return !IsStarted() || Prefabs->AddContentRoot(Folder, Diagnostics);
}

std::shared_ptr<UWorld> FFlockworkModule::CreateWorld(std::string Name, FWorldDef Def)
{
	FW_CHECK(IsStarted(), "StartupModule comes before CreateWorld");
	if (!Def.Prefabs)
	{
		Def.Prefabs = Prefabs;
	}
	auto World = std::make_shared<UWorld>(std::move(Def));
	std::erase_if(Worlds, [](const FTracked& Tracked) { return Tracked.World.expired(); });
	Worlds.push_back({std::move(Name), World});
	return World;
}

std::vector<FFlockworkModule::FLiveWorld> FFlockworkModule::GetLiveWorlds() const
{
	std::vector<FLiveWorld> Alive;
	for (const FTracked& Tracked : Worlds)
	{
		if (const std::shared_ptr<UWorld> World = Tracked.World.lock())
		{
			Alive.push_back({Tracked.Name, int32_t(World->GetActors().size()), World->GetStepCount()});
		}
	}
	return Alive;
}
} // namespace Flockwork
