#pragma once
// What the functions that scripts call work on: the world while the script runs, and the scene's state. Scripts run in
// the Report phase (and between steps, for BeginPlay): what they want done becomes orders due at the next step, which
// the world carries out at the begin of its Script phase.
#include "FlockworkGame/OrderQueue.h"
#include "FlockworkGame/World.h"
#include "SceneState.h"
#include "ScriptGuard.h"
#include "ScriptText.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace Flockwork
{
class FScriptApi;
class ISceneLevels;

class FSceneContext
{
public:
	FSceneContext(FSceneState& InState, const FScriptSettings& InSettings) : State(InState), Settings(InSettings) {}

	// --- While one lives, this thread's script functions find the context by Current().
	class FScope
	{
	public:
		FScope(FSceneContext& Context, UWorld& World, bool bLookOnly);
		~FScope();
		FScope(const FScope&) = delete;
		FScope& operator=(const FScope&) = delete;

	private:
		FSceneContext* Former;
	};
	static FSceneContext& Current();
	// At the begin of each run: what was spawned before is there now.
	void ForgetPending();

	// --- For the functions.
	UWorld& GetWorld() const { return *World; }
	int64_t GetStep() const { return Step; } // complete steps
	double GetTime() const { return Time; }  // s
	// False, with a script exception, where a script may only look: in checks, conditions and initialisers of globals.
	bool MayAct(const char* What) const;
	// False when the script has logged enough for this second.
	bool MayLog();
	// Due at the next step. False with a script exception when it is refused. OutId: of a spawn.
	bool Give(FOrder Order, FActorId* OutId = nullptr);
	// False with a script exception when there are too many actors.
	bool MaySpawn(int64_t Count);
	// The living actor; null with a script exception.
	const AActor* FindAlive(FActorId Id, const char* What) const;

	// Actors that are ordered and come with the next step have a name and a place already.
	struct FPending
	{
		std::string Name;
		FVector Location{0.0f, 0.0f, 0.0f};
	};
	void AddPending(FActorId Id, FPending Actor) { Pending[Id.ToBits()] = std::move(Actor); }
	const FPending* FindPending(FActorId Id) const;

	// False, with a script exception, for names too long to be meant: what a script names lives outside of its memory.
	bool MayName(std::string_view Name) const;
	// Whether the script has a function of that name and signature ("void F()"); false with a script exception that
	// names the nearest one.
	bool HasFunction(std::string_view Name, std::string_view Declaration) const;
	void SetModule(asIScriptModule* NewModule) { Module = NewModule; }
	asIScriptModule* GetModule() const { return Module; }
	// Null: the host has none.
	void SetLevels(ISceneLevels* NewLevels) { Levels = NewLevels; }
	ISceneLevels* GetLevels() const { return Levels; }

	FSceneState& State;
	const FScriptSettings& Settings;

private:
	UWorld* World = nullptr;
	int64_t Step = 0;
	double Time = 0.0;
	bool bLookOnly = false;
	int64_t PendingCount = 0; // also of orders that spawn many
	std::map<uint64_t, FPending> Pending;
	int64_t LogSecond = -1;
	int32_t LogLines = 0; // in this second
	asIScriptModule* Module = nullptr;
	ISceneLevels* Levels = nullptr;
};

// The functions, group by group; each finds its context by FSceneContext::Current().
void RegisterSceneApi(FScriptApi& Api);
void RegisterTimelineApi(FScriptApi& Api);
void RegisterActorApi(FScriptApi& Api);
void RegisterSpawnApi(FScriptApi& Api);
void RegisterWorldApi(FScriptApi& Api);
void RegisterFlockApi(FScriptApi& Api);
void RegisterCrowdApi(FScriptApi& Api);
void RegisterCharacterApi(FScriptApi& Api);
void RegisterLevelApi(FScriptApi& Api);
void RegisterRandomApi(FScriptApi& Api);
void RegisterCameraApi(FScriptApi& Api);

inline std::string ToStd(const FScriptString& Text)
{
	return std::string(ToView(Text));
}
inline FScriptString ToScript(std::string_view Text)
{
	return FScriptString(Text);
}
} // namespace Flockwork
