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
	bool bOver = false; // until the next Sweep

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
	// How many wait.
	int32_t Num() const { return Waiting; }

	// The first step whose time (complete steps x fixed step) is not before Time.
	int64_t StepOf(double Time) const;
	// The ids of the entries due at Step, by (time, id).
	std::vector<int32_t> FindDue(int64_t Step) const;
	// Whether it still waits, and then what to call; an At is over with that, an Every goes on to its next time.
	bool Take(int32_t Id, std::string& OutFunction);

	// The When entries by id. ConditionIs tells whether the action is to run; a Once that ran is over.
	std::vector<FScriptTimer> GetConditions() const;
	bool ConditionIs(int32_t Id, bool bTrue);
	// Forgets those that are over; call it when nobody walks over the ids.
	void Sweep();

	std::span<const FScriptTimer> GetTimers() const { return Timers; }
	std::span<const FScriptHandler> GetHandlers() const { return Handlers; }
	void Save(FByteWriter& Writer) const;
	bool Restore(FByteReader& Reader);

private:
	int32_t Add(FScriptTimer Timer);
	FScriptTimer* Find(int32_t Id); // null when it is over
	void End(FScriptTimer& Timer);
	std::vector<FScriptTimer> Timers; // by id
	int32_t Waiting = 0;
	std::vector<FScriptHandler> Handlers;
	int32_t NextId = 1;
	float FixedStep;
};
} // namespace Flockwork
