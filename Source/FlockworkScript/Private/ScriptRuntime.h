#pragma once
// A scene that is loaded: its compiled script, its state, and when what of it is called.
#include "FlockworkGame/Events.h"
#include "SceneContext.h"
#include "ScriptEngine.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
class FScriptRuntime
{
public:
	explicit FScriptRuntime(const FScriptSettings& InSettings);

	// Each is false with diagnostics on errors.
	bool Load(const std::string& Path, UWorld& World, FDiagnostics& Diagnostics);
	bool Begin(UWorld& World, FDiagnostics& Diagnostics);
	bool Reload(UWorld& World, FDiagnostics& Diagnostics);

	// At the end of each step: input, events, Tick, timers, conditions, camera.
	void RunStep(UWorld& World);
	FCheckSample Measure(UWorld& World, const FSceneCheck& Check);

	bool HasChanged() const;
	const FScriptSources& GetSources() const { return Sources; }
	const FDiagnostic* GetFault() const { return Fault ? &*Fault : nullptr; }
	FSceneState& GetState() { return State; }
	void SetLevels(ISceneLevels* Levels) { Context.SetLevels(Levels); }
	ISceneLevels* GetLevels() const { return Context.GetLevels(); }

	// Everything, the source text included, so that a world can be continued elsewhere.
	void Save(const UWorld& World, FByteWriter& Writer);
	// Into a new runtime. Null with diagnostics.
	static std::unique_ptr<FScriptRuntime> Restore(UWorld& World, FByteReader& Reader, FDiagnostics& Diagnostics);

private:
	bool Compile(
	    UWorld& World, const FScriptSources& NewSources, asIScriptModule*& OutModule, FDiagnostics& Diagnostics);
	void UseModule(asIScriptModule& NewModule);
	// What the timeline and the checks name must be there in NewModule.
	bool HasAllFunctions(asIScriptModule& NewModule, FDiagnostics& Diagnostics) const;
	// Calls while the script is well; a fault stops it and is logged.
	bool Call(UWorld& World, FScriptCall Call, bool bLookOnly, bool* OutReturned = nullptr);
	bool CallByDeclaration(UWorld& World, const std::string& Declaration, bool bLookOnly, bool* OutReturned = nullptr);

	void SendInput(UWorld& World);
	void HandleEvents(UWorld& World);
	void RunTimers(UWorld& World);
	void AskConditions(UWorld& World);
	void AddMissingChecks(UWorld& World);
	void SaveSources(FByteWriter& Writer) const;

	FScriptSettings Settings;
	FSceneState State;
	FSceneContext Context;
	FScriptEngine Engine;
	FScriptSources Sources;
	asIScriptFunction* TickFunction = nullptr;
	std::optional<FDiagnostic> Fault;
	std::vector<FEvent> RestoredEvents; // published before the snapshot, and not handled yet
	bool bJustRestored = false;
	bool bToldUnsaved = false;
};
} // namespace Flockwork
