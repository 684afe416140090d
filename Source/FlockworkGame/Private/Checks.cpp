#include "FlockworkGame/Checks.h"

#include "FlockworkGame/World.h"

#include <algorithm>
#include <cmath>

namespace Flockwork
{
std::string_view ToString(ECheckWhen When)
{
	switch (When)
	{
	case ECheckWhen::AtTime:
		return "at";
	case ECheckWhen::Always:
		return "always";
	case ECheckWhen::AtEnd:
		return "end";
	}
	return "unknown";
}

bool FCheckList::Add(FCheckDef Def, FDiagnostics& Diagnostics)
{
	const auto IsNamesake = [&](const FCheckResult& Result) { return Result.Name == Def.Name; };
	const auto Refuse = [&](const std::string& Message)
	{
		Diagnostics.Error({}, "check", Message);
		return false;
	};
	if (Def.Name.empty())
	{
		return Refuse("a check needs a name");
	}
	if (std::any_of(Results.begin(), Results.end(), IsNamesake))
	{
		return Refuse("there is a check named \"" + Def.Name + "\" already");
	}
	if (!Def.Measure)
	{
		return Refuse("check \"" + Def.Name + "\" measures nothing");
	}
	if (!std::isfinite(Def.Time) || Def.Time < 0.0)
	{
		return Refuse("check \"" + Def.Name + "\" needs a time of at least 0 s");
	}
	FCheckResult Result;
	Result.Name = Def.Name;
	Result.Condition = Def.Condition;
	Result.When = Def.When;
	Result.Time = Def.Time;
	Results.push_back(std::move(Result));
	Defs.push_back(std::move(Def));
	return true;
}

void FCheckList::Update(const UWorld& World, double Time)
{
	constexpr double Tolerance = 1e-6; // s: sums of steps do not hit a round number exactly
	for (size_t Index = 0; Index < Defs.size(); ++Index)
	{
		const FCheckResult& Result = Results[Index];
		const bool bReached = Time + Tolerance >= Result.Time;
		const bool bFirst = Result.When == ECheckWhen::AtTime && !Result.bDone;
		const bool bStillGood = Result.When == ECheckWhen::Always && Result.FailStep < 0;
		if (bReached && (bFirst || bStillGood))
		{
			Measure(Index, World);
		}
	}
}

void FCheckList::Finish(const UWorld& World)
{
	for (size_t Index = 0; Index < Defs.size(); ++Index)
	{
		if (Results[Index].When == ECheckWhen::AtEnd && !Results[Index].bDone)
		{
			Measure(Index, World);
		}
	}
}

void FCheckList::Measure(size_t Index, const UWorld& World)
{
	const FCheckSample Sample = Defs[Index].Measure(World);
	FCheckResult& Result = Results[Index];
	Result.bDone = true;
	Result.bPass = Sample.bPass && std::isfinite(Sample.Value);
	Result.Value = Sample.Value;
	if (!Result.bPass)
	{
		Result.FailStep = World.GetStepCount();
	}
}

bool FCheckList::AllPassed(bool bCutShort) const
{
	const auto IsGood = [bCutShort](const FCheckResult& Result)
	{ return Result.bDone ? Result.bPass : bCutShort && Result.When != ECheckWhen::AtEnd; };
	return std::all_of(Results.begin(), Results.end(), IsGood);
}

bool FCheckList::Remove(std::string_view Name)
{
	for (size_t Index = 0; Index < Results.size(); ++Index)
	{
		if (Results[Index].Name == Name)
		{
			Results.erase(Results.begin() + ptrdiff_t(Index));
			Defs.erase(Defs.begin() + ptrdiff_t(Index));
			return true;
		}
	}
	return false;
}

void FCheckList::Clear()
{
	Defs.clear();
	Results.clear();
}
} // namespace Flockwork
