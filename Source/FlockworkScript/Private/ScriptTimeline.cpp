#include "ScriptTimeline.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace Flockwork
{
int32_t FScriptTimeline::Add(FScriptTimer Timer)
{
	Timer.Id = NextId++;
	Timers.push_back(std::move(Timer));
	++Waiting;
	return Timers.back().Id;
}

FScriptTimer* FScriptTimeline::Find(int32_t Id)
{
	const auto Found = std::lower_bound(
	    Timers.begin(), Timers.end(), Id, [](const FScriptTimer& Timer, int32_t Wanted) { return Timer.Id < Wanted; });
	return Found != Timers.end() && Found->Id == Id && !Found->bOver ? &*Found : nullptr;
}

void FScriptTimeline::End(FScriptTimer& Timer)
{
	Timer.bOver = true;
	--Waiting;
}

void FScriptTimeline::Sweep()
{
	std::erase_if(Timers, [](const FScriptTimer& Timer) { return Timer.bOver; });
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
	FScriptTimer* const Timer = Find(Id);
	if (Timer)
	{
		End(*Timer);
	}
	return Timer != nullptr;
}

int64_t FScriptTimeline::StepOf(double Time) const
{
	// The step length is a float: 2 s are 119.999994 steps of it, and mean 120.
	const double Steps = Time / double(FixedStep);
	const double Tolerance = 1e-3 + 2e-7 * std::fabs(Steps);
	return std::max<int64_t>(0, int64_t(std::ceil(Steps - Tolerance)));
}

std::vector<int32_t> FScriptTimeline::FindDue(int64_t Step) const
{
	std::vector<std::pair<double, int32_t>> Due;
	for (const FScriptTimer& Timer : Timers)
	{
		if (Timer.Kind != ETimerKind::When && !Timer.bOver && StepOf(Timer.NextTime()) <= Step)
		{
			Due.emplace_back(Timer.NextTime(), Timer.Id);
		}
	}
	std::sort(Due.begin(), Due.end());
	std::vector<int32_t> Ids;
	for (const auto& [Time, Id] : Due)
	{
		Ids.push_back(Id);
	}
	return Ids;
}

bool FScriptTimeline::Take(int32_t Id, std::string& OutFunction)
{
	FScriptTimer* const Timer = Find(Id);
	if (!Timer)
	{
		return false; // cancelled by one that ran before it
	}
	OutFunction = Timer->Function;
	++Timer->Fired;
	if (Timer->Kind == ETimerKind::At)
	{
		End(*Timer);
	}
	return true;
}

std::vector<FScriptTimer> FScriptTimeline::GetConditions() const
{
	std::vector<FScriptTimer> Conditions;
	std::copy_if(Timers.begin(), Timers.end(), std::back_inserter(Conditions),
	    [](const FScriptTimer& Timer) { return Timer.Kind == ETimerKind::When && !Timer.bOver; });
	return Conditions;
}

bool FScriptTimeline::ConditionIs(int32_t Id, bool bTrue)
{
	FScriptTimer* const Timer = Find(Id);
	if (!Timer)
	{
		return false; // cancelled by the action of another
	}
	const bool bRises = bTrue && !Timer->bWasTrue;
	Timer->bWasTrue = bTrue;
	if (Timer->Mode == EScriptWhen::Level)
	{
		return bTrue;
	}
	if (bTrue && Timer->Mode == EScriptWhen::Once)
	{
		End(*Timer);
	}
	return bRises;
}

void FScriptTimeline::Save(FByteWriter& Writer) const
{
	Writer.Write(NextId);
	Writer.Write(uint64_t(Waiting));
	for (const FScriptTimer& Timer : Timers)
	{
		if (Timer.bOver)
		{
			continue;
		}
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
		const bool bInOrder = New.Timers.empty() || New.Timers.back().Id < Timer.Id;
		const bool bGood = bInOrder && Timer.Kind <= ETimerKind::When && Timer.Mode <= EScriptWhen::Level &&
		                   std::isfinite(Timer.First) && std::isfinite(Timer.Period) &&
		                   (Timer.Kind != ETimerKind::Every || Timer.Period > 0.0);
		if (!bGood)
		{
			return false;
		}
		New.Timers.push_back(std::move(Timer));
		++New.Waiting;
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
