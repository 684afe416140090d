// The C interface: library, and making and ending worlds.
#include "AbiWorld.h"
#include "FlockworkCore/Log.h"
#include "FlockworkModule.h"

#include <map>
#include <mutex>
#include <utility>

namespace Flockwork
{
namespace
{
// Handles are numbers that are never given out twice, dressed as pointers: a stale or garbage one is looked up and not
// found, and nobody follows it.
struct FLibrary
{
	std::recursive_mutex Mutex; // recursive: a log callback may call us back
	FFlockworkModule Module;
	std::map<uintptr_t, std::shared_ptr<FAbiWorld>> Worlds;
	uintptr_t NextHandle = 0x1001;
};

FLibrary& GetLibrary()
{
	static FLibrary Library;
	return Library;
}

thread_local std::string LastErrorText;
thread_local const char* LastError = "";

class FAbiLogSink final : public ILogSink
{
public:
	FAbiLogSink(FwLogFunction InFunction, void* InUser) : Function(InFunction), User(InUser) {}
	void Write(ELogLevel Level, std::string_view Category, std::string_view Message) override
	{
		Function(User, int32_t(Level), std::string(Category).c_str(), std::string(Message).c_str());
	}

private:
	FwLogFunction Function;
	void* User;
};

void CheckDef(const FwWorldDef* Def)
{
	Require(Def, FW_ERROR_ARGUMENT, "the world's definition is null");
	Require(Def->Size == sizeof(FwWorldDef) && Def->AbiVersion == FW_ABI_VERSION, FW_ERROR_VERSION,
	    "the definition has size " + std::to_string(Def->Size) + " and version " + std::to_string(Def->AbiVersion) +
	        "; this library wants " + std::to_string(sizeof(FwWorldDef)) + " and " + std::to_string(FW_ABI_VERSION) +
	        " (fwWorldDef_Init sets them)");
	RequireBetween(Def->Host, FW_HOST_NATIVE, FW_HOST_BLENDER, "Host");
	RequireBetween(Def->Threads, 0, 256, "Threads");
	RequireBetween(Def->Seed, 0, INT32_MAX, "Seed");
	Require(Def->FixedStep >= 0.001f && Def->FixedStep <= 0.1f, FW_ERROR_ARGUMENT,
	    "FixedStep is " + std::to_string(Def->FixedStep) + "; [0.001, 0.1] is expected");
	if (Def->Scheduler)
	{
		RequireBetween(Def->Scheduler->ThreadCount, 1, 256, "Scheduler.ThreadCount");
		Require(Def->Scheduler->RunChunks, FW_ERROR_ARGUMENT, "Scheduler.RunChunks is null");
	}
}

// Lays {"world": ..., "physics": ...} over the definition.
void ReadSettings(const char* Json, FWorldDef& Out, FDiagnostics& Diagnostics)
{
	const std::string_view File = "FwWorldDef.SettingsJson";
	FDataNode Root;
	bool bOk = ParseJson(Json, File, Root, Diagnostics);
	for (const auto& [Name, Node] : Root.Members)
	{
		if (Name == "world")
		{
			bOk &= FWorldSettings::Table().Read(&Out.Settings, Node, File, Diagnostics);
		}
		else if (Name == "physics")
		{
			bOk &= FPhysicsSettings::Table().Read(&Out.Physics, Node, File, Diagnostics);
		}
		else
		{
			Diagnostics.Error(
			    {std::string(File), Node.Line, Node.Column}, Name, "unknown; world or physics was expected");
			bOk = false;
		}
	}
	Require(bOk && Root.Type == EDataType::Object, FW_ERROR_DATA,
	    bOk ? "SettingsJson is no object" : Diagnostics.ToString());
}

std::shared_ptr<FAbiWorld> MakeWorld(FLibrary& Library, const FwWorldDef& Def)
{
	Library.Module.StartupModule();
	FWorldDef WorldDef;
	WorldDef.Settings.Threads = Def.Threads;
	WorldDef.Settings.Seed = Def.Seed;
	WorldDef.Settings.FixedStep = Def.FixedStep;
	FDiagnostics Diagnostics;
	if (Def.SettingsJson)
	{
		ReadSettings(Def.SettingsJson, WorldDef, Diagnostics);
	}
	auto World = std::make_shared<FAbiWorld>(EHost(Def.Host));
	WorldDef.Prefabs = std::make_shared<FPrefabLibrary>(Library.Module.GetRegistry());
	if (Def.ContentRoot)
	{
		// A bad file is a warning: the good ones are there.
		WorldDef.Prefabs->AddContentRoot(Def.ContentRoot, Diagnostics);
		Require(!WorldDef.Prefabs->GetNames().empty(), FW_ERROR_NOT_FOUND,
		    Diagnostics.HasErrors() ? Diagnostics.ToString()
		                            : std::string(Def.ContentRoot) + " holds no prefab (Prefabs/*.json)");
	}
	if (Def.Scheduler)
	{
		World->Scheduler = std::make_unique<FAbiScheduler>(*Def.Scheduler);
		WorldDef.Scheduler = World->Scheduler.get();
	}
	const std::string Name = "FwWorld " + std::to_string(Library.NextHandle);
	World->World = Library.Module.CreateWorld(Name, std::move(WorldDef));
	TakeResult(*World, true, FW_OK, Diagnostics);
	return World;
}
} // namespace

void SetLastError(std::string_view Message) noexcept
{
	try
	{
		LastErrorText = Message;
		LastError = LastErrorText.c_str();
	}
	catch (...)
	{
		LastError = "out of memory";
	}
}

std::shared_ptr<FAbiWorld> FindWorld(FwWorld* Handle)
{
	FLibrary& Library = GetLibrary();
	const std::lock_guard Lock(Library.Mutex);
	const auto Found = Library.Worlds.find(reinterpret_cast<uintptr_t>(Handle));
	Require(Found != Library.Worlds.end(), FW_ERROR_ARGUMENT, "this is no living world");
	return Found->second;
}
} // namespace Flockwork

