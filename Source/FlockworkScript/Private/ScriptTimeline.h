#pragma once
// What a script waits for, as data: names of functions and when to call them. Contexts cannot be saved, so there are no
// coroutines; this can be saved, and survives a reload of the script.
#include "FlockworkCore/Diagnostics.h"
#include "FlockworkCore/Serialize.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
enum class ETimerKind : uint8_t
{
	At,
	Every,
	When
};

// What a condition has to do for the action to run.
enum class EScriptWhen : uint8_t
{
	Rising, // become true: once each time; being true from the start counts
	Once,   // be true: the first time only
	Level   // be true: in every step
};

struct FScriptTimer
{
	int32_t Id = 0; // 1, 2, 3 ... in order of creation
	ETimerKind Kind = ETimerKind::At;
	std::string Function;
	std::string Condition; // of When
	double First = 0.0;    // s, of At and Every
	double Period = 0.0;   // s, of Every
	int64_t Fired = 0;     // how often, of Every
	EScriptWhen Mode = EScriptWhen::Rising;
	bool bWasTrue = false;

	double NextTime() const { return First + Period * double(Fired); } // not summed up: it does not drift
};

struct FScriptHandler
{
	std::string Event;
	std::string Function;
};

class FScriptTimeline
{
public:
	explicit FScriptTimeline(float InFixedStep = 1.0f / 60.0f) : FixedStep(InFixedStep) {}
	void SetFixedStep(float NewFixedStep) { FixedStep = NewFixedStep; }

	int32_t AddAt(double Time, std::string_view Function);
	int32_t AddEvery(double Period, double First, std::string_view Function);
	int32_t AddWhen(std::string_view Condition, std::string_view Function, EScriptWhen Mode);
	void AddHandler(std::string_view Event, std::string_view Function);
	// False when nothing waits under that id.
	bool Cancel(int32_t Id);

	// The first step whose time (complete steps x fixed step) is not before Time.
	int64_t StepOf(double Time) const;
	// The earliest entry due at Step, by (time, id); taken out, or for Every set to its next time. False when there is
	// none. What a function adds for now or the past is due in the same step.
	bool TakeDue(int64_t Step, std::string& OutFunction);

	// The When entries by id; ConditionChanged tells whether the action is to run, and forgets a Once that ran.
	std::vector<FScriptTimer> GetConditions() const;
	bool ConditionIs(int32_t Id, bool bTrue);

	std::span<const FScriptTimer> GetTimers() const { return Timers; }
	std::span<const FScriptHandler> GetHandlers() const { return Handlers; }
	void Save(FByteWriter& Writer) const;
	bool Restore(FByteReader& Reader);

private:
	int32_t Add(FScriptTimer Timer);
	std::vector<FScriptTimer> Timers; // by id
	std::vector<FScriptHandler> Handlers;
	int32_t NextId = 1;
	float FixedStep;
};
} // namespace Flockwork
