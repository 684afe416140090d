#pragma once
// What a scene promises about itself: (name, condition, when) with the value seen and whether it passed. Scenes declare
// checks, hosts print them, reports hold them, ctest fails on them.
#include "FlockworkCore/Diagnostics.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace Flockwork
{
class UWorld;

enum class ECheckWhen : uint8_t
{
	AtTime, // once, in the Report phase of the step that ends at Time
	Always, // in the Report phase of each step from Time on; fails at the first step that fails
	AtEnd   // once, when the run is over (FCheckList::Finish)
};
std::string_view ToString(ECheckWhen When);

struct FCheckSample
{
	bool bPass = false;
	double Value = 0.0; // what was measured, for the report
};

struct FCheckDef
{
	std::string Name;      // unique
	std::string Condition; // in words or as an expression, for the report: "distance to player < 12 m"
	ECheckWhen When = ECheckWhen::AtEnd;
	double Time = 0.0; // s
	std::function<FCheckSample(const UWorld&)> Measure;
};

struct FCheckResult
{
	std::string Name;
	std::string Condition;
	ECheckWhen When = ECheckWhen::AtEnd;
	double Time = 0.0;
	bool bDone = false;    // measured at least once; false for a check of a time that the run did not reach
	bool bPass = false;    // of a check that is Always: passed every time
	double Value = 0.0;    // last measured; of a failed Always: at the first failure
	int64_t FailStep = -1; // the first step that failed
};

class FCheckList
{
public:
	// False with diagnostics: no name, a name twice, no Measure, a time that is not finite.
	bool Add(FCheckDef Def, FDiagnostics& Diagnostics);
	// Called by the Report phase with the steps completed at its end; by the host at the end of the run.
	void Update(const UWorld& World, double Time);
	void Finish(const UWorld& World);
	std::span<const FCheckResult> GetResults() const { return Results; }
	// Every check done and passed; true when there is none. Of a run that was cut short of its scene's time, checks of
	// a time that had not come are not asked: they stay not done and count neither way.
	bool AllPassed(bool bCutShort = false) const;
	bool Remove(std::string_view Name); // false when there is none of that name
	void Clear();

private:
	void Measure(size_t Index, const UWorld& World);
	std::vector<FCheckDef> Defs;
	std::vector<FCheckResult> Results;
};
} // namespace Flockwork