using namespace Flockwork;

uint32_t fwGetAbiVersion(void)
{
	return FW_ABI_VERSION;
}

const char* fwGetVersion(void)
{
	return FLOCKWORK_VERSION;
}

const char* fwGetLastError(void)
{
	return LastError;
}

FwResult fwSetLog(FwLogFunction Function, void* User)
{
	return Call([&] { SetLogSink(Function ? std::make_shared<FAbiLogSink>(Function, User) : nullptr); });
}

int32_t fwGetWorldCount(void)
{
	FLibrary& Library = GetLibrary();
	const std::lock_guard Lock(Library.Mutex);
	return int32_t(Library.Worlds.size());
}

int32_t fwShutdown(void)
{
	int32_t Alive = 0;
	Call(
	    [&]
	    {
		    FLibrary& Library = GetLibrary();
		    const std::lock_guard Lock(Library.Mutex);
		    Alive = int32_t(Library.Worlds.size());
		    Library.Module.ShutdownModule();
		    Library.Worlds.clear();
	    });
	return Alive;
}

FwResult fwWorldDef_Init(FwWorldDef* Def, size_t Size)
{
	return Call(
	    [&]
	    {
		    Require(Def, FW_ERROR_ARGUMENT, "the definition is null");
		    Require(Size == sizeof(FwWorldDef), FW_ERROR_VERSION,
		        "FwWorldDef has " + std::to_string(sizeof(FwWorldDef)) + " bytes here, the caller's " +
		            std::to_string(Size));
		    *Def = {};
		    Def->Size = uint32_t(sizeof(FwWorldDef));
		    Def->AbiVersion = FW_ABI_VERSION;
		    Def->Host = FW_HOST_NATIVE;
		    Def->Seed = 1;
		    Def->FixedStep = FWorldSettings{}.FixedStep;
	    });
}

FwResult fwWorld_Create(const FwWorldDef* Def, FwWorld** OutWorld)
{
	return Call(
	    [&]
	    {
		    Require(OutWorld, FW_ERROR_ARGUMENT, "OutWorld is null");
		    CheckDef(Def);
		    FLibrary& Library = GetLibrary();
		    const std::lock_guard Lock(Library.Mutex);
		    Library.Worlds.emplace(Library.NextHandle, MakeWorld(Library, *Def));
		    *OutWorld = reinterpret_cast<FwWorld*>(Library.NextHandle);
		    Library.NextHandle += 2; // odd: never the address of anything
	    });
}

FwResult fwWorld_Destroy(FwWorld* World)
{
	return Call(
	    [&]
	    {
		    const std::shared_ptr<FAbiWorld> Ending = FindWorld(World); // dies after the lock is gone
		    FLibrary& Library = GetLibrary();
		    const std::lock_guard Lock(Library.Mutex);
		    Library.Worlds.erase(reinterpret_cast<uintptr_t>(World));
	    });
}
