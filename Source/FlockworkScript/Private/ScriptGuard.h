#pragma once
// Watches a script while it runs, by AngelScript's line callback: lines, depth of calls, living objects, memory and, as
// a last resort, real time. What one line could do at a stroke (a string or an array that grows) asks first.
// Stopping means aborting the context: a script's try and catch cannot hold it up.
#include "AngelScriptTypes.h"
#include "FlockworkScript/ScriptSettings.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace Flockwork
{
enum class EScriptStop : uint8_t
{
	None,
	Lines,
	Depth,
	Objects,
	Memory,
	Watchdog
};

class FScriptGuard
{
public:
	explicit FScriptGuard(const FScriptSettings& InSettings) : Settings(InSettings) {}

	// While one lives, this thread's script functions find the guard by Current() and its memory is counted.
	class FScope
	{
	public:
		explicit FScope(FScriptGuard& Guard);
		~FScope();
		FScope(const FScope&) = delete;
		FScope& operator=(const FScope&) = delete;

	private:
		FScriptGuard* FormerGuard;
		int64_t* FormerCounter;
	};
	static FScriptGuard* Current();

	// Anew at the begin of each step.
	void StartBudget();
	// What the engine and the compiled script take by themselves does not count as the script's.
	void SetBaseline(int64_t EngineBytes) { BaselineBytes = EngineBytes; }
	int64_t GetAllBytes() const { return Bytes; }
	void OnLine(asIScriptContext& Context);

	// For functions whose work grows with their input: counts as so many lines.
	void Charge(int64_t Units) { Lines += Units; }
	// Time that the host has worked for the script is not the script's.
	void Excuse(std::chrono::steady_clock::duration Time) { Deadline += Time; }
	// False, with a script exception, when so much more would be too much. A collection is tried first.
	bool MayAllocate(size_t Size);
	bool MayHaveArray(size_t Length);
	bool MayHaveString(size_t Length);

	EScriptStop GetStop() const { return Stop; }
	// "script.maxLines: more than 1000000 lines in one step"
	std::string ExplainStop() const;
	const FScriptSettings& GetSettings() const { return Settings; }
	int64_t GetBytes() const { return Bytes - BaselineBytes; }
	int64_t GetLines() const { return Lines; }

private:
	void StopNow(asIScriptContext& Context, EScriptStop Reason);
	bool IsOverMemory(int64_t More) const { return GetBytes() + More > int64_t(Settings.MaxMemory * 1048576.0f); }
	bool IsOverObjects(asIScriptEngine& Engine) const;
	void Collect(asIScriptEngine& Engine);

	FScriptSettings Settings;
	EScriptStop Stop = EScriptStop::None;
	int64_t Lines = 0;
	int64_t LastLook = 0; // lines at the last look at what is costly to ask
	int64_t Bytes = 0;
	int64_t BaselineBytes = 0;
	std::chrono::steady_clock::time_point Deadline{};
};

// Raises a script exception in the running script: a message that says what was wrong and what was expected.
void RaiseScriptException(std::string_view Message);
} // namespace Flockwork
