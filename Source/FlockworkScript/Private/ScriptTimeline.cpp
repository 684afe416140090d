#include "ScriptTimeline.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
int32_t FScriptTimeline::Add(FScriptTimer Timer)
{
	Timer.Id = NextId++;
	Timers.push_back(std::move(Timer));
	return Timers.back().Id;
}

int32_t FScriptTimeline::AddAt(double Time, std::string_view Function)
{
	FScriptTimer Timer;
	Timer.Kind = ETimerKind::At;
	Timer.Function = Function;
	Timer.First = Time;
	return Add(std::move(Timer));
}

int32_t FScriptTimeline::AddEvery(double Period, double First, std::string_view Function)
{
	FScriptTimer Timer;
	Timer.Kind = ETimerKind::Every;
	Timer.Function = Function;
	Timer.First = First;
	Timer.Period = Period;
	return Add(std::move(Timer));
}

int32_t FScriptTimeline::AddWhen(std::string_view Condition, std::string_view Function, EScriptWhen Mode)
{
	FScriptTimer Timer;
	Timer.Kind = ETimerKind::When;
	Timer.Function = Function;
	Timer.Condition = Condition;
	Timer.Mode = Mode;
	return Add(std::move(Timer));
}

void FScriptTimeline::AddHandler(std::string_view Event, std::string_view Function)
{
	Handlers.push_back({std::string(Event), std::string(Function)});
}

bool FScriptTimeline::Cancel(int32_t Id)
{
	return std::erase_if(Timers, [Id](const FScriptTimer& Timer) { return Timer.Id == Id; }) > 0;
}

int64_t FScriptTimeline::StepOf(double Time) const
{
	// The step length is a float: 2 s are 119.999994 steps of it, and mean 120.
	const double Steps = Time / double(FixedStep);
	const double Tolerance = 1e-3 + 2e-7 * std::fabs(Steps);
	return std::max<int64_t>(0, int64_t(std::ceil(Steps - Tolerance)));
}

bool FScriptTimeline::TakeDue(int64_t Step, std::string& OutFunction)
{
	FScriptTimer* Earliest = nullptr;
	for (FScriptTimer& Timer : Timers)
	{
		const bool bDue = Timer.Kind != ETimerKind::When && StepOf(Timer.NextTime()) <= Step;
		if (bDue && (!Earliest || Timer.NextTime() < Earliest->NextTime()))
		{
			Earliest = &Timer;
		}
	}
	if (!Earliest)
	{
		return false;
	}
	OutFunction = Earliest->Function;
	++Earliest->Fired;
	if (Earliest->Kind == ETimerKind::At)
	{
		Cancel(Earliest->Id);
	}
	return true;
}

std::vector<FScriptTimer> FScriptTimeline::GetConditions() const
{
	std::vector<FScriptTimer> Conditions;
	std::copy_if(Timers.begin(), Timers.end(), std::back_inserter(Conditions),
	    [](const FScriptTimer& Timer) { return Timer.Kind == ETimerKind::When; });
	return Conditions;
}

bool FScriptTimeline::ConditionIs(int32_t Id, bool bTrue)
{
	const auto Found =
	    std::find_if(Timers.begin(), Timers.end(), [Id](const FScriptTimer& Timer) { return Timer.Id == Id; });
	if (Found == Timers.end())
	{
		return false; // cancelled by the action of another
	}
	const bool bRises = bTrue && !Found->bWasTrue;
	Found->bWasTrue = bTrue;
	if (Found->Mode == EScriptWhen::Level)
	{
		return bTrue;
	}
	if (bTrue && Found->Mode == EScriptWhen::Once)
	{
		Timers.erase(Found);
	}
	return bRises;
}

void FScriptTimeline::Save(FByteWriter& Writer) const
{
	Writer.Write(NextId);
	Writer.Write(uint64_t(Timers.size()));
	for (const FScriptTimer& Timer : Timers)
	{
		Writer.Write(Timer.Id);
		Writer.Write(Timer.Kind);
		Writer.WriteString(Timer.Function);
		Writer.WriteString(Timer.Condition);
		Writer.Write(Timer.First);
		Writer.Write(Timer.Period);
		Writer.Write(Timer.Fired);
		Writer.Write(Timer.Mode);
		Writer.Write(uint8_t(Timer.bWasTrue));
	}
	Writer.Write(uint64_t(Handlers.size()));
	for (const FScriptHandler& Handler : Handlers)
	{
		Writer.WriteString(Handler.Event);
		Writer.WriteString(Handler.Function);
	}
}

bool FScriptTimeline::Restore(FByteReader& Reader)
{
	FScriptTimeline New(FixedStep);
	New.NextId = Reader.Read<int32_t>();
	const auto TimerCount = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < TimerCount && Reader.IsOk(); ++Index)
	{
		FScriptTimer Timer;
		Timer.Id = Reader.Read<int32_t>();
		Timer.Kind = Reader.Read<ETimerKind>();
		Timer.Function = Reader.ReadString();
		Timer.Condition = Reader.ReadString();
		Timer.First = Reader.Read<double>();
		Timer.Period = Reader.Read<double>();
		Timer.Fired = Reader.Read<int64_t>();
		Timer.Mode = Reader.Read<EScriptWhen>();
		Timer.bWasTrue = Reader.Read<uint8_t>() != 0;
		const bool bGood = Timer.Kind <= ETimerKind::When && Timer.Mode <= EScriptWhen::Level &&
		                   std::isfinite(Timer.First) && std::isfinite(Timer.Period) &&
		                   (Timer.Kind != ETimerKind::Every || Timer.Period > 0.0);
		if (!bGood)
		{
			return false;
		}
		New.Timers.push_back(std::move(Timer));
	}
	const auto HandlerCount = Reader.Read<uint64_t>();
	for (uint64_t Index = 0; Index < HandlerCount && Reader.IsOk(); ++Index)
	{
		std::string Event = Reader.ReadString();
		New.Handlers.push_back({std::move(Event), Reader.ReadString()});
	}
	if (!Reader.IsOk())
	{
		return false;
	}
	*this = std::move(New);
	return true;
}
} // namespace Flockwork
